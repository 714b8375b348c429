//! A probe: any w of the plane, with its objective, its floor, its measures, and the ranking of a query.

use serde::Serialize;

use super::super::{MeasureValue, TrainingRun};
use super::objective::{QueryOnPlane, check_steps, hinge_of, regulariser, scored};
use super::{PathPoint, WeightAxes};
use crate::data::Grade;
use crate::inspect::Inspection;
use crate::linalg::dot::dot;
use crate::loss::QueryLoss;
use crate::metric::{Mean, Measure, Undefined};
use crate::ranking::TiedRanking;
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring;
use crate::run::Part;
use crate::util::error::Error;

/// A w of the plane, and what it is worth on the training data.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Probe {
    /// The iteration whose reference rankings, planes and smoothing count.
    pub iteration: usize,
    /// Its place on the plane.
    pub at: PathPoint,
    /// ‖w‖.
    pub norm: f64,
    /// The exact objective.
    pub objective: f64,
    /// The floor of the planes known at the iteration; `None` without cutting planes.
    pub floor: Option<f64>,
    /// Mean hinge, the bound of the mean loss; `None` without cutting planes.
    pub slack: Option<f64>,
    /// Mean Δ of the rankings by w, over random orders of ties; without cutting planes, the mean loss of the descent.
    pub loss: f64,
    /// NDCG@10 and the measures of the run on the training data.
    pub measures: Vec<MeasureValue>,
    /// The ranking of one query; `None` if none was asked for.
    pub ranking: Option<ProbeRanking>,
    /// The most violated constraint of that query; `None` without cutting planes, and if the query takes no part.
    pub violator: Option<Inspection>,
}

/// The ranking of a query by a w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProbeRanking {
    /// The query, by its index in the data.
    pub query: usize,
    /// Its id in the file.
    pub id: String,
    /// Number of its documents.
    pub documents: usize,
    /// The first documents by score. Documents with exactly the same score share their ranks.
    pub places: Vec<ProbePlace>,
}

/// A document in the ranking by a w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProbePlace {
    /// Its index within the query.
    pub document: usize,
    /// Comment of its line in the file.
    pub comment: String,
    /// Its grade.
    pub grade: Grade,
    /// Its score.
    pub score: f64,
    /// First rank of the documents with its score, from 1.
    pub first: usize,
    /// Last rank of the documents with its score.
    pub last: usize,
}

/// Documents that are listed of a ranking.
const PLACES: usize = 12;
/// Reported whatever the measures of the run.
const ALWAYS: &str = "ndcg@10";

impl TrainingRun {
    /// Returns what a w of the plane is worth. `point`: its place (a, b). `query`: whose ranking is listed, by its
    /// index in the data. Cost: two passes over the features, and one call of each oracle or one evaluation of each
    /// loss.
    ///
    /// # Errors
    /// As [`TrainingRun::objective_on_plane`]; [`Error::Absent`] for a query that does not exist; [`Error::Config`] for
    /// a point that is not finite.
    pub fn probe_weights(
        &self,
        iteration: usize,
        axes: &WeightAxes,
        point: (f64, f64),
        query: Option<usize>,
    ) -> Result<Probe, Error> {
        self.scorer(iteration)?;
        axes.check(self.train.n_features())?;
        if !(point.0.is_finite() && point.1.is_finite()) {
            return Err(Error::config("point", "it has two finite numbers"));
        }
        if query.is_some_and(|query| query >= self.train.n_queries()) {
            return Err(Error::absent("query", "there is no such query"));
        }
        let w = axes.at(point);
        let ranking = query.map(|query| self.probe_ranking(query, &w)).transpose()?;
        let worth = match self.planes() {
            Ok(_) => self.worth_of_planes(iteration, &w)?,
            Err(_) => self.worth_of_descent(iteration, &w)?,
        };
        let violator = self.probe_violator(iteration, query, &w)?;
        let Worth { objective, floor, slack, loss } = worth;
        Ok(Probe {
            iteration,
            at: axes.place(&w),
            norm: dot(&w, &w).sqrt(),
            objective,
            floor,
            slack,
            loss,
            measures: self.probe_measures(w),
            ranking,
            violator,
        })
    }

