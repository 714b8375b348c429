//! The JS API: every binding converts, calls one function and converts back. wasm32 only.
//!
//! Errors are thrown as `Error` objects named `RankscopeError`: the message is for people, the `cause` is a
//! [`Fault`] for programs.

use std::sync::Arc;

use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;
use web_sys::HtmlCanvasElement;

use crate::agreement::{self, Agreement};
use crate::chart::{self, ChartFrame, ChartSpec, Figure, Surface};
use crate::checksum;
use crate::data::{self, DatasetSummary, DocumentInfo, LetorParser, generate_letor};
use crate::error::{Error, Problem};
use crate::experiment::{
    self, Certificate, ComparisonPlan, ComparisonTable, Job, JobResult, LedgerPage, Motion, Overview,
    TrainingRun,
};
use crate::explanation::Explanation;
use crate::export;
use crate::export::command::{CommandFiles, train_command};
use crate::export::table::{self, ExportTable};
use crate::inspection::{Contributions, Enumeration, Inspection, QueryRow, SearchTable, Valuation};
use crate::learner::Progress;
use crate::loss::{self, Catalog, Decay, GreedyViolation, Profiles};
use crate::metric::Measure;
use crate::model;
use crate::settings::TrainingSettings;

/// What an error carries for programs.
#[derive(Serialize, Tsify)]
pub struct Fault {
    /// `parse`, `config`, `data` or `numeric`.
    kind: &'static str,
    /// The setting at fault, or the stage of the computation.
    field: Option<&'static str>,
    /// Faults in a text, the first ones.
    problems: Vec<Problem>,
    /// How many faults the text has in all.
    total: usize,
}

#[wasm_bindgen(typescript_custom_section)]
const ERRORS: &str = r#"
/** Every function that fails throws one of these. */
export interface RankscopeError extends Error { name: "RankscopeError"; cause: Fault }
"#;

/// Posts panics to the console, where the page's worker sees them.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// What can be chosen, with names, one-line explanations, formulas and sources.
#[wasm_bindgen]
pub fn catalog() -> Result<Ts<Catalog>, JsValue> {
    given(&loss::catalog())
}

/// Checks settings without data; throws what is wrong with the first that cannot be used.
#[wasm_bindgen]
pub fn check_settings(settings: Ts<TrainingSettings>) -> Result<(), JsValue> {
    settings_of(&settings)?.parse().map(drop).map_err(thrown)
}

/// Decay c and discounts a of the settings for a query of `documents` documents, for drawing.
#[wasm_bindgen]
pub fn profiles(settings: Ts<TrainingSettings>, documents: usize) -> Result<Ts<Profiles>, JsValue> {
    given(&settings_of(&settings)?.profiles(documents).map_err(thrown)?)
}

/// What the published greedy search for SVM-NDCG answers for one query, to compare it with the exact violator.
#[wasm_bindgen]
pub fn published_greedy(
    settings: Ts<TrainingSettings>,
    grades: &[u8],
    scores: &[f64],
) -> Result<Ts<GreedyViolation>, JsValue> {
    given(&loss::published_greedy(&settings_of(&settings)?, grades, scores).map_err(thrown)?)
}

/// LETOR text of the generated sample: graded, web-search-like, noisy. The same seed gives the same text.
#[wasm_bindgen]
pub fn generate_sample(queries: usize, documents: usize, seed: u32) -> Vec<u8> {
    generate_letor(queries, documents, u64::from(seed)).into_bytes()
}

/// Draws a line chart by plotters. The canvas must have `width × pixel_ratio` by `height × pixel_ratio` pixels.
#[wasm_bindgen]
pub fn draw_chart(canvas: HtmlCanvasElement, chart: Ts<ChartSpec>) -> Result<Ts<ChartFrame>, JsValue> {
    let chart = chart.to_rust().map_err(|fault| thrown(Error::config("chart", fault.to_string())))?;
    let backend = CanvasBackend::with_canvas_object(canvas)
        .ok_or_else(|| thrown(Error::config("canvas", "it has no 2d context")))?;
    given(&chart::draw(&Surface::Canvas(backend).into_drawing_area(), &chart).map_err(thrown)?)
}

/// Width and height of a figure in device pixels.
#[wasm_bindgen]
pub fn figure_size(figure: Ts<Figure>) -> Result<Vec<u32>, JsValue> {
    figure_of(&figure)?.size().map(|(width, height)| vec![width, height]).map_err(thrown)
}

