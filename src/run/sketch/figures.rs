//! The measures of a sketch under any w.

use serde::Serialize;

use super::{Sketch, hinge, scored, tied_loss};
use crate::linalg::dot::dot;
use crate::metric::{AUC, AVERAGE_PRECISION, Labels, Mean, Measure, NDCG, Undefined};
use crate::ranking::TiedRanking;
use crate::util::error::Error;

/// The measures of a ranking by score, exact over ties. `None` where a value is not defined.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SketchValues {
    /// NDCG, as [`SketchFigures::ndcg_measure`] names it.
    pub ndcg: Option<f64>,
    /// Average precision.
    pub average_precision: Option<f64>,
    /// AUC.
    pub auc: Option<f64>,
    /// The expected loss Δ of the method.
    pub loss: Option<f64>,
    /// The hinge H, which bounds Δ from above.
    pub bound: Option<f64>,
}

/// The measures of a sketch under one scorer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SketchFigures {
    /// Key of the NDCG of the figures: that of the settings' measures, or `ndcg@10` if they have none.
    pub ndcg_measure: String,
    /// The values of every query, in data order.
    pub queries: Vec<SketchValues>,
    /// The mean of each value over the queries that define it.
    pub mean: SketchValues,
    /// The first and the last rank that each document can have, from 1; one list per query. They differ for ties.
    pub ranks: Vec<Vec<(usize, usize)>>,
    /// `½‖w‖² + C · mean H`; `None` without a bound.
    pub objective: Option<f64>,
}

impl Sketch {
    /// Returns the measures of the trained scorer.
    ///
    /// # Errors
    /// As [`TrainingRun::score_points`](crate::run::TrainingRun::score_points).
    pub fn trained_figures(&self) -> Result<SketchFigures, Error> {
        let best = self.run.model_iteration();
        if self.without_w().is_empty() {
            return self.figures(&self.run.weights(best)?);
        }
        let documents = 0..self.data.n_documents();
        let points: Vec<f64> = documents.flat_map(|row| self.data.features(row).to_vec()).collect();
        self.figures_of(&self.run.score_points(best, &points)?, None)
    }

    /// Returns the measures of any w, one number per feature. Cost: one call of each oracle.
    ///
    /// # Errors
    /// [`Error::Config`] for a w of the wrong length, or if w is not a direction of the points; [`Error::Numeric`] if a
    /// score is out of range.
    pub fn figures(&self, w: &[f64]) -> Result<SketchFigures, Error> {
        let problem = self.without_w();
        if !problem.is_empty() {
            return Err(Error::config("w", problem));
        }
        if w.len() != self.data.n_features() || w.iter().any(|number| !number.is_finite()) {
            return Err(Error::config("w", format!("w has {} finite numbers", self.data.n_features())));
        }
        self.figures_of(&self.data.scores(0..self.data.n_documents(), w), Some(w))
    }

    /// `scores`: one per document of the data.
    fn figures_of(&self, scores: &[f64], w: Option<&[f64]>) -> Result<SketchFigures, Error> {
        let ndcg = self.ndcg_measure();
        let mut queries = Vec::new();
        let mut ranks = Vec::new();
        for query in self.data.queries() {
            let documents = scored(scores[query.documents].to_vec())?;
            let ranking = documents.ranking();
            let labels = Labels {
                grades: query.grades,
                groups: query.groups,
                max_grade: self.data.max_grade(),
                threshold: self.run.config.threshold,
                unjudged: 0,
            };
            let bound = w.and(self.queries.iter().find(|bound| bound.query == query.index));
            queries.push(SketchValues {
                ndcg: ndcg.value(ranking, &labels),
                average_precision: AVERAGE_PRECISION.whole().value(ranking, &labels),
                auc: AUC.whole().value(ranking, &labels),
                loss: bound.map(|bound| tied_loss(&bound.groups, ranking)),
                bound: bound.map(|bound| hinge(&bound.groups, &documents)),
            });
            ranks.push(ranks_of(ranking));
        }
        let mean = |value: &dyn Fn(&SketchValues) -> Option<f64>| {
            Mean::of(queries.iter().map(value), Undefined::Skip).value
        };
        let mean = SketchValues {
            ndcg: mean(&|values| values.ndcg),
            average_precision: mean(&|values| values.average_precision),
            auc: mean(&|values| values.auc),
            loss: mean(&|values| values.loss),
            bound: mean(&|values| values.bound),
        };
        let objective = w.zip(mean.bound).map(|(w, bound)| 0.5 * dot(w, w) + self.settings.c * bound);
        Ok(SketchFigures { ndcg_measure: ndcg.key(), queries, mean, ranks, objective })
    }

    /// Returns the NDCG that the run of the same settings reports first, so that figures and charts have one cut-off.
    fn ndcg_measure(&self) -> Measure {
        let is_ndcg = |measure: &&Measure| measure.is(&NDCG);
        self.run.config.measures.iter().find(is_ndcg).map_or(NDCG.at(Some(10)), |measure| *measure)
    }
}

fn ranks_of(ranking: &TiedRanking) -> Vec<(usize, usize)> {
    let mut ranks = vec![(0, 0); ranking.len()];
    for (first, group) in ranking.groups() {
        for &document in group {
            ranks[document as usize] = (first + 1, first + group.len());
        }
    }
    ranks
}
