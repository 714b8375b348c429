//! How a run ends: by its learner, by validation data, or by the user.

use super::TrainingRun;
use super::measuring::Measuring;
use super::report::Stop;
use crate::learner::cutting_plane::Trainer;
use crate::learner::{End, StopReason};
use crate::util::error::Error;

impl TrainingRun {
    /// Checks that there are validation data if the settings stop training by them. Call it before the first iteration:
    /// without validation data a run goes on to its end.
    ///
    /// # Errors
    /// [`Error::Config`] naming the setting.
    pub fn check_validation(&self) -> Result<(), Error> {
        self.config.check_validation(self.watched[0].is_some())
    }

    /// Ends the run before the current iteration is complete. The [model](Self::model) is the best one so far. If the
    /// run has already ended, the earlier end is kept.
    pub fn interrupt(&mut self) -> Stop {
        self.measuring = Measuring::default();
        if let Some(end) = &self.ended {
            return self.stop(end);
        }
        match self.learner.planes_mut().map(Trainer::interrupt) {
            Some(end) => self.end(end),
            None => self.end_by(StopReason::Interrupted),
        }
    }

    /// Ends the run after the latest report, for a reason that the learner does not know.
    pub(super) fn end_by(&mut self, reason: StopReason) -> Stop {
        self.end(End::new(reason, self.validated.len().saturating_sub(1), None))
    }

    pub(super) fn end(&mut self, end: End) -> Stop {
        let stop = self.stop(&end);
        self.ended = Some(end);
        stop
    }

    pub(super) fn stop(&self, end: &End) -> Stop {
        Stop::of(end, self.learner.learner().best().0, self.latest, self.chosen())
    }
}
