//! What a chart shows and where it ended up, as the caller sees it, with the checks of its fields.

use plotters::style::RGBColor;
use serde::{Deserialize, Serialize};

use super::numbers::numbers;
use crate::util::error::{Error, shown};

/// A line chart of series over the iterations 0, 1, 2, …
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartSpec {
    /// Width in CSS pixels.
    pub width: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Device pixels per CSS pixel.
    pub pixel_ratio: f64,
    /// Colour of labels and cursor, `#rrggbb`.
    pub foreground: String,
    /// Colour of the grid lines, `#rrggbb`.
    pub grid: String,
    /// Size of the labels in CSS pixels.
    pub font_size: f64,
    /// Right end of the iteration axis, at least 1.
    pub x_maximum: f64,
    /// The lines; later lines are drawn over earlier ones.
    pub series: Vec<ChartSeries>,
    /// Indices of two series; the area between them is filled with the colour of the first.
    pub band: Option<(usize, usize)>,
    /// Iteration of the cursor, or `None`. A cursor outside the axis is not drawn.
    pub cursor: Option<f64>,
    /// Iterations of events, each marked by a short tick on the axis.
    pub marks: Vec<f64>,
    /// Iteration that became the model, marked by a ring on each series with a value there.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub ring: Option<f64>,
    /// Lower end of the value axis; by default it is chosen from the series.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub y_minimum: Option<f64>,
    /// Upper end of the value axis; by default it is chosen from the series.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub y_maximum: Option<f64>,
    /// Values below it do not widen the value axis. It has no effect beside `y_minimum`.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub y_floor: Option<f64>,
    /// Whether the value axis is logarithmic. Values that are not positive are gaps. Without positive values, and
    /// beside `y_minimum`, the axis is linear.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub logarithmic: bool,
    /// Lowest points of lines. Those below the plot are marked by a small triangle on its lower edge.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub exits: Vec<ChartExit>,
    /// Short texts that need a free place in the plot.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub notes: Vec<ChartNote>,
}

/// A point that may lie below the plot.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartExit {
    /// Iteration of the point.
    pub iteration: f64,
    /// Value of the point.
    pub value: f64,
    /// Index of its series, which gives the colour.
    pub series: usize,
    /// What the point's label says.
    pub text: String,
}

/// A short text without a fixed place.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartNote {
    /// The text in several wordings, of which the first that fits is taken. Lines are separated by `\n`.
    pub texts: Vec<String>,
    /// Wished place as shares of the plot's width and height from its upper left corner.
    pub wished: (f64, f64),
}

/// Where a text stands, in CSS pixels.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NotePlace {
    /// The text of the note or exit.
    pub text: String,
    /// Left edge.
    pub left: f64,
    /// Upper edge of its first line.
    pub top: f64,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartSeries {
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Lengths that are drawn and skipped in turn, in CSS pixels, at most 32; empty for a solid line.
    pub dash: Vec<f64>,
    /// Width of the line in CSS pixels.
    pub width: f64,
    /// The value at each iteration. Missing, NaN and infinite values are gaps.
    #[serde(deserialize_with = "numbers")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "(number | null | undefined)[] | Float64Array"))]
    pub values: Vec<Option<f64>>,
}

/// Position of the plot in the chart, in CSS pixels, and the range of its value axis.
///
/// Iteration t has x = `left + (right − left) · t / x_maximum`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartFrame {
    /// x of iteration 0.
    pub left: f64,
    /// x of iteration `x_maximum`.
    pub right: f64,
    /// y of `y_maximum`.
    pub top: f64,
    /// y of `y_minimum`.
    pub bottom: f64,
    /// Value at the lower edge.
    pub y_minimum: f64,
    /// Value at the upper edge.
    pub y_maximum: f64,
    /// Whether equal distances are equal ratios.
    pub logarithmic: bool,
    /// x of the labels of iterations, without that of the cursor.
    pub ticks: Vec<f64>,
    /// A label of an iteration that is closer to the cursor than this is left out.
    pub apart: f64,
    /// The notes and the labels of exits that have a free place. No place lies on a line.
    pub places: Vec<NotePlace>,
}

