//! Plots of measured values as SVG: lines with bands, bars with intervals, points, boxes and tables with heat. They
//! must not know studies or learners. Names stand beside what they name, so no plot needs a legend.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::axis::{Bounds, ValueAxis};
use super::canvas::{Canvas, backend_fault};
use super::marks_rows::{draw_rows, has_rows, height as rows_height};
use super::marks_style::{FONT, FOREGROUND, GRID, LEFT, MIDDLE, RIGHT, color, shortened};
use super::marks_table::draw_table;
use super::path::{Frame, Point, push_apart};
use super::svg::SvgWriter;
use crate::util::error::Error;
use crate::util::marks::{MarksKind, MarksPlot, MarksPoint, MarksSeries};

/// Width and height in pixels; a table takes the height of its rows.
const SIZE: (f64, f64) = (760.0, 440.0);
/// Returns a plot as a standalone SVG document. Cost: O(number of points).
///
/// # Errors
/// [`Error::Data`] if there is no finite value to draw.
pub fn marks_svg(plot: &MarksPlot) -> Result<String, Error> {
    let finite = |point: &MarksPoint| point.x.is_finite() && point.y.is_finite();
    if !plot.series.iter().flat_map(|series| &series.points).any(finite) {
        return Err(Error::data(format!("{:?}: there is no value to draw yet", plot.title)));
    }
    let (width, height) = match plot.kind {
        _ if has_rows(plot) => (SIZE.0, rows_height(plot)),
        MarksKind::Table => (SIZE.0, 110.0 + 28.0 * plot.series.len() as f64),
        _ => SIZE,
    };
    let mut text = String::new();
    let writer = SvgWriter::new(&mut text, (width as u32, height as u32));
    #[cfg(target_arch = "wasm32")]
    let writer = super::Surface::Svg(writer);
    draw_marks(&writer.into_drawing_area(), plot)?;
    let place = text.find('\n').map_or(0, |end| end + 1);
    let title = plot.title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.insert_str(place, &format!("<title>{title}</title>\n"));
    Ok(text + "</svg>\n")
}

/// The mapping of a plot to pixels.
struct Scales {
    frame: Frame,
    x: ValueAxis,
    y: ValueAxis,
    /// Number of names along x; 0 if x is a number.
    names: usize,
}

impl Scales {
    fn new(plot: &MarksPlot, (width, height): (f64, f64)) -> Self {
        let points = || plot.series.iter().flat_map(|series| &series.points);
        let ys = points().flat_map(|point| {
            let interval = point.interval.into_iter().flatten();
            let quartiles = point.quartiles.filter(|_| plot.kind == MarksKind::Box);
            [point.y].into_iter().chain(interval).chain(quartiles.into_iter().flatten())
        });
        let minimum = (plot.kind == MarksKind::Bars && points().all(|point| point.y >= 0.0)).then_some(0.0);
        let bounds = Bounds { minimum, ..Bounds::default() };
        let y = axis(ys.collect(), plot.y_log && minimum.is_none(), bounds);
        let x = axis(points().map(|point| point.x).collect(), plot.x_log, Bounds::default());
        let longest = plot.series.iter().map(|series| shortened(&series.name).chars().count()).max();
        let right = width - 28.0 - 0.66 * FONT * longest.unwrap_or(0) as f64;
        let frame = Frame { left: 78.0, right, top: 66.0, bottom: height - 62.0 };
        Self { frame, x, y, names: plot.x_names.len() }
    }

    fn x(&self, x: f64) -> Option<f64> {
        let share = match self.names {
            // A little room at both ends, so that no mark touches the frame.
            0 => 0.03 + 0.94 * self.x.share(x)?,
            names => (x + 0.5) / names as f64,
        };
        Some(self.frame.left + (self.frame.right - self.frame.left) * share)
    }

    fn y(&self, y: f64) -> Option<f64> {
        Some(self.frame.bottom - (self.frame.bottom - self.frame.top) * self.y.share(y)?)
    }

