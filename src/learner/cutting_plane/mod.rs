//! The structural support vector machine: the cutting-plane trainer, its dual, its ledger and its certificate.
//!
//! # Words
//!
//! - *plane*: short for cutting plane, the constraint ⟨w, δψ⟩ ≥ Δ − ξ of one violator, or of a sum of violators;
//! - *block*: (query, slack, losses), the unit for which a pass finds one violator;
//! - *start*: the direction of w to which the references of the first round are aligned;
//! - *round*: the iterations between two realignments of the reference ranking y*.
//!
//! # Combinations
//!
//! SVM-COMBO is not a loss but a rule for sharing slacks. Inside a block only the most violated loss counts, and blocks
//! with the same slack add up. One slack for all queries, one per query, and one per query and component therefore use
//! the same code with different numbers of slacks. C is divided by the number of queries that at least one component
//! can use.
//!
//! Must not know particular losses.

mod certificate;
mod config;
mod ledger;
mod motion;
pub mod qp;
mod trainer;

pub use certificate::{Certificate, LedgerOrder, LedgerPage, LedgerRow};
pub use config::{LARGEST_C, StepLength, TrainerConfig, WorkingSetScheme};
pub(crate) use config::{check_c, check_gap};
pub use ledger::{DualPoint, Ledger, LedgerPlane, NewCut};
pub use motion::{
    CutPlane, CutStep, DualChange, Motion, NextStep, OracleStep, QpStep, UpdateStep, WeightChange,
};
pub use trainer::{FINEST_SHARE, GAP_SHARE, Iteration, Searched, Trainer};
