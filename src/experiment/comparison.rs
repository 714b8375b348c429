//! A comparison of methods: its jobs, and the table of training loss against test measure.
//!
//! Source: the table is Figure 9 of Chakrabarti et al. 2008. It trains nothing itself. The caller runs the jobs, in
//! any order and with any number of workers, and records the results. Every cell chooses C by the validation value of
//! its own measure.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::export::table::{ExportColumn, ExportTable, csv};
use crate::learner::StopReason;
use crate::method::{METHODS, Method, method as method_of};
use crate::metric::Measure;
use crate::settings::TrainingSettings;
use crate::statistics::{Sample, sign_flip};

/// What is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ComparisonPlan {
    /// Settings that all methods share. Method, C and measures are replaced.
    pub settings: TrainingSettings,
    /// Names of methods; empty for all methods of the catalogue.
    pub methods: Vec<String>,
    /// Values of C to try, for the methods that have it.
    pub c_grid: Vec<f64>,
    /// Measures, one column each.
    pub measures: Vec<String>,
    /// Number of folds of the cross-validation over queries that chooses C; `None` if there are validation data.
    pub folds: Option<usize>,
}

impl Default for ComparisonPlan {
    fn default() -> Self {
        Self {
            settings: TrainingSettings::default(),
            methods: Vec::new(),
            c_grid: vec![0.01, 0.1, 1.0, 10.0, 100.0],
            measures: ["ndcg@10", "map", "mrr@10"].map(str::to_owned).to_vec(),
            folds: Some(5),
        }
    }
}

/// Largest number of runs of a comparison.
const MOST_JOBS: usize = 100_000;

/// One run of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Job {
    /// Number of the job, from 0.
    pub job: usize,
    /// Number of its row in the table.
    pub row: usize,
    /// Settings of the run.
    pub settings: TrainingSettings,
    /// The fold that is held out for validation; `None` trains on all training data and is tested.
    pub fold: Option<usize>,
}

/// The result of a job: the measures of its model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JobResult {
    /// Measures on the validation data or on the fold that was held out; empty without such data.
    pub valid: Vec<Option<f64>>,
    /// Measures on the test data; empty for a fold.
    pub test: Vec<Option<f64>>,
    /// Measures on the test data query by query: one list per measure, one value per query; empty if unknown.
    #[serde(default)]
    pub test_queries: Vec<Vec<Option<f64>>>,
    /// The iteration whose w was measured, if known.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub iteration: Option<usize>,
    /// Why its training ended, if known.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub stop: Option<StopReason>,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

impl JobResult {
    /// Returns the result of a failed run.
    pub fn failed(error: &Error) -> Self {
        Self { failure: Some(error.to_string()), ..Self::default() }
    }

    /// Returns why its training ended, unless it converged.
    fn unconverged(&self) -> Option<StopReason> {
        self.stop.filter(|stop| !stop.is_complete())
    }
}

/// A comparison with its results so far.
#[derive(Debug, Clone)]
pub struct Comparison {
    plan: ComparisonPlan,
    jobs: Vec<Job>,
    results: Vec<Option<JobResult>>,
}

/// The table of a comparison, with the results so far.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonTable {
    /// Columns.
    pub measures: Vec<String>,
    /// One row per method.
    pub rows: Vec<ComparisonRow>,
    /// Number of finished runs that did not converge, with the reasons, in a sentence; `None` if all converged.
    pub note: Option<String>,
}

/// A method of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonRow {
    /// Its name.
    pub method: String,
    /// Its name in a menu.
    pub label: String,
    /// Number of finished jobs.
    pub done: usize,
    /// Number of all jobs.
    pub of: usize,
    /// Why the method could not be trained, if it could not.
    pub failure: Option<String>,
    /// One cell per measure, empty until all jobs are done.
    pub cells: Vec<ComparisonCell>,
}

/// A method under a measure.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonCell {
    /// The C that the validation data picked; `None` for a method without it.
    pub c: Option<f64>,
    /// The measure on the validation data at that C, a mean over folds.
    pub valid: Option<f64>,
    /// The measure on the test data at that C.
    pub test: Option<f64>,
    /// Whether no finished method has a higher test value.
    pub best: bool,
    /// Whether it is the best, and its differences from all other finished methods are more than chance.
    pub clearly_best: bool,
    /// Standard error of the test value over queries; `None` for fewer than two queries.
    pub standard_error: Option<f64>,
    /// Number of test queries in the mean.
    pub queries: usize,
    /// Comparison with the best of its column, query by query; `None` for the best itself, or if values per query are
    /// unknown.
    pub against_best: Option<PairedDifference>,
    /// Why training ended at that C; of several runs, the end that says least about the optimum. `None` if unknown.
    pub stop: Option<StopReason>,
}

