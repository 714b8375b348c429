//! Ranges, ticks and their labels. Knows no pixels.

/// A distance between ticks: `mantissa` · 10^`exponent`, with mantissa 1, 2 or 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    mantissa: u32,
    exponent: i32,
}

impl Step {
    /// The smallest step with at most `most` ticks between `low` and `high`. `most` is at least 2.
    fn between(low: f64, high: f64, most: usize) -> Self {
        let exponent = libm::floor(libm::log10((high - low) / most as f64)) as i32 - 1;
        let mut step = Self { mantissa: 1, exponent };
        while step.ticks(low, high).len() > most {
            step = match step.mantissa {
                1 => Self { mantissa: 2, ..step },
                2 => Self { mantissa: 5, ..step },
                _ => Self { mantissa: 1, exponent: step.exponent + 1 },
            };
        }
        step
    }

    /// `n` times the step, with one rounding for the usual exponents.
    fn times(self, n: f64) -> f64 {
        let mantissas = n * f64::from(self.mantissa);
        let power = libm::pow(10.0, f64::from(self.exponent.abs()));
        if self.exponent < 0 { mantissas / power } else { mantissas * power }
    }

    /// The multiples of the step from `low` to `high`.
    pub(super) fn ticks(self, low: f64, high: f64) -> Vec<f64> {
        // A bound that should be a multiple may miss it by rounding.
        const SLACK: f64 = 1e-9;
        let size = self.times(1.0);
        let first = libm::ceil(low / size - SLACK) as i64;
        let last = libm::floor(high / size + SLACK) as i64;
        (first..=last).map(|n| self.times(n as f64)).collect()
    }

    /// Short text of a tick, with as many decimals as the step needs.
    fn label(self, tick: f64, scientific: bool) -> String {
        let text = if tick == 0.0 {
            "0".to_owned()
        } else if scientific {
            let printed = format!("{tick:e}");
            let exponent: i32 = printed.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
            let decimals = usize::try_from(exponent - self.exponent).unwrap_or(0);
            format!("{tick:.decimals$e}")
        } else {
            let decimals = usize::try_from(-self.exponent).unwrap_or(0);
            format!("{tick:.decimals$}")
        };
        text.replace('-', "−")
    }
}

/// A value axis: finite, `low` < `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ValueAxis {
    pub(super) low: f64,
    pub(super) high: f64,
    step: Step,
}

impl ValueAxis {
    /// An axis that shows the finite ones of `values`, with about `most` ticks.
    ///
    /// A bound that is given is kept; the other ones go out to the next half step, so that they
    /// rest while a series grows. Values that agree to three digits are not torn apart.
    /// `minimum` and `maximum` are finite, and in order if both are given.
    pub(super) fn covering(
        values: impl Iterator<Item = f64>,
        minimum: Option<f64>,
        maximum: Option<f64>,
        most: usize,
    ) -> Self {
        const LARGEST: f64 = 1e300;
        const SMALLEST: f64 = 1e-300;
        const LEAST_RELATIVE_SPAN: f64 = 1e-3;
        const LEAST_ASKED_SPAN: f64 = 1e-9;
        let (mut low, mut high) = values
            .filter(|value| value.is_finite())
            .map(|value| value.clamp(-LARGEST, LARGEST))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        low = minimum.map_or(low, |minimum| minimum.clamp(-LARGEST, LARGEST));
        high = maximum.map_or(high, |maximum| maximum.clamp(-LARGEST, LARGEST));
        let size = low.abs().max(high.abs());
        let least_span = match (minimum, maximum) {
            (Some(_), Some(_)) => LEAST_ASKED_SPAN,
            _ => LEAST_RELATIVE_SPAN,
        };
        if high - low < SMALLEST.max(size * least_span) {
            let room = if size < SMALLEST { 1.0 } else { size * 0.05 };
            match (minimum, maximum) {
                (Some(_), _) => high = low + 2.0 * room,
                (None, Some(_)) => low = high - 2.0 * room,
                (None, None) if size < SMALLEST => (low, high) = (0.0, room),
                (None, None) => (low, high) = (low - room, high + room),
            }
        }
        let step = Step::between(low, high, most);
        let half = step.times(0.5);
        if minimum.is_none() {
            low = half * libm::floor(low / half + 1e-9);
        }
        if maximum.is_none() {
            high = half * libm::ceil(high / half - 1e-9);
        }
        Self { low, high, step }
    }

