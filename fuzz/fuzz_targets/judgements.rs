#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/judgements.rs"]
mod judgements;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| judgements::judgements(bytes));
