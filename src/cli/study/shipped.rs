//! The sample files of built-in studies, which the page has in its folder of samples.

use rankscope::Error;
use rankscope::data::Dataset;

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../../www/samples/", $name)))),+]
    };
}

/// Names and texts.
const SHIPPED: &[(&str, &str)] = shipped![
    "ring-train.txt",
    "ring-valid.txt",
    "ring-test.txt",
    "sites-train.txt",
    "sites-valid.txt",
    "sites-test.txt",
    "results-train.txt",
    "results-valid.txt",
    "results-test.txt",
];

/// Returns the data of a sample file; `None` for another name.
pub fn shipped(name: &str) -> Option<Result<Dataset, Error>> {
    SHIPPED.iter().find(|(other, _)| *other == name).map(|(_, text)| Dataset::from_letor(text))
}
