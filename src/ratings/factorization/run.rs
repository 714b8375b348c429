//! A run over ratings: it tunes its models on held-out ratings, trains them, and measures them on the test ratings.
//! Must not know files or terminals.

mod baselines;
mod finishing;
mod tuning;

use std::sync::Arc;

use baselines::Baseline;
use finishing::Finishing;
use tuning::{SweptRun, note};

use super::{
    FactorCertificate, FactorEnd, FactorProgress, FactorizationSettings, Factors, ItemMean,
    RankingFactorization, RatingsModel, RatingsProgress, RatingsResult, SquaredError, StepKind, SweptModel,
    TunedSettings, UserMeasures,
};
use crate::data::Grade;
use crate::learner::StopReason;
use crate::ratings::{Ratings, Rows, Split};
use crate::util::error::Error;

/// Values of λ that are tried for the item mean.
const SHRINKAGES: [f64; 6] = [0.0, 1.0, 3.0, 10.0, 30.0, 100.0];
/// Values of λ that are tried for the squared error.
const RIDGES: [f64; 6] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
/// Most sweeps of the squared error.
const SWEEPS: usize = 15;
/// The measure that chooses settings, by its place in [`MEASURES`].
const CHOOSER: usize = 0;
/// Factor of the V of the squared error as a start: its scores differ by grades, where margins of the ranking need
/// more.
const START_SCALE: f64 = 5.0;
/// Ratings that a budget unit pays for in a sweep of the squared error.
const RATINGS_PER_UNIT: usize = 10;

enum Stage {
    /// Weight and sweeps of a baseline, by its place in `baselines`.
    Baseline {
        place: usize,
        candidate: usize,
        run: SweptRun<dyn SweptModel>,
    },
    /// A baseline with its tuned settings on all training ratings.
    LastBaseline {
        place: usize,
        run: SweptRun<dyn SweptModel>,
    },
    /// λ and the model.
    Squared {
        candidate: usize,
        squared: SweptRun<SquaredError>,
    },
    /// The squared error with its tuned settings on the ratings that choose settings of the ranking, as its start.
    FirstStart {
        squared: SweptRun<SquaredError>,
    },
    /// C and the factorisation.
    Ranking {
        candidate: usize,
        run: Box<RankingFactorization>,
    },
    /// The squared error with its tuned settings on all training ratings.
    LastStart {
        squared: SweptRun<SquaredError>,
    },
    Final {
        run: Box<RankingFactorization>,
        rounds: usize,
    },
    Finishing(Box<Finishing>),
    /// The end of a run without the ranking.
    Measured,
    Finished(Box<RatingsResult>),
}

/// A resumable run. The same input gives the same bits for any slicing.
pub struct RatingsRun {
    settings: FactorizationSettings,
    /// The last model that is trained.
    last: RatingsModel,
    split: Split,
    fit: Arc<Rows>,
    train: Arc<Rows>,
    stage: Option<Stage>,
    /// The further models.
    baselines: Vec<Baseline>,
    mean_choice: TunedSettings,
    squared_choice: Option<TunedSettings>,
    ranking_choice: Option<TunedSettings>,
    biases: Option<FactorCertificate>,
    singular_values: Vec<f64>,
    /// V of the tuned squared error, from which every candidate of the ranking starts.
    start: Option<Vec<f64>>,
    /// The squared error with its tuned settings on all training ratings.
    squared: Option<Box<SquaredError>>,
    /// The highest grade of the test ratings.
    test_grade: Grade,
    /// The chosen ranking: its factors, and the rows of U of the tested users.
    factors: Factors,
    /// U of new users; empty in the weak protocol.
    folded: Option<Factors>,
    /// Per model, the measures of the users; empty until the run has ended.
    measured: [UserMeasures; RatingsModel::ALL.len()],
}

