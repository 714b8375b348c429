//! Training runs.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{Indices, Numbers, indices, number, scores, two};
use super::arguments::{Number, object, object_over, whole};
use super::convert::{all_to_js, to_js, to_js_error};
use super::{Dataset, Model};
use crate::data::{FeatureHistogram, FeatureSpread};
use crate::inspect::{BoundsAlong, Contributions, Enumeration, Pulls, RankedQuery, SearchTable, Valuation};
use crate::inspect::{Inspection, PartialDependence, QueryRow, TreePaths};
use crate::learner::cutting_plane::{Certificate, LedgerPage, Motion};
use crate::loss::GreedyViolation;
use crate::method::settings::TrainingSettings;
use crate::model::explanation::Explanation;
use crate::ranking::scorer::{FeatureUse, Scorer, StepFunction};
use crate::run::{AngleView, HingeOnLine, MapColumns, Probe, RanksAt, StepMotion, WeightAxes, WeightPlane};
use crate::run::{Overview, Progress, TrainingRun, settings_of};
use crate::util::error::Error;

/// A resumable training run.
///
/// The same settings and data give the same reports, bit for bit, for any slicing of the work.
#[wasm_bindgen]
pub struct Training {
    run: TrainingRun,
}

#[wasm_bindgen]
impl Training {
    /// Returns a run at w = 0.
    #[wasm_bindgen(constructor)]
    pub fn new(train: &Dataset, settings: Ts<TrainingSettings>) -> Result<Self, JsValue> {
        Ok(Self {
            run: TrainingRun::new(Arc::clone(&train.inner), &object("settings", &settings)?)
                .map_err(to_js_error)?,
        })
    }

    /// Returns a run whose first rounds are those of a model of a boosting method, or of LightGBM:
    /// `rankscope train --from`. Absent settings are those of the model; LambdaMART goes on from a foreign model.
    /// `rounds` is the number of new rounds. The run reports the rounds of the model first.
    pub fn continue_from(
        train: &Dataset,
        model: &Model,
        settings: Ts<TrainingSettings>,
    ) -> Result<Self, JsValue> {
        let settings = object_over("settings", &settings, &settings_of(&model.inner))?;
        let run =
            TrainingRun::after(Arc::clone(&train.inner), &model.inner, settings).map_err(to_js_error)?;
        Ok(Self { run })
    }

    /// Also measures validation data, from the next report on.
    pub fn watch_validation(&mut self, data: &Dataset) -> Result<(), JsValue> {
        self.run.watch_validation(Arc::clone(&data.inner)).map_err(to_js_error)
    }

    /// Also measures test data, from the next report on.
    pub fn watch_test(&mut self, data: &Dataset) -> Result<(), JsValue> {
        self.run.watch_test(Arc::clone(&data.inner)).map_err(to_js_error)
    }

    /// Returns the sizes and names of the run.
    pub fn overview(&self) -> Result<Ts<Overview>, JsValue> {
        to_js(self.run.overview())
    }

    /// Works for about `budget` queries' worth of time, or to the next report.
    pub fn advance(&mut self, budget: Number) -> Result<Ts<Progress>, JsValue> {
        self.run.check_validation().map_err(to_js_error)?;
        to_js(&self.run.advance(whole("budget", &budget)?))
    }

    /// Weights w of a linear scorer at an iteration that has been reported; 0 is w = 0.
    pub fn weights(&self, iteration: Number) -> Result<Vec<f64>, JsValue> {
        self.run.weights(whole("iteration", &iteration)?).map_err(to_js_error)
    }

    /// Returns figures of at most `count` used queries at an iteration, in data order, from the `first` on, so that a
    /// pass can be sliced. Cost: one call of the oracle for each.
    pub fn some_queries(
        &self,
        iteration: Number,
        first: Number,
        count: Number,
    ) -> Result<Vec<Ts<QueryRow>>, JsValue> {
        let (first, count) = (whole("first", &first)?, whole("count", &count)?);
        all_to_js(&self.run.some_queries(whole("iteration", &iteration)?, first, count).map_err(to_js_error)?)
    }