/// Draws charts with titles and legends on a canvas of [`figure_size`].
#[wasm_bindgen]
pub fn draw_figure(canvas: HtmlCanvasElement, figure: Ts<Figure>) -> Result<(), JsValue> {
    let backend = CanvasBackend::with_canvas_object(canvas)
        .ok_or_else(|| thrown(Error::config("canvas", "it has no 2d context")))?;
    chart::draw_figure(&Surface::Canvas(backend).into_drawing_area(), &figure_of(&figure)?).map_err(thrown)
}

/// Charts with titles and legends as a standalone SVG document.
#[wasm_bindgen]
pub fn figure_svg(figure: Ts<Figure>) -> Result<String, JsValue> {
    chart::figure_svg(&figure_of(&figure)?).map_err(thrown)
}

/// A table in the format `csv`, `markdown` or `latex`.
#[wasm_bindgen]
pub fn export_table(table: Ts<ExportTable>, format: &str) -> Result<String, JsValue> {
    let table = table.to_rust().map_err(|fault| thrown(Error::config("table", fault.to_string())))?;
    table::write(&table, format).map_err(thrown)
}

/// The command that reproduces a run, quoted for a POSIX shell.
#[wasm_bindgen]
pub fn command_line(settings: Ts<TrainingSettings>, files: Ts<CommandFiles>) -> Result<String, JsValue> {
    let files = files.to_rust().map_err(|fault| thrown(Error::config("files", fault.to_string())))?;
    Ok(train_command(&settings_of(&settings)?, &files))
}

/// Names of features, by place; null where there is none.
#[derive(Serialize, serde::Deserialize, Tsify)]
pub struct FeatureNames {
    /// The name of feature 1, 2, ….
    names: Vec<Option<String>>,
}

/// Reads a names file: one name per line, or lines `index name` or `index:name`. Throws the lines at fault.
#[wasm_bindgen]
pub fn feature_names(text: &str) -> Result<Ts<FeatureNames>, JsValue> {
    given(&FeatureNames { names: data::parse_names(text).map_err(thrown)? })
}

/// A decay profile with a typed list made non-increasing and non-negative by its running minimum.
#[wasm_bindgen]
pub fn mend_decay(decay: &str) -> Result<String, JsValue> {
    decay.parse::<Decay>().and_then(Decay::mended).map(|decay| decay.to_string()).map_err(thrown)
}

/// A checksum of bytes that come in pieces, to tell whether two files are the same.
#[wasm_bindgen]
#[derive(Default)]
pub struct Checksum {
    inner: checksum::Checksum,
}

#[wasm_bindgen]
impl Checksum {
    /// That of no bytes.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.inner.push(bytes);
    }

    /// The checksum so far, 16 hexadecimal digits.
    pub fn hex(&self) -> String {
        self.inner.hex()
    }
}

/// Reads LETOR text chunk by chunk.
#[wasm_bindgen]
#[derive(Default)]
pub struct LetorReader {
    parser: LetorParser,
}

#[wasm_bindgen]
impl LetorReader {
    /// A reader at the start of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next bytes of the file; they may end anywhere.
    pub fn push(&mut self, chunk: &[u8]) {
        self.parser.push(chunk);
    }

    /// Documents read so far.
    #[wasm_bindgen(getter)]
    pub fn documents(&self) -> usize {
        self.parser.documents()
    }

    /// Lines read so far.
    #[wasm_bindgen(getter)]
    pub fn lines(&self) -> usize {
        self.parser.lines()
    }

    /// Whether memory ran out, so that nothing comes of reading on.
    #[wasm_bindgen(getter)]
    pub fn starved(&self) -> bool {
        self.parser.starved()
    }

    /// The data set. Throws the first 20 faults of the file with line and column. The reader is used up.
    pub fn finish(self) -> Result<Dataset, JsValue> {
        let parsed = self.parser.finish().map_err(thrown)?;
        Ok(Dataset { inner: Arc::new(parsed.dataset) })
    }
}

/// Queries with documents, features and grades. Holds memory of the module until `free` is called.
#[wasm_bindgen]
pub struct Dataset {
    inner: Arc<data::Dataset>,
}

#[wasm_bindgen]
impl Dataset {
    /// What it holds, in numbers, and what the reader noticed.
    pub fn summary(&self) -> Result<Ts<DatasetSummary>, JsValue> {
        given(&self.inner.summary())
    }