    /// Returns the pixel of a point; `None` if an axis has no such value.
    fn at(&self, x: f64, y: f64) -> Option<Point> {
        let (x, y) = (self.x(x)?, self.y(y)?);
        (x.is_finite() && y.is_finite()).then_some((x, y))
    }
}

fn axis(values: Vec<f64>, log: bool, bounds: Bounds) -> ValueAxis {
    let logarithmic = if log { ValueAxis::logarithmic(values.iter().copied(), None, 6) } else { None };
    logarithmic.unwrap_or_else(|| ValueAxis::covering(values.into_iter(), bounds, 6))
}

fn draw_marks<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, plot: &MarksPlot) -> Result<(), Error> {
    area.fill(&WHITE).map_err(backend_fault)?;
    let canvas = Canvas { area, scale: 1.0 };
    let (width, height) = area.dim_in_pixel();
    canvas.bold(&plot.title, (14.0, 22.0), LEFT, FONT, FOREGROUND)?;
    if plot.kind == MarksKind::Table {
        return draw_table(&canvas, plot, f64::from(width));
    }
    if has_rows(plot) {
        return draw_rows(&canvas, plot, f64::from(width));
    }
    let scales = Scales::new(plot, (f64::from(width), f64::from(height)));
    draw_axes(&canvas, plot, &scales)?;
    for (at, series) in plot.series.iter().enumerate() {
        match plot.kind {
            MarksKind::Line => draw_line(&canvas, series, &scales, color(at))?,
            MarksKind::Scatter => draw_points(&canvas, series, &scales, color(at))?,
            _ => draw_upright(&canvas, plot, at, &scales)?,
        }
    }
    draw_names(&canvas, plot, &scales)?;
    area.present().map_err(backend_fault)
}

fn draw_axes<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &MarksPlot,
    scales: &Scales,
) -> Result<(), Error> {
    let frame = scales.frame;
    for (value, label) in scales.y.ticks() {
        let Some(y) = scales.y(value) else { continue };
        canvas.horizontal(frame.left, frame.right, y, GRID)?;
        canvas.text(&label, (frame.left - 8.0, y), RIGHT, FONT, FOREGROUND)?;
    }
    canvas.horizontal(frame.left, frame.right, frame.bottom, FOREGROUND)?;
    let ticks = match plot.x_names.len() {
        0 => scales.x.ticks(),
        _ => plot.x_names.iter().enumerate().map(|(at, name)| (at as f64, name.clone())).collect(),
    };
    let room = (frame.right - frame.left) / ticks.len().max(1) as f64;
    let letters = (room / (0.6 * FONT)).max(2.0) as usize;
    for (at, (value, label)) in ticks.iter().enumerate() {
        let Some(x) = scales.x(*value) else { continue };
        canvas.vertical(x, frame.bottom, frame.bottom + 5.0, FOREGROUND)?;
        // Long names stand in two rows, one after the other.
        let is_long = plot.x_names.iter().any(|name| name.chars().count() > letters);
        let row = if is_long && at % 2 == 1 { 1.0 } else { 0.0 };
        let most = if is_long { 2 * letters } else { letters.max(8) };
        let label: String = label.chars().take(most).collect();
        let half = 0.3 * FONT * label.chars().count() as f64;
        let x = x.min(f64::from(canvas.area.dim_in_pixel().0) - half - 4.0);
        canvas.text(&label, (x, frame.bottom + 15.0 + row * 15.0), MIDDLE, FONT, FOREGROUND)?;
    }
    let middle = (frame.left + frame.right) / 2.0;
    canvas.text(&plot.x_label, (middle, frame.bottom + 48.0), MIDDLE, FONT, FOREGROUND)?;
    canvas.text(&plot.y_label, (14.0, frame.top - 22.0), LEFT, FONT, FOREGROUND)
}

