//! The laboratory of complexity in the catalogue: its options and its text. Must not know how it is computed.

use std::sync::Arc;

use super::{ComplexityExperiment, ComplexityOptions, ComplexityResult};
use crate::data::Dataset;
use crate::theory::shared::{SCALE, SEED, scaled};
use crate::theory::{Lab, LabOption, LabValues};
use crate::util::error::Error;

/// The laboratory.
pub(in crate::theory) static COMPLEXITY: Lab = Lab {
    name: "complexity",
    title: "Complexity",
    summary: "How large is the Rademacher complexity of the linear scorers with ‖w‖ ≤ B on the data?",
    source: "Tewari 2015, \"How does Rademacher complexity scale?\"",
    needs_data: true,
    takes_test: false,
    options: &[
        LabOption::number("radius", "B", "1", [0.01, 1000.0], "Largest norm of w."),
        LabOption::whole("draws", "Draws", "10", [1.0, 1000.0], "Draws of the signs."),
        LabOption::whole("evaluations", "Evaluations", "40", [2.0, 1000.0], "Evaluations of an ascent."),
        SEED,
        SCALE,
    ],
};

/// Runs the laboratory.
///
/// # Errors
/// As the experiment; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(data: Option<&Dataset>, values: &LabValues) -> Result<ComplexityResult, Error> {
    let options = ComplexityOptions {
        radii: vec![values.number("radius")],
        draws: values.whole("draws"),
        evaluations: values.whole("evaluations"),
        seed: values.whole("seed") as u64,
    };
    let data = Arc::new(scaled(data, values)?.into_owned());
    let mut experiment = ComplexityExperiment::new(data, options)?;
    loop {
        experiment.advance(usize::MAX)?;
        if let Some(result) = experiment.result() {
            return Ok(result);
        }
    }
}

impl ComplexityResult {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("{} queries, R = {:.6}, R/√N = {:.10}", self.queries, self.largest_norm, self.slide),
            format!(
                "ρ = {:.10}; simulated {:.6} ± {:.6}",
                self.rho, self.simulated.mean, self.simulated.standard_error
            ),
        ];
        for of in &self.radii {
            lines.push(format!(
                "B = {}: at least {:.6} ± {:.6}, at most {:.6}; B·R/√N = {:.6}",
                of.radius, of.lower.mean, of.lower.standard_error, of.upper, of.slide
            ));
        }
        lines
    }
}
