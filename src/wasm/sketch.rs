//! The sketch pad.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{Numbers, object, scores};
use super::convert::{to_js, to_js_error};
use crate::method::settings::TrainingSettings;
use crate::run::{self, SketchFigures, SketchTraining};

/// A few documents with two features, trained in full. It occupies memory of the module until `free` is called.
#[wasm_bindgen]
pub struct Sketch {
    inner: run::Sketch,
}

#[wasm_bindgen]
impl Sketch {
    /// Trains on a sketch: two features, at most 8 queries of at most 20 documents.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &Dataset, settings: Ts<TrainingSettings>) -> Result<Self, JsValue> {
        let settings = object("settings", &settings)?;
        let inner = run::Sketch::new(Arc::clone(&data.inner), &settings).map_err(to_js_error)?;
        Ok(Self { inner })
    }

    /// Moves the planes of the first training to new features of the same documents, and trains anew. Throws if the
    /// documents or grades differ.
    pub fn follow(&mut self, data: &Dataset) -> Result<(), JsValue> {
        self.inner.follow(Arc::clone(&data.inner)).map_err(to_js_error)
    }

    /// Returns the result of the latest training.
    pub fn training(&self) -> Result<Ts<SketchTraining>, JsValue> {
        to_js(&self.inner.training().map_err(to_js_error)?)
    }

    /// Returns the measures of the trained scorer.
    pub fn trained_figures(&self) -> Result<Ts<SketchFigures>, JsValue> {
        to_js(&self.inner.trained_figures().map_err(to_js_error)?)
    }

    /// Returns the measures of any w, one number per feature.
    pub fn figures(&self, w: Numbers) -> Result<Ts<SketchFigures>, JsValue> {
        to_js(&self.inner.figures(&scores("w", &w)?).map_err(to_js_error)?)
    }
}
