//! The dual of the working set. Knows planes, not queries.
//!
//! Primal: `min ½‖w‖² + U Σ_s ξ_s` subject to `⟨w, δψ_p⟩ ≥ Δ_p − ξ_s(p)`, `ξ_s ≥ 0`.
//! Dual: `max Σ α_p Δ_p − ½‖Σ α_p δψ_p‖²` subject to `α ≥ 0`, `Σ_{p of s} α_p ≤ U`, and `w = Σ α_p δψ_p`.
//!
//! Coordinate ascent ([`ascent`]) solves the easy ones in a few sweeps; where it creeps, Newton steps ([`newton`]) go on.

mod ascent;
mod cholesky;
mod newton;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::kernel::{add_scaled, dot};

use newton::Newton;

/// A cutting plane `⟨w, δψ⟩ ≥ Δ − ξ` with its dual variable.
#[derive(Debug, Clone)]
pub struct Plane {
    /// Δ.
    pub loss: f64,
    /// δψ, one value per feature.
    pub delta_psi: Vec<f64>,
    /// α, between 0 and U.
    pub dual: f64,
    /// Iteration whose oracle found it.
    pub born: usize,
    /// Solutions in a row in which α was 0.
    pub idle: usize,
}

/// The planes of every slack, the dual variables, and the w that they make.
#[derive(Debug, Clone)]
pub struct WorkingSet {
    bound: f64,
    slacks: Vec<SlackPlanes>,
    /// Σ α δψ.
    w: Vec<f64>,
    /// Where the objective of the working set is within the tolerance of its minimum; close to w.
    minimizer: Vec<f64>,
    /// Features in which a plane has been other than 0. In the others w is 0.
    features: Vec<usize>,
    /// The minimizer before the planes changed.
    previous: Vec<f64>,
    rng: ChaCha8Rng,
    /// Sweeps since the planes changed.
    sweeps: usize,
    /// Whether sweeps were not enough the last time.
    creeps: bool,
    newton: Option<Newton>,
}

#[derive(Debug, Clone, Default)]
struct SlackPlanes {
    planes: Vec<Plane>,
    /// Row p holds `⟨δψ_p, δψ_0⟩ … ⟨δψ_p, δψ_p⟩`.
    gram: Vec<Vec<f64>>,
}

/// How a sweep over all slacks ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweep {
    /// The duality gap of the working set is within the tolerance.
    Solved,
    /// Another sweep is needed.
    Unsolved,
}

/// Sweeps of coordinate ascent before Newton steps are taken; one only where they were not enough the last time.
const ASCENTS: usize = 3;
/// Share of the tolerance that the sweeps before the last of them aim at: where they are enough, closer costs little.
const EARLY_SHARE: f64 = 0.3;
/// With more features than this, Newton steps cost more than the sweeps that they save.
const NEWTON_FEATURES: usize = 300;

impl WorkingSet {
    /// An empty working set for `n_slacks` slacks in `n_features` dimensions; every slack costs `bound` (U).
    /// `seed` chooses the order in which slacks are visited.
    pub fn new(n_slacks: usize, n_features: usize, bound: f64, seed: u64) -> Self {
        Self {
            bound,
            slacks: vec![SlackPlanes::default(); n_slacks],
            w: vec![0.0; n_features],
            minimizer: vec![0.0; n_features],
            features: Vec::new(),
            previous: vec![0.0; n_features],
            rng: ChaCha8Rng::seed_from_u64(seed),
            sweeps: 0,
            creeps: false,
            newton: None,
        }
    }

    /// Improves the dual variables once: a sweep over all slacks, or a Newton step where sweeps have not been enough.
    /// Cost: O(d × planes), and O(d² × planes + d³) for a Newton step.
    ///
    /// `tolerance`: the duality gap of the working set at which it counts as solved.
    pub fn sweep(&mut self, tolerance: f64) -> Sweep {
        if self.sweeps == 0 {
            self.previous.copy_from_slice(&self.minimizer);
        }
        self.sweeps += 1;
        let ascents = if self.creeps { 1 } else { ASCENTS };
        if self.sweeps <= ascents || self.w.len() > NEWTON_FEATURES {
            let early = self.slacks.len() > 1 && self.sweeps < ascents;
            let sweep = self.ascend(if early { EARLY_SHARE * tolerance } else { tolerance });
            self.minimizer.copy_from_slice(&self.w);
            self.creeps &= sweep == Sweep::Unsolved;
            sweep
        } else {
            self.creeps = true;
            self.newton_step(tolerance)
        }
    }

    /// Forgets a solution on its way: the planes have changed.
    fn restart(&mut self) {
        self.sweeps = 0;
        self.newton = None;
    }

    fn note_features(&mut self, delta_psi: &[f64]) {
        let mut known = self.features.iter().copied().peekable();
        let is_new = |(feature, value): (usize, &f64)| match known.next_if_eq(&feature) {
            Some(_) => None,
            None => (*value != 0.0).then_some(feature),
        };
        let new: Vec<usize> = delta_psi.iter().enumerate().filter_map(is_new).collect();
        if !new.is_empty() {
            self.features.extend(new);
            self.features.sort_unstable();
        }
    }

    /// All planes, slack by slack.
    fn all_planes(&self) -> impl Iterator<Item = &Plane> {
        self.slacks.iter().flat_map(|slack| &slack.planes)
    }

