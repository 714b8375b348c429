//! Comparisons of methods.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::convert::{all_given, given, thrown};
use crate::error::Error;
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
        let plan = plan.to_rust().map_err(|fault| thrown(Error::config("plan", fault.to_string())))?;
        Ok(Self { inner: experiment::Comparison::new(plan).map_err(thrown)? })
    }

    /// What has to be trained.
    pub fn jobs(&self) -> Result<Vec<Ts<Job>>, JsValue> {
        all_given(self.inner.jobs())
    }

    /// Records what came of a job.
    pub fn record(&mut self, job: usize, result: Ts<JobResult>) -> Result<(), JsValue> {
        let result = result.to_rust().map_err(|fault| thrown(Error::config("result", fault.to_string())))?;
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
