//! Structured max-margin learning to rank.

pub mod data;
pub mod error;
pub mod ranking;
