//! Training runs.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Indices, Number, indices, object, whole};
use super::convert::{all_given, given, thrown};
use super::{Dataset, Model};
use crate::experiment::{Certificate, LedgerPage, Motion, Overview, TrainingRun};
use crate::explanation::Explanation;
use crate::inspection::{Contributions, Enumeration, Inspection, QueryRow, SearchTable, Valuation};
use crate::learner::Progress;
use crate::settings::TrainingSettings;

/// A training run that goes on for as long as it is told to.
///
/// The same settings and data give the same reports, bit for bit, however the work is sliced.
#[wasm_bindgen]
pub struct Training {
    run: TrainingRun,
}

#[wasm_bindgen]
impl Training {
    /// A run at w = 0.
    #[wasm_bindgen(constructor)]
    pub fn new(train: &Dataset, settings: Ts<TrainingSettings>) -> Result<Self, JsValue> {
        Ok(Self {
            run: TrainingRun::new(Arc::clone(&train.inner), &object("settings", &settings)?)
                .map_err(thrown)?,
        })
    }

    /// Takes the measures on validation data too, from the next report on.
    pub fn watch_validation(&mut self, data: &Dataset) {
        self.run.watch_validation(Arc::clone(&data.inner));
    }

    /// Takes the measures on test data too, from the next report on.
    pub fn watch_test(&mut self, data: &Dataset) {
        self.run.watch_test(Arc::clone(&data.inner));
    }

    /// Keeps no ledger, whose memory grows with every iteration. To be called before the first `advance`; `certificate`
    /// and `motion` are faults of such a run.
    pub fn leave_out_ledger(&mut self) {
        self.run.leave_out_ledger();
    }

    /// What the run works with.
    pub fn overview(&self) -> Result<Ts<Overview>, JsValue> {
        given(self.run.overview())
    }

    /// Works on for about `budget` queries' worth of time, or to the next report.
    pub fn advance(&mut self, budget: Number) -> Result<Ts<Progress>, JsValue> {
        given(&self.run.advance(whole("budget", &budget)?))
    }

    /// Weights w at an iteration that has been reported; 0 is w = 0.
    pub fn weights(&self, iteration: Number) -> Result<Vec<f64>, JsValue> {
        self.run.weights(whole("iteration", &iteration)?).map(<[f64]>::to_vec).map_err(thrown)
    }

    /// Figures of every used query at an iteration, in data order. Costs one pass of the oracle.
    pub fn queries(&self, iteration: Number) -> Result<Vec<Ts<QueryRow>>, JsValue> {
        all_given(&self.run.queries(whole("iteration", &iteration)?).map_err(thrown)?)
    }

    /// At most `count` of these figures, from the `first` on: a pass in slices.
    pub fn some_queries(
        &self,
        iteration: Number,
        first: Number,
        count: Number,
    ) -> Result<Vec<Ts<QueryRow>>, JsValue> {
        let (first, count) = (whole("first", &first)?, whole("count", &count)?);
        all_given(&self.run.some_queries(whole("iteration", &iteration)?, first, count).map_err(thrown)?)
    }

    /// The most violated constraint of a query (by its index in the data) at an iteration.
    pub fn inspect(&self, iteration: Number, query: Number) -> Result<Ts<Inspection>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        given(&self.run.inspect(iteration, query).map_err(thrown)?)
    }

    /// How H of that constraint adds up, term by term.
    pub fn contributions(&self, iteration: Number, query: Number) -> Result<Ts<Contributions>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        given(&self.run.contributions(iteration, query).map_err(thrown)?)
    }

    /// The table in which that constraint was found, if the search has one.
    pub fn search_table(&self, iteration: Number, query: Number) -> Result<Option<Ts<SearchTable>>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        self.run.search_table(iteration, query).map_err(thrown)?.as_ref().map(given).transpose()
    }

    /// What a ranking of the query's documents is worth, beside the oracle's.
    pub fn value(
        &self,
        iteration: Number,
        query: Number,
        ranking: Indices,
    ) -> Result<Ts<Valuation>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        given(&self.run.value(iteration, query, &indices("ranking", &ranking)?).map_err(thrown)?)
    }

    /// What all rankings of a query of at most 7 documents are worth.
    pub fn enumerate(&self, iteration: Number, query: Number) -> Result<Ts<Enumeration>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        given(&self.run.enumerate(iteration, query).map_err(thrown)?)
    }

    /// What the oracle of other settings would find for a query at an iteration's w. The run stays as it is.
    pub fn preview(
        &self,
        iteration: Number,
        query: Number,
        settings: Ts<TrainingSettings>,
    ) -> Result<Ts<Inspection>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        given(&self.run.preview(iteration, query, &object("settings", &settings)?).map_err(thrown)?)
    }

    /// The scores of two documents of a query (by their index within it) feature by feature.
    pub fn explain(
        &self,
        iteration: Number,
        query: Number,
        first: Number,
        second: Number,
    ) -> Result<Ts<Explanation>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        let documents = [whole("first", &first)?, whole("second", &second)?];
        given(&self.run.explain(iteration, query, documents).map_err(thrown)?)
    }

    /// What proves how good the w of an iteration is, with a page of its planes.
    pub fn certificate(&self, iteration: Number, page: Ts<LedgerPage>) -> Result<Ts<Certificate>, JsValue> {
        let page = object("page", &page)?;
        given(&self.run.certificate(whole("iteration", &iteration)?, page).map_err(thrown)?)
    }

    /// An iteration in slow motion, told of one query (by its index in the data).
    pub fn motion(&self, iteration: Number, query: Number) -> Result<Ts<Motion>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        given(&self.run.motion(iteration, query).map_err(thrown)?)
    }

    /// The best model so far.
    pub fn model(&self) -> Result<Model, JsValue> {
        Ok(Model { inner: self.run.model().map_err(thrown)? })
    }
}