fn draw_line<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    series: &MarksSeries,
    scales: &Scales,
    color: RGBColor,
) -> Result<(), Error> {
    let end = |side: usize| {
        let ends = series.points.iter().map(move |point| Some((point.x, point.interval?[side])));
        ends.map(|end| end.and_then(|(x, y)| scales.at(x, y))).collect::<Option<Vec<Point>>>()
    };
    if let (Some(mut band), Some(upper)) = (end(0), end(1)) {
        band.extend(upper.into_iter().rev());
        canvas.fill(&band, color.mix(0.12))?;
    }
    let line: Vec<Point> = series.points.iter().filter_map(|point| scales.at(point.x, point.y)).collect();
    canvas.stroke(&line, 2.0, color)?;
    line.iter().try_for_each(|&point| canvas.dot(point, 3.0, color))
}

fn draw_points<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    series: &MarksSeries,
    scales: &Scales,
    color: RGBColor,
) -> Result<(), Error> {
    for point in &series.points {
        let Some(at) = scales.at(point.x, point.y) else { continue };
        if let Some([low, high]) = point.interval
            && let (Some(low), Some(high)) = (scales.y(low), scales.y(high))
        {
            canvas.vertical(at.0, high, low, color.mix(0.5))?;
        }
        canvas.dot(at, 4.0, color)?;
    }
    Ok(())
}

/// Draws the bars or boxes of a series beside those of the others.
fn draw_upright<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &MarksPlot,
    at: usize,
    scales: &Scales,
) -> Result<(), Error> {
    let places = plot.x_names.len().max(1) as f64;
    let slot = (scales.frame.right - scales.frame.left) / places;
    let width = (0.8 * slot / plot.series.len().max(1) as f64).min(60.0);
    let shift = (at as f64 - 0.5 * (plot.series.len() as f64 - 1.0)) * width;
    let color = color(at);
    for point in &plot.series[at].points {
        let Some((x, y)) = scales.at(point.x, point.y).map(|(x, y)| (x + shift, y)) else { continue };
        let half = 0.42 * width;
        let rectangle = |from: f64, to: f64, alpha: f64| {
            let corners = [
                (x - half, from.min(to)),
                (x + half, from.min(to)),
                (x + half, from.max(to)),
                (x - half, from.max(to)),
            ];
            canvas.fill(&corners, color.mix(alpha))
        };
        let (whisker, level) = if plot.kind == MarksKind::Box {
            let Some([low, lower, median, upper, high]) =
                point.quartiles.map(|five| five.map(|value| scales.y(value)))
            else {
                continue;
            };
            let (Some(lower), Some(upper)) = (lower, upper) else { continue };
            rectangle(lower, upper, 0.35)?;
            (low.zip(high), median.unwrap_or(y))
        } else {
            rectangle(scales.y(0.0).unwrap_or(scales.frame.bottom), y, 0.6)?;
            (point.interval.and_then(|[low, high]| Some((scales.y(low)?, scales.y(high)?))), y)
        };
        canvas.horizontal(x - half, x + half, level, color)?;
        if let Some((low, high)) = whisker {
            canvas.vertical(x, high, low, FOREGROUND)?;
        }
    }
    Ok(())
}

/// Writes the names of the series right of the plot: of lines at their ends, of others from top to bottom.
fn draw_names<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &MarksPlot,
    scales: &Scales,
) -> Result<(), Error> {
    let frame = scales.frame;
    let last = |series: &MarksSeries| series.points.iter().rev().find_map(|point| scales.y(point.y));
    let wished: Vec<f64> = match plot.kind {
        MarksKind::Line => plot.series.iter().map(|series| last(series).unwrap_or(frame.bottom)).collect(),
        _ => (0..plot.series.len()).map(|at| frame.top + 18.0 * at as f64).collect(),
    };
    let places = push_apart(&wished, 1.25 * FONT, frame.top, frame.bottom);
    for (at, (series, &y)) in plot.series.iter().zip(&places).enumerate() {
        if series.name.is_empty() {
            continue;
        }
        let leader = [
            (frame.right + 2.0, if plot.kind == MarksKind::Line { wished[at] } else { y }),
            (frame.right + 12.0, y),
        ];
        canvas.stroke(&leader, 2.0, color(at))?;
        canvas.text(&shortened(&series.name), (frame.right + 16.0, y), LEFT, FONT, FOREGROUND)?;
    }
    Ok(())
}
