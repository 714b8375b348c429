//! The rows of runs on real data, which are not part of the repository.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::GzDecoder;
use rankscope::data::{Dataset, Scaling};

use crate::Row;
use crate::training::{qp_shares, whole_runs};

/// The sets: name in the report, file, and scaling. The features of OHSUMED are comparable within a query only.
const SETS: [(&str, &str, Scaling); 3] = [
    ("MQ2008", "mq2008-fold1-train.txt.gz", Scaling::None),
    ("OHSUMED", "ohsumed-fold1-train.txt.gz", Scaling::Query),
    ("LightGBM", "lightgbm-train.txt.gz", Scaling::None),
];

/// Returns the rows of [`training`](crate::training) with bars on whole runs and shares of the QP, for every set. A
/// set that is absent has one row without values that says so.
pub fn rows() -> Vec<Row> {
    SETS.into_iter().flat_map(|(name, file, scaling)| of(name, file, scaling)).collect()
}

fn of(name: &str, file: &str, scaling: Scaling) -> Vec<Row> {
    let Some(data) = read(file) else {
        let note =
            format!("skipped: {} has no {file}; RANKSCOPE_DATA names another folder", folder().display());
        return vec![Row { row: format!("absent {name}"), unit: "", values: Vec::new(), note }];
    };
    let data = Arc::new(scaling.fit(&data).apply(&data).into_owned());
    let on = format!(" on {name}");
    [whole_runs(&data, &on), qp_shares(&data, &on)].concat()
}

/// Returns the folder with real data: the one that `RANKSCOPE_DATA` names, or `../shared/data`.
fn folder() -> PathBuf {
    std::env::var_os("RANKSCOPE_DATA").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("shared").join("data"),
        PathBuf::from,
    )
}

/// Reads a file of the folder; `None` if it is absent.
pub fn read(file: &str) -> Option<Dataset> {
    let compressed = std::fs::read(folder().join(file)).ok()?;
    let mut text = String::new();
    GzDecoder::new(&compressed[..]).read_to_string(&mut text).expect("the file is gzip");
    Some(Dataset::from_letor(&text).expect("the file is LETOR"))
}
