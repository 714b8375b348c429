//! `npm run bench`: the native half of the report. Prints one JSON document; `scripts/bench.mjs` adds what the browser
//! reaches and writes it as Markdown.
//!
//! Everything is a ratio within one run: what is measured and what it is compared with take turns.

mod data;
mod growth;
mod oracle;
mod parsing;
mod training;

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
    if std::env::var("TUNE").is_ok() {
        for r in training::whole_runs().iter().chain(
            if std::env::var("TUNE").unwrap() == "2" { Vec::new() } else { training::qp_shares() }.iter(),
        ) {
            let mut v = r.values.clone();
            v.sort_by(f64::total_cmp);
            println!("{:28} {:.1} {:.1} {}", r.row, v[0], v[v.len() / 2], r.note);
        }
        return;
    }
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
    println!("{}", serde_json::to_string(&report).expect("numbers and names are JSON"));
}
