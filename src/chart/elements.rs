//! The elements of a chart: band, axis, lines, marks of iterations, labels and notes. Each draws itself on the canvas.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::canvas::{Canvas, pixel};
use super::path::{self, Frame, Point};
use super::place::Occupied;
use super::plot::Plot;
use super::spec::{ChartExit, ChartNote, ChartSeries, ChartSpec, NotePlace};
use crate::util::error::Error;
use crate::util::sorting::sorted;

/// Side of a cell in which notes look for room, in CSS pixels.
pub(super) const NOTE_CELL: f64 = 4.0;

/// Returns the width and height of a text in device pixels. An estimate: letters of common sans-serif fonts are
/// narrower on average.
pub(super) fn text_size(text: &str, chart: &ChartSpec) -> (f64, f64) {
    let em = chart.font_size * chart.pixel_ratio;
    let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    (0.52 * em * longest as f64, LINE * em * text.lines().count() as f64)
}

/// Height of a line of text in units of the font size.
pub(super) const LINE: f64 = 1.3;

/// Returns a free place for a note, as near to the wished place as possible.
pub(super) fn note_place(
    plot: &Plot,
    chart: &ChartSpec,
    note: &ChartNote,
    occupied: &mut Occupied,
) -> Option<NotePlace> {
    let frame = plot.frame;
    let wished = (
        frame.left + note.wished.0.clamp(0.0, 1.0) * (frame.right - frame.left),
        frame.top + note.wished.1.clamp(0.0, 1.0) * (frame.bottom - frame.top),
    );
    let scale = chart.pixel_ratio;
    note.texts.iter().find_map(|text| {
        let (left, top) = occupied.place(text_size(text, chart), wished, f64::INFINITY)?;
        Some(NotePlace { text: text.clone(), left: left / scale, top: top / scale })
    })
}

pub(super) fn draw_band<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    upper: &[Option<f64>],
    lower: &[Option<f64>],
    color: RGBColor,
) -> Result<(), Error> {
    const OPACITY: f64 = 0.12;
    let finite = |value: &Option<f64>| value.is_some_and(f64::is_finite);
    // Both outlines have the gaps of both series, so that their lines pair up.
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

/// Draws the lower edge of the plot, and a short tick above it for each event.
pub(super) fn draw_axis<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    marks: &[f64],
    color: RGBColor,
    occupied: &mut Occupied,
) -> Result<(), Error> {
    const OPACITY: f64 = 0.45;
    const TICK: f64 = 6.0;
    let Frame { left, right, bottom, .. } = plot.frame;
    canvas.horizontal(left, right, bottom, color.mix(OPACITY))?;
    let in_range = |mark: &&f64| (0.0..=plot.x_maximum).contains(*mark);
    let columns = marks.iter().filter(in_range).map(|&mark| pixel(plot.x(mark))).collect();
    let mut columns: Vec<i32> = sorted(columns, &i32::cmp);
    columns.dedup();
    for x in columns {
        let top = bottom - TICK * canvas.scale;
        canvas.vertical(x.into(), top, bottom, color)?;
        occupied.add_line(&[(x.into(), top), (x.into(), bottom)]);
    }
    Ok(())
}

/// Marks the exits below the plot by triangles, and returns free places for their labels.
///
/// An earlier exit gets its place first. A label that finds no room near its triangle is left out.
pub(super) fn draw_exits<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    chart: &ChartSpec,
    colors: &[RGBColor],
    occupied: &mut Occupied,
) -> Result<Vec<NotePlace>, Error> {
    const HALF: f64 = 4.0;
    const HEIGHT: f64 = 6.0;
    const REACH: f64 = 18.0;
    let scale = canvas.scale;
    let bottom = plot.frame.bottom;
    let is_below =
        |exit: &&ChartExit| (0.0..=plot.x_maximum).contains(&exit.iteration) && exit.value < plot.axis.low;
    let below: Vec<&ChartExit> = chart.exits.iter().filter(is_below).collect();
    for exit in &below {
        let x = plot.x(exit.iteration);
        let top = bottom - HEIGHT * scale;
        let triangle = [(x - HALF * scale, top), (x + HALF * scale, top), (x, bottom)];
        canvas.fill(&plot.frame.clip_polygon(triangle.to_vec()), colors[exit.series])?;
        occupied.add_line(&[(x.clamp(plot.frame.left, plot.frame.right), top), (x, bottom)]);
    }
    let mut places = Vec::new();
    for exit in below {
        let (width, height) = text_size(&exit.text, chart);
        // The label stands beside its triangle, on the left if there is room.
        let wished =
            (plot.x(exit.iteration) - width / 2.0 - 8.0 * scale, bottom - height / 2.0 - 2.0 * scale);
        if let Some((left, top)) = occupied.place((width, height), wished, REACH * scale + width / 2.0) {
            places.push(NotePlace { text: exit.text.clone(), left: left / scale, top: top / scale });
        }
    }
    Ok(places)
}

