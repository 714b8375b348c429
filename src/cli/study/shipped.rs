//! Reads the sample files of built-in studies.

use std::io::Read as _;

use flate2::bufread::MultiGzDecoder;
use rankscope::Error;
use rankscope::data::{Dataset, LetorParser};
use rankscope::study::SAMPLES;

/// Returns the data of a sample file; `None` for another name.
pub fn shipped(name: &str) -> Option<Result<Dataset, Error>> {
    SAMPLES.iter().find(|(other, _)| *other == name).map(|(_, bytes)| read(bytes))
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
