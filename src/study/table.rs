//! Statistics of a study: means with intervals, and comparisons with a baseline, query by query.

mod changed;
mod choice;
mod claims;
mod compare;
mod warnings;

use serde::Serialize;

use super::cell_result::CellResult;
use super::data::StudySets;
use super::format::{Size, Study, TestName};
use super::plan::{Axis, Cell};
use super::records::{Record, RecordKind};
use crate::metric::statistics::{Sample, bootstrap_mean};
use crate::util::sorting::sort_numbers;

use changed::list_changed;
use choice::{Chosen, chosen};
use claims::verdicts;
pub use claims::{ClaimResult, Verdict};
use compare::compare;
use warnings::{edges, few_queries, ratings_edges, shared_repetitions};

/// Draws of the bootstrap.
pub const BOOTSTRAP_DRAWS: usize = 4_000;
/// Draws of the sign-flip test.
pub const SIGN_FLIPS: usize = 10_000;
/// Seed of both, so that the same results always give the same table.
pub(super) const SEED: u64 = 1;

/// The statistics of the results so far.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyTable {
    /// Axes of the rows.
    pub axes: Vec<Axis>,
    /// Names of the recorded values.
    pub records: Vec<String>,
    /// One row per place of the axes. Seeds are averaged, folds are pooled.
    pub rows: Vec<StudyRow>,
    /// The claims of the study, one for every data set that they are about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub claims: Vec<ClaimResult>,
    /// Sentences about what limits the conclusions.
    pub warnings: Vec<String>,
}

/// A place of all axes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyRow {
    /// Index of the level on every axis.
    pub place: Vec<usize>,
    /// Numbers of its cells.
    pub cells: Vec<usize>,
    /// Number of training queries, a mean over folds.
    pub training_queries: f64,
    /// Number of finished cells.
    pub done: usize,
    /// The picked values, with the number of cells that picked them, by first occurrence.
    pub picked: Vec<(String, usize)>,
    /// Number of cells whose training did not converge.
    pub unconverged: usize,
    /// The first reason why a cell failed.
    pub failure: Option<String>,
    /// One per record.
    pub values: Vec<RowValue>,
}

/// A recorded value at a place.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RowValue {
    /// Mean: over queries for a measure on test data, else over cells.
    pub mean: Option<f64>,
    /// Ends of the 95 % bootstrap interval over queries, for a measure on test data.
    pub interval: Option<[f64; 2]>,
    /// Standard deviation over the seeds, of means over folds; `None` for fewer than two seeds with a value.
    pub deviation: Option<f64>,
    /// Minimum, quartiles and maximum over queries, for a measure on test data.
    pub quartiles: Option<[f64; 5]>,
    /// Number of test queries in the mean.
    pub queries: usize,
    /// Number of test queries without a value.
    pub skipped: usize,
    /// Numbers of the cells with the values of the grid that this measure chose; `None` unless every measure chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Vec<usize>>,
    /// Comparison with the baseline, except in the baseline's own row.
    pub against: Option<BaselineComparison>,
}

/// A row compared with the baseline over the queries of both.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BaselineComparison {
    /// Index of the baseline's row.
    pub baseline: usize,
    /// Mean difference, this row minus the baseline.
    pub mean: f64,
    /// Its standard error; `None` for fewer than two queries.
    pub standard_error: Option<f64>,
    /// Ends of its 95 % bootstrap interval.
    pub interval: Option<[f64; 2]>,
    /// Number of queries.
    pub queries: usize,
    /// Smallest difference that so many queries detect with probability 0.8 at the 5 % level.
    pub detectable: Option<f64>,
    /// The tests of the study, in its order.
    pub tests: Vec<TestValue>,
    /// The queries that change most, the greatest change first, if the study lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub changed: Vec<ChangedQuery>,
}

/// A query whose value changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChangedQuery {
    /// Id of the query.
    pub query: String,
    /// Its value in the row minus its value in the baseline.
    pub difference: f64,
}

/// A test of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TestValue {
    /// The test.
    pub test: TestName,
    /// Two-sided p-value; `None` if the test is undefined.
    pub p: Option<f64>,
    /// The same, adjusted; the p-value itself without adjustment.
    pub adjusted: Option<f64>,
}

