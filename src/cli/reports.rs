//! The reports of a run on standard output: a line or a JSON object per iteration, and one at the end.

use std::collections::BTreeMap;

use rankscope::learner::{Detail, PlaneFigures};
use rankscope::model::Model;
use rankscope::run::{MeasureValue, Overview, StepReport, Stop};
use serde_json::{Map, Value, json};

use super::Failure;
use super::importance::Importance;
use super::origin::model_iteration;
use super::terminal::{is_quiet, print_line, print_object};

/// The reports of a run, printed on standard output.
pub struct Reports {
    json: bool,
    /// The first iteration to print. Those before it are of the model that training goes on from.
    pub first: usize,
    /// Whether training continues if standard output fails.
    pub must_go_on: bool,
    /// The failure of standard output. After it, nothing is printed.
    pub failure: Option<Failure>,
    /// Whether there are validation and test data.
    watched: [bool; 2],
    /// The measures of every iteration on training, validation and test data.
    measured: Vec<[Vec<MeasureValue>; 3]>,
    /// Names of the features, for the text.
    names: Vec<Option<String>>,
}

impl Reports {
    /// Returns reports as text or as JSON.
    pub fn new(json: bool, must_go_on: bool, watched: [bool; 2], names: Vec<Option<String>>) -> Self {
        Self { json, first: 0, must_go_on, failure: None, watched, measured: Vec::new(), names }
    }

    /// Returns the measures of an iteration on training, validation and test data.
    pub fn measures_at(&self, iteration: usize) -> [Vec<MeasureValue>; 3] {
        self.measured.get(iteration).cloned().unwrap_or_default()
    }

    /// Prints the sizes and names of the run.
    pub fn start(&mut self, overview: &Overview) -> Result<(), Failure> {
        if self.json || is_quiet() {
            return Ok(());
        }
        let (used, skipped) = (overview.queries_used, overview.queries_skipped);
        let sizes = format!("{} documents, {} features", overview.documents, overview.features);
        let oracle = match overview.oracle.as_str() {
            "" => String::new(),
            oracle => format!("; oracle: {oracle}"),
        };
        self.line(&format!("{used} queries used, {skipped} skipped; {sizes}{oracle}"))
    }

    /// Prints an iteration. The heading stands above the first one.
    pub fn step(&mut self, report: &StepReport, overview: &Overview) -> Result<(), Failure> {
        let measured = [&report.train, &report.valid, &report.test].map(|values| measures(values));
        let is_first = self.measured.len() == self.first;
        self.measured.push([report.train.clone(), report.valid.clone(), report.test.clone()]);
        if is_quiet() || report.step.iteration < self.first {
            return Ok(());
        }
        if self.json {
            return self.object("iteration", object(report, &overview.components, measured));
        }
        let columns = columns(report, &self.names);
        if is_first {
            self.line(&heading(&columns, &overview.measures, self.watched))?;
        }
        self.line(&row(report, &columns))
    }

