//! Damaged files of pages: they are refused with the place, or give finite columns with their formulas.

use rankscope::data::{DataReader, ReadData, ReadingSettings};
use rankscope::pages::{Collection, FileReader, begins};

use super::targets::check_error;

/// Any chunks give the same data. Every cell is finite and has a formula that ends with its value.
pub fn pages(bytes: &[u8]) {
    let read = |piece: usize| -> Result<ReadData, rankscope::Error> {
        let settings = ReadingSettings::default();
        let mut reader = FileReader::new(DataReader::new(&settings, None).expect("known rules"));
        bytes.chunks(piece).for_each(|chunk| reader.push(chunk));
        reader.finish()
    };
    let whole = read(bytes.len().max(1));
    assert_eq!(read(3), whole, "chunks change the data");
    let collection = match Collection::read(bytes) {
        Ok(collection) => collection,
        Err(error) => return check_error(&error, bytes),
    };
    let n_rows: usize = collection.queries().iter().map(|query| query.candidates.len()).sum();
    // A file whose first key is another is no file of pages to the reader of files.
    if begins(bytes) {
        let read = whole.expect("the pages can be read");
        assert_eq!(read.parsed.dataset.n_documents(), n_rows);
        assert_eq!(read.parsed.dataset.n_features(), collection.column_names().len());
    }
    for (query, known) in collection.queries().iter().enumerate() {
        for candidate in 0..known.candidates.len() {
            let row = collection.row(query, candidate).expect("the row exists");
            for (column, value) in row.iter().enumerate() {
                let cell = collection.explain(query, candidate, column).expect("the cell exists");
                assert!(value.is_finite() && cell.value.to_bits() == value.to_bits(), "{cell:?}");
                assert!(cell.numbers.contains(" = ") && cell.numbers.len() < 8_000, "{cell:?}");
            }
        }
    }
}
