//! `npm run bench`: the native half of the report, as JSON. `scripts/bench.mjs` adds the browser half and writes
//! Markdown.
//!
//! Most figures are ratios within one run, and the two sides of a ratio are measured alternately.

mod big;
mod data;
mod growth;
mod memory;
mod methods;
mod newton;
mod oracle;
mod parsing;
mod peers;
mod real;
mod rounds;
mod threads;
mod training;
mod trees;
mod web;
mod wide;

use std::path::PathBuf;
use std::time::Instant;

use rankscope::util::threads::alone;
use serde::Serialize;

/// The same as in the command-line program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// One line of the report: a figure that was measured several times.
#[derive(Clone, Serialize)]
pub struct Row {
    /// Name of the row, by which the script finds its bar.
    pub row: String,
    /// Unit of the figures.
    pub unit: &'static str,
    /// The measured figures.
    pub values: Vec<f64>,
    /// Further information.
    pub note: String,
}

#[derive(Serialize)]
struct Report {
    rows: Vec<Row>,
    growth: Vec<growth::Growth>,
}

/// Returns the seconds that `work` takes, and its result.
pub fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let began = Instant::now();
    let result = work();
    (began.elapsed().as_secs_f64(), result)
}

/// The parts of the report. `--only` chooses one of them.
const PARTS: [(&str, Part); 14] = [
    ("oracles", Part::Rows(oracle::rows)),
    ("runs", Part::Rows(training::rows)),
    ("threads", Part::Rows(threads::rows)),
    ("big", Part::Rows(big::rows)),
    ("web", Part::Rows(web::rows)),
    ("real", Part::Rows(real::rows)),
    ("parsing", Part::Rows(parsing::rows)),
    ("methods", Part::Rows(methods::rows)),
    ("steps", Part::Rows(steps)),
    ("wide", Part::Rows(wide::rows)),
    ("growth", Part::Growth(growth::growth)),
    ("peers", Part::Rows(peers::rows)),
    ("trees", Part::Rows(|| trees::rows(&trees::SMALL))),
    ("trees-large", Part::Rows(|| trees::rows(&trees::LARGE))),
];

enum Part {
    Rows(fn() -> Vec<Row>),
    Growth(fn() -> Vec<growth::Growth>),
}

/// Parts that are measured only by name, because they take long.
const NAMED: [&str; 3] = ["big", "trees", "trees-large"];
/// Parts that choose their number of threads. All others use one.
const THREADED: [&str; 4] = ["threads", "big", "trees", "trees-large"];

/// Returns the steps and rounds of the methods without cutting planes.
fn steps() -> Vec<Row> {
    [rounds::rows(), newton::rows()].concat()
}

fn main() {
    let argument = |name: &str| std::env::args().skip_while(|argument| argument != name).nth(1);
    let only = argument("--only").filter(|names| !names.is_empty());
    let chosen = |part: &str| match &only {
        Some(names) => names.split(',').any(|name| name == part),
        None => !NAMED.contains(&part),
    };
    // As `rankscope train` does.
    let threads = rankscope::util::threads::number(None).expect("all cores");
    rankscope::util::threads::set(threads).expect("nothing has computed yet");
    let mut report = Report { rows: Vec::new(), growth: Vec::new() };
    for (name, part) in PARTS.iter().filter(|(name, _)| chosen(name)) {
        match part {
            Part::Rows(rows) if THREADED.contains(name) => report.rows.extend(rows()),
            Part::Rows(rows) => report.rows.extend(alone(rows)),
            Part::Growth(growth) => report.growth.extend(alone(growth)),
        }
        eprintln!("  {name}");
    }
    let json = serde_json::to_string(&report).expect("numbers and names are JSON");
    // The browser half needs the report and the data that both halves train on.
    match argument("--into").map(PathBuf::from) {
        None => println!("{json}"),
        Some(folder) => {
            let write = |name: &str, text: String| {
                std::fs::write(folder.join(name), text).expect("the folder can be written to");
            };
            write("report.json", json);
            // Parts beside another program, which reads what it needs.
            let size = match only.as_deref() {
                Some("trees") => Some(&trees::SMALL),
                Some("trees-large") => Some(&trees::LARGE),
                _ => None,
            };
            if let Some(size) = size {
                trees::write(size, &folder).expect("the folder can be written to");
            }
            if matches!(only.as_deref(), Some("peers" | "trees" | "trees-large")) {
                return;
            }
            write("small.txt", data::letor(&data::made(&data::SMALL, 1)));
            if chosen("parsing") || chosen("page") {
                write("large.txt", data::letor(&data::made(&data::LARGE, 1)));
            }
        }
    }
}
