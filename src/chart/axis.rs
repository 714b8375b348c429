//! Ranges, ticks and tick labels. Must not know pixels.

/// Distance between ticks: `mantissa` · 10^`exponent`, with mantissa 1, 2, 5 or 25.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    mantissa: u32,
    exponent: i32,
}

impl Step {
    /// Returns the smallest step 1, 2 or 5 · 10^e with at most `most` ticks between `low` and `high`. `most` is at
    /// least 2.
    fn between(low: f64, high: f64, most: usize) -> Self {
        let mut step = Self::below(low, high, most);
        while step.ticks(low, high).len() > most {
            step = match step.mantissa {
                1 => Self { mantissa: 2, ..step },
                2 => Self { mantissa: 5, ..step },
                _ => Self { mantissa: 1, exponent: step.exponent + 1 },
            };
        }
        step
    }

    /// Returns the step whose axis is least empty below `low`, if the axis starts at a multiple of the step.
    ///
    /// The axis has at most `most` ticks, and at least 3 if some step allows it. Ties go to the smaller step.
    fn from_floor(low: f64, high: f64, most: usize) -> Self {
        let Self { exponent, .. } = Self::below(low, high, most);
        let steps = (exponent..exponent + 4).flat_map(|exponent| {
            let step = |mantissa, exponent| Self { mantissa, exponent };
            [step(1, exponent), step(2, exponent), step(25, exponent - 1), step(5, exponent)]
        });
        let candidates: Vec<(Self, usize, f64)> = steps
            .map(|step| {
                let floor = step.floor(low);
                (step, step.ticks(floor, step.above(high)).len(), (low - floor) / (high - floor))
            })
            .filter(|&(_, n, _)| n <= most)
            .collect();
        let wanted = candidates.iter().any(|&(_, n, _)| n >= 3);
        let roomy = candidates.iter().filter(|&&(_, n, _)| n >= 3 || !wanted);
        // Steps whose empty part differs by less than a percent count as equal.
        let least = roomy.clone().map(|&(_, _, empty)| empty).fold(f64::INFINITY, f64::min);
        let best = roomy.clone().find(|&&(_, _, empty)| empty <= least + 0.01);
        best.map_or_else(|| Self::between(low, high, most), |&(step, _, _)| step)
    }

    /// Returns a power of ten that is too small a step.
    fn below(low: f64, high: f64, most: usize) -> Self {
        Self { mantissa: 1, exponent: libm::floor(libm::log10((high - low) / most as f64)) as i32 - 1 }
    }

    /// Returns `n` times the step, rounded once for the usual exponents.
    fn times(self, n: f64) -> f64 {
        let mantissas = n * f64::from(self.mantissa);
        let power = libm::pow(10.0, f64::from(self.exponent.abs()));
        if self.exponent < 0 { mantissas / power } else { mantissas * power }
    }

    /// Returns the largest multiple of the step that is at most `low`, up to rounding.
    fn floor(self, low: f64) -> f64 {
        self.times(libm::floor(low / self.times(1.0) + 1e-9))
    }

    /// Returns the smallest multiple of half the step that is at least `high`, up to rounding.
    fn above(self, high: f64) -> f64 {
        let half = self.times(0.5);
        half * libm::ceil(high / half - 1e-9)
    }

    /// Returns the multiples of the step from `low` to `high`.
    pub(super) fn ticks(self, low: f64, high: f64) -> Vec<f64> {
        // Rounding can move a bound slightly off a multiple.
        const SLACK: f64 = 1e-9;
        let size = self.times(1.0);
        let first = libm::ceil(low / size - SLACK) as i64;
        let last = libm::floor(high / size + SLACK) as i64;
        (first..=last).map(|n| self.times(n as f64)).collect()
    }

    /// Returns a short label for a tick, with as many decimals as the step needs.
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

/// A value axis: both ends are finite, and `low` < `high`. Both are positive if the axis is logarithmic.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ValueAxis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) logarithmic: bool,
    step: Step,
    most: usize,
}

/// Bounds of a value axis that a chart asks for.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bounds {
    /// Lower end, or `None` to choose it from the values.
    pub(super) minimum: Option<f64>,
    /// Upper end, or `None` to choose it from the values.
    pub(super) maximum: Option<f64>,
    /// Values below it do not widen the axis.
    pub(super) floor: Option<f64>,
}

