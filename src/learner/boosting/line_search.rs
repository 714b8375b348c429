//! The minimum along a line, found by the sign of the slope. Must not know rankings.

/// The search ends at this width, relative to the step.
const PRECISION: f64 = 1e-10;

/// Returns a step α at which `slope` changes its sign, between 0 and `most`, which has the sign of −slope(0).
///
/// If the slope still falls at `most`, the result is `most`. If the objective is not convex, α is one of its local
/// minima. Cost: about ten slopes, at most 100.
/// Source: regula falsi with the Illinois rule, Dowell and Jarratt 1971.
pub(super) fn minimise(most: f64, slope: impl Fn(f64) -> f64) -> f64 {
    // The slope in the direction of `most`, which is negative before the minimum.
    let along = |at: f64| slope(at) * most.signum();
    let (mut low, mut high) = ((0.0, along(0.0)), (most, along(most)));
    if high.1 < 0.0 {
        return most;
    }
    // The end that moved last: a negative number is the lower end.
    let (mut moved, mut latest) = (0.0, most);
    for _ in 0..98 {
        if low.1 == high.1 {
            break;
        }
        let secant = high.0 - high.1 * (high.0 - low.0) / (high.1 - low.1);
        let next = (secant, along(secant));
        if next.1 == 0.0 || (secant - latest).abs() <= PRECISION * secant.abs() {
            return secant;
        }
        // Halving the slope of an end that stays twice makes both ends move.
        let stays = if next.1 * moved > 0.0 { 0.5 } else { 1.0 };
        if next.1 < 0.0 {
            low = next;
            high.1 *= stays;
        } else {
            high = next;
            low.1 *= stays;
        }
        (moved, latest) = (next.1, secant);
    }
    latest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_few_slopes() {
        let calls = std::cell::Cell::new(0);
        let seen = minimise(8.0, |at| {
            calls.set(calls.get() + 1);
            libm::exp(at) - 3.0
        });
        assert!((seen - libm::log(3.0)).abs() < 1e-9);
        assert!(calls.get() < 30, "{} slopes", calls.get());
    }

    #[test]
    fn finds_the_least_value_on_both_sides_and_stops_at_the_end() {
        for least in [0.3, 2.5, -1.25] {
            let seen = minimise(4.0 * f64::signum(least), |at| at - least);
            assert!((seen - least).abs() < 1e-9, "{seen} for {least}");
        }
        assert_eq!(minimise(4.0, |at| at - 5.0), 4.0);
        assert!(minimise(4.0, |_| 0.0).is_finite());
    }
}
