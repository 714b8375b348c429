//! The best cut of a leaf by one feature. Must not know features or documents.

use super::histograms::{Amounts, Bin};
use super::quanta::Quantum;

/// Gains are equal if they differ by less than this, relative to what the leaf explains.
const GAIN_TOLERANCE: f64 = 1e-10;

/// Target and divisor of a leaf as whole quanta, and the values that it may have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Amount {
    pub sums: Amounts,
    pub documents: usize,
    quanta: [Quantum; 2],
    /// The least and the greatest value of the leaf; a monotone constraint of a split above it sets them.
    pub bounds: [f64; 2],
}

impl Amount {
    pub fn new(of: Bin, quanta: [Quantum; 2], bounds: [f64; 2]) -> Self {
        Self { sums: of.sums, documents: of.documents as usize, quanta, bounds }
    }

    /// Returns Σ target and Σ divisor.
    pub fn numbers(&self) -> [f64; 2] {
        [self.quanta[0].number(self.sums[0]), self.quanta[1].number(self.sums[1])]
    }

    /// Returns Σ target / Σ divisor within the bounds; 0 without a divisor.
    pub fn value(&self) -> f64 {
        let [target, divisor] = self.numbers();
        let value = if divisor > 0.0 { target / divisor } else { 0.0 };
        value.clamp(self.bounds[0], self.bounds[1])
    }

    /// Returns the decrease of Σ divisor · (target/divisor − v)² when v goes from 0 to [`Amount::value`]: (Σ target)² /
    /// Σ divisor unless a bound is in the way.
    pub fn explained(&self) -> f64 {
        let [target, divisor] = self.numbers();
        if self.bounds == UNBOUNDED {
            return if divisor > 0.0 { target * target / divisor } else { 0.0 };
        }
        let value = self.value();
        value * (2.0 * target - value * divisor)
    }

    /// Returns the part with these documents, and the rest.
    pub fn parts(&self, below: Bin) -> [Self; 2] {
        let documents = below.documents as usize;
        let rest = [self.sums[0] - below.sums[0], self.sums[1] - below.sums[1]];
        [
            Self { sums: below.sums, documents, ..*self },
            Self { sums: rest, documents: self.documents - documents, ..*self },
        ]
    }
}

/// The bounds of a value without constraints. They are finite, so that the middle of two values is a number.
pub(super) const UNBOUNDED: [f64; 2] = [-f64::MAX, f64::MAX];

/// Finds the cut with the largest gain; ties keep the lower cut.
pub(super) struct Cuts {
    leaf: Amount,
    explained: f64,
    min_documents: usize,
    /// 1 if values must not fall with the feature, −1 if they must not rise, 0 without a constraint.
    direction: i8,
    /// The codes on both sides, and the gain.
    pub best: Option<(u32, u32, f64)>,
}

impl Cuts {
    pub fn new(leaf: Amount, min_documents: usize, direction: i8) -> Self {
        Self { leaf, explained: leaf.explained(), min_documents, direction, best: None }
    }

    /// Offers the cut between two codes. `below`: the documents below it. Calls must be in ascending order.
    pub fn consider(&mut self, code: u32, next: u32, below: Bin) {
        let parts = self.leaf.parts(below);
        if parts.iter().any(|part| part.documents < self.min_documents || part.sums[1] <= 0) {
            return;
        }
        let gain = parts[0].explained() + parts[1].explained() - self.explained;
        if gain <= self.best.map_or(0.0, |best| best.2) + tolerance(self.explained) {
            return;
        }
        let rise = || parts[1].value() - parts[0].value();
        if self.direction == 0 || f64::from(self.direction) * rise() >= 0.0 {
            self.best = Some((code, next, gain));
        }
    }
}

/// Returns the difference up to which two gains of a leaf are equal.
pub(super) fn tolerance(explained: f64) -> f64 {
    GAIN_TOLERANCE * explained.max(1.0)
}

/// Returns the two parts of a leaf with their own bounds: where the values have a direction, the middle of both values
/// parts them. Source: the basic method of LightGBM's `monotone_constraints.hpp`.
pub(super) fn bounded([left, right]: [Amount; 2], direction: i8) -> [Amount; 2] {
    if direction == 0 {
        return [left, right];
    }
    let [low, high] = left.bounds;
    let middle = left.value() / 2.0 + right.value() / 2.0;
    let (below, above) = ([low, middle], [middle, high]);
    let bounds = if direction > 0 { [below, above] } else { [above, below] };
    [Amount { bounds: bounds[0], ..left }, Amount { bounds: bounds[1], ..right }]
}
