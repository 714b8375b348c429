//! The values of a comparison over C: what the choice of C was made from.

use serde::Serialize;

use crate::util::sorting::sorted;

use super::{Comparison, Job, JobResult};

/// A method under a measure, as a curve over C.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonCurve {
    /// Number of its row in the table.
    pub row: usize,
    /// Number of its column in the table.
    pub column: usize,
    /// Number of folds; 0 if validation data choose C.
    pub folds: usize,
    /// Whether a smaller value is better.
    pub prefers_less: bool,
    /// One point per value of the grid, in ascending order of C.
    pub points: Vec<ComparisonCurvePoint>,
    /// The place in `points` of the C that the table shows; `None` until all runs of the method are done.
    pub chosen: Option<usize>,
    /// Whether a larger or smaller C, beyond the grid, might be better: the chosen C is the first or last of several, and
    /// its value is better than that of the C next to it.
    pub at_edge: bool,
}

/// The values at one C.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonCurvePoint {
    /// C.
    pub c: f64,
    /// The validation value: a mean over the folds with a value. `None` until all of its runs are done, or without any
    /// value.
    pub valid: Option<f64>,
    /// The value on each fold that was held out; `None` where it is not done or has no value.
    pub folds: Vec<Option<f64>>,
    /// The value on the test data of the model that was trained on all data.
    pub test: Option<f64>,
}

impl Comparison {
    /// Returns the curves of every method that has a C, row by row, one per measure. Those of a running comparison have
    /// the values so far. Cost: O(jobs · measures).
    pub fn curves(&self) -> Vec<ComparisonCurve> {
        let rows =
            (0..self.plan.methods.len()).filter(|&row| self.has_c(row)).map(|row| (row, self.row(row)));
        rows.flat_map(|(row, filled)| {
            (0..self.plan.measures.len()).map(move |column| {
                let chosen = filled.cells.get(column).and_then(|cell| cell.c);
                self.curve(row, column, chosen)
            })
        })
        .collect()
    }

    fn curve(&self, row: usize, column: usize, chosen: Option<f64>) -> ComparisonCurve {
        let done: Vec<(&Job, Option<&JobResult>)> = self
            .jobs
            .iter()
            .zip(self.results.iter().map(Option::as_ref))
            .filter(|(job, _)| job.row == row)
            .collect();
        let grid = done.iter().filter(|(job, _)| job.fold.is_none()).map(|(job, _)| job.settings.c);
        let points: Vec<ComparisonCurvePoint> = grid
            .map(|c| {
                let jobs: Vec<_> = done.iter().filter(|(job, _)| job.settings.c == c).copied().collect();
                self.curve_point(c, &jobs, column)
            })
            .collect();
        let points = sorted(points, &|one, other| one.c.total_cmp(&other.c));
        let chosen = chosen.and_then(|c| points.iter().position(|point| point.c == c));
        let prefers_less = self.prefers_less(column);
        let at_edge = chosen.is_some_and(|place| {
            let next = match place {
                _ if points.len() < 2 => return false,
                0 => 1,
                last if last + 1 == points.len() => last - 1,
                _ => return false,
            };
            match (points[place].valid, points[next].valid) {
                (Some(here), Some(there)) if prefers_less => here < there,
                (Some(here), Some(there)) => here > there,
                _ => false,
            }
        });
        ComparisonCurve {
            row,
            column,
            folds: self.plan.folds.unwrap_or(0),
            prefers_less,
            points,
            chosen,
            at_edge,
        }
    }

    /// Returns the values of these runs, which all have the same C.
    fn curve_point(
        &self,
        c: f64,
        jobs: &[(&Job, Option<&JobResult>)],
        column: usize,
    ) -> ComparisonCurvePoint {
        let value = |values: &[Option<f64>]| values.get(column).copied().flatten();
        let of_fold = |wanted: Option<usize>| {
            jobs.iter().find(|(job, _)| job.fold == wanted).and_then(|(_, result)| *result)
        };
        let folds: Vec<Option<f64>> = (0..self.plan.folds.unwrap_or(0))
            .map(|fold| of_fold(Some(fold)).and_then(|result| value(&result.valid)))
            .collect();
        let valid = match self.plan.folds {
            None => of_fold(None).and_then(|result| value(&result.valid)),
            Some(_) => {
                let known: Vec<f64> = folds.iter().copied().flatten().collect();
                let complete = jobs.iter().all(|(job, result)| job.fold.is_none() || result.is_some());
                // The order and the division are those of the table, so both are the same number.
                (complete && !known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
            }
        };
        let test = of_fold(None).and_then(|result| value(&result.test));
        ComparisonCurvePoint { c, valid, folds, test }
    }
}
