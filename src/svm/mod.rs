//! The structural support vector machine: cutting planes, their dual, and the trainer that makes them.

pub mod qp;
mod trainer;

pub use trainer::{Iteration, Trainer, TrainerConfig, WorkingSetScheme};
