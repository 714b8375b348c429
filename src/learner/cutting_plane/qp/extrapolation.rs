//! The line search after a sweep: it continues along the change of the sweep (the pattern move of Hooke and Jeeves
//! 1961).

use crate::linalg::dot::{add_scaled, dot};

/// A plane with a dual variable.
pub(crate) trait DualPlane {
    /// Δ.
    fn loss(&self) -> f64;
    /// α.
    fn dual(&mut self) -> &mut f64;
}

/// Continues from the point before a sweep through the current one while the dual objective increases and the
/// variables stay feasible.
///
/// `slacks`: the planes of each slack, whose variables add up to at most `bound`. `w`: the combination of the planes.
/// `duals_before` in the order of the planes, `w_before`: both before the sweep. Cost: O(planes + numbers in w).
pub(crate) fn extrapolate<P: DualPlane>(
    mut slacks: Vec<&mut [P]>,
    w: &mut [f64],
    duals_before: &[f64],
    w_before: &[f64],
    bound: f64,
) {
    let along: Vec<f64> = w.iter().zip(w_before).map(|(now, before)| now - before).collect();
    let (mut slope, mut longest) = (-dot(w, &along), f64::INFINITY);
    // If the variables of a slack add up to U, their changes add up to 0 only up to rounding. The margin allows for it.
    let full = bound * (1.0 + 1e-13);
    let mut old = duals_before.iter();
    for planes in &mut slacks {
        let (mut used, mut growth) = (0.0, 0.0);
        for (plane, old) in planes.iter_mut().zip(&mut old) {
            let (dual, loss) = (*plane.dual(), plane.loss());
            let change = dual - old;
            slope += change * loss;
            used += dual;
            growth += change;
            if change < 0.0 {
                longest = longest.min(dual / -change);
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
    for (plane, old) in slacks.into_iter().flatten().zip(duals_before) {
        let dual = plane.dual();
        *dual = (*dual + step * (*dual - old)).clamp(0.0, bound);
    }
    add_scaled(step, &along, w);
}
