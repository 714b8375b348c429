//! Speed of the LETOR parser.

use rankscope::data::Dataset;

use crate::data::{LARGE, Shape, letor, made};
use crate::{Row, seconds};

/// Returns megabytes per second for 20,000 documents of 44 features.
pub fn rows() -> Vec<Row> {
    let text = letor(&made(&Shape { queries: 20, documents: 20_000, ..LARGE }, 1));
    let megabytes = text.len() as f64 / 1e6;
    let values = (0..5)
        .map(|_| {
            let (spent, data) = seconds(|| Dataset::from_letor(&text).expect("it was just written"));
            assert_eq!(data.n_documents(), 20_000);
            megabytes / spent
        })
        .collect();
    vec![Row { row: "parsing native".to_owned(), unit: "MB/s", values, note: format!("{megabytes:.0} MB") }]
}