/// The difference of two methods over the test queries that both have a value for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PairedDifference {
    /// Mean difference: this method minus the best one.
    pub mean: f64,
    /// Standard error of the difference; `None` for fewer than two queries.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of the sign-flip randomisation test, see [`sign_flip`].
    pub p: f64,
}

impl PairedDifference {
    /// Returns whether the difference may be chance, at the level of 5 %.
    pub fn is_noise(&self) -> bool {
        self.p >= LEVEL
    }
}

/// Differences with a smaller p-value are more than chance.
const LEVEL: f64 = 0.05;
/// Number of draws of the sign-flip test.
const DRAWS: usize = 10_000;
/// Seed of the draws, so that the same results always give the same table.
const SEED: u64 = 1;

impl ComparisonCell {
    /// Returns `*` for the best of its column, and `≈` for the best and all others if their differences may be
    /// chance. Without values per query, the best has `*`.
    fn mark(&self) -> &'static str {
        let may_be_chance = self.against_best.is_some_and(|difference| difference.is_noise());
        match self.best && (self.clearly_best || self.queries == 0) {
            true => "*",
            false if self.best || may_be_chance => "≈",
            false => "",
        }
    }

    /// Returns whether a run behind the value did not converge.
    fn is_unconverged(&self) -> bool {
        self.stop.is_some_and(|stop| !stop.is_complete())
    }
}

impl Comparison {
    /// Returns a comparison by its plan.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or measure, an empty grid, or fewer than two folds.
    pub fn new(mut plan: ComparisonPlan) -> Result<Self, Error> {
        if plan.methods.is_empty() {
            plan.methods = METHODS.iter().map(|method| method.name.to_owned()).collect();
        }
        if plan.c_grid.is_empty() {
            return Err(Error::config("c_grid", "no value of C to try"));
        }
        if plan.measures.is_empty() {
            return Err(Error::config("measures", "no measure to compare by"));
        }
        if plan.folds.is_some_and(|folds| folds < 2) {
            return Err(Error::config("folds", "a cross-validation needs at least 2 folds"));
        }
        let runs = plan.folds.unwrap_or(0).saturating_add(1);
        if runs.saturating_mul(plan.methods.len()).saturating_mul(plan.c_grid.len()) > MOST_JOBS {
            let [methods, values] = [plan.methods.len(), plan.c_grid.len()];
            let problem = format!(
                "{methods} methods with {values} values of C, {runs} times each, are more than {MOST_JOBS} runs"
            );
            return Err(Error::config("folds", problem));
        }
        let mut jobs = Vec::new();
        for (row, method) in plan.methods.iter().enumerate() {
            let entry = method_of(method)?;
            for &c in grid(entry, &plan) {
                let settings = TrainingSettings {
                    method: method.trim().to_ascii_lowercase(),
                    c,
                    measures: plan.measures.clone(),
                    ..plan.settings.clone()
                };
                settings.parse()?;
                for fold in (0..plan.folds.unwrap_or(0)).map(Some).chain([None]) {
                    jobs.push(Job { job: jobs.len(), row, settings: settings.clone(), fold });
                }
            }
        }
        let results = vec![None; jobs.len()];
        Ok(Self { plan, jobs, results })
    }

    /// Returns the plan.
    pub fn plan(&self) -> &ComparisonPlan {
        &self.plan
    }

    /// Returns the jobs.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Records the result of a job.
    ///
    /// # Errors
    /// [`Error::Absent`] if there is no such job.
    pub fn record(&mut self, job: usize, result: JobResult) -> Result<(), Error> {
        let n_jobs = self.jobs.len();
        let slot = self.results.get_mut(job);
        let slot = slot.ok_or_else(|| Error::absent("job", format!("{job} is not below {n_jobs}")))?;
        *slot = Some(result);
        Ok(())
    }