    /// Takes other dual variables, slack by slack, and the w that they make.
    fn take_duals(&mut self, duals: &[f64], w: Vec<f64>) {
        for (plane, &dual) in self.slacks.iter_mut().flat_map(|slack| &mut slack.planes).zip(duals) {
            plane.dual = dual;
        }
        self.w = w;
    }

    /// The w at which the objective of the working set is lowest, within the tolerance of the last sweep. It is
    /// Σ α δψ but for that tolerance.
    pub fn minimizer(&self) -> &[f64] {
        &self.minimizer
    }

    /// Planes of one slack, the oldest first.
    pub fn planes(&self, slack: usize) -> &[Plane] {
        &self.slacks[slack].planes
    }

    /// Number of planes of all slacks.
    pub fn n_planes(&self) -> usize {
        self.slacks.iter().map(|slack| slack.planes.len()).sum()
    }

    /// Adds a plane with dual variable 0. Cost: O(d × planes of the slack).
    pub fn add(&mut self, slack: usize, loss: f64, delta_psi: Vec<f64>, born: usize) {
        self.restart();
        self.note_features(&delta_psi);
        let SlackPlanes { planes, gram } = &mut self.slacks[slack];
        let mut row: Vec<f64> = planes.iter().map(|plane| dot(&plane.delta_psi, &delta_psi)).collect();
        row.push(dot(&delta_psi, &delta_psi));
        gram.push(row);
        planes.push(Plane { loss, delta_psi, dual: 0.0, born, idle: 0 });
    }

    /// Adds `shift` to δψ of every plane of a slack, as when its reference ranking changes. Dual variables stay:
    /// they remain feasible. Call [`WorkingSet::refresh`] after the last shift.
    /// Cost: O(d × planes of the slack²).
    pub fn shift(&mut self, slack: usize, shift: &[f64]) {
        self.restart();
        self.note_features(shift);
        let SlackPlanes { planes, gram } = &mut self.slacks[slack];
        for plane in planes.iter_mut() {
            for (value, by) in plane.delta_psi.iter_mut().zip(shift) {
                *value += by;
            }
        }
        for (p, row) in gram.iter_mut().enumerate() {
            for (q, value) in row.iter_mut().enumerate() {
                *value = dot(&planes[p].delta_psi, &planes[q].delta_psi);
            }
        }
    }

    /// Counts a solution, with what was reached of one that is not finished, and takes out planes that have been idle in more than `patience` of them. If one is needed
    /// again, the oracle finds it again. Cost: O(planes).
    pub fn prune(&mut self, patience: usize) {
        self.take_center();
        self.restart();
        for SlackPlanes { planes, gram } in &mut self.slacks {
            for plane in planes.iter_mut() {
                plane.idle = if plane.dual > 0.0 { 0 } else { plane.idle + 1 };
            }
            for p in (0..planes.len()).rev().filter(|&p| planes[p].idle > patience).collect::<Vec<_>>() {
                planes.remove(p);
                gram.remove(p);
                for row in &mut gram[p..] {
                    row.remove(p);
                }
            }
        }
    }

    /// Sums w anew from the dual variables, so that rounding does not add up. Cost: O(d × planes in use).
    pub fn refresh(&mut self) {
        self.w.fill(0.0);
        for plane in self.slacks.iter().flat_map(|slack| &slack.planes) {
            if plane.dual != 0.0 {
                add_scaled(plane.dual, &plane.delta_psi, &mut self.w);
            }
        }
    }

    /// The dual objective: a lower bound on the optimum of the full problem.
    pub fn dual_objective(&self) -> f64 {
        let losses: f64 =
            self.slacks.iter().flat_map(|slack| &slack.planes).map(|plane| plane.dual * plane.loss).sum();
        losses - 0.5 * dot(&self.w, &self.w)
    }

    /// The smallest ξ of a slack that its planes allow at `w`. Cost: O(d × planes of the slack).
    pub fn slack_at(&self, slack: usize, w: &[f64]) -> f64 {
        self.slacks[slack]
            .planes
            .iter()
            .map(|plane| plane.loss - dot(w, &plane.delta_psi))
            .fold(0.0, f64::max)
    }

    /// The duality gap of the working set: how far the dual variables are from their optimum.
    /// Cost: O(d × planes).
    pub fn gap(&self) -> f64 {
        self.slacks
            .iter()
            .map(|slack| {
                let gradients = slack.gradients(&self.w);
                slack.gap(&gradients, self.bound)
            })
            .sum()
    }
}

impl SlackPlanes {
    /// Derivative of the dual objective by every α: how much the plane is violated with ξ = 0.
    fn gradients(&self, w: &[f64]) -> Vec<f64> {
        self.planes.iter().map(|plane| plane.loss - dot(w, &plane.delta_psi)).collect()
    }

    /// Duality gap of this slack alone: U ξ − Σ α g.
    fn gap(&self, gradients: &[f64], bound: f64) -> f64 {
        let slack = gradients.iter().copied().fold(0.0, f64::max);
        let earned: f64 = self.planes.iter().zip(gradients).map(|(plane, g)| plane.dual * g).sum();
        bound * slack - earned
    }

    fn gram(&self, p: usize, q: usize) -> f64 {
        if p >= q { self.gram[p][q] } else { self.gram[q][p] }
    }
}
