//! Hostile input: a bounded version of the fuzz tests in `fuzz/`, and every input that once violated a guarantee.

#![cfg(not(target_arch = "wasm32"))]

mod bytes;
mod cases;
mod click_logs;
#[path = "../core/export/engine_scores.rs"]
mod engines;
mod foreign;
mod judgements;
mod learners;
mod many;
mod models;
mod pages;
mod properties;
mod rankers;
mod reports;
mod studies;
mod targets;

/// A target takes bytes and panics if a property is violated.
type Target = fn(&[u8]);

/// All targets with the names that `fuzz/` and the stored cases use.
const TARGETS: [(&str, Target); 18] = [
    ("letor", targets::letor),
    ("formats", targets::formats),
    ("ratings", targets::ratings),
    ("click_logs", click_logs::click_logs),
    ("factors", targets::factors),
    ("model", targets::model),
    ("foreign", foreign::foreign),
    ("rankers", rankers::rankers),
    ("judgements", judgements::judgements),
    ("pages", pages::pages),
    ("settings", targets::settings),
    ("studies", studies::studies),
    ("words", targets::words),
    ("names", targets::names),
    ("numbers", targets::numbers),
    ("learners", learners::learners),
    ("scorers", models::scorers),
    ("exports", models::exports),
];
