#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/targets.rs"]
mod targets;

#[path = "../../tests/hostile/pages.rs"]
mod pages;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pages::pages(bytes));
