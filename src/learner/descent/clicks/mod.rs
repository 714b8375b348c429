//! Smooth losses that are linear in the click weights ω of the documents, so that weights without bias give a loss and
//! a gradient without bias. Must not know how the weights are estimated.
//!
//! Source of the argument: Joachims, Swaminathan and Schnabel 2017, section 4. None of the losses reads a grade.

mod documents;
mod pairs;
mod softmax;
mod squared_hinge;

pub use documents::{ClickLogistic, ClickMagnitude, ClickRidge};
pub use pairs::ClickPairLogistic;
pub use softmax::ClickSoftmax;
pub use squared_hinge::ClickSquaredHinge;

use crate::data::Dataset;
use crate::util::error::{Error, shown};

/// Checks that a document has a click weight other than 0.
pub(super) fn check_clicks(data: &Dataset) -> Result<(), Error> {
    if data.queries().any(|query| query.click_weights.iter().any(|&weight| weight != 0.0)) {
        return Ok(());
    }
    Err(Error::data("no document has clicks, and this method learns from them alone; give a log with clicks"))
}

/// Checks the weights of a loss of pairs, which is convex only if none is negative.
///
/// # Errors
/// [`Error::Data`] with the first query that has a negative weight.
fn check_click_pairs(data: &Dataset) -> Result<(), Error> {
    check_clicks(data)?;
    match data.queries().find(|query| query.click_weights.iter().any(|&weight| weight < 0.0)) {
        None => Ok(()),
        Some(query) => Err(Error::data(format!(
            "query {} has a document with a negative click weight, and hinges and logistic losses of pairs need weights \
             from 0; use listnet, regression or dorm with the affine estimator",
            shown(query.id)
        ))),
    }
}

/// Returns whether a query has a pair: a document with clicks, and another document.
fn has_pairs(click_weights: &[f64]) -> bool {
    click_weights.len() > 1 && click_weights.iter().any(|&weight| weight != 0.0)
}
