//! Pairs of features that say the same.

use super::codes::is_huge;
use super::facts::Facts;
use super::finding::{Finding, Places};
use super::sources::Sources;
use crate::util::counted::{counted, verb};
use crate::util::sorting::sorted;

/// Most features that are compared. Their sums take 8 bytes a pair.
pub const MOST_CORRELATED: usize = 2000;

/// Most products that are summed; beyond them, every k-th document counts.
pub const MOST_PRODUCTS: usize = 4_000_000_000;

/// Fewest documents, because few numbers agree by chance.
const FEWEST: usize = 20;

/// |r| from which two features say the same.
const EQUAL: f64 = 0.999;

/// Returns which documents count: every `step`-th.
pub(super) fn step(sources: &Sources) -> usize {
    let products =
        sources.n_documents().saturating_mul(sources.n_features.saturating_mul(sources.n_features) / 2);
    products.div_ceil(MOST_PRODUCTS).max(1)
}

/// Finds pairs of features with |r| near 1, over all documents. Gaps and huge values count as the mean. Cost: m d²/2
/// products for m documents.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let n = sources.n_features;
    if !(2..=MOST_CORRELATED).contains(&n) || sources.n_documents() < FEWEST {
        return None;
    }
    let step = step(sources);
    let means = means(sources, step);
    let mut sums = vec![0.0; n * n];
    let mut centred = vec![0.0; n];
    for (file, row) in sources.sampled_rows(step) {
        let values = sources.files[file].data.features(row);
        for (feature, value) in centred.iter_mut().enumerate() {
            let given = values.get(feature).copied().unwrap_or(0.0);
            *value = if is_ordinary(given) { given - means[feature] } else { 0.0 };
        }
        for (feature, &value) in centred.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            let row = &mut sums[feature * n + feature..(feature + 1) * n];
            row.iter_mut().zip(&centred[feature..]).for_each(|(sum, other)| *sum += value * other);
        }
    }
    let deviation = |feature: usize| sums[feature * n + feature].sqrt();
    let mut pairs = Vec::new();
    for one in 0..n {
        for other in one + 1..n {
            let scale = deviation(one) * deviation(other);
            let r = sums[one * n + other] / scale;
            if scale > 0.0 && r.abs() >= EQUAL {
                pairs.push((one, other, r.clamp(-1.0, 1.0)));
            }
        }
    }
    let mut places = Places::default();
    for (one, other, r) in sorted(pairs, &|one, other| other.2.abs().total_cmp(&one.2.abs())) {
        places.add(|| {
            let name = sources.feature_name(other).map_or_else(String::new, |name| format!(" {name}"));
            sources.feature(one, format!("r = {r:.5} with feature {}{name}", other + 1))
        });
    }
    let count = places.count;
    let text = format!(
        "{} of features {} the same: |r| is at least {EQUAL}",
        counted(count, "pair"),
        verb(count, "says", "say")
    );
    places.finding(
        n * (n - 1) / 2,
        text,
        "One of each pair is enough. Weights and importances of such features are split between them by chance.",
    )
}

fn is_ordinary(value: f64) -> bool {
    !value.is_nan() && !is_huge(value)
}

/// Returns the mean of every feature over its ordinary values.
fn means(sources: &Sources, step: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0_usize); sources.n_features];
    for (file, row) in sources.sampled_rows(step) {
        let values = sources.files[file].data.features(row);
        for (feature, (sum, n)) in sums.iter_mut().enumerate() {
            let value = values.get(feature).copied().unwrap_or(0.0);
            if is_ordinary(value) {
                *sum += value;
                *n += 1;
            }
        }
    }
    sums.into_iter().map(|(sum, n)| sum / n.max(1) as f64).collect()
}
