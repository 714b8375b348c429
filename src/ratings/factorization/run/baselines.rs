//! The further models of a run: JRank and maximum-margin factorisation, each tuned and trained before the others.

use std::sync::Arc;

use super::super::{
    FactorizationSettings, JRank, MaxMargin, MaxMarginConfig, RatingScorer, RatingsModel, RatingsProgress,
    SweptModel, TunedSettings,
};
use super::finishing::Finishing;
use super::{RatingsRun, SWEEPS, Stage, SweptRun, note};
use crate::ratings::Rows;
use crate::util::error::Error;

/// Values of C that are tried for maximum-margin factorisation.
const MARGINS: [f64; 6] = [0.05, 0.1, 0.2, 0.5, 1.0, 2.0];
/// JRank has no weight to choose.
const NO_WEIGHT: [f64; 1] = [0.0];

/// A further model.
pub(super) struct Baseline {
    pub model: RatingsModel,
    pub chosen: Option<TunedSettings>,
    trained: Option<Box<dyn SweptModel>>,
}

/// Returns the further models of a run up to `last`, without training.
///
/// # Errors
/// [`Error::Config`] for an unknown name in the settings.
pub(super) fn of(last: RatingsModel, settings: &FactorizationSettings) -> Result<Vec<Baseline>, Error> {
    let models = match last {
        RatingsModel::JRank | RatingsModel::Mmmf => vec![last],
        RatingsModel::Ranking => settings.baselines()?,
        RatingsModel::ItemMean | RatingsModel::SquaredError => Vec::new(),
    };
    Ok(models.into_iter().map(|model| Baseline { model, chosen: None, trained: None }).collect())
}

impl Baseline {
    fn weights(&self) -> &'static [f64] {
        if self.model == RatingsModel::JRank { &NO_WEIGHT } else { &MARGINS }
    }

    /// Number of candidates, and the training with the chosen settings.
    pub fn n_candidates(&self) -> usize {
        self.weights().len() + 1
    }

    /// The trained model.
    pub fn scorer(&self) -> Option<&dyn RatingScorer> {
        self.trained.as_deref().map(|model| model as &dyn RatingScorer)
    }

    /// Learns the taste of a new user.
    pub fn fold_in(&mut self, given: &Rows, user: usize) {
        if let Some(model) = &mut self.trained {
            model.fold_in_user(given, user);
        }
    }

    fn untrained(
        &self,
        weight: f64,
        rows: &Arc<Rows>,
        settings: &FactorizationSettings,
    ) -> Result<Box<dyn SweptModel>, Error> {
        let rows = Arc::clone(rows);
        Ok(match self.model {
            RatingsModel::JRank => Box::new(JRank::new(rows)?),
            _ => {
                let config = MaxMarginConfig { rank: settings.rank, c: weight, seed: settings.seed };
                Box::new(MaxMargin::new(rows, config))
            }
        })
    }
}

impl RatingsRun {
    /// Returns the stage that begins with a baseline; after the last one, that of the squared error or of the end.
    pub(super) fn baseline(&self, place: usize) -> Result<Stage, Error> {
        match (self.baselines.get(place), self.last) {
            (Some(_), _) => self.baseline_candidate(place, 0),
            (None, RatingsModel::ItemMean | RatingsModel::JRank | RatingsModel::Mmmf) => {
                Ok(Stage::Finishing(Box::new(Finishing::new(None))))
            }
            (None, RatingsModel::SquaredError | RatingsModel::Ranking) => Ok(self.squared(0)),
        }
    }

    fn baseline_candidate(&self, place: usize, candidate: usize) -> Result<Stage, Error> {
        let one = &self.baselines[place];
        let model = one.untrained(one.weights()[candidate], &self.fit, &self.settings)?;
        Ok(Stage::Baseline { place, candidate, run: SweptRun { model, sweeps: 0, most: SWEEPS } })
    }

    pub(super) fn tune_baseline(
        &mut self,
        place: usize,
        candidate: usize,
        mut run: SweptRun<dyn SweptModel>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let weights = self.baselines[place].weights();
        let mut left = budget.max(1);
        let mut is_unfinished = true;
        while is_unfinished && left > 0 {
            is_unfinished = run.sweep(&mut left);
            let held_out = self.held_out(&run.model)?;
            let at_edge = weights.len() > 1 && (candidate == 0 || candidate + 1 == weights.len());
            let choice = TunedSettings { weight: weights[candidate], rounds: run.sweeps, held_out, at_edge };
            note(&mut self.baselines[place].chosen, choice);
        }
        let reply = self.working_on(place, candidate);
        self.stage = Some(if is_unfinished {
            Stage::Baseline { place, candidate, run }
        } else if candidate + 1 < weights.len() {
            self.baseline_candidate(place, candidate + 1)?
        } else {
            let one = &self.baselines[place];
            let (weight, most) =
                one.chosen.as_ref().map_or((weights[0], SWEEPS), |chosen| (chosen.weight, chosen.rounds));
            let model = one.untrained(weight, &self.train, &self.settings)?;
            Stage::LastBaseline { place, run: SweptRun { model, sweeps: 0, most } }
        });
        Ok(reply)
    }

    pub(super) fn train_baseline(
        &mut self,
        place: usize,
        mut run: SweptRun<dyn SweptModel>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let mut left = budget.max(1);
        let reply = self.working_on(place, self.baselines[place].weights().len());
        if run.advance(&mut left) {
            self.stage = Some(Stage::LastBaseline { place, run });
            return Ok(reply);
        }
        self.baselines[place].trained = Some(run.model);
        self.stage = Some(self.baseline(place + 1)?);
        Ok(reply)
    }

    fn working_on(&self, place: usize, candidate: usize) -> RatingsProgress {
        let of = |baselines: &[Baseline]| baselines.iter().map(Baseline::n_candidates).sum::<usize>();
        RatingsProgress::Working {
            done: of(&self.baselines[..place]) + candidate,
            of: of(&self.baselines) + self.n_candidates(),
        }
    }
}
