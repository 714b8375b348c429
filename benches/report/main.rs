//! `npm run bench`: the native half of the report, as JSON; `scripts/bench.mjs` adds what the browser reaches and writes
//! it as Markdown.
//!
//! Everything is a ratio within one run: what is measured and what it is compared with take turns.

mod data;
mod growth;
mod oracle;
mod parsing;
mod training;

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

/// One line of the report: a figure taken several times.
#[derive(Serialize)]
pub struct Row {
    /// Name of the row, by which the script knows its bar.
    pub row: String,
    /// What the figures are.
    pub unit: &'static str,
    /// The figures.
    pub values: Vec<f64>,
    /// What else is worth knowing.
    pub note: String,
}

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    growth: Vec<growth::Growth>,
}

/// Seconds that `work` takes.
pub fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed().as_secs_f64(), result)
}

fn main() {
    let mut rows = Vec::new();
    let mut step = |name: &str, mut more: Vec<Row>| {
        eprintln!("  {name}");
        rows.append(&mut more);
    };
    step("oracles", oracle::rows());
    step("one iteration", vec![training::iteration()]);
    step("whole runs", training::whole_runs());
    step("share of the QP", training::qp_shares());
    step("parsing", vec![parsing::row()]);
    let growth = growth::growth();
    eprintln!("  growth");
    let report = Report { rows, growth };
    let json = serde_json::to_string(&report).expect("numbers and names are JSON");
    // For the browser half: the report, and the data that both train on.
    let folder = std::env::args().skip_while(|argument| argument != "--into").nth(1).map(PathBuf::from);
    match folder {
        None => println!("{json}"),
        Some(folder) => {
            let write = |name: &str, text: String| {
                std::fs::write(folder.join(name), text).expect("the folder can be written to");
            };
            write("report.json", json);
            write("small.txt", data::letor(&data::made(&data::SMALL, 1)));
            write("large.txt", data::letor(&data::made(&data::LARGE, 1)));
        }
    }
}
