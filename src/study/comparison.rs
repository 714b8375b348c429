//! A comparison of methods: its jobs, and the table of training loss against test measure.
//!
//! Source: the table is Figure 9 of Chakrabarti et al. 2008. It trains nothing itself. The caller runs the jobs, in
//! any order and with any number of workers, and records the results. Every cell chooses C by the validation value of
//! its own measure.

mod curves;
mod long_csv;
mod table;
mod text;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::learner::StopReason;
use crate::method::settings::TrainingSettings;
use crate::method::{METHODS, Method, method as method_of};
use crate::metric::{Mean, Measure, Undefined};
use crate::run::TrainingRun;
use crate::util::error::{Error, shown};
pub use curves::{ComparisonCurve, ComparisonCurvePoint};
pub use table::{ComparisonCell, ComparisonRow, ComparisonTable, PairedDifference};

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
    /// Whether the model learned little: its objective is at best hardly below that of w = 0, or all its scores are
    /// equal.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub little_learned: bool,
    /// Why nothing is measured on validation or test data, if the model cannot score them.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub unmeasured: Option<String>,
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

impl Comparison {
    /// Returns a comparison by its plan.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or measure, one that occurs twice, an empty grid, or fewer than two folds.
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
        none_twice("methods", plan.methods.iter().map(|name| name.trim().to_ascii_lowercase()))?;
        none_twice("c_grid", plan.c_grid.iter().map(f64::to_string))?;
        let key =
            |name: &String| name.parse().map_or_else(|_| name.clone(), |measure: Measure| measure.key());
        none_twice("measures", plan.measures.iter().map(key))?;
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
}

/// Checks that no item of a list occurs twice, as studies do.
fn none_twice(field: &'static str, items: impl Iterator<Item = String>) -> Result<(), Error> {
    let mut seen = BTreeSet::new();
    for item in items {
        if seen.contains(&item) {
            return Err(Error::config(field, format!("{} occurs twice; give it once", shown(&item))));
        }
        seen.insert(item);
    }
    Ok(())
}

/// The values of C to try for a method; one that it ignores if it has no C.
fn grid<'a>(method: &Method, plan: &'a ComparisonPlan) -> &'a [f64] {
    let count = if has_c(method) { plan.c_grid.len() } else { 1 };
    &plan.c_grid[..count]
}

fn has_c(method: &Method) -> bool {
    method.training.iter().any(|option| option.name == "c")
}

impl TrainingRun {
    /// Returns the measures of the model on validation and test data, for a comparison. Cost: one pass over both.
    ///
    /// # Errors
    /// As [`TrainingRun::model`].
    pub fn job_result(&self) -> Result<JobResult, Error> {
        let model = self.model()?;
        let little_learned =
            self.ended.as_ref().is_some_and(crate::learner::End::has_learned_little) || model.is_constant();
        let [valid, test] = [1, 2].map(|set| self.values_on(set, &model.scorer, &self.config.measures));
        // Looking for the reason takes a pass over the data, so a measured value spares it.
        let is_lacking = |values: &Vec<Vec<Option<f64>>>| {
            !values.is_empty() && values.iter().flatten().all(Option::is_none)
        };
        let unmeasured =
            if is_lacking(&valid) || is_lacking(&test) { self.why_unmeasured(&model).next() } else { None };
        let mean = |values: &Vec<Option<f64>>| Mean::of(values.iter().copied(), Undefined::Skip).value;
        Ok(JobResult {
            valid: valid.iter().map(mean).collect(),
            test: test.iter().map(mean).collect(),
            test_queries: test,
            iteration: Some(self.model_iteration()),
            stop: self.ended.as_ref().map(|end| end.reason),
            little_learned,
            unmeasured,
            failure: None,
        })
    }
}
