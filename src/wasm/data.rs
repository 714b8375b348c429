//! Data sets and what they are read from.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::convert::{all_given, given, thrown};
use crate::checksum;
use crate::data::{self, DatasetSummary, DocumentInfo, LetorParser, generate_letor};

/// LETOR text of the generated sample: graded, web-search-like, noisy. The same seed gives the same text.
#[wasm_bindgen]
pub fn generate_sample(queries: usize, documents: usize, seed: u32) -> Vec<u8> {
    generate_letor(queries, documents, u64::from(seed)).into_bytes()
}

/// A checksum of bytes that come in pieces, to tell whether two files are the same.
#[wasm_bindgen]
#[derive(Default)]
pub struct Checksum {
    inner: checksum::Checksum,
}

#[wasm_bindgen]
impl Checksum {
    /// That of no bytes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.inner.push(bytes);
    }

    /// The checksum so far, 16 hexadecimal digits.
    pub fn hex(&self) -> String {
        self.inner.hex()
    }
}

/// Reads LETOR text chunk by chunk.
#[wasm_bindgen]
#[derive(Default)]
pub struct LetorReader {
    parser: LetorParser,
}

#[wasm_bindgen]
impl LetorReader {
    /// A reader at the start of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes of the file; they may end anywhere.
    pub fn push(&mut self, chunk: &[u8]) {
        self.parser.push(chunk);
    }

    /// Documents read so far.
    #[wasm_bindgen(getter)]
    pub fn documents(&self) -> usize {
        self.parser.documents()
    }

    /// Lines read so far.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> usize {
        self.parser.lines()
    }

    /// The data set. Throws the first 20 faults of the file with line and column. The reader is used up.
    pub fn finish(self) -> Result<Dataset, JsValue> {
        let parsed = self.parser.finish().map_err(thrown)?;
        Ok(Dataset { inner: Arc::new(parsed.dataset) })
    }
}

/// Queries with documents, features and grades. Holds memory of the module until `free` is called.
#[wasm_bindgen]
pub struct Dataset {
    pub(super) inner: Arc<data::Dataset>,
}

#[wasm_bindgen]
impl Dataset {
    /// What it holds, in numbers, and what the reader noticed.
    pub fn summary(&self) -> Result<Ts<DatasetSummary>, JsValue> {
        given(&self.inner.summary())
    }

    /// Documents of one query, in the order of the file.
    pub fn documents(&self, query: usize) -> Result<Vec<Ts<DocumentInfo>>, JsValue> {
        all_given(&self.inner.documents(query).map_err(thrown)?)
    }

    /// Features of one document of one query, as they are in the file.
    pub fn features(&self, query: usize, document: usize) -> Result<Vec<f64>, JsValue> {
        self.inner.document_features(query, document).map(<[f64]>::to_vec).map_err(thrown)
    }

    /// Training and validation part of one fold of a seeded cross-validation over queries.
    pub fn fold(&self, folds: usize, fold: usize, seed: u32) -> Result<Vec<Dataset>, JsValue> {
        let parts = self.inner.fold(folds, fold, u64::from(seed)).map_err(thrown)?;
        Ok(parts.into_iter().map(|inner| Dataset { inner: Arc::new(inner) }).collect())
    }

    /// Training, validation and test data of a seeded split by query. The shares must sum to 1.
    pub fn split(&self, train: f64, validation: f64, test: f64, seed: u32) -> Result<Vec<Dataset>, JsValue> {
        let parts = self.inner.split_by_query([train, validation, test], u64::from(seed)).map_err(thrown)?;
        Ok(parts.into_iter().map(|inner| Dataset { inner: Arc::new(inner) }).collect())
    }
}