/// Mean values over seeds: one list per fold, one value per test query.
pub(super) type ByQuery = Vec<Vec<Option<f64>>>;

impl StudyTable {
    /// Returns the statistics of the results so far. `results`: one per cell, `None` if not finished.
    ///
    /// Cost: O(rows · measures · queries) times 4,000 draws, and 10,000 for every comparison.
    pub fn new(study: &Study, cells: &[Cell], results: &[Option<CellResult>], sets: &StudySets) -> Self {
        let (axes, records) = (study.axes(), study.records());
        let mut rows: Vec<StudyRow> = Vec::new();
        for cell in cells {
            // The cells of a place follow each other.
            match rows.last_mut().filter(|row| row.place == cell.place) {
                Some(row) => row.cells.push(cell.cell),
                None => rows.push(StudyRow {
                    place: cell.place.clone(),
                    cells: vec![cell.cell],
                    training_queries: 0.0,
                    done: 0,
                    picked: Vec::new(),
                    unconverged: 0,
                    failure: None,
                    values: Vec::new(),
                }),
            }
        }
        let mut queries: Vec<Vec<ByQuery>> = Vec::new();
        let mut seeds: Vec<Vec<Sample>> = Vec::new();
        let mut shown_results: Chosen = Vec::new();
        for row in &mut rows {
            let of_row: Vec<(&Cell, &CellResult)> = row
                .cells
                .iter()
                .filter_map(|&cell| Some((cells.get(cell)?, results.get(cell)?.as_ref()?)))
                .collect();
            row.done = of_row.len();
            row.training_queries = training_queries(study, cells, row, sets);
            row.failure = of_row.iter().find_map(|(_, result)| result.failure.clone());
            let of_record: Vec<Chosen> = (0..records.len())
                .map(|record| match study.chooses_each() {
                    true => chosen(&records, record, &row.cells, cells, results),
                    false => of_row.clone(),
                })
                .collect();
            row.unconverged = of_row
                .iter()
                .filter(|(_, result)| result.stop.is_some_and(|stop| !stop.is_complete()))
                .count();
            let chosen_cells = if study.chooses_each() { of_record.concat() } else { of_row.clone() };
            for (_, result) in &chosen_cells {
                let picked = result.picked_text();
                match row.picked.iter_mut().find(|(other, _)| *other == picked) {
                    Some((_, count)) => *count += 1,
                    None if picked.is_empty() => {}
                    None => row.picked.push((picked, 1)),
                }
            }
            let by_query: Vec<ByQuery> =
                of_record.iter().enumerate().map(|(record, cells)| by_query(cells, record)).collect();
            let of_seeds: Vec<Sample> =
                of_record.iter().enumerate().map(|(at, cells)| by_seed(at, cells)).collect();
            row.values = records
                .iter()
                .enumerate()
                .map(|(at, record)| value(record, &of_seeds[at], at, &of_record[at], &by_query[at]))
                .collect();
            if study.chooses_each() {
                for (value, cells) in row.values.iter_mut().zip(&of_record) {
                    value.chosen = Some(cells.iter().map(|(cell, _)| cell.cell).collect());
                }
            }
            queries.push(by_query);
            seeds.push(of_seeds);
            shown_results.extend(chosen_cells);
        }
        compare(study, &axes, &mut rows, &queries, &seeds);
        let claims = verdicts(&study.claims, &axes, &records, &rows, &queries);
        list_changed(study, cells, sets, &mut rows, &queries);
        let mut warnings = sets.warnings().to_vec();
        warnings.extend(edges(study, &shown_results));
        warnings.extend(ratings_edges(cells, results));
        warnings.extend(shared_repetitions(study));
        warnings.extend(few_queries(study.kind(), &axes, &records, &rows));
        let records = records.into_iter().map(|record| record.name).collect();
        Self { axes, records, rows, claims, warnings }
    }

    /// Returns the names of the levels of a row.
    pub fn names(&self, row: &StudyRow) -> Vec<String> {
        let name = |(axis, &level): (&Axis, &usize)| axis.levels.get(level).cloned().unwrap_or_default();
        self.axes.iter().zip(&row.place).map(name).collect()
    }
}

