//! Structured max-margin learning to rank.
//!
//! Reading order: [`ranking`] and [`data`] are the basis. [`metric`] measures rankings. [`loss`] defines structured
//! losses with their separation oracles. [`svm`] trains with them, through the stepper of [`learner`]. [`descent`],
//! [`boosting`], [`perceptron`] and [`fixed`] are further learners, which implement the same trait. [`experiment`] runs
//! everything. [`inspection`] and [`explanation`] analyse a run, [`model`] stores its result, [`export`] converts it,
//! and [`agreement`] compares two models.

pub mod agreement;
pub mod assignment;
pub mod boosting;
#[cfg(feature = "charts")]
pub mod chart;
pub mod checksum;
pub mod choice;
mod cholesky;
pub mod choose;
pub mod data;
pub mod descent;
pub mod diversity;
pub mod error;
pub mod experiment;
pub mod explanation;
pub mod export;
pub mod factorization;
pub mod fixed;
pub mod inspection;
mod kernel;
pub mod learner;
pub mod loss;
#[cfg(feature = "whole")]
pub mod marks;
pub mod method;
pub mod metric;
pub mod model;
pub mod perceptron;
pub mod ranking;
pub mod ratings;
pub mod scorer;
pub mod scoring;
mod serde_message;
pub mod settings;
mod sorting;
pub mod statistics;
pub mod svm;
pub mod visible;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

/// The attribute of a test on the current target: libtest's natively, the one of wasm-bindgen's runner on wasm32.
/// That runner ignores attributes of libtest.
#[cfg(all(test, not(target_arch = "wasm32")))]
use core::prelude::v1::test;
#[cfg(all(test, target_arch = "wasm32"))]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[cfg(all(test, target_arch = "wasm32"))]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
