//! Line charts over iterations, onto any plotters backend. Knows no learner and no page.
//!
//! A chart is what changes: lines, ticks and a cursor. Title and legend belong to whoever shows it.
//! All lengths in a [`ChartSpec`] are CSS pixels; strokes, fonts, dashes and margins are multiplied
//! by its `pixel_ratio`. Plotters works in whole device pixels, and straight strokes are drawn as
//! filled rectangles so that they are sharp on every backend.

mod axis;
mod figure;
mod path;
#[cfg(target_arch = "wasm32")]
mod surface;
mod svg;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::{Deserialize, Serialize};

use crate::error::{Error, shown};
use axis::ValueAxis;
use path::{Frame, Point};

pub use figure::{Figure, FigurePanel, draw_figure, figure_svg};
#[cfg(target_arch = "wasm32")]
pub use surface::Surface;

/// A line chart: series over iterations 0, 1, 2, …
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
    /// Right end of the axis of iterations, at least 1.
    pub x_maximum: f64,
    /// The lines, later ones over earlier ones.
    pub series: Vec<ChartSeries>,
    /// Two series (by index) with the area between them filled in the colour of the first.
    pub band: Option<(usize, usize)>,
    /// Iteration of the cursor; none is shown outside the axis.
    pub cursor: Option<f64>,
    /// Iterations with a thin vertical line.
    pub marks: Vec<f64>,
    /// Lower end of the value axis; chosen from the series if absent.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub y_minimum: Option<f64>,
    /// Upper end of the value axis; chosen from the series if absent.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub y_maximum: Option<f64>,
}

/// One line of a chart.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartSeries {
    /// Colour, `#rrggbb`.
    pub color: String,
    /// Lengths drawn and skipped in turn, in CSS pixels, at most 32; empty for a solid line.
    pub dash: Vec<f64>,
    /// Width of the line in CSS pixels.
    pub width: f64,
    /// The value at each iteration. Absent, NaN and infinite ones are gaps.
    pub values: Vec<Option<f64>>,
}

/// Where the plot lies in the chart, in CSS pixels, and what its value axis shows.
///
/// Iteration t stands at `left + (right − left) · t / x_maximum`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
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
}

/// Draws a chart onto an empty area of `width · pixel_ratio` by `height · pixel_ratio` device pixels.
///
/// Cost: O(number of values), and a number of strokes that depends on the pixels only.
///
/// # Errors
/// [`Error::Config`] for a field outside its range, [`Error::Data`] if the area does not fit or
/// the backend fails.
pub fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    chart: &ChartSpec,
) -> Result<ChartFrame, Error> {
    check(chart)?;
    let plot = Plot::new(area.dim_in_pixel(), chart)?;
    let canvas = Canvas { area, scale: chart.pixel_ratio };
    let foreground = color("foreground", &chart.foreground)?;
    let grid = color("grid", &chart.grid)?;
    let colors: Vec<RGBColor> =
        chart.series.iter().map(|series| color("series.color", &series.color)).collect::<Result<_, _>>()?;

    for (value, _) in &plot.value_ticks {
        canvas.horizontal(plot.frame.left, plot.frame.right, plot.y(*value), grid)?;
    }
    if let Some((upper, lower)) = chart.band {
        draw_band(&canvas, &plot, &chart.series[upper].values, &chart.series[lower].values, colors[upper])?;
    }
    draw_marks(&canvas, &plot, &chart.marks, foreground)?;
    for (series, &color) in chart.series.iter().zip(&colors) {
        draw_series(&canvas, &plot, series, color)?;
    }
    if let Some(cursor) = chart.cursor {
        draw_cursor(&canvas, &plot, chart, cursor, foreground, &colors)?;
    }
    draw_labels(&canvas, &plot, chart.font_size, foreground)?;
    Ok(plot.css_frame(chart.pixel_ratio))
}