    /// Every tick with its label.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let size = self.low.abs().max(self.high.abs());
        let scientific = !(1e-3..1e5).contains(&size);
        let ticks = self.step.ticks(self.low, self.high);
        ticks.into_iter().map(|tick| (tick, self.step.label(tick, scientific))).collect()
    }
}

/// Whole ticks from 0 to `maximum`: 0, the end, and multiples of a step between them.
///
/// At most `most` + 1 ticks; multiples closer to the end than `clear` (in iterations) are left out.
pub(super) fn iterations(maximum: f64, most: usize, clear: f64) -> Vec<(f64, String)> {
    let end = libm::floor(maximum);
    let mut step = Step::between(0.0, end, most.max(2));
    if step.exponent < 0 {
        step = Step { mantissa: 1, exponent: 0 };
    }
    let mut ticks = step.ticks(0.0, end);
    ticks.retain(|&tick| tick == 0.0 || end - tick >= clear);
    ticks.push(end);
    ticks.into_iter().map(|tick| (tick, format!("{tick:.0}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    fn labels(ticks: Vec<(f64, String)>) -> Vec<String> {
        ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn value_axes_are_calm() {
        let check = |values: &[f64], low, high, expected: &[&str]| {
            let axis = ValueAxis::covering(values.iter().copied(), None, None, 4);
            assert_eq!((axis.low as f32, axis.high as f32), (low, high), "{values:?}");
            assert_eq!(labels(axis.ticks()), expected, "{values:?}");
        };
        check(&[4.6, 7.95], 4.5, 8.0, &["5", "6", "7", "8"]);
        check(&[0.28, 0.81], 0.2, 0.9, &["0.2", "0.4", "0.6", "0.8"]);
        check(&[0.0, 1.0], 0.0, 1.0, &["0", "0.5", "1.0"]);
        check(&[-3.0, 2.0], -3.0, 2.0, &["−2", "0", "2"]);
        check(&[], 0.0, 1.0, &["0", "0.5", "1.0"]);
        check(&[0.0, 0.0], 0.0, 1.0, &["0", "0.5", "1.0"]);
        check(&[f64::NAN, f64::INFINITY, 2.0], 1.9, 2.1, &["1.9", "2.0", "2.1"]);
        check(&[0.0, 250_000.0], 0.0, 250_000.0, &["0", "1e5", "2e5"]);
        check(&[0.0, 3e-5], 0.0, 3e-5, &["0", "1e−5", "2e−5", "3e−5"]);
    }

    #[test]
    fn value_axes_are_finite_whatever_comes() {
        let nasty = [
            0.0,
            -0.0,
            1.0,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            1e-310,
            1e300,
            f64::NAN,
            f64::INFINITY,
        ];
        for &a in &nasty {
            for &b in &nasty {
                for minimum in [None, Some(0.0), Some(-1e308), Some(1e308)] {
                    for maximum in [None, Some(1.0), Some(1e-320)] {
                        if minimum.zip(maximum).is_some_and(|(minimum, maximum)| minimum >= maximum) {
                            continue;
                        }
                        let axis = ValueAxis::covering([a, b].into_iter(), minimum, maximum, 4);
                        assert!(axis.low.is_finite() && axis.high.is_finite() && axis.low < axis.high);
                        assert!(axis.ticks().len() <= 8, "{a} {b} {axis:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn iteration_ticks_are_whole_and_end_the_axis() {
        let check = |maximum, most, clear, expected: &[&str]| {
            assert_eq!(labels(iterations(maximum, most, clear)), expected, "{maximum}");
        };
        check(31.0, 4, 3.0, &["0", "10", "20", "31"]);
        check(1.0, 5, 0.1, &["0", "1"]);
        check(2.0, 5, 0.1, &["0", "1", "2"]);
        check(41.5, 5, 3.0, &["0", "10", "20", "30", "41"]);
        check(1e15, 3, 1e14, &["0", "500000000000000", "1000000000000000"]);
    }
}
