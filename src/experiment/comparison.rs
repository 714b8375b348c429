//! A comparison of methods: what has to be trained, and the table of training loss against test measure.
//!
//! Source: the table is Figure 9 of Chakrabarti et al. 2008.
//! Trains nothing itself: whoever drives it hands out the jobs, in any order and to any number of workers, and
//! records the results. Every cell picks C by the validation value of its own measure.

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::export::table::{ExportColumn, ExportTable, csv};
use crate::learner::{MeasureValue, StopReason};
use crate::loss::catalog;
use crate::settings::TrainingSettings;

/// What is compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default)]
pub struct ComparisonPlan {
    /// Settings that all methods share. Method, C and measures are replaced.
    pub settings: TrainingSettings,
    /// Names of methods; none means all of the catalogue.
    pub methods: Vec<String>,
    /// Values of C to try.
    pub c_grid: Vec<f64>,
    /// Measures, one column each.
    pub measures: Vec<String>,
    /// Folds of a cross-validation over queries by which C is picked; `None` if there are validation data.
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

/// The most runs of a comparison.
const MOST_JOBS: usize = 100_000;

/// One run of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Job {
    /// Its number, from 0.
    pub job: usize,
    /// Number of its row in the table.
    pub row: usize,
    /// What to train with.
    pub settings: TrainingSettings,
    /// The fold to hold out for validation; `None` trains on all training data and is tested.
    pub fold: Option<usize>,
}

/// What came of a job: the measures of its best model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct JobResult {
    /// Measures on the validation data or the fold that was held out; empty without.
    pub valid: Vec<Option<f64>>,
    /// Measures on the test data; empty for a fold.
    pub test: Vec<Option<f64>>,
    /// Why its training ended, where that is known.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub stop: Option<StopReason>,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

impl JobResult {
    /// The result of a run whose best model has these measures.
    pub fn new(valid: &[MeasureValue], test: &[MeasureValue], stop: StopReason) -> Self {
        let values = |measures: &[MeasureValue]| measures.iter().map(|measure| measure.value).collect();
        Self { valid: values(valid), test: values(test), stop: Some(stop), failure: None }
    }

    /// The result of a run that could not be done.
    pub fn failed(error: &Error) -> Self {
        Self { valid: Vec::new(), test: Vec::new(), stop: None, failure: Some(error.to_string()) }
    }

    /// Why its training ended, if that was not because it had converged.
    fn unconverged(&self) -> Option<StopReason> {
        self.stop.filter(|&stop| stop != StopReason::Converged)
    }
}

/// A comparison that fills in.
#[derive(Debug, Clone)]
pub struct Comparison {
    plan: ComparisonPlan,
    jobs: Vec<Job>,
    results: Vec<Option<JobResult>>,
}

/// The table of a comparison, as far as it is filled in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonTable {
    /// Columns.
    pub measures: Vec<String>,
    /// One row per method.
    pub rows: Vec<ComparisonRow>,
    /// How many of the runs done did not converge and why, in a sentence; `None` if all did.
    pub note: Option<String>,
}

/// A method of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonRow {
    /// Its name.
    pub method: String,
    /// Its name as a menu shows it.
    pub label: String,
    /// Jobs done.
    pub done: usize,
    /// Jobs in all.
    pub of: usize,
    /// Why the method could not be trained, if it could not.
    pub failure: Option<String>,
    /// One cell per measure, empty until all jobs are done.
    pub cells: Vec<ComparisonCell>,
}

/// A method under a measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonCell {
    /// The C that the validation data picked.
    pub c: f64,
    /// The measure on the validation data at that C, a mean over folds.
    pub valid: Option<f64>,
    /// The measure on the test data at that C.
    pub test: Option<f64>,
    /// Whether no method that is done has a higher test value.
    pub best: bool,
    /// Why training ended at that C: of several runs, the end that says least about the optimum. `None` if not known.
    pub stop: Option<StopReason>,
}

impl ComparisonCell {
    /// Whether a run behind the value did not converge.
    fn is_unconverged(&self) -> bool {
        self.stop.is_some_and(|stop| stop != StopReason::Converged)
    }
}

