//! A canvas that strokes consecutive lines of one style together: a dashed line of thousands of dashes is one path. Each
//! call from WebAssembly costs, and setting a colour most of all, because it crosses as a text.

use plotters_backend::{BackendColor, BackendCoord, DrawingBackend};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// What lines have in common that are stroked together: red, green, blue, opacity, and the width in device pixels.
type Style = ((u8, u8, u8), f64, u32);

/// A canvas of the page.
pub struct MergedStrokes {
    backend: CanvasBackend,
    context: CanvasRenderingContext2d,
    /// The style of the path that is not stroked yet.
    open: Option<Style>,
}

impl MergedStrokes {
    /// Returns the surface of a canvas, or `None` if the canvas has no 2d context.
    pub fn new(canvas: HtmlCanvasElement) -> Option<Self> {
        let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        Some(Self { backend: CanvasBackend::with_canvas_object(canvas)?, context, open: None })
    }

    /// Returns width and height in device pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        self.backend.get_size()
    }

    /// Returns the backend, with all lines drawn so far on the canvas.
    pub(super) fn settled(&mut self) -> &mut CanvasBackend {
        self.stroke();
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
        // Where lines are translucent, crossings are darker than the lines, which one path would not show.
        if self.open != Some(style) || color.alpha < 1.0 {
            self.stroke();
            let (red, green, blue) = color.rgb;
            self.context.set_stroke_style_str(&format!("rgba({red},{green},{blue},{})", color.alpha));
            self.context.set_line_width(f64::from(width));
            self.context.begin_path();
            self.open = Some(style);
        }
        self.context.move_to(x, y);
        for (x, y) in points {
            self.context.line_to(x, y);
        }
    }

    fn stroke(&mut self) {
        if self.open.take().is_some() {
            self.context.stroke();
        }
    }
}

impl Drop for MergedStrokes {
    fn drop(&mut self) {
        self.stroke();
    }
}
