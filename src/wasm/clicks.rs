//! Click logs: read, simulated, summed up, and as weights to learn from.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{
    self, Bytes, Flag, Number, Numbers, Text, bytes, flag, number, object, scores, text, whole,
};
use super::convert::{to_js, to_js_error};
use crate::clicks::{
    self, ClickEvaluation, ClickReader, ClickSummary, Clip, CurveName, Discounts, EstimationSettings,
    Estimator, Keep, LogNames, Logger, PlayedSession, Propensities, PropensityEstimate, PropensitySource,
    SimulationSettings, Simulator,
};
use crate::data;
use crate::export::{DocumentIds, IdOrigin};
use crate::util::error::{Error, shown};

/// Returns training and test data of the made shop in LETOR text, whose popular products are not the best ones: 100 and
/// 400 queries of 10 products. The same seed gives the same text.
#[wasm_bindgen]
pub fn generate_shop(seed: Number) -> Result<Vec<String>, JsValue> {
    Ok(data::generate_shop(arguments::seed(&seed)?).into())
}

/// A log of clicks on a data set. It holds queries and documents by place, and belongs to the data that it was read or
/// simulated with.
#[wasm_bindgen]
pub struct ClickLog {
    log: clicks::ClickLog,
    data: Arc<data::Dataset>,
}

#[wasm_bindgen]
impl ClickLog {
    /// Reads a log in one of the three formats, which is not packed. `ids`: how it names documents, `lines`, `comments`
    /// or `auto`, as for `rankscope summarise-clicks`. Throws its faulty lines.
    pub fn read(file: Bytes, data: &Dataset, ids: Text) -> Result<ClickLog, JsValue> {
        let data = Arc::clone(&data.inner);
        let names = names(&data, &text("ids", &ids)?).map_err(to_js_error)?;
        let mut reader = ClickReader::new(&data, &names);
        bytes("file", &file, |piece| reader.push(piece))?;
        Ok(Self { log: reader.finish().map_err(to_js_error)?, data })
    }

    /// Returns expected counts of so many sessions, the same number on each query: no draw is made. `logger`: as for
    /// `ClickSimulator`.
    pub fn expected(
        data: &Dataset,
        logger: Text,
        settings: Ts<SimulationSettings>,
        sessions: Number,
    ) -> Result<ClickLog, JsValue> {
        let data = Arc::clone(&data.inner);
        let logger = Logger::parse(&text("logger", &logger)?).map_err(to_js_error)?;
        let (settings, sessions) = (object("settings", &settings)?, number("sessions", &sessions)?);
        let log = clicks::expected_log(&data, &logger, None, &settings, sessions).map_err(to_js_error)?;
        Ok(Self { log, data })
    }

    /// Returns sizes, rates of clicks by rank, and what was never shown.
    pub fn summary(&self) -> Result<Ts<ClickSummary>, JsValue> {
        to_js(&self.log.summary(None).map_err(to_js_error)?)
    }

    /// Estimates the chance that a user sees a rank.
    pub fn propensities(&self, settings: Ts<EstimationSettings>) -> Result<Ts<PropensityEstimate>, JsValue> {
        to_js(&clicks::estimate(&self.log, &object("settings", &settings)?).map_err(to_js_error)?)
    }

    /// Returns a click weight for every document of the data; `Dataset.with_click_weights` takes them. `estimator`:
    /// `naive`, `ips` or `affine`. `propensities`: `power:ETA`, `trust:ETA`, `list:P,P,…` by rank, or `log`; empty for
    /// `naive`. `clip`: `auto`, `none` or the least propensity.
    pub fn click_weights(
        &self,
        estimator: Text,
        propensities: Text,
        clip: Text,
    ) -> Result<Vec<f64>, JsValue> {
        let estimator: Estimator = text("estimator", &estimator)?.parse().map_err(to_js_error)?;
        let propensities = text("propensities", &propensities)?;
        let clip = text("clip", &clip)?.parse().map_err(to_js_error)?;
        let curve = self.curve(&propensities).map_err(to_js_error)?;
        let source = curve.as_ref().map(source);
        let estimate = self.log.click_weights(estimator, source, clip).map_err(to_js_error)?;
        Ok(estimate.weights)
    }

