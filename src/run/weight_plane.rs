//! The plane of w: a plane through w = 0 and the best w, or a slice along two features, with the path of w, the cutting
//! planes, the exact objective, and the loss in every direction. Trains nothing.
//!
//! The scores of a document at `w₀ + a x + b y` are its score by w₀, plus `a` times its score by x and `b` times its
//! score by y. So every point costs one call of each oracle and no matrix pass. On a plane through 0 a ranking depends
//! on the direction only.
//!
//! The lowest point of the floor of the planes is Σ α δψ of the next iteration. A learner without cutting planes
//! returns its objective at given scores (`Learner::objective`), so its points cost no matrix pass either. The page
//! requests the objective in slices, on grids from coarse to fine, and computes the floor from the planes itself.

mod axes;
mod directions;
mod line;
mod objective;
mod probe;

use serde::Serialize;

use super::TrainingRun;
use crate::learner::cutting_plane::LedgerPlane;
use crate::linalg::dot::dot;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;
use crate::util::sorting::sorted;

pub use axes::{PathPoint, WeightAxes};
pub use line::HingeOnLine;
pub use objective::AngleView;
pub use probe::{Probe, ProbePlace, ProbeRanking};

use objective::{QueryOnPlane, check_steps, scored};

/// A cutting plane over the plane of w: it demands the slack `loss − offset − (a x + b y)` at `(a, b)`.
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
    /// `⟨w₀, δψ⟩`; 0 on a plane through 0.
    pub offset: f64,
    /// `⟨x, δψ⟩`.
    pub x: f64,
    /// `⟨y, δψ⟩`.
    pub y: f64,
    /// α at the iteration; 0 for the planes found at it.
    pub dual: f64,
}

/// The beginning of the ranking of a plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FoundRanking {
    /// Slack of the plane.
    pub slack: usize,
    /// Its query, by its index in the data.
    pub query: usize,
    /// Id of the query in the file.
    pub id: String,
    /// Number of documents of the query.
    pub documents: usize,
    /// The first documents, by their index within the query and the comment of their line in the file.
    pub first: Vec<(usize, String)>,
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
    /// Whether the method finds cutting planes, which make a floor.
    pub has_floor: bool,
    /// C/m: the price of one unit of slack; 0 without cutting planes. The floor is
    /// `½(‖w₀‖² + a² + b²) + price · Σ max(0, highest demand of a slack)`.
    pub price: f64,
    /// `½‖w₀‖²`; 0 on a plane through 0.
    pub height: f64,
    /// The planes that gave this iteration's w, the oldest first.
    pub held: Vec<CutOnPlane>,
    /// The planes that the oracles found at this iteration.
    pub new: Vec<CutOnPlane>,
    /// The rankings of the new planes that demand most at this w, the highest demand first. None if all queries share
    /// one slack.
    pub rankings: Vec<FoundRanking>,
    /// The lowest point of the floor of all these planes, which the QP found: `Σ α δψ`. `None` until the next iteration
    /// has been reached, where a realignment took the place of the QP, and without cutting planes.
    pub lowest: Option<PathPoint>,
    /// The direction of steepest descent, minus the gradient, as `(x, y)`; `None` with cutting planes.
    pub downhill: Option<(f64, f64)>,
}

/// The most new planes whose rankings are named. Each costs a call of an oracle.
const NAMED: usize = 8;
/// The first documents of a ranking that are named.
const FIRST: usize = 4;

impl TrainingRun {
    /// Returns the plane through 0 and the best w, with the path and the planes at an iteration. `features`: the slice
    /// through the best w along these two instead.
    ///
    /// With two features it is the plane of all w. Cost: O(d × (iterations + planes)), and eight calls of oracles;
    /// without cutting planes, one evaluation of the objective.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, for a method without w or without an objective,
    /// and for a run without ledger; [`Error::Config`] for features that do not exist or are equal.
    pub fn weight_plane(&self, iteration: usize, features: Option<[usize; 2]>) -> Result<WeightPlane, Error> {
        self.scorer(iteration)?;
        let Ok(planes) = self.planes() else { return self.plane_of_descent(iteration, features) };
        let round = planes.iteration(iteration)?.round;
        if planes.ledger().is_left_out() {
            return Err(Error::absent("ledger", "this run stores no ledger, so it has no planes to draw"));
        }
        let iterates: Vec<&[f64]> = planes.history().iter().map(|kept| &kept.w[..]).collect();
        let axes = WeightAxes::of(&iterates, planes.best_weights(), features)?;
        let held = self.cuts_on_plane(iteration, round, &axes);
        let mut new = self.cuts_on_plane(iteration + 1, round, &axes);
        new.retain(|cut| cut.found_at == iteration);
        new.iter_mut().for_each(|cut| cut.dual = 0.0);
        let solved = planes.history().get(iteration + 1).is_some_and(|next| next.round == round);
        let lowest = solved.then(|| {
            let point = planes.ledger().dual_point(iteration + 1, round, self.train.n_features());
            axes.place(&point.w)
        });
        Ok(WeightPlane {
            iteration,
            path: iterates.iter().map(|w| axes.place(w)).collect(),
            best: planes.best_iteration(),
            has_floor: true,
            price: planes.bound(),
            height: 0.5 * dot(&axes.origin, &axes.origin),
            rankings: self.rankings_of(iteration, &new, axes.place(&planes.iteration(iteration)?.w)),
            held,
            new,
            lowest,
            downhill: None,
            axes,
        })
    }