    fn probe_violator(
        &self,
        iteration: usize,
        query: Option<usize>,
        w: &[f64],
    ) -> Result<Option<Inspection>, Error> {
        let Ok(planes) = self.planes() else { return Ok(None) };
        let used = query.filter(|query| planes.used_queries().contains(query));
        used.map(|query| self.inspect_at(iteration, query, w)).transpose()
    }

    fn worth_of_planes(&self, iteration: usize, w: &[f64]) -> Result<Worth, Error> {
        let planes = self.planes()?;
        let round = planes.iteration(iteration)?.round;
        let here = WeightAxes { features: None, origin: w.to_vec(), x: zeros(w), y: zeros(w) };
        let queries: Vec<QueryOnPlane> = self.queries_on_plane(iteration, &here)?;
        check_steps(&queries, 1)?;
        let (mut hinge, mut loss) = (0.0, 0.0);
        for query in &queries {
            let documents = scored(query.scores((0.0, 0.0)))?;
            hinge += query.weight * hinge_of(&query.groups, &documents);
            let delta = |(_, loss): &(usize, Box<dyn QueryLoss>)| loss.expected_delta(documents.ranking());
            let greatest = query.groups.iter().map(|group| group.iter().map(delta).fold(0.0, f64::max));
            loss += query.weight * greatest.sum::<f64>();
        }
        let (price, n) = (planes.bound(), planes.total_weight());
        // The planes of this iteration and those before it, which the next w knows.
        let held = planes.ledger().planes(iteration, round, w);
        let mut new = planes.ledger().planes(iteration + 1, round, w);
        new.retain(|plane| plane.found_at == iteration);
        let most = held.iter().chain(&new).map(|plane| plane.slack + 1).max().unwrap_or(0);
        let mut demands = vec![0.0_f64; most];
        for plane in held.iter().chain(&new) {
            demands[plane.slack] = demands[plane.slack].max(plane.demand());
        }
        let half = 0.5 * dot(w, w);
        Ok(Worth {
            objective: half + price * hinge,
            floor: Some(half + price * demands.iter().sum::<f64>()),
            slack: Some(hinge / n),
            loss: loss / n,
        })
    }

    fn worth_of_descent(&self, iteration: usize, w: &[f64]) -> Result<Worth, Error> {
        let objective = self.score_objective(iteration)?;
        let scores = scoring::linear_scores(&self.train, 0..self.train.n_documents(), w)?;
        let loss = objective.mean_loss(&scores);
        let value = regulariser(w, objective.center()) + objective.c() * loss;
        Ok(Worth { objective: value, floor: None, slack: None, loss })
    }

    fn probe_measures(&self, w: Vec<f64>) -> Vec<MeasureValue> {
        let mut measures: Vec<Measure> = ALWAYS.parse().into_iter().collect();
        measures.extend(self.config.measures.iter().filter(|one| one.key() != ALWAYS));
        let values = self.values_on(Part::Training, &Scorer::Linear { weights: w }, &measures);
        let mean = |(measure, values): (&Measure, Vec<Option<f64>>)| MeasureValue {
            measure: measure.key(),
            value: Mean::of(values, Undefined::Skip).value,
        };
        measures.iter().zip(values).map(mean).collect()
    }

    fn probe_ranking(&self, query: usize, w: &[f64]) -> Result<ProbeRanking, Error> {
        let of = self.train.query(query);
        let scores = scoring::linear_scores(&self.train, of.documents.clone(), w)?;
        let ranking = TiedRanking::by_scores(&scores);
        let place = |(rank, documents): (usize, &[u32])| -> Vec<ProbePlace> {
            let (first, last) = (rank + 1, rank + documents.len());
            let place = |&document: &u32| {
                let document = document as usize;
                ProbePlace {
                    document,
                    comment: self.train.comment(of.documents.start + document).to_owned(),
                    grade: of.grades[document],
                    score: scores[document],
                    first,
                    last,
                }
            };
            documents.iter().take(PLACES).map(place).collect()
        };
        let places = ranking.groups().flat_map(place).take(PLACES).collect();
        Ok(ProbeRanking { query, id: of.id.to_owned(), documents: scores.len(), places })
    }
}

struct Worth {
    objective: f64,
    floor: Option<f64>,
    slack: Option<f64>,
    loss: f64,
}

fn zeros(w: &[f64]) -> Vec<f64> {
    vec![0.0; w.len()]
}
