//! The plane of w: a plane through w = 0 and the best w, with the path of w, the cutting planes, the exact objective,
//! and the loss in every direction. Trains nothing.
//!
//! On a plane through 0 the scores of a document at `a x + b y` are `a` times its score by x plus `b` times its score by
//! y. So a ranking depends on the direction only, and every point costs one call of each oracle and no matrix pass.

mod axes;
mod directions;
mod line;

use serde::Serialize;

use super::TrainingRun;
use crate::error::Error;
use crate::loss::{BoundGroups, QueryLoss, bind_groups, check_scores, margin};
use crate::ranking::ScoredDocuments;
use crate::scoring;
use crate::svm::LedgerPlane;

pub use axes::{PathPoint, WeightAxes};
use directions::{Steps, loss_steps};
pub use line::HingeOnLine;

/// A cutting plane over the plane of w: it demands the slack `loss − (a x + b y)` at `(a, b)`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CutOnPlane {
    /// Its slack.
    pub slack: usize,
    /// Its query, by its index in the data; `None` if all queries share one slack.
    pub query: Option<usize>,
    /// Iteration whose oracle found it.
    pub found_at: usize,
    /// Δ.
    pub loss: f64,
    /// `⟨x, δψ⟩`.
    pub x: f64,
    /// `⟨y, δψ⟩`.
    pub y: f64,
    /// α at the iteration; 0 for the planes found at it.
    pub dual: f64,
}

/// The plane of w at an iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeightPlane {
    /// The iteration.
    pub iteration: usize,
    /// The directions.
    pub axes: WeightAxes,
    /// w of every iteration so far, from 0 on.
    pub path: Vec<PathPoint>,
    /// The iteration with the best w.
    pub best: usize,
    /// C/m: the price of one unit of slack. The floor is `½(a² + b²) + price · Σ max(0, highest demand of a slack)`.
    pub price: f64,
    /// The planes that gave this iteration's w, the oldest first.
    pub held: Vec<CutOnPlane>,
    /// The planes that the oracles found at this iteration.
    pub new: Vec<CutOnPlane>,
}

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

/// A query over the plane: its losses, and its documents' scores by each direction.
struct QueryOnPlane {
    groups: BoundGroups,
    x: Vec<f64>,
    y: Vec<f64>,
}

impl QueryOnPlane {
    fn scores(&self, (a, b): (f64, f64)) -> Vec<f64> {
        self.x.iter().zip(&self.y).map(|(x, y)| a * x + b * y).collect()
    }

    fn steps(&self) -> f64 {
        let searches: f64 = self.groups.iter().flatten().map(|(_, loss)| loss.search_steps()).sum();
        searches + 20.0 * self.x.len() as f64
    }
}

impl TrainingRun {
    /// Returns the plane through 0 and the best w, with the path and the planes at an iteration.
    ///
    /// With two features it is the plane of all w. Cost: O(d × (iterations + planes)).
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, and for a run without cutting planes or ledger.
    pub fn weight_plane(&self, iteration: usize) -> Result<WeightPlane, Error> {
        let planes = self.planes()?;
        let round = planes.iteration(iteration)?.round;
        if planes.ledger().is_left_out() {
            return Err(Error::absent("ledger", "this run stores no ledger, so it has no planes to draw"));
        }
        let iterates: Vec<&[f64]> = planes.history().iter().map(|kept| &kept.w[..]).collect();
        let axes = WeightAxes::of(&iterates, planes.best_weights())?;
        let path = iterates.iter().map(|w| axes.place(w)).collect();
        let held = self.cuts_on_plane(iteration, round, &axes);
        let mut new = self.cuts_on_plane(iteration + 1, round, &axes);
        new.retain(|cut| cut.found_at == iteration);
        new.iter_mut().for_each(|cut| cut.dual = 0.0);
        let (best, price) = (planes.best_iteration(), planes.bound());
        Ok(WeightPlane { iteration, axes, path, best, price, held, new })
    }

    /// Returns the objective `½‖w‖² + C · mean ξ` at points of a plane through 0, under the reference rankings of an
    /// iteration. `points`: (a, b) by point. Cost: one pass over the features, and one call of each oracle per point.
    ///
    /// # Errors
    /// As [`TrainingRun::weight_plane`]; [`Error::Config`] for directions of the wrong length, or more searches than a
    /// view can wait for; [`Error::Numeric`] if a score is out of range.
    pub fn objective_on_plane(
        &self,
        iteration: usize,
        axes: [&[f64]; 2],
        points: &[(f64, f64)],
    ) -> Result<Vec<f64>, Error> {
        let queries = self.queries_on_plane(iteration, axes)?;
        check_steps(&queries, points.len())?;
        let price = self.planes()?.bound();
        points
            .iter()
            .map(|&(a, b)| Ok(0.5 * (a * a + b * b) + price * total_hinge(&queries, (a, b))?))
            .collect()
    }

