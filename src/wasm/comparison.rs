//! Comparisons of methods.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Number, object, whole};
use super::convert::{all_given, given, thrown};
use crate::experiment::{self, ComparisonPlan, ComparisonTable, Job, JobResult};

/// A comparison of methods: says what has to be trained, takes results in any order, and gives the table.
#[wasm_bindgen]
pub struct Comparison {
    inner: experiment::Comparison,
}

#[wasm_bindgen]
impl Comparison {
    /// Plans a comparison. What the plan leaves out has its default.
    #[wasm_bindgen(constructor)]
    pub fn new(plan: Ts<ComparisonPlan>) -> Result<Self, JsValue> {
        let plan = object("plan", &plan)?;
        Ok(Self { inner: experiment::Comparison::new(plan).map_err(thrown)? })
    }

    /// What has to be trained.
    pub fn jobs(&self) -> Result<Vec<Ts<Job>>, JsValue> {
        all_given(self.inner.jobs())
    }

    /// Records what came of a job.
    pub fn record(&mut self, job: Number, result: Ts<JobResult>) -> Result<(), JsValue> {
        let job = whole("job", &job)?;
        let result = object("result", &result)?;
        self.inner.record(job, result).map_err(thrown)
    }

    /// The table as far as it is filled in.
    pub fn table(&self) -> Result<Ts<ComparisonTable>, JsValue> {
        given(&self.inner.table())
    }

    /// The table as CSV.
    pub fn csv(&self) -> String {
        self.inner.table().csv()
    }
}
