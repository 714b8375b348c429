//! The laboratory of the bound on steps: how many cutting planes does DORM need, and how many does the theory allow?
//!
//! Our objective is ½‖w‖² + (C/m) Σ ξ_q. A plane that is violated by more than ε lifts the dual by at least
//! min(Cε/2m, ε²/8R²), and the dual is at most CΔ̄. Hence training ends after at most
//!
//! `max(2mΔ̄/ε, 8CΔ̄R²/ε²)`
//!
//! planes. Δ̄ is the largest loss and R the largest ‖δψ‖.
//!
//! ε is a violation, in units of Δ. Where no plane is violated by more than ε, the objective is within Cε of its
//! optimum. It counts the planes until the *absolute gap of the objective* is at most Cε: it reads the best
//! objective minus the dual, which does not depend on how w is chosen between the planes.
//!
//! Source: Le, Smola, Chapelle and Teo 2010, section 2.4, after Tsochantaridis et al. 2005. With their C, which lacks
//! 1/m, the second term has a factor m.

mod laboratory;

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::pairs::check_count;
use crate::data::{Dataset, Query};
use crate::learner::cutting_plane::Trainer;
use crate::learner::{Advance, Learner, StopReason};
use crate::linalg::dot::squared_distance;
use crate::loss::bind_groups;
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, brief};
use crate::util::sorting::sort_numbers;

pub(super) use laboratory::{STEPS, run};

/// Settings of [`StepsExperiment`]. The names are those of the settings of DORM.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StepsOptions {
    /// The measure of the loss Δ.
    pub measure: String,
    /// Decay c of the feature map.
    pub decay: String,
    /// Offset of the rank in the decay.
    pub offset: f64,
    /// The rank from which c is 0.
    pub decay_cut: Option<usize>,
    /// C.
    pub c: f64,
    /// Values of ε.
    pub epsilons: Vec<f64>,
}

impl Default for StepsOptions {
    fn default() -> Self {
        let TrainingSettings { measure, decay, offset, decay_cut, c, .. } = TrainingSettings::default();
        let epsilons = vec![0.3, 0.1, 0.03, 0.01, 0.003, 0.001];
        Self { measure, decay, offset, decay_cut, c, epsilons }
    }
}

/// The most values of ε.
pub const MOST_EPSILONS: usize = 100;
/// The most iterations of the training.
const MOST_ITERATIONS: usize = 1000;
/// The least ε. The dual is not solved more closely.
pub const LEAST_EPSILON: f64 = 1e-8;

impl StepsOptions {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_count("epsilons", self.epsilons.len(), 1, MOST_EPSILONS)?;
        let fits = |epsilon: &f64| epsilon.is_finite() && *epsilon >= LEAST_EPSILON;
        if let Some(&epsilon) = self.epsilons.iter().find(|epsilon| !fits(epsilon)) {
            let problem = format!("{} is not a number of at least {LEAST_EPSILON:e}", brief(epsilon));
            return Err(Error::config("epsilons", problem));
        }
        self.settings().parse().map(drop)
    }

    /// The settings of the training. Its reference is fixed, because every round of an aligned one is a training of its
    /// own.
    fn settings(&self) -> TrainingSettings {
        let Self { measure, decay, offset, decay_cut, c, epsilons } = self.clone();
        // The objective is at most C Δ̄ and Δ̄ at most about 1, so a relative gap of ε is an absolute one of C ε.
        let least = epsilons.iter().copied().fold(0.5, f64::min);
        TrainingSettings {
            method: "dorm".to_owned(),
            reference: "fixed".to_owned(),
            working_set: "n-slack".to_owned(),
            max_iterations: MOST_ITERATIONS,
            gap: 0.5 * least,
            measure,
            decay,
            offset,
            decay_cut,
            c,
            ..TrainingSettings::default()
        }
    }
}

/// The experiment. A unit of its work is about a query of a training pass.
pub struct StepsExperiment {
    options: StepsOptions,
    trainer: Trainer,
    queries: f64,
    largest_loss: f64,
    radius: f64,
    path: Vec<StepPoint>,
    /// Planes added so far.
    planes: usize,
    ended: Option<StopReason>,
}

/// The results of the experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepsResult {
    /// m: the queries used, or the sum of their weights.
    pub queries: f64,
    /// C.
    pub c: f64,
    /// Δ̄: the loss of the worst ranking of any query.
    pub largest_loss: f64,
    /// R: the sum over ranks of the sorted |c_j − c_{n−1−j}| times the sorted ‖x_i − x̄‖, the largest of all queries.
    pub radius: f64,
    /// One entry per ε, from the largest.
    pub rows: Vec<StepRow>,
    /// The iterations of the training.
    pub path: Vec<StepPoint>,
    /// Why the training ended; `None` if it ended because the least ε was reached.
    pub ended: Option<StopReason>,
}

/// The bound and the need for one ε.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepRow {
    /// ε.
    pub epsilon: f64,
    /// Cε, the absolute gap of the objective.
    pub gap: f64,
    /// 2mΔ̄/ε.
    pub first: f64,
    /// 8CΔ̄R²/ε².
    pub second: f64,
    /// The larger of the two.
    pub bound: f64,
    /// Planes that were added until the gap was reached; `None` if it was not.
    pub planes: Option<usize>,
    /// The iteration that reached it.
    pub iterations: Option<usize>,
}

