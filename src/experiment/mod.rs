//! Experiments with learners. Knows no clock, files or threads.

mod comparison;
mod run;

pub use comparison::{
    Comparison, ComparisonCell, ComparisonPlan, ComparisonRow, ComparisonTable, Job, JobResult,
};
pub use run::{Overview, PreparationCounts, TrainingRun};
