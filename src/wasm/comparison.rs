//! Comparisons of methods.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Number, Text, Texts, object, text, texts, whole};
use super::convert::{all_to_js, to_js, to_js_error};
use crate::study::DataFields;
use crate::study::{self, ComparisonCurve, ComparisonPlan, ComparisonTable, Job, JobResult};
use crate::util::error::Error;

/// A comparison of methods: it lists the jobs, takes results in any order, and returns the table.
#[wasm_bindgen]
pub struct Comparison {
    inner: study::Comparison,
}

#[wasm_bindgen]
impl Comparison {
    /// Plans a comparison. Missing fields of the plan have their defaults.
    #[wasm_bindgen(constructor)]
    pub fn new(plan: Ts<ComparisonPlan>) -> Result<Self, JsValue> {
        let plan = object("plan", &plan)?;
        Ok(Self { inner: study::Comparison::new(plan).map_err(to_js_error)? })
    }

    /// Returns the jobs.
    pub fn jobs(&self) -> Result<Vec<Ts<Job>>, JsValue> {
        all_to_js(self.inner.jobs())
    }

    /// Records the result of a job.
    pub fn record(&mut self, job: Number, result: Ts<JobResult>) -> Result<(), JsValue> {
        let job = whole("job", &job)?;
        let result = object("result", &result)?;
        self.inner.record(job, result).map_err(to_js_error)
    }

    /// Returns the comparison as the text of a study, for `Study`. `data`: a data set as in a study, as JSON. The first
    /// measure chooses C.
    pub fn study(&self, data: Text) -> Result<String, JsValue> {
        let data: DataFields = serde_json::from_str(&text("data", &data)?)
            .map_err(|error| to_js_error(Error::config("data", error.to_string())))?;
        Ok(self.inner.plan().study(&data).map_err(to_js_error)?.json())
    }

    /// Returns the table with the results so far.
    pub fn table(&self) -> Result<Ts<ComparisonTable>, JsValue> {
        to_js(&self.inner.table())
    }

    /// Returns the values over C with the results so far, for every method that has a C and every measure.
    pub fn curves(&self) -> Result<Vec<Ts<ComparisonCurve>>, JsValue> {
        all_to_js(&self.inner.curves())
    }

    /// Returns the finished rows as CSV, one value a row. `checksums`: of training, validation and test data, with an
    /// empty text for what is unknown.
    pub fn csv(&self, checksums: Texts) -> Result<String, JsValue> {
        let checksums = texts("checksums", &checksums)?;
        let checksum = |place: usize| checksums.get(place).map_or("", String::as_str);
        Ok(self.inner.csv([checksum(0), checksum(1), checksum(2)]))
    }
}