impl ChartSpec {
    /// Returns how many values of a series have iterations up to `last`.
    pub(super) fn number_until(last: f64) -> usize {
        (last.min(u32::MAX.into()) as usize).saturating_add(1)
    }
}

impl ChartFrame {
    /// Returns the height of a line's last finite value, within the plot, in CSS pixels. The lower edge without values.
    pub(super) fn height_of_end(&self, values: &[Option<f64>]) -> f64 {
        let end = values.iter().rev().find_map(|value| value.filter(|value| value.is_finite()));
        let scale = |value: f64| if self.logarithmic { libm::log(value) } else { value };
        let (low, high) = (scale(self.y_minimum), scale(self.y_maximum));
        let share =
            end.map_or(0.0, |end| (scale(end.clamp(self.y_minimum, self.y_maximum)) - low) / (high - low));
        self.bottom - (self.bottom - self.top) * share
    }
}

/// Checks the fields of a chart.
pub(super) fn check(chart: &ChartSpec) -> Result<(), Error> {
    const LARGEST_SIDE: f64 = 32_767.0;
    const LONGEST_PATTERN: usize = 32;
    const MOST_NOTES: usize = 64;
    within("pixel_ratio", chart.pixel_ratio, 0.1, 16.0)?;
    within("width", chart.width, 1.0, LARGEST_SIDE / chart.pixel_ratio)?;
    within("height", chart.height, 1.0, LARGEST_SIDE / chart.pixel_ratio)?;
    within("font_size", chart.font_size, 1.0, 200.0)?;
    within("x_maximum", chart.x_maximum, 1.0, 1e15)?;
    let bounds = [("y_minimum", chart.y_minimum), ("y_maximum", chart.y_maximum), ("y_floor", chart.y_floor)];
    for (field, bound) in bounds {
        if let Some(bound) = bound {
            within(field, bound, f64::MIN, f64::MAX)?;
        }
    }
    if let (Some(minimum), Some(maximum)) = (chart.y_minimum, chart.y_maximum)
        && minimum >= maximum
    {
        return Err(Error::config("y_minimum", format!("{minimum} is not below y_maximum, {maximum}")));
    }
    for series in &chart.series {
        within("series.width", series.width, 0.0, 100.0)?;
        // Many lengths of 0 would give many strokes at one place.
        if series.dash.len() > LONGEST_PATTERN {
            let n = series.dash.len();
            return Err(Error::config("series.dash", format!("{n} lengths are more than {LONGEST_PATTERN}")));
        }
        for &length in &series.dash {
            within("series.dash", length, 0.0, LARGEST_SIDE)?;
        }
    }
    let n = chart.series.len();
    if let Some((upper, lower)) = chart.band
        && upper.max(lower) >= n
    {
        return Err(Error::config("band", format!("series {upper} and {lower} of {n}; series count from 0")));
    }
    if let Some(exit) = chart.exits.iter().find(|exit| exit.series >= n) {
        return Err(Error::config("exits", format!("series {} of {n}; series count from 0", exit.series)));
    }
    for (field, n) in [("exits", chart.exits.len()), ("notes", chart.notes.len())] {
        if n > MOST_NOTES {
            return Err(Error::config(field, format!("{n} texts are more than {MOST_NOTES}")));
        }
    }
    Ok(())
}

pub(super) fn within(field: &'static str, value: f64, least: f64, most: f64) -> Result<(), Error> {
    if value >= least && value <= most {
        return Ok(());
    }
    Err(Error::config(field, format!("{value} does not lie between {least} and {most}")))
}

pub(super) fn color(field: &'static str, text: &str) -> Result<RGBColor, Error> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .ok_or_else(|| Error::config(field, format!("{} is not a colour like #1a2b3c", shown(text))))?;
    let [_, red, green, blue] = number.to_be_bytes();
    Ok(RGBColor(red, green, blue))
}
