//! The plots of a study as plain series, from its table. `chart` draws them.

use super::format::Study;
use super::plan::Axis;
use super::plot_format::{Band, Mark, Plot, Scale};
use super::records::range;
use super::table::{RowValue, StudyRow, StudyTable};
use crate::util::marks::{MarksKind, MarksPlot, MarksPoint, MarksSeries};
use crate::util::sorting::{sort_numbers, sorted};

/// The data of a plot before its y is compared with others.
struct Raw {
    /// The name of the series.
    name: String,
    /// x, or the index of its name.
    x: f64,
    /// Level of the axis that a spread goes over.
    level: usize,
    /// Index of the row of the table.
    row: usize,
    value: RowValue,
}

impl StudyTable {
    /// Returns the plots of a study with the values so far: one per plot and level of the axis that it has a plot of its
    /// own for, which is the data unless they are an axis of the plot. The tag of a point is the index of its row; a spread over several rows has none.
    pub fn plots(&self, study: &Study) -> Vec<MarksPlot> {
        let mut plots = Vec::new();
        for plot in &study.plots {
            let each = match plot.each.as_str() {
                "" if plot.x == "data" || plot.line == "data" => None,
                "" => Some(0),
                each => self.axis(each),
            };
            match each.filter(|&axis| self.axes[axis].levels.len() > 1) {
                None => plots.push(self.plot(plot, None)),
                Some(axis) => {
                    plots.extend(
                        (0..self.axes[axis].levels.len()).map(|level| self.plot(plot, Some((axis, level)))),
                    );
                }
            }
        }
        plots
    }

    fn axis(&self, name: &str) -> Option<usize> {
        self.axes.iter().position(|axis| axis.name == name)
    }

