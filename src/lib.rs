//! Structured max-margin learning to rank.
//!
//! Reading order: [`ranking`] and [`data`] are what everything else is about; [`metric`] says how good a ranking
//! is; [`loss`] turns that into structured losses with their separation oracles; [`svm`] trains with them through
//! the stepper of [`learner`]; [`experiment`] runs the whole, [`inspection`] and [`explanation`] look into it,
//! [`model`] keeps it, [`export`] hands it to others, [`agreement`] holds two models side by side.

pub mod agreement;
pub mod assignment;
pub mod chart;
pub mod checksum;
pub mod choice;
pub mod data;
pub mod error;
pub mod experiment;
pub mod explanation;
pub mod export;
pub mod inspection;
mod kernel;
pub mod learner;
pub mod loss;
pub mod metric;
pub mod model;
pub mod ranking;
pub mod settings;
pub mod svm;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

/// The attribute of a test: libtest's natively, that of wasm-bindgen's runner on wasm32, which passes over plain ones.
#[cfg(all(test, not(target_arch = "wasm32")))]
use core::prelude::v1::test;
#[cfg(all(test, target_arch = "wasm32"))]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(all(test, target_arch = "wasm32"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
