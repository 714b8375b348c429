//! Laboratories of learning theory. A laboratory takes a few options, and data if it needs them, and returns the numbers
//! of one statement of theory. A laboratory is a file and a line of [`LABS`]. Must not know files, terminals or pages.

mod calibration;
mod lab;
mod lab_option;

pub use calibration::{
    BinaryCalibration, BinaryLoss, Calibration, Crossing, DcgCalibration, DcgPoint, ListCalibration,
    ListOrder, ListPoint, Pick, ScoredMethod,
};
pub use lab::{Lab, LabResult, lab, run};
pub use lab_option::{LabOption, LabValue, LabValues};

/// Every laboratory, in the order of menus.
pub static LABS: &[&Lab] = &[&calibration::CALIBRATION];
