//! The JS API: every binding checks and converts ([`arguments`]), calls one function and converts back. wasm32 only.
//!
//! One file per object that pages hold; functions are with what they are about. Errors are thrown as `Error` objects
//! named `RankscopeError`: the message is for people, the `cause` is a [`Fault`] for programs.

mod arguments;
mod chart;
mod comparison;
mod convert;
mod data;
mod export;
mod model;
mod settings;
mod training;

use wasm_bindgen::prelude::*;

pub use chart::{draw_chart, draw_figure, figure_size, figure_svg};
pub use comparison::Comparison;
pub use convert::Fault;
pub use data::{Checksum, Dataset, LetorReader, generate_sample};
pub use export::{FeatureNames, command_line, export_table, feature_names};
pub use model::{EvaluatedMeasure, Model};
pub use settings::{catalog, check_settings, mend_decay, profiles, published_greedy};
pub use training::Training;

/// Posts panics to the console, where the page's worker sees them.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
