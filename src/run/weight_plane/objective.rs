//! The exact objective over a plane of w, and the loss in every direction of a plane through 0.

use serde::Serialize;

use super::super::TrainingRun;
use super::WeightAxes;
use super::directions::{Steps, loss_steps};
use crate::learner::ScoreObjective;
use crate::linalg::dot::dot;
use crate::loss::{BoundGroups, QueryLoss, bind_groups, margin};
use crate::ranking::ScoredDocuments;
use crate::ranking::scoring;
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// The loss and its bound in every direction of the plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AngleView {
    /// Whether the steps are exact. With many documents the loss is computed at some angles only.
    pub is_exact: bool,
    /// Angles in radians from −π on, ascending, at which a step begins.
    pub angles: Vec<f64>,
    /// The mean loss of each step.
    pub losses: Vec<f64>,
    /// Angles at which the bound is computed.
    pub bound_angles: Vec<f64>,
    /// The mean hinge at `radius` in each of these directions.
    pub bounds: Vec<f64>,
}

/// The most elementary steps of one call, about a nanosecond each.
const MOST_STEPS: f64 = 2e9;
/// Directions in which the bound is computed.
const BOUND_ANGLES: usize = 181;

/// A query over the plane: its losses, and its documents' scores by w₀ and by each direction.
pub(super) struct QueryOnPlane {
    pub(super) groups: BoundGroups,
    /// Weight of the query.
    pub(super) weight: f64,
    /// Empty for w₀ = 0.
    pub(super) origin: Vec<f64>,
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
}

impl QueryOnPlane {
    pub(super) fn scores(&self, (a, b): (f64, f64)) -> Vec<f64> {
        let along = self.x.iter().zip(&self.y).map(|(x, y)| a * x + b * y);
        if self.origin.is_empty() {
            return along.collect();
        }
        self.origin.iter().zip(along).map(|(origin, along)| origin + along).collect()
    }

    fn steps(&self) -> f64 {
        let searches: f64 = self.groups.iter().flatten().map(|(_, loss)| loss.search_steps()).sum();
        searches + 20.0 * self.x.len() as f64
    }
}

impl TrainingRun {
    /// Returns the objective at points of a plane: `½‖w‖² + C · mean ξ` under the reference rankings of an iteration,
    /// or what a descent minimises at it. `points`: (a, b) by point. Cost: three passes over the features, and one call
    /// of each oracle or one evaluation of each loss per point.
    ///
    /// # Errors
    /// As [`TrainingRun::weight_plane`]; [`Error::Config`] for directions of the wrong length, or more searches than a
    /// view can wait for; [`Error::Numeric`] if a score is out of range.
    pub fn objective_on_plane(
        &self,
        iteration: usize,
        axes: &WeightAxes,
        points: &[(f64, f64)],
    ) -> Result<Vec<f64>, Error> {
        self.scorer(iteration)?;
        axes.check(self.train.n_features())?;
        let Ok(planes) = self.planes() else { return self.descent_on_plane(iteration, axes, points) };
        let queries = self.queries_on_plane(iteration, axes)?;
        check_steps(&queries, points.len())?;
        let (price, height) = (planes.bound(), 0.5 * dot(&axes.origin, &axes.origin));
        points
            .iter()
            .map(|&(a, b)| Ok(height + 0.5 * (a * a + b * b) + price * total_hinge(&queries, (a, b))?))
            .collect()
    }

    fn descent_on_plane(
        &self,
        iteration: usize,
        axes: &WeightAxes,
        points: &[(f64, f64)],
    ) -> Result<Vec<f64>, Error> {
        let objective = self.score_objective(iteration)?;
        check_number(objective.steps() * points.len() as f64)?;
        let rows = 0..self.train.n_documents();
        let [origin, x, y] = [&axes.origin, &axes.x, &axes.y].map(|w| self.train.scores(rows.clone(), w));
        let value = |&(a, b): &(f64, f64)| {
            let along = origin.iter().zip(x.iter().zip(&y));
            let scores: Vec<f64> = along.map(|(origin, (x, y))| origin + a * x + b * y).collect();
            check_scores(&scores)?;
            Ok(regulariser(&axes.at((a, b)), objective.center())
                + objective.c() * objective.mean_loss(&scores))
        };
        points.iter().map(value).collect()
    }

