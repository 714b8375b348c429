//! Structured losses and their trainer, on small random problems.

#![cfg(not(target_arch = "wasm32"))]

mod history;
mod long_queries;
mod microscope;
mod oracles;
mod support;
mod training;
