//! Structured max-margin learning to rank.

pub mod chart;
pub mod choice;
pub mod data;
pub mod error;
pub mod metric;
pub mod ranking;
