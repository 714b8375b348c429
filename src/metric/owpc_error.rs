//! The error that OWPC bounds: how many bad documents stand above a good one, by weights. Must not know losses.

use super::{Generator, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;

/// Weighted share of the bad documents above a good one.
pub static OWPC_ERROR: MeasureKind = MeasureKind {
    name: "owpc-error",
    other_names: &[],
    grammar: "owpc-error:GENERATOR",
    example: "owpc-error:inverse-rank",
    label: "OWPC error; less is better",
    formula: "mean over good documents of Σ_{j ≤ b} G(j) / Σ G, where b bad documents are above the good one",
    options: "GENERATOR: constant (the share of bad documents above), top:P, inverse-rank or exp:P, as in the method OWPC",
    parameters: Parameters { generator: true, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: true,
    needs_threshold: true,
    undefined_with: "no good or no bad document",
    term: "owpc-error",
    menu: &[],
    value: |measure, ranking, labels| value(ranking, labels, measure.generator),
};

/// Expected value over ties: among b tied bad documents, every number from 0 to b is equally likely above a good one.
///
/// Documents at no rank tie behind all others. `None` unless there are good and bad documents. Cost: O(n).
/// Source: Usunier, Buffoni and Gallinari 2009, equation 2.
fn value(ranking: &TiedRanking, labels: &Labels, generator: Generator) -> Option<f64> {
    let n_good = labels.n_good();
    let n_bad = labels.grades.len() - n_good;
    if n_good == 0 || n_bad == 0 {
        return None;
    }
    let sums = generator.sums(n_bad);
    let (mut error, mut above) = (0.0, 0);
    for group in ranking.groups().map(|(_, group)| group).chain([ranking.absent()]) {
        let good = labels.n_good_in(group);
        let bad = group.len() - good;
        if good > 0 {
            error += good as f64 * sums[above..=above + bad].iter().sum::<f64>() / (bad as f64 + 1.0);
        }
        above += bad;
    }
    Some((error / n_good as f64).min(1.0))
}
