//! An iteration in slow motion: a round of boosting in its weights, candidates, choice and new weights, or a step of
//! descent in its pulls, gradient, direction and length. `learner/cutting_plane/motion.rs` has that of cutting planes.
//! Trains nothing.

use serde::Serialize;

use super::TrainingRun;
use crate::learner::cutting_plane::{Motion, WeightChange};
use crate::learner::{Candidate, Inspection, QueryWeight, Slope, StepCurve};
use crate::linalg::dot::dot;
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

/// How many of the largest weights, changes and parts of the gradient are listed.
const LARGEST: usize = 5;
/// How many candidates are listed.
const CANDIDATES: usize = 8;
/// Points of a curve over the step length.
const CURVE_POINTS: usize = 60;

/// One iteration, phase by phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum StepMotion {
    /// An iteration with cutting planes.
    Planes(Motion),
    /// A round of boosting.
    Boosting(RoundMotion),
    /// A step of descent.
    Descent(DescentMotion),
}

/// The round of boosting that starts after an iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RoundMotion {
    /// The iteration.
    pub iteration: usize,
    /// Number of queries that have a weight.
    pub queries: usize,
    /// The query that was asked for; `None` if it takes no part.
    pub query: Option<QueryShare>,
    /// The queries with the largest weights, the largest first.
    pub heaviest: Vec<QueryShare>,
    /// Number of weak learners compared: the best of each feature, for each ensemble.
    pub compared: usize,
    /// The best of them, the one with the largest edge first.
    pub candidates: Vec<Compared>,
    /// What followed; `None` until the next iteration has been reached.
    pub next: Option<NextRound>,
}

/// The weight of a query in a round, and in the next one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryShare {
    /// Id of the query in the file.
    pub id: String,
    /// Its share of all weight, in [0, 1].
    pub before: f64,
    /// Its share in the next round; `None` until the next iteration has been reached.
    pub after: Option<f64>,
}

/// A weak learner that a round compared.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Compared {
    /// Its ensemble: a class or grade boundary; 0 for scorers with one ensemble.
    pub ensemble: usize,
    /// The feature, from 1 as in the file.
    pub feature: usize,
    /// The threshold, if the weak learner has one.
    pub threshold: Option<f64>,
    /// The figure that the round compares.
    pub edge: f64,
    /// Its weight or sign if it is chosen.
    pub alpha: f64,
    /// Whether the round chose it. False until the next iteration has been reached.
    pub chosen: bool,
}

/// The choice of a round, and the weights after it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NextRound {
    /// The weak learners chosen, one per ensemble with a new one.
    pub chosen: Vec<Compared>,
    /// The objective along the step; `None` for methods that do not compute it.
    pub curve: Option<StepShape>,
    /// The queries whose weight changed most, the largest change first.
    pub changes: Vec<QueryShare>,
}

/// The objective along the step of a round.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepShape {
    /// Step lengths α, ascending.
    pub alphas: Vec<f64>,
    /// The objective at each.
    pub objectives: Vec<f64>,
    /// α by the closed formula.
    pub formula: f64,
    /// α by line search.
    pub exact: f64,
    /// α that the run used.
    pub taken: f64,
}

/// The step of a descent that starts at an iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DescentMotion {
    /// The iteration.
    pub iteration: usize,
    /// Id of the query that was asked for.
    pub id: String,
    /// Number of its documents that are pushed up; `None` if it takes no part.
    pub pushed_up: Option<usize>,
    /// Number of its documents that are pushed down; `None` if it takes no part.
    pub pushed_down: Option<usize>,
    /// Its document with the strongest pull, by its index within the query, and the pull.
    pub strongest: Option<(usize, f64)>,
    /// Number of queries that take part.
    pub queries: usize,
    /// Mean loss, without regulariser and C.
    pub mean_loss: f64,
    /// The objective.
    pub objective: f64,
    /// ‖w‖.
    pub norm: f64,
    /// Norm of the gradient.
    pub gradient_norm: f64,
    /// The largest parts of the gradient, the largest first.
    pub largest: Vec<GradientPart>,
    /// What followed; `None` until the next iteration has been reached.
    pub next: Option<NextStepDown>,
}