    /// Prints the end, with the measures of the model.
    pub fn finish(
        &mut self,
        stop: &Stop,
        model: &Model,
        overview: &Overview,
        seconds: f64,
    ) -> Result<(), Failure> {
        let iteration = model_iteration(stop);
        if !self.json {
            let line = match &stop.planes {
                Some(proved) => format!(
                    "{}: gap {} % after {} iterations, objective between {} and {}, {seconds:.2} s",
                    stop.reason,
                    figure(100.0 * proved.gap, 3),
                    stop.iterations,
                    figure(proved.dual, 6),
                    figure(proved.best_primal, 6)
                ),
                None => {
                    let objective = stop.best_objective;
                    let objective = objective
                        .map_or_else(String::new, |value| format!(", objective {}", figure(value, 6)));
                    let gap = stop.gap.map_or_else(String::new, |gap| format!(", gap {gap:.1e}"));
                    format!(
                        "{} after {} iterations{objective}{gap}; the model is that of iteration {iteration}, \
                         {seconds:.2} s",
                        stop.reason, stop.iterations
                    )
                }
            };
            self.line(&line)?;
            let lines = Importance::of(model).map_or_else(Vec::new, |found| found.lines(model));
            return lines.iter().filter(|_| !is_quiet()).try_for_each(|line| self.line(line));
        }
        let [train, valid, test] = self.measures_at(iteration).map(|values| measures(&values));
        let mut end = json!({
            "stopped": stop.reason.to_string(), "problem": stop.problem, "iterations": stop.iterations,
            "best_iteration": stop.best_iteration, "chosen": stop.chosen, "best_objective": stop.best_objective,
            "gap": stop.gap, "train": train, "valid": valid, "test": test,
            "queries_used": overview.queries_used, "queries_skipped": overview.queries_skipped,
            "preparation": overview.preparation, "map": overview.map, "seconds": seconds,
        });
        if let Some(proved) = &stop.planes {
            end["zero_primal"] = json!(proved.zero_primal);
            end["beats_zero"] = json!(proved.beats_zero);
            end["best_primal"] = json!(proved.best_primal);
            end["dual"] = json!(proved.dual);
            end["start"] = json!(proved.start);
        }
        if let Some(found) = Importance::of(model) {
            end["features"] = found.json(model);
        }
        if let Ok(weights) = model.weights() {
            end["weights"] = json!(weights);
        }
        self.object("result", end)
    }

    fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.print(|| print_line(line))
    }

    fn object(&mut self, kind: &str, value: Value) -> Result<(), Failure> {
        self.print(|| print_object(kind, value))
    }

    fn print(&mut self, print: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        if self.failure.is_some() {
            return Ok(());
        }
        match print() {
            Err(failure) if self.must_go_on => {
                self.failure = Some(failure);
                Ok(())
            }
            result => result,
        }
    }
}

/// Returns the means of a data set by the names of their measures.
fn measures(values: &[MeasureValue]) -> Value {
    Value::Object(values.iter().map(|mean| (mean.measure.clone(), json!(mean.value))).collect::<Map<_, _>>())
}

fn object(report: &StepReport, components: &[String], [train, valid, test]: [Value; 3]) -> Value {
    let mut object = json!(report.step);
    if let Detail::Planes(figures) = &report.step.detail {
        let slacks = components.iter().zip(&figures.component_slacks).collect::<BTreeMap<_, _>>();
        object["component_slacks"] = json!(slacks);
        object["ramp_objective"] = json!(figures.ramp_objective);
    }
    (object["train"], object["valid"], object["test"]) = (train, valid, test);
    object
}