    /// Returns the mean loss in every direction of a plane through 0, and the mean hinge at a distance from 0.
    ///
    /// # Errors
    /// As [`TrainingRun::objective_on_plane`].
    pub fn angle_view(&self, iteration: usize, axes: [&[f64]; 2], radius: f64) -> Result<AngleView, Error> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::config("radius", format!("{radius} is not a positive number")));
        }
        let queries = self.queries_on_plane(iteration, axes)?;
        check_steps(&queries, BOUND_ANGLES)?;
        let scored: Vec<(&BoundGroups, &[f64], &[f64])> =
            queries.iter().map(|query| (&query.groups, &query.x[..], &query.y[..])).collect();
        let Steps { is_exact, angles, losses } = loss_steps(&scored);
        let turn = std::f64::consts::TAU / (BOUND_ANGLES - 1) as f64;
        let bound_angles: Vec<f64> =
            (0..BOUND_ANGLES).map(|step| step as f64 * turn - std::f64::consts::PI).collect();
        let bound = |angle: &f64| {
            let point = (radius * angle.cos(), radius * angle.sin());
            Ok(total_hinge(&queries, point)? / queries.len() as f64)
        };
        let bounds = bound_angles.iter().map(bound).collect::<Result<_, Error>>()?;
        Ok(AngleView { is_exact, angles, losses, bound_angles, bounds })
    }

    fn cuts_on_plane(&self, iteration: usize, round: usize, axes: &WeightAxes) -> Vec<CutOnPlane> {
        let Ok(planes) = self.planes() else { return Vec::new() };
        let by = |axis: &[f64]| planes.ledger().planes(iteration, round, axis);
        let cut = |(x, y): (LedgerPlane, LedgerPlane)| CutOnPlane {
            slack: x.slack,
            query: planes.query_of(x.slack),
            found_at: x.found_at,
            loss: x.loss,
            x: x.margin,
            y: y.margin,
            dual: x.dual,
        };
        by(&axes.x).into_iter().zip(by(&axes.y)).map(cut).collect()
    }

    /// Returns the used queries over the plane, under the reference rankings of an iteration.
    fn queries_on_plane(&self, iteration: usize, axes: [&[f64]; 2]) -> Result<Vec<QueryOnPlane>, Error> {
        let planes = self.planes()?;
        let alignment = planes.alignment(planes.iteration(iteration)?.round);
        if axes.iter().any(|axis| axis.len() != self.train.n_features()) {
            let problem = format!("a direction has one number per feature, {}", self.train.n_features());
            return Err(Error::config("axes", problem));
        }
        let queries = planes.used_queries().iter();
        queries.filter_map(|&query| self.query_on_plane(query, alignment, axes).transpose()).collect()
    }

    fn query_on_plane(
        &self,
        query: usize,
        alignment: Option<&[f64]>,
        axes: [&[f64]; 2],
    ) -> Result<Option<QueryOnPlane>, Error> {
        let Some(loss) = self.config.learner.loss() else { return Ok(None) };
        let rows = self.train.query(query).documents;
        let mut groups = bind_groups(&loss.slack_groups(), &self.train, query)?;
        if groups.is_empty() {
            return Ok(None);
        }
        if let Some(alignment) = alignment {
            let scores = scoring::linear_scores(&self.train, rows.clone(), alignment)?;
            for (_, loss) in groups.iter_mut().flatten() {
                loss.realign(&scores);
            }
        }
        let [x, y] = axes.map(|axis| scoring::linear_scores(&self.train, rows.clone(), axis));
        Ok(Some(QueryOnPlane { groups, x: x?, y: y? }))
    }
}

/// Returns the sum of the hinges of all queries at a point. The losses of a group share a slack, so the greatest counts.
fn total_hinge(queries: &[QueryOnPlane], point: (f64, f64)) -> Result<f64, Error> {
    let mut total = 0.0;
    for query in queries {
        let documents = scored(query.scores(point))?;
        for group in &query.groups {
            let hinge = |(_, loss): &(usize, Box<dyn QueryLoss>)| {
                let y = loss.violator(&documents);
                loss.delta(&y) - margin(&loss.delta_psi(&y), documents.scores())
            };
            total += group.iter().map(hinge).fold(0.0, f64::max);
        }
    }
    Ok(total)
}

fn scored(scores: Vec<f64>) -> Result<ScoredDocuments, Error> {
    check_scores(&scores)?;
    Ok(ScoredDocuments::new(scores))
}

fn check_steps(queries: &[QueryOnPlane], points: usize) -> Result<(), Error> {
    let steps: f64 = queries.iter().map(QueryOnPlane::steps).sum();
    if steps * points as f64 <= MOST_STEPS {
        return Ok(());
    }
    Err(Error::config("points", "the searches over so many documents take too long for this picture"))
}
