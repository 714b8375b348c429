//! Experiments with learners. Must not know clock, files or threads.

mod comparison;
mod inspecting;
mod iterations;
mod latest_view;
mod measuring;
mod points;
#[cfg(feature = "whole")]
mod rank_history;
mod report;
mod run;
#[cfg(feature = "whole")]
mod sketch;
#[cfg(feature = "whole")]
mod slow_motion;
#[cfg(feature = "whole")]
pub mod study;
#[cfg(feature = "whole")]
mod weight_plane;

pub use comparison::{
    Comparison, ComparisonCell, ComparisonPlan, ComparisonRow, ComparisonTable, Job, JobResult,
    PairedDifference,
};
#[cfg(feature = "whole")]
pub use comparison::{ComparisonCurve, ComparisonCurvePoint};
pub use points::MapColumns;
#[cfg(feature = "whole")]
pub use rank_history::RanksAt;
pub use report::{MeasureValue, Progress, StepReport, Stop};
pub use run::{Overview, TrainingRun};
#[cfg(feature = "whole")]
pub use sketch::{MovedPlanes, MovingPlane, Sketch, SketchFigures, SketchTraining, SketchValues};
#[cfg(feature = "whole")]
pub use slow_motion::{
    Compared, DescentMotion, GradientPart, NextRound, NextStepDown, QueryShare, RoundMotion, StepMotion,
    StepShape,
};
#[cfg(feature = "whole")]
pub use weight_plane::{
    AngleView, CutOnPlane, FoundRanking, HingeOnLine, PathPoint, Probe, ProbePlace, ProbeRanking, WeightAxes,
    WeightPlane,
};