/// Returns the values of a record by fold and test query, means over seeds.
pub(super) fn by_query(cells: &[(&Cell, &CellResult)], record: usize) -> ByQuery {
    let mut sums: Vec<Vec<(f64, usize)>> = Vec::new();
    for (cell, result) in cells {
        let Some(values) = result.queries.get(record) else { continue };
        if sums.len() <= cell.fold {
            sums.resize(cell.fold + 1, Vec::new());
        }
        let fold = &mut sums[cell.fold];
        if fold.len() < values.len() {
            fold.resize(values.len(), (0.0, 0));
        }
        for (sum, value) in fold.iter_mut().zip(values) {
            if let Some(value) = value {
                *sum = (sum.0 + value, sum.1 + 1);
            }
        }
    }
    let mean = |(sum, count): (f64, usize)| (count > 0).then(|| sum / count as f64);
    sums.into_iter().map(|fold| fold.into_iter().map(mean).collect()).collect()
}

/// Returns the differences of the values of each query that both have.
pub(super) fn differences(ours: &ByQuery, theirs: &ByQuery) -> Vec<f64> {
    let pairs = ours.iter().zip(theirs).flat_map(|(ours, theirs)| ours.iter().zip(theirs));
    pairs.filter_map(|(ours, theirs)| Some((*ours)? - (*theirs)?)).collect()
}

pub(super) fn interval(values: &[f64]) -> Option<[f64; 2]> {
    bootstrap_mean(values, BOOTSTRAP_DRAWS, SEED).map(|interval| [interval.low, interval.high])
}

/// Returns the means of a record over the folds of each seed, as a sample of seeds.
fn by_seed(at: usize, cells: &[(&Cell, &CellResult)]) -> Sample {
    let mut of_seeds: Vec<(u64, f64, f64)> = Vec::new();
    for (cell, result) in cells {
        let Some(value) = result.values.get(at).copied().flatten() else { continue };
        match of_seeds.iter_mut().find(|(seed, ..)| *seed == cell.seed) {
            Some((_, sum, count)) => (*sum, *count) = (*sum + value, *count + 1.0),
            None => of_seeds.push((cell.seed, value, 1.0)),
        }
    }
    let means: Vec<f64> = of_seeds.iter().map(|(_, sum, count)| sum / count).collect();
    Sample::of(&means)
}

fn value(
    record: &Record,
    seeds: &Sample,
    at: usize,
    cells: &[(&Cell, &CellResult)],
    queries: &ByQuery,
) -> RowValue {
    let deviation = seeds.standard_error.map(|error| error * libm::sqrt(seeds.count as f64));
    if !matches!(record.kind, RecordKind::Test(_)) {
        let values: Vec<f64> =
            cells.iter().filter_map(|(_, result)| result.values.get(at).copied().flatten()).collect();
        let sample = Sample::of(&values);
        return RowValue {
            mean: (sample.count > 0).then_some(sample.mean),
            deviation,
            ..RowValue::default()
        };
    }
    let all = queries.iter().map(Vec::len).sum::<usize>();
    let values: Vec<f64> = queries.iter().flatten().copied().flatten().collect();
    let sample = Sample::of(&values);
    RowValue {
        mean: (sample.count > 0).then_some(sample.mean),
        interval: interval(&values),
        deviation,
        queries: sample.count,
        skipped: all - sample.count,
        quartiles: quartiles(values),
        ..RowValue::default()
    }
}

/// Returns minimum, quartiles and maximum, linear between neighbours.
fn quartiles(mut values: Vec<f64>) -> Option<[f64; 5]> {
    sort_numbers(&mut values);
    let last = values.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| {
        let (below, share) = (quarter * last / 4, (quarter * last % 4) as f64 / 4.0);
        values[below] + share * (values[(below + 1).min(last)] - values[below])
    }))
}

fn training_queries(study: &Study, cells: &[Cell], row: &StudyRow, sets: &StudySets) -> f64 {
    let size = row.place.last().and_then(|size| study.sizes.get(*size)).copied().unwrap_or(Size::All);
    let counts =
        row.cells.iter().filter_map(|&cell| Some(sets.n_training_queries(cells.get(cell)?, size) as f64));
    Sample::of(&counts.collect::<Vec<f64>>()).mean
}