/// The derivative of the objective in one weight.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GradientPart {
    /// The feature, from 0.
    pub feature: usize,
    /// Part of the regulariser: the weight.
    pub regulariser: f64,
    /// Part of the loss.
    pub loss: f64,
}

/// The direction of a step of descent, and the point that it led to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NextStepDown {
    /// Whether the direction comes from the matrix of second derivatives, as in Newton's method.
    pub second_order: bool,
    /// Cosine of the angle between the step and minus the gradient; `None` if one of them is 0.
    pub cosine: Option<f64>,
    /// Length of the step, relative to the full step.
    pub step: Option<f64>,
    /// Norm of the change of w.
    pub distance: f64,
    /// The objective after the step.
    pub objective: f64,
    /// ‖w‖ after the step.
    pub norm: f64,
    /// Norm of the gradient after the step.
    pub gradient_norm: f64,
    /// The weights that changed most, the largest change first.
    pub largest: Vec<WeightChange>,
}

impl TrainingRun {
    /// Returns the step after an iteration in slow motion. `query`: by its index in the data. Cost: as
    /// [`TrainingRun::motion`]; or three rounds of boosting and the scores at their start, or two evaluations of the
    /// objective.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration or query that does not exist, and for a method whose iterations have no such
    /// phases.
    pub fn step_motion(&self, iteration: usize, query: usize) -> Result<StepMotion, Error> {
        self.scorer(iteration)?;
        if query >= self.train.n_queries() {
            return Err(Error::absent("query", format!("there is no query {query}")));
        }
        if self.planes().is_ok() {
            return self.motion(iteration, query).map(StepMotion::Planes);
        }
        if let Some(rounds) = self.learner().boosting() {
            return self.round_motion(rounds, iteration, query).map(StepMotion::Boosting);
        }
        match self.learner().slope(iteration) {
            Some(slope) => Ok(StepMotion::Descent(self.descent_motion(slope, iteration, query)?)),
            None => {
                let method = &self.settings.method;
                let problem =
                    format!("an iteration of {method} is neither a round of boosting nor one gradient step");
                Err(Error::absent("slow motion", problem))
            }
        }
    }

    fn round_motion(
        &self,
        rounds: &dyn Inspection,
        iteration: usize,
        query: usize,
    ) -> Result<RoundMotion, Error> {
        let absent = || Error::absent("round", format!("there is none after iteration {iteration}"));
        let before = rounds.query_weights(iteration).ok_or_else(absent)?;
        let candidates = rounds.candidates(iteration).ok_or_else(absent)?;
        let phases = rounds.phases(iteration + 1);
        let after = phases.as_ref().map(|phases| phases.after.as_slice());
        let chosen: &[usize] = phases.as_ref().map_or(&[], |phases| &phases.chosen);
        let compared = |place: usize| {
            let &Candidate { ensemble, feature, threshold, alpha, edge, .. } = &candidates[place];
            Compared { ensemble, feature, threshold, edge, alpha, chosen: chosen.contains(&place) }
        };
        let share = |place: usize| self.query_share(&before, after, place);
        let best = largest(candidates.len(), CANDIDATES, |place| candidates[place].edge.abs());
        let change = |place: usize| {
            let after = after.and_then(|after| after.get(place));
            after.map_or(0.0, |after| (after.weight - before[place].weight).abs())
        };
        Ok(RoundMotion {
            iteration,
            queries: before.len(),
            query: before.iter().position(|one| one.query == query).map(share),
            heaviest: largest(before.len(), LARGEST, |place| before[place].weight)
                .into_iter()
                .map(share)
                .collect(),
            compared: candidates.len(),
            candidates: best.into_iter().map(compared).collect(),
            next: phases.as_ref().map(|_| NextRound {
                chosen: chosen
                    .iter()
                    .filter(|&&place| place < candidates.len())
                    .map(|&place| compared(place))
                    .collect(),
                curve: rounds.step_curve(iteration + 1, CURVE_POINTS).map(shape),
                changes: largest(before.len(), LARGEST, change).into_iter().map(share).collect(),
            }),
        })
    }