    /// Documents of one query, in the order of the file.
    pub fn documents(&self, query: usize) -> Result<Vec<Ts<DocumentInfo>>, JsValue> {
        all_given(&self.inner.documents(query).map_err(thrown)?)
    }

    /// Features of one document of one query, as they are in the file.
    pub fn features(&self, query: usize, document: usize) -> Result<Vec<f64>, JsValue> {
        self.inner.document_features(query, document).map(<[f64]>::to_vec).map_err(thrown)
    }

    /// Training and validation part of one fold of a seeded cross-validation over queries.
    pub fn fold(&self, folds: usize, fold: usize, seed: u32) -> Result<Vec<Dataset>, JsValue> {
        let parts = self.inner.fold(folds, fold, u64::from(seed)).map_err(thrown)?;
        Ok(parts.into_iter().map(|inner| Dataset { inner: Arc::new(inner) }).collect())
    }

    /// Training, validation and test data of a seeded split by query. The shares must sum to 1.
    pub fn split(&self, train: f64, validation: f64, test: f64, seed: u32) -> Result<Vec<Dataset>, JsValue> {
        let parts = self.inner.split_by_query([train, validation, test], u64::from(seed)).map_err(thrown)?;
        Ok(parts.into_iter().map(|inner| Dataset { inner: Arc::new(inner) }).collect())
    }
}

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
            run: TrainingRun::new(Arc::clone(&train.inner), &settings_of(&settings)?).map_err(thrown)?,
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

    /// What the run works with.
    pub fn overview(&self) -> Result<Ts<Overview>, JsValue> {
        given(self.run.overview())
    }

    /// Works on for about `budget` queries' worth of time, or to the next report.
    pub fn advance(&mut self, budget: usize) -> Result<Ts<Progress>, JsValue> {
        given(&self.run.advance(budget))
    }

    /// Weights w at an iteration that has been reported; 0 is w = 0.
    pub fn weights(&self, iteration: usize) -> Result<Vec<f64>, JsValue> {
        self.run.weights(iteration).map(<[f64]>::to_vec).map_err(thrown)
    }

    /// Figures of every used query at an iteration, in data order. Costs one pass of the oracle.
    pub fn queries(&self, iteration: usize) -> Result<Vec<Ts<QueryRow>>, JsValue> {
        self.some_queries(iteration, 0, usize::MAX)
    }

    /// At most `count` of these figures, from the `first` on: a pass in slices.
    pub fn some_queries(
        &self,
        iteration: usize,
        first: usize,
        count: usize,
    ) -> Result<Vec<Ts<QueryRow>>, JsValue> {
        all_given(&self.run.some_queries(iteration, first, count).map_err(thrown)?)
    }

    /// The most violated constraint of a query (by its index in the data) at an iteration.
    pub fn inspect(&self, iteration: usize, query: usize) -> Result<Ts<Inspection>, JsValue> {
        given(&self.run.inspect(iteration, query).map_err(thrown)?)
    }

    /// How H of that constraint adds up, term by term.
    pub fn contributions(&self, iteration: usize, query: usize) -> Result<Ts<Contributions>, JsValue> {
        given(&self.run.contributions(iteration, query).map_err(thrown)?)
    }

    /// The table in which that constraint was found, if the search has one.
    pub fn search_table(&self, iteration: usize, query: usize) -> Result<Option<Ts<SearchTable>>, JsValue> {
        self.run.search_table(iteration, query).map_err(thrown)?.as_ref().map(given).transpose()
    }

    /// What a ranking of the query's documents is worth, beside the oracle's.
    pub fn value(&self, iteration: usize, query: usize, ranking: &[u32]) -> Result<Ts<Valuation>, JsValue> {
        given(&self.run.value(iteration, query, ranking).map_err(thrown)?)
    }

    /// What all rankings of a query of at most 7 documents are worth.
    pub fn enumerate(&self, iteration: usize, query: usize) -> Result<Ts<Enumeration>, JsValue> {
        given(&self.run.enumerate(iteration, query).map_err(thrown)?)
    }

    /// What the oracle of other settings would find for a query at an iteration's w. The run stays as it is.
    pub fn preview(
        &self,
        iteration: usize,
        query: usize,
        settings: Ts<TrainingSettings>,
    ) -> Result<Ts<Inspection>, JsValue> {
        given(&self.run.preview(iteration, query, &settings_of(&settings)?).map_err(thrown)?)
    }

    /// The scores of two documents of a query (by their index within it) feature by feature.
    pub fn explain(
        &self,
        iteration: usize,
        query: usize,
        first: usize,
        second: usize,
    ) -> Result<Ts<Explanation>, JsValue> {
        given(&self.run.explain(iteration, query, [first, second]).map_err(thrown)?)
    }

    /// What proves how good the w of an iteration is, with a page of its planes.
    pub fn certificate(&self, iteration: usize, page: Ts<LedgerPage>) -> Result<Ts<Certificate>, JsValue> {
        let page = page.to_rust().map_err(|fault| thrown(Error::config("page", fault.to_string())))?;
        given(&self.run.certificate(iteration, page).map_err(thrown)?)
    }

    /// An iteration in slow motion, told of one query (by its index in the data).
    pub fn motion(&self, iteration: usize, query: usize) -> Result<Ts<Motion>, JsValue> {
        given(&self.run.motion(iteration, query).map_err(thrown)?)
    }

    /// The best model so far.
    pub fn model(&self) -> Result<Model, JsValue> {
        Ok(Model { inner: self.run.model().map_err(thrown)? })
    }
}