    /// Returns the table with the results so far.
    pub fn table(&self) -> ComparisonTable {
        let mut rows: Vec<ComparisonRow> = (0..self.plan.methods.len()).map(|row| self.row(row)).collect();
        for column in 0..self.plan.measures.len() {
            let test = |row: &ComparisonRow| row.cells.get(column).and_then(|cell| cell.test);
            let values = rows.iter().filter_map(test);
            let best = match self.prefers_less(column) {
                true => values.fold(f64::INFINITY, f64::min),
                false => values.fold(f64::NEG_INFINITY, f64::max),
            };
            let leader = rows.iter().position(|row| test(row) == Some(best));
            for index in 0..rows.len() {
                let against_best = leader.filter(|&leader| leader != index);
                let against_best =
                    against_best.and_then(|leader| self.difference(&rows, index, leader, column));
                if let Some(cell) = rows[index].cells.get_mut(column) {
                    cell.best = cell.test == Some(best);
                    cell.against_best = against_best;
                }
            }
            let others = rows.iter().enumerate().filter(|(index, _)| Some(*index) != leader);
            let mut others =
                others.filter_map(|(_, row)| row.cells.get(column)).filter(|cell| cell.test.is_some());
            let clear = others.all(|cell| cell.against_best.is_some_and(|difference| !difference.is_noise()));
            if let Some(cell) = leader.and_then(|leader| rows[leader].cells.get_mut(column)) {
                cell.clearly_best = clear;
            }
        }
        ComparisonTable { measures: self.plan.measures.clone(), rows, note: self.note() }
    }

    /// Returns the paired difference of two rows in a column.
    fn difference(
        &self,
        rows: &[ComparisonRow],
        row: usize,
        best: usize,
        column: usize,
    ) -> Option<PairedDifference> {
        let values = |row: usize| self.test_queries(row, rows[row].cells.get(column)?.c, column);
        let (ours, theirs) = (values(row)?, values(best)?);
        let pairs = ours.iter().zip(theirs);
        let differences: Vec<f64> = pairs.filter_map(|(ours, theirs)| Some((*ours)? - (*theirs)?)).collect();
        let sample = Sample::of(&differences);
        (sample.count > 0).then(|| PairedDifference {
            mean: sample.mean,
            standard_error: sample.standard_error,
            p: sign_flip(&differences, DRAWS, SEED),
        })
    }

    /// Whether the method of a row has a C.
    fn has_c(&self, row: usize) -> bool {
        method_of(&self.plan.methods[row]).is_ok_and(has_c)
    }

    /// Returns the test values per query of a row at one C.
    fn test_queries(&self, row: usize, c: Option<f64>, column: usize) -> Option<&[Option<f64>]> {
        let mut jobs = self.jobs.iter().zip(&self.results);
        let whole = |job: &Job| job.row == row && c.is_none_or(|c| job.settings.c == c) && job.fold.is_none();
        let (_, result) = jobs.find(|(job, _)| whole(job))?;
        result.as_ref()?.test_queries.get(column).map(Vec::as_slice)
    }

    /// Returns the sentence about runs that did not converge. It counts runs at every C.
    fn note(&self) -> Option<String> {
        let ends = || self.results.iter().flatten().filter_map(JobResult::unconverged);
        let (unconverged, done) = (ends().count(), self.results.iter().flatten().count());
        let reasons =
            [StopReason::IterationLimit, StopReason::Stalled, StopReason::Interrupted, StopReason::Numeric];
        let seen = reasons.iter().filter(|&&reason| ends().any(|end| end == reason));
        let reasons: Vec<String> = seen.map(StopReason::to_string).collect();
        (unconverged > 0).then(|| {
            let runs = if done == 1 { "run" } else { "runs" };
            format!(
                "{unconverged} of {done} {runs} did not converge ({}); † marks values that come from such runs.",
                reasons.join(", ")
            )
        })
    }

    fn row(&self, row: usize) -> ComparisonRow {
        let jobs = || self.jobs.iter().zip(&self.results).filter(move |(job, _)| job.row == row);
        let done = jobs().filter(|(_, result)| result.is_some()).count();
        let of = jobs().count();
        let failure =
            jobs().find_map(|(_, result)| result.as_ref().and_then(|result| result.failure.clone()));
        let complete = done == of && failure.is_none();
        let columns = if complete { self.plan.measures.len() } else { 0 };
        let method = self.plan.methods[row].trim().to_ascii_lowercase();
        let label = METHODS.iter().find(|entry| entry.name == method);
        ComparisonRow {
            label: label.map_or_else(|| method.clone(), |entry| entry.label.to_owned()),
            method,
            done,
            of,
            failure,
            cells: (0..columns).map(|column| self.cell(row, column)).collect(),
        }
    }

    /// Whether a smaller value of the measure of a column is better.
    fn prefers_less(&self, column: usize) -> bool {
        // The settings of the jobs have been checked, so every name is a measure.
        let measure = self.plan.measures.get(column).and_then(|name| name.parse::<Measure>().ok());
        measure.is_some_and(|measure| measure.prefers_less())
    }

