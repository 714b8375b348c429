//! Strokes, fills and texts on a plotters area.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::Pos;

use super::path::Point;
use crate::util::error::Error;

/// Returns the nearest device pixel.
pub(super) fn pixel(position: f64) -> i32 {
    libm::round(position) as i32
}

/// Draws strokes, fills and texts on a plotters area. Widths and sizes are CSS pixels, positions are device pixels.
pub(super) struct Canvas<'a, DB: DrawingBackend> {
    pub(super) area: &'a DrawingArea<DB, Shift>,
    pub(super) scale: f64,
}

impl<DB: DrawingBackend> Canvas<'_, DB> {
    pub(super) fn horizontal(&self, left: f64, right: f64, y: f64, color: impl Color) -> Result<(), Error> {
        let top = pixel(y) - self.hairline() / 2;
        self.rectangle([(pixel(left), top), (pixel(right), top + self.hairline())], color)
    }

    pub(super) fn vertical(&self, x: f64, top: f64, bottom: f64, color: impl Color) -> Result<(), Error> {
        let left = pixel(x) - self.hairline() / 2;
        self.rectangle([(left, pixel(top)), (left + self.hairline(), pixel(bottom))], color)
    }

    /// Returns the width of one CSS pixel, at least one device pixel.
    pub(super) fn hairline(&self) -> i32 {
        pixel(self.scale).max(1)
    }

    pub(super) fn rectangle(&self, corners: [(i32, i32); 2], color: impl Color) -> Result<(), Error> {
        self.area.draw(&Rectangle::new(corners, color.filled())).map_err(backend_fault)
    }

    pub(super) fn stroke(&self, line: &[Point], width: f64, color: impl Color) -> Result<(), Error> {
        let width = pixel(width * self.scale).max(1) as u32;
        self.area.draw(&PathElement::new(whole(line), color.stroke_width(width))).map_err(backend_fault)
    }

    pub(super) fn fill(&self, polygon: &[Point], color: impl Color) -> Result<(), Error> {
        self.area.draw(&Polygon::new(whole(polygon), color.filled())).map_err(backend_fault)
    }

    pub(super) fn dot(&self, (x, y): Point, radius: f64, color: impl Color) -> Result<(), Error> {
        let radius = pixel(radius * self.scale).max(1);
        self.area.draw(&Circle::new((pixel(x), pixel(y)), radius, color.filled())).map_err(backend_fault)
    }

    pub(super) fn ring(&self, (x, y): Point, radius: f64, width: f64, color: RGBColor) -> Result<(), Error> {
        let radius = pixel(radius * self.scale).max(1);
        let style = color.stroke_width(pixel(width * self.scale).max(1) as u32);
        self.area.draw(&Circle::new((pixel(x), pixel(y)), radius, style)).map_err(backend_fault)
    }

    pub(super) fn text(
        &self,
        text: &str,
        at: Point,
        anchor: Pos,
        size: f64,
        color: RGBColor,
    ) -> Result<(), Error> {
        self.styled(text, at, anchor, (size, FontStyle::Normal), color)
    }

    pub(super) fn bold(
        &self,
        text: &str,
        at: Point,
        anchor: Pos,
        size: f64,
        color: RGBColor,
    ) -> Result<(), Error> {
        self.styled(text, at, anchor, (size, FontStyle::Bold), color)
    }

    pub(super) fn styled(
        &self,
        text: &str,
        (x, y): Point,
        anchor: Pos,
        (size, style): (f64, FontStyle),
        color: RGBColor,
    ) -> Result<(), Error> {
        let font = FontDesc::new(FontFamily::SansSerif, size * self.scale, style);
        let style = TextStyle::from(font).color(&color).pos(anchor);
        self.area.draw(&Text::new(text, (pixel(x), pixel(y)), style)).map_err(backend_fault)
    }
}

pub(super) fn whole(line: &[Point]) -> Vec<(i32, i32)> {
    let mut pixels: Vec<(i32, i32)> = line.iter().map(|&(x, y)| (pixel(x), pixel(y))).collect();
    pixels.dedup();
    pixels
}

pub(super) fn backend_fault(error: impl std::fmt::Display) -> Error {
    Error::data(format!("the chart cannot be drawn: {error}"))
}