    /// Estimates DCG of a ranker from this log: `new` has its scores, one per document. `old`: the scores of the ranker
    /// that it is compared with; empty for none. `cut_off`: ranks that count, 0 for all. `propensities`: as for
    /// `click_weights`. `clip`: `none` or the least propensity; an interval holds only without.
    pub fn evaluate(
        &self,
        new: Numbers,
        old: Numbers,
        cut_off: Number,
        propensities: Text,
        clip: Text,
    ) -> Result<Ts<ClickEvaluation>, JsValue> {
        let (new, old) = (scores("new", &new)?, scores("old", &old)?);
        let cut_off = Some(whole("cut_off", &cut_off)?).filter(|&ranks| ranks > 0);
        let (propensities, clip) = (text("propensities", &propensities)?, text("clip", &clip)?);
        let of = || {
            let Some(curve) = self.curve(&propensities)? else {
                let problem = "an estimate divides by them; give power:1, or log";
                return Err(Error::config("propensities", problem));
            };
            let new = Discounts::by_scores(&self.data, &new, cut_off)?;
            let old = match old.as_slice() {
                [] => None,
                old => Some(Discounts::by_scores(&self.data, old, cut_off)?),
            };
            let least = if clip == "none" { None } else { Some(Clip::at(&clip)?) };
            clicks::evaluate_clicks(&self.log, &new, old.as_ref(), source(&curve), least)
        };
        to_js(&of().map_err(to_js_error)?)
    }
}

impl ClickLog {
    /// Returns the curve that a text names, whose content is `None` for the propensities of the log; `None` for no
    /// text.
    fn curve(&self, text: &str) -> Result<Option<Option<Propensities>>, Error> {
        if text.is_empty() {
            return Ok(None);
        }
        let named = CurveName::parse(text)?.ok_or_else(|| {
            let problem = format!("{} is not power:ETA, trust:ETA, list:P,P,… or log", shown(text));
            Error::config("propensities", problem)
        })?;
        named.curve(&self.data).map(Some)
    }
}

fn source(curve: &Option<Propensities>) -> PropensitySource<'_> {
    curve.as_ref().map_or(PropensitySource::Log, PropensitySource::Curve)
}

fn names(data: &data::Dataset, source: &str) -> Result<LogNames, Error> {
    let ids = DocumentIds::of(data, source.parse()?)?;
    match ids.origin {
        IdOrigin::Lines { .. } => Ok(LogNames::lines(data)),
        _ => LogNames::ids(data, &|row| ids.get(row).to_owned()),
    }
}

/// A simulated log that grows.
#[wasm_bindgen]
pub struct ClickSimulator {
    simulator: Simulator,
    data: Arc<data::Dataset>,
}

#[wasm_bindgen]
impl ClickSimulator {
    /// Returns a log without sessions. `logger`: `feature:F`, `feature:-F` or `random`. `second_logger`: that of some
    /// sessions; empty for none. `keeps_sessions`: whether the clicks of each session are kept; counts are faster.
    #[wasm_bindgen(constructor)]
    pub fn new(
        data: &Dataset,
        logger: Text,
        second_logger: Text,
        settings: Ts<SimulationSettings>,
        keeps_sessions: Flag,
    ) -> Result<Self, JsValue> {
        let first = Logger::parse(&text("logger", &logger)?).map_err(to_js_error)?;
        let second = match text("second_logger", &second_logger)?.as_str() {
            "" => None,
            second => Some(Logger::parse(second).map_err(to_js_error)?),
        };
        Self::with(data, &first, second.as_ref(), &settings, &keeps_sessions)
    }

    /// Returns a log without sessions whose logger ranks by these scores, one per document.
    pub fn by_scores(
        data: &Dataset,
        of_documents: Numbers,
        settings: Ts<SimulationSettings>,
        keeps_sessions: Flag,
    ) -> Result<Self, JsValue> {
        let logger = Logger::by_scores("model", scores("scores", &of_documents)?);
        Self::with(data, &logger, None, &settings, &keeps_sessions)
    }

    /// Adds further sessions.
    pub fn grow(&mut self, sessions: Number) -> Result<(), JsValue> {
        self.simulator.grow(whole("sessions", &sessions)? as u64).map_err(to_js_error)
    }

    /// Adds one session, and returns it with what the user examined.
    pub fn play(&mut self) -> Result<Ts<PlayedSession>, JsValue> {
        to_js(&self.simulator.play().map_err(to_js_error)?)
    }

    /// Returns the log so far.
    pub fn log(&self) -> Result<ClickLog, JsValue> {
        let log = self.simulator.snapshot().map_err(to_js_error)?;
        Ok(ClickLog { log, data: Arc::clone(&self.data) })
    }
}

impl ClickSimulator {
    fn with(
        data: &Dataset,
        first: &Logger,
        second: Option<&Logger>,
        settings: &Ts<SimulationSettings>,
        keeps_sessions: &Flag,
    ) -> Result<Self, JsValue> {
        let settings = object("settings", settings)?;
        let keep = match flag("keeps_sessions", keeps_sessions)? {
            true => Keep::Sessions,
            false => Keep::Counts,
        };
        let data = Arc::clone(&data.inner);
        let simulator = Simulator::new(&data, first, second, &settings, keep).map_err(to_js_error)?;
        Ok(Self { simulator, data })
    }
}
