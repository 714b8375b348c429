//! Models: files, scores, measures, comparison of two models.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::arguments::{
    Bytes, Indices, Number, Numbers, Text, Texts, collected, number, object, scores, text, texts, two, whole,
};
use super::convert::{all_to_js, to_js, to_js_error};
use super::{Dataset, FeatureNames};
use crate::data::Grouping;
use crate::export;
use crate::inspect::TreePaths;
use crate::metric::{Mean, Measure};
use crate::model;
use crate::model::agreement::{self, Agreement};
use crate::model::explanation::Explanation;

/// A model with the scaling of its features. It scores raw data.
#[wasm_bindgen]
pub struct Model {
    pub(super) inner: model::Model,
}

/// The mean of a measure, with the number of its queries.
#[derive(Serialize, Tsify)]
pub struct EvaluatedMeasure {
    /// The measure, such as `NDCG@10`.
    measure: String,
    /// The mean; absent if no query counts.
    value: Option<f64>,
    /// Number of queries in the mean.
    counted: usize,
    /// Number of queries without a defined value, whether counted or not.
    undefined: usize,
}

impl EvaluatedMeasure {
    pub(super) fn of(measure: &Measure, mean: &Mean) -> Self {
        Self {
            measure: measure.to_string(),
            value: mean.value,
            counted: mean.counted,
            undefined: mean.undefined,
        }
    }
}

#[wasm_bindgen]
impl Model {
    /// Returns the text of the model file.
    pub fn json(&self) -> String {
        self.inner.json()
    }
}

#[wasm_bindgen]
impl Model {
    /// Parses a model file.
    pub fn parse(json: Text) -> Result<Model, JsValue> {
        Ok(Self { inner: model::Model::parse(&text("json", &json)?).map_err(to_js_error)? })
    }

    /// Reads a model file of Rankscope or of another program: LightGBM, XGBoost, RankLib or SVM^rank. Throws what a
    /// file of another kind seems to be, and what can be opened.
    pub fn read(file: Bytes) -> Result<Model, JsValue> {
        Ok(Self { inner: model::read_model(&collected("file", &file)?).map_err(to_js_error)? })
    }

    /// Whether a file begins as a model that [`read`](Self::read) can open. `head`: its first bytes, or all.
    pub fn begins(head: Bytes) -> Result<bool, JsValue> {
        Ok(model::begins_model(&collected("head", &head)?))
    }

    /// Returns a sentence on how the features of the data become those of a model of another program; undefined if
    /// index by index.
    pub fn join_note(&self, data: &Dataset) -> Option<String> {
        self.inner.join_note(&data.inner)
    }

    /// Compares the rankings of this model and another on some data: their agreement, and where their measures
    /// differ. `p`: of the rank-biased overlap, between 0 and 1.
    pub fn compare(
        &self,
        other: &Model,
        data: &Dataset,
        measure: Text,
        p: Number,
    ) -> Result<Ts<Agreement>, JsValue> {
        let (measure, p) = (text("measure", &measure)?.parse().map_err(to_js_error)?, number("p", &p)?);
        to_js(&agreement::compare(&self.inner, &other.inner, &data.inner, measure, p).map_err(to_js_error)?)
    }

    /// Returns the model in the format `json`, `elasticsearch` or `solr`, under a name. Features without a name are
    /// `f1`, `f2`, …. Throws the reason if a format cannot express the model. Both search engines take linear models
    /// and sums of trees; Solr also takes networks.
    pub fn export(&self, format: Text, names: Ts<FeatureNames>, name: Text) -> Result<String, JsValue> {
        let names = object("names", &names)?;
        let format = text("format", &format)?.parse().map_err(to_js_error)?;
        export::model(&self.inner, format, &names.names, &text("name", &name)?).map_err(to_js_error)
    }

    /// Returns a sentence about gaps, which search engines take for 0; undefined if the model does, too.
    pub fn gap_note(&self) -> Option<String> {
        export::gap_note(&self.inner)
    }

    /// Adds names of the features and where the model comes from, as `rankscope train` does. Settings that have no
    /// effect get their defaults.
    pub fn describe(
        &mut self,
        names: Ts<FeatureNames>,
        provenance: Ts<model::Provenance>,
    ) -> Result<(), JsValue> {
        let names: FeatureNames = object("names", &names)?;
        let provenance = object("provenance", &provenance)?;
        self.inner = self.inner.clone().described(&names.names, provenance).map_err(to_js_error)?;
        Ok(())
    }