impl RatingsRun {
    /// Splits filtered ratings, tunes the item mean, and prepares the rest. Cost: linear.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range; [`Error::Data`] if the ratings do not suffice.
    pub fn new(ratings: &Ratings, settings: &FactorizationSettings) -> Result<Self, Error> {
        Self::up_to(RatingsModel::Ranking, ratings, settings)
    }

    /// Returns a run that trains and measures the models up to the last one. Without the ranking there is no
    /// [`RatingsProgress::Finished`]; see [`RatingsRun::is_measured`].
    ///
    /// # Errors
    /// As [`RatingsRun::new`].
    pub fn up_to(
        last: RatingsModel,
        ratings: &Ratings,
        settings: &FactorizationSettings,
    ) -> Result<Self, Error> {
        settings.check()?;
        let split = ratings.split(settings.plan()?)?;
        let (fit, train) = (Arc::new(split.fit.clone()), Arc::new(split.train.clone()));
        let mut run = Self {
            settings: settings.clone(),
            last,
            fit,
            train,
            stage: None,
            baselines: baselines::of(last, settings)?,
            mean_choice: TunedSettings { weight: 0.0, rounds: 0, held_out: None, at_edge: true },
            squared_choice: None,
            ranking_choice: None,
            biases: None,
            singular_values: Vec::new(),
            start: None,
            test_grade: split.test.max_grade(),
            squared: None,
            factors: Factors::zero(settings.rank, ratings.rows().n_users(), ratings.rows().n_items()),
            folded: None,
            measured: Default::default(),
            split,
        };
        let mut best = None;
        for (place, weight) in SHRINKAGES.into_iter().enumerate() {
            let held_out = run.held_out(&ItemMean::train(&run.fit, weight))?;
            // λ = 0 cannot be too small.
            let at_edge = place + 1 == SHRINKAGES.len();
            note(&mut best, TunedSettings { weight, rounds: 0, held_out, at_edge });
        }
        run.mean_choice = best.unwrap_or(run.mean_choice);
        run.stage = Some(run.baseline(0)?);
        Ok(run)
    }

    /// Number of candidates after the baselines: settings of the squared error and of the ranking, and the final
    /// training.
    fn n_candidates(&self) -> usize {
        match self.last {
            RatingsModel::ItemMean | RatingsModel::JRank | RatingsModel::Mmmf => 1,
            RatingsModel::SquaredError => RIDGES.len() + 1,
            RatingsModel::Ranking => RIDGES.len() + self.settings.c.len() + 1,
        }
    }

    /// The settings.
    pub fn settings(&self) -> &FactorizationSettings {
        &self.settings
    }

    /// The parts of the ratings.
    pub fn parts(&self) -> &Split {
        &self.split
    }

    /// The highest grade of the test ratings.
    pub(super) fn test_grade(&self) -> Grade {
        self.test_grade
    }

    /// The factors of the chosen ranking so far: of the final training after its latest finished step.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// The factors with the rows of U of the tested users: in the strong protocol those of new users.
    pub fn tested_factors(&self) -> &Factors {
        self.folded.as_ref().unwrap_or(&self.factors)
    }

    /// The settings that were chosen for the ranking, once they are.
    pub fn chosen(&self) -> Option<&TunedSettings> {
        self.chosen_for(RatingsModel::Ranking)
    }

    /// The settings that were chosen for a model, once they are.
    pub fn chosen_for(&self, model: RatingsModel) -> Option<&TunedSettings> {
        match model {
            RatingsModel::ItemMean => Some(&self.mean_choice),
            RatingsModel::SquaredError => self.squared_choice.as_ref(),
            RatingsModel::JRank | RatingsModel::Mmmf => {
                self.baselines.iter().find(|one| one.model == model)?.chosen.as_ref()
            }
            RatingsModel::Ranking => self.ranking_choice.as_ref(),
        }
    }

    /// Whether all models are measured; further work does nothing then.
    pub fn is_measured(&self) -> bool {
        matches!(self.stage, Some(Stage::Measured | Stage::Finished(_)))
    }

