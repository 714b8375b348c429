//! Structured max-margin learning to rank.

pub mod error;
pub mod ranking;
