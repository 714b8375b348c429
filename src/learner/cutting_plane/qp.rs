//! Solver for the dual of the working set. It depends on cutting planes and must not know queries.
//!
//! Primal: `min ½‖w‖² + U Σ_s ξ_s` subject to `⟨w, δψ_p⟩ ≥ Δ_p − ξ_s(p)`, `ξ_s ≥ 0`.
//! Dual: `max Σ α_p Δ_p − ½‖Σ α_p δψ_p‖²` subject to `α ≥ 0`, `Σ_{p of s} α_p ≤ U`, and `w = Σ α_p δψ_p`.
//!
//! Coordinate ascent ([`ascent`]) solves easy problems in a few sweeps. If it converges slowly, Newton steps
//! ([`newton`]) continue.
//!
//! Newton steps work in the d dimensions of w. With more than 128 features the second derivative follows the planes in
//! use, in the cheaper of two forms: a sum in the features (`scatter.rs`) or the Cholesky factor of the Gram matrix
//! (`span.rs`). The work of a step therefore depends on the smaller of the number of features and the number of planes
//! in use. With more than 3,000 of both only coordinate ascent runs, because the factor would not fit. A plane without
//! weight in several consecutive solutions is dropped; the oracle finds it again if it is needed.

mod ascent;
pub(crate) mod extrapolation;
mod newton;
mod scatter;
mod simplex;
mod slack_dual;
mod span;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::linalg::dot::dot;
use crate::linalg::row::OwnedRow;
use crate::util::sorting::sort_indices;

use extrapolation::DualPlane;
use newton::Newton;
pub(crate) use slack_dual::SlackDual;

/// A cutting plane `⟨w, δψ⟩ ≥ Δ − ξ` with its dual variable.
#[derive(Debug, Clone)]
pub struct Plane {
    /// Δ.
    pub loss: f64,
    /// δψ, one value per feature.
    delta_psi: OwnedRow,
    /// α, between 0 and U.
    pub dual: f64,
    /// Iteration whose oracle returned the plane.
    pub found_at: usize,
    /// Number of consecutive solutions with α = 0.
    pub idle: usize,
}

impl Plane {
    /// Returns ⟨w, δψ⟩.
    fn dot(&self, w: &[f64]) -> f64 {
        self.delta_psi.row().dot(w)
    }
}

impl DualPlane for Plane {
    fn loss(&self) -> f64 {
        self.loss
    }

    fn dual(&mut self) -> &mut f64 {
        &mut self.dual
    }
}

/// The cutting planes of every slack, their dual variables, and the resulting w.
#[derive(Debug, Clone)]
pub struct WorkingSet {
    bound: f64,
    slacks: Vec<SlackPlanes>,
    /// Σ α δψ.
    w: Vec<f64>,
    /// Whether w may differ from the sum of all planes: it has changed plane by plane, which rounds, or planes were
    /// shifted.
    is_stale: bool,
    /// Point at which the objective of the working set is within the tolerance of its minimum. It is close to w.
    minimiser: Vec<f64>,
    /// Features in which some plane has been nonzero. In all others w is 0.
    features: Vec<usize>,
    /// All other features.
    zero_features: Vec<usize>,
    /// The minimiser before the last change of the planes.
    previous: Vec<f64>,
    rng: ChaCha8Rng,
    /// Number of sweeps since the planes changed.
    sweeps: usize,
    /// Whether the sweeps of the last solution were too slow.
    creeps: bool,
    newton: Option<Newton>,
}

#[derive(Debug, Clone, Default)]
struct SlackPlanes {
    planes: Vec<Plane>,
    /// Row p holds `⟨δψ_p, δψ_0⟩ … ⟨δψ_p, δψ_p⟩`.
    gram: Vec<Vec<f64>>,
}

/// Result of a sweep over all slacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweep {
    /// The duality gap of the working set is at most the tolerance.
    Solved,
    /// Another sweep is needed.
    Unsolved,
}

/// Sweeps of coordinate ascent before Newton steps; a single sweep if they were too slow in the last solution.
const ASCENTS: usize = 3;
/// The same with many features, where a Newton step costs as much as several sweeps.
const WIDE_ASCENTS: usize = 10;
/// With more features than this, Newton steps follow the changes of the planes in use.
const WIDE_FEATURES: usize = 128;
/// Most rows of the factor of a Newton step: 72 MB.
const MOST_ROWS: usize = 3_000;
/// Share of the tolerance that all sweeps but the last aim for. If they suffice, the extra accuracy costs little.
const EARLY_SHARE: f64 = 0.3;

