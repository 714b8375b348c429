#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/bytes.rs"]
mod bytes;
#[path = "../../tests/hostile/learners.rs"]
mod learners;
#[path = "../../tests/hostile/reports.rs"]
mod reports;
#[path = "../../tests/hostile/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| learners::learners(bytes));