    /// The models that the run trains, in the order of the results.
    fn models(&self) -> Vec<RatingsModel> {
        let is_trained = |model: &RatingsModel| match model {
            RatingsModel::ItemMean => true,
            RatingsModel::SquaredError => {
                matches!(self.last, RatingsModel::SquaredError | RatingsModel::Ranking)
            }
            RatingsModel::JRank | RatingsModel::Mmmf => self.baselines.iter().any(|one| one.model == *model),
            RatingsModel::Ranking => self.last == RatingsModel::Ranking,
        };
        RatingsModel::ALL.into_iter().filter(is_trained).collect()
    }

    /// NDCG@10, NDCG and ERU of every user by a model; empty until the run has ended.
    pub fn user_measures(&self, model: RatingsModel) -> &UserMeasures {
        &self.measured[model as usize]
    }

    /// Works for about `budget` oracle calls, or to the next report.
    ///
    /// # Errors
    /// [`Error::Numeric`] if numbers left their range; the run then ends.
    pub fn advance(&mut self, budget: usize) -> Result<RatingsProgress, Error> {
        let Some(stage) = self.stage.take() else {
            let problem = "an earlier error ended the run; start another one";
            return Err(Error::absent("run", problem));
        };
        match stage {
            Stage::Baseline { place, candidate, run } => self.tune_baseline(place, candidate, run, budget),
            Stage::LastBaseline { place, run } => self.train_baseline(place, run, budget),
            Stage::Squared { candidate, squared } => self.tune_squared(candidate, squared, budget),
            Stage::FirstStart { squared } => self.start_ranking(squared, budget),
            Stage::Ranking { candidate, run } => self.tune_ranking(candidate, run, budget),
            Stage::LastStart { squared } => self.start_training(squared, budget),
            Stage::Final { run, rounds } => self.train(run, rounds, budget),
            Stage::Finishing(finishing) => self.finish(finishing, budget),
            Stage::Measured => {
                self.stage = Some(Stage::Measured);
                Ok(self.working(self.n_candidates()))
            }
            Stage::Finished(result) => {
                self.stage = Some(Stage::Finished(result.clone()));
                Ok(RatingsProgress::Finished { result })
            }
        }
    }

    fn working(&self, done: usize) -> RatingsProgress {
        let before: usize = self.baselines.iter().map(Baseline::n_candidates).sum();
        RatingsProgress::Working { done: before + done, of: before + self.n_candidates() }
    }

    fn train(
        &mut self,
        mut run: Box<RankingFactorization>,
        rounds: usize,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        match run.advance(budget) {
            FactorProgress::Working { .. } => {
                self.stage = Some(Stage::Final { run, rounds });
                Ok(self.working(self.n_candidates() - 1))
            }
            FactorProgress::Stepped(step) => {
                self.factors.clone_from(run.factors());
                if step.kind == StepKind::Biases {
                    self.biases = step.certificate;
                    if rounds == 0 {
                        run.interrupt();
                    }
                }
                if step.kind == StepKind::Balance {
                    self.singular_values.clone_from(&step.singular_values);
                }
                let c = run.config().c;
                self.stage = Some(Stage::Final { run, rounds });
                Ok(RatingsProgress::Stepped { c, is_final: true, step, held_out: None })
            }
            FactorProgress::Stopped(end) => {
                refuse(end)?;
                self.stage = Some(Stage::Finishing(Box::new(Finishing::new(Some(run)))));
                Ok(self.working(self.n_candidates()))
            }
        }
    }
}

fn refuse(end: FactorEnd) -> Result<(), Error> {
    match (end.reason, end.problem) {
        (StopReason::Numeric, problem) => Err(Error::Numeric {
            stage: "factorisation",
            problem: problem.unwrap_or_else(|| "a number left its range; use a smaller C".to_owned()),
        }),
        _ => Ok(()),
    }
}
