//! A plotters backend that writes SVG. It supports only the elements of charts, to keep the wasm module small.

use std::fmt::{Display, Write as _};

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
};

/// Message of a failed drawing operation.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SurfaceError(pub String);

type Drawn = Result<(), DrawingErrorKind<SurfaceError>>;

/// Writer that appends the elements of an SVG document to `text`.
pub struct SvgWriter<'a> {
    size: (u32, u32),
    text: &'a mut String,
}

impl<'a> SvgWriter<'a> {
    /// Begins a document. The caller adds `</svg>` after drawing.
    pub fn new(text: &'a mut String, size: (u32, u32)) -> Self {
        let (width, height) = size;
        text.push_str(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        ));
        Self { size, text }
    }

    fn element(&mut self, name: &str, attributes: &dyn Display, color: BackendColor, stroke: Option<u32>) {
        let (red, green, blue) = color.rgb;
        let paint = format!("#{red:02x}{green:02x}{blue:02x}");
        let alpha = color.alpha;
        let paint = match stroke {
            Some(width) => format!(
                "fill=\"none\" stroke=\"{paint}\" stroke-opacity=\"{alpha}\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\""
            ),
            None => format!("fill=\"{paint}\" fill-opacity=\"{alpha}\""),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "<{name} {attributes} {paint}/>");
    }
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    let pairs: Vec<String> = path.into_iter().map(|(x, y)| format!("{x},{y}")).collect();
    format!("points=\"{}\"", pairs.join(" "))
}

impl DrawingBackend for SvgWriter<'_> {
    type ErrorType = SurfaceError;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Drawn {
        self.element("rect", &format!("x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\""), color, None);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let at = format!("x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"", right - left, bottom - top);
        self.element("rect", &at, style.color(), (!fill).then(|| style.stroke_width()));
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.element("polyline", &points(path), style.color(), Some(style.stroke_width()));
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let at = format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        self.element("circle", &at, style.color(), (!fill).then(|| style.stroke_width()));
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.element("polygon", &points(path), style.color(), None);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): BackendCoord) -> Drawn {
        let anchor = style.anchor();
        let side = match anchor.h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let shift = match anchor.v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.35,
            VPos::Bottom => -0.2,
        };
        let (red, green, blue) = style.color().rgb;
        let weight = match style.style() {
            FontStyle::Bold => " font-weight=\"600\"",
            _ => "",
        };
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let _ = writeln!(
            self.text,
            "<text x=\"{x}\" y=\"{y}\" dy=\"{shift}em\" text-anchor=\"{side}\" font-family=\"sans-serif\" \
             font-size=\"{}\"{weight} fill=\"#{red:02x}{green:02x}{blue:02x}\">{escaped}</text>",
            style.size()
        );
        Ok(())
    }
}
