//! The laboratory of steps in the catalogue: its options and its text. Must not know how it is computed.

use std::sync::Arc;

use super::{StepRow, StepsExperiment, StepsOptions, StepsResult};
use crate::data::Dataset;
use crate::theory::shared::{SCALE, choice, scaled};
use crate::theory::{Lab, LabOption, LabValues};
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

/// Values of ε beside that of the option.
const EPSILONS: [f64; 9] = [0.5, 0.3, 0.1, 0.05, 0.03, 0.01, 0.003, 0.001, 0.0003];

/// The laboratory.
pub(in crate::theory) static STEPS: Lab = Lab {
    name: "steps",
    title: "Steps",
    summary: "How many cutting planes does DORM need, and how many does the theory allow?",
    source: "Le, Smola, Chapelle and Teo 2010, section 2.4; Tsochantaridis et al. 2005",
    needs_data: true,
    takes_test: false,
    options: &[
        LabOption::number("c", "C", "10", [1e-3, 1e4], "Weight of the mean slack."),
        LabOption::number(
            "epsilon",
            "ε",
            "0.001",
            [1e-4, 0.5],
            "The least violation; the gap is C times it.",
        ),
        LabOption::choice("decay", "Decay", DECAYS, "Decay c of the feature map."),
        LabOption::choice("measure", "Measure", MEASURES, "The measure of the loss Δ."),
        SCALE,
    ],
};

/// Runs the laboratory.
///
/// # Errors
/// As the experiment; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(data: Option<&Dataset>, values: &LabValues) -> Result<StepsResult, Error> {
    let least = values.number("epsilon");
    let options = StepsOptions {
        measure: values.choice("measure").to_owned(),
        decay: values.choice("decay").to_owned(),
        c: values.number("c"),
        epsilons: EPSILONS.into_iter().filter(|&epsilon| epsilon > least).chain([least]).collect(),
        ..StepsOptions::default()
    };
    let mut experiment = StepsExperiment::new(Arc::new(scaled(data, values)?.into_owned()), options)?;
    while !experiment.advance(usize::MAX) {}
    Ok(experiment.result())
}

const DECAYS: &[Choice] = &[
    choice("power:0.5", "1/√(j+1)", "The usual decay."),
    choice("power:0.25", "(j+1)^−¼", "A slow decay."),
    choice("power:1", "1/(j+1)", "A fast decay."),
    choice("power:2", "1/(j+1)²", "Hardly more than the first rank."),
    choice("log", "1/ln(j+3)", "The slowest decay."),
    choice("measure", "the discounts", "The discounts of the measure."),
];

const MEASURES: &[Choice] = &[
    choice("ndcg@10", "NDCG@10", "NDCG of the first ten ranks."),
    choice("ndcg", "NDCG", "NDCG of all ranks."),
    choice("mrr", "MRR", "Reciprocal rank of the first relevant document."),
];

impl StepsResult {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "m = {}, C = {}, Δ̄ = {:.6}, R = {:.6}",
                self.queries, self.c, self.largest_loss, self.radius
            ),
            format!("{:>10} {:>12} {:>14} {:>10} {:>12}", "ε", "gap Cε", "bound", "planes", "iterations"),
        ];
        let either = |n: Option<usize>| n.map_or_else(|| "not reached".to_owned(), |n| n.to_string());
        for StepRow { epsilon, gap, bound, planes, iterations, .. } in &self.rows {
            lines.push(format!(
                "{epsilon:>10} {gap:>12.6} {bound:>14.4e} {:>10} {:>12}",
                either(*planes),
                either(*iterations)
            ));
        }
        lines
    }
}
