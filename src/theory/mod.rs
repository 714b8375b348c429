//! Laboratories of learning theory. A laboratory takes a few options, and data if it needs them, and returns the
//! numbers of one statement of theory. A laboratory is a file and an entry of [`labs`]. Must not know files, terminals
//! or pages.

mod calibration;
pub mod combined_losses;
pub mod complexity;
pub mod decay;
pub mod generalisation;
mod lab;
mod lab_option;
mod labs;
pub mod margins;
pub mod online_to_batch;
mod pairs;
mod shared;
pub mod steps;
mod summary;

pub use calibration::{
    BinaryCalibration, BinaryLoss, Calibration, Crossing, DcgCalibration, DcgPoint, ListCalibration,
    ListOrder, ListPoint, Pick, ScoredMethod,
};
pub use lab::{Lab, LabData};
pub use lab_option::{LabOption, LabValue, LabValues};
pub use labs::{LabResult, lab, labs, run};
pub use summary::Summary;
