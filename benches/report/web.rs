//! DORM on data in the shape of web search with five grades, where the merge has many states.

use std::sync::Arc;

use crate::Row;
use crate::data::{WEB, made};
use crate::training::{bare_pair, dorm, train};

const REPETITIONS: usize = 3;

/// Returns the time of one iteration without the QP, in pairs of bare passes, and of the whole run, in seconds.
pub fn rows() -> Vec<Row> {
    let data = Arc::new(made(&WEB, 1));
    let settings = dorm(10.0, "aligned", "n-slack");
    let (mut iterations, mut whole) = (Vec::new(), Vec::new());
    let (mut pairs, mut note) = (f64::INFINITY, String::new());
    for _ in 0..REPETITIONS {
        let pair = bare_pair(&data);
        let (spent, stop) = train(&data, &settings);
        iterations.push((spent.oracle + spent.measure) / (stop.iterations + 1) as f64 / pair);
        whole.push(spent.total());
        pairs = pairs.min(pair);
        note = format!("{} iterations, gap {:.3} %", stop.iterations, stop.gap.unwrap_or(f64::NAN) * 100.0);
    }
    let pair = format!("oracle, planes and measures; the pair {:.1} ms", pairs * 1e3);
    vec![
        Row { row: "iteration web".to_owned(), unit: "pairs", values: iterations, note: pair },
        Row { row: "run web".to_owned(), unit: "s", values: whole, note },
    ]
}
