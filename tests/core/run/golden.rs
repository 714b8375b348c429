//! Equal numbers natively and in the browser: the test compares checksums of all reports on both targets.
//!
//! After an intended change of the numbers, `UPDATE_GOLDEN=1 cargo test --test core golden` writes new checksums.

use std::sync::Arc;

use crate::test;
use rankscope::data::{Dataset, generate_letor};
use rankscope::method::catalog;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};
use rankscope::util::checksum::Checksum;

/// One line per run: its name and its checksum.
const GOLDEN: &str = include_str!("reports.fnv");

/// Returns the recorded checksum of a run, for the test of the bindings.
#[cfg(target_arch = "wasm32")]
pub fn checksum_of(name: &str) -> &'static str {
    let mut kept = GOLDEN.lines().filter_map(|line| line.split_once(' '));
    kept.find(|(run, _)| *run == name).expect("it is one of the runs").1
}

/// Returns the LETOR text for all runs of this file.
pub fn letor() -> String {
    generate_letor(30, 20, 7)
}

/// Returns every method of the catalogue, and variants that use other parts of the trainer.
pub fn runs() -> Vec<(String, TrainingSettings)> {
    let method = |name: &str| TrainingSettings { method: name.to_owned(), ..TrainingSettings::default() };
    let mut runs: Vec<_> =
        catalog().methods.iter().map(|choice| (choice.name.to_owned(), method(choice.name))).collect();
    for (name, settings) in [
        ("dorm, 1-slack", TrainingSettings { working_set: "1-slack".to_owned(), ..method("dorm") }),
        ("dorm, averaged", TrainingSettings { reference: "averaged".to_owned(), ..method("dorm") }),
        ("dorm, scaled", TrainingSettings { scale: "standard".to_owned(), c: 100.0, ..method("dorm") }),
        (
            "dorm, diverse",
            TrainingSettings {
                measure: "dndcg@5".to_owned(),
                group: "feature:4".to_owned(),
                ..method("dorm")
            },
        ),
        ("dorm, poly", TrainingSettings { map: "poly:2".to_owned(), ..method("dorm") }),
        ("dorm, rbf", TrainingSettings { map: "rbf:auto:40".to_owned(), ..method("dorm") }),
        ("lambdamart, rbf", TrainingSettings { map: "rbf:0.5:20".to_owned(), ..method("lambdamart") }),
        ("ranksvm, threshold", TrainingSettings { pairs_of: "threshold".to_owned(), ..method("ranksvm") }),
        ("combo, separate", TrainingSettings { slacks: "separate".to_owned(), ..method("combo") }),
    ] {
        runs.push((name.replace(' ', ""), settings));
    }
    runs
}

/// Returns the checksum of all figures in all reports of a run, in slices of `budget` queries.
pub fn checksum(data: &Arc<Dataset>, settings: &TrainingSettings, budget: usize) -> String {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the run starts");
    let mut checksum = Checksum::default();
    loop {
        match run.advance(budget) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                let value = report.train[0].value.expect("some query has a good document");
                let Some(planes) = report.step.planes() else {
                    // Of other methods the objective, the gap where there is one, and every measure.
                    let figures = [report.step.objective, report.step.gap, Some(value)];
                    figures.into_iter().flatten().for_each(|figure| checksum.push(&figure.to_le_bytes()));
                    continue;
                };
                let figures = [
                    planes.primal,
                    planes.dual,
                    report.step.gap.expect("it is proved"),
                    planes.mean_slack,
                    planes.mean_loss,
                    planes.norm,
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
fn reports_of_runs_have_their_recorded_checksums() {
    let data = Arc::new(Dataset::from_letor(&letor()).expect("LETOR text"));
    let lines: Vec<String> = runs()
        .iter()
        .map(|(name, settings)| format!("{name} {}\n", checksum(&data, settings, 1000)))
        .collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/core/run/reports.fnv");
        std::fs::write(path, lines.concat()).expect("the golden file can be written");
    } else {
        assert_eq!(lines.concat(), GOLDEN);
    }
}