/// An iteration of the training.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepPoint {
    /// Planes that were added before.
    pub planes: usize,
    /// The best objective minus the dual, over C: it compares with ε.
    pub epsilon: f64,
}

impl StepsExperiment {
    /// Prepares the experiment. Cost: O(documents · features).
    ///
    /// # Errors
    /// As [`StepsOptions::check`]; [`Error::Config`] if the loss has no positions; [`Error::Data`] if no query can be
    /// used or a distance is not finite.
    pub fn new(data: Arc<Dataset>, options: StepsOptions) -> Result<Self, Error> {
        options.check()?;
        let config = options.settings().parse()?;
        config.check_grades(data.max_grade())?;
        let learner = config.learner.up_to(data.max_grade());
        let loss = learner.loss().ok_or_else(|| Error::config("method", "it has no cutting planes"))?;
        let groups = loss.slack_groups();
        let (mut largest_loss, mut radius, mut used) = (0.0_f64, 0.0_f64, Vec::new());
        for query in data.queries() {
            for (_, loss) in bind_groups(&groups, &data, query.index)?.into_iter().flatten() {
                let none = || Error::config("measure", "this loss has no decay, so its bound is not known");
                let decay = loss.positions().ok_or_else(none)?.decay;
                let weight = data.weight(query.index);
                // At s = 0 the violator is a ranking with the largest loss.
                let worst = loss.most_violated(&vec![0.0; query.grades.len()]);
                largest_loss = largest_loss.max(weight * loss.delta(&worst));
                radius = radius.max(weight * largest_shift(&data, &query, decay));
                used.push(query.index);
            }
        }
        if !(radius.is_finite() && largest_loss.is_finite()) {
            return Err(Error::data("the distances of documents are not finite; scale the features"));
        }
        let mut trainer = Trainer::new(Arc::clone(&data), &groups, config.trainer)?;
        trainer.leave_out_ledger();
        let queries = data.total_weight(used);
        let (path, ended) = (Vec::new(), None);
        Ok(Self { options, trainer, queries, largest_loss, radius, path, planes: 0, ended })
    }

    /// Trains for about `budget` queries' worth of time. Returns whether the training has ended. The slicing never
    /// changes the result.
    pub fn advance(&mut self, budget: usize) -> bool {
        if self.is_complete() {
            return true;
        }
        match self.trainer.advance(budget) {
            Advance::Working { .. } => {}
            Advance::Stopped(end) => self.ended = Some(end.reason),
            Advance::Stepped(step) => {
                if let Some(figures) = step.planes() {
                    let gap = (figures.best_primal - figures.dual).max(0.0);
                    self.path.push(StepPoint { planes: self.planes, epsilon: gap / self.options.c });
                    self.planes += figures.added;
                }
            }
        }
        self.is_complete()
    }

    /// The last iteration so far with its gap over C, for display; `None` before the first.
    pub fn latest(&self) -> Option<StepPoint> {
        self.path.last().copied()
    }

    fn is_complete(&self) -> bool {
        let least = self.options.epsilons.iter().copied().fold(f64::INFINITY, f64::min);
        self.ended.is_some() || self.path.last().is_some_and(|point| point.epsilon <= least)
    }

    /// Returns the results so far; an ε that is not reached yet has no planes.
    pub fn result(&self) -> StepsResult {
        let mut epsilons = self.options.epsilons.clone();
        sort_numbers(&mut epsilons);
        let c = self.options.c;
        let row = |&epsilon: &f64| {
            let first = 2.0 * self.queries * self.largest_loss / epsilon;
            let second = 8.0 * c * self.largest_loss * (self.radius / epsilon) * (self.radius / epsilon);
            let reached = self.path.iter().position(|point| point.epsilon <= epsilon);
            StepRow {
                epsilon,
                gap: c * epsilon,
                first,
                second,
                bound: first.max(second),
                planes: reached.map(|iteration| self.path[iteration].planes),
                iterations: reached,
            }
        };
        StepsResult {
            queries: self.queries,
            c,
            largest_loss: self.largest_loss,
            radius: self.radius,
            rows: epsilons.iter().rev().map(row).collect(),
            path: self.path.clone(),
            ended: self.ended,
        }
    }
}

/// Returns an upper bound on ‖δψ(y)‖ of all rankings y of a query.
///
/// δψ = Σ_i κ_i (x_i − x̄), where κ_i is the difference of c at two ranks of document i, because Σ κ = 0. Sums of the
/// largest |κ| are greatest if the two rankings are reversed, and the longest x_i − x̄ meets the largest |κ|.
fn largest_shift(data: &Dataset, query: &Query<'_>, decay: &[f64]) -> f64 {
    let n = query.grades.len();
    let rows: Vec<Cow<'_, [f64]>> = query.documents.clone().map(|row| data.features(row)).collect();
    let mut mean = vec![0.0; data.n_features()];
    for row in &rows {
        for (mean, value) in mean.iter_mut().zip(row.iter()) {
            *mean += value / n as f64;
        }
    }
    let mut lengths: Vec<f64> = rows.iter().map(|row| squared_distance(row, &mean).sqrt()).collect();
    let mut shifts: Vec<f64> = (0..n).map(|rank| (decay[rank] - decay[n - 1 - rank]).abs()).collect();
    sort_numbers(&mut lengths);
    sort_numbers(&mut shifts);
    lengths.iter().zip(&shifts).map(|(length, shift)| length * shift).sum()
}
