//! What a run keeps of any iteration: scorer, pulls, weights, certificate and slow motion. Trains nothing.

use std::borrow::Cow;

use super::TrainingRun;
use crate::learner::cutting_plane::{Certificate, LedgerPage, Motion};
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

impl TrainingRun {
    /// The scorer of an iteration that has been reported; 0 is the untrained one.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached.
    pub fn scorer(&self, iteration: usize) -> Result<Cow<'_, Scorer>, Error> {
        self.learner.learner().scorer(iteration).ok_or_else(|| {
            let latest = self.validated.len().saturating_sub(1);
            Error::absent("iteration", format!("{iteration} has not been reached; the latest is {latest}"))
        })
    }

    /// The pull on each document of a query (by its index in the data) at an iteration; positive pushes it up. With
    /// cutting planes that is C/m times its coefficient in δψ of the violator. `None` where the method has no pull, or
    /// the query takes no part. Cost: one call of the oracle with cutting planes, else one evaluation of the loss.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached.
    pub fn pull(&self, iteration: usize, query: usize) -> Result<Option<Vec<f64>>, Error> {
        self.scorer(iteration)?;
        if query >= self.train.n_queries() {
            return Err(Error::absent("query", format!("there is no query {query}")));
        }
        match self.learner.planes() {
            None => Ok(self.learner.learner().pull(query, iteration)),
            Some(planes) if planes.used_queries().binary_search(&query).is_err() => Ok(None),
            Some(planes) => {
                let coefficients = self.inspect(iteration, query)?.coefficients;
                Ok(Some(
                    coefficients.iter().map(|coefficient| planes.price_of(query) * coefficient).collect(),
                ))
            }
        }
    }

    /// Returns w at a reported iteration; 0 is w = 0.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, or a scorer that is not linear.
    pub fn weights(&self, iteration: usize) -> Result<Vec<f64>, Error> {
        match self.scorer(iteration)?.into_owned() {
            Scorer::Linear { weights } => Ok(weights),
            _ => {
                Err(Error::absent("weights", format!("the scorer of {} is not linear", self.settings.method)))
            }
        }
    }

    /// Returns the lower bound of an iteration with its proof, and a page of its planes. Cost: O(d × planes).
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, or a run without a ledger.
    pub fn certificate(&self, iteration: usize, page: LedgerPage) -> Result<Certificate, Error> {
        self.planes()?.certificate(iteration, page)
    }

    /// Returns an iteration in slow motion, with oracle and plane of one query. Cost: one call of the oracle, and O(d
    /// × planes).
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`], and for a run without a ledger.
    pub fn motion(&self, iteration: usize, query: usize) -> Result<Motion, Error> {
        self.planes()?.motion(&self.inspect(iteration, query)?)
    }
}
