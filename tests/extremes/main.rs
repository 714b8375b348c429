//! Extreme numbers: training converges or stops with a named reason, and every figure can be drawn. The final
//! certificate holds in exact arithmetic.

#![cfg(not(target_arch = "wasm32"))]

mod certificate;
// Shared with `tests/core/`.
#[allow(dead_code)]
#[path = "../core/figures.rs"]
mod figures;
mod numbers;
#[path = "../hostile/reports.rs"]
mod reports;
mod runs;
mod sizes;
// Shared with `tests/core/`, which uses the rest of it.
#[allow(dead_code)]
#[path = "../core/support.rs"]
mod support;