impl ValueAxis {
    /// Returns an axis that covers the finite numbers in `values`, with at most about `most` ticks.
    ///
    /// A given bound is kept. A lower end that is not given is a tick. An upper end that is not given is rounded
    /// outwards to the next half step, so that it rarely changes while a series grows. Values that agree to three
    /// digits are not spread over the whole axis. The given minimum and maximum are finite and in order.
    pub(super) fn covering(values: impl Iterator<Item = f64>, bounds: Bounds, most: usize) -> Self {
        const LARGEST: f64 = 1e300;
        const SMALLEST: f64 = 1e-300;
        const LEAST_RELATIVE_SPAN: f64 = 1e-3;
        const LEAST_ASKED_SPAN: f64 = 1e-9;
        let Bounds { minimum, maximum, floor } = bounds;
        let (mut low, mut high) = values
            .filter(|value| value.is_finite())
            .map(|value| value.max(floor.unwrap_or(f64::MIN)).clamp(-LARGEST, LARGEST))
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
        let step = match minimum {
            Some(_) => Step::between(low, high, most),
            None => Step::from_floor(low, high, most),
        };
        if minimum.is_none() {
            low = step.floor(low);
        }
        if maximum.is_none() {
            high = step.above(high);
        }
        Self { low, high, logarithmic: false, step, most }
    }

    /// Returns a logarithmic axis that covers the positive numbers in `values`, or `None` if there are none.
    ///
    /// Both ends are rounded outwards to a tick. Given bounds are ignored except for a positive floor.
    pub(super) fn logarithmic(
        values: impl Iterator<Item = f64>,
        floor: Option<f64>,
        most: usize,
    ) -> Option<Self> {
        const RANGE: (f64, f64) = (1e-300, 1e300);
        let (low, high) = values
            .filter(|value| value.is_finite() && *value > 0.0)
            .map(|value| value.max(floor.unwrap_or(RANGE.0)).clamp(RANGE.0, RANGE.1))
            .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            return None;
        }
        // A narrow range has no powers of ten in it. Its ticks are those of a linear axis at their true places.
        if high / low < 5.0 {
            let linear = Self::covering([low, high].into_iter(), Bounds::default(), most);
            let low = if linear.low > 0.0 { linear.low } else { low };
            return Some(Self { low, logarithmic: true, ..linear });
        }
        let (down, up) = (one_two_five(low, libm::floor), one_two_five(high, libm::ceil));
        Some(Self { low: down, high: up, logarithmic: true, step: Step { mantissa: 1, exponent: 0 }, most })
    }

    /// Returns the place of a value as a share of the axis, 0 at the lower end. `None` if the axis has no such value.
    pub(super) fn share(&self, value: f64) -> Option<f64> {
        if self.logarithmic {
            let whole = libm::log(self.high) - libm::log(self.low);
            return (value > 0.0).then(|| (libm::log(value) - libm::log(self.low)) / whole);
        }
        Some(value / (self.high - self.low) - self.low / (self.high - self.low))
    }

    /// Returns every tick with its label.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        if self.logarithmic && self.high / self.low >= 5.0 {
            return self.powers();
        }
        let size = self.low.abs().max(self.high.abs());
        let scientific = !(1e-3..1e5).contains(&size);
        let ticks = self.step.ticks(self.low, self.high);
        ticks.into_iter().map(|tick| (tick, self.step.label(tick, scientific))).collect()
    }

    /// Returns the ticks of a wide logarithmic axis: 1, 2 and 5 times powers of ten, or powers alone if these are many.
    fn powers(&self) -> Vec<(f64, String)> {
        let (from, to) = (libm::log10(self.low), libm::log10(self.high));
        let decades = libm::floor(from + 1e-9) as i32..=libm::floor(to + 1e-9) as i32;
        let every = |mantissas: &'static [f64]| -> Vec<f64> {
            let ticks = decades.clone().flat_map(|exponent| {
                mantissas.iter().map(move |mantissa| mantissa * libm::pow(10.0, f64::from(exponent)))
            });
            ticks.filter(|tick| (self.low * 0.999..=self.high * 1.001).contains(tick)).collect()
        };
        let mut ticks = every(&[1.0, 2.0, 5.0]);
        if ticks.len() > self.most.max(3) {
            ticks = every(&[1.0]);
            let stride = ticks.len().div_ceil(self.most.max(2));
            ticks = ticks.into_iter().step_by(stride).collect();
        }
        let label = |tick: f64| {
            let usual = (1e-3..1e5).contains(&tick);
            let exponent = libm::floor(libm::log10(tick) + 1e-9) as i32;
            if usual {
                Step { mantissa: 1, exponent }.label(tick, false)
            } else {
                format!("{tick:.0e}").replace('-', "−")
            }
        };
        ticks.into_iter().map(|tick| (tick, label(tick))).collect()
    }
}

/// Returns the nearest of 1, 2, 5 and 10 times a power of ten in the direction of `round`, [`libm::floor`] or
/// [`libm::ceil`].
fn one_two_five(value: f64, round: fn(f64) -> f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(value) + 1e-12));
    let mantissas = [1.0, 2.0, 5.0, 10.0];
    let exact = value / power;
    let is_up = round(0.5) > 0.5;
    let found = if is_up {
        mantissas.into_iter().find(|mantissa| *mantissa >= exact - 1e-9)
    } else {
        mantissas.into_iter().rev().find(|mantissa| *mantissa <= exact + 1e-9)
    };
    found.unwrap_or(1.0) * power
}

