//! When training stops because the validation measure has not risen for some iterations. Must not know how a run
//! trains.

/// The course of the validation measure, as far as it decides when to stop.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// Number of iterations to wait for a rise; `None` for ever.
    limit: Option<usize>,
    /// Number of the first iterations in which a wait does not count, because a model made them.
    first: usize,
    /// Number of values so far.
    seen: usize,
    /// The highest value so far.
    highest: Option<f64>,
    /// Iterations since it was reached; 0 before the first value.
    waited: usize,
}

impl Patience {
    pub(super) fn new(limit: Option<usize>, first: usize) -> Self {
        Self { limit, first, seen: 0, highest: None, waited: 0 }
    }

    /// Takes the value of the next iteration; `None` if no query defines it.
    pub(super) fn observe(&mut self, value: Option<f64>) {
        if value > self.highest {
            (self.highest, self.waited) = (value, 0);
        } else if self.highest.is_some() && self.seen > self.first {
            self.waited += 1;
        }
        self.seen += 1;
    }

    /// Whether the measure has not risen for the limit of iterations.
    pub(super) fn is_over(&self) -> bool {
        self.limit.is_some_and(|limit| self.waited >= limit)
    }
}
