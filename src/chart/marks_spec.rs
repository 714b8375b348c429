//! Plots of measured values as plain data, with what all their drawings share.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, Pos, VPos};
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

/// Size of all texts in pixels.
pub(super) const FONT: f64 = 13.0;
pub(super) const FOREGROUND: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub(super) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Colours that people with any colour vision distinguish (Okabe and Ito 2008), dark enough on white.
const COLORS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x44, 0x44, 0x44),
];
/// Most letters of a name that are drawn.
pub(super) const LONGEST: usize = 30;
pub(super) const LEFT: Pos = Pos { h_pos: HPos::Left, v_pos: VPos::Center };
pub(super) const RIGHT: Pos = Pos { h_pos: HPos::Right, v_pos: VPos::Center };
pub(super) const MIDDLE: Pos = Pos { h_pos: HPos::Center, v_pos: VPos::Center };

/// Returns the beginning of a name, with … if it is longer.
pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

/// Returns the colour of a series.
pub(super) fn color(series: usize) -> RGBColor {
    COLORS[series % COLORS.len()]
}