    /// Returns the cell of a complete row. Its C is the first C of the grid with the best validation value.
    fn cell(&self, row: usize, column: usize) -> ComparisonCell {
        let mut best: Option<ComparisonCell> = None;
        let less = self.prefers_less(column);
        let jobs = || self.jobs.iter().zip(&self.results).filter(|(job, _)| job.row == row);
        // Each C once: a job of it trains on all data.
        for c in jobs().filter(|(job, _)| job.fold.is_none()).map(|(job, _)| job.settings.c) {
            let results = jobs().filter(|(job, _)| job.settings.c == c);
            let (mut sum, mut count, mut test, mut stop) = (0.0, 0, None, None);
            for (job, result) in results {
                let Some(result) = result else { continue };
                stop = stop.max(result.stop);
                let value = |values: &[Option<f64>]| values.get(column).copied().flatten();
                // With folds, the job on all data has no validation data.
                if let Some(valid) = value(&result.valid) {
                    sum += valid;
                    count += 1;
                }
                if job.fold.is_none() {
                    test = value(&result.test);
                }
            }
            let valid = (count > 0).then(|| sum / f64::from(count));
            let better = best.as_ref().is_none_or(|best| match (valid, best.valid) {
                (Some(one), Some(other)) if less => one < other,
                (one, other) => one > other,
            });
            if better {
                let c = self.has_c(row).then_some(c);
                best = Some(ComparisonCell { c, valid, test, stop, ..ComparisonCell::default() });
            }
        }
        // The grid is not empty.
        let mut cell = best.unwrap_or_default();
        let queries = self.test_queries(row, cell.c, column).unwrap_or_default();
        let values: Vec<f64> = queries.iter().copied().flatten().collect();
        let sample = Sample::of(&values);
        (cell.queries, cell.standard_error) = (sample.count, sample.standard_error);
        cell
    }
}

/// The values of C to try for a method; one that it ignores if it has no C.
fn grid<'a>(method: &Method, plan: &'a ComparisonPlan) -> &'a [f64] {
    let count = if has_c(method) { plan.c_grid.len() } else { 1 };
    &plan.c_grid[..count]
}

fn has_c(method: &Method) -> bool {
    method.training.iter().any(|option| option.name == "c")
}

impl ComparisonTable {
    /// Returns the table as CSV: method, then test value, C, validation value and end of training of every measure.
    pub fn csv(&self) -> String {
        let methods = self.rows.iter().map(|row| row.method.clone()).collect();
        let mut columns =
            vec![ExportColumn { head: "method".to_owned(), texts: Some(methods), numbers: None }];
        for (column, measure) in self.measures.iter().enumerate() {
            let cells = || self.rows.iter().map(move |row| row.cells.get(column));
            let numbers = |what: &str, value: fn(&ComparisonCell) -> Option<f64>| ExportColumn {
                head: format!("{measure}{what}"),
                numbers: Some(cells().map(|cell| cell.and_then(value)).collect()),
                texts: None,
            };
            let end = |cell: Option<&ComparisonCell>| {
                cell.and_then(|cell| cell.stop).map_or_else(String::new, |stop| stop.to_string())
            };
            columns.push(numbers("", |cell| cell.test));
            columns.push(numbers(" standard error", |cell| cell.standard_error));
            columns
                .push(numbers(" less the best", |cell| cell.against_best.map(|difference| difference.mean)));
            columns.push(numbers(" p", |cell| cell.against_best.map(|difference| difference.p)));
            columns.push(numbers(" C", |cell| cell.c));
            columns.push(numbers(" validation", |cell| cell.valid));
            columns.push(ExportColumn {
                head: format!("{measure} stop"),
                texts: Some(cells().map(end).collect()),
                numbers: None,
            });
        }
        csv(&ExportTable { columns })
    }

    /// Returns the table as aligned text, one line per row. The best of a column has a star if it is better than all
    /// others by more than chance. Otherwise the best and all values within chance of it have ≈. Runs that did not
    /// converge have a dagger.
    pub fn text(&self) -> String {
        const HEAD: &str = "training loss";
        let labels = self.rows.iter().map(|row| row.label.chars().count());
        let width = labels.chain([HEAD.len()]).max().unwrap_or(0);
        let mut text = format!("{HEAD:<width$}");
        for measure in &self.measures {
            text.push_str(&format!(" {measure:>10} {:>8}", "C"));
        }
        text.push('\n');
        for row in &self.rows {
            text.push_str(&format!("{:<width$}", row.label));
            if let Some(failure) = &row.failure {
                text.push_str(&format!(" {failure}"));
            }
            for cell in &row.cells {
                let mark = cell.mark();
                let dagger = if cell.is_unconverged() { "†" } else { "" };
                let value =
                    cell.test.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}{mark}{dagger}"));
                let c = cell.c.map_or_else(|| "–".to_owned(), |c| c.to_string());
                text.push_str(&format!(" {value:>10} {c:>8}"));
            }
            text.push('\n');
        }
        text
    }
}
