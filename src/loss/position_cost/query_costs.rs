//! The cost of positions as a measure: how much more a ranking costs than the best one.

use crate::data::Dataset;
use crate::loss::{QueryLoss, RankingLoss, bind_groups};
use crate::ranking::TiedRanking;
use crate::util::error::Error;

use super::DormCost;

/// A cost of positions bound to all queries of some data.
pub struct QueryCosts(Vec<Option<Box<dyn QueryLoss>>>);

impl QueryCosts {
    /// Binds a cost to the queries of raw or prepared data.
    ///
    /// Cost: that of y* for every query.
    ///
    /// # Errors
    /// [`Error::Config`] if the data do not have the key of the kinds; [`Error::Data`] if the cost has no value for
    /// some document.
    pub fn new(cost: &DormCost, data: &Dataset) -> Result<Self, Error> {
        if let Some(kinds) = cost.kinds().filter(|_| data.n_documents() > 0) {
            kinds.check("kind", data)?;
        }
        let bind = |query| {
            let losses = bind_groups(&[vec![cost]], data, query)?;
            Ok(losses.into_iter().flatten().next().map(|(_, loss)| loss))
        };
        (0..data.n_queries()).map(bind).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the expected cost of a ranking of a query minus that of the best ranking, over random orders of ties.
    /// `None` if all rankings cost the same. Cost: O(n).
    pub fn value(&self, query: usize, ranking: &TiedRanking) -> Option<f64> {
        self.0.get(query)?.as_ref().map(|loss| loss.expected_delta(ranking))
    }
}
