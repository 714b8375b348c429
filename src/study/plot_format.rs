//! The part of a study's file that describes plots.

use serde::{Deserialize, Serialize};

/// A plot of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Title; made from the axes if empty.
    #[serde(default)]
    pub title: String,
    /// Kind.
    pub mark: Mark,
    /// An axis, a recorded name, or `rank` with a range of measures.
    pub x: String,
    /// Transformation of x: `value` or `1/sqrt`.
    #[serde(default = "value_itself")]
    pub x_of: String,
    /// Scale of x.
    #[serde(default)]
    pub x_scale: Scale,
    /// A recorded name, or a range of measures.
    pub y: String,
    /// `value`, or `spread over AXIS`: largest minus smallest value over the levels of an axis.
    #[serde(default = "value_itself")]
    pub y_of: String,
    /// Scale of y.
    #[serde(default)]
    pub y_scale: Scale,
    /// Divisor of y: a recorded name, or `first` or `last` for the value at an end of the line.
    #[serde(default)]
    pub ratio: String,
    /// The axis whose levels are lines, colours or table rows; all axes with several levels if empty.
    #[serde(default)]
    pub line: String,
    /// The axis that has a plot of its own for each of its levels; the data if empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub each: String,
    /// What a band or a bar around a value says.
    #[serde(default)]
    pub band: Band,
}

fn value_itself() -> String {
    "value".to_owned()
}

/// Kind of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Lines.
    Line,
    /// Bars.
    Bars,
    /// Points.
    Scatter,
    /// A table with heat.
    Table,
    /// Quartiles over queries.
    Box,
}

/// Scale of an axis.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Logarithmic if all numbers are positive and the largest is at least 100 times the smallest, for x only.
    #[default]
    Auto,
    /// Linear.
    Linear,
    /// Logarithmic.
    Log,
}

/// The intervals of a plot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Band {
    /// None.
    None,
    /// The bootstrap interval over queries.
    #[default]
    Bootstrap,
    /// One standard deviation over seeds on both sides.
    Seeds,
}
