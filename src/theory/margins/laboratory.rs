//! The laboratory of margins in the catalogue: its options, the scorers that it names, and its text. Must not know how
//! margins are counted.

use std::sync::Arc;

use super::{MarginCurve, MarginCurves, MarginOptions, MarginScorer, margin_curves};
use crate::data::Dataset;
use crate::loss::Generator;
use crate::method::settings::TrainingSettings;
use crate::run::{Progress, TrainingRun};
use crate::theory::shared::{DELTA, FEATURES, SCALE, choice, scaled};
use crate::theory::{Lab, LabOption, LabValues};
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

/// The laboratory.
pub(in crate::theory) static MARGINS: Lab = Lab {
    name: "margins",
    title: "Margins",
    summary: "What does the margin bound say of a scorer along γ, and how many queries would it need?",
    source: "Usunier, Buffoni and Gallinari 2009, Theorem 4",
    needs_data: true,
    takes_test: false,
    options: &[
        LabOption::choice("scorer", "Scorer", SCORERS, "The scorer, scaled to norm 1."),
        LabOption::whole("feature", "Feature", "1", FEATURES, "The feature that scores."),
        LabOption::number("largest", "Largest γ", "1", [0.01, 100.0], "The last value of γ."),
        LabOption::whole("steps", "Steps", "50", [2.0, 500.0], "Values of γ after 0."),
        LabOption::number("wanted", "Wanted", "1", [0.01, 1.0], "The wanted sum of both terms."),
        DELTA,
        SCALE,
    ],
};

/// Runs the laboratory.
///
/// # Errors
/// As the experiment; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(data: Option<&Dataset>, values: &LabValues) -> Result<MarginCurves, Error> {
    let data = scaled(data, values)?;
    let scorer = match values.choice("scorer") {
        "ranksvm" => MarginScorer::Weights(trained(&data)?),
        _ => MarginScorer::Feature(values.whole("feature")),
    };
    let (largest, steps) = (values.number("largest"), values.whole("steps"));
    let options = MarginOptions {
        scorer,
        generators: vec![Generator::Constant, Generator::InverseRank, Generator::Exponential(10.0)],
        gammas: (0..=steps).map(|step| largest * step as f64 / steps as f64).collect(),
        delta: values.number("delta"),
        threshold: 1,
        wanted: values.number("wanted"),
    };
    margin_curves(&data, &options)
}

const SCORERS: &[Choice] = &[
    choice("feature", "A feature", "A single feature."),
    choice("ranksvm", "RankSVM", "The w of RankSVM, trained on the same data with C = 100."),
];

/// Returns the w of RankSVM.
fn trained(data: &Dataset) -> Result<Vec<f64>, Error> {
    let settings = TrainingSettings { method: "ranksvm".to_owned(), c: 100.0, ..TrainingSettings::default() };
    let mut run = TrainingRun::new(Arc::new(data.clone()), &settings)?;
    run.leave_out_ledger();
    while !matches!(run.advance(usize::MAX), Progress::Stopped { .. }) {}
    Ok(run.model()?.weights()?.to_vec())
}

impl MarginCurves {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} queries, d = {}, Z = {:.6}, δ = {} over {} values of γ",
            self.queries,
            self.features,
            self.largest_distance,
            self.delta,
            self.gammas.len()
        )];
        let names = self.curves.iter().map(|curve| format!(" {:>14}", curve.generator));
        lines.push(format!("{:>8} {:>12}{}", "γ", "second term", names.collect::<String>()));
        // Every tenth value is enough to read.
        let every = self.gammas.len().div_ceil(10);
        for (place, gamma) in self.gammas.iter().enumerate().step_by(every) {
            let second = self.second_chosen[place]
                .map_or_else(|| "infinite".to_owned(), |second| format!("{second:.6}"));
            let firsts = self.curves.iter().map(|curve| format!(" {:>14.10}", curve.first[place]));
            lines.push(format!("{gamma:>8.4} {second:>12}{}", firsts.collect::<String>()));
        }
        let either =
            |number: Option<f64>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
        for MarginCurve { generator, error, best_sum, best_gamma, queries_needed, .. } in &self.curves {
            lines.push(format!(
                "{generator}: OWPC error {error:.10}; least sum {} at γ = {}; queries needed: {}",
                either(*best_sum),
                either(*best_gamma),
                either(*queries_needed)
            ));
        }
        lines
    }
}
