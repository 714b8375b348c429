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
