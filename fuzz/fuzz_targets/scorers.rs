#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/bytes.rs"]
mod bytes;
#[path = "../../tests/core/export/engine_scores.rs"]
mod engines;
#[path = "../../tests/hostile/models.rs"]
mod models;
#[path = "../../tests/hostile/reports.rs"]
mod reports;
#[path = "../../tests/hostile/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| models::scorers(bytes));