    /// The same for a method that descends along the slope of its objective.
    fn plane_of_descent(&self, iteration: usize, features: Option<[usize; 2]>) -> Result<WeightPlane, Error> {
        let method = &self.settings.method;
        let learner = self.learner();
        let (best, model) = learner.best();
        let Scorer::Linear { weights } = &*model else {
            let why = match &*model {
                Scorer::Network { .. } => {
                    "its scores come from a network, which has no single weight per feature"
                }
                _ => "its scores are sums of step functions or trees, which have no weight per feature",
            };
            return Err(Error::absent("plane of w", format!("{method} has no w: {why}")));
        };
        if learner.objective(iteration).is_none() {
            let problem = format!("{method} minimises no objective of w, so there is no surface to draw");
            return Err(Error::absent("plane of w", problem));
        }
        let mut iterates = Vec::new();
        while let Some(scorer) = learner.scorer(iterates.len()) {
            let Scorer::Linear { weights } = scorer.into_owned() else { break };
            iterates.push(weights);
        }
        let iterates: Vec<&[f64]> = iterates.iter().map(Vec::as_slice).collect();
        let axes = WeightAxes::of(&iterates, weights, features)?;
        let slope = learner.slope(iteration);
        Ok(WeightPlane {
            iteration,
            path: iterates.iter().map(|w| axes.place(w)).collect(),
            best,
            has_floor: false,
            price: 0.0,
            height: 0.5 * dot(&axes.origin, &axes.origin),
            held: Vec::new(),
            new: Vec::new(),
            rankings: Vec::new(),
            lowest: None,
            downhill: slope.map(|slope| (-dot(&slope.gradient, &axes.x), -dot(&slope.gradient, &axes.y))),
            axes,
        })
    }

    fn cuts_on_plane(&self, iteration: usize, round: usize, axes: &WeightAxes) -> Vec<CutOnPlane> {
        let Ok(planes) = self.planes() else { return Vec::new() };
        let by = |axis: &[f64]| planes.ledger().planes(iteration, round, axis);
        let offsets = if axes.holds_zero() { Vec::new() } else { by(&axes.origin) };
        let cut = |(place, (x, y)): (usize, (LedgerPlane, LedgerPlane))| CutOnPlane {
            slack: x.slack,
            query: planes.query_of(x.slack),
            found_at: x.found_at,
            loss: x.loss,
            offset: offsets.get(place).map_or(0.0, |plane| plane.margin),
            x: x.margin,
            y: y.margin,
            dual: x.dual,
        };
        by(&axes.x).into_iter().zip(by(&axes.y)).enumerate().map(cut).collect()
    }

    /// Returns the beginning of the rankings of the new planes that demand most at `at`, one of each query.
    fn rankings_of(&self, iteration: usize, new: &[CutOnPlane], at: PathPoint) -> Vec<FoundRanking> {
        let demand = |cut: &CutOnPlane| cut.loss - cut.offset - at.x * cut.x - at.y * cut.y;
        let most: Vec<&CutOnPlane> = new.iter().filter(|cut| cut.query.is_some()).collect();
        let most = sorted(most, &|one, other| demand(other).total_cmp(&demand(one)));
        let named = most.into_iter().take(NAMED);
        named.filter_map(|cut| self.found_ranking(iteration, cut.slack, cut.query?, cut.loss)).collect()
    }

    fn found_ranking(&self, iteration: usize, slack: usize, query: usize, loss: f64) -> Option<FoundRanking> {
        let inspection = self.inspect(iteration, query).ok()?;
        // With several slacks of a query, the inspection is that of one of them.
        if (inspection.loss - loss).abs() > 1e-9 * (1.0 + loss.abs()) {
            return None;
        }
        let name = |&document: &u32| {
            let document = document as usize;
            (document, inspection.documents[document].comment.clone())
        };
        let first = inspection.violator.iter().take(FIRST).map(name).collect();
        Some(FoundRanking { slack, query, documents: inspection.documents.len(), first, id: inspection.id })
    }
}