    /// The weight of a query by its place among the weights, before and after the round.
    fn query_share(&self, before: &[QueryWeight], after: Option<&[QueryWeight]>, place: usize) -> QueryShare {
        let QueryWeight { query, weight, .. } = before[place];
        // The weights of both rounds are of the same queries in the same order.
        let after = after.and_then(|after| after.get(place)).map(|after| after.weight);
        QueryShare { id: self.train.query(query).id.to_owned(), before: weight, after }
    }

    fn descent_motion(&self, slope: Slope, iteration: usize, query: usize) -> Result<DescentMotion, Error> {
        let pull = self.pull(iteration, query)?;
        let count =
            |sign: f64| pull.as_ref().map(|pull| pull.iter().filter(|&&pull| pull * sign > 0.0).count());
        let strongest = pull.as_ref().and_then(|pull| {
            let place = *largest(pull.len(), 1, |place| pull[place].abs()).first()?;
            (pull[place] != 0.0).then_some((place, pull[place]))
        });
        let parts = largest(slope.w.len(), LARGEST, |feature| slope.gradient[feature].abs());
        let part = |feature: usize| GradientPart {
            feature,
            regulariser: slope.w[feature],
            loss: slope.gradient[feature] - slope.w[feature],
        };
        Ok(DescentMotion {
            iteration,
            id: self.train.query(query).id.to_owned(),
            pushed_up: count(1.0),
            pushed_down: count(-1.0),
            strongest,
            queries: self.learner().n_used_queries(),
            mean_loss: slope.mean_loss,
            objective: slope.objective,
            norm: norm(&slope.w),
            gradient_norm: norm(&slope.gradient),
            largest: parts
                .into_iter()
                .map(part)
                .filter(|part| part.regulariser != 0.0 || part.loss != 0.0)
                .collect(),
            next: self.learner().slope(iteration + 1).map(|next| step_down(&slope, &next)),
        })
    }
}

fn step_down(from: &Slope, to: &Slope) -> NextStepDown {
    let change: Vec<f64> = to.w.iter().zip(&from.w).map(|(after, before)| after - before).collect();
    let (distance, steepness) = (norm(&change), norm(&from.gradient));
    let cosine = -dot(&change, &from.gradient) / (distance * steepness);
    let largest = largest(change.len(), LARGEST, |feature| change[feature].abs()).into_iter();
    NextStepDown {
        second_order: from.second_order,
        cosine: cosine.is_finite().then_some(cosine.clamp(-1.0, 1.0)),
        step: to.step,
        distance,
        objective: to.objective,
        norm: norm(&to.w),
        gradient_norm: norm(&to.gradient),
        largest: largest
            .filter(|&feature| change[feature] != 0.0)
            .map(|feature| WeightChange { feature, before: from.w[feature], after: to.w[feature] })
            .collect(),
    }
}

fn shape(curve: StepCurve) -> StepShape {
    let StepCurve { alphas, objectives, formula, exact, taken, .. } = curve;
    StepShape { alphas, objectives, formula, exact, taken }
}

fn norm(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

/// Returns the places of the `count` largest values, the largest first; equal values in their order.
fn largest(n: usize, count: usize, value: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..n).collect();
    sort_indices(&mut places, &|one, other| value(other).total_cmp(&value(one)).then(one.cmp(&other)));
    places.truncate(count);
    places
}