/// Returns integer ticks from 0 to `maximum`: 0, the end, and multiples of a step between them.
///
/// There are at most `most` + 1 ticks. Multiples closer to the end than `clear` (in iterations) are left out.
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

    fn labels(ticks: Vec<(f64, String)>) -> Vec<String> {
        ticks.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn value_axes_rarely_change_while_a_series_grows() {
        let check = |values: &[f64], low, high, expected: &[&str]| {
            let axis = ValueAxis::covering(values.iter().copied(), Bounds::default(), 4);
            assert_eq!((axis.low as f32, axis.high as f32), (low, high), "{values:?}");
            assert_eq!(labels(axis.ticks()), expected, "{values:?}");
        };
        check(&[4.6, 7.95], 4.0, 8.0, &["4", "6", "8"]);
        check(&[5.01, 10.0], 5.0, 10.0, &["5.0", "7.5", "10.0"]);
        check(&[0.217, 0.79], 0.2, 0.8, &["0.2", "0.4", "0.6", "0.8"]);
        check(&[0.28, 0.81], 0.25, 0.875, &["0.25", "0.50", "0.75"]);
        check(&[0.0, 1.0], 0.0, 1.0, &["0", "0.5", "1.0"]);
        check(&[-3.0, 2.0], -4.0, 2.0, &["−4", "−2", "0", "2"]);
        check(&[], 0.0, 1.0, &["0", "0.5", "1.0"]);
        check(&[0.0, 0.0], 0.0, 1.0, &["0", "0.5", "1.0"]);
        check(&[f64::NAN, f64::INFINITY, 2.0], 1.9, 2.1, &["1.9", "2.0", "2.1"]);
        check(&[0.0, 250_000.0], 0.0, 250_000.0, &["0", "1e5", "2e5"]);
        check(&[0.0, 3e-5], 0.0, 3e-5, &["0", "1e−5", "2e−5", "3e−5"]);
    }

    #[test]
    fn value_axes_are_finite_for_any_values() {
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
                        for floor in [None, Some(0.5), Some(-1e308)] {
                            let bounds = Bounds { minimum, maximum, floor };
                            let axis = ValueAxis::covering([a, b].into_iter(), bounds, 4);
                            assert!(axis.low.is_finite() && axis.high.is_finite() && axis.low < axis.high);
                            assert!(axis.ticks().len() <= 8, "{a} {b} {axis:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_floor_keeps_deep_values_from_widening_the_axis() {
        let bounds = Bounds { floor: Some(5.01), ..Bounds::default() };
        let axis = ValueAxis::covering([10.0, 7.15, -637.0].into_iter(), bounds, 4);
        assert_eq!((axis.low, axis.high), (5.0, 10.0));
    }

    #[test]
    fn logarithmic_axes_have_true_places_and_ticks() {
        let check = |values: &[f64], low, high, expected: &[&str]| {
            let axis = ValueAxis::logarithmic(values.iter().copied(), None, 4).expect("an axis");
            assert_eq!((axis.low as f32, axis.high as f32), (low, high), "{values:?}");
            assert_eq!(labels(axis.ticks()), expected, "{values:?}");
        };
        check(&[0.03, 7.0], 0.02, 10.0, &["0.1", "1", "10"]);
        check(&[1.0, 10.0], 1.0, 10.0, &["1", "2", "5", "10"]);
        check(&[7.15, 10.0], 7.0, 10.0, &["7", "8", "9", "10"]);
        check(&[1e-8, 1e4], 1e-8, 1e4, &["1e−8", "1e−4", "1", "10000"]);
        assert_eq!(ValueAxis::logarithmic([0.0, -1.0, f64::NAN].into_iter(), None, 4), None);
        let axis = ValueAxis::logarithmic([1.0, 100.0].into_iter(), None, 4).expect("an axis");
        assert_eq!(axis.share(10.0).map(|share| share as f32), Some(0.5));
        assert_eq!(axis.share(0.0), None);
        for a in [5e-324, 1e-310, 1e-300, 0.7, 1e300, f64::MAX] {
            for b in [5e-324, 1.0, f64::MAX] {
                let axis = ValueAxis::logarithmic([a, b].into_iter(), None, 4).expect("an axis");
                assert!(axis.low > 0.0 && axis.high.is_finite() && axis.low < axis.high, "{a} {b} {axis:?}");
                assert!(axis.ticks().len() <= 8, "{a} {b} {axis:?}");
            }
        }
    }

    #[test]
    fn iteration_ticks_are_integers_up_to_the_end_of_the_axis() {
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
