//! Coordinate ascent over the slacks in random order.
//!
//! [`SlackDual`] improves one slack at a time. After each sweep, a line search continues along the change of the
//! sweep (the pattern move of Hooke and Jeeves 1961).

use rand::seq::SliceRandom;

use crate::kernel::{add_scaled, dot};

use super::slack_dual::SlackDual;
use super::{SlackPlanes, Sweep, WorkingSet};

impl WorkingSet {
    /// Improves the dual variables of every slack once.
    ///
    /// `tolerance`: the duality gap at which the working set counts as solved. Cost: O(d × planes), plus
    /// O(planes of the slack) per pair step.
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
        // The gaps of the slacks belong to different w, so they are only an estimate. `gap` uses one w.
        if seen_gap <= 2.0 * tolerance && self.gap() <= tolerance { Sweep::Solved } else { Sweep::Unsolved }
    }

    fn point(&self) -> Point {
        let duals = self.slacks.iter().flat_map(|slack| &slack.planes).map(|plane| plane.dual).collect();
        Point { duals, w: self.w.clone() }
    }

    /// Continues from `before` through the current point while the dual objective increases and the variables stay
    /// feasible.
    ///
    /// This step is needed because sweeps alone converge slowly if slacks depend on each other through w.
    /// Cost: O(planes + d).
    fn extrapolate(&mut self, before: &Point) {
        let along: Vec<f64> = self.w.iter().zip(&before.w).map(|(now, before)| now - before).collect();
        let (mut slope, mut longest) = (-dot(&self.w, &along), f64::INFINITY);
        // If the variables of a slack add up to U, their changes add up to 0 only up to rounding. The margin allows for
        // it.
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
    /// Updates the dual variables until the gap of this slack is at most a tenth of its initial value, or at most
    /// `share`.
    ///
    /// Returns the initial gap.
    fn improve(&mut self, w: &mut [f64], bound: f64, share: f64) -> f64 {
        let mut gradients = self.gradients(w);
        let before: Vec<f64> = self.planes.iter().map(|plane| plane.dual).collect();
        let mut duals = before.clone();
        let gap =
            SlackDual { gram: &self.gram, scale: 1.0, bound }.improve(&mut duals, &mut gradients, share);
        for ((plane, dual), before) in self.planes.iter_mut().zip(duals).zip(before) {
            plane.dual = dual;
            let change = dual - before;
            if change != 0.0 {
                add_scaled(change, &plane.delta_psi, w);
            }
        }
        gap
    }
}
