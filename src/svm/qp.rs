//! The dual of the working set. Knows planes, not queries.
//!
//! Primal: `min ½‖w‖² + U Σ_s ξ_s` subject to `⟨w, δψ_p⟩ ≥ Δ_p − ξ_s(p)`, `ξ_s ≥ 0`.
//! Dual: `max Σ α_p Δ_p − ½‖Σ α_p δψ_p‖²` subject to `α ≥ 0`, `Σ_{p of s} α_p ≤ U`, and `w = Σ α_p δψ_p`.
//!
//! Solved by coordinate ascent over the slacks in random order: for one slack, sequential minimal optimisation
//! with second-order choice of the pair (Fan, Chen and Lin 2005) in the space of its Gram matrix. The plane 0 ≥ −ξ
//! belongs to every slack as a plane of zeros whose dual variable is what the others leave of U. After each sweep, a
//! line search goes on along what the sweep changed (the pattern move of Hooke and Jeeves 1961).

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::kernel::{add_scaled, dot};

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
}

/// The planes of every slack, the dual variables, and the w that they make.
#[derive(Debug, Clone)]
pub struct WorkingSet {
    bound: f64,
    slacks: Vec<SlackPlanes>,
    w: Vec<f64>,
    rng: ChaCha8Rng,
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

impl WorkingSet {
    /// An empty working set for `n_slacks` slacks in `n_features` dimensions; every slack costs `bound` (U).
    /// `seed` chooses the order in which slacks are visited.
    pub fn new(n_slacks: usize, n_features: usize, bound: f64, seed: u64) -> Self {
        Self {
            bound,
            slacks: vec![SlackPlanes::default(); n_slacks],
            w: vec![0.0; n_features],
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// w = Σ α δψ.
    pub fn w(&self) -> &[f64] {
        &self.w
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
        let SlackPlanes { planes, gram } = &mut self.slacks[slack];
        let mut row: Vec<f64> = planes.iter().map(|plane| dot(&plane.delta_psi, &delta_psi)).collect();
        row.push(dot(&delta_psi, &delta_psi));
        gram.push(row);
        planes.push(Plane { loss, delta_psi, dual: 0.0, born });
    }

    /// Adds `shift` to δψ of every plane of a slack, as when its reference ranking changes. Dual variables stay:
    /// they remain feasible. Call [`WorkingSet::refresh`] after the last shift.
    /// Cost: O(d × planes of the slack²).
    pub fn shift(&mut self, slack: usize, shift: &[f64]) {
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

    /// Improves the dual variables of every slack once. Cost: O(d × planes) and a little for each pair step.
    ///
    /// `tolerance`: the duality gap of the working set at which it counts as solved.
    pub fn sweep(&mut self, tolerance: f64) -> Sweep {
        let mut order: Vec<usize> =
            (0..self.slacks.len()).filter(|&s| !self.slacks[s].planes.is_empty()).collect();
        order.shuffle(&mut self.rng);
        let share = 0.25 * tolerance / order.len().max(1) as f64;
        let before = self.point();
        let mut seen_gap = 0.0;
        for slack in order {
            seen_gap += self.slacks[slack].improve(&mut self.w, self.bound, share);
        }
        self.extrapolate(&before);
        // The gaps were seen at different w; only one w counts.
        if seen_gap <= 2.0 * tolerance && self.gap() <= tolerance { Sweep::Solved } else { Sweep::Unsolved }
    }

    fn point(&self) -> Point {
        let duals = self.slacks.iter().flat_map(|slack| &slack.planes).map(|plane| plane.dual).collect();
        Point { duals, w: self.w.clone() }
    }

    /// Goes on in the direction from `before` to here, as far as the dual objective grows and the dual variables stay
    /// feasible. Where slacks pull at each other through w, sweeps alone only creep. Cost: O(planes + d).
    fn extrapolate(&mut self, before: &Point) {
        let along: Vec<f64> = self.w.iter().zip(&before.w).map(|(now, before)| now - before).collect();
        let (mut slope, mut longest) = (-dot(&self.w, &along), f64::INFINITY);
        // In a slack whose variables add up to U, the changes add up to 0 but for rounding; that must not stop all.
        let full = self.bound * (1.0 + 1e-13);
        let mut old = before.duals.iter();
        for slack in &self.slacks {
            let (mut used, mut growth) = (0.0, 0.0);
            for (plane, old) in slack.planes.iter().zip(&mut old) {
                let change = plane.dual - old;
                slope += change * plane.loss;
                used += plane.dual;
                growth += change;
                if change < 0.0 {
                    longest = longest.min(plane.dual / -change);
                }
            }
            if growth > 0.0 {
                longest = longest.min((full - used).max(0.0) / growth);
            }
        }
        let curvature = dot(&along, &along);
        let step = if curvature > 0.0 { (slope / curvature).min(longest) } else { 0.0 };
        if !(step > 0.0 && step.is_finite()) {
            return;
        }
        let mut old = before.duals.iter();
        for plane in self.slacks.iter_mut().flat_map(|slack| &mut slack.planes) {
            if let Some(old) = old.next() {
                plane.dual = (plane.dual + step * (plane.dual - old)).clamp(0.0, self.bound);
            }
        }
        add_scaled(step, &along, &mut self.w);
    }
}

/// Dual variables, slack by slack, and the w that they make.
struct Point {
    duals: Vec<f64>,
    w: Vec<f64>,
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

    /// Moves the dual variables until the gap of this slack is at most a tenth of what it was, or `share`.
    /// Returns the gap as it was.
    fn improve(&mut self, w: &mut [f64], bound: f64, share: f64) -> f64 {
        let mut gradients = self.gradients(w);
        let gap = self.gap(&gradients, bound);
        if gap <= share {
            return gap.max(0.0);
        }
        let before: Vec<f64> = self.planes.iter().map(|plane| plane.dual).collect();
        let target = (0.1 * gap).max(share);
        let n = self.planes.len();
        for _ in 0..200 + 20 * n {
            let Some((up, down, step)) = self.best_pair(&gradients, bound) else { break };
            for (from, sign) in [(up, 1.0), (down, -1.0)] {
                let Some(p) = from else { continue };
                self.planes[p].dual = (self.planes[p].dual + sign * step).clamp(0.0, bound);
                for (q, gradient) in gradients.iter_mut().enumerate() {
                    *gradient -= sign * step * self.gram(p, q);
                }
            }
            if self.gap(&gradients, bound) <= target {
                break;
            }
        }
        for (plane, before) in self.planes.iter().zip(before) {
            let change = plane.dual - before;
            if change != 0.0 {
                add_scaled(change, &plane.delta_psi, w);
            }
        }
        gap
    }

    /// The plane to raise, the plane to lower (`None` is the plane of zeros), and by how much.
    fn best_pair(&self, gradients: &[f64], bound: f64) -> Option<(Option<usize>, Option<usize>, f64)> {
        let mut up = None;
        let mut steepest = 0.0;
        for (p, &gradient) in gradients.iter().enumerate() {
            if gradient > steepest {
                (up, steepest) = (Some(p), gradient);
            }
        }
        let left = bound - self.planes.iter().map(|plane| plane.dual).sum::<f64>();
        let norm = |p: Option<usize>| p.map_or(0.0, |p| self.gram(p, p));
        let product = |p: Option<usize>, q: Option<usize>| match (p, q) {
            (Some(p), Some(q)) => self.gram(p, q),
            _ => 0.0,
        };
        let mut best: Option<(Option<usize>, f64)> = None;
        let mut best_gain = 0.0;
        let zero = std::iter::once((None, left.max(0.0), 0.0));
        let others =
            self.planes.iter().zip(gradients).enumerate().map(|(q, (plane, &g))| (Some(q), plane.dual, g));
        for (q, available, gradient) in zero.chain(others) {
            let slope = steepest - gradient;
            if q == up || available <= 0.0 || slope <= 0.0 {
                continue;
            }
            let curvature = norm(up) + norm(q) - 2.0 * product(up, q);
            let step = if curvature > 0.0 { (slope / curvature).min(available) } else { available };
            let gain = step * (slope - 0.5 * step * curvature.max(0.0));
            if gain > best_gain {
                best_gain = gain;
                best = Some((q, step));
            }
        }
        best.map(|(down, step)| (up, down, step))
    }
}
