//! Charts on a canvas and as SVG.
//!
//! The page draws with an instance of its own, because plotters measures text through the document, which workers lack.

use plotters::prelude::IntoDrawingArea;
use tsify::Ts;
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use super::arguments::{self, drawing};
use super::convert::{to_js, to_js_error};
use crate::chart::Figure;
use crate::chart::{self, ChartFrame, ChartSpec, PageCanvas, Surface};
use crate::util::error::Error;

/// Draws a line chart. The canvas must have `width × pixel_ratio` by `height × pixel_ratio` pixels.
#[wasm_bindgen]
pub fn draw_chart(canvas: HtmlCanvasElement, chart: Ts<ChartSpec>) -> Result<Ts<ChartFrame>, JsValue> {
    let chart = drawing("chart", &chart)?;
    to_js(&chart::draw(&surface(canvas)?.into_drawing_area(), &chart).map_err(to_js_error)?)
}

/// Returns width and height of a figure in device pixels.
#[wasm_bindgen]
pub fn figure_size(figure: Ts<Figure>) -> Result<Vec<u32>, JsValue> {
    figure_of(&figure)?.size().map(|(width, height)| vec![width, height]).map_err(to_js_error)
}

/// Draws charts with titles and labels on a canvas of [`figure_size`].
#[wasm_bindgen]
pub fn draw_figure(canvas: HtmlCanvasElement, figure: Ts<Figure>) -> Result<(), JsValue> {
    chart::draw_figure(&surface(canvas)?.into_drawing_area(), &figure_of(&figure)?).map_err(to_js_error)
}

/// Returns charts with titles and labels as a standalone SVG document.
#[wasm_bindgen]
pub fn figure_svg(figure: Ts<Figure>) -> Result<String, JsValue> {
    chart::figure_svg(&figure_of(&figure)?).map_err(to_js_error)
}

fn surface(canvas: HtmlCanvasElement) -> Result<Surface<'static>, JsValue> {
    arguments::canvas(&canvas)?;
    let page_canvas = PageCanvas::new(canvas)
        .ok_or_else(|| to_js_error(Error::config("canvas", "it has no 2d context")))?;
    Ok(Surface::Canvas(page_canvas))
}

fn figure_of(figure: &Ts<Figure>) -> Result<Figure, JsValue> {
    drawing("figure", figure)
}
