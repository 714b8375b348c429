//! Every input in `cases/` runs through its target; `cases/TARGET/NAME` is the file.
//!
//! The inputs once violated a guarantee and are named after it. Each kind also has one valid input, from which fuzzing
//! starts.

use std::fs;
use std::path::{Path, PathBuf};

use super::TARGETS;

#[test]
fn stored_inputs_violate_no_guarantee() {
    for (name, target) in TARGETS {
        let cases = cases_of(name);
        assert!(!cases.is_empty(), "{name} has no case");
        for (path, bytes) in cases {
            println!("{path}");
            target(&bytes);
        }
    }
    let folders = fs::read_dir(folder()).expect("the folder is there").count();
    assert_eq!(folders, TARGETS.len(), "every folder belongs to a target");
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/cases")
}

/// Returns the stored inputs of a target with their paths, in the order of the paths.
pub fn cases_of(target: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder().join(target)).expect("every target has a folder");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    paths.sort();
    let read = |path: PathBuf| (path.display().to_string(), fs::read(&path).expect("the file can be read"));
    paths.into_iter().map(read).collect()
}