impl WorkingSet {
    /// Returns an empty working set for `n_slacks` slacks and `n_features` features.
    ///
    /// `bound`: U, the price of every slack. `seed`: determines the order in which slacks are visited.
    pub fn new(n_slacks: usize, n_features: usize, bound: f64, seed: u64) -> Self {
        Self {
            bound,
            slacks: vec![SlackPlanes::default(); n_slacks],
            w: vec![0.0; n_features],
            is_stale: false,
            minimiser: vec![0.0; n_features],
            features: Vec::new(),
            zero_features: (0..n_features).collect(),
            previous: vec![0.0; n_features],
            rng: ChaCha8Rng::seed_from_u64(seed),
            sweeps: 0,
            creeps: false,
            newton: None,
        }
    }

    /// Improves the dual variables once, by a sweep over all slacks, or by a Newton step if sweeps were not enough.
    ///
    /// `tolerance`: the duality gap at which the working set counts as solved. Cost: O(d × planes), and for a Newton
    /// step O(d² × planes in use + d³), or with many features O(k² (d + k)) for k planes in use if that is less.
    pub fn sweep(&mut self, tolerance: f64) -> Sweep {
        if self.sweeps == 0 {
            self.previous.copy_from_slice(&self.minimiser);
        }
        self.sweeps += 1;
        let ascents = match (self.is_wide(), self.creeps) {
            (true, _) => WIDE_ASCENTS,
            (false, true) => 1,
            (false, false) => ASCENTS,
        };
        if self.sweeps <= ascents || self.is_too_large() {
            let early = self.slacks.len() > 1 && self.sweeps < ascents;
            let sweep = self.ascend(if early { EARLY_SHARE * tolerance } else { tolerance });
            self.minimiser.copy_from_slice(&self.w);
            self.creeps &= sweep == Sweep::Unsolved;
            sweep
        } else {
            self.creeps = true;
            self.newton_step(tolerance)
        }
    }

    /// Returns whether the factor of a Newton step would take too much memory: with this many planes in use and
    /// features, only sweeps remain.
    fn is_too_large(&self) -> bool {
        let in_use = || self.all_planes().filter(|plane| plane.dual > 0.0).count();
        self.features.len() > MOST_ROWS && in_use() > MOST_ROWS
    }

    fn is_wide(&self) -> bool {
        self.features.len() > WIDE_FEATURES
    }

    /// Discards an unfinished solution after the planes have changed.
    fn restart(&mut self) {
        self.sweeps = 0;
        self.newton = None;
    }

    fn note_features(&mut self, delta_psi: &[f64]) {
        let n_known = self.features.len();
        let features = &mut self.features;
        self.zero_features.retain(|&feature| {
            let stays = delta_psi[feature] == 0.0;
            if !stays {
                features.push(feature);
            }
            stays
        });
        if self.features.len() > n_known {
            sort_indices(&mut self.features, &|one, other| one.cmp(&other));
        }
    }

    /// Returns whether the dual variables of every slack add up to U, up to rounding. No slack is then 0 at the
    /// minimiser.
    pub fn pays_every_slack(&self) -> bool {
        let paid = |slack: &SlackPlanes| slack.planes.iter().map(|plane| plane.dual).sum::<f64>();
        self.slacks.iter().all(|slack| paid(slack) >= (1.0 - 1e-9) * self.bound)
    }

    /// Returns all planes, slack by slack.
    fn all_planes(&self) -> impl Iterator<Item = &Plane> {
        self.slacks.iter().flat_map(|slack| &slack.planes)
    }

    /// Replaces the dual variables, slack by slack, and the resulting w.
    fn take_duals(&mut self, duals: &[f64], w: Vec<f64>) {
        for (plane, &dual) in self.slacks.iter_mut().flat_map(|slack| &mut slack.planes).zip(duals) {
            plane.dual = dual;
        }
        self.w = w;
        self.is_stale = false;
    }

    /// The w that minimises the objective of the working set, within the tolerance of the last sweep.
    ///
    /// It equals Σ α δψ up to that tolerance.
    pub fn minimiser(&self) -> &[f64] {
        &self.minimiser
    }

    /// The planes of one slack, the oldest first.
    pub fn planes(&self, slack: usize) -> &[Plane] {
        &self.slacks[slack].planes
    }

    /// Number of planes of all slacks.
    pub fn n_planes(&self) -> usize {
        self.slacks.iter().map(|slack| slack.planes.len()).sum()
    }

    /// Number of planes of all slacks with a positive dual variable.
    pub fn n_support(&self) -> usize {
        let planes = self.slacks.iter().flat_map(|slack| &slack.planes);
        planes.filter(|plane| plane.dual > 0.0).count()
    }