    /// Returns the most violated constraint of a query (by its index in the data) at an iteration.
    pub fn inspect(&self, iteration: Number, query: Number) -> Result<Ts<Inspection>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.inspect(iteration, query).map_err(to_js_error)?)
    }

    /// Returns the violator of other settings for a query at an iteration's w. The run does not change.
    pub fn preview(
        &self,
        iteration: Number,
        query: Number,
        settings: Ts<TrainingSettings>,
    ) -> Result<Ts<Inspection>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.preview(iteration, query, &object("settings", &settings)?).map_err(to_js_error)?)
    }

    /// Returns the model so far: the best iterate, or the iterate that validation data choose.
    pub fn model(&self) -> Result<Model, JsValue> {
        Ok(Model { inner: self.run.model().map_err(to_js_error)? })
    }
}

#[wasm_bindgen]
impl Training {
    /// Returns the ranking of a query (by its index in the data) at an iteration, with the pull on each document.
    pub fn pulls(&self, iteration: Number, query: Number) -> Result<Ts<Pulls>, JsValue> {
        to_js(&self.run.pulls(whole("iteration", &iteration)?, whole("query", &query)?).map_err(to_js_error)?)
    }

    /// Returns the structured hinge, the ramp bound and the loss at `factor · w` for the w of an iteration.
    pub fn bounds_along(&self, iteration: Number, factors: Numbers) -> Result<Ts<BoundsAlong>, JsValue> {
        let factors = scores("factors", &factors)?;
        to_js(&self.run.bounds_along(whole("iteration", &iteration)?, &factors).map_err(to_js_error)?)
    }

