//! Laboratories of learning theory. A laboratory takes a few options, and data if it needs them, and returns the numbers
//! of one statement of theory. A laboratory is a file and a line of [`LABS`]. Must not know files, terminals or pages.

mod calibration;
pub mod complexity;
pub mod generalisation;
mod lab;
mod lab_option;
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
pub use lab::{Lab, LabResult, lab, run};
pub use lab_option::{LabOption, LabValue, LabValues};
pub use summary::Summary;

/// Every laboratory, in the order of menus.
pub static LABS: &[&Lab] = &[
    &calibration::CALIBRATION,
    &generalisation::GENERALISATION,
    &complexity::COMPLEXITY,
    &margins::MARGINS,
    &steps::STEPS,
    &online_to_batch::ONLINE_TO_BATCH,
];
