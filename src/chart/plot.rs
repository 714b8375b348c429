//! The mapping from iterations and values to device pixels, with the ticks of both axes.

use super::axis::{self, Bounds, ValueAxis};
use super::path::{Frame, Point};
use super::spec::{ChartFrame, ChartSpec, NotePlace};
use crate::util::error::Error;

/// Mapping from iterations and values to device pixels.
pub(super) struct Plot {
    pub(super) frame: Frame,
    pub(super) x_maximum: f64,
    pub(super) axis: ValueAxis,
    /// The iteration shown, if the axis has it.
    pub(super) cursor: Option<f64>,
    pub(super) value_ticks: Vec<(f64, String)>,
    pub(super) iteration_ticks: Vec<(f64, String)>,
    /// Iterations between the cursor and the nearest label.
    clear: f64,
}

impl Plot {
    pub(super) fn new((area_width, area_height): (u32, u32), chart: &ChartSpec) -> Result<Self, Error> {
        let scale = chart.pixel_ratio;
        let (width, height) = (chart.width * scale, chart.height * scale);
        if (width - f64::from(area_width)).abs() > 1.0 || (height - f64::from(area_height)).abs() > 1.0 {
            return Err(Error::data(format!(
                "the canvas has {area_width} × {area_height} pixels, the chart needs {width:.0} × {height:.0}: \
                 its size times its pixel ratio"
            )));
        }
        // Digits of common sans-serif fonts are at most this wide. An estimate avoids a browser layout for each label,
        // and the plot does not move when the font changes.
        let digit = 0.62 * chart.font_size * scale;
        let top = 0.7 * chart.font_size * scale;
        let bottom = height - 1.9 * chart.font_size * scale;
        let ticks_that_fit = ((bottom - top) / scale / (2.2 * chart.font_size)).clamp(2.0, 4.0) as usize;
        let last = ChartSpec::number_until(libm::floor(chart.x_maximum));
        let values =
            || chart.series.iter().flat_map(|series| series.values.iter().take(last)).copied().flatten();
        let bounds = Bounds { minimum: chart.y_minimum, maximum: chart.y_maximum, floor: chart.y_floor };
        let logarithmic = chart.logarithmic && chart.y_minimum.is_none();
        let axis = logarithmic
            .then(|| ValueAxis::logarithmic(values(), chart.y_floor, ticks_that_fit))
            .flatten()
            .unwrap_or_else(|| ValueAxis::covering(values(), bounds, ticks_that_fit));
        let value_ticks = axis.ticks();
        // Room for at least four digits, so that the plot rarely moves during a run.
        let digits = value_ticks.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0).max(4);
        let last_label = libm::floor(chart.x_maximum).to_string().len() as f64 * digit;
        let left = digits as f64 * digit + 0.5 * chart.font_size * scale;
        let right = width - (0.5 * last_label).max(6.0 * scale);
        let frame = Frame {
            left: libm::round(left),
            right: libm::round(right),
            top: libm::round(top),
            bottom: libm::round(bottom),
        };
        let smallest = libm::ceil(8.0 * scale);
        if frame.right - frame.left < smallest || frame.bottom - frame.top < smallest {
            return Err(Error::config(
                "width",
                format!("{} × {} leaves no room for a plot beside its labels", chart.width, chart.height),
            ));
        }
        let plot_width = frame.right - frame.left;
        let most = (plot_width / (last_label + 4.0 * digit)).clamp(2.0, 5.0) as usize;
        let clear = (last_label + digit) / plot_width * chart.x_maximum;
        let cursor = chart.cursor.map(libm::round).filter(|cursor| (0.0..=chart.x_maximum).contains(cursor));
        let mut iteration_ticks = axis::iterations(chart.x_maximum, most, clear);
        // The iteration last has its own label, in bold.
        iteration_ticks.retain(|(tick, _)| cursor.is_none_or(|cursor| (tick - cursor).abs() >= clear));
        Ok(Self { frame, x_maximum: chart.x_maximum, axis, cursor, value_ticks, iteration_ticks, clear })
    }

    pub(super) fn x(&self, iteration: f64) -> f64 {
        self.frame.left + (self.frame.right - self.frame.left) * (iteration / self.x_maximum)
    }

    /// Returns the pixel of a value, or `None` if the axis has no such value. Values far outside the plot give a
    /// bounded number.
    pub(super) fn y(&self, value: f64) -> Option<f64> {
        const FAR: f64 = 1e9;
        let share = self.axis.share(value)?;
        Some((self.frame.bottom - (self.frame.bottom - self.frame.top) * share).clamp(-FAR, FAR))
    }

    /// Returns one point per value, up to the first point right of the plot.
    pub(super) fn points<'b>(
        &'b self,
        values: &'b [Option<f64>],
    ) -> impl Iterator<Item = Option<Point>> + use<'b> {
        let last = ChartSpec::number_until(libm::ceil(self.x_maximum));
        values.iter().take(last).enumerate().map(|(index, value)| {
            let value = value.filter(|value| value.is_finite())?;
            Some((self.x(index as f64), self.y(value)?))
        })
    }

    pub(super) fn css_frame(&self, scale: f64, places: Vec<NotePlace>) -> ChartFrame {
        ChartFrame {
            left: self.frame.left / scale,
            right: self.frame.right / scale,
            top: self.frame.top / scale,
            bottom: self.frame.bottom / scale,
            y_minimum: self.axis.low,
            y_maximum: self.axis.high,
            logarithmic: self.axis.logarithmic,
            ticks: self.iteration_ticks.iter().map(|(tick, _)| self.x(*tick) / scale).collect(),
            apart: (self.frame.right - self.frame.left) * (self.clear / self.x_maximum) / scale,
            places,
        }
    }
}
