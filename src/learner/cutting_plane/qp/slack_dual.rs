//! The dual of one slack, in the space of the Gram matrix of its planes. It must not know features.
//!
//! Sequential minimal optimisation. The choice of the pair is of second order (Fan, Chen and Lin 2005). The constraint
//! 0 ≥ −ξ is a plane of zeros, and its dual variable is U minus the sum of the others.

/// The dual of one slack.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlackDual<'a> {
    /// Row p holds the inner products of plane p with planes 0 to p, up to `scale`.
    pub gram: &'a [Vec<f64>],
    /// Factor of the whole matrix.
    pub scale: f64,
    /// U, the price of the slack.
    pub bound: f64,
}

impl SlackDual<'_> {
    /// Updates the dual variables until the gap is at most a tenth of its initial value, or at most `share`.
    ///
    /// `gradients`: the derivative of the dual objective by every variable, which is updated too. Returns the initial
    /// gap, at least 0. Cost: O(planes) per step.
    pub fn improve(&self, duals: &mut [f64], gradients: &mut [f64], share: f64) -> f64 {
        let gap = self.gap(duals, gradients);
        if gap <= share {
            return gap.max(0.0);
        }
        let target = (0.1 * gap).max(share);
        for _ in 0..200 + 20 * duals.len() {
            let Some((up, down, step)) = self.best_pair(duals, gradients) else { break };
            for (from, sign) in [(up, 1.0), (down, -1.0)] {
                let Some(p) = from else { continue };
                duals[p] = (duals[p] + sign * step).clamp(0.0, self.bound);
                for (q, gradient) in gradients.iter_mut().enumerate() {
                    *gradient -= sign * step * self.product(p, q);
                }
            }
            if self.gap(duals, gradients) <= target {
                break;
            }
        }
        gap
    }

    /// Returns the duality gap of this slack alone: U ξ − Σ α g.
    pub fn gap(&self, duals: &[f64], gradients: &[f64]) -> f64 {
        let slack = gradients.iter().copied().fold(0.0, f64::max);
        let earned: f64 = duals.iter().zip(gradients).map(|(dual, g)| dual * g).sum();
        self.bound * slack - earned
    }

    fn product(&self, p: usize, q: usize) -> f64 {
        let product = if p >= q { self.gram[p][q] } else { self.gram[q][p] };
        self.scale * product
    }

    /// Returns the plane to raise, the plane to lower (`None` is the plane of zeros), and the step.
    fn best_pair(&self, duals: &[f64], gradients: &[f64]) -> Option<(Option<usize>, Option<usize>, f64)> {
        let mut up = None;
        let mut steepest = 0.0;
        for (p, &gradient) in gradients.iter().enumerate() {
            if gradient > steepest {
                (up, steepest) = (Some(p), gradient);
            }
        }
        let left = self.bound - duals.iter().sum::<f64>();
        let norm = |p: Option<usize>| p.map_or(0.0, |p| self.product(p, p));
        let product = |p: Option<usize>, q: Option<usize>| match (p, q) {
            (Some(p), Some(q)) => self.product(p, q),
            _ => 0.0,
        };
        let mut best: Option<(Option<usize>, f64)> = None;
        let mut best_gain = 0.0;
        let zero = std::iter::once((None, left.max(0.0), 0.0));
        let others = duals.iter().zip(gradients).enumerate().map(|(q, (&dual, &g))| (Some(q), dual, g));
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
