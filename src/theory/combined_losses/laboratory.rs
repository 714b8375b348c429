//! The laboratory of combined losses in the catalogue: its options and its text. Must not know how it is computed.

use std::sync::Arc;

use super::{CombinedLoss, CombinedLossesOptions, CombinedLossesResult, LEAST_SHARE, combined_losses};
use crate::data::Dataset;
use crate::method::list_items;
use crate::theory::shared::{SCALE, scaled};
use crate::theory::{Lab, LabOption, LabValues};
use crate::util::error::Error;

/// The relative gap of every solution.
const GAP: f64 = 1e-4;

/// The laboratory.
pub(in crate::theory) static COMBINED_LOSSES: Lab = Lab {
    name: "combined-losses",
    title: "Weights of combined losses",
    summary: "Which weights of several losses make the largest regret least, and what do other weights cost?",
    source: "Chakrabarti et al. 2008, section 3.7",
    needs_data: true,
    takes_test: false,
    options: &[
        LabOption::list(
            "components",
            "Components",
            "owpc:generator=constant,owpc:generator=inverse-rank",
            "At least two losses, as the components of the method combo.",
        ),
        LabOption::number("c", "C", "100", [0.1, 1e4], "Weight of the largest ratio."),
        LabOption::whole("points", "Points", "21", [2.0, 101.0], "Weights of the front, from 0 to 1."),
        SCALE,
    ],
};

/// Runs the laboratory.
///
/// # Errors
/// As [`combined_losses`]; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(
    data: Option<&Dataset>,
    values: &LabValues,
) -> Result<CombinedLossesResult, Error> {
    let options = CombinedLossesOptions {
        components: list_items(values.text("components")),
        c: values.number("c"),
        points: values.whole("points"),
        gap: GAP,
    };
    combined_losses(Arc::new(scaled(data, values)?.into_owned()), &options)
}

impl CombinedLossesResult {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let Self { c, components, objective, dual, norm, front } = self;
        let width = components.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
        let mut lines = vec![
            format!("C = {c}, objective between {dual:.6} and {objective:.6}, ‖w‖ = {norm:.6}"),
            format!(
                "{:width$} {:>7} {:>10} {:>10} {:>8} {:>12} {:>10} {:>9}",
                "component", "m", "R at 0", "R* alone", "λ", "C_l", "R", "ratio"
            ),
        ];
        for CombinedLoss { name, queries, at_zero, alone, part, slack, .. } in components {
            let part = match part {
                Some(part) => [
                    format!("{:.4}", part.share),
                    format!("{:.4}", part.weight),
                    format!("{:.5}", part.ratio),
                ],
                None => ["left out", "-", "-"].map(str::to_owned),
            };
            let [share, weight, ratio] = part;
            lines.push(format!(
                "{name:width$} {queries:>7} {at_zero:>10.6} {alone:>10.6} {share:>8} {weight:>12} {slack:>10.6} {ratio:>9}"
            ));
        }
        for one in components.iter().filter(|one| one.part.is_none()) {
            lines.push(format!(
                "{} is left out: trained alone, its mean slack goes from {:.6} to {:.6}, so that less than {} % is learned",
                one.name,
                one.at_zero,
                one.alone,
                100.0 * LEAST_SHARE
            ));
        }
        for (trained, model) in components.iter().enumerate() {
            let others = components.iter().enumerate().filter(|(other, _)| *other != trained);
            for one in
                others.filter_map(|(_, one)| one.ratios_of_alone.get(trained).map(|ratio| (one, ratio)))
            {
                lines.push(format!(
                    "{} trained alone has the ratio {:.5} in {}",
                    model.name, one.1, one.0.name
                ));
            }
        }
        if !front.is_empty() {
            lines.push(format!(
                "{:>6} {:>10} {:>10} {:>9} {:>9} {:>10}",
                "λ", "R", "R", "ratio", "ratio", "dual"
            ));
        }
        for point in front {
            let ([one, other], [first, second]) = (point.slacks, point.ratios);
            lines.push(format!(
                "{:>6.3} {one:>10.6} {other:>10.6} {first:>9.5} {second:>9.5} {:>10.6}",
                point.share, point.dual
            ));
        }
        lines
    }
}
