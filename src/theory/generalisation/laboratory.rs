//! The laboratory of generalisation in the catalogue: its options and its text. Must not know how it is computed.

use super::{
    GeneralisationExperiment, GeneralisationOptions, GeneralisationResult, MOST_DRAWS, MOST_QUERIES,
};
use crate::data::Dataset;
use crate::theory::shared::{DELTA, FEATURES, SCALE, SEED, scaled};
use crate::theory::{Lab, LabOption, LabValues};
use crate::util::error::Error;

/// The values of B beside that of the option.
const RADII: [f64; 7] = [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0];

/// The laboratory.
pub(in crate::theory) static GENERALISATION: Lab = Lab {
    name: "generalisation",
    title: "Generalisation",
    summary: "How far is the loss on N drawn queries from the risk, and do the bounds hold?",
    source: "Tewari 2015, \"A data-dependent generalization error bound\"",
    needs_data: true,
    takes_test: false,
    options: &[
        LabOption::whole("queries", "N", "20", [1.0, MOST_QUERIES as f64], "Queries of a draw."),
        LabOption::number("radius", "B", "5", [0.1, 100.0], "Largest norm of w."),
        DELTA,
        LabOption::whole("first", "First feature", "1", FEATURES, "First feature of the scorer."),
        LabOption::whole("second", "Second feature", "2", FEATURES, "Second feature of the scorer."),
        LabOption::whole("draws", "Draws", "1000", [1.0, MOST_DRAWS as f64], "Number of draws."),
        SEED,
        SCALE,
    ],
};

/// Runs the laboratory.
///
/// # Errors
/// As the experiment; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(
    data: Option<&Dataset>,
    values: &LabValues,
) -> Result<GeneralisationResult, Error> {
    let radius = values.number("radius");
    let mut radii: Vec<f64> = RADII.into_iter().filter(|&other| other != radius).chain([radius]).collect();
    radii.sort_unstable_by(f64::total_cmp);
    let options = GeneralisationOptions {
        features: [values.whole("first"), values.whole("second")],
        queries: values.whole("queries"),
        radii,
        delta: values.number("delta"),
        draws: values.whole("draws"),
        seed: values.whole("seed") as u64,
    };
    let data = scaled(data, values)?;
    let mut experiment = GeneralisationExperiment::new(&data, options)?;
    loop {
        experiment.advance(usize::MAX)?;
        if let Some(result) = experiment.result() {
            return Ok(result);
        }
    }
}

impl GeneralisationResult {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let [first, second] = self.features;
        let mut lines = vec![
            format!(
                "{} draws of N = {} queries from {}; features {first} and {second}; δ = {}",
                self.draws, self.queries, self.population, self.delta
            ),
            format!(
                "{:>8} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>7} {:>8} {:>10} {:>6}",
                "B",
                "training",
                "risk",
                "least",
                "sym. max",
                "max |R−R̂|",
                "slide",
                "held",
                "uniform",
                "full",
                "held"
            ),
        ];
        for of in &self.radii {
            lines.push(format!(
                "{:>8} {:>10.6} {:>10.6} {:>10.6} {:>10.6} {:>10.6} {:>10.6} {:>7.3} {:>8.3} {:>10.6} {:>6.3}",
                of.radius,
                of.training.mean,
                of.risk.mean,
                of.least_risk,
                of.symmetrised.mean,
                of.deviation.mean,
                of.slide_bound.mean,
                of.slide_held,
                of.uniform_held,
                of.full_bound.mean,
                of.full_held
            ));
        }
        lines.push(format!(
            "B by the slide's bound: {}; by the full bound: {}; with the least risk: {}",
            self.chosen_by_slide, self.chosen_by_full, self.best
        ));
        lines
    }
}
