//! The table of a plot, with heat: a darker cell has a larger value in its column.

use plotters::prelude::*;

use super::canvas::Canvas;
use super::marks_style::{FONT, FOREGROUND, LEFT, MIDDLE, shortened};
use crate::util::error::Error;
use crate::util::marks::MarksPlot;

/// Height of a row.
const ROW: f64 = 28.0;
/// Colour of the largest value of a column; black text on it has a contrast above 7.
const HEAT: RGBColor = RGBColor(0x56, 0xb4, 0xe9);

/// Draws the rows of all series.
pub(super) fn draw_table<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &MarksPlot,
    width: f64,
) -> Result<(), Error> {
    let names = plot.series.iter().map(|series| shortened(&series.name).chars().count()).max().unwrap_or(0);
    let left = 24.0 + 0.6 * FONT * names as f64;
    let column = (width - left - 14.0) / plot.x_names.len().max(1) as f64;
    let top = 50.0;
    let letters = (column / (0.6 * FONT)).max(3.0) as usize;
    canvas.text(
        &format!("{} by {}", plot.y_label, plot.x_label),
        (14.0, top - 8.0),
        LEFT,
        FONT,
        FOREGROUND,
    )?;
    for (at, name) in plot.x_names.iter().enumerate() {
        let name: String = name.chars().take(letters).collect();
        canvas.text(&name, (left + (at as f64 + 0.5) * column, top + 14.0), MIDDLE, FONT, FOREGROUND)?;
    }
    let points = || plot.series.iter().flat_map(|series| &series.points);
    for (row, series) in plot.series.iter().enumerate() {
        let y = top + ROW * (row as f64 + 1.0);
        canvas.text(&shortened(&series.name), (14.0, y + 0.5 * ROW), LEFT, FONT, FOREGROUND)?;
        for point in &series.points {
            let of_column = || points().filter(|other| other.x == point.x).map(|other| other.y);
            let (low, high) = of_column()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
            let share = if high > low { (point.y - low) / (high - low) } else { 0.0 };
            let x = left + point.x * column;
            let corners =
                [(x, y), (x + column - 2.0, y), (x + column - 2.0, y + ROW - 2.0), (x, y + ROW - 2.0)];
            canvas.fill(&corners, HEAT.mix(0.9 * share.clamp(0.0, 1.0)))?;
            canvas.text(&value(point.y), (x + 0.5 * column, y + 0.5 * ROW), MIDDLE, FONT, FOREGROUND)?;
        }
    }
    Ok(())
}

fn value(y: f64) -> String {
    let text = match y.abs() {
        size if (0.001..100.0).contains(&size) || size == 0.0 => format!("{y:.3}"),
        size if (100.0..1e6).contains(&size) => format!("{y:.0}"),
        _ => format!("{y:.2e}"),
    };
    text.replace('-', "−")
}
