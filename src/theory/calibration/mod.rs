//! Calibration: does the minimiser of a convex loss order documents as the measure does? Three parts: labels of one
//! document, two documents and DCG, three documents and AP or ERR.
//!
//! A loss is minimised over the scores themselves, in expectation over the grades, so features, regularisation and
//! samples play no role. Must not know trainers.
//! Source: Tewari 2015, "calibration"; Bartlett, Jordan and McAuliffe 2006; Calauzènes, Usunier and Gallinari 2012.

mod binary;
mod expected_loss;
mod lists;
mod mixture;
mod polyhedral;
mod scored_methods;
mod smooth;

pub use binary::{BinaryCalibration, BinaryLoss};
pub use lists::{ListCalibration, ListOrder, ListPoint, Pick};
pub use mixture::{Crossing, DcgCalibration, DcgPoint};
pub use scored_methods::ScoredMethod;

use serde::Serialize;

use super::lab::Lab;
use super::lab_option::{LabOption, LabValues};
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

/// The laboratory.
pub(super) static CALIBRATION: Lab = Lab {
    name: "calibration",
    title: "Calibration",
    summary: "Which order does the minimiser of a loss have, and what does it cost in the measure?",
    source: "Tewari 2015, \"calibration\"; Bartlett, Jordan and McAuliffe 2006",
    needs_data: false,
    takes_test: false,
    options: &[
        LabOption::choice("part", "Part", PARTS, "What is ranked."),
        LabOption::choice("measure", "Measure", MEASURES, "The measure of the three documents."),
        LabOption::number(
            "tilt",
            "Tilt t",
            "0",
            [-0.2, 0.2],
            "How far the grades of the three documents favour document 0.",
        ),
        LabOption::number("p", "p", "0.3", [0.0, 1.0], "Chance of the label 1, or of the grades 2 and 0."),
    ],
};

/// Computes the part that the options name.
///
/// # Errors
/// None for checked values.
pub(super) fn run(values: &LabValues) -> Result<Calibration, Error> {
    let none = Calibration { part: values.choice("part"), lists: None, dcg: None, binary: None };
    let p = values.number("p");
    Ok(match none.part {
        "binary" => Calibration { binary: Some(BinaryCalibration::at(p)), ..none },
        "dcg" => Calibration { dcg: Some(DcgCalibration::at(p)?), ..none },
        _ => {
            let lists = ListCalibration::at(values.choice("measure"), values.number("tilt"))?;
            Calibration { lists: Some(lists), ..none }
        }
    })
}

const fn choice(name: &'static str, label: &'static str, summary: &'static str) -> Choice {
    Choice { name, label, summary, formula: "", source: "" }
}

const PARTS: &[Choice] = &[
    choice(
        "lists",
        "Three documents",
        "AP or ERR of three documents: no convex loss is right on both sides of t = 0.",
    ),
    choice("dcg", "Two documents", "DCG of two documents: each loss changes the order at a p of its own."),
    choice("binary", "One label", "The risk of one score, for a label that is 1 with probability p."),
];

const MEASURES: &[Choice] = &[
    choice("ap", "AP", "Average precision; good are {0,2}, {1,2}, {0} or {1}."),
    choice("rr", "RR", "Reciprocal rank, which is ERR of good and bad; good are {2} or {0,1}."),
    choice("err+linear", "ERR", "ERR with g = r/R; the grades are (0,0,1) or (2,2,0)."),
    choice("dcg", "DCG", "DCG on the grades of AP: its best orders change by neighbours."),
];

/// The result of one part; the others are absent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Calibration {
    /// Name of the part.
    pub part: &'static str,
    /// Three documents and a measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lists: Option<ListCalibration>,
    /// Two documents and DCG.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dcg: Option<DcgCalibration>,
    /// One label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub binary: Option<BinaryCalibration>,
}

impl Calibration {
    /// Returns the result as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let parts = [
            self.lists.as_ref().map(ListCalibration::lines),
            self.dcg.as_ref().map(DcgCalibration::lines),
            self.binary.as_ref().map(BinaryCalibration::lines),
        ];
        parts.into_iter().flatten().flatten().collect()
    }
}
