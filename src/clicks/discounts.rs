//! The discounts that a ranker gives to documents: what DCG multiplies with their gains. Must not know clicks.

use crate::data::Dataset;
use crate::metric::Discount;
use crate::ranking::TiedRanking;
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// The discount that a ranker gives to each document, by row of the data: what DCG multiplies with the gain.
#[derive(Debug, Clone, PartialEq)]
pub struct Discounts(Vec<f64>);

impl Discounts {
    /// Ranks each query by falling score. Documents with equal scores share the mean discount of their ranks, as
    /// everywhere in measures. `scores`: one per row. `cut_off`: number of ranks that count. Cost: O(n log n).
    ///
    /// # Errors
    /// [`Error::Data`] for another number of scores, or a score that is not finite.
    pub fn by_scores(data: &Dataset, scores: &[f64], cut_off: Option<usize>) -> Result<Self, Error> {
        if scores.len() != data.n_documents() {
            return Err(Error::data(format!(
                "{} scores for {} documents; give one for each",
                scores.len(),
                data.n_documents()
            )));
        }
        check_scores(scores)?;
        let mut of_rows = vec![0.0; scores.len()];
        for query in data.queries() {
            let ranking = TiedRanking::by_scores(&scores[query.documents.clone()]);
            let discounts = Discount::Log2RankPlusOne.vector(query.documents.len(), cut_off);
            let of_query = &mut of_rows[query.documents];
            for (first, group) in ranking.groups() {
                let sum: f64 = discounts[first..first + group.len()].iter().sum();
                for &document in group {
                    of_query[document as usize] = sum / group.len() as f64;
                }
            }
        }
        Ok(Self(of_rows))
    }

    /// The discounts, by row of the data.
    pub fn values(&self) -> &[f64] {
        &self.0
    }
}
