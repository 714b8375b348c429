//! Every feature as a ranking: NDCG@10 and AUC of the feature alone.

use serde::Serialize;

use super::sources::{SourceQuery, Sources};
use crate::data::Dataset;
use crate::metric::{AUC, Mean, NDCG, Undefined};
use crate::ranking::TiedRanking;
use crate::util::sorting::sorted;
use crate::util::threads;

/// Most values that are sorted; beyond them, every k-th query counts.
pub const MOST_RANKED_VALUES: usize = 200_000_000;

/// Features that are measured together, because they share a line of the cache.
const TOGETHER: usize = 8;

/// A feature as a ranking.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MeasuredFeature {
    /// The feature, from 1.
    pub feature: usize,
    /// Its name, if the data name it.
    pub name: Option<String>,
    /// Mean NDCG@10 over the queries with a document above grade 0; `None` without such a query.
    pub ndcg: Option<f64>,
    /// Mean AUC over the queries with a good and a bad document; `None` without such a query.
    pub auc: Option<f64>,
    /// Whether high values come first; else low ones do. Of both orders, this one has the greater NDCG@10.
    pub descending: bool,
}

/// All features, and the queries that measured them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct MeasuredFeatures {
    /// The best first.
    pub features: Vec<MeasuredFeature>,
    pub random_ndcg: Option<f64>,
    /// Number of queries that were ranked.
    pub n_queries: usize,
    /// Number of these with a good and a bad document.
    pub n_auc: usize,
}

/// Measures every feature, in both orders. Missing values come last. Cost: O(n d log n).
pub(super) fn measured_features(sources: &Sources) -> MeasuredFeatures {
    let queries = ranked_queries(sources);
    let random = queries.iter().map(|one| {
        let ties = TiedRanking::by_scores(&vec![0.0; one.query.documents.len()]);
        NDCG.at(Some(10)).value(&ties, &sources.labels(one))
    });
    let random_ndcg = Mean::of(random, Undefined::Skip).value;
    let n_auc = queries.iter().filter(|one| {
        let n_good = one.query.grades.iter().filter(|&&grade| grade >= sources.threshold).count();
        0 < n_good && n_good < one.query.grades.len()
    });
    let n_auc = n_auc.count();
    let blocks = threads::map(sources.n_features.div_ceil(TOGETHER), |block| {
        let first = block * TOGETHER;
        measure_block(sources, &queries, first, TOGETHER.min(sources.n_features - first))
    });
    let features = sorted(blocks.concat(), &|one: &MeasuredFeature, other| {
        other.ndcg.unwrap_or(0.0).total_cmp(&one.ndcg.unwrap_or(0.0))
    });
    MeasuredFeatures { features, random_ndcg, n_queries: queries.len(), n_auc }
}

/// Returns the queries that are ranked: those with grades, and of these every k-th if there are too many values.
fn ranked_queries<'a>(sources: &Sources<'a>) -> Vec<SourceQuery<'a>> {
    let values = sources.n_documents().saturating_mul(sources.n_features);
    let step = values.div_ceil(MOST_RANKED_VALUES).max(1);
    let graded = sources.queries().filter(|one| one.is_graded);
    let mut left = MOST_RANKED_VALUES;
    let ranked = graded.step_by(step).filter(|one| {
        let values = one.query.documents.len().saturating_mul(sources.n_features);
        let fits = values <= left;
        left -= if fits { values } else { 0 };
        fits
    });
    ranked.collect()
}

/// Measures the features from `first` on.
fn measure_block(sources: &Sources, queries: &[SourceQuery], first: usize, n: usize) -> Vec<MeasuredFeature> {
    let mut sums = vec![[Sum::default(); 2]; n];
    let mut scores = Vec::new();
    for one in queries {
        let labels = sources.labels(one);
        let data = sources.files[one.file].data;
        for (place, sums) in sums.iter_mut().enumerate() {
            for (sum, sign) in sums.iter_mut().zip([1.0, -1.0]) {
                scores.clear();
                let rows = one.query.documents.clone();
                scores.extend(rows.map(|row| score(data, row, first + place, sign)));
                let ranking = TiedRanking::by_scores(&scores);
                sum.ndcg.add(NDCG.at(Some(10)).value(&ranking, &labels));
                sum.auc.add(AUC.whole().value(&ranking, &labels));
            }
        }
    }
    let measured = sums.into_iter().enumerate().map(|(place, [high, low])| {
        let descending = high.ndcg.mean() >= low.ndcg.mean();
        let best = if descending { high } else { low };
        MeasuredFeature {
            feature: first + place + 1,
            name: sources.feature_name(first + place).map(str::to_owned),
            ndcg: best.ndcg.mean(),
            auc: best.auc.mean(),
            descending,
        }
    });
    measured.collect()
}

/// Returns a feature as a score; the lowest number if it is missing.
fn score(data: &Dataset, row: usize, feature: usize, sign: f64) -> f64 {
    let value = if feature < data.n_features() { data.value(row, feature) } else { 0.0 };
    if value.is_nan() { f64::MIN } else { sign * value }
}

/// Sums of both measures in one order.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    ndcg: Total,
    auc: Total,
}

#[derive(Debug, Clone, Copy, Default)]
struct Total {
    sum: f64,
    n: usize,
}

impl Total {
    fn add(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.sum += value;
            self.n += 1;
        }
    }

    fn mean(self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }
}