impl Comparison {
    /// Plans a comparison.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or measure, an empty grid, or fewer than two folds.
    pub fn new(mut plan: ComparisonPlan) -> Result<Self, Error> {
        if plan.methods.is_empty() {
            plan.methods = catalog().methods.iter().map(|method| method.name.to_owned()).collect();
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
            for &c in &plan.c_grid {
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

    /// What has to be trained.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }

    /// Records what came of a job.
    ///
    /// # Errors
    /// [`Error::Config`] if there is no such job.
    pub fn record(&mut self, job: usize, result: JobResult) -> Result<(), Error> {
        let n_jobs = self.jobs.len();
        let slot = self.results.get_mut(job);
        let slot = slot.ok_or_else(|| Error::config("job", format!("{job} is not below {n_jobs}")))?;
        *slot = Some(result);
        Ok(())
    }

    /// The table as far as it is filled in.
    pub fn table(&self) -> ComparisonTable {
        let mut rows: Vec<ComparisonRow> = (0..self.plan.methods.len()).map(|row| self.row(row)).collect();
        for column in 0..self.plan.measures.len() {
            let test = |row: &ComparisonRow| row.cells.get(column).and_then(|cell| cell.test);
            let best = rows.iter().filter_map(test).fold(f64::NEG_INFINITY, f64::max);
            for cell in rows.iter_mut().filter_map(|row| row.cells.get_mut(column)) {
                cell.best = cell.test == Some(best);
            }
        }
        ComparisonTable { measures: self.plan.measures.clone(), rows, note: self.note() }
    }

    /// What is to be known of the runs that did not converge: also where C is picked among others that did.
    fn note(&self) -> Option<String> {
        let ends = || self.results.iter().flatten().filter_map(JobResult::unconverged);
        let (unconverged, done) = (ends().count(), self.results.iter().flatten().count());
        let reasons = [StopReason::IterationLimit, StopReason::Stalled, StopReason::Numeric];
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
        let label = catalog().methods.iter().find(|entry| entry.name == method);
        ComparisonRow {
            label: label.map_or_else(|| method.clone(), |entry| entry.label.to_owned()),
            method,
            done,
            of,
            failure,
            cells: (0..columns).map(|column| self.cell(row, column)).collect(),
        }
    }

    /// The cell of a complete row: of the grid, the first C with the highest validation value.
    fn cell(&self, row: usize, column: usize) -> ComparisonCell {
        let mut best: Option<ComparisonCell> = None;
        for &c in &self.plan.c_grid {
            let results =
                self.jobs.iter().zip(&self.results).filter(|(job, _)| job.row == row && job.settings.c == c);
            let (mut sum, mut count, mut test, mut stop) = (0.0, 0, None, None);
            for (job, result) in results {
                let Some(result) = result else { continue };
                stop = stop.max(result.stop);
                let value = |values: &[Option<f64>]| values.get(column).copied().flatten();
                // With folds, the job on all data has nothing to be validated on.
                if let Some(valid) = value(&result.valid) {
                    sum += valid;
                    count += 1;
                }
                if job.fold.is_none() {
                    test = value(&result.test);
                }
            }
            let valid = (count > 0).then(|| sum / f64::from(count));
            let better = best.as_ref().is_none_or(|best| valid > best.valid);
            if better {
                best = Some(ComparisonCell { c, valid, test, best: false, stop });
            }
        }
        // The grid is not empty.
        best.unwrap_or(ComparisonCell { c: 0.0, valid: None, test: None, best: false, stop: None })
    }
}

impl ComparisonTable {
    /// The table as CSV: method, then test value, C, validation value and end of training of every measure.
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
            columns.push(numbers(" C", |cell| Some(cell.c)));
            columns.push(numbers(" validation", |cell| cell.valid));
            columns.push(ExportColumn {
                head: format!("{measure} stop"),
                texts: Some(cells().map(end).collect()),
                numbers: None,
            });
        }
        csv(&ExportTable { columns })
    }

    /// The table as aligned text, one line per row; the best of each column has a star, what did not converge a dagger.
    pub fn text(&self) -> String {
        let mut text = format!("{:<16}", "training loss");
        for measure in &self.measures {
            text.push_str(&format!(" {measure:>10} {:>8}", "C"));
        }
        text.push('\n');
        for row in &self.rows {
            text.push_str(&format!("{:<16}", row.label));
            if let Some(failure) = &row.failure {
                text.push_str(&format!(" {failure}"));
            }
            for cell in &row.cells {
                let star = if cell.best { "*" } else { "" };
                let dagger = if cell.is_unconverged() { "†" } else { "" };
                let value =
                    cell.test.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}{star}{dagger}"));
                text.push_str(&format!(" {value:>10} {:>8}", cell.c));
            }
            text.push('\n');
        }
        text
    }
}
