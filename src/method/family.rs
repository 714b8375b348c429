//! The families of learners that methods belong to, as a menu groups them.

use serde::Serialize;

use super::shared::choice;
use crate::util::menu_entry::Choice;

/// The principle by which a method learns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Cutting planes for a structured hinge.
    MaxMargin,
    /// Descent on a smooth loss of the scores.
    Descent,
    /// A sum of weak learners that grows round by round.
    Boosting,
    /// One document or query after the other.
    Online,
    /// Nothing is optimised.
    Fixed,
}

/// The families by their names, in the order of menus.
pub(super) const FAMILIES: &[Choice] = &[
    choice("max-margin", "Linear, max-margin", "Cutting planes bound the loss of whole rankings.", ""),
    choice("descent", "Smooth loss, descent", "Gradient steps lower a smooth loss of the scores.", ""),
    choice("boosting", "Boosting", "Each round adds one feature, stump or tree.", ""),
    choice("online", "Perceptrons", "The weights are updated after each document or query.", ""),
    choice("fixed", "Not optimised", "Baselines: one feature, or a difference of means.", ""),
];
