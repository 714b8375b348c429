//! Weights of documents by their clicks. Must not know how they are estimated.

use super::{Dataset, Grade, MAX_GRADE};
use crate::util::error::{Error, shown};
use crate::util::sorting::sort_numbers;

impl Dataset {
    /// Returns the same data with a weight ω for each document, which a learner may use instead of its grade. A weight
    /// may be negative: some estimators subtract the clicks that trust explains.
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

    /// Returns the same data with the place of each click weight among those of its query as the grade, 0 for the
    /// lowest, and the weight of each grade by query. The features are shared. Cost: O(n log n).
    ///
    /// # Errors
    /// [`Error::Data`] for a query with more different click weights than there are grades.
    pub(crate) fn with_click_levels(&self) -> Result<(Self, Vec<Vec<f64>>), Error> {
        let (mut grades, mut tables) = (Vec::with_capacity(self.n_documents()), Vec::new());
        for query in self.queries() {
            let mut table = query.click_weights.to_vec();
            sort_numbers(&mut table);
            table.dedup();
            if table.len() > usize::from(MAX_GRADE) + 1 {
                return Err(Error::data(format!(
                    "query {} has {} different click weights, and more than {} cannot be told apart; use listnet or ranksvm",
                    shown(query.id),
                    table.len(),
                    usize::from(MAX_GRADE) + 1
                )));
            }
            let level = |weight: &f64| table.partition_point(|other| other < weight) as Grade;
            grades.extend(query.click_weights.iter().map(level));
            tables.push(table);
        }
        let max_grade = grades.iter().copied().max().unwrap_or(0);
        Ok((Self { grades, max_grade, ..self.clone() }, tables))
    }

    /// Whether the documents have click weights.
    pub fn has_click_weights(&self) -> bool {
        !self.click_weights.is_empty()
    }
}
