//! Coordinate ascent over the slacks in random order.
//!
//! [`SlackDual`] improves one slack at a time. After each sweep, [`extrapolate`] continues along the change of the
//! sweep.

use rand::seq::SliceRandom;

use super::extrapolation::extrapolate;
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
        self.is_stale = true;
        let (mut seen_gap, mut memory) = (0.0, Memory::default());
        for slack in order {
            seen_gap += self.slacks[slack].improve(&mut self.w, self.bound, share, &mut memory);
        }
        // Sweeps alone converge slowly if slacks depend on each other through w.
        let slacks = self.slacks.iter_mut().map(|slack| slack.planes.as_mut_slice()).collect();
        extrapolate(slacks, &mut self.w, &before.duals, &before.w, self.bound);
        // The gaps of the slacks belong to different w, so they are only an estimate. `gap` uses one w.
        if seen_gap <= 2.0 * tolerance && self.gap() <= tolerance { Sweep::Solved } else { Sweep::Unsolved }
    }

    fn point(&self) -> Point {
        let duals = self.slacks.iter().flat_map(|slack| &slack.planes).map(|plane| plane.dual).collect();
        Point { duals, w: self.w.clone() }
    }
}

/// Dual variables, slack by slack, and the w that they make.
struct Point {
    duals: Vec<f64>,
    w: Vec<f64>,
}

/// Memory for one slack after the other.
#[derive(Default)]
struct Memory {
    gradients: Vec<f64>,
    duals: Vec<f64>,
}

impl SlackPlanes {
    /// Updates the dual variables until the gap of this slack is at most a tenth of its initial value, or at most
    /// `share`.
    ///
    /// Returns the initial gap.
    fn improve(&mut self, w: &mut [f64], bound: f64, share: f64, memory: &mut Memory) -> f64 {
        let Memory { gradients, duals } = memory;
        gradients.clear();
        gradients.extend(self.gradients(w));
        duals.clear();
        duals.extend(self.planes.iter().map(|plane| plane.dual));
        let gap = SlackDual { gram: &self.gram, scale: 1.0, bound }.improve(duals, gradients, share);
        for (plane, &dual) in self.planes.iter_mut().zip(&*duals) {
            let change = dual - plane.dual;
            plane.dual = dual;
            if change != 0.0 {
                plane.delta_psi.row().add_scaled_to(change, w);
            }
        }
        gap
    }
}
