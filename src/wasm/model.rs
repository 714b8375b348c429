//! Models: files, scores, measures, comparison with another.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::arguments::{Number, Text, Texts, number, object, text, texts};
use super::convert::{all_given, given, thrown};
use super::{Dataset, FeatureNames};
use crate::agreement::{self, Agreement};
use crate::export;
use crate::metric::Measure;
use crate::model;

/// A trained ranker with the scaling of its features. Scores raw data.
#[wasm_bindgen]
pub struct Model {
    pub(super) inner: model::Model,
}

/// The mean of a measure, and over how many queries.
#[derive(Serialize, Tsify)]
pub struct EvaluatedMeasure {
    /// The measure, such as `NDCG@10`.
    measure: String,
    /// The mean; none if no query counts.
    value: Option<f64>,
    /// Queries that the mean is over.
    counted: usize,
    /// Queries that define no value, whether counted or not.
    undefined: usize,
}

#[wasm_bindgen]
impl Model {
    /// Reads a model file.
    pub fn parse(json: Text) -> Result<Model, JsValue> {
        Ok(Self { inner: model::Model::parse(&text("json", &json)?).map_err(thrown)? })
    }

    /// The model file.
    pub fn json(&self) -> String {
        self.inner.json()
    }

    /// The model in the format `json`, `elasticsearch` or `solr`, under a name; features without a name are `f1`,
    /// `f2`, …. Throws the reason where a format cannot express the model.
    pub fn export(&self, format: Text, names: Ts<FeatureNames>, name: Text) -> Result<String, JsValue> {
        let names = object("names", &names)?;
        let format = text("format", &format)?.parse().map_err(thrown)?;
        export::model(&self.inner, format, &names.names, &text("name", &name)?).map_err(thrown)
    }

    /// Weight of every feature, for features as the model scales them.
    pub fn weights(&self) -> Vec<f64> {
        self.inner.weights.clone()
    }

    /// How far this model and another agree about the rankings of some data, and where their measures differ.
    /// `p`: of the rank-biased overlap, between 0 and 1.
    pub fn compare(
        &self,
        other: &Model,
        data: &Dataset,
        measure: Text,
        p: Number,
    ) -> Result<Ts<Agreement>, JsValue> {
        let (measure, p) = (text("measure", &measure)?.parse().map_err(thrown)?, number("p", &p)?);
        given(&agreement::compare(&self.inner, &other.inner, &data.inner, measure, p).map_err(thrown)?)
    }

    /// One score per document, in the order of the file.
    pub fn score(&self, data: &Dataset) -> Result<Vec<f64>, JsValue> {
        self.inner.score(&data.inner).map_err(thrown)
    }

    /// Means of measures over the queries. `empty`: how queries without a good document count, `skip`, `zero` or
    /// `one`.
    pub fn evaluate(
        &self,
        data: &Dataset,
        measures: Texts,
        empty: Text,
    ) -> Result<Vec<Ts<EvaluatedMeasure>>, JsValue> {
        let convention = text("empty", &empty)?.parse().map_err(thrown)?;
        let measures: Vec<Measure> = texts("measures", &measures)?
            .iter()
            .map(|name| name.parse())
            .collect::<Result<_, _>>()
            .map_err(thrown)?;
        let evaluation = self.inner.evaluate(&data.inner, &measures, convention).map_err(thrown)?;
        let evaluated = |(measure, mean): (&Measure, &crate::metric::Mean)| EvaluatedMeasure {
            measure: measure.to_string(),
            value: mean.value,
            counted: mean.counted,
            undefined: mean.undefined,
        };
        let rows: Vec<EvaluatedMeasure> = measures.iter().zip(&evaluation.means).map(evaluated).collect();
        all_given(&rows)
    }
}
