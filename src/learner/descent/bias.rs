//! The free bias of losses of single documents. Must not know features.

use super::member::Member;

/// Returns the b that minimises `Σ_q c_q l_q(s + b)`, by Newton steps between bounds on both sides.
///
/// `scores`: those of all members, finite. `start`: the first b. Cost: a few evaluations of all losses.
pub(super) fn fit_bias(members: &[Member], scores: &[f64], start: f64) -> f64 {
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    let mut bias = start;
    let mut stride = 1.0;
    // A few Newton steps suffice. The limit also covers bisection over all of floating point.
    for _ in 0..200 {
        let Slope { slope, size, curvature } = slope(members, scores, bias);
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

struct Slope {
    /// Derivative in b.
    slope: f64,
    /// Sum of the absolute values of its terms, the scale for comparing it with 0.
    size: f64,
    /// Second derivative in b.
    curvature: f64,
}

fn slope(members: &[Member], scores: &[f64], bias: f64) -> Slope {
    let mut sum = Slope { slope: 0.0, size: 0.0, curvature: 0.0 };
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
