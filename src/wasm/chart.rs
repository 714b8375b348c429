//! Charts on a canvas and as SVG.

use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use tsify::Ts;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::arguments::object;
use super::convert::{given, thrown};
use crate::chart::{self, ChartFrame, ChartSpec, Figure, Surface};
use crate::error::Error;

/// Draws a line chart by plotters. The canvas must have `width × pixel_ratio` by `height × pixel_ratio` pixels.
#[wasm_bindgen]
pub fn draw_chart(canvas: HtmlCanvasElement, chart: Ts<ChartSpec>) -> Result<Ts<ChartFrame>, JsValue> {
    let chart = object("chart", &chart)?;
    let backend = CanvasBackend::with_canvas_object(canvas)
        .ok_or_else(|| thrown(Error::config("canvas", "it has no 2d context")))?;
    given(&chart::draw(&Surface::Canvas(backend).into_drawing_area(), &chart).map_err(thrown)?)
}

/// Width and height of a figure in device pixels.
#[wasm_bindgen]
pub fn figure_size(figure: Ts<Figure>) -> Result<Vec<u32>, JsValue> {
    figure_of(&figure)?.size().map(|(width, height)| vec![width, height]).map_err(thrown)
}

/// Draws charts with titles and legends on a canvas of [`figure_size`].
#[wasm_bindgen]
pub fn draw_figure(canvas: HtmlCanvasElement, figure: Ts<Figure>) -> Result<(), JsValue> {
    let backend = CanvasBackend::with_canvas_object(canvas)
        .ok_or_else(|| thrown(Error::config("canvas", "it has no 2d context")))?;
    chart::draw_figure(&Surface::Canvas(backend).into_drawing_area(), &figure_of(&figure)?).map_err(thrown)
}

/// Charts with titles and legends as a standalone SVG document.
#[wasm_bindgen]
pub fn figure_svg(figure: Ts<Figure>) -> Result<String, JsValue> {
    chart::figure_svg(&figure_of(&figure)?).map_err(thrown)
}

fn figure_of(figure: &Ts<Figure>) -> Result<Figure, JsValue> {
    object("figure", figure)
}
