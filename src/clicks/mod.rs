//! Click logs: which documents users saw at which rank, and which they clicked. Must not know learners or files.
//!
//! A [`ClickLog`] belongs to one [`Dataset`](crate::data::Dataset) and names its queries and documents by index. Ranks
//! count from 0.

mod builder;
mod json_lines;
mod log;
mod names;
mod reader;
mod table;
mod writer;

pub use builder::{LogBuilder, MAX_CELLS, MAX_RANKERS, MAX_VISIT_CLICKS, Session};
pub use log::{Cell, ClickLog, Visit, VisitClick, Visits};
pub use names::LogNames;
pub use reader::{ClickReader, LogFormat};
pub use writer::ClickWriter;
