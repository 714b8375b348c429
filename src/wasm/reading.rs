//! Files in the formats of other programs: previews, and reading by rules.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Bytes, Flag, Number, Texts, bytes, collected, flag, object, texts, whole};
use super::convert::{to_js, to_js_error};
use super::data::Dataset;
use crate::data::{self, GroupFile, Preview, ReadingSettings, preview, to_letor_lines};
use crate::pages::FileReader;

/// Returns what the first bytes of a file are taken for by these rules. `groups`: bytes of a file of group sizes, empty
/// if there is none.
#[wasm_bindgen]
pub fn preview_data(
    head: Bytes,
    is_whole: Flag,
    settings: Ts<ReadingSettings>,
    groups: Bytes,
) -> Result<Ts<Preview>, JsValue> {
    let head = collected("head", &head)?;
    let settings = object("settings", &settings)?;
    let preview_of_head = preview(&head, flag("is_whole", &is_whole)?, &settings, group_file(&groups)?);
    to_js(&preview_of_head.map_err(to_js_error)?)
}

/// Reads a file in any known format, or of pages, chunk by chunk, by rules.
#[wasm_bindgen]
pub struct DataReader {
    reader: FileReader,
}

#[wasm_bindgen]
impl DataReader {
    /// Returns a reader at the start of a file. `groups`: bytes of a file of group sizes, empty if there is none.
    /// `like`: names of the features of the training data, which give the order of the columns of a table; empty for
    /// the order of the file.
    #[wasm_bindgen(constructor)]
    pub fn new(settings: Ts<ReadingSettings>, groups: Bytes, like: Texts) -> Result<DataReader, JsValue> {
        let settings = object("settings", &settings)?;
        let like: Vec<Option<String>> = texts("like", &like)?.into_iter().map(Some).collect();
        let reader = data::DataReader::new(&settings, group_file(&groups)?).map_err(to_js_error)?;
        Ok(Self { reader: FileReader::new(reader.like(&like)) })
    }

    /// Returns a reader of the same file, here at its start, that takes documents without a grade as grade 0: nothing
    /// may read their grades.
    pub fn without_grades(self) -> DataReader {
        Self { reader: self.reader.without_grades() }
    }

    /// Reads the next bytes of the file. They may end anywhere.
    pub fn push(&mut self, chunk: Bytes) -> Result<(), JsValue> {
        bytes("chunk", &chunk, |piece| self.reader.push(piece))
    }

    /// Number of documents read so far.
    #[wasm_bindgen(getter)]
    pub fn documents(&self) -> usize {
        self.reader.documents()
    }

    /// Whether reading further is useless: the data are too large, or a line has no end. `finish` throws why.
    #[wasm_bindgen(getter)]
    pub fn stopped(&self) -> bool {
        self.reader.has_stopped()
    }

    /// Returns what was read. Throws the first 20 faults of the file with line and column. The reader cannot be used
    /// again.
    pub fn finish(self) -> Result<ReadFile, JsValue> {
        let read = self.reader.finish().map_err(to_js_error)?;
        let data = Arc::new(read.parsed.dataset);
        let order = data.file_order();
        Ok(ReadFile { data, order, read_as: read.read_as, rules: read.rules })
    }
}

/// A file that was read.
#[wasm_bindgen]
pub struct ReadFile {
    data: Arc<data::Dataset>,
    order: Vec<usize>,
    read_as: String,
    rules: ReadingSettings,
}

#[wasm_bindgen]
impl ReadFile {
    /// The rules for further files: columns by name, and the means that fill gaps.
    #[wasm_bindgen(getter)]
    pub fn rules(&self) -> Result<Ts<ReadingSettings>, JsValue> {
        to_js(&self.rules)
    }

    /// What the file was taken for, and what the rules did, in one line.
    #[wasm_bindgen(getter)]
    pub fn read_as(&self) -> String {
        self.read_as.clone()
    }

    /// Number of documents.
    #[wasm_bindgen(getter)]
    pub fn documents(&self) -> usize {
        self.order.len()
    }

    /// Returns the data set. It shares its memory with this object.
    pub fn dataset(&self) -> Dataset {
        Dataset { inner: Arc::clone(&self.data) }
    }

    /// Returns documents as LETOR text, in the order of the file, from the given one (from 0). The texts of all
    /// documents are together read as the same data with the same line numbers.
    pub fn letor(&self, first: Number, count: Number) -> Result<Vec<u8>, JsValue> {
        let (first, count) = (whole("first", &first)?, whole("count", &count)?);
        Ok(to_letor_lines(&self.data, &self.order, first..first.saturating_add(count)).into_bytes())
    }
}

fn group_file(groups: &Bytes) -> Result<Option<GroupFile>, JsValue> {
    let text = collected("groups", groups)?;
    let name = "the file of group sizes".to_owned();
    Ok((!text.is_empty()).then_some(GroupFile { name, text, is_beside: false }))
}
