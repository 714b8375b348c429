//! The projection of the dual variables of a slack onto the values that they may have. Must not know planes.

/// Properties of the projection of one slack.
#[derive(Debug, Clone)]
pub(super) struct Projection {
    /// Whether Σ α = U.
    pub full: bool,
    /// Number of positive α.
    pub positive: usize,
}

impl Projection {
    /// Returns the rank that the slack adds to the second derivative.
    pub fn rows(&self) -> usize {
        self.positive - usize::from(self.full && self.positive > 0)
    }
}

/// Projects onto `α ≥ 0, Σ α ≤ bound`.
pub(super) fn project_onto_simplex(values: &mut [f64], bound: f64) -> Projection {
    let sum: f64 = values.iter().map(|value| value.max(0.0)).sum();
    let full = sum > bound;
    if full {
        // Subtract a common threshold and drop values below 0 until no more values drop out (Michelot 1986).
        let mut threshold = f64::NEG_INFINITY;
        loop {
            let (mut kept, mut above) = (0.0, 0.0);
            for &value in values.iter().filter(|value| **value > threshold) {
                kept += 1.0;
                above += value;
            }
            let next = (above - bound) / kept;
            if next <= threshold || next.is_nan() {
                break;
            }
            threshold = next;
        }
        for value in values.iter_mut() {
            *value -= threshold;
        }
    }
    let (mut positive, mut sum) = (0, 0.0);
    for value in values.iter_mut() {
        *value = value.max(0.0);
        positive += usize::from(*value > 0.0);
        sum += *value;
    }
    if sum > bound {
        // Subtracting from large values rounds, and the sum must not exceed the bound.
        let scale = bound / sum;
        values.iter_mut().for_each(|value| *value *= scale);
    }
    Projection { full, positive }
}
