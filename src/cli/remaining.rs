//! When a run reaches its gap, by the trend of the gap. It says that the time is unknown rather than guess.

/// Fewest reports with a falling gap that show a trend.
const FEWEST: usize = 6;
/// The times by two windows may differ by this factor; beyond it there is no trend.
const MOST_SPREAD: f64 = 4.0;

/// The gaps of a run with their times.
#[derive(Debug)]
pub struct Remaining {
    target: f64,
    /// Seconds and logarithm of the gap of each report, since the gap last rose.
    seen: Vec<(f64, f64)>,
}

impl Remaining {
    /// Returns the estimate for a run that ends at this relative gap.
    pub fn new(target: f64) -> Self {
        Self { target, seen: Vec::new() }
    }

    /// Adds a report. `seconds`: since the start of training. A new round raises the gap, and a new trend begins.
    pub fn add(&mut self, seconds: f64, gap: Option<f64>) {
        let Some(gap) = gap.filter(|gap| (f64::MIN_POSITIVE..1.0).contains(gap)) else { return };
        if self.seen.last().is_some_and(|&(_, last)| gap.ln() > last) {
            self.seen.clear();
        }
        self.seen.push((seconds, gap.ln()));
    }

    /// Returns the time to the gap in words, at `seconds` since the start; empty for a method without a gap.
    pub fn text(&self, seconds: f64) -> String {
        let Some((_, last)) = self.seen.last() else { return String::new() };
        let share = |gap: f64| {
            if gap < 1e-4 { format!("{:.1e} %", 100.0 * gap) } else { format!("{:.2} %", 100.0 * gap) }
        };
        let now = share(last.exp());
        if last.exp() <= self.target {
            return format!("gap {now}");
        }
        let target = share(self.target);
        match self.seconds_left(seconds) {
            Some((least, most)) if shown(least) == shown(most) => {
                format!("gap {now}; {target} in about {} by its trend", shown(most))
            }
            Some((least, most)) => {
                format!("gap {now}; {target} in about {} to {} by its trend", shown(least), shown(most))
            }
            None => format!("gap {now}; the time to {target} is unknown"),
        }
    }

    /// Returns the seconds to the gap by the trends of the last half and the last quarter of the reports, the shorter
    /// one first. `None` without a trend.
    fn seconds_left(&self, seconds: f64) -> Option<(f64, f64)> {
        let n = self.seen.len();
        if n < FEWEST {
            return None;
        }
        let (end, last) = self.seen[n - 1];
        let by = |window: usize| {
            let (start, first) = self.seen[n - 1 - window];
            let fall = (first - last) / (end - start);
            (fall > 0.0 && fall.is_finite())
                .then(|| ((last - self.target.ln()) / fall - (seconds - end)).max(0.0))
        };
        let (half, quarter) = (by(n / 2)?, by((n / 4).max(2))?);
        let (least, most) = (half.min(quarter), half.max(quarter));
        (most <= MOST_SPREAD * least.max(1.0)).then_some((least, most))
    }
}

fn shown(seconds: f64) -> String {
    match seconds {
        _ if seconds < 90.0 => format!("{seconds:.0} s"),
        _ if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(gaps: &[f64]) -> Remaining {
        let mut remaining = Remaining::new(0.01);
        for (second, gap) in gaps.iter().enumerate() {
            remaining.add(second as f64, Some(*gap));
        }
        remaining
    }

    #[test]
    fn a_steady_trend_gives_a_time() {
        let halves: Vec<f64> = (1..=8).map(|power| 0.5_f64.powi(power) * 1.28).collect();
        // After 8 halvings the gap is 0.5 %; after 6 of them it is 2 %, one halving above 1 %.
        let remaining = seen(&halves[..6]);
        let (least, most) = remaining.seconds_left(5.0).expect("a trend");
        assert!((least - 1.0).abs() < 1e-9 && (most - 1.0).abs() < 1e-9, "{least} {most}");
        assert_eq!(remaining.text(5.0), "gap 2.00 %; 1.00 % in about 1 s by its trend");
        assert_eq!(seen(&halves).text(9.0), "gap 0.50 %");
    }

    #[test]
    fn without_a_trend_the_time_is_unknown() {
        for gaps in [&[0.9, 0.8][..], &[0.5; 12], &[0.9, 0.5, 0.3, 0.2, 0.15, 0.12, 0.119, 0.1189, 0.1188]] {
            let remaining = seen(gaps);
            assert!(remaining.text(20.0).ends_with("the time to 1.00 % is unknown"), "{gaps:?}");
        }
        assert_eq!(seen(&[]).text(1.0), "", "a method without a gap");
    }

    #[test]
    fn a_new_round_begins_a_new_trend() {
        let mut remaining = seen(&[0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.011]);
        assert!(remaining.seconds_left(6.0).is_some());
        remaining.add(7.0, Some(0.4));
        assert!(remaining.seconds_left(7.0).is_none());
    }
}