    /// Returns H of that constraint as a sum, term by term.
    pub fn contributions(&self, iteration: Number, query: Number) -> Result<Ts<Contributions>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.contributions(iteration, query).map_err(to_js_error)?)
    }

    /// Returns the result of the published greedy search for the query of that constraint. None for methods other than
    /// SVM-NDCG, and for a query of more than 1,000 documents.
    pub fn greedy(&self, iteration: Number, query: Number) -> Result<Option<Ts<GreedyViolation>>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        self.run.greedy(iteration, query).map_err(to_js_error)?.as_ref().map(to_js).transpose()
    }

    /// Returns the table in which that constraint was found, if the search has one.
    pub fn search_table(&self, iteration: Number, query: Number) -> Result<Option<Ts<SearchTable>>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        self.run.search_table(iteration, query).map_err(to_js_error)?.as_ref().map(to_js).transpose()
    }

    /// Returns the value of a ranking of the query's documents, compared with the violator.
    pub fn value(
        &self,
        iteration: Number,
        query: Number,
        ranking: Indices,
    ) -> Result<Ts<Valuation>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.value(iteration, query, &indices("ranking", &ranking)?).map_err(to_js_error)?)
    }

    /// Returns the values of all rankings of a query of at most 7 documents.
    pub fn enumerate(&self, iteration: Number, query: Number) -> Result<Ts<Enumeration>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.enumerate(iteration, query).map_err(to_js_error)?)
    }

    /// Returns the difference of the scores of two documents of a query (by their index within it) feature by feature.
    pub fn explain(
        &self,
        iteration: Number,
        query: Number,
        first: Number,
        second: Number,
    ) -> Result<Ts<Explanation>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        let documents = [whole("first", &first)?, whole("second", &second)?];
        to_js(&self.run.explain(iteration, query, documents).map_err(to_js_error)?)
    }

    /// Returns the ways of two documents of a query (by their index within it) through one tree, by ensemble and round
    /// from 0, and the difference of their scores after every round.
    pub fn tree_paths(
        &self,
        iteration: Number,
        query: Number,
        documents: Indices,
        tree: Indices,
    ) -> Result<Ts<TreePaths>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        let documents = two("documents", &documents)?;
        to_js(&self.run.tree_paths(iteration, query, documents, two("tree", &tree)?).map_err(to_js_error)?)
    }

    /// Returns the mean score of the training documents as a function of one feature (from 0), at an iteration.
    pub fn partial_dependence(
        &self,
        iteration: Number,
        feature: Number,
    ) -> Result<Ts<PartialDependence>, JsValue> {
        let (iteration, feature) = (whole("iteration", &iteration)?, whole("feature", &feature)?);
        to_js(&self.run.partial_dependence(iteration, feature).map_err(to_js_error)?)
    }

    /// Returns one score per point at an iteration. `points`: raw features, row-major, as many values per point as the
    /// training data have features. Throws for scaling within each query.
    pub fn score_points(&self, iteration: Number, points: Numbers) -> Result<Vec<f64>, JsValue> {
        let points = scores("points", &points)?;
        self.run.score_points(whole("iteration", &iteration)?, &points).map_err(to_js_error)
    }

    /// Returns the lower bound of an iteration with its proof, and a page of its planes.
    pub fn certificate(&self, iteration: Number, page: Ts<LedgerPage>) -> Result<Ts<Certificate>, JsValue> {
        let page = object("page", &page)?;
        to_js(&self.run.certificate(whole("iteration", &iteration)?, page).map_err(to_js_error)?)
    }

    /// Returns an iteration in slow motion, for one query (by its index in the data).
    pub fn motion(&self, iteration: Number, query: Number) -> Result<Ts<Motion>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.motion(iteration, query).map_err(to_js_error)?)
    }

    /// Trains without a ledger, whose size grows with every iteration. Call it before the first `advance`.
    /// `certificate` and `motion` then throw.
    pub fn leave_out_ledger(&mut self) {
        self.run.leave_out_ledger();
    }

    /// Returns the step after an iteration in slow motion, for one query (by its index in the data): with cutting
    /// planes as `motion`, else a round of boosting or a gradient step. Throws for methods that have neither.
    pub fn step_motion(&self, iteration: Number, query: Number) -> Result<Ts<StepMotion>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.step_motion(iteration, query).map_err(to_js_error)?)
    }

    /// What scores the documents at an iteration that has been reported; 0 is the untrained scorer.
    pub fn scorer(&self, iteration: Number) -> Result<Ts<Scorer>, JsValue> {
        to_js(&*self.run.scorer(whole("iteration", &iteration)?).map_err(to_js_error)?)
    }

    /// The features that the scorer of an iteration uses, the most important first.
    pub fn feature_uses(&self, iteration: Number) -> Result<Vec<Ts<FeatureUse>>, JsValue> {
        all_to_js(&self.run.scorer(whole("iteration", &iteration)?).map_err(to_js_error)?.features())
    }

    /// The step function of every feature with a stump, by feature.
    pub fn step_functions(&self, iteration: Number) -> Result<Vec<Ts<StepFunction>>, JsValue> {
        all_to_js(&self.run.scorer(whole("iteration", &iteration)?).map_err(to_js_error)?.step_functions())
    }

    /// Returns the range of a feature's scaled values in the training data, and of their middle half.
    pub fn feature_spread(&self, feature: Number) -> Result<Ts<FeatureSpread>, JsValue> {
        to_js(&self.run.feature_spread(whole("feature", &feature)?).map_err(to_js_error)?)
    }

    /// Returns the columns of the feature map with the weights of a linear scorer at an iteration: monomials, or
    /// landmarks with their coefficients u.
    pub fn map_columns(&self, iteration: Number) -> Result<Ts<MapColumns>, JsValue> {
        to_js(&self.run.map_columns(whole("iteration", &iteration)?).map_err(to_js_error)?)
    }

    /// Returns the number of training documents by the scaled value of a feature, in bins of equal width from `low` to
    /// `high`.
    pub fn feature_histogram(
        &self,
        feature: Number,
        low: Number,
        high: Number,
        bins: Number,
    ) -> Result<Ts<FeatureHistogram>, JsValue> {
        let (low, high) = (number("low", &low)?, number("high", &high)?);
        let (feature, bins) = (whole("feature", &feature)?, whole("bins", &bins)?);
        to_js(&self.run.feature_histogram(feature, low, high, bins).map_err(to_js_error)?)
    }

    /// The pull on each document of a query (by its index in the data) at an iteration; positive pushes it up. None
    /// where the method has no pull, or the query takes no part.
    pub fn pull(&self, iteration: Number, query: Number) -> Result<Option<Vec<f64>>, JsValue> {
        self.run.pull(whole("iteration", &iteration)?, whole("query", &query)?).map_err(to_js_error)
    }

    /// Returns figures of at most `count` queries under the scorer of an iteration, from the `first` on; also of
    /// methods without cutting planes.
    pub fn ranked_queries(
        &self,
        iteration: Number,
        first: Number,
        count: Number,
    ) -> Result<Vec<Ts<RankedQuery>>, JsValue> {
        let (first, count) = (whole("first", &first)?, whole("count", &count)?);
        all_to_js(
            &self.run.ranked_queries(whole("iteration", &iteration)?, first, count).map_err(to_js_error)?,
        )
    }

    /// Returns figures of every used query at an iteration, in data order. Cost: one pass of the oracle.
    pub fn queries(&self, iteration: Number) -> Result<Vec<Ts<QueryRow>>, JsValue> {
        all_to_js(&self.run.queries(whole("iteration", &iteration)?).map_err(to_js_error)?)
    }

    /// Returns the ranks of the documents of a query (by its index in the data) at each of these iterations.
    pub fn rank_history(&self, query: Number, iterations: Indices) -> Result<Vec<Ts<RanksAt>>, JsValue> {
        let iterations = indices("iterations", &iterations)?;
        let iterations: Vec<usize> = iterations.into_iter().map(|iteration| iteration as usize).collect();
        all_to_js(&self.run.rank_history(whole("query", &query)?, &iterations).map_err(to_js_error)?)
    }

    /// Returns the plane through w = 0 and the best w, with the path of w and the cutting planes at an iteration.
    /// `features`: two features, from 0, for the slice through the best w along them; else none.
    pub fn weight_plane(&self, iteration: Number, features: Indices) -> Result<Ts<WeightPlane>, JsValue> {
        let features = match indices("features", &features)?[..] {
            [] => None,
            [x, y] => Some([x as usize, y as usize]),
            _ => return Err(to_js_error(Error::config("features", "they are two, or none"))),
        };
        to_js(&self.run.weight_plane(whole("iteration", &iteration)?, features).map_err(to_js_error)?)
    }

    /// Returns the objective at points of a plane of w, under the reference rankings of an iteration. `points`: a and b
    /// of each point.
    pub fn objective_on_plane(
        &self,
        iteration: Number,
        axes: Ts<WeightAxes>,
        points: Numbers,
    ) -> Result<Vec<f64>, JsValue> {
        let axes: WeightAxes = object("axes", &axes)?;
        let points = pairs(&scores("points", &points)?)?;
        self.run.objective_on_plane(whole("iteration", &iteration)?, &axes, &points).map_err(to_js_error)
    }

    /// Returns what a w of the plane is worth on the training data. `point`: its a and b. `query`: whose ranking is
    /// listed, by its index in the data; else none.
    pub fn probe_weights(
        &self,
        iteration: Number,
        axes: Ts<WeightAxes>,
        point: Numbers,
        query: Indices,
    ) -> Result<Ts<Probe>, JsValue> {
        let axes: WeightAxes = object("axes", &axes)?;
        let &[point] = &pairs(&scores("point", &point)?)?[..] else {
            return Err(to_js_error(Error::config("point", "it has two numbers")));
        };
        let query = indices("query", &query)?.first().map(|&query| query as usize);
        to_js(
            &self
                .run
                .probe_weights(whole("iteration", &iteration)?, &axes, point, query)
                .map_err(to_js_error)?,
        )
    }

    /// Returns the mean loss in every direction of a plane through 0, and the mean hinge at a distance from 0.
    pub fn angle_view(
        &self,
        iteration: Number,
        axes: Ts<WeightAxes>,
        radius: Number,
    ) -> Result<Ts<AngleView>, JsValue> {
        let axes: WeightAxes = object("axes", &axes)?;
        let (iteration, radius) = (whole("iteration", &iteration)?, number("radius", &radius)?);
        to_js(&self.run.angle_view(iteration, &axes, radius).map_err(to_js_error)?)
    }

    /// Returns the hinge of a query (by its index in the data) along the line from the w of an iteration to the best w,
    /// with the query's planes so far.
    pub fn hinge_on_line(&self, iteration: Number, query: Number) -> Result<Ts<HingeOnLine>, JsValue> {
        let (iteration, query) = (whole("iteration", &iteration)?, whole("query", &query)?);
        to_js(&self.run.hinge_on_line(iteration, query).map_err(to_js_error)?)
    }
}

fn pairs(numbers: &[f64]) -> Result<Vec<(f64, f64)>, JsValue> {
    if !numbers.len().is_multiple_of(2) {
        return Err(to_js_error(Error::config("points", "they have two numbers each")));
    }
    Ok(numbers.chunks_exact(2).map(|point| (point[0], point[1])).collect())
}