/// A trained ranker with the scaling of its features. Scores raw data.
#[wasm_bindgen]
pub struct Model {
    inner: model::Model,
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
    pub fn parse(json: &str) -> Result<Model, JsValue> {
        Ok(Self { inner: model::Model::parse(json).map_err(thrown)? })
    }

    /// The model file.
    pub fn json(&self) -> String {
        self.inner.json()
    }

    /// The model in the format `json`, `elasticsearch` or `solr`, under a name; features without a name are `f1`,
    /// `f2`, …. Throws the reason where a format cannot express the model.
    pub fn export(&self, format: &str, names: Ts<FeatureNames>, name: &str) -> Result<String, JsValue> {
        let names = names.to_rust().map_err(|fault| thrown(Error::config("names", fault.to_string())))?;
        let format = format.parse().map_err(thrown)?;
        export::model(&self.inner, format, &names.names, name).map_err(thrown)
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
        measure: &str,
        p: f64,
    ) -> Result<Ts<Agreement>, JsValue> {
        let measure = measure.parse().map_err(thrown)?;
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
        measures: Vec<String>,
        empty: &str,
    ) -> Result<Vec<Ts<EvaluatedMeasure>>, JsValue> {
        let convention = empty.parse().map_err(thrown)?;
        let measures: Vec<Measure> =
            measures.iter().map(|name| name.parse()).collect::<Result<_, _>>().map_err(thrown)?;
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

fn settings_of(settings: &Ts<TrainingSettings>) -> Result<TrainingSettings, JsValue> {
    settings.to_rust().map_err(|fault| thrown(Error::config("settings", fault.to_string())))
}

fn figure_of(figure: &Ts<Figure>) -> Result<Figure, JsValue> {
    figure.to_rust().map_err(|fault| thrown(Error::config("figure", fault.to_string())))
}

/// The JS form of a result.
fn given<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsValue> {
    value.into_ts().map_err(|fault| thrown(Error::data(fault.to_string())))
}

fn all_given<T: Tsify + Serialize>(values: &[T]) -> Result<Vec<Ts<T>>, JsValue> {
    values.iter().map(given).collect()
}

/// The JS form of an error.
fn thrown(error: Error) -> JsValue {
    let message = error.to_string();
    let fault = match error {
        Error::Parse { problems, total } => Fault { kind: "parse", field: None, problems, total },
        Error::Config { field, .. } => {
            Fault { kind: "config", field: Some(field), problems: Vec::new(), total: 0 }
        }
        Error::Data { .. } => Fault { kind: "data", field: None, problems: Vec::new(), total: 0 },
        Error::Numeric { stage, .. } => {
            Fault { kind: "numeric", field: Some(stage), problems: Vec::new(), total: 0 }
        }
    };
    let options = js_sys::Object::new();
    let cause = serde_wasm_bindgen::to_value(&fault).unwrap_or(JsValue::UNDEFINED);
    // Setting a property of a plain object that was just made cannot fail.
    let _ = js_sys::Reflect::set(&options, &"cause".into(), &cause);
    let thrown = js_sys::Error::new_with_options(&message, &options);
    thrown.set_name("RankscopeError");
    thrown.into()
}
