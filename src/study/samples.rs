//! The sample files that built-in studies read. The page has them in its folder of samples. Must not know how they are
//! unpacked.

macro_rules! samples {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../www/samples/", $name)).as_slice())),+]
    };
}

/// Names and contents: LETOR text, plain or gzip.
pub const SAMPLES: &[(&str, &[u8])] = samples![
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
