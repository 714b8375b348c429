//! The end of a run: factors of new users, the measures of all models on the test ratings, and the certificate.

use super::super::measuring::{MEASURES, UserMeasures, compare, mean, measure_user, measures_of};
use super::super::{
    FactorCertificate, Factors, ItemMean, RankingFactorization, RatingScorer, RatingsMethod, RatingsModel,
    RatingsProgress, RatingsResult, TunedSettings, UserDifference,
};
use super::{Baseline, RIDGES, RatingsRun, SWEEPS, Stage};
use crate::util::error::Error;

/// Budget units of a new user's factors, where a unit is a call of an oracle.
const FOLD_COST: usize = 10;
/// Test ratings that a budget unit pays for.
const TESTS_PER_UNIT: usize = 20;
/// Budget units of a comparison or of the certificate, so that neither shares a slice with other work.
const LONG: usize = 100_000;

/// What is done so far. Each part begins when the one before is complete.
pub(super) struct Finishing {
    /// The ranking; none in a run that ends before it.
    run: Option<Box<RankingFactorization>>,
    /// Users of the strong protocol whose factors are there.
    folded: usize,
    item_mean: Option<ItemMean>,
    squared: Option<Factors>,
    /// Per model, the measures of the users so far.
    measured: [UserMeasures; RatingsModel::ALL.len()],
    /// The ranking against the first model, then the second, and so on, by every measure.
    compared: Vec<Option<UserDifference>>,
    certificate: Option<FactorCertificate>,
}

impl Finishing {
    pub fn new(run: Option<Box<RankingFactorization>>) -> Self {
        Self {
            run,
            folded: 0,
            item_mean: None,
            squared: None,
            measured: Default::default(),
            compared: Vec::new(),
            certificate: None,
        }
    }
}

impl RatingsRun {
    pub(super) fn finish(
        &mut self,
        mut finishing: Box<Finishing>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let mut left = budget.max(1);
        while left > 0 {
            let Some(cost) = self.finish_part(&mut finishing)? else {
                self.measured = std::mem::take(&mut finishing.measured);
                let Some(result) = self.result(*finishing).map(Box::new) else {
                    self.stage = Some(Stage::Measured);
                    return Ok(self.working(self.n_candidates()));
                };
                self.stage = Some(Stage::Finished(result.clone()));
                return Ok(RatingsProgress::Finished { result });
            };
            left = left.saturating_sub(cost);
        }
        self.stage = Some(Stage::Finishing(finishing));
        Ok(self.working(self.n_candidates()))
    }

    /// Does the next part and returns its cost in budget units; `None` after the last one.
    fn finish_part(&mut self, now: &mut Finishing) -> Result<Option<usize>, Error> {
        let n_users = self.split.test.n_users();
        if now.item_mean.is_none() {
            now.item_mean = Some(ItemMean::train(&self.train, self.mean_choice.weight));
            now.squared = self.squared.as_ref().map(|squared| squared.factors().clone());
            return Ok(Some(1 + self.train.n_ratings() / TESTS_PER_UNIT));
        }
        let models = self.models();
        let has_tastes = now.squared.is_some() || !self.baselines.is_empty();
        if has_tastes && self.split.given.n_ratings() > 0 && now.folded < n_users {
            return self.fold(now).map(Some);
        }
        if let Some(&model) = models.iter().find(|&&model| now.measured[model as usize].len() < n_users) {
            return self.measure_next(now, model).map(Some);
        }
        let Some(run) = &now.run else { return Ok(None) };
        let done = now.compared.len();
        // The ranking is the last model.
        if done < (models.len() - 1) * MEASURES.len() {
            let (model, measure) = (models[done / MEASURES.len()] as usize, done % MEASURES.len());
            let of = |model: usize| &now.measured[model];
            let ranking = of(RatingsModel::Ranking as usize);
            let compared = compare(ranking, of(model), measure, self.settings.seed);
            now.compared.push(compared);
            return Ok(Some(LONG));
        }
        if now.certificate.is_none() {
            now.certificate = Some(run.certificate());
            return Ok(Some(LONG));
        }
        Ok(None)
    }

    /// Gives the next new user their factors.
    fn fold(&mut self, now: &mut Finishing) -> Result<usize, Error> {
        let (k, user, given) = (self.settings.rank, now.folded, &self.split.given);
        now.folded += 1;
        let place = user * k..(user + 1) * k;
        if let (Some(squared), Some(factors)) = (&self.squared, &mut now.squared) {
            let (taste, _) = squared.fold_in(given, user);
            factors.users[place.clone()].copy_from_slice(&taste);
        }
        self.baselines.iter_mut().for_each(|one| one.fold_in(given, user));
        if self.folded.is_none() {
            self.folded = Some(self.factors.clone());
        }
        if given.items(user).is_empty() {
            return Ok(1);
        }
        let Some(run) = &now.run else { return Ok(FOLD_COST) };
        let taste = run.fold_in_user(given, user)?;
        if let Some(folded) = &mut self.folded {
            folded.users[place].copy_from_slice(&taste);
        }
        Ok(FOLD_COST)
    }

    /// Measures a model on the test ratings of the next user.
    fn measure_next(&self, now: &mut Finishing, model: RatingsModel) -> Result<usize, Error> {
        let baseline = self.baselines.iter().find(|one| one.model == model);
        let scorer: &dyn RatingScorer = match (model, &now.item_mean, &now.squared) {
            (RatingsModel::ItemMean, Some(item_mean), _) => item_mean,
            (RatingsModel::SquaredError, _, Some(squared)) => squared,
            _ => baseline.and_then(Baseline::scorer).unwrap_or_else(|| self.tested_factors()),
        };
        let model = model as usize;
        let (measures, max_grade) = (measures_of(self.settings.neutral)?, self.test_grade);
        let user = now.measured[model].len();
        now.measured[model].push(measure_user(scorer, &self.split.test, user, &measures, max_grade));
        Ok(1 + self.split.test.items(user).len() / TESTS_PER_UNIT)
    }

    /// Returns the result; none without the ranking.
    fn result(&self, finishing: Finishing) -> Option<RatingsResult> {
        let Finishing { run: Some(run), compared, certificate, .. } = finishing else { return None };
        let usual = TunedSettings { weight: RIDGES[0], rounds: SWEEPS, held_out: None, at_edge: false };
        let squared_choice = self.squared_choice.clone().unwrap_or(usual);
        Some(RatingsResult {
            methods: (self.models().into_iter().enumerate())
                .map(|(place, model)| {
                    let from = (place * MEASURES.len()).min(compared.len());
                    let to = (from + MEASURES.len()).min(compared.len());
                    let chosen = self.chosen_for(model).unwrap_or(&squared_choice).clone();
                    let values = &self.measured[model as usize];
                    method(model.name(), chosen, values, compared[from..to].to_vec())
                })
                .collect(),
            measures: MEASURES.to_vec(),
            users_used: run.n_used(),
            biases: self.biases,
            certificate: certificate.unwrap_or_else(|| run.certificate()),
            objective: run.objective(),
            singular_values: self.singular_values.clone(),
        })
    }
}

fn method(
    name: &'static str,
    chosen: TunedSettings,
    values: &UserMeasures,
    behind: Vec<Option<UserDifference>>,
) -> RatingsMethod {
    let means: Vec<_> = (0..MEASURES.len()).map(|number| mean(values, number)).collect();
    RatingsMethod {
        name,
        chosen,
        users: means.iter().map(|mean| mean.map_or(0, |(_, count)| count)).collect(),
        means: means.into_iter().map(|mean| mean.map(|(mean, _)| mean)).collect(),
        behind,
    }
}
