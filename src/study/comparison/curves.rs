//! The values of a comparison over C: what the choice of C was made from.

use serde::Serialize;

use crate::util::sorting::sorted;

use super::super::cell_result::CellResult;
use super::{Comparison, c_of};

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
    /// The place in `points` of the C that the table shows; `None` until all trainings of the method are done.
    pub chosen: Option<usize>,
    /// Whether a larger or smaller C, beyond the grid, might be better: the chosen C is the first or last of several,
    /// and its value is better than that of the C next to it.
    pub at_edge: bool,
}

/// The values at one C.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonCurvePoint {
    /// C.
    pub c: f64,
    /// The validation value: a mean over the folds with a value. `None` until they are done, or without any value.
    pub valid: Option<f64>,
    /// The value on each fold that was held out; `None` where it is not done or has no value.
    pub folds: Vec<Option<f64>>,
    /// The value on the test data of the model that was trained on all data.
    pub test: Option<f64>,
}

impl Comparison<'_> {
    /// Returns the curves of every method that has a C, row by row, one per measure. Those of a running comparison have
    /// the values so far. Cost: O(trainings · measures).
    pub fn curves(&self) -> Vec<ComparisonCurve> {
        let has_c = |row: &usize| self.cells_of(*row).first().is_some_and(|(cell, _)| c_of(cell).is_some());
        let rows = (0..self.table.rows.len()).filter(has_c);
        rows.flat_map(|row| (0..self.columns.len()).map(move |column| self.curve(row, column))).collect()
    }

    fn curve(&self, row: usize, column: usize) -> ComparisonCurve {
        let points = self.cells_of(row).into_iter();
        let points: Vec<ComparisonCurvePoint> =
            points.filter_map(|(cell, result)| Some(self.curve_point(c_of(cell)?, result, column))).collect();
        let points = sorted(points, &|one, other| one.c.total_cmp(&other.c));
        let chosen = self.chosen(row, column).and_then(|(cell, _)| c_of(cell));
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
        ComparisonCurve { row, column, folds: self.n_folds(), prefers_less, points, chosen, at_edge }
    }

    /// Returns the values at one C.
    fn curve_point(&self, c: f64, result: Option<&CellResult>, column: usize) -> ComparisonCurvePoint {
        let on_fold = |fold: usize| {
            let end = result?.trainings.iter().find(|end| end.fold == Some(fold))?;
            end.valid.get(column).copied().flatten()
        };
        let record = self.columns.get(column).map_or(0, |(record, _)| *record);
        ComparisonCurvePoint {
            c,
            valid: result.and_then(|result| result.valid(column)),
            folds: (0..self.n_folds()).map(on_fold).collect(),
            test: result.and_then(|result| result.values.get(record).copied().flatten()),
        }
    }
}