    fn value<'a>(&self, row: &'a StudyRow, record: &str) -> Option<&'a RowValue> {
        row.values.get(self.records.iter().position(|name| name == record)?)
    }

    /// `only`: the axis and the level whose rows are drawn; `None` for all rows.
    fn plot(&self, plot: &Plot, only: Option<(usize, usize)>) -> MarksPlot {
        let over = plot.y_of.strip_prefix("spread over ").and_then(|name| self.axis(name));
        let x_axis = self.axis(&plot.x);
        let names = self.series_axes(plot, x_axis, over, only.map(|(axis, _)| axis));
        let ys = range(&plot.y).unwrap_or_default();
        let rows = self.rows.iter().enumerate();
        let rows = rows.filter(|(_, row)| only.is_none_or(|(axis, level)| row.place[axis] == level));
        let mut raw: Vec<Raw> = Vec::new();
        for (number, row) in rows {
            let levels = self.names(row);
            let name: Vec<&str> = names.iter().map(|&axis| levels[axis].as_str()).collect();
            for (at, y) in ys.iter().enumerate() {
                let Some(value) = self.value(row, y).filter(|value| value.mean.is_some()) else { continue };
                let x = match x_axis {
                    _ if plot.x == "rank" => cut_off(y).unwrap_or(at as f64 + 1.0),
                    Some(axis) if self.is_named(axis, plot.mark) => row.place[axis] as f64,
                    Some(axis) => self.place(row, axis),
                    None => match self.value(row, &plot.x).and_then(|value| value.mean) {
                        Some(x) => x,
                        None => continue,
                    },
                };
                let has_names = x_axis.is_some_and(|axis| self.is_named(axis, plot.mark));
                let x = if plot.x_of == "1/sqrt" && !has_names { 1.0 / libm::sqrt(x) } else { x };
                let value = match self.divisor(row, plot) {
                    None => value.clone(),
                    Some(divisor) => {
                        RowValue { mean: value.mean.map(|y| y / divisor), ..RowValue::default() }
                    }
                };
                let level = over.map_or(0, |axis| row.place[axis]);
                raw.push(Raw { name: name.join(", "), x, level, row: number, value });
            }
        }
        let x_names = match x_axis {
            Some(axis) if self.is_named(axis, plot.mark) => self.axes[axis].levels.clone(),
            _ if plot.mark == Mark::Table || plot.mark == Mark::Bars || plot.mark == Mark::Box => {
                index_numbers(&mut raw)
            }
            _ => Vec::new(),
        };
        let mut series = gathered(raw, plot, over.is_some());
        for one in &mut series {
            scale_to_end(one, &plot.ratio);
        }
        self.finished(plot, only, x_names, series)
    }

    /// Returns the axes whose levels name a series: the one of `line` first, then all others with several levels. The
    /// points of a scatter plot with a line belong together whatever their other levels.
    fn series_axes(
        &self,
        plot: &Plot,
        x: Option<usize>,
        over: Option<usize>,
        only: Option<usize>,
    ) -> Vec<usize> {
        let line = self.axis(&plot.line);
        let is_free = |axis: &usize| {
            self.axes[*axis].levels.len() > 1
                && Some(*axis) != x
                && Some(*axis) != over
                && Some(*axis) != line
                && Some(*axis) != only
        };
        let others = (0..self.axes.len()).filter(is_free);
        let others: Vec<usize> = match (plot.mark, line) {
            (Mark::Scatter, Some(_)) => Vec::new(),
            _ => others.collect(),
        };
        line.into_iter().chain(others).collect()
    }

    /// Whether the levels of an axis are drawn as names.
    fn is_named(&self, axis: usize, mark: Mark) -> bool {
        let is_number = self.axes[axis].numbers.is_some() || self.axes[axis].name == "size";
        !is_number || !matches!(mark, Mark::Line | Mark::Scatter)
    }

    /// Returns the place of a row on an axis: a number, a number of training queries, or the index of a name.
    fn place(&self, row: &StudyRow, axis: usize) -> f64 {
        let level = row.place[axis];
        let numbers = self.axes[axis].numbers.as_ref();
        match numbers.and_then(|numbers| numbers.get(level)) {
            Some(number) => *number,
            None if self.axes[axis].name == "size" => row.training_queries,
            None => level as f64,
        }
    }

    /// Returns the recorded value that divides y.
    fn divisor(&self, row: &StudyRow, plot: &Plot) -> Option<f64> {
        match plot.ratio.as_str() {
            "" | "first" | "last" => None,
            record => Some(self.value(row, record).and_then(|value| value.mean).unwrap_or(f64::NAN)),
        }
    }

    fn finished(
        &self,
        plot: &Plot,
        only: Option<(usize, usize)>,
        x_names: Vec<String>,
        series: Vec<MarksSeries>,
    ) -> MarksPlot {
        let y_label = match plot.y_of.as_str() {
            "value" => plot.y.clone(),
            spread => format!("{}, {spread}", plot.y),
        };
        let y_label = match plot.ratio.as_str() {
            "" => y_label,
            end @ ("first" | "last") => format!("{y_label} / {end}"),
            record => format!("{y_label} / {record}"),
        };
        let x_label = match (plot.x_of.as_str(), plot.x.as_str()) {
            ("1/sqrt", "size") => "1 / √ training queries".to_owned(),
            ("1/sqrt", x) => format!("1 / √ {x}"),
            (_, "size") if x_names.is_empty() => "training queries".to_owned(),
            (_, x) => x.to_owned(),
        };
        let title =
            if plot.title.is_empty() { format!("{y_label} by {x_label}") } else { plot.title.clone() };
        let title = match only {
            None => title,
            Some((0, level)) => format!("{title}: {}", self.axes[0].levels[level]),
            Some((axis, level)) => {
                let Axis { name, levels, .. } = &self.axes[axis];
                format!("{title}: {name} {}", levels[level])
            }
        };
        let xs: Vec<f64> = series.iter().flat_map(|series| &series.points).map(|point| point.x).collect();
        let (low, high) =
            xs.iter().fold((f64::INFINITY, 0.0_f64), |(low, high), x| (low.min(*x), high.max(*x)));
        let x_log = match plot.x_scale {
            Scale::Log => true,
            Scale::Linear => false,
            Scale::Auto => low > 0.0 && high >= 100.0 * low,
        };
        let kind = match plot.mark {
            Mark::Line => MarksKind::Line,
            Mark::Bars => MarksKind::Bars,
            Mark::Scatter => MarksKind::Scatter,
            Mark::Box => MarksKind::Box,
            Mark::Table => MarksKind::Table,
        };
        let x_log = x_log && x_names.is_empty();
        MarksPlot { kind, title, x_label, y_label, x_names, x_log, y_log: plot.y_scale == Scale::Log, series }
    }
}

