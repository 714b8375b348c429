//! Weights that somebody types. Must not know optimisation.

use std::borrow::Cow;
use std::str::FromStr;

use super::{complete, fixed_step};
use crate::data::{Dataset, FeatureKey};
use crate::learner::{Advance, End, Learner};
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring::check_scores;
use crate::util::error::{Error, shown};

/// Weights as they are typed: `average`, or some features with their weights, as in `39:0.8,40:-0.2` or `bm25:1`.
#[derive(Debug, Clone, PartialEq)]
pub enum WeightList {
    /// All features have the same weight, and these add up to 1.
    Average,
    /// The weight of each of these features, at least one. All others have weight 0.
    Features(Vec<(FeatureKey, f64)>),
}

impl FromStr for WeightList {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("average") {
            return Ok(Self::Average);
        }
        let one = |part: &str| {
            // A name may have colons of its own.
            let (feature, weight) = part.rsplit_once(':')?;
            let feature = Some(feature.trim()).filter(|feature| !feature.is_empty())?;
            let weight = weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite())?;
            Some((FeatureKey::from(feature), weight))
        };
        let parts = text.split(',').map(|part| {
            one(part).ok_or_else(|| {
                let problem = format!(
                    "{} is neither average nor a feature with its weight, as in 39:0.8,40:-0.2 or price:1; a feature \
                     with a comma in its name goes by its number",
                    shown(part.trim())
                );
                Error::config("weights", problem)
            })
        });
        parts.collect::<Result<_, _>>().map(Self::Features)
    }
}

impl WeightList {
    /// Returns one weight per feature of the data.
    ///
    /// # Errors
    /// [`Error::Config`] for a feature that the data do not have, and for a feature with two weights.
    fn of(&self, data: &Dataset) -> Result<Vec<f64>, Error> {
        let n = data.n_features();
        let list = match self {
            Self::Average => return Ok(vec![1.0 / n.max(1) as f64; n]),
            Self::Features(list) => list,
        };
        let mut weights = vec![None; n];
        for (feature, weight) in list {
            let place = feature.place(data, "weights")?;
            if weights[place].replace(*weight).is_some() {
                return Err(Error::config("weights", format!("feature {} has two weights", place + 1)));
            }
        }
        Ok(weights.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Typed weights. Iteration 0 is the only iteration.
pub struct TypedWeights {
    scorer: Scorer,
    is_reported: bool,
    end: Option<End>,
}

impl TypedWeights {
    /// Returns a linear scorer with the weights of a list.
    ///
    /// # Errors
    /// [`Error::Config`] for a feature that the data do not have or that has two weights, and if a score of these data
    /// is out of the range in which a model can score.
    pub fn by_list(data: &Dataset, list: &WeightList) -> Result<Self, Error> {
        Self::new(data, list.of(data)?)
    }

    /// Returns a linear scorer with these weights. Features after the last weight have weight 0.
    ///
    /// # Errors
    /// [`Error::Config`] if there are no weights, if there are more than features, if one is not a finite number, or if
    /// a score of these data is out of the range in which a model can score.
    pub fn new(data: &Dataset, weights: Vec<f64>) -> Result<Self, Error> {
        let problem = if weights.is_empty() {
            "there are no weights; type at least one".to_owned()
        } else if weights.len() > data.n_features() {
            format!("{} weights for {} features", weights.len(), data.n_features())
        } else if let Some(place) = weights.iter().position(|weight| !weight.is_finite()) {
            format!("the weight of feature {} is {}, not finite", place + 1, weights[place])
        } else if let Some(fault) =
            data.queries().find_map(|query| check_scores(&data.scores(query.documents, &weights)).err())
        {
            format!("{fault}; type smaller weights")
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