/// Refuses what no chart can be drawn from.
fn check(chart: &ChartSpec) -> Result<(), Error> {
    const LARGEST_SIDE: f64 = 32_767.0;
    const LONGEST_PATTERN: usize = 32;
    within("pixel_ratio", chart.pixel_ratio, 0.1, 16.0)?;
    within("width", chart.width, 1.0, LARGEST_SIDE / chart.pixel_ratio)?;
    within("height", chart.height, 1.0, LARGEST_SIDE / chart.pixel_ratio)?;
    within("font_size", chart.font_size, 1.0, 200.0)?;
    within("x_maximum", chart.x_maximum, 1.0, 1e15)?;
    for (field, bound) in [("y_minimum", chart.y_minimum), ("y_maximum", chart.y_maximum)] {
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
        // Many lengths of 0 would be many strokes at one place.
        if series.dash.len() > LONGEST_PATTERN {
            let n = series.dash.len();
            return Err(Error::config("series.dash", format!("{n} lengths are more than {LONGEST_PATTERN}")));
        }
        for &length in &series.dash {
            within("series.dash", length, 0.0, LARGEST_SIDE)?;
        }
    }
    if let Some((upper, lower)) = chart.band
        && upper.max(lower) >= chart.series.len()
    {
        let n = chart.series.len();
        return Err(Error::config("band", format!("series {upper} and {lower} of {n}; they count from 0")));
    }
    Ok(())
}

fn within(field: &'static str, value: f64, least: f64, most: f64) -> Result<(), Error> {
    if value >= least && value <= most {
        return Ok(());
    }
    Err(Error::config(field, format!("{value} does not lie between {least} and {most}")))
}

fn color(field: &'static str, text: &str) -> Result<RGBColor, Error> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .ok_or_else(|| Error::config(field, format!("{} is not a colour like #1a2b3c", shown(text))))?;
    let [_, red, green, blue] = number.to_be_bytes();
    Ok(RGBColor(red, green, blue))
}

/// The mapping from iterations and values to device pixels.
struct Plot {
    frame: Frame,
    x_maximum: f64,
    axis: ValueAxis,
    value_ticks: Vec<(f64, String)>,
    iteration_ticks: Vec<(f64, String)>,
}

impl Plot {
    fn new((area_width, area_height): (u32, u32), chart: &ChartSpec) -> Result<Self, Error> {
        let scale = chart.pixel_ratio;
        let (width, height) = (chart.width * scale, chart.height * scale);
        if (width - f64::from(area_width)).abs() > 1.0 || (height - f64::from(area_height)).abs() > 1.0 {
            return Err(Error::data(format!(
                "the canvas has {area_width} × {area_height} pixels, the chart needs {width:.0} × {height:.0}: \
                 its size times its pixel ratio"
            )));
        }
        // Digits of common sans-serif fonts are at most this wide. An estimate keeps the browser
        // from laying out every label, and the plot from moving with the font.
        let digit = 0.62 * chart.font_size * scale;
        let top = 0.7 * chart.font_size * scale;
        let bottom = height - 1.9 * chart.font_size * scale;
        let ticks_that_fit = ((bottom - top) / scale / (2.2 * chart.font_size)).clamp(2.0, 4.0) as usize;
        let shown = libm::floor(chart.x_maximum).min(u32::MAX.into()) as usize;
        let values =
            chart.series.iter().flat_map(|series| series.values.iter().take(shown.saturating_add(1)));
        let axis =
            ValueAxis::covering(values.copied().flatten(), chart.y_minimum, chart.y_maximum, ticks_that_fit);
        let value_ticks = axis.ticks();
        // At least four digits of room, so that the plot rarely moves while a run goes on.
        let digits = value_ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0).max(4);
        let last_label = libm::floor(chart.x_maximum).to_string().len() as f64 * digit;
        let left = digits as f64 * digit + 0.5 * chart.font_size * scale;
        let right = width - (0.5 * last_label).max(6.0 * scale);
        let frame = Frame {
            left: libm::round(left),
            right: libm::round(right),
            top: libm::round(top),
            bottom: libm::round(bottom),
        };
        let smallest = libm::ceil(8.0 * scale);
        if frame.right - frame.left < smallest || frame.bottom - frame.top < smallest {
            return Err(Error::config(
                "width",
                format!("{} × {} leaves no room for a plot beside its labels", chart.width, chart.height),
            ));
        }
        let plot_width = frame.right - frame.left;
        let most = (plot_width / (last_label + 4.0 * digit)).clamp(2.0, 5.0) as usize;
        let clear = (last_label + digit) / plot_width * chart.x_maximum;
        let iteration_ticks = axis::iterations(chart.x_maximum, most, clear);
        Ok(Self { frame, x_maximum: chart.x_maximum, axis, value_ticks, iteration_ticks })
    }

    fn x(&self, iteration: f64) -> f64 {
        self.frame.left + (self.frame.right - self.frame.left) * (iteration / self.x_maximum)
    }

    /// The pixel of a value; far outside the plot it stays a number that can be calculated with.
    fn y(&self, value: f64) -> f64 {
        const FAR: f64 = 1e9;
        let share =
            value / (self.axis.high - self.axis.low) - self.axis.low / (self.axis.high - self.axis.low);
        (self.frame.bottom - (self.frame.bottom - self.frame.top) * share).clamp(-FAR, FAR)
    }

    /// One point per iteration, up to the first one right of the plot.
    fn points<'a>(&self, values: &'a [Option<f64>]) -> impl Iterator<Item = Option<Point>> + use<'a, '_> {
        let shown = libm::ceil(self.x_maximum).min(u32::MAX.into()) as usize;
        values.iter().take(shown.saturating_add(1)).enumerate().map(|(iteration, value)| {
            let value = value.filter(|value| value.is_finite())?;
            Some((self.x(iteration as f64), self.y(value)))
        })
    }

    fn css_frame(&self, scale: f64) -> ChartFrame {
        ChartFrame {
            left: self.frame.left / scale,
            right: self.frame.right / scale,
            top: self.frame.top / scale,
            bottom: self.frame.bottom / scale,
            y_minimum: self.axis.low,
            y_maximum: self.axis.high,
        }
    }
}

