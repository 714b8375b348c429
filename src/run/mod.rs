//! Experiments with learners. Must not know clock, files or threads.

mod continuing;
mod data_check;
mod diagnosis;
mod distributed_run;
mod ending;
mod inspecting;
mod iterations;
mod latest_view;
mod measuring;
mod overview;
mod partition;
mod partition_survey;
mod partition_task;
mod patience;
mod points;
mod preparation;
mod rank_history;
mod report;
mod sketch;
mod slow_motion;
mod training_run;
mod trees;
mod weight_plane;

pub use continuing::{add_rounds, n_rounds, settings_of};
pub use distributed_run::DistributedRun;
pub(crate) use measuring::Part;
pub use overview::{CostliestQuery, Overview};
pub use partition::Partition;
pub use partition_survey::AskPartitions;
pub use partition_task::{MeasureSum, Reply, Survey, Task, Whole};
pub use points::MapColumns;
pub use rank_history::RanksAt;
pub use report::{MeasureValue, Progress, StepReport, Stop};
pub use sketch::{MovedPlanes, MovingPlane, Sketch, SketchFigures, SketchTraining, SketchValues};
pub use slow_motion::{
    Compared, DescentMotion, GradientPart, NextRound, NextStepDown, QueryShare, RoundMotion, StepMotion,
    StepShape,
};
pub use training_run::TrainingRun;
pub use weight_plane::{
    AngleView, CutOnPlane, FoundRanking, HingeOnLine, PathPoint, Probe, ProbePlace, ProbeRanking, WeightAxes,
    WeightPlane,
};