/// Returns the cut-off of a measure such as `ndcg@10`.
fn cut_off(measure: &str) -> Option<f64> {
    let digits: String = measure.split_once('@')?.1.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Replaces numbers by their index in increasing order; returns their texts.
fn index_numbers(raw: &mut [Raw]) -> Vec<String> {
    let mut numbers: Vec<f64> = raw.iter().map(|one| one.x).collect();
    sort_numbers(&mut numbers);
    numbers.dedup();
    for one in raw {
        one.x = numbers.iter().position(|number| *number == one.x).unwrap_or(0) as f64;
    }
    numbers.iter().map(f64::to_string).collect()
}

/// Returns the series by name, their points by x.
fn gathered(raw: Vec<Raw>, plot: &Plot, is_spread: bool) -> Vec<MarksSeries> {
    let mut series: Vec<MarksSeries> = Vec::new();
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for Raw { name, x, level, row, value } in raw {
        let Some(y) = value.mean.filter(|y| y.is_finite() && x.is_finite()) else { continue };
        let at = series.iter().position(|series| series.name == name).unwrap_or_else(|| {
            series.push(MarksSeries { name, points: Vec::new() });
            levels.push(Vec::new());
            series.len() - 1
        });
        let interval = match plot.band {
            Band::None => None,
            Band::Bootstrap => value.interval,
            Band::Seeds => value.deviation.map(|deviation| [y - deviation, y + deviation]),
        };
        series[at].points.push(MarksPoint { x, y, interval, quartiles: value.quartiles, tag: Some(row) });
        levels[at].push(level);
    }
    for (series, levels) in series.iter_mut().zip(levels) {
        if is_spread {
            series.points = spread(&series.points, &levels);
        }
        let points = std::mem::take(&mut series.points);
        series.points = sorted(points, &|one, other| one.x.total_cmp(&other.x));
    }
    series
}

/// Returns the largest minus the smallest y at every x that has several levels.
fn spread(points: &[MarksPoint], levels: &[usize]) -> Vec<MarksPoint> {
    let mut xs: Vec<f64> = points.iter().map(|point| point.x).collect();
    sort_numbers(&mut xs);
    xs.dedup();
    let n_levels = levels.iter().max().map_or(0, |level| level + 1);
    xs.into_iter()
        .filter_map(|x| {
            let ys: Vec<f64> = points.iter().filter(|point| point.x == x).map(|point| point.y).collect();
            // A spread over some of the levels would be too small.
            let (low, high) = ys
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(*y), high.max(*y)));
            (ys.len() == n_levels && n_levels > 1).then(|| MarksPoint {
                x,
                y: high - low,
                ..MarksPoint::default()
            })
        })
        .collect()
}

/// Divides y by its value at an end of the line.
fn scale_to_end(series: &mut MarksSeries, ratio: &str) {
    let end = match ratio {
        "first" => series.points.first(),
        "last" => series.points.last(),
        _ => None,
    };
    let Some(end) = end.map(|point| point.y).filter(|y| *y != 0.0) else { return };
    for point in &mut series.points {
        *point = MarksPoint { x: point.x, y: point.y / end, tag: point.tag, ..MarksPoint::default() };
    }
}
