//! Cutting planes for a norm and a function of mean slacks: their maximum, or a sum with weights. Must not know losses.
//!
//! Each component l has a ratio ρ_l = (R_l − R_l*)/D_l. A pass gives one plane for each. All planes of the maximum
//! share a slack; in a sum each component has a slack, and its planes are multiplied by its weight. Planes are valid
//! for every problem, so that those of one solution help the next. Ratios can be negative and slacks cannot, so that
//! all ratios are shifted by the least value that any can have.

use super::components::{Components, MeanPlane};
use crate::learner::cutting_plane::qp::{Sweep, WorkingSet};
use crate::learner::cutting_plane::{FINEST_SHARE, GAP_SHARE};
use crate::linalg::dot::dot;
use crate::util::error::Error;

/// The most passes of one problem.
pub(super) const MOST_PASSES: usize = 1_000;
/// The most sweeps of one dual.
const MOST_SWEEPS: usize = 2_000;
/// Fraction of the way from the best w to the minimiser at which the oracles are called, as in training with one slack.
const OUTWARD: f64 = 0.1;

/// What is minimised beside ½‖w‖².
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal<'a> {
    /// C times the largest ratio.
    Largest,
    /// C times the sum of the ratios with these weights.
    Weighted(&'a [f64]),
}

/// A component in the solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Ratio {
    /// Number among all components.
    pub component: usize,
    /// R*.
    pub alone: f64,
    /// D: R(0) − R*.
    pub range: f64,
}

impl Ratio {
    /// Returns ρ of a mean slack.
    pub fn of(&self, slack: f64) -> f64 {
        (slack - self.alone) / self.range
    }
}

/// A plane of a ratio, with its shift: ρ + shift ≥ loss − ⟨w, δψ⟩.
struct RatioPlane {
    ratio: usize,
    loss: f64,
    delta_psi: Vec<f64>,
}

/// A w with a proof of how good it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    pub w: Vec<f64>,
    /// Mean slack of every component, those left out too.
    pub slacks: Vec<f64>,
    pub objective: f64,
    /// A lower bound on the objective of every w.
    pub dual: f64,
    /// Σ α of the planes of each ratio, over C. They add up to 1 where the goal is the largest ratio.
    pub shares: Vec<f64>,
}

/// The ratios, and the planes that the last solution used.
pub(super) struct Solver<'a> {
    components: &'a Components,
    ratios: &'a [Ratio],
    c: f64,
    gap: f64,
    /// No ratio is below −shift.
    shift: f64,
    pool: Vec<RatioPlane>,
}

impl<'a> Solver<'a> {
    /// `gap`: relative to the objective, or to a thousandth of C where the objective is smaller.
    pub fn new(components: &'a Components, ratios: &'a [Ratio], c: f64, gap: f64) -> Self {
        let shift = ratios.iter().map(|ratio| ratio.alone / ratio.range).fold(0.0, f64::max);
        Self { components, ratios, c, gap, shift, pool: Vec::new() }
    }

    /// Solves one problem, from `start`.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a number leaves its range.
    pub fn solve(&mut self, goal: Goal<'_>, start: &[f64]) -> Result<Solution, Error> {
        let d = start.len();
        let n_slacks = match goal {
            Goal::Largest => 1,
            Goal::Weighted(weights) => weights.len(),
        };
        let mut planes = WorkingSet::new(n_slacks, d, self.c, 1);
        for plane in &self.pool {
            add(&mut planes, goal, plane);
        }
        let shares = vec![0.0; self.ratios.len()];
        let (w, slacks) = (start.to_vec(), Vec::new());
        let mut best = Solution { w, slacks, objective: f64::INFINITY, dual: f64::NEG_INFINITY, shares };
        if !self.pool.is_empty() {
            self.improve(&mut planes, &mut best, goal, self.gap * self.c);
        }
        let (mut w, mut is_full) = (start.to_vec(), false);
        for _ in 0..MOST_PASSES {
            let found = self.components.planes(&w)?;
            let objective = self.objective(goal, &w, &found);
            if !objective.is_finite() {
                let problem = "an objective is not finite; scale the features".to_owned();
                return Err(Error::Numeric { stage: "combination", problem });
            }
            if objective < best.objective {
                best.slacks = found.iter().map(|plane| plane.slack).collect();
                (best.objective, best.w) = (objective, w.clone());
            }
            let wanted = self.gap * best.objective.abs().max(1e-3 * self.c);
            if best.objective - best.dual <= wanted {
                break;
            }
            let is_violated = self.take(&mut planes, goal, &w, found, wanted);
            if !is_violated && is_full {
                break;
            }
            let tolerance = (FINEST_SHARE * wanted).max(GAP_SHARE * (best.objective - best.dual).min(self.c));
            self.improve(&mut planes, &mut best, goal, tolerance);
            // Nothing is violated between: the minimiser itself decides.
            is_full = !is_violated;
            let fraction = if is_full { 1.0 } else { OUTWARD };
            w = best
                .w
                .iter()
                .zip(planes.minimiser())
                .map(|(best, new)| best + fraction * (new - best))
                .collect();
        }
        self.keep_used(&planes, goal);
        Ok(best)
    }

