#![no_main]
#![allow(dead_code)]

#[path = "../../tests/hostile/click_logs.rs"]
mod click_logs;
#[path = "../../tests/hostile/reports.rs"]
mod reports;
#[path = "../../tests/hostile/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| click_logs::click_logs(bytes));
