//! Rankers of others: runs of search engines, and files of scores.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::arguments::{Bytes, Number, Text, Texts, collected, text, texts, whole};
use super::convert::{all_to_js, to_js, to_js_error};
use super::{Dataset, EvaluatedMeasure};
use crate::data::MAX_GRADE;
use crate::metric::{Mean, Measure};
use crate::ranker::{self, Ties};
use crate::util::error::Error;

/// A run of TREC, or one score per document.
#[wasm_bindgen]
pub struct Ranker {
    inner: ranker::Ranker,
}

/// The list of a ranker for one query.
#[derive(Serialize, Tsify)]
pub struct RankerList {
    /// The rank of every document of the query, from 1; 0 for a document that the ranker did not return.
    ranks: Vec<u32>,
    /// Number of returned documents that the data lack.
    unjudged: usize,
}

#[wasm_bindgen]
impl Ranker {
    /// Reads a run of TREC, or a file with one score a line; undefined if the file is neither. Throws its faulty lines.
    pub fn read(file: Bytes) -> Result<Option<Ranker>, JsValue> {
        let read = ranker::Ranker::read(&collected("file", &file)?).map_err(to_js_error)?;
        Ok(read.map(|inner| Self { inner }))
    }

    /// Returns sentences about what only one of a run and the data has. Throws why the ranker and the data do not fit.
    pub fn check(&self, data: &Dataset) -> Result<Vec<String>, JsValue> {
        self.inner.check(&data.inner).map_err(to_js_error)
    }

    /// Returns means of measures over the queries, with every order of equal scores equally likely. `threshold`:
    /// documents from this grade on are good. `empty`: as for `Model.evaluate`.
    pub fn evaluate(
        &self,
        data: &Dataset,
        measures: Texts,
        threshold: Number,
        empty: Text,
    ) -> Result<Vec<Ts<EvaluatedMeasure>>, JsValue> {
        let threshold = whole("threshold", &threshold)?;
        if !(1..=usize::from(MAX_GRADE)).contains(&threshold) {
            let problem = format!("{threshold} is not a grade from 1 to {MAX_GRADE}");
            return Err(to_js_error(Error::config("threshold", problem)));
        }
        let convention = text("empty", &empty)?.parse().map_err(to_js_error)?;
        let lists = self.inner.lists(&data.inner, Ties::Expected).map_err(to_js_error)?;
        let row = |name: String| {
            let measure: Measure = name.parse()?;
            measure.check_grades(data.inner.max_grade())?;
            let values =
                ranker::values(&lists, &data.inner, &measure, threshold as u8, data.inner.max_grade());
            Ok(EvaluatedMeasure::of(&measure, &Mean::of(values, convention)))
        };
        let rows: Result<Vec<EvaluatedMeasure>, Error> =
            texts("measures", &measures)?.into_iter().map(row).collect();
        all_to_js(&rows.map_err(to_js_error)?)
    }

    /// Returns the list of one query, by its index in the data. Equal scores stand in the order of the data.
    pub fn list(&self, data: &Dataset, query: Number) -> Result<Ts<RankerList>, JsValue> {
        let query = whole("query", &query)?;
        let lists = self.inner.lists(&data.inner, Ties::Expected).map_err(to_js_error)?;
        let list = lists.get(query).ok_or_else(|| {
            to_js_error(Error::config(
                "query",
                format!("there is no query {query}; there are {}", lists.len()),
            ))
        })?;
        let mut ranks = vec![0; list.ranking.len() - list.unjudged];
        let ranked = list.ranking.groups().flat_map(|(_, group)| group);
        for (place, &document) in ranked.enumerate() {
            if let Some(rank) = ranks.get_mut(document as usize) {
                *rank = place as u32 + 1;
            }
        }
        to_js(&RankerList { ranks, unjudged: list.unjudged })
    }
}
