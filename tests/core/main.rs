//! Core tests for both targets: they run natively, and on wasm32 in a headless browser.
//!
//! All tests are in one program, so that the browser starts only once.

mod agreement;
#[cfg(target_arch = "wasm32")]
mod bindings;
#[cfg(target_arch = "wasm32")]
mod bindings_arrays;
#[cfg(target_arch = "wasm32")]
mod bindings_packed;
#[cfg(target_arch = "wasm32")]
mod bindings_study;
mod boosting;
mod boosting_support;
mod boosting_trees;
#[cfg(feature = "charts")]
mod chart;
mod comparison;
mod components;
mod data;
mod data_arrays;
mod data_letor;
mod data_packed;
mod data_reading;
mod data_samples;
mod descent;
mod diversity;
mod engines;
mod export;
mod export_engines;
mod factorization;
mod feature_maps;
mod figures;
mod fixed;
mod golden;
mod histogram;
mod history;
mod inspection;
mod long_queries;
mod losses;
mod measure_menu;
mod measure_names;
mod metrics;
mod oracles;
mod pair_hinges;
mod perceptrons;
mod position_cost;
mod pulls;
mod ramp;
mod rank_history;
mod ratings;
mod references;
mod score_losses;
mod settings;
mod sketch;
mod slow_motion;
mod statistics;
mod study;
mod study_format;
mod study_ratings;
mod study_session;
mod study_statistics;
mod support;
#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
mod threads;
mod training;
mod weight_plane;
mod wide;

/// The attribute of a test on the current target: libtest's natively, the one of wasm-bindgen's runner on wasm32. That
/// runner ignores attributes of libtest.
#[cfg(not(target_arch = "wasm32"))]
use core::prelude::v1::test;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
