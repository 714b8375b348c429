//! The structural support vector machine: cutting planes, their dual, and the trainer that makes them.

mod config;
pub mod qp;
mod trainer;

pub use config::{TrainerConfig, WorkingSetScheme};
pub use trainer::{Iteration, Trainer};
