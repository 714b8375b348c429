//! Coordinate ascent over the slacks in random order: for one slack, sequential minimal optimisation with second-order
//! choice of the pair (Fan, Chen and Lin 2005) in the space of its Gram matrix. The plane 0 ≥ −ξ belongs to every
//! slack as a plane of zeros whose dual variable is what the others leave of U. After each sweep, a line search goes
//! on along what the sweep changed (the pattern move of Hooke and Jeeves 1961).

use rand::seq::SliceRandom;

use crate::kernel::{add_scaled, dot};

use super::{SlackPlanes, Sweep, WorkingSet};

impl WorkingSet {
    /// Improves the dual variables of every slack once. Cost: O(d × planes) and a little for each pair step.
    ///
    /// `tolerance`: the duality gap of the working set at which it counts as solved.
    pub(super) fn ascend(&mut self, tolerance: f64) -> Sweep {
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
