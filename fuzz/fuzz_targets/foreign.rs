#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/foreign.rs"]
mod foreign;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| foreign::foreign(bytes));
