//! A figure of several charts with titles and labels, one below the other, that needs no page around it.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Deserialize;

use super::svg::SvgWriter;
use super::{Canvas, ChartFrame, ChartSpec, LINE, backend_fault, check, color, draw, path, within};
use crate::util::error::Error;

/// A figure of charts with one width.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Figure {
    /// Background colour, `#rrggbb`.
    pub background: String,
    /// Colour of the titles, `#rrggbb`.
    pub foreground: String,
    /// What the charts show, such as data and method: one line above them, or empty.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub caption: String,
    /// Charts from top to bottom, at least one.
    pub panels: Vec<FigurePanel>,
}

/// A chart with its title and labels.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FigurePanel {
    /// Title of the chart.
    pub title: String,
    /// What the value axis shows, beside the title.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub about: String,
    /// Labels of the series, one per series, which stand at the ends of the lines.
    pub labels: Vec<String>,
    /// The chart. Its width is that of the figure without the labels.
    pub chart: ChartSpec,
}

/// Height of a title, in units of the font size.
const HEAD: f64 = 2.6;
/// Height of the name of the iteration axis, in units of the font size.
const FOOT: f64 = 1.6;
/// Distance of two labels, in units of the font size.
const APART: f64 = 1.4;

impl Figure {
    /// Returns width and height of the figure in device pixels, with the labels right of the charts.
    ///
    /// # Errors
    /// [`Error::Config`] if there are no panels, if panels differ in width, or if the figure would be too large. The
    /// same error if a chart has a field outside its range.
    pub fn size(&self) -> Result<(u32, u32), Error> {
        let Some(FigurePanel { chart: first, .. }) = self.panels.first() else {
            return Err(Error::config("panels", "a figure needs at least one chart"));
        };
        let mut height = 0.0;
        for FigurePanel { chart, labels, .. } in &self.panels {
            if chart.width != first.width || chart.pixel_ratio != first.pixel_ratio {
                return Err(Error::config("width", "all charts of a figure must have the same width"));
            }
            if labels.len() != chart.series.len() {
                let (labels, series) = (labels.len(), chart.series.len());
                return Err(Error::config("labels", format!("{labels} labels for {series} series")));
            }
            check(chart)?;
            height += units(HEAD, chart) + libm::round(chart.height * chart.pixel_ratio) + units(FOOT, chart);
        }
        height += self.caption_height();
        let width = libm::round(first.width * first.pixel_ratio) + self.room_for_labels();
        within("width", width, 1.0, 16_384.0)?;
        within("height", height, 1.0, 16_384.0)?;
        Ok((width as u32, height as u32))
    }

    /// Returns the height of the caption in device pixels.
    fn caption_height(&self) -> f64 {
        match self.panels.first() {
            Some(FigurePanel { chart, .. }) if !self.caption.is_empty() => units(HEAD, chart),
            _ => 0.0,
        }
    }

    /// Returns the width of the labels in device pixels: an estimate, because letters are narrower on average.
    fn room_for_labels(&self) -> f64 {
        const LONGEST: usize = 60;
        let longest = |panel: &FigurePanel| panel.labels.iter().map(|label| label.chars().count()).max();
        let letters = self.panels.iter().filter_map(longest).max().unwrap_or(0).min(LONGEST);
        self.panels.first().map_or(0.0, |panel| units(0.6 * letters as f64 + 2.5, &panel.chart))
    }
}

/// Returns multiples of the font size in whole device pixels.
fn units(n: f64, chart: &ChartSpec) -> f64 {
    libm::round(n * chart.font_size * chart.pixel_ratio)
}

