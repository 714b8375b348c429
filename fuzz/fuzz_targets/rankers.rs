#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/rankers.rs"]
mod rankers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rankers::rankers(bytes));
