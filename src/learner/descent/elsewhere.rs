//! Both ends of a descent whose queries this memory does not hold: the objective of the driver, which asks partitions
//! for sums, and the objective of a partition. Must not know where partitions are.

use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::partitions::{AskedPartitions, BiasSums, CurvatureSums, Sizes, SlopeSums};
use crate::linalg::dot::add_scaled;
use crate::util::error::Error;

use super::bias::{derivatives, fit_bias};
use super::curvature::HessianWorkspace;
use super::objective::Evaluation;
use super::{DescentConfig, Objective, Point, ScoreLoss};

/// The driver.
impl Objective {
    /// Returns the objective over queries in partitions, with w₀ = 0. `data`: the features, without queries.
    ///
    /// # Errors
    /// [`Error::Data`] if no query can be used.
    pub(super) fn on_partitions(
        data: Arc<Dataset>,
        partitions: AskedPartitions,
        loss: &dyn ScoreLoss,
        c: f64,
    ) -> Result<Self, Error> {
        if partitions.sizes.queries == 0 {
            return Err(Error::data(
                "no query of any partition can be used by this method; it needs documents with grades or clicks",
            ));
        }
        let center = vec![0.0; data.n_features()];
        let (members, has_bias) = (Vec::new(), loss.is_pointwise());
        Ok(Self { data, members, c, center, has_bias, elsewhere: Some(partitions) })
    }

    /// Returns what went wrong with a partition, if anything did. The points since then are not finite.
    pub(super) fn failure(&self) -> Option<&str> {
        self.elsewhere.as_ref()?.failure()
    }

    /// Completes an evaluation where the queries are. The value is infinite if a score is, or after a failure.
    pub(super) fn evaluate_elsewhere(&self, evaluation: &mut Evaluation) -> Point {
        let sums = self.elsewhere.as_ref().and_then(|partitions| {
            let point = &mut evaluation.point;
            if self.has_bias {
                // After a failure every derivative is 0, which ends the search.
                let at = |bias| partitions.bias(&point.w, bias).unwrap_or_default();
                point.bias = fit_bias(point.bias, at);
            }
            partitions.slope(&point.w, point.bias)
        });
        match sums.filter(|sums| sums.is_finite) {
            Some(sums) => {
                add_scaled(1.0, &sums.gradient, &mut evaluation.point.gradient);
                evaluation.loss = sums.loss;
                evaluation.pair_errors = (sums.pair_error, sums.pair_weight);
                self.finish(evaluation)
            }
            None => Point { value: f64::INFINITY, ..std::mem::take(&mut evaluation.point) },
        }
    }

    /// Adds the queries of all partitions to the Hessian. It is not finite after a failure.
    pub(super) fn add_elsewhere(&self, curving: &mut HessianWorkspace, point: &Point) {
        let d = self.n_features();
        let sums = self.elsewhere.as_ref().and_then(|partitions| partitions.curvature(&point.w, point.bias));
        let Some(CurvatureSums { hessian, cross, bias }) = sums.filter(|sums| sums.cross.len() == d) else {
            curving.hessian.fill(f64::NAN);
            return;
        };
        let mut values = hessian.iter();
        for f in 0..d {
            let row = &mut curving.hessian[f * d..=f * d + f];
            row.iter_mut().zip(values.by_ref()).for_each(|(sum, value)| *sum = *value);
        }
        (curving.cross, curving.bias_curvature) = (cross, bias);
    }
}

/// The objective over the queries of one partition.
pub(crate) struct PartitionObjective {
    objective: Objective,
    config: DescentConfig,
}

impl PartitionObjective {
    /// Binds the loss to the queries of a partition. It may have no query that the loss can use.
    pub fn new(data: Arc<Dataset>, loss: &dyn ScoreLoss, config: DescentConfig) -> Self {
        let table = config.pair_weights.table(&data);
        Self { objective: Objective::bound(data, loss, &table), config }
    }

    /// Sets the coefficients of the queries by the sizes of all partitions.
    pub fn weigh(&mut self, all: &Sizes) {
        self.objective.weigh(self.config.weighting, self.config.c, all.weight, all.terms);
    }

    /// Returns the sizes of the queries that the loss can use.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            queries: self.objective.n_queries(),
            weight: self.objective.total_weight(),
            blocks: 0,
            terms: self.objective.terms(),
            has_single_losses: true,
            aligns: false,
            begins_aligned: false,
            long_search_steps: 0.0,
        }
    }

    /// Returns value and gradient. Cost: two passes over the features and one evaluation of every loss.
    pub fn slope(&self, w: &[f64], bias: f64) -> SlopeSums {
        let mut evaluation = self.objective.evaluation(w.to_vec(), bias);
        let point = &mut evaluation.point;
        point.gradient.fill(0.0);
        point.scores = self.scores(w, bias);
        let is_finite = point.scores.iter().all(|score| score.is_finite());
        // The losses are defined only for finite scores.
        let mut left = if is_finite { usize::MAX } else { 0 };
        while self.objective.add_losses(&mut evaluation, &mut left).is_none() && is_finite {
            left = usize::MAX;
        }
        let (pair_error, pair_weight) = evaluation.pair_errors;
        SlopeSums {
            is_finite,
            loss: evaluation.loss,
            gradient: evaluation.point.gradient,
            pair_error,
            pair_weight,
        }
    }

    /// Returns the derivatives by the bias. Cost: one pass over the features and one evaluation of every loss.
    pub fn bias(&self, w: &[f64], bias: f64) -> BiasSums {
        let scores = self.scores(w, 0.0);
        if !scores.iter().all(|score| score.is_finite()) {
            // The losses are defined only for finite scores.
            return BiasSums { slope: f64::NAN, ..BiasSums::default() };
        }
        derivatives(&self.objective.members, &scores, bias)
    }

    /// Returns second derivatives. Cost: one pass over the features, `n d²/2` multiplications, and d products with the
    /// curvature of every query.
    pub fn curvature(&self, w: &[f64], bias: f64) -> CurvatureSums {
        let point = Point { scores: self.scores(w, bias), ..Point::default() };
        let mut curving = self.objective.curving();
        let mut left = usize::MAX;
        while self.objective.add_members(&mut curving, &point, &mut left).is_none() {
            left = usize::MAX;
        }
        let d = self.objective.n_features();
        let hessian = (0..d).flat_map(|f| curving.hessian[f * d..=f * d + f].to_vec()).collect();
        CurvatureSums { hessian, cross: curving.cross, bias: curving.bias_curvature }
    }

    /// Returns the scores of all members, plus the bias.
    fn scores(&self, w: &[f64], bias: f64) -> Vec<f64> {
        let members = &self.objective.members;
        let of_member = |place: usize| self.objective.data.scores(members[place].documents.clone(), w);
        self.objective.map(members, of_member).into_iter().flatten().map(|score| score + bias).collect()
    }
}
