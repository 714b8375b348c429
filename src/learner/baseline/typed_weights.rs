//! Weights that somebody types. Must not know optimisation.

use std::borrow::Cow;

use super::{complete, fixed_step};
use crate::data::Dataset;
use crate::learner::{Advance, End, Learner};
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

/// Typed weights. Iteration 0 is the only iteration.
pub struct TypedWeights {
    scorer: Scorer,
    is_reported: bool,
    end: Option<End>,
}

impl TypedWeights {
    /// Returns a linear scorer with these weights. Features after the last weight have weight 0.
    ///
    /// # Errors
    /// [`Error::Config`] if there are no weights, if there are more than features, or if one is not a finite number.
    pub fn new(data: &Dataset, weights: Vec<f64>) -> Result<Self, Error> {
        let problem = if weights.is_empty() {
            "there are no weights; type at least one".to_owned()
        } else if weights.len() > data.n_features() {
            format!("{} weights for {} features", weights.len(), data.n_features())
        } else if let Some(place) = weights.iter().position(|weight| !weight.is_finite()) {
            format!("the weight of feature {} is {}, not finite", place + 1, weights[place])
        } else {
            return Ok(Self { scorer: Scorer::Linear { weights }, is_reported: false, end: None });
        };
        Err(Error::config("weights", problem))
    }
}

impl Learner for TypedWeights {
    fn advance(&mut self, _budget: usize) -> Advance {
        if self.is_reported {
            return Advance::Stopped(complete(&mut self.end, 0));
        }
        self.is_reported = true;
        Advance::Stepped(fixed_step(0, None, None))
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        (self.is_reported && iteration == 0).then_some(Cow::Borrowed(&self.scorer))
    }

    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        (0, Cow::Borrowed(&self.scorer))
    }

    fn n_used_queries(&self) -> usize {
        0
    }

    fn pull(&self, _query: usize, _iteration: usize) -> Option<Vec<f64>> {
        None
    }
}
