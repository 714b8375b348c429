//! The free bias of losses of single documents. Must not know features.

use crate::learner::partitions::BiasSums;

use super::member::Member;

/// Returns the b that minimises `Σ_q c_q l_q(s + b)`, by Newton steps between bounds on both sides.
///
/// `start`: the first b. `at`: the derivatives at a b; see [`derivatives`]. Cost: a few calls of `at`.
pub(super) fn fit_bias(start: f64, at: impl Fn(f64) -> BiasSums) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut bias = start;
    let mut stride = 1.0;
    // A few Newton steps suffice. The limit also covers bisection over all of floating point.
    for _ in 0..200 {
        let BiasSums { slope, size, curvature } = at(bias);
        if slope.abs() <= 1e-15 * size || slope.is_nan() {
            break;
        }
        if slope > 0.0 {
            high = bias;
        } else {
            low = bias;
        }
        let newton = bias - slope / curvature;
        let next = if newton > low && newton < high && newton.is_finite() {
            newton
        } else if low.is_finite() && high.is_finite() {
            low + 0.5 * (high - low)
        } else {
            stride *= 2.0;
            bias - stride * slope.signum()
        };
        if next == bias || next == low || next == high {
            break;
        }
        bias = next;
    }
    bias
}

/// Returns the derivatives of `Σ_q c_q l_q(s + b)` in b. `scores`: those of all members, finite.
pub(super) fn derivatives(members: &[Member], scores: &[f64], bias: f64) -> BiasSums {
    let mut sum = BiasSums::default();
    for member in members {
        let shifted: Vec<f64> = scores[member.scores.clone()].iter().map(|score| score + bias).collect();
        let mut pull = vec![0.0; shifted.len()];
        member.loss.evaluate(&shifted, &mut pull);
        sum.slope -= member.coefficient * pull.iter().sum::<f64>();
        sum.size += member.coefficient * pull.iter().map(|pull| pull.abs()).sum::<f64>();
        if let Some(curvature) = member.loss.curvature(&shifted) {
            curvature(&vec![1.0; shifted.len()], &mut pull);
            sum.curvature += member.coefficient * pull.iter().sum::<f64>();
        }
    }
    sum
}
