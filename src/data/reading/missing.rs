//! Missing values, filled once all rows are known. Must not know any format.

use std::sync::Arc;

use super::settings::Missing;
use crate::data::Dataset;

/// Replaces every NaN: by 0, by the mean of the feature in the file, or by its mean in the query, for which the mean in
/// the file stands in a query without a value. A feature without any value becomes 0.
///
/// Cost: two passes over the values. Sums follow the order of the rows.
pub(super) fn fill_missing(data: &mut Dataset, rule: Missing) {
    let all = 0..data.n_documents();
    let of_file = match rule {
        Missing::Zero | Missing::Model => vec![None; data.n_features()],
        Missing::Mean | Missing::QueryMean => means(data, all),
    };
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
                    *value = nearest.or(of_file[feature]).unwrap_or(0.0);
                }
            });
        }
    }
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
