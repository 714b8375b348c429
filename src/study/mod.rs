//! Studies: declared experiments whose cells are trained in any order, with statistics over queries.
//!
//! The data are documents of queries, or ratings of items by users. [`Study::parse`] checks a file. [`Study::cells`]
//! lists the cells, [`CellRun`] trains one of them in slices or at once, and [`StudyTable`] makes statistics of the
//! results so far. [`StudySession`] holds these together. The caller owns files, threads and the clock, so the command
//! line and the workers of the page share this code.
//!
//! # Cells
//!
//! A cell trains in slices: the candidates of the grid on validation data, or the folds of a cross-validation and then
//! all data, or a run over ratings. The trainings measure what chooses among them, and everything that is recorded is
//! measured once, on the model. The caller measures times and passes them to [`CellRun::finish`]. A [`CellResult`] is
//! plain data that a file or a message carries. The key of a cell is a checksum of everything that its result depends
//! on, with the version of the program; a seed without effect is left out of it. Cells with equal keys are trained
//! once.
//!
//! # Statistics
//!
//! The query is the unit: values are averaged over seeds first, and folds are pooled. Plots are plain series, which
//! `chart` draws with names beside the lines. Must not know clock, files, threads or drawing.

mod built_in;
mod cell;
mod cell_result;
mod cell_settings;
mod check;
mod claim_format;
mod claims;
mod click_settings;
mod comparison;
mod csv;
mod data;
mod data_format;
mod documents_cell;
mod format;
mod latex;
mod markdown;
mod ordered;
mod outline;
mod own_data;
mod parse;
mod plan;
mod plot_format;
mod plots;
mod ranker_cell;
mod ratings_cell;
mod records;
mod row_queries;
mod samples;
mod session;
mod sheet;
mod table;
mod training;

pub use built_in::{BUILT_IN, BuiltIn};
pub use cell::CellRun;
pub use cell_result::{CellProgress, CellResult, TrainingEnd, TrainingTime};
pub use cell_settings::{CellSettings, RatingsSettings, StudyKind};
pub use claim_format::Claim;
pub use click_settings::StudyClicks;
pub use comparison::{
    Comparison, ComparisonCell, ComparisonCurve, ComparisonCurvePoint, ComparisonPlan, ComparisonRow,
    ComparisonTable, PairedDifference,
};
pub use data::{CellSets, FoldSets, RatingsSet, Source, SourceData, StudySets};
pub use data_format::{
    DataEntry, DataFields, FoldFiles, ListSample, RatingsEntry, Sample, ShopSample, Split,
};
pub use format::{Adjust, BEST, Compare, EACH, Grid, Level, Select, Size, Study, TestName};
pub use ordered::Ordered;
pub use outline::{CellData, CellPlan, CellRatings, StudyOutline};
pub use parse::LONGEST_STUDY;
pub use plan::{Axis, Cell, MOST_TRAININGS, Picked};
pub use plot_format::{Band, Mark, Plot, Scale};
pub use records::{OVERVIEW_FIGURES, REPORT_FIGURES, Record, RecordKind, STOP_FIGURES};
pub use row_queries::QueryValues;
pub use samples::SAMPLES;
pub use session::StudySession;
pub use sheet::{Sheet, SheetColumn};
pub use table::{
    BOOTSTRAP_DRAWS, BaselineComparison, ChangedQuery, ClaimResult, RowValue, SIGN_FLIPS, StudyRow,
    StudyTable, TestValue, Verdict,
};