fn draw_band<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    upper: &[Option<f64>],
    lower: &[Option<f64>],
    color: RGBColor,
) -> Result<(), Error> {
    const OPACITY: f64 = 0.12;
    let finite = |value: &Option<f64>| value.is_some_and(f64::is_finite);
    // Both outlines get the gaps of both series, so that their lines pair up.
    let common = |of: &[Option<f64>], other: &[Option<f64>]| -> Vec<Option<f64>> {
        of.iter().zip(other).map(|(value, other)| value.filter(|_| finite(value) && finite(other))).collect()
    };
    let outline = path::lines(plot.points(&common(upper, lower)));
    let underline = path::lines(plot.points(&common(lower, upper)));
    for (mut above, below) in outline.into_iter().zip(underline) {
        above.extend(below.into_iter().rev());
        let polygon = plot.frame.clip_polygon(above);
        if polygon.len() > 2 {
            canvas.fill(&polygon, color.mix(OPACITY))?;
        }
    }
    Ok(())
}

fn draw_marks<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    marks: &[f64],
    color: RGBColor,
) -> Result<(), Error> {
    const OPACITY: f64 = 0.22;
    let in_range = |mark: &&f64| (0.0..=plot.x_maximum).contains(*mark);
    let mut columns: Vec<i32> = marks.iter().filter(in_range).map(|&mark| pixel(plot.x(mark))).collect();
    columns.sort_unstable();
    columns.dedup();
    for x in columns {
        canvas.vertical(x.into(), plot.frame.top, plot.frame.bottom, color.mix(OPACITY))?;
    }
    Ok(())
}

fn draw_series<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    series: &ChartSeries,
    color: RGBColor,
) -> Result<(), Error> {
    for line in path::lines(plot.points(&series.values)) {
        for piece in plot.frame.clip_line(&line) {
            if piece.len() == 1 {
                canvas.dot(piece[0], series.width, color)?;
                continue;
            }
            for stroke in path::strokes(&piece, &series.dash, canvas.scale) {
                canvas.stroke(&stroke, series.width, color)?;
            }
        }
    }
    Ok(())
}

