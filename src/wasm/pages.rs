//! Pages and queries as columns, for display. `DataReader` makes data of the same file.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Bytes, Number, collected, whole};
use super::convert::{all_to_js, to_js, to_js_error};
use crate::pages::{CellFormula, Collection, PageRow, PagesOutline};

/// The columns of pages. They occupy memory of the module until `free` is called.
#[wasm_bindgen]
pub struct PageColumns {
    collection: Collection,
}

#[wasm_bindgen]
impl PageColumns {
    /// Reads a file of pages. Throws its first fault with the place.
    #[wasm_bindgen(constructor)]
    pub fn new(json: Bytes) -> Result<PageColumns, JsValue> {
        let collection = Collection::read(&collected("json", &json)?).map_err(to_js_error)?;
        Ok(Self { collection })
    }

    /// Returns the sizes, the names of the columns, and the queries.
    pub fn outline(&self) -> Result<Ts<PagesOutline>, JsValue> {
        to_js(&self.collection.outline())
    }

    /// Returns the first candidates of a query (from 0) with their columns; at most `most`.
    pub fn rows(&self, query: Number, most: Number) -> Result<Vec<Ts<PageRow>>, JsValue> {
        let (query, most) = (whole("query", &query)?, whole("most", &most)?);
        all_to_js(&self.collection.first_rows(query, most).map_err(to_js_error)?)
    }

    /// Returns the formula of a cell with its numbers. Query, candidate and column count from 0.
    pub fn explain(
        &self,
        query: Number,
        candidate: Number,
        column: Number,
    ) -> Result<Ts<CellFormula>, JsValue> {
        let (query, candidate) = (whole("query", &query)?, whole("candidate", &candidate)?);
        let cell = self.collection.explain(query, candidate, whole("column", &column)?);
        to_js(&cell.map_err(to_js_error)?)
    }
}