pub(super) fn draw_series<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    series: &ChartSeries,
    color: RGBColor,
    occupied: &mut Occupied,
) -> Result<(), Error> {
    for line in path::lines(plot.points(&series.values)) {
        for piece in plot.frame.clip_line(&line) {
            occupied.add_line(&piece);
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

/// Draws a dotted line at an iteration, and a dot on each series with a value there.
pub(super) fn draw_cursor<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    chart: &ChartSpec,
    iteration: f64,
    foreground: RGBColor,
    colors: &[RGBColor],
) -> Result<(), Error> {
    const DOT_RADIUS: f64 = 3.0;
    const DRAWN: f64 = 2.0;
    const PERIOD: f64 = 4.0;
    let x = plot.x(iteration);
    let mut y = plot.frame.top;
    while y < plot.frame.bottom {
        canvas.vertical(x, y, (y + DRAWN * canvas.scale).min(plot.frame.bottom), foreground)?;
        y += PERIOD * canvas.scale;
    }
    for (point, &color) in points_at(plot, chart, iteration).zip(colors) {
        if let Some(point) = point {
            canvas.dot(point, DOT_RADIUS, color)?;
        }
    }
    Ok(())
}

/// Draws a ring on each series with a value at an iteration.
pub(super) fn draw_ring<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    chart: &ChartSpec,
    iteration: f64,
    colors: &[RGBColor],
) -> Result<(), Error> {
    const RADIUS: f64 = 6.0;
    const WIDTH: f64 = 1.5;
    for (point, color) in points_at(plot, chart, iteration).zip(colors) {
        if let Some(point) = point {
            canvas.ring(point, RADIUS, WIDTH, *color)?;
        }
    }
    Ok(())
}

/// Returns the point of each series at an iteration; `None` where it has no value or lies outside the plot.
pub(super) fn points_at<'a>(
    plot: &'a Plot,
    chart: &'a ChartSpec,
    iteration: f64,
) -> impl Iterator<Item = Option<Point>> + 'a {
    let x = plot.x(iteration);
    chart.series.iter().map(move |series| {
        let value =
            series.values.get(iteration as usize).copied().flatten().filter(|value| value.is_finite());
        value.and_then(|value| plot.y(value)).map(|y| (x, y)).filter(|&point| plot.frame.contains(point))
    })
}

pub(super) fn draw_labels<DB: DrawingBackend>(
    canvas: &Canvas<DB>,
    plot: &Plot,
    font_size: f64,
    color: RGBColor,
) -> Result<(), Error> {
    let gap = 0.5 * font_size * canvas.scale;
    for (value, label) in &plot.value_ticks {
        let Some(y) = plot.y(*value) else { continue };
        canvas.text(
            label,
            (plot.frame.left - gap, y),
            Pos::new(HPos::Right, VPos::Center),
            font_size,
            color,
        )?;
    }
    let below = |iteration: f64| (plot.x(iteration), plot.frame.bottom + 1.2 * gap);
    let centred = Pos::new(HPos::Center, VPos::Top);
    for (iteration, label) in &plot.iteration_ticks {
        canvas.text(label, below(*iteration), centred, font_size, color)?;
    }
    if let Some(cursor) = plot.cursor {
        canvas.bold(&format!("{cursor:.0}"), below(cursor), centred, font_size, color)?;
    }
    Ok(())
}
