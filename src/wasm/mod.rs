//! The JS API: every binding checks and converts ([`arguments`]), calls one function and converts back. wasm32 only.
//!
//! One file per object that pages use; functions are beside their subject. Errors are thrown as `Error` objects named
//! `RankscopeError`. The message is for people, and the `cause` is a [`Fault`] for programs.

mod arguments;
mod arrays;
#[cfg(feature = "charts")]
mod chart;
mod clicks;
mod convert;
mod data;
mod data_report;
mod export;
mod model;
mod pages;
mod ranker;
mod ratings;
mod reading;
mod settings;
mod sketch;
mod study;
mod theory;
mod training;

use wasm_bindgen::prelude::*;

pub use arrays::{Ids, Reals, WholeNumbers};
#[cfg(feature = "charts")]
pub use chart::draw_chart;
#[cfg(feature = "charts")]
pub use chart::{draw_figure, figure_size, figure_svg};
pub use clicks::{ClickLog, ClickSimulator, generate_shop};
pub use convert::Fault;
pub use data::{Checksum, Dataset, LetorReader, generate_sample};
pub use data_report::DataReporter;
pub use export::{FeatureNames, command_line, export_table, feature_names, program};
pub use model::EvaluatedMeasure;
pub use model::Model;
pub use pages::PageColumns;
pub use ranker::{Ranker, RankerList};
pub use ratings::{
    Factorization, Ratings, RatingsReader, TitlesReader, check_factorization, factorization_defaults,
    generate_ratings, generated_ratings_defaults,
};
pub use reading::{DataReader, ReadFile, preview_data};
pub use settings::{catalog, check_all, check_settings, mend_decay, mend_unused, profiles};
pub use settings::{cost_rows, measures_of_order, published_greedy};
pub use sketch::Sketch;
pub use study::{ComparisonResults, Study, StudyCell, comparison_study};
pub use theory::{run_theory, run_theory_on, run_theory_with_test, theory_labs};
pub use training::Training;

/// Posts panics to the console, where the page's worker reads them.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
