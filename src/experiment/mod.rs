//! Experiments with learners. Knows no clock, files or threads.

mod run;

pub use run::{Overview, PreparationCounts, TrainingRun};