    /// Returns the model card in Markdown.
    pub fn card(&self) -> Result<String, JsValue> {
        export::card(&self.inner).map_err(to_js_error)
    }

    /// Returns one score per point. `points`: raw features, row-major, as many values per point as the model has
    /// features. Throws for scaling within each query.
    pub fn score_points(&self, points: Numbers) -> Result<Vec<f64>, JsValue> {
        self.inner.score_points(&scores("points", &points)?).map_err(to_js_error)
    }

    /// Returns the weight of every feature, for features that the model has scaled; with a feature map of every column.
    pub fn weights(&self) -> Result<Vec<f64>, JsValue> {
        self.inner.weights().map(<[f64]>::to_vec).map_err(to_js_error)
    }

    /// Returns one score per document, in the order of the file.
    pub fn score(&self, data: &Dataset) -> Result<Vec<f64>, JsValue> {
        self.inner.score(&data.inner).map_err(to_js_error)
    }

    /// Returns one score per document of a query (by its index in the data), in the order of `Dataset.documents`.
    pub fn score_query(&self, data: &Dataset, query: Number) -> Result<Vec<f64>, JsValue> {
        self.inner.score_query(&data.inner, whole("query", &query)?).map_err(to_js_error)
    }

    /// Returns the difference of the scores of two documents of a query (by their index within it) feature by feature,
    /// as Shapley values; the iteration is 0. Throws for kernel maps, and for networks and classes if more than 12
    /// features part both documents.
    pub fn explain(
        &self,
        data: &Dataset,
        query: Number,
        first: Number,
        second: Number,
    ) -> Result<Ts<Explanation>, JsValue> {
        let documents = [whole("first", &first)?, whole("second", &second)?];
        to_js(&self.inner.explain(&data.inner, whole("query", &query)?, documents).map_err(to_js_error)?)
    }

    /// Returns the ways of two documents of a query (by their index within it) through one tree, by ensemble and round
    /// from 0, and the difference of their scores after every round.
    pub fn tree_paths(
        &self,
        data: &Dataset,
        query: Number,
        documents: Indices,
        tree: Indices,
    ) -> Result<Ts<TreePaths>, JsValue> {
        let query = whole("query", &query)?;
        let (documents, tree) = (two("documents", &documents)?, two("tree", &tree)?);
        to_js(&self.inner.tree_paths(&data.inner, query, documents, tree).map_err(to_js_error)?)
    }

    /// Returns the rank of every document in its query, from 1 and in the order of the file, with at most one document
    /// of a group in the first `ranks` ranks. `group`: `key:NAME` or `feature:I`; empty for the model's own.
    pub fn diverse_ranks(&self, data: &Dataset, group: Text, ranks: Number) -> Result<Vec<u32>, JsValue> {
        let (group, n) = (text("group", &group)?, whole("ranks", &ranks)?);
        let mut model = self.inner.clone();
        if !group.is_empty() {
            group.parse::<Grouping>().map_err(to_js_error)?;
            model.settings.group = group;
        }
        let ranks = model.diverse_ranks(&data.inner, Some(n)).map_err(to_js_error)?;
        Ok(ranks.into_iter().map(|rank| rank as u32).collect())
    }

    /// Returns means of measures over the queries. `empty`: how queries without a good document count, `skip`, `zero`
    /// or `one`.
    pub fn evaluate(
        &self,
        data: &Dataset,
        measures: Texts,
        empty: Text,
    ) -> Result<Vec<Ts<EvaluatedMeasure>>, JsValue> {
        let convention = text("empty", &empty)?.parse().map_err(to_js_error)?;
        let measures: Vec<Measure> = texts("measures", &measures)?
            .iter()
            .map(|name| name.parse())
            .collect::<Result<_, _>>()
            .map_err(to_js_error)?;
        let evaluation = self.inner.evaluate(&data.inner, &measures, convention).map_err(to_js_error)?;
        let pairs = measures.iter().zip(&evaluation.means);
        let rows: Vec<EvaluatedMeasure> =
            pairs.map(|(measure, mean)| EvaluatedMeasure::of(measure, mean)).collect();
        all_to_js(&rows)
    }
}