    /// Adds a cutting plane with dual variable 0. Cost: O(d × planes of the slack).
    pub fn add(&mut self, slack: usize, loss: f64, delta_psi: Vec<f64>, found_at: usize) {
        self.restart();
        self.note_features(&delta_psi);
        let SlackPlanes { planes, gram } = &mut self.slacks[slack];
        let mut row: Vec<f64> = planes.iter().map(|plane| plane.dot(&delta_psi)).collect();
        row.push(dot(&delta_psi, &delta_psi));
        gram.push(row);
        let delta_psi = delta_psi.into();
        planes.push(Plane { loss, delta_psi, dual: 0.0, found_at, idle: 0 });
    }

    /// Adds `shift` to δψ of every plane of a slack, as needed when its reference ranking changes.
    ///
    /// The dual variables stay the same and feasible. Call [`WorkingSet::refresh`] after the last shift.
    /// Cost: O(d × planes of the slack²).
    pub fn shift(&mut self, slack: usize, shift: &[f64]) {
        self.restart();
        self.is_stale = true;
        self.note_features(shift);
        let SlackPlanes { planes, gram } = &mut self.slacks[slack];
        for plane in planes.iter_mut() {
            let mut moved = plane.delta_psi.row().dense().into_owned();
            for (value, by) in moved.iter_mut().zip(shift) {
                *value += by;
            }
            plane.delta_psi = moved.into();
        }
        for (p, row) in gram.iter_mut().enumerate() {
            let dense = planes[p].delta_psi.row().dense();
            for (q, value) in row.iter_mut().enumerate() {
                *value = planes[q].dot(&dense);
            }
        }
    }

    /// Removes all planes of a slack, as needed when its loss changes. Call [`WorkingSet::refresh`] afterwards.
    pub fn clear(&mut self, slack: usize) {
        self.restart();
        self.is_stale = true;
        self.slacks[slack] = SlackPlanes::default();
    }

    /// Ends a solution and removes planes that were idle in more than `idle_limit` consecutive solutions.
    ///
    /// An unfinished solution keeps its best dual variables. If a removed plane is violated again, the oracle returns
    /// it again. Cost: O(planes).
    pub fn prune(&mut self, idle_limit: usize) {
        self.take_center();
        self.restart();
        for SlackPlanes { planes, gram } in &mut self.slacks {
            for plane in planes.iter_mut() {
                plane.idle = if plane.dual > 0.0 { 0 } else { plane.idle + 1 };
            }
            for p in (0..planes.len()).rev().filter(|&p| planes[p].idle > idle_limit).collect::<Vec<_>>() {
                planes.remove(p);
                gram.remove(p);
                for row in &mut gram[p..] {
                    row.remove(p);
                }
            }
        }
    }

    /// Recomputes w from the dual variables unless it is their sum already. Cost: O(d × planes in use).
    pub fn refresh(&mut self) {
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        self.w.fill(0.0);
        for plane in self.slacks.iter().flat_map(|slack| &slack.planes) {
            if plane.dual != 0.0 {
                plane.delta_psi.row().add_scaled_to(plane.dual, &mut self.w);
            }
        }
    }

    /// The dual objective, which is a lower bound on the optimum of the full problem.
    pub fn dual_objective(&self) -> f64 {
        let losses: f64 =
            self.slacks.iter().flat_map(|slack| &slack.planes).map(|plane| plane.dual * plane.loss).sum();
        losses - 0.5 * dot(&self.w, &self.w)
    }

    /// Returns the smallest ξ of a slack that its planes allow at `w`. Cost: O(d × planes of the slack).
    pub fn slack_at(&self, slack: usize, w: &[f64]) -> f64 {
        self.slacks[slack].gradients(w).fold(0.0, f64::max)
    }

    /// The duality gap of the working set: an upper bound on how far the dual objective is from its optimum.
    /// Cost: O(d × planes).
    pub fn gap(&self) -> f64 {
        self.slacks.iter().map(|slack| slack.gap(&self.w, self.bound)).sum()
    }
}

impl SlackPlanes {
    /// Returns the derivative of the dual objective by every α, which is the violation of the plane at ξ = 0.
    fn gradients(&self, w: &[f64]) -> impl Iterator<Item = f64> {
        self.planes.iter().map(|plane| plane.loss - plane.dot(w))
    }

    /// Returns the duality gap of this slack alone: U ξ − Σ α g.
    fn gap(&self, w: &[f64], bound: f64) -> f64 {
        let (mut slack, mut earned) = (0.0_f64, 0.0);
        for (plane, gradient) in self.planes.iter().zip(self.gradients(w)) {
            slack = slack.max(gradient);
            earned += plane.dual * gradient;
        }
        bound * slack - earned
    }
}
