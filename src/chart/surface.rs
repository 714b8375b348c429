//! Drawing surface in the browser: a canvas or an SVG text. One type, so that the drawing code is compiled once.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::page_canvas::PageCanvas;
use super::svg::{SurfaceError, SvgWriter};

/// A canvas, or a text that becomes an SVG document.
pub enum Surface<'a> {
    /// A canvas of the page.
    Canvas(PageCanvas),
    /// A text.
    Svg(SvgWriter<'a>),
}

type Drawn = Result<(), DrawingErrorKind<SurfaceError>>;

/// Forwards a call to the backend.
macro_rules! on {
    ($self:expr, $surface:ident => $call:expr) => {
        match $self {
            Surface::Canvas(canvas) => {
                let $surface = canvas.settled();
                $call.map_err(|fault| DrawingErrorKind::DrawingError(SurfaceError(fault.to_string())))
            }
            Surface::Svg($surface) => $call,
        }
    };
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = SurfaceError;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Canvas(canvas) => canvas.size(),
            Self::Svg(surface) => surface.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        // Plotters calls it before each line, which would end the path. A canvas needs no preparation.
        match self {
            Self::Canvas(_) => Ok(()),
            Self::Svg(surface) => surface.ensure_prepared(),
        }
    }

    fn present(&mut self) -> Drawn {
        on!(self, surface => surface.present())
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Drawn {
        on!(self, surface => surface.draw_pixel(at, color))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        on!(self, surface => surface.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        on!(self, surface => surface.draw_rect(from, to, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        if let Self::Canvas(canvas) = self {
            canvas.draw_path(path, &style.color(), style.stroke_width());
            return Ok(());
        }
        on!(self, surface => surface.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        at: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        on!(self, surface => surface.draw_circle(at, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        on!(self, surface => surface.fill_polygon(path, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        match self {
            Self::Canvas(canvas) => canvas.draw_text(text, style, at).map_err(DrawingErrorKind::DrawingError),
            Self::Svg(surface) => surface.draw_text(text, style, at),
        }
    }
}
