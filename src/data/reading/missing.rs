//! Missing values, filled once all rows are known. Must not know any format.

use std::sync::Arc;

use super::settings::Missing;
use crate::data::Dataset;

/// Replaces every NaN: by 0, by the mean of the feature in the training data, or by its mean in the query, for which
/// the mean in the training data stands in a query without a value.
///
/// `of_training`: one mean per feature; a feature beyond them becomes 0. Cost: a pass over the values, and another for
/// the means of queries. Sums follow the order of the rows.
pub(super) fn fill_missing(data: &mut Dataset, rule: Missing, of_training: &[f64]) {
    let queries: Vec<_> = data.queries().map(|query| query.documents).collect();
    for documents in queries {
        let of_query = (rule == Missing::QueryMean).then(|| means(data, documents.clone()));
        // The features are shared by nothing else yet, so this does not copy them.
        let features = Arc::make_mut(&mut data.features);
        for document in documents {
            // A NaN is stored, also where zeros are not.
            features.change_stored(document, |feature, value| {
                if value.is_nan() {
                    let nearest = of_query.as_ref().and_then(|means| means[feature]);
                    *value = nearest.or(of_training.get(feature).copied()).unwrap_or(0.0);
                }
            });
        }
    }
}

/// Returns the mean of each feature over the values that are there, 0 for a feature without any value.
pub(super) fn means_of_all(data: &Dataset) -> Vec<f64> {
    means(data, 0..data.n_documents()).into_iter().map(|mean| mean.unwrap_or(0.0)).collect()
}

/// Returns the mean of each feature over the values that are there, or `None` without a value.
fn means(data: &Dataset, documents: std::ops::Range<usize>) -> Vec<Option<f64>> {
    let mut means = vec![0.0; data.n_features()];
    let mut counts = vec![0_u32; data.n_features()];
    for document in documents {
        for (feature, &value) in data.features(document).iter().enumerate() {
            if !value.is_nan() {
                counts[feature] += 1;
                // A running mean stays finite where a sum of large values would not.
                let step: f64 =
                    value / f64::from(counts[feature]) - means[feature] / f64::from(counts[feature]);
                means[feature] += step;
            }
        }
    }
    means.into_iter().zip(counts).map(|(mean, count)| (count > 0).then_some(mean)).collect()
}
