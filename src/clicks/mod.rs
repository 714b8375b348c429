//! Click logs: which documents users saw at which rank, and which they clicked. Must not know learners or files.
//!
//! A [`ClickLog`] belongs to one [`Dataset`](crate::data::Dataset) and names its queries and documents by index. Ranks
//! count from 0.

mod binomial;
mod builder;
mod cell_table;
mod curve_name;
mod discounts;
mod estimation;
mod estimator;
mod evaluation;
mod expected;
mod format;
mod interleaving;
mod json_lines;
mod log;
mod logger;
mod names;
mod propensities;
mod reader;
mod settings;
mod shown;
mod simulator;
mod summary;
mod table;
mod users;
mod writer;

pub use builder::{LogBuilder, MAX_CELLS, MAX_RANKERS, MAX_VISIT_CLICKS, Session};
pub use curve_name::CurveName;
pub use discounts::Discounts;
pub use estimation::{
    ConditionalLikelihood, Curve, Estimated, EstimationSettings, MAX_EM_STEPS, MAX_ESTIMATED_RANKS,
    PropensityEstimate, RankPropensity, Source, estimate,
};
pub use estimator::{Clip, Estimator, PropensitySource, WeightEstimate};
pub use evaluation::{ClickEvaluation, SessionMean, evaluate_clicks};
pub use format::LogFormat;
pub use interleaving::{Interleaving, interleave};
pub use log::{Cell, ClickLog, Visit, VisitClick, Visits};
pub use logger::Logger;
pub use names::LogNames;
pub use propensities::{MAX_RANKS, Propensities};
pub use reader::ClickReader;
pub use settings::SimulationSettings;
pub use simulator::{
    Keep, MAX_COUNTED_SESSIONS, MAX_SESSIONS, PlayedSession, Sessions, Simulator, expected_log,
};
pub use summary::{ClickSummary, ClickWeights, RankRate, RankerSessions};
pub use users::{AFTER_CLICK, AFTER_NONE, Users, attraction, check_users, examination, relevance, trust};
pub use writer::ClickWriter;

/// The normal quantile of 97.5 %: the half width of an interval of 95 % in standard errors.
const QUANTILE: f64 = 1.96;
