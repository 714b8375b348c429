//! Packed data sets, with the guarantees of `targets.rs`.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, PackedReader, PackedWriter};

use super::targets::check_error;

/// Bytes give the same data set or the same error for any cuts. A data set can be read in full, and is packed as the same
/// bytes.
///
/// The first byte determines the cuts.
pub fn packed(bytes: &[u8]) {
    let Some((&cut, bytes)) = bytes.split_first() else { return };
    let whole = unpacked(bytes, bytes.len().max(1));
    let cut = unpacked(bytes, 1 + usize::from(cut));
    match whole {
        Err(error) => {
            assert_eq!(cut.err().as_ref(), Some(&error), "the cuts changed the error");
            check_error(&error, bytes);
        }
        Ok(data) => {
            assert_eq!(cut.as_ref(), Ok(&data), "the cuts changed what was read");
            check_data(&data, bytes);
        }
    }
}

fn unpacked(bytes: &[u8], cut: usize) -> Result<Dataset, Error> {
    let mut reader = PackedReader::new();
    // What is pushed after an error changes nothing.
    let pushed: Vec<_> = bytes.chunks(cut).map(|piece| reader.push(piece)).collect();
    let read = reader.finish();
    if let Some(error) = pushed.into_iter().find_map(Result::err) {
        assert_eq!(read.as_ref().err(), Some(&error));
    }
    read
}

fn check_data(data: &Dataset, bytes: &[u8]) {
    let summary = data.summary();
    assert_eq!(summary.grade_counts.iter().sum::<usize>(), data.n_documents());
    assert!(summary.shortest_query > 0 || data.n_queries() == 0);
    assert_eq!(data.file_order().len(), data.n_documents());
    let values = vec![1.0; data.n_features()];
    for query in data.queries() {
        assert_eq!(query.grades.len(), query.documents.len());
        assert_eq!(data.documents(query.index).expect("it exists").len(), query.documents.len());
        assert_eq!(data.scores(query.documents.clone(), &values).len(), query.documents.len());
        assert!(query.documents.flat_map(|row| data.features(row).into_owned()).all(f64::is_finite));
    }
    let mut writer = PackedWriter::new(Arc::new(data.clone()));
    let mut again = Vec::new();
    while let Some(piece) = writer.next_piece() {
        again.extend(piece);
    }
    assert_eq!(again, bytes, "a data set has one packed form");
}