/// A column of the text report: its heading, its width, and the value.
type Column = (&'static str, usize, String);

/// The columns of an iteration, besides its number and its measures.
fn columns(report: &StepReport, names: &[Option<String>]) -> Vec<Column> {
    let name = |feature: usize| named(feature, names);
    let optional =
        |value: Option<f64>, decimals| value.map_or_else(|| "–".to_owned(), |value| figure(value, decimals));
    if let Detail::Planes(PlaneFigures { round, primal, dual, mean_slack, mean_loss, norm, cuts, .. }) =
        &report.step.detail
    {
        let gap = 100.0 * report.step.gap.unwrap_or(f64::NAN);
        return vec![
            ("round", 5, round.to_string()),
            ("primal", 12, figure(*primal, 6)),
            ("dual", 12, figure(*dual, 6)),
            ("gap %", 8, figure(gap, 3)),
            ("slack", 9, figure(*mean_slack, 5)),
            ("loss", 9, figure(*mean_loss, 5)),
            ("norm", 9, figure(*norm, 5)),
            ("cuts", 7, cuts.to_string()),
        ];
    }
    let mut columns = Vec::new();
    if report.step.objective.is_some() {
        columns.push(("objective", 12, optional(report.step.objective, 6)));
    }
    match &report.step.detail {
        Detail::Planes(_) => {}
        Detail::Descent(figures) => {
            if let Some(gap) = report.step.gap {
                columns.push(("gap", 9, format!("{gap:.1e}")));
            }
            columns.push(("loss", 9, figure(figures.mean_loss, 5)));
            if figures.gradient_norm.is_some() {
                columns.push((
                    "gradient",
                    10,
                    figures.gradient_norm.map_or_else(String::new, |norm| format!("{norm:.2e}")),
                ));
            }
            columns.push(("norm", 9, figure(figures.norm, 5)));
            if figures.smoothing.is_some() {
                columns.push(("smoothing", 10, optional(figures.smoothing, 6)));
            }
            if figures.moved.is_some() {
                columns.push(("moved", 9, optional(figures.moved, 5)));
            }
            if figures.rate.is_some() {
                columns.push(("rate", 9, optional(figures.rate, 6)));
            }
            if figures.pair_error.is_some() {
                columns.push(("pair error", 10, optional(figures.pair_error, 5)));
            }
            if report.step.gap.is_none() && figures.gradient_norm.is_none() && figures.rate.is_none() {
                let mistakes =
                    figures.mistakes.map_or_else(|| "–".to_owned(), |mistakes| mistakes.to_string());
                columns.push(("mistakes", 9, mistakes));
            }
        }
        Detail::Boosting(figures) => {
            let chosen = figures.chosen.map_or_else(
                || "–".to_owned(),
                |chosen| match chosen.threshold {
                    Some(threshold) => format!("{} > {threshold:.4}", name(chosen.feature)),
                    None => name(chosen.feature),
                },
            );
            columns.push(("feature", 16, chosen));
            columns.push(("alpha", 9, figure(figures.alpha, 5)));
            columns.push(("edge", 9, figure(figures.edge, 5)));
            columns.push(("pair error", 10, optional(figures.pair_error, 5)));
        }
        Detail::Online(figures) => {
            columns.push(("paid", 9, figure(figures.paid, 5)));
            columns.push(("regret", 9, figure(figures.regret, 5)));
            columns.push(("bound", 9, figure(figures.bound, 5)));
            columns.push(("rate", 10, figure(figures.rate, 6)));
            columns.push(("norm", 9, figure(figures.norm, 5)));
        }
        Detail::Fixed(figures) => {
            if let Some(value) = figures.value {
                let chosen = figures.chosen.map_or_else(
                    || "–".to_owned(),
                    |chosen| format!("{}{}", if chosen.alpha < 0.0 { "−" } else { "" }, name(chosen.feature)),
                );
                columns.push(("feature", 8, chosen));
                columns.push(("value", 9, figure(value, 5)));
            }
        }
    }
    columns
}

/// Returns the name of a feature, from 1, cut to the width of a column, or its number.
fn named(feature: usize, names: &[Option<String>]) -> String {
    const MOST: usize = 20;
    let name = feature.checked_sub(1).and_then(|place| names.get(place)).and_then(Option::as_deref);
    match name {
        None => feature.to_string(),
        Some(name) if name.chars().count() <= MOST => name.to_owned(),
        Some(name) => format!("{}…", name.chars().take(MOST - 1).collect::<String>()),
    }
}

fn heading(columns: &[Column], measures: &[String], [valid, test]: [bool; 2]) -> String {
    let mut line = format!("{:>5}", "iter");
    for (name, width, _) in columns {
        line.push_str(&format!(" {name:>width$}"));
    }
    for (set, present) in [("train", true), ("valid", valid), ("test", test)] {
        for measure in measures.iter().filter(|_| present) {
            line.push_str(&format!(" {:>14}", format!("{set} {measure}")));
        }
    }
    line
}

fn row(report: &StepReport, columns: &[Column]) -> String {
    let mut line = format!("{:>5}", report.step.iteration);
    for (_, width, value) in columns {
        line.push_str(&format!(" {value:>width$}"));
    }
    for mean in report.train.iter().chain(&report.valid).chain(&report.test) {
        let value = mean.value.map_or_else(|| "–".to_owned(), |value| figure(value, 4));
        line.push_str(&format!(" {value:>14}"));
    }
    line
}

/// Formats a number with `decimals` decimals, or in scientific form if it is too wide for a column.
pub fn figure(number: f64, decimals: usize) -> String {
    if number.is_finite() && number.abs() >= 1e9 {
        format!("{number:.3e}")
    } else {
        format!("{number:.decimals$}")
    }
}
