//! The sketch pad: trains on a few documents in full at every change, moves cutting planes with a document, and
//! measures any w.
//!
//! A cutting plane is a ranking, and its Δ does not depend on the features. When a document moves, the same ranking has
//! a plane in the new data at once, and that plane is a lower bound on the new hinge.

mod figures;
mod moving_plane;

use std::sync::Arc;

use serde::Serialize;

use super::{Progress, Stop, TrainingRun};
use crate::data::Dataset;
use crate::linalg::dot::dot;
use crate::loss::{BoundGroups, QueryLoss, bind_groups, margin};
use crate::method::settings::TrainingSettings;
use crate::ranking::scoring;
use crate::ranking::scoring::check_scores;
use crate::ranking::{ScoredDocuments, TiedRanking};
use crate::util::error::Error;

pub use figures::{SketchFigures, SketchValues};
pub use moving_plane::MovingPlane;

/// The most queries of a sketch.
pub const MOST_QUERIES: usize = 8;
/// The most documents of a query of a sketch.
pub const MOST_DOCUMENTS: usize = 20;
/// The number of features of a sketch.
pub const FEATURES: usize = 2;
/// Reported iterations after which the training of one change ends.
const MOST_ITERATIONS: usize = 300;

/// A trained sketch, and the cutting planes of an earlier training that have moved with its documents.
pub struct Sketch {
    settings: TrainingSettings,
    data: Arc<Dataset>,
    run: TrainingRun,
    stop: Stop,
    /// The losses under the reference rankings of the last round.
    queries: Vec<BoundQuery>,
    held: Held,
}

/// The losses of a query, under the reference rankings of one moment.
struct BoundQuery {
    query: usize,
    groups: BoundGroups,
}

/// Planes of an earlier training, with the losses under the reference rankings that they belong to.
#[derive(Default)]
struct Held {
    queries: Vec<BoundQuery>,
    planes: Vec<MovingPlane>,
}

/// The result of a full training on a sketch.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(hashmap_as_object))]
pub struct SketchTraining {
    /// The end of training.
    pub stop: Stop,
    /// The trained w; `None` if the scorer is not a direction of the points.
    pub w: Option<Vec<f64>>,
    /// Why there is no w; empty if there is one.
    pub without_w: String,
    /// The planes that moved with the documents; `None` if there are none.
    pub moved: Option<MovedPlanes>,
}

/// Planes of an earlier training after their documents have moved. All values are at the newly trained w and under the
/// reference rankings of the earlier training.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MovedPlanes {
    /// Number of planes.
    pub planes: usize,
    /// `½‖w‖² + C/m · Σ max(0, highest demand)` over the moved planes. It is never above `objective`.
    pub floor: f64,
    /// The same with the exact hinges.
    pub objective: f64,
}

impl Sketch {
    /// Trains on the data in full, or until the limit of iterations. Cost: some tens of passes over few documents.
    ///
    /// # Errors
    /// [`Error::Data`] for data that are not a sketch, and as [`TrainingRun::new`].
    pub fn new(data: Arc<Dataset>, settings: &TrainingSettings) -> Result<Self, Error> {
        check_size(&data)?;
        let (run, stop) = trained(&data, settings)?;
        let queries = bound_queries(&run)?;
        let mut sketch = Self { settings: settings.clone(), data, run, stop, queries, held: Held::default() };
        sketch.held = sketch.found_planes()?;
        Ok(sketch)
    }

    /// Moves the planes of the first training to new features of the same documents, and trains anew.
    ///
    /// # Errors
    /// [`Error::Config`] if the queries, their documents or their grades differ, and as [`Sketch::new`].
    pub fn follow(&mut self, data: Arc<Dataset>) -> Result<(), Error> {
        check_size(&data)?;
        let grades =
            |data: &Dataset| -> Vec<Vec<u8>> { data.queries().map(|query| query.grades.to_vec()).collect() };
        if grades(&data) != grades(&self.data) {
            return Err(Error::config("data", "only the features of a sketch can move; start a new sketch"));
        }
        let (run, stop) = trained(&data, &self.settings)?;
        self.queries = bound_queries(&run)?;
        for plane in &mut self.held.planes {
            for (document, row) in data.query(plane.query).documents.enumerate() {
                let by: Vec<f64> = (data.features(row).iter().zip(self.data.features(row).iter()))
                    .map(|(new, old)| new - old)
                    .collect();
                plane.move_document(document, &by);
            }
        }
        (self.data, self.run, self.stop) = (data, run, stop);
        Ok(())
    }

    /// Returns the result of the latest training.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score is out of range.
    pub fn training(&self) -> Result<SketchTraining, Error> {
        let without_w = self.without_w();
        let w = match without_w.is_empty() {
            true => Some(self.run.weights(self.run.model_iteration())?),
            false => None,
        };
        let moved = match &w {
            Some(w) if !self.held.planes.is_empty() => Some(self.moved(w)?),
            _ => None,
        };
        Ok(SketchTraining { stop: self.stop.clone(), w, without_w, moved })
    }

    /// Returns the planes of the first training, where their documents are now.
    pub fn moved_planes(&self) -> &[MovingPlane] {
        &self.held.planes
    }

    /// Returns the floor of the moved planes and the exact objective at any w. Cost: one call of each oracle.
    ///
    /// # Errors
    /// [`Error::Absent`] for a method without cutting planes, [`Error::Numeric`] if a score is out of range.
    pub fn moved(&self, w: &[f64]) -> Result<MovedPlanes, Error> {
        let price = self.run.planes()?.bound();
        let half = 0.5 * dot(w, w);
        let mut highest = std::collections::BTreeMap::new();
        for plane in &self.held.planes {
            let demand: &mut f64 = highest.entry((plane.query, plane.group)).or_insert(0.0);
            *demand = demand.max(plane.demand(w));
        }
        let mut hinges = 0.0;
        for bound in &self.held.queries {
            let documents = scored(self.scores(bound.query, w)?)?;
            hinges += hinge(&bound.groups, &documents);
        }
        let floor = half + price * highest.values().sum::<f64>();
        Ok(MovedPlanes { planes: self.held.planes.len(), floor, objective: half + price * hinges })
    }