    /// Keeps the planes of the pool that the solution uses. Those of a near problem are nearly the same.
    fn keep_used(&mut self, planes: &WorkingSet, goal: Goal<'_>) {
        let mut places = vec![0; self.ratios.len()];
        self.pool.retain(|plane| {
            let slack = goal.slack(plane.ratio);
            places[slack] += 1;
            planes.planes(slack)[places[slack] - 1].dual > 0.0
        });
    }

    /// Solves the dual of the planes up to a tolerance, and takes its value and its shares.
    fn improve(&self, planes: &mut WorkingSet, best: &mut Solution, goal: Goal<'_>, tolerance: f64) {
        for _ in 0..MOST_SWEEPS {
            if planes.sweep(tolerance) == Sweep::Solved {
                break;
            }
        }
        // Planes stay, because the next problem needs them too.
        planes.prune(usize::MAX);
        planes.refresh();
        let shift = self.c * self.shift * goal.total();
        best.dual = best.dual.max(planes.dual_objective() - shift);
        best.shares.fill(0.0);
        let mut places = vec![0; self.ratios.len()];
        for plane in &self.pool {
            let slack = goal.slack(plane.ratio);
            best.shares[plane.ratio] += planes.planes(slack)[places[slack]].dual / self.c;
            places[slack] += 1;
        }
    }

    /// Adds the planes of a pass to the pool. Returns whether one of them is violated by more than a share of the
    /// wanted gap.
    fn take(
        &mut self,
        planes: &mut WorkingSet,
        goal: Goal<'_>,
        w: &[f64],
        found: Vec<MeanPlane>,
        wanted: f64,
    ) -> bool {
        let mut is_violated = false;
        let allowed: Vec<f64> =
            (0..self.ratios.len()).map(|ratio| planes.slack_at(goal.slack(ratio), w)).collect();
        for (number, ratio) in self.ratios.iter().enumerate() {
            let MeanPlane { slack, loss, delta_psi } = &found[ratio.component];
            let weight = goal.weight(number);
            is_violated |=
                self.c * (weight * (ratio.of(*slack) + self.shift) - allowed[number]) > 0.1 * wanted;
            let plane = RatioPlane {
                ratio: number,
                loss: ratio.of(*loss) + self.shift,
                delta_psi: delta_psi.iter().map(|value| value / ratio.range).collect(),
            };
            add(planes, goal, &plane);
            self.pool.push(plane);
        }
        is_violated
    }

    fn objective(&self, goal: Goal<'_>, w: &[f64], found: &[MeanPlane]) -> f64 {
        let ratios = self.ratios.iter().map(|ratio| ratio.of(found[ratio.component].slack));
        let value = match goal {
            Goal::Largest => ratios.fold(f64::NEG_INFINITY, f64::max),
            Goal::Weighted(weights) => ratios.zip(weights).map(|(ratio, weight)| weight * ratio).sum(),
        };
        0.5 * dot(w, w) + self.c * value
    }
}

impl Goal<'_> {
    /// The slack of a ratio.
    fn slack(self, ratio: usize) -> usize {
        match self {
            Self::Largest => 0,
            Self::Weighted(_) => ratio,
        }
    }

    /// The factor of the planes of a ratio.
    fn weight(self, ratio: usize) -> f64 {
        match self {
            Self::Largest => 1.0,
            Self::Weighted(weights) => weights[ratio],
        }
    }

    /// The sum of the weights of the shift.
    fn total(self) -> f64 {
        match self {
            Self::Largest => 1.0,
            Self::Weighted(weights) => weights.iter().sum(),
        }
    }
}

fn add(planes: &mut WorkingSet, goal: Goal<'_>, plane: &RatioPlane) {
    let weight = goal.weight(plane.ratio);
    let delta_psi = plane.delta_psi.iter().map(|value| weight * value).collect();
    planes.add(goal.slack(plane.ratio), weight * plane.loss, delta_psi, 0);
}
