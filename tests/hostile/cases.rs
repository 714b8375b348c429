//! Every input in `cases/` runs through its target; `cases/TARGET/NAME` is the file.
//!
//! The inputs once violated a guarantee and are named after it. Each kind also has one valid input, from which fuzzing
//! starts.

use std::fs;
use std::path::Path;

use super::TARGETS;

#[test]
fn stored_inputs_violate_no_guarantee() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/cases");
    for (name, target) in TARGETS {
        let mut count = 0;
        for entry in fs::read_dir(folder.join(name)).expect("every target has a folder") {
            let path = entry.expect("the folder can be listed").path();
            println!("{}", path.display());
            target(&fs::read(&path).expect("the file can be read"));
            count += 1;
        }
        assert!(count > 0, "{name} has no case");
    }
    let folders = fs::read_dir(&folder).expect("the folder is there").count();
    assert_eq!(folders, TARGETS.len(), "every folder belongs to a target");
}