/// Draws a figure onto an area of [`Figure::size`].
///
/// # Errors
/// As [`Figure::size`] and [`draw`](super::draw).
pub fn draw_figure<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, figure: &Figure) -> Result<(), Error> {
    figure.size()?;
    area.fill(&color("background", &figure.background)?).map_err(backend_fault)?;
    let foreground = color("foreground", &figure.foreground)?;
    let (caption, mut rest) = area.split_vertically(figure.caption_height() as i32);
    if let Some(FigurePanel { chart, .. }) = figure.panels.first()
        && !figure.caption.is_empty()
    {
        let canvas = Canvas { area: &caption, scale: chart.pixel_ratio };
        let em = chart.font_size * chart.pixel_ratio;
        canvas.text(&figure.caption, (em, 1.6 * em), LEFT, chart.font_size, foreground)?;
    }
    for panel in &figure.panels {
        let chart = &panel.chart;
        let (words, below) = rest.split_vertically(units(HEAD, chart) as i32);
        let (row, below) = below.split_vertically(libm::round(chart.height * chart.pixel_ratio) as i32);
        let (foot, below) = below.split_vertically(units(FOOT, chart) as i32);
        let (plot, beside) = row.split_horizontally(libm::round(chart.width * chart.pixel_ratio) as i32);
        draw_title(&words, panel, foreground)?;
        let frame = draw(&plot, chart)?;
        draw_notes(&plot, chart, &frame)?;
        draw_ends(&beside, panel, &frame, foreground)?;
        let canvas = Canvas { area: &foot, scale: chart.pixel_ratio };
        let middle = (frame.left + frame.right) / 2.0 * chart.pixel_ratio;
        let centred = Pos::new(HPos::Center, VPos::Top);
        canvas.text(
            "iteration",
            (middle, 0.0),
            centred,
            chart.font_size,
            color("foreground", &chart.foreground)?,
        )?;
        rest = below;
    }
    area.present().map_err(backend_fault)
}

/// Returns a figure as a standalone SVG document.
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

const LEFT: Pos = Pos { h_pos: HPos::Left, v_pos: VPos::Center };

fn draw_title<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    FigurePanel { title, about, chart, .. }: &FigurePanel,
    foreground: RGBColor,
) -> Result<(), Error> {
    let canvas = Canvas { area, scale: chart.pixel_ratio };
    let em = chart.font_size * chart.pixel_ratio;
    canvas.bold(title, (em, 1.4 * em), LEFT, chart.font_size, foreground)?;
    let after = em * (1.8 + title.chars().map(bold_width).sum::<f64>());
    canvas.text(about, (after, 1.4 * em), LEFT, chart.font_size, color("foreground", &chart.foreground)?)
}

/// Returns about the width of a bold letter, in ems. Fonts differ, so it is rather too wide.
fn bold_width(letter: char) -> f64 {
    match letter {
        '@' | '%' | 'm' | 'w' | 'M' | 'W' => 1.0,
        _ if letter.is_uppercase() => 0.8,
        _ => 0.68,
    }
}

/// Writes the notes of a chart and the labels of its exits at their free places.
fn draw_notes<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    chart: &ChartSpec,
    frame: &ChartFrame,
) -> Result<(), Error> {
    let canvas = Canvas { area, scale: chart.pixel_ratio };
    let foreground = color("foreground", &chart.foreground)?;
    for place in &frame.places {
        for (line, text) in place.text.lines().enumerate() {
            let top = place.top + (line as f64 + 0.5) * LINE * chart.font_size;
            let at = (place.left * chart.pixel_ratio, top * chart.pixel_ratio);
            canvas.text(text, at, LEFT, chart.font_size, foreground)?;
        }
    }
    Ok(())
}

/// Writes the labels right of the plot, each tied by a leader to the end of its line.
fn draw_ends<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    FigurePanel { labels, chart, .. }: &FigurePanel,
    frame: &ChartFrame,
    foreground: RGBColor,
) -> Result<(), Error> {
    let canvas = Canvas { area, scale: chart.pixel_ratio };
    let scale = chart.pixel_ratio;
    let em = chart.font_size * scale;
    let ends: Vec<f64> =
        chart.series.iter().map(|series| frame.height_of_end(&series.values) * scale).collect();
    let places = path::push_apart(&ends, APART * em, frame.top * scale, frame.bottom * scale);
    for (at, (label, series)) in labels.iter().zip(&chart.series).enumerate() {
        let leader = [(0.0, ends[at]), (0.3 * em, ends[at]), (0.9 * em, places[at]), (1.2 * em, places[at])];
        canvas.stroke(&leader, 1.0, color("series.color", &series.color)?)?;
        canvas.text(label, (1.6 * em, places[at]), LEFT, chart.font_size, foreground)?;
    }
    Ok(())
}
