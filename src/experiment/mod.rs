//! Experiments with learners. Knows no clock, files or threads.

mod certificate;
mod comparison;
mod motion;
mod run;

pub use certificate::{Certificate, LedgerOrder, LedgerPage, LedgerRow};
pub use comparison::{
    Comparison, ComparisonCell, ComparisonPlan, ComparisonRow, ComparisonTable, Job, JobResult,
};
pub use motion::{
    CutPlane, CutStep, DualChange, Motion, NextStep, OracleStep, QpStep, UpdateStep, WeightChange,
};
pub use run::{Overview, TrainingRun};
