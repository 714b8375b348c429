//! Studies.

use std::sync::Arc;

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::arguments::{Bytes, Number, Numbers, Text, Texts, collected, object, scores, text, texts, whole};
use super::convert::{all_to_js, to_js, to_js_error};
use super::{Dataset, Ratings};
#[cfg(feature = "charts")]
use crate::chart::marks_svg;
use crate::method::settings::TrainingSettings;
use crate::ranker::Ranker;
use crate::study;
use crate::study::{
    CellData, CellPlan, CellProgress, CellRatings, CellRun, ComparisonCurve, ComparisonPlan, ComparisonTable,
    DataFields, QueryValues, Sheet, SourceData, StudyOutline, StudySession, StudyTable, TrainingTime,
};
use crate::util::error::Error;
use crate::util::json;
use crate::util::marks::MarksPlot;

/// Returns a comparison of methods as the text of a study, for `Study`. Missing fields of the plan have their defaults.
/// `data`: a data set as in a study, as JSON.
#[wasm_bindgen]
pub fn comparison_study(plan: Ts<ComparisonPlan>, data: Text) -> Result<String, JsValue> {
    let plan: ComparisonPlan = object("plan", &plan)?;
    let data: DataFields = json::read(&text("data", &data)?)
        .map_err(|error| to_js_error(Error::config("data", error.to_string())))?;
    Ok(plan.study(&data).map_err(to_js_error)?.json())
}

/// Returns the text of a study on another data set, for `Study`. Throws why the study needs its own data. `data`: a data set
/// as in a study, as JSON.
#[wasm_bindgen]
pub fn study_on_data(study: Text, data: Text) -> Result<String, JsValue> {
    let data: DataFields = json::read(&text("data", &data)?)
        .map_err(|error| to_js_error(Error::config("data", error.to_string())))?;
    let study = study::Study::parse(&text("study", &study)?).map_err(to_js_error)?;
    Ok(study.on(&data).map_err(to_js_error)?.json())
}

/// The results of a comparison so far.
#[derive(Serialize, Tsify)]
pub struct ComparisonResults {
    /// The table of training loss against test measure.
    table: ComparisonTable,
    /// The values over C, for every method that has a C and every measure.
    curves: Vec<ComparisonCurve>,
    /// The finished rows as CSV, one value a row.
    csv: String,
}

/// A study with its data and results: it plans the cells, takes results in any order, and returns tables and plots.
#[wasm_bindgen]
pub struct Study {
    session: StudySession,
}

#[wasm_bindgen]
impl Study {
    /// Parses the text of a study and plans its cells. Throws the place and the reason of a fault.
    #[wasm_bindgen(constructor)]
    pub fn new(json: Text) -> Result<Self, JsValue> {
        Ok(Self { session: StudySession::new(&text("json", &json)?).map_err(to_js_error)? })
    }

    /// Returns what the study declares.
    pub fn outline(&self) -> Result<Ts<StudyOutline>, JsValue> {
        to_js(&self.session.outline())
    }

    /// Returns the study as JSON, with all defaults.
    pub fn json(&self) -> String {
        self.session.json()
    }

    /// Sets the data of a file that the study reads.
    pub fn give(&mut self, file: Text, data: &Dataset) -> Result<(), JsValue> {
        let data = SourceData::Documents(Arc::clone(&data.inner));
        self.session.give(&text("file", &file)?, data).map_err(to_js_error)
    }

    /// Returns the grades of the ratings in a file, `ceil` or `double`; none for a file of documents.
    pub fn grades_of(&self, file: Text) -> Result<Option<String>, JsValue> {
        Ok(self.session.grades_of(&text("file", &file)?).map(str::to_owned))
    }

    /// Sets the ratings of a file that the study reads.
    pub fn give_ratings(&mut self, file: Text, ratings: &Ratings) -> Result<(), JsValue> {
        let data = SourceData::Ratings(Arc::new(ratings.inner.clone()));
        self.session.give(&text("file", &file)?, data).map_err(to_js_error)
    }

    /// Whether a file is that of a ranker: a run, scores, or a model.
    pub fn reads_ranker(&self, file: Text) -> Result<bool, JsValue> {
        Ok(self.session.reads_ranker(&text("file", &file)?))
    }

    /// Sets a ranker by the content of its file.
    pub fn give_ranker(&mut self, file: Text, content: Bytes) -> Result<(), JsValue> {
        let ranker = Ranker::open(&collected("content", &content)?).map_err(to_js_error)?;
        self.session.give(&text("file", &file)?, SourceData::Ranker(Arc::new(ranker))).map_err(to_js_error)
    }

    /// Makes the generated samples and the sets of every fold. All files must have been given.
    pub fn prepare(&mut self) -> Result<(), JsValue> {
        self.session.prepare().map_err(to_js_error)
    }

    /// Returns the cells in the order of the study.
    pub fn cells(&self) -> Result<Vec<Ts<CellPlan>>, JsValue> {
        all_to_js::<CellPlan>(&self.session.cells().map_err(to_js_error)?)
    }

    /// Returns the work on a cell.
    pub fn start(&self, cell: Number) -> Result<StudyCell, JsValue> {
        Ok(StudyCell { run: self.session.start(whole("cell", &cell)?).map_err(to_js_error)? })
    }

