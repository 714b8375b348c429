//! Makes a data set from arrays, follows a run with the loss curve, and writes the curve as SVG.
//!
//! `cargo run --example arrays_and_charts -- curve.svg`

use std::error::Error;
use std::sync::Arc;

use rankscope::chart::{MarksKind, MarksPlot, MarksPoint, MarksSeries, marks_svg};
use rankscope::data::{Dataset, QueryIds};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};

fn main() -> Result<(), Box<dyn Error>> {
    // 20 queries of 6 documents with 2 features: the first one says the grade, with an error of up to 1.
    let (n_queries, n_documents) = (20, 6);
    let rows = n_queries * n_documents;
    let grades: Vec<f64> = (0..rows).map(|row| f64::from(row * 7 % 3)).collect();
    let features: Vec<f64> = grades
        .iter()
        .enumerate()
        .flat_map(|(row, grade)| [grade + (row * 37 % 100) as f64 / 100.0, (row * 53 % 100) as f64 / 100.0])
        .collect();
    let queries = QueryIds::Numbers((0..rows).map(|row| f64::from(row / n_documents)).collect());
    let names = ["the grade with an error".to_owned(), "noise".to_owned()];
    let data = Dataset::from_arrays(&features, &grades, &queries, &names)?;

    let mut run = TrainingRun::new(Arc::new(data), &TrainingSettings { c: 10.0, ..Default::default() })?;
    let mut points = Vec::new();
    loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                // Methods without an objective report none.
                if let Some(y) = report.step.objective {
                    points.push(MarksPoint { x: report.step.iteration as f64, y, ..Default::default() });
                }
            }
            Progress::Stopped { stop } => {
                println!("{} iterations, w = {:.3?}", stop.iterations, run.model()?.weights()?);
                break;
            }
        }
    }
    let svg = marks_svg(&MarksPlot {
        kind: MarksKind::Line,
        title: "Objective".into(),
        x_label: "iteration".into(),
        y_label: "objective".into(),
        x_names: Vec::new(),
        x_log: false,
        y_log: false,
        series: vec![MarksSeries { name: "primal".into(), points }],
    })?;
    match std::env::args().nth(1) {
        Some(path) if path.ends_with(".svg") => std::fs::write(path, svg)?,
        _ => println!(
            "The curve is an SVG document of {} bytes. Name a file that ends with .svg to keep it.",
            svg.len()
        ),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_runs() {
        super::main().unwrap();
    }
}
