//! The JS API: every binding checks and converts ([`arguments`]), calls one function and converts back. wasm32 only.
//!
//! The feature `whole` adds what a first visit to the page does not need; npm users take the whole module.
//!
//! One file per object that pages use; functions are beside their subject. Errors are thrown as `Error` objects named
//! `RankscopeError`. The message is for people, and the `cause` is a [`Fault`] for programs.

mod arguments;
#[cfg(feature = "whole")]
mod arrays;
#[cfg(feature = "charts")]
mod chart;
#[cfg(feature = "whole")]
mod comparison;
mod convert;
mod data;
#[cfg(feature = "whole")]
mod export;
mod model;
#[cfg(feature = "whole")]
mod packed;
#[cfg(feature = "whole")]
mod ratings;
#[cfg(feature = "whole")]
mod reading;
mod settings;
#[cfg(feature = "whole")]
mod sketch;
#[cfg(feature = "whole")]
mod study;
mod training;

use wasm_bindgen::prelude::*;

#[cfg(feature = "whole")]
pub use arrays::{Ids, Reals, WholeNumbers};
#[cfg(feature = "charts")]
pub use chart::draw_chart;
#[cfg(all(feature = "charts", feature = "whole"))]
pub use chart::{draw_figure, figure_size, figure_svg};
#[cfg(feature = "whole")]
pub use comparison::Comparison;
pub use convert::Fault;
pub use data::{Checksum, Dataset, LetorReader, generate_sample};
#[cfg(feature = "whole")]
pub use export::{FeatureNames, command_line, export_table, feature_names, program};
#[cfg(feature = "whole")]
pub use model::EvaluatedMeasure;
pub use model::Model;
#[cfg(feature = "whole")]
pub use packed::{Packer, Unpacker};
#[cfg(feature = "whole")]
pub use ratings::{
    Factorization, Ratings, RatingsReader, TitlesReader, check_factorization, factorization_defaults,
    generate_ratings, generated_ratings_defaults,
};
#[cfg(feature = "whole")]
pub use reading::{DataReader, ReadFile, preview_data};
pub use settings::{catalog, check_all, check_settings, mend_decay, mend_unused, profiles};
#[cfg(feature = "whole")]
pub use settings::{cost_rows, measures_of_order, published_greedy};
#[cfg(feature = "whole")]
pub use sketch::Sketch;
#[cfg(feature = "whole")]
pub use study::{BuiltInStudy, Study, StudyCell, built_in_studies};
pub use training::Training;

/// Posts panics to the console, where the page's worker reads them.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
