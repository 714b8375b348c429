//! The core in both worlds: every test here runs natively and on wasm32 in a headless browser.
//!
//! One program for all of them, so that the browser is started once.

mod agreement;
#[cfg(target_arch = "wasm32")]
mod bindings;
mod chart;
mod comparison;
mod data;
mod data_letor;
mod data_samples;
mod export;
mod golden;
mod history;
mod long_queries;
mod losses;
mod metrics;
mod microscope;
mod oracles;
mod settings;
mod support;
mod training;

/// The attribute of a test: libtest's natively, that of wasm-bindgen's runner on wasm32, which passes over plain ones.
#[cfg(not(target_arch = "wasm32"))]
use core::prelude::v1::test;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
