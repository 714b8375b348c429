//! Plots of measured values as plain data. `chart` draws them. Must not know studies or drawing.

use serde::Serialize;

/// Kind of a plot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MarksKind {
    /// Lines with bands.
    Line,
    /// Bars with intervals.
    Bars,
    /// Points.
    Scatter,
    /// Boxes from quartile to quartile, with the median and the whole range.
    Box,
    /// A table: one row per series, one column per name of x.
    Table,
}

/// A plot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MarksPlot {
    /// Kind.
    pub kind: MarksKind,
    /// Title.
    pub title: String,
    /// Name of x.
    pub x_label: String,
    /// Name of y.
    pub y_label: String,
    /// Names along x, at 0, 1, 2, …; empty if x is a number.
    pub x_names: Vec<String>,
    /// Whether x is logarithmic.
    pub x_log: bool,
    /// Whether y is logarithmic.
    pub y_log: bool,
    /// Series, in the order of their colours.
    pub series: Vec<MarksSeries>,
}

/// Values with a name.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MarksSeries {
    /// Name.
    pub name: String,
    /// Points, by x.
    pub points: Vec<MarksPoint>,
}

/// A value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MarksPoint {
    /// x, or the index of its name.
    pub x: f64,
    /// y.
    pub y: f64,
    /// Ends of the interval of y.
    pub interval: Option<[f64; 2]>,
    /// Minimum, quartiles and maximum, for boxes.
    pub quartiles: Option<[f64; 5]>,
    /// A number by which the caller knows the point; it is not drawn.
    pub tag: Option<usize>,
}
