//! Points with intervals in rows, one row per name: for more names than fit along x. Every value is a dot, because the
//! axis need not begin at 0 as that of bars must.

use plotters::prelude::*;

use super::axis::{Bounds, ValueAxis};
use super::canvas::Canvas;
use super::marks_style::{FONT, FOREGROUND, GRID, LEFT, MIDDLE, RIGHT, color, shortened};
use crate::util::error::Error;
use crate::util::marks::{MarksKind, MarksPlot};

/// Most names that stand along x.
const MOST_ALONG_X: usize = 14;
/// Height of a row.
const ROW: f64 = 20.0;
/// Heights of the title above the rows, and of the axis below them.
const MARGINS: (f64, f64) = (58.0, 58.0);

/// Returns whether a plot is drawn in rows.
pub(super) fn has_rows(plot: &MarksPlot) -> bool {
    matches!(plot.kind, MarksKind::Bars | MarksKind::Scatter) && plot.x_names.len() > MOST_ALONG_X
}

/// Returns the height of a plot in rows.
pub(super) fn height(plot: &MarksPlot) -> f64 {
    MARGINS.0 + ROW * plot.x_names.len() as f64 + MARGINS.1
}

/// Draws one row per name; several series stand below each other in their row.
pub(super) fn draw_rows<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &MarksPlot,
    width: f64,
) -> Result<(), Error> {
    let letters =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| shortened(text).chars().count()).max();
    let names = letters(&mut plot.x_names.iter().map(String::as_str)).unwrap_or(0);
    let series = letters(&mut plot.series.iter().map(|series| series.name.as_str())).unwrap_or(0);
    let (left, right) = (
        28.0 + 0.6 * FONT * names as f64,
        width - 28.0 - if series > 0 { 16.0 + 0.66 * FONT * series as f64 } else { 0.0 },
    );
    let (top, bottom) = (MARGINS.0, MARGINS.0 + ROW * plot.x_names.len() as f64);
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let values = points().flat_map(|point| [point.y].into_iter().chain(point.interval.into_iter().flatten()));
    let values: Vec<f64> = values.collect();
    let axis = if plot.y_log { ValueAxis::logarithmic(values.iter().copied(), None, 6) } else { None };
    let axis = axis.unwrap_or_else(|| ValueAxis::covering(values.into_iter(), Bounds::default(), 6));
    let across = |value: f64| axis.share(value).map(|share| left + (right - left) * share);
    for (value, label) in axis.ticks() {
        let Some(x) = across(value) else { continue };
        canvas.vertical(x, top, bottom, GRID)?;
        canvas.text(&label, (x, bottom + 14.0), MIDDLE, FONT, FOREGROUND)?;
    }
    canvas.horizontal(left, right, bottom, FOREGROUND)?;
    canvas.text(&plot.y_label, (0.5 * (left + right), bottom + 36.0), MIDDLE, FONT, FOREGROUND)?;
    let middle = |row: f64| top + ROW * (row + 0.5);
    for (row, name) in plot.x_names.iter().enumerate() {
        canvas.text(&shortened(name), (left - 10.0, middle(row as f64)), RIGHT, FONT, FOREGROUND)?;
    }
    for (at, series) in plot.series.iter().enumerate() {
        let apart = 0.7 * ROW / plot.series.len() as f64;
        let shift = apart * (at as f64 - 0.5 * (plot.series.len() as f64 - 1.0));
        for point in &series.points {
            let (Some(x), y) = (across(point.y), middle(point.x) + shift) else { continue };
            if let Some((low, high)) = point.interval.and_then(|[low, high]| across(low).zip(across(high))) {
                canvas.horizontal(low, high, y, color(at))?;
            }
            canvas.dot((x, y), 4.0, color(at))?;
        }
        if !series.name.is_empty() {
            let y = top + 18.0 * at as f64;
            canvas.stroke(&[(right + 6.0, y), (right + 16.0, y)], 2.0, color(at))?;
            canvas.text(&shortened(&series.name), (right + 20.0, y), LEFT, FONT, FOREGROUND)?;
        }
    }
    Ok(())
}
