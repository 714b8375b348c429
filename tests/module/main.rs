//! Tests of what only the WebAssembly target can break: the bindings, the bits of the numbers, and counts beyond 32
//! bits. They run in a headless browser; everything else is tested natively in `tests/core`.
#![cfg(target_arch = "wasm32")]

mod bindings;
mod bindings_arrays;
mod bindings_study;
#[path = "../core/clicks/bits.rs"]
mod click_bits;
#[path = "../core/ratings/factorization.rs"]
mod factorization;
#[expect(dead_code, reason = "native tests use the rest")]
#[path = "../core/figures.rs"]
mod figures;
#[path = "../core/run/golden.rs"]
mod golden;
#[path = "../core/loss/long_queries.rs"]
mod long_queries;
#[path = "../core/metric/statistics.rs"]
mod statistics;
#[expect(dead_code, reason = "native tests use the rest")]
#[path = "../core/study/cells.rs"]
mod study;
#[expect(dead_code, reason = "native tests use the rest")]
#[path = "../core/support.rs"]
mod support;

/// The attribute of a test of wasm-bindgen's runner, under the name that the native tests have.
use wasm_bindgen_test::wasm_bindgen_test as test;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
