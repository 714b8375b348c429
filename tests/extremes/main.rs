//! Extreme numbers: training converges or stops with a named reason, and every figure can be drawn. The final
//! certificate holds in exact arithmetic.

#![cfg(not(target_arch = "wasm32"))]

mod certificate;
#[expect(dead_code, reason = "shared with tests/core/, which uses the rest of it")]
#[path = "../core/figures.rs"]
mod figures;
#[path = "../core/learner/growth.rs"]
mod growth;
mod growth_on_samples;
mod numbers;
#[path = "../hostile/reports.rs"]
mod reports;
mod runs;
mod sizes;
#[expect(dead_code, reason = "shared with tests/core/, which uses the rest of it")]
#[path = "../core/support.rs"]
mod support;
