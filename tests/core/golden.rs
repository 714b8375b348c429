//! The same numbers in both worlds: a checksum of every report of a run, asserted natively and in a browser. When a
//! change of the numbers is meant, `UPDATE_GOLDEN=1 cargo test --test core golden` writes them anew.

use std::sync::Arc;

use crate::test;
use rankscope::checksum::Checksum;
use rankscope::data::{Dataset, generate_letor};
use rankscope::experiment::TrainingRun;
use rankscope::learner::Progress;
use rankscope::loss::catalog;
use rankscope::settings::TrainingSettings;

/// One line per run: its name and its checksum.
const GOLDEN: &str = include_str!("reports.fnv");

/// The checksum that a run must have, for the bindings.
#[cfg(target_arch = "wasm32")]
pub fn checksum_of(name: &str) -> &'static str {
    let mut kept = GOLDEN.lines().filter_map(|line| line.split_once(' '));
    kept.find(|(run, _)| *run == name).expect("it is one of the runs").1
}

/// LETOR text of the data of every run here.
pub fn letor() -> String {
    generate_letor(30, 20, 7)
}

/// Every method of the catalogue, and the variants that take other paths through the trainer.
fn runs() -> Vec<(String, TrainingSettings)> {
    let method = |name: &str| TrainingSettings { method: name.to_owned(), ..TrainingSettings::default() };
    let mut runs: Vec<_> =
        catalog().methods.iter().map(|choice| (choice.name.to_owned(), method(choice.name))).collect();
    for (name, settings) in [
        ("dorm, 1-slack", TrainingSettings { working_set: "1-slack".to_owned(), ..method("dorm") }),
        ("dorm, averaged", TrainingSettings { reference: "averaged".to_owned(), ..method("dorm") }),
        ("dorm, scaled", TrainingSettings { scale: "standard".to_owned(), c: 100.0, ..method("dorm") }),
        ("combo, separate", TrainingSettings { slacks: "separate".to_owned(), ..method("combo") }),
    ] {
        runs.push((name.replace(' ', ""), settings));
    }
    runs
}

/// The checksum of the figures of every report of a run.
fn checksum(data: &Arc<Dataset>, settings: &TrainingSettings) -> String {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("it can be trained on");
    let mut checksum = Checksum::default();
    loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                let value = report.train[0].value.expect("some query has a good document");
                let figures = [
                    report.primal,
                    report.dual,
                    report.gap,
                    report.mean_slack,
                    report.mean_loss,
                    report.norm,
                    value,
                ];
                for figure in figures {
                    checksum.push(&figure.to_le_bytes());
                }
            }
            Progress::Stopped { .. } => return checksum.hex(),
        }
    }
}

#[test]
fn the_reports_of_runs_have_their_checksums() {
    let data = Arc::new(Dataset::from_letor(&letor()).expect("LETOR text"));
    let lines: Vec<String> =
        runs().iter().map(|(name, settings)| format!("{name} {}\n", checksum(&data, settings))).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/core/reports.fnv");
        std::fs::write(path, lines.concat()).expect("the golden file can be written");
    } else {
        assert_eq!(lines.concat(), GOLDEN);
    }
}
