//! Data sets and their sources.

use std::borrow::Cow;
use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{
    self, Bytes, Number, Numbers, Text, Texts, bytes, number, scores, text, texts, whole,
};
use super::convert::{all_to_js, to_js, to_js_error};
use crate::data::{self, DatasetSummary, DocumentInfo, LetorParser, generate_letor};
use crate::util::checksum;

/// Returns the LETOR text of the generated sample: graded, web-search-like, noisy. The same seed gives the same text.
#[wasm_bindgen]
pub fn generate_sample(queries: Number, documents: Number, seed: Number) -> Result<Vec<u8>, JsValue> {
    let (queries, documents) = (whole("queries", &queries)?, whole("documents", &documents)?);
    data::check_sample(queries, documents).map_err(to_js_error)?;
    Ok(generate_letor(queries, documents, arguments::seed(&seed)?).into_bytes())
}

/// A checksum of bytes in pieces, for comparing two files.
#[wasm_bindgen]
#[derive(Default)]
pub struct Checksum {
    inner: checksum::Checksum,
}

#[wasm_bindgen]
impl Checksum {
    /// Returns the checksum of no bytes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the next bytes.
    pub fn push(&mut self, bytes: Bytes) -> Result<(), JsValue> {
        arguments::bytes("bytes", &bytes, |piece| self.inner.push(piece))
    }

    /// Returns the checksum so far, 16 hexadecimal digits.
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
    /// Returns a reader at the start of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes of the file. They may end anywhere.
    pub fn push(&mut self, chunk: Bytes) -> Result<(), JsValue> {
        bytes("chunk", &chunk, |piece| self.parser.push(piece))
    }

    /// Same as [`push`](Self::push), and adds the bytes to a checksum. They are copied once for both.
    pub fn push_counted(&mut self, chunk: Bytes, checksum: &mut Checksum) -> Result<(), JsValue> {
        bytes("chunk", &chunk, |piece| {
            checksum.inner.push(piece);
            self.parser.push(piece);
        })
    }

    /// Number of documents read so far.
    #[wasm_bindgen(getter)]
    pub fn documents(&self) -> usize {
        self.parser.documents()
    }

    /// Number of lines read so far.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> usize {
        self.parser.lines()
    }

    /// Whether reading further is useless: the data are too large, or a line has no end. `finish` throws why.
    #[wasm_bindgen(getter)]
    pub fn stopped(&self) -> bool {
        self.parser.has_stopped()
    }

    /// Returns the data set. Throws the first 20 faults of the file with line and column. The reader cannot be used
    /// again.
    pub fn finish(self) -> Result<Dataset, JsValue> {
        let parsed = self.parser.finish().map_err(to_js_error)?;
        Ok(Dataset { inner: Arc::new(parsed.dataset) })
    }
}

/// Queries with documents, features and grades. They occupy memory of the module until `free` is called.
#[wasm_bindgen]
pub struct Dataset {
    pub(super) inner: Arc<data::Dataset>,
}

#[wasm_bindgen]
impl Dataset {
    /// Returns the sizes of the data, and the warnings of the reader.
    pub fn summary(&self) -> Result<Ts<DatasetSummary>, JsValue> {
        to_js(&self.inner.summary())
    }

    /// Returns the documents of one query, in the order of the file.
    pub fn documents(&self, query: Number) -> Result<Vec<Ts<DocumentInfo>>, JsValue> {
        all_to_js(&self.inner.documents(whole("query", &query)?).map_err(to_js_error)?)
    }

    /// Returns the index of the query with this name, if there is one.
    pub fn find_query(&self, id: Text) -> Result<Option<usize>, JsValue> {
        Ok(self.inner.find_query(&text("id", &id)?))
    }

    /// Returns the features of one document of one query, as in the file.
    pub fn features(&self, query: Number, document: Number) -> Result<Vec<f64>, JsValue> {
        let (query, document) = (whole("query", &query)?, whole("document", &document)?);
        self.inner.document_features(query, document).map(Cow::into_owned).map_err(to_js_error)
    }

    /// Returns the data with the grades that stand in the comments, and frees this object. `rule`: `comment:WORD`; the
    /// grade is the number behind this word. Throws for a comment without it.
    pub fn into_graded(self, rule: Text) -> Result<Dataset, JsValue> {
        let rule: data::CommentGrades = text("rule", &rule)?.parse().map_err(to_js_error)?;
        let graded = rule.apply(Arc::unwrap_or_clone(self.inner)).map_err(to_js_error)?;
        Ok(Dataset { inner: Arc::new(graded) })
    }

    /// Splits as `split`, and frees this object: the parts take its rows over, so the features exist once.
    pub fn into_split(
        self,
        train: Number,
        validation: Number,
        test: Number,
        seed: Number,
    ) -> Result<Vec<Dataset>, JsValue> {
        let shares = [number("train", &train)?, number("validation", &validation)?, number("test", &test)?];
        let seed = arguments::seed(&seed)?;
        let parts = Arc::unwrap_or_clone(self.inner).into_split(shares, seed).map_err(to_js_error)?;
        Ok(parts.into_iter().map(|inner| Dataset { inner: Arc::new(inner) }).collect())
    }
}

#[wasm_bindgen]
impl Dataset {
    /// Returns the training and validation part of one fold of a seeded cross-validation over queries.
    pub fn fold(&self, folds: Number, fold: Number, seed: Number) -> Result<Vec<Dataset>, JsValue> {
        let (folds, fold) = (whole("folds", &folds)?, whole("fold", &fold)?);
        let parts = self.inner.fold(folds, fold, arguments::seed(&seed)?).map_err(to_js_error)?;
        Ok(parts.into_iter().map(|inner| Dataset { inner: Arc::new(inner) }).collect())
    }

    /// Returns training, validation and test data of a seeded split by query. The shares must sum to 1.
    pub fn split(
        &self,
        train: Number,
        validation: Number,
        test: Number,
        seed: Number,
    ) -> Result<Vec<Dataset>, JsValue> {
        Dataset { inner: Arc::clone(&self.inner) }.into_split(train, validation, test, seed)
    }

    /// Returns the data with a weight for each document, from which a training with the targets `clicks` learns in
    /// place of grades: those of `ClickLog.click_weights`, or of another estimate.
    pub fn with_click_weights(&self, weights: Numbers) -> Result<Dataset, JsValue> {
        let weighted = data::Dataset::clone(&self.inner).with_click_weights(scores("weights", &weights)?);
        Ok(Dataset { inner: Arc::new(weighted.map_err(to_js_error)?) })
    }

    /// Returns the data without the features that these are in the training data, given by number from 1 or by name.
    /// The others move up, so that a training has the bits of a file without these columns. Throws for a feature that
    /// the training data do not have.
    pub fn without(&self, training: &Dataset, features: Texts) -> Result<Dataset, JsValue> {
        let features = texts("features", &features)?;
        let rest = self.inner.without_those_of(&training.inner, &features).map_err(to_js_error)?;
        Ok(Dataset { inner: Arc::new(rest) })
    }
}
