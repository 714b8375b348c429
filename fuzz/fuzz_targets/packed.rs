#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/reports.rs"]
mod reports;
#[path = "../../tests/hostile/packed.rs"]
mod packed;
#[path = "../../tests/hostile/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| packed::packed(bytes));
