//! The ranks of a query's documents over the iterations of a run, by the model and in the violator. Trains nothing.

use serde::Serialize;

use super::TrainingRun;
use crate::inspect::View;
use crate::ranking::Ranking;
use crate::ranking::scoring;
use crate::util::error::Error;

/// The ranks of a query's documents at one iteration. Ranks count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RanksAt {
    /// The iteration.
    pub iteration: usize,
    /// The rank of every document by the model's scores; ties keep document order.
    pub model: Vec<u32>,
    /// The rank of every document in the violator ŷ. `None` without cutting planes, and where every ranking of the
    /// query has the same loss.
    pub violator: Option<Vec<u32>>,
}

impl TrainingRun {
    /// Returns the ranks of the documents of a query (by its index in the data) at each of these iterations, in their
    /// order. They are those of [`TrainingRun::inspect`] and [`TrainingRun::pulls`].
    ///
    /// Cost for each iteration: the scores of the query, O(n log n), and with cutting planes one call of every oracle,
    /// unless training has stored its violators. Request a long history in slices.
    ///
    /// # Errors
    /// [`Error::Absent`] for a query that does not exist or an iteration that has not been reached, [`Error::Numeric`]
    /// if a score is out of range.
    pub fn rank_history(&self, query: usize, iterations: &[usize]) -> Result<Vec<RanksAt>, Error> {
        if query >= self.train.n_queries() {
            return Err(Error::absent("query", format!("there is no query {query}")));
        }
        iterations.iter().map(|&iteration| self.ranks_at(query, iteration)).collect()
    }

    fn ranks_at(&self, query: usize, iteration: usize) -> Result<RanksAt, Error> {
        let scorer = self.scorer(iteration)?;
        let scores = scoring::scores(&self.train, self.train.query(query).documents, &scorer)?;
        let violator = match self.place(query) {
            Ok(place) => Some(self.known_view(iteration, query, place)?),
            // Without cutting planes, or in a query that no loss can use, there is no violator.
            Err(_) => None,
        };
        let violator = violator.as_ref().map(View::violator).map(Ranking::ranks);
        Ok(RanksAt { iteration, model: Ranking::by_scores(&scores).ranks(), violator })
    }
}
