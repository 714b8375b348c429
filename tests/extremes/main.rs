//! Extreme numbers: training ends at its gap or with a named reason, every figure on the way can be drawn, and the final
//! certificate holds in exact arithmetic.

#![cfg(not(target_arch = "wasm32"))]

mod certificate;
mod numbers;
#[path = "../hostile/reports.rs"]
mod reports;
mod runs;
mod sizes;
// Shared with `tests/core/`, which uses more of it.
#[allow(dead_code)]
#[path = "../core/support.rs"]
mod support;