    /// Returns the objective that a method without cutting planes minimises at an iteration.
    pub(super) fn score_objective(&self, iteration: usize) -> Result<Box<dyn ScoreObjective + '_>, Error> {
        self.learner().objective(iteration).ok_or_else(|| {
            let problem = format!("{} minimises no objective of w", self.settings.method);
            Error::absent("plane of w", problem)
        })
    }

    /// Returns the mean loss in every direction of a plane through 0, and the mean hinge at a distance from 0.
    ///
    /// # Errors
    /// As [`TrainingRun::objective_on_plane`]; [`Error::Absent`] for a plane beside 0, and without cutting planes.
    pub fn angle_view(&self, iteration: usize, axes: &WeightAxes, radius: f64) -> Result<AngleView, Error> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::config("radius", format!("{radius} is not a positive number")));
        }
        axes.check(self.train.n_features())?;
        if !axes.holds_zero() {
            let problem = "on a plane beside w = 0 a ranking depends on more than the direction";
            return Err(Error::absent("angle view", problem));
        }
        let queries = self.queries_on_plane(iteration, axes)?;
        check_steps(&queries, BOUND_ANGLES)?;
        let scored: Vec<(&BoundGroups, &[f64], &[f64])> =
            queries.iter().map(|query| (&query.groups, &query.x[..], &query.y[..])).collect();
        let weights: Vec<f64> = queries.iter().map(|query| query.weight).collect();
        let total: f64 = weights.iter().sum();
        let Steps { is_exact, angles, losses } = loss_steps(&scored, &weights);
        let turn = std::f64::consts::TAU / (BOUND_ANGLES - 1) as f64;
        let bound_angles: Vec<f64> =
            (0..BOUND_ANGLES).map(|step| step as f64 * turn - std::f64::consts::PI).collect();
        let bound = |angle: &f64| {
            let point = (radius * angle.cos(), radius * angle.sin());
            Ok(total_hinge(&queries, point)? / total)
        };
        let bounds = bound_angles.iter().map(bound).collect::<Result<_, Error>>()?;
        Ok(AngleView { is_exact, angles, losses, bound_angles, bounds })
    }

    /// Returns the used queries over the plane, under the reference rankings of an iteration.
    pub(super) fn queries_on_plane(
        &self,
        iteration: usize,
        axes: &WeightAxes,
    ) -> Result<Vec<QueryOnPlane>, Error> {
        let planes = self.planes()?;
        let alignment = planes.alignment(planes.iteration(iteration)?.round);
        let origin = (!axes.holds_zero()).then_some(&axes.origin[..]);
        let on =
            |&query: &usize| self.query_on_plane(query, alignment, (origin, &axes.x, &axes.y)).transpose();
        planes.used_queries().iter().filter_map(on).collect()
    }

    /// Returns a query over a plane: its point, if that is not 0, and two directions.
    pub(super) fn query_on_plane(
        &self,
        query: usize,
        alignment: Option<&[f64]>,
        (origin, x, y): (Option<&[f64]>, &[f64], &[f64]),
    ) -> Result<Option<QueryOnPlane>, Error> {
        let Some(loss) = self.config.learner.loss() else { return Ok(None) };
        let rows = self.train.query(query).documents;
        let mut groups = bind_groups(&loss.slack_groups(), &self.train, query)?;
        if groups.is_empty() {
            return Ok(None);
        }
        let scores = |w: &[f64]| scoring::linear_scores(&self.train, rows.clone(), w);
        if let Some(alignment) = alignment {
            let scores = scores(alignment)?;
            for (_, loss) in groups.iter_mut().flatten() {
                loss.realign(&scores);
            }
        }
        let origin = origin.map(scores).transpose()?.unwrap_or_default();
        let weight = self.train.weight(query);
        Ok(Some(QueryOnPlane { groups, weight, origin, x: scores(x)?, y: scores(y)? }))
    }
}

/// Returns `½‖w − center‖²`.
pub(super) fn regulariser(w: &[f64], center: &[f64]) -> f64 {
    0.5 * w.iter().zip(center).map(|(w, center)| (w - center) * (w - center)).sum::<f64>()
}

/// Returns the sum of the hinges of all queries at a point, by their weights.
fn total_hinge(queries: &[QueryOnPlane], point: (f64, f64)) -> Result<f64, Error> {
    let hinge =
        |query: &QueryOnPlane| Ok(query.weight * hinge_of(&query.groups, &scored(query.scores(point))?));
    queries.iter().map(hinge).sum()
}

/// Returns the hinge of a query. The losses of a group share a slack, so the greatest counts.
pub(super) fn hinge_of(groups: &BoundGroups, documents: &ScoredDocuments) -> f64 {
    let hinge = |(_, loss): &(usize, Box<dyn QueryLoss>)| {
        let y = loss.violator(documents);
        loss.delta(&y) - margin(&loss.delta_psi(&y), documents.scores())
    };
    groups.iter().map(|group| group.iter().map(hinge).fold(0.0, f64::max)).sum()
}

pub(super) fn scored(scores: Vec<f64>) -> Result<ScoredDocuments, Error> {
    check_scores(&scores)?;
    Ok(ScoredDocuments::new(scores))
}

pub(super) fn check_steps(queries: &[QueryOnPlane], points: usize) -> Result<(), Error> {
    check_number(queries.iter().map(QueryOnPlane::steps).sum::<f64>() * points as f64)
}

fn check_number(steps: f64) -> Result<(), Error> {
    if steps <= MOST_STEPS {
        return Ok(());
    }
    Err(Error::config("points", "the searches over so many documents take too long for this picture"))
}
