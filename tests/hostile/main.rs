//! Hostile input: a bounded version of what `fuzz/` runs without end, and every input that once broke a promise.

#![cfg(not(target_arch = "wasm32"))]

mod cases;
mod many;
mod properties;
mod reports;
mod targets;