    /// Why the trained scorer is not a direction of the points; empty if it is.
    fn without_w(&self) -> String {
        let (config, settings) = (&self.run.config, &self.settings);
        if settings.scale != "none" {
            "The features are scaled, so w is not a direction of the points.".to_owned()
        } else if !self.run.map.is_none() {
            "With a feature map, w is not a direction of the points.".to_owned()
        } else if config.first_queries.is_some() {
            "The training leaves out queries, so w is not that of these points.".to_owned()
        } else if config.preparation.drop_zero || config.preparation.drop_near_duplicates {
            "The preparation leaves out documents, so w is not that of these points.".to_owned()
        } else if self.run.weights(0).is_err() {
            "This method learns a scorer that is not a direction of the points.".to_owned()
        } else {
            String::new()
        }
    }

    /// Returns the planes of the violators at every w of the training, under its last reference rankings.
    fn found_planes(&self) -> Result<Held, Error> {
        let mut held = Held { queries: bound_queries(&self.run)?, planes: Vec::new() };
        let Ok(trainer) = self.run.planes() else { return Ok(held) };
        if !self.without_w().is_empty() {
            return Ok(held);
        }
        for iteration in trainer.history() {
            for bound in &held.queries {
                let documents = scored(self.scores(bound.query, &iteration.w)?)?;
                for (group, losses) in bound.groups.iter().enumerate() {
                    for (_, loss) in losses {
                        let y = loss.violator(&documents);
                        let (coefficients, delta) = (loss.delta_psi(&y), loss.delta(&y));
                        let plane = MovingPlane::new(&self.data, bound.query, group, delta, coefficients);
                        if !held.planes.contains(&plane) {
                            held.planes.push(plane);
                        }
                    }
                }
            }
        }
        Ok(held)
    }

    fn scores(&self, query: usize, w: &[f64]) -> Result<Vec<f64>, Error> {
        scoring::linear_scores(&self.data, self.data.query(query).documents, w)
    }
}

fn check_size(data: &Dataset) -> Result<(), Error> {
    if data.n_features() != FEATURES || data.n_queries() > MOST_QUERIES {
        return Err(Error::data(format!(
            "a sketch has {FEATURES} features and at most {MOST_QUERIES} queries; these data have {} and {}",
            data.n_features(),
            data.n_queries()
        )));
    }
    match data.queries().find(|query| query.grades.len() > MOST_DOCUMENTS) {
        Some(query) => Err(Error::data(format!(
            "query {} has {} documents; a query of a sketch has at most {MOST_DOCUMENTS}",
            query.id,
            query.grades.len()
        ))),
        None => Ok(()),
    }
}

fn trained(data: &Arc<Dataset>, settings: &TrainingSettings) -> Result<(TrainingRun, Stop), Error> {
    let mut run = TrainingRun::new(Arc::clone(data), settings)?;
    run.leave_out_ledger();
    let mut reported = 0;
    loop {
        match run.advance(usize::MAX) {
            Progress::Working { .. } => {}
            Progress::Stopped { stop } => return Ok((run, stop)),
            Progress::Stepped { .. } if reported < MOST_ITERATIONS => reported += 1,
            Progress::Stepped { .. } => {
                let stop = run.interrupt();
                return Ok((run, stop));
            }
        }
    }
}

/// Returns the losses of the used queries, under the reference rankings of the last round.
fn bound_queries(run: &TrainingRun) -> Result<Vec<BoundQuery>, Error> {
    let (Ok(trainer), Some(loss)) = (run.planes(), run.config.learner.loss()) else { return Ok(Vec::new()) };
    let round = trainer.history().last().map_or(0, |iteration| iteration.round);
    let alignment = trainer.alignment(round);
    let mut bound = Vec::new();
    for &query in trainer.used_queries() {
        let mut groups = bind_groups(&loss.slack_groups(), &run.train, query)?;
        if let Some(alignment) = alignment {
            let scores = scoring::linear_scores(&run.train, run.train.query(query).documents, alignment)?;
            for (_, loss) in groups.iter_mut().flatten() {
                loss.realign(&scores);
            }
        }
        bound.push(BoundQuery { query, groups });
    }
    Ok(bound)
}

/// Returns the hinge of a query: the losses of a group share a slack, so the greatest counts.
fn hinge(groups: &BoundGroups, documents: &ScoredDocuments) -> f64 {
    let of_loss = |(_, loss): &(usize, Box<dyn QueryLoss>)| {
        let y = loss.violator(documents);
        loss.delta(&y) - margin(&loss.delta_psi(&y), documents.scores())
    };
    groups.iter().map(|group| group.iter().map(of_loss).fold(0.0, f64::max)).sum()
}

/// Returns the expected loss of a ranking with ties; of the losses of a group the greatest counts.
fn tied_loss(groups: &BoundGroups, ranking: &TiedRanking) -> f64 {
    let of_group = |group: &Vec<(usize, Box<dyn QueryLoss>)>| {
        group.iter().map(|(_, loss)| loss.expected_delta(ranking)).fold(0.0, f64::max)
    };
    groups.iter().map(of_group).sum()
}

fn scored(scores: Vec<f64>) -> Result<ScoredDocuments, Error> {
    check_scores(&scores)?;
    Ok(ScoredDocuments::new(scores))
}