/// A dotted line at the iteration nearest to `cursor`, and a dot on each series that has a value there.
fn draw_cursor<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    chart: &ChartSpec,
    cursor: f64,
    foreground: RGBColor,
    colors: &[RGBColor],
) -> Result<(), Error> {
    const DOT_RADIUS: f64 = 3.0;
    const DRAWN: f64 = 2.0;
    const PERIOD: f64 = 4.0;
    let iteration = libm::round(cursor);
    if !(0.0..=plot.x_maximum).contains(&iteration) {
        return Ok(());
    }
    let x = plot.x(iteration);
    let mut y = plot.frame.top;
    while y < plot.frame.bottom {
        canvas.vertical(x, y, (y + DRAWN * canvas.scale).min(plot.frame.bottom), foreground)?;
        y += PERIOD * canvas.scale;
    }
    for (series, &color) in chart.series.iter().zip(colors) {
        let value =
            series.values.get(iteration as usize).copied().flatten().filter(|value| value.is_finite());
        if let Some(value) = value
            && plot.frame.contains((x, plot.y(value)))
        {
            canvas.dot((x, plot.y(value)), DOT_RADIUS, color)?;
        }
    }
    Ok(())
}

fn draw_labels<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    font_size: f64,
    color: RGBColor,
) -> Result<(), Error> {
    let gap = 0.5 * font_size * canvas.scale;
    for (value, label) in &plot.value_ticks {
        let at = (plot.frame.left - gap, plot.y(*value));
        canvas.text(label, at, Pos::new(HPos::Right, VPos::Center), font_size, color)?;
    }
    for (iteration, label) in &plot.iteration_ticks {
        let at = (plot.x(*iteration), plot.frame.bottom + 1.2 * gap);
        canvas.text(label, at, Pos::new(HPos::Center, VPos::Top), font_size, color)?;
    }
    Ok(())
}

/// The nearest device pixel.
fn pixel(position: f64) -> i32 {
    libm::round(position) as i32
}

/// Strokes, fills and texts on a plotters area. Widths and sizes are CSS pixels, positions device pixels.
struct Canvas<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    scale: f64,
}

impl<DB: DrawingBackend> Canvas<'_, DB> {
    fn horizontal(&self, left: f64, right: f64, y: f64, color: impl Color) -> Result<(), Error> {
        let top = pixel(y) - self.hairline() / 2;
        self.rectangle([(pixel(left), top), (pixel(right), top + self.hairline())], color)
    }

    fn vertical(&self, x: f64, top: f64, bottom: f64, color: impl Color) -> Result<(), Error> {
        let left = pixel(x) - self.hairline() / 2;
        self.rectangle([(left, pixel(top)), (left + self.hairline(), pixel(bottom))], color)
    }

    /// One CSS pixel, and at least one device pixel.
    fn hairline(&self) -> i32 {
        pixel(self.scale).max(1)
    }

    fn rectangle(&self, corners: [(i32, i32); 2], color: impl Color) -> Result<(), Error> {
        self.area.draw(&Rectangle::new(corners, color.filled())).map_err(backend_fault)
    }

    fn stroke(&self, line: &[Point], width: f64, color: impl Color) -> Result<(), Error> {
        let width = pixel(width * self.scale).max(1) as u32;
        self.area.draw(&PathElement::new(whole(line), color.stroke_width(width))).map_err(backend_fault)
    }

    fn fill(&self, polygon: &[Point], color: impl Color) -> Result<(), Error> {
        self.area.draw(&Polygon::new(whole(polygon), color.filled())).map_err(backend_fault)
    }

    fn dot(&self, (x, y): Point, radius: f64, color: impl Color) -> Result<(), Error> {
        let radius = pixel(radius * self.scale).max(1);
        self.area.draw(&Circle::new((pixel(x), pixel(y)), radius, color.filled())).map_err(backend_fault)
    }

    fn text(&self, text: &str, (x, y): Point, anchor: Pos, size: f64, color: RGBColor) -> Result<(), Error> {
        let font = FontDesc::new(FontFamily::SansSerif, size * self.scale, FontStyle::Normal);
        let style = TextStyle::from(font).color(&color).pos(anchor);
        self.area.draw(&Text::new(text, (pixel(x), pixel(y)), style)).map_err(backend_fault)
    }
}

fn whole(line: &[Point]) -> Vec<(i32, i32)> {
    let mut pixels: Vec<(i32, i32)> = line.iter().map(|&(x, y)| (pixel(x), pixel(y))).collect();
    pixels.dedup();
    pixels
}

fn backend_fault(error: impl std::fmt::Display) -> Error {
    Error::data(format!("the chart cannot be drawn: {error}"))
}
