//! The structural support vector machine: the cutting-plane trainer, its dual, its ledger and its certificate.

mod certificate;
mod config;
mod ledger;
mod motion;
pub mod qp;
mod trainer;

pub use certificate::{Certificate, LedgerOrder, LedgerPage, LedgerRow};
pub use config::{LARGEST_C, TrainerConfig, WorkingSetScheme};
pub(crate) use config::{check_c, check_gap};
pub use ledger::{DualPoint, Ledger, LedgerPlane, NewCut};
pub use motion::{
    CutPlane, CutStep, DualChange, Motion, NextStep, OracleStep, QpStep, UpdateStep, WeightChange,
};
pub use trainer::{FINEST_SHARE, GAP_SHARE, Iteration, Searched, Trainer};
