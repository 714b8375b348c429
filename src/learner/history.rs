//! The reported iterations of a learner without cutting planes.

use std::borrow::Cow;

use super::{Advance, End, StopReason};
use crate::ranking::scorer::Scorer;

/// What a learner keeps of every reported iteration, and the end of its training.
#[derive(Debug, Clone)]
pub(crate) struct History<T> {
    kept: Vec<T>,
    end: Option<End>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), end: None }
    }
}

impl<T> History<T> {
    /// Stores the next iteration and returns its number.
    pub fn push(&mut self, iteration: T) -> usize {
        self.kept.push(iteration);
        self.latest()
    }

    /// Returns what is kept of a reported iteration; `None` for a later one.
    pub fn get(&self, iteration: usize) -> Option<&T> {
        self.kept.get(iteration)
    }

    /// Returns what is kept of the latest iteration; `None` before the first.
    pub fn last(&self) -> Option<&T> {
        self.kept.last()
    }

    /// Returns the number of the latest iteration, 0 before the first.
    pub fn latest(&self) -> usize {
        self.kept.len().saturating_sub(1)
    }

    /// Returns the number of reported iterations, iteration 0 included.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Returns whether no iteration is reported yet.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Ends training. The end is stored, because a learner returns it again whenever it is advanced.
    pub fn stop(&mut self, reason: StopReason, problem: Option<&str>) -> Advance {
        let end = End::new(reason, self.latest(), problem.map(str::to_owned));
        self.end = Some(end.clone());
        Advance::Stopped(end)
    }

    /// Returns the end of training, if it has ended.
    pub fn stopped(&self) -> Option<Advance> {
        self.end.clone().map(Advance::Stopped)
    }
}

impl History<Vec<f64>> {
    /// Returns the linear scorer of a reported iteration.
    pub fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        let weights = self.get(iteration)?;
        Some(Cow::Owned(Scorer::Linear { weights: weights.clone() }))
    }

    /// Returns the latest iteration with its scorer; before the first, w = 0 over so many features.
    pub fn latest_scorer(&self, n_features: usize) -> (usize, Cow<'_, Scorer>) {
        let start = || Cow::Owned(Scorer::Linear { weights: vec![0.0; n_features] });
        (self.latest(), self.scorer(self.latest()).unwrap_or_else(start))
    }
}
