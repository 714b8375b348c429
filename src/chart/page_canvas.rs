//! A canvas of the page that is drawn on with few calls, because each call from WebAssembly costs. Texts such as
//! colours and fonts cost most, so they are set only where they change. A line that jumps up and down may have
//! thousands of dashes over each other, so the later dashes of a line are one path.

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, DrawingBackend, FontTransform};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::svg::SurfaceError;

/// Lines of one style that are stroked one by one. Where lines of one path touch, their edges are a little lighter, so
/// that the dashes of a smooth curve are strokes of their own.
const ALONE: usize = 256;

/// The style of lines: red, green, blue, opacity, and the width in device pixels.
type Style = ((u8, u8, u8), f64, u32);

/// A canvas of the page.
pub struct PageCanvas {
    backend: CanvasBackend,
    context: CanvasRenderingContext2d,
    /// The style that is set.
    style: Option<Style>,
    /// Lines drawn in it, one after the other.
    lines: usize,
    /// Whether the context has a path that is not stroked yet.
    is_open: bool,
    /// The font of the last text; empty if it may have changed since.
    font: String,
}

impl PageCanvas {
    /// Returns the surface of a canvas, or `None` if the canvas has no 2d context.
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let backend = CanvasBackend::with_canvas_object(canvas)?;
        Some(Self { backend, context, style: None, lines: 0, is_open: false, font: String::new() })
    }

    /// Returns width and height in device pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        self.backend.get_size()
    }

    /// Returns the backend, with all lines drawn so far on the canvas.
    pub(super) fn settled(&mut self) -> &mut CanvasBackend {
        self.stroke();
        self.style = None;
        &mut self.backend
    }

    /// Adds a line. `width`: device pixels.
    pub(super) fn draw_path(
        &mut self,
        path: impl IntoIterator<Item = BackendCoord>,
        color: &BackendColor,
        width: u32,
    ) {
        let mut points = path.into_iter().map(|(x, y)| (f64::from(x), f64::from(y)));
        let Some((x, y)) = points.next().filter(|_| color.alpha > 0.0) else { return };
        let style = (color.rgb, color.alpha, width);
        if self.style != Some(style) {
            self.stroke();
            self.context.set_stroke_style_str(&css_color(color));
            self.context.set_line_width(f64::from(width));
            self.style = Some(style);
            self.lines = 0;
        }
        if !self.is_open {
            self.context.begin_path();
            self.is_open = true;
        }
        self.context.move_to(x, y);
        for (x, y) in points {
            self.context.line_to(x, y);
        }
        self.lines += 1;
        // Where lines are translucent, crossings are darker than the lines, which one path would not show.
        if self.lines < ALONE || color.alpha < 1.0 {
            self.stroke();
        }
    }

    /// Draws a text that is not rotated.
    ///
    /// # Errors
    /// [`SurfaceError`] if the canvas refuses it.
    pub(super) fn draw_text(
        &mut self,
        text: &str,
        style: &impl BackendTextStyle,
        (x, y): BackendCoord,
    ) -> Result<(), SurfaceError> {
        self.stroke();
        if !matches!(style.transform(), FontTransform::None) {
            self.font.clear();
            let drawn = self.backend.draw_text(text, style, (x, y));
            return drawn.map_err(|fault| SurfaceError(fault.to_string()));
        }
        let font = format!("{} {}px {}", style.style().as_str(), style.size(), style.family().as_str());
        if font != self.font {
            self.context.set_font(&font);
            self.font = font;
        }
        let anchor = style.anchor();
        self.context.set_text_baseline(match anchor.v_pos {
            VPos::Top => "top",
            VPos::Center => "middle",
            VPos::Bottom => "bottom",
        });
        self.context.set_text_align(match anchor.h_pos {
            HPos::Left => "start",
            HPos::Right => "end",
            HPos::Center => "center",
        });
        self.context.set_fill_style_str(&css_color(&style.color()));
        let drawn = self.context.fill_text(text, f64::from(x), f64::from(y));
        drawn.map_err(|fault| SurfaceError(format!("{fault:?}")))
    }

    fn stroke(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.context.stroke();
        }
    }
}

impl Drop for PageCanvas {
    fn drop(&mut self) {
        self.stroke();
    }
}

fn css_color(color: &BackendColor) -> String {
    let (red, green, blue) = color.rgb;
    format!("rgba({red},{green},{blue},{})", color.alpha)
}
