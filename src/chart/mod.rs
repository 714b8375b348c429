//! Line charts over iterations for any plotters backend. They must not know learners or the page.
//!
//! A chart draws only lines, ticks and a cursor, which change while a run progresses. The caller adds the title, the
//! names of the lines, and the texts of notes, for which the chart returns free places.
//! All lengths in a [`ChartSpec`] are CSS pixels. Strokes, fonts, dashes and margins are multiplied by its
//! `pixel_ratio`. Plotters works in whole device pixels, so straight strokes are drawn as filled rectangles, which are
//! sharp on every backend.

mod axis;
mod canvas;
mod elements;
mod figure;
mod marks;
mod marks_rows;
mod marks_style;
mod marks_table;
mod numbers;
#[cfg(target_arch = "wasm32")]
mod page_canvas;
mod path;
mod place;
mod plot;
mod spec;
#[cfg(target_arch = "wasm32")]
mod surface;
mod svg;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::util::error::Error;
use canvas::{Canvas, backend_fault};
use elements::{
    LINE, NOTE_CELL, draw_axis, draw_band, draw_cursor, draw_exits, draw_labels, draw_ring, draw_series,
    note_place,
};
use place::Occupied;
use plot::Plot;
use spec::{check, color, within};

pub use crate::util::marks::{MarksKind, MarksPlot, MarksPoint, MarksSeries};
pub use figure::{Figure, FigurePanel, draw_figure, figure_svg};
pub use marks::marks_svg;
#[cfg(target_arch = "wasm32")]
pub use page_canvas::PageCanvas;
pub use spec::{ChartExit, ChartFrame, ChartNote, ChartSeries, ChartSpec, NotePlace};
#[cfg(target_arch = "wasm32")]
pub use surface::Surface;

/// Draws a chart onto an empty area of `width · pixel_ratio` by `height · pixel_ratio` device pixels.
///
/// Cost: O(number of values). The number of strokes depends only on the number of pixels.
///
/// # Errors
/// [`Error::Config`] for a field outside its range; [`Error::Data`] if the area has another size or the backend fails.
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
        if let Some(y) = plot.y(*value) {
            canvas.horizontal(plot.frame.left, plot.frame.right, y, grid)?;
        }
    }
    if let Some((upper, lower)) = chart.band {
        draw_band(&canvas, &plot, &chart.series[upper].values, &chart.series[lower].values, colors[upper])?;
    }
    let mut occupied = if chart.notes.is_empty() && chart.exits.is_empty() {
        Occupied::unused(plot.frame)
    } else {
        Occupied::new(plot.frame, NOTE_CELL * canvas.scale)
    };
    draw_axis(&canvas, &plot, &chart.marks, foreground, &mut occupied)?;
    for (series, &color) in chart.series.iter().zip(&colors) {
        draw_series(&canvas, &plot, series, color, &mut occupied)?;
    }
    if let Some(cursor) = plot.cursor {
        draw_cursor(&canvas, &plot, chart, cursor, foreground, &colors)?;
        let x = plot.x(cursor);
        occupied.add_line(&[(x, plot.frame.top), (x, plot.frame.bottom)]);
    }
    if let Some(ring) = chart.ring {
        draw_ring(&canvas, &plot, chart, ring, &colors)?;
    }
    let mut places = draw_exits(&canvas, &plot, chart, &colors, &mut occupied)?;
    places.extend(chart.notes.iter().filter_map(|note| note_place(&plot, chart, note, &mut occupied)));
    draw_labels(&canvas, &plot, chart.font_size, foreground)?;
    Ok(plot.css_frame(chart.pixel_ratio, places))
}
