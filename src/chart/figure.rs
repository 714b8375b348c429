//! Charts with their titles and legends, one below the other: a picture that stands on its own.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Deserialize;

use super::svg::SvgWriter;
use super::{Canvas, ChartSpec, backend_fault, check, color, draw, path, within};
use crate::error::Error;

/// A picture of charts, all of one width.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Figure {
    /// Colour behind everything, `#rrggbb`.
    pub background: String,
    /// Colour of the titles, `#rrggbb`.
    pub foreground: String,
    /// From top to bottom, at least one.
    pub panels: Vec<FigurePanel>,
}

/// A chart with its words.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FigurePanel {
    /// Its title.
    pub title: String,
    /// What its series are called, one label per series.
    pub labels: Vec<String>,
    /// The chart.
    pub chart: ChartSpec,
}

/// Height of title and legend, in letter sizes.
const HEAD: f64 = 4.2;

impl Figure {
    /// Width and height of the whole in device pixels.
    ///
    /// # Errors
    /// [`Error::Config`] without panels, for panels of different width, for a chart with a field outside its range or
    /// for sizes that no picture can have.
    pub fn size(&self) -> Result<(u32, u32), Error> {
        let Some(FigurePanel { chart: first, .. }) = self.panels.first() else {
            return Err(Error::config("panels", "a picture needs a chart"));
        };
        let mut height = 0.0;
        for FigurePanel { chart, labels, .. } in &self.panels {
            if chart.width != first.width || chart.pixel_ratio != first.pixel_ratio {
                return Err(Error::config("width", "the charts of a picture have one width"));
            }
            if labels.len() != chart.series.len() {
                let (labels, series) = (labels.len(), chart.series.len());
                return Err(Error::config("labels", format!("{labels} labels for {series} series")));
            }
            check(chart)?;
            height += head(chart) + libm::round(chart.height * chart.pixel_ratio);
        }
        let width = libm::round(first.width * first.pixel_ratio);
        within("width", width, 1.0, 16_384.0)?;
        within("height", height, 1.0, 16_384.0)?;
        Ok((width as u32, height as u32))
    }
}

/// Draws a figure onto an area of [`Figure::size`].
///
/// # Errors
/// As [`Figure::size`] and [`draw`](super::draw).
pub fn draw_figure<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, figure: &Figure) -> Result<(), Error> {
    figure.size()?;
    area.fill(&color("background", &figure.background)?).map_err(backend_fault)?;
    let foreground = color("foreground", &figure.foreground)?;
    let mut rest = area.clone();
    for panel in &figure.panels {
        let chart_height = libm::round(panel.chart.height * panel.chart.pixel_ratio);
        let (words, below) = rest.split_vertically(head(&panel.chart) as i32);
        let (plot, below) = below.split_vertically(chart_height as i32);
        draw_words(&words, panel, foreground)?;
        draw(&plot, &panel.chart)?;
        rest = below;
    }
    area.present().map_err(backend_fault)
}

/// A figure as a standalone SVG document.
///
/// # Errors
/// As [`draw_figure`].
pub fn figure_svg(figure: &Figure) -> Result<String, Error> {
    let size = figure.size()?;
    let mut text = String::new();
    let writer = SvgWriter::new(&mut text, size);
    #[cfg(target_arch = "wasm32")]
    let writer = super::Surface::Svg(writer);
    draw_figure(&writer.into_drawing_area(), figure)?;
    Ok(text + "</svg>\n")
}

/// Height of title and legend in device pixels.
fn head(chart: &ChartSpec) -> f64 {
    libm::round(HEAD * chart.font_size * chart.pixel_ratio)
}

fn draw_words<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    panel: &FigurePanel,
    foreground: RGBColor,
) -> Result<(), Error> {
    const SAMPLE: f64 = 22.0;
    let chart = &panel.chart;
    let canvas = Canvas { area, scale: chart.pixel_ratio };
    let em = chart.font_size * chart.pixel_ratio;
    let left = Pos::new(HPos::Left, VPos::Center);
    canvas.text(&panel.title, (em, 1.3 * em), left, 1.2 * chart.font_size, foreground)?;
    let mut x = em;
    let y = 3.0 * em;
    for (series, label) in chart.series.iter().zip(&panel.labels) {
        let end = x + SAMPLE * chart.pixel_ratio;
        for stroke in path::strokes(&[(x, y), (end, y)], &series.dash, chart.pixel_ratio) {
            canvas.stroke(&stroke, series.width, color("series.color", &series.color)?)?;
        }
        canvas.text(label, (end + 0.5 * em, y), left, chart.font_size, foreground)?;
        // Letters of common sans-serif fonts are narrower on average; an estimate needs no layout.
        x = end + (0.6 * label.chars().count() as f64 + 1.8) * em;
    }
    Ok(())
}
