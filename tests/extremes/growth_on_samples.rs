//! The growth of the objective with C on the samples, and on sets that are not ours to ship.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rankscope::data::{Dataset, generate_letor};

use super::growth::check_growth;

fn read(path: &Path) -> Arc<Dataset> {
    let bytes = std::fs::read(path).expect("a file that can be read");
    let mut text = String::new();
    if path.extension().is_some_and(|ending| ending == "gz") {
        flate2::read::GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("a whole file");
    } else {
        text = String::from_utf8(bytes).expect("text");
    }
    Arc::new(Dataset::from_letor(&text).expect("LETOR text"))
}

#[test]
fn the_objective_grows_no_faster_than_c_on_the_samples() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/samples");
    for (file, scale) in [
        ("hopeless-train.txt", "none"),
        ("ring-train.txt", "none"),
        ("results-train.txt", "none"),
        ("sites-train.txt", "none"),
        ("optdigits.txt.gz", "minmax"),
    ] {
        check_growth(file, &read(&samples.join(file)), scale);
    }
    let generated = Dataset::from_letor(&generate_letor(40, 20, 1)).expect("LETOR text");
    check_growth("generated", &Arc::new(generated), "none");
}

/// Two LETOR sets, if `RANKSCOPE_DATA` names a folder that has them.
#[test]
fn the_objective_grows_no_faster_than_c_on_real_data() {
    let Some(folder) = std::env::var_os("RANKSCOPE_DATA").map(PathBuf::from) else { return };
    for (file, scale) in [("mq2008-fold1-train.txt.gz", "none"), ("ohsumed-fold1-train.txt.gz", "query")] {
        check_growth(file, &read(&folder.join(file)), scale);
    }
}