    /// Stores the result of a cell: the text that `StudyCell.finish` returned, also in another session. Returns whether
    /// all its trainings converged or came to their end.
    pub fn record(&mut self, cell: Number, result: Text) -> Result<bool, JsValue> {
        let result = text("result", &result)?;
        self.session.record(whole("cell", &cell)?, &result).map_err(to_js_error)
    }

    /// Returns the statistics of the results so far.
    pub fn table(&mut self) -> Result<Ts<StudyTable>, JsValue> {
        to_js(self.session.table().map_err(to_js_error)?)
    }

    /// Returns the tables as texts.
    pub fn sheets(&mut self) -> Result<Vec<Ts<Sheet>>, JsValue> {
        all_to_js(&self.session.sheets().map_err(to_js_error)?)
    }

    /// Returns the sentences below the tables, warnings last.
    pub fn notes(&mut self) -> Result<Vec<String>, JsValue> {
        self.session.notes().map_err(to_js_error)
    }

    /// Returns the plots as series.
    pub fn plots(&mut self) -> Result<Vec<Ts<MarksPlot>>, JsValue> {
        all_to_js(&self.session.plots().map_err(to_js_error)?)
    }

    /// Returns the tables as Markdown.
    pub fn markdown(&mut self) -> Result<String, JsValue> {
        self.session.markdown().map_err(to_js_error)
    }

    /// Returns the tables as LaTeX.
    pub fn latex(&mut self) -> Result<String, JsValue> {
        self.session.latex().map_err(to_js_error)
    }

    /// Returns one line of CSV per finished cell and recorded value.
    pub fn cells_csv(&mut self) -> Result<String, JsValue> {
        self.session.cells_csv().map_err(to_js_error)
    }

    /// Returns one line of CSV per finished cell, test query and measure on the test data.
    pub fn queries_csv(&mut self) -> Result<String, JsValue> {
        self.session.queries_csv().map_err(to_js_error)
    }

    /// Returns the results of a comparison of methods so far; none for a study of another form. `checksums`: of
    /// training, validation and test data for the CSV, with an empty text for what is unknown.
    pub fn comparison(&mut self, checksums: Texts) -> Result<Option<Ts<ComparisonResults>>, JsValue> {
        let checksums = texts("checksums", &checksums)?;
        let checksum = |place: usize| checksums.get(place).map_or("", String::as_str);
        let Some(comparison) = self.session.comparison().map_err(to_js_error)? else { return Ok(None) };
        let results = ComparisonResults {
            table: comparison.table(),
            curves: comparison.curves(),
            csv: comparison.csv([checksum(0), checksum(1), checksum(2)]),
        };
        to_js(&results).map(Some)
    }

    /// Returns the test queries behind a row of the table.
    pub fn row_queries(&mut self, row: Number) -> Result<Vec<Ts<QueryValues>>, JsValue> {
        all_to_js(&self.session.row_queries(whole("row", &row)?).map_err(to_js_error)?)
    }

    /// Returns the settings of the run behind a cell: those that validation picked, once the cell is finished.
    pub fn settings(&self, cell: Number) -> Result<Ts<TrainingSettings>, JsValue> {
        to_js(&self.session.settings(whole("cell", &cell)?).map_err(to_js_error)?)
    }

    /// Returns the ratings and settings of a cell of a study on ratings.
    pub fn ratings(&self, cell: Number) -> Result<Ts<CellRatings>, JsValue> {
        to_js(&self.session.ratings(whole("cell", &cell)?).map_err(to_js_error)?)
    }

    /// Returns the data of a cell as LETOR text.
    pub fn data(&self, cell: Number) -> Result<Ts<CellData>, JsValue> {
        to_js(&self.session.data(whole("cell", &cell)?).map_err(to_js_error)?)
    }
}

/// The work on a cell of a study.
#[wasm_bindgen]
pub struct StudyCell {
    run: CellRun,
}

#[wasm_bindgen]
impl StudyCell {
    /// Works for about `budget` queries' worth of time, or to the end of a training. The slicing never changes the
    /// result.
    pub fn advance(&mut self, budget: Number) -> Result<Ts<CellProgress>, JsValue> {
        to_js(&self.run.advance(whole("budget", &budget)?))
    }

    /// Returns the result as JSON, for `Study.record`. The cell cannot be used again. `seconds`, `qp_seconds`: times of
    /// the trainings, in all and in slices that began in the dual; without them, recorded times are left out.
    pub fn finish(self, seconds: Numbers, qp_seconds: Numbers) -> Result<String, JsValue> {
        let (seconds, qp_seconds) = (scores("seconds", &seconds)?, scores("qp_seconds", &qp_seconds)?);
        let time = |(&seconds, &qp_seconds): (&f64, &f64)| TrainingTime { seconds, qp_seconds };
        let times: Vec<TrainingTime> = seconds.iter().zip(&qp_seconds).map(time).collect();
        Ok(self.run.finish(&times).json())
    }
}

#[cfg(feature = "charts")]
#[wasm_bindgen]
impl Study {
    /// Returns a plot as a standalone SVG document; none while it has no values.
    pub fn plot_svg(&mut self, plot: Number) -> Result<Option<String>, JsValue> {
        let plot = whole("plot", &plot)?;
        let plots = self.session.plots().map_err(to_js_error)?;
        let absent = || to_js_error(Error::absent("plot", format!("{plot} is not below {}", plots.len())));
        Ok(marks_svg(plots.get(plot).ok_or_else(absent)?).ok())
    }
}
