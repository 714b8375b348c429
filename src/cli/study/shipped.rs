//! The sample files of built-in studies, which the page has in its folder of samples.

use std::io::Read as _;

use flate2::bufread::MultiGzDecoder;
use rankscope::Error;
use rankscope::data::{Dataset, LetorParser};

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../../www/samples/", $name)).as_slice())),+]
    };
}

/// Names and contents, plain or gzip.
const SHIPPED: &[(&str, &[u8])] = shipped![
    "ring-train.txt",
    "ring-valid.txt",
    "ring-test.txt",
    "sites-train.txt",
    "sites-valid.txt",
    "sites-test.txt",
    "results-train.txt",
    "results-valid.txt",
    "results-test.txt",
    "optdigits.txt.gz",
];

/// Returns the data of a sample file; `None` for another name.
pub fn shipped(name: &str) -> Option<Result<Dataset, Error>> {
    SHIPPED.iter().find(|(other, _)| *other == name).map(|(_, bytes)| read(bytes))
}

fn read(bytes: &[u8]) -> Result<Dataset, Error> {
    let mut parser = LetorParser::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut text = Vec::new();
        let unpacked = MultiGzDecoder::new(bytes).read_to_end(&mut text);
        unpacked.map_err(|error| Error::data(format!("the sample could not be unpacked: {error}")))?;
        parser.push(&text);
    } else {
        parser.push(bytes);
    }
    parser.finish().map(|parsed| parsed.dataset)
}
