//! What all drawings of plots of measured values share: sizes, colours and anchors of texts.

use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Size of all texts in pixels.
pub(super) const FONT: f64 = 13.0;
pub(super) const FOREGROUND: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub(super) const GRID: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);
/// Colours that people with any colour vision distinguish (Okabe and Ito 2008), dark enough on white.
const COLORS: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x44, 0x44, 0x44),
];
/// Most letters of a name that are drawn.
pub(super) const LONGEST: usize = 30;
pub(super) const LEFT: Pos = Pos { h_pos: HPos::Left, v_pos: VPos::Center };
pub(super) const RIGHT: Pos = Pos { h_pos: HPos::Right, v_pos: VPos::Center };
pub(super) const MIDDLE: Pos = Pos { h_pos: HPos::Center, v_pos: VPos::Center };

/// Returns the beginning of a name, with … if it is longer.
pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

/// Returns the colour of a series.
pub(super) fn color(series: usize) -> RGBColor {
    COLORS[series % COLORS.len()]
}
