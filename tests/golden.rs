//! The same numbers everywhere: a checksum of every report of a run, asserted natively here and in a browser by
//! `tests/web.rs`. When a change of the numbers is meant, `UPDATE_GOLDEN=1 cargo test --test golden` writes it anew.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use rankscope::data::{Dataset, generate_letor};
use rankscope::experiment::TrainingRun;
use rankscope::learner::Progress;
use rankscope::settings::TrainingSettings;

#[test]
fn the_reports_of_a_run_have_their_checksum() {
    let data = Dataset::from_letor(&generate_letor(30, 20, 7)).expect("LETOR text");
    let mut run =
        TrainingRun::new(Arc::new(data), &TrainingSettings::default()).expect("it can be trained on");
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
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
                for byte in figures.iter().flat_map(|figure| figure.to_le_bytes()) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                }
            }
            Progress::Stopped { .. } => break,
        }
    }
    let seen = format!("{hash:016x}");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/reports.fnv");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, format!("{seen}\n")).expect("the golden file can be written");
    }
    assert_eq!(seen, include_str!("golden/reports.fnv").trim());
}
