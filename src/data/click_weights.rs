//! Weights of documents by their clicks. Must not know how they are estimated.

use super::Dataset;
use crate::util::error::{Error, shown};

impl Dataset {
    /// Returns the same data with a weight ω for each document, which a learner may use instead of its grade. A weight may
    /// be negative: some estimators subtract the clicks that trust explains.
    ///
    /// # Errors
    /// [`Error::Data`] for another number of weights than documents, or a weight that is not finite.
    pub fn with_click_weights(self, click_weights: Vec<f64>) -> Result<Self, Error> {
        let n = self.n_documents();
        if click_weights.len() != n {
            let problem =
                format!("{} click weights for {n} documents; give one per document", click_weights.len());
            return Err(Error::data(problem));
        }
        for query in self.queries() {
            let of_query = &click_weights[query.documents];
            if let Some(place) = of_query.iter().position(|weight| !weight.is_finite()) {
                return Err(Error::data(format!(
                    "query {}: the click weight of document {} is {}, not finite",
                    shown(query.id),
                    place + 1,
                    of_query[place]
                )));
            }
        }
        Ok(Self { click_weights, ..self })
    }

    /// Whether the documents have click weights.
    pub fn has_click_weights(&self) -> bool {
        !self.click_weights.is_empty()
    }
}
