//! A trained ranker as a file: weights, what they were trained with, and the scaling they need.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::data::{Dataset, FittedScaling, Grade};
use crate::error::{Error, Problem, retold, shown};
use crate::loss::check_scores;
use crate::metric::{Labels, Mean, Measure, Undefined};
use crate::ranking::TiedRanking;
use crate::settings::TrainingSettings;

/// Name in the first field of a model file.
const FORMAT: &str = "rankscope-model";
/// Version of the model file that this library writes and reads.
const VERSION: u32 = 1;

/// A linear ranker with the scaling of its features. Scores raw data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    format: String,
    version: u32,
    /// What it was trained with.
    pub settings: TrainingSettings,
    /// Highest grade of the data it was trained and watched with; ERR scales by it.
    pub max_grade: Grade,
    /// Scaling to apply before scoring.
    pub scaling: FittedScaling,
    /// Weight of every feature, the first one that of index 1.
    pub weights: Vec<f64>,
}

/// Means of measures over the queries of a data set, and the values behind them.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// One mean per measure.
    pub means: Vec<Mean>,
    /// One row per query, one value per measure; `None` where the query defines none.
    pub per_query: Vec<Vec<Option<f64>>>,
}

impl Model {
    /// A model of finite weights.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a weight is not finite.
    pub fn new(
        settings: TrainingSettings,
        max_grade: Grade,
        scaling: FittedScaling,
        weights: Vec<f64>,
    ) -> Result<Self, Error> {
        if let Some(index) = weights.iter().position(|weight| !weight.is_finite()) {
            return Err(Error::Numeric {
                stage: "model",
                problem: format!(
                    "the weight of feature {} is {}, not a finite number",
                    index + 1,
                    weights[index]
                ),
            });
        }
        Ok(Self { format: FORMAT.to_owned(), version: VERSION, settings, max_grade, scaling, weights })
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place of the first fault; [`Error::Data`] for another format or version, or for
    /// numbers or settings that cannot be used.
    pub fn parse(json: &str) -> Result<Self, Error> {
        let model: Self = serde_json::from_str(json).map_err(|fault| Error::Parse {
            problems: vec![Problem {
                line: fault.line(),
                column: fault.column(),
                problem: format!("not a model file of Rankscope: {}", retold(&fault.to_string())),
            }],
            total: 1,
        })?;
        if model.format != FORMAT || model.version != VERSION {
            return Err(Error::data(format!(
                "the file says {} version {}; this program reads {FORMAT:?} version {VERSION}",
                shown(&model.format),
                model.version
            )));
        }
        model.scaling.check()?;
        if let Some(fitted) = model.scaling.n_features().filter(|&fitted| fitted != model.weights.len()) {
            return Err(Error::data(format!(
                "the scaling is for {fitted} features, the weights are {}",
                model.weights.len()
            )));
        }
        // What a file says is data: a fault in it is not one of usage.
        model.settings.parse().map_err(|fault| Error::data(format!("settings: {fault}")))?;
        Self::new(model.settings, model.max_grade, model.scaling, model.weights)
    }

    /// The model file. [`Model::parse`] gives back the same bits.
    pub fn json(&self) -> String {
        // The types above hold only strings, finite numbers and lists, which always have a JSON form.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The data as the model needs them; no copy if it needs them as they are.
    pub fn scale<'a>(&self, data: &'a Dataset) -> Cow<'a, Dataset> {
        self.scaling.apply(data)
    }

    /// One score per document, in the order of the file. Cost: O(n d).
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score leaves the range of floating point.
    pub fn score(&self, data: &Dataset) -> Result<Vec<f64>, Error> {
        let scores = self.scale(data).scores(0..data.n_documents(), &self.weights);
        check_scores(&scores)?;
        Ok(data.file_order().into_iter().map(|row| scores[row]).collect())
    }

    /// Measures of the model on raw data. Cost: O(n d + n log n) and that of the measures.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score leaves the range of floating point.
    pub fn evaluate(
        &self,
        data: &Dataset,
        measures: &[Measure],
        convention: Undefined,
    ) -> Result<Evaluation, Error> {
        let scaled = self.scale(data);
        let max_grade = data.max_grade().max(self.max_grade);
        let per_query: Vec<Vec<Option<f64>>> = scaled
            .queries()
            .map(|query| {
                let scores = scaled.scores(query.documents, &self.weights);
                check_scores(&scores)?;
                let ranking = TiedRanking::by_scores(&scores);
                let labels = Labels { grades: query.grades, max_grade, threshold: self.settings.threshold };
                Ok(measures.iter().map(|measure| measure.value(&ranking, &labels)).collect())
            })
            .collect::<Result<_, Error>>()?;
        let means = (0..measures.len())
            .map(|measure| Mean::of(per_query.iter().map(|values| values[measure]), convention))
            .collect();
        Ok(Evaluation { means, per_query })
    }
}
