//! The structural support vector machine: cutting planes, their dual, and the trainer that makes them.

mod config;
mod ledger;
pub mod qp;
mod trainer;

pub use config::{TrainerConfig, WorkingSetScheme};
pub use ledger::{DualPoint, Ledger, LedgerPlane, NewCut};
pub use trainer::{FINEST_SHARE, GAP_SHARE, Iteration, Searched, Trainer};
