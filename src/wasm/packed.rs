//! Data sets as bytes, which cross from one worker of a page to the others.

use std::sync::Arc;

use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{Bytes, bytes};
use super::convert::to_js_error;
use crate::data;

/// Writes a data set as bytes in pieces of about a mebibyte, for an `Unpacker` of the same version. It is no file format.
#[wasm_bindgen]
pub struct Packer {
    writer: data::PackedWriter,
}

#[wasm_bindgen]
impl Packer {
    /// Returns a packer at the first byte. It shares the memory of the data set.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &Dataset) -> Self {
        Self { writer: data::PackedWriter::new(Arc::clone(&data.inner)) }
    }

    /// Returns the next bytes; none behind the last ones.
    pub fn next_piece(&mut self) -> Option<Vec<u8>> {
        self.writer.next_piece()
    }
}

/// Reads the bytes of a `Packer`.
#[wasm_bindgen]
#[derive(Default)]
pub struct Unpacker {
    reader: data::PackedReader,
}

#[wasm_bindgen]
impl Unpacker {
    /// Returns an unpacker at the first byte.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes. They may end anywhere. Throws what is wrong with them.
    pub fn push(&mut self, piece: Bytes) -> Result<(), JsValue> {
        let mut pushed = Ok(());
        bytes("piece", &piece, |part| pushed = self.reader.push(part))?;
        pushed.map_err(to_js_error)
    }

    /// Returns the data set, the same as the packed one. Throws if bytes are missing. The unpacker cannot be used again.
    pub fn finish(self) -> Result<Dataset, JsValue> {
        Ok(Dataset { inner: Arc::new(self.reader.finish().map_err(to_js_error)?) })
    }
}
