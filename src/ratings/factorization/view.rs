//! A user as a query: the rated items as documents, with their grades and scores.

use serde::Serialize;

use super::measuring::{measure_scores, measures_of};
use super::planes::RatedList;
use super::{RatingScorer, RatingsRun};
use crate::data::Grade;
use crate::loss::{LossSpec, margin};
use crate::ranking::ScoredDocuments;
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

/// The rated items of one user under the present factors.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UserView {
    /// The items, first those for training, then those for testing.
    pub items: Vec<u32>,
    /// Their grades.
    pub grades: Vec<Grade>,
    /// Their scores b_i + ⟨U_u, V_i⟩.
    pub scores: Vec<f64>,
    /// Number of the items for training; a new user gives them.
    pub known: usize,
}

/// The order of items for one row of U, and what the loss says of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TasteView {
    /// The items with the greatest scores, rated or not, the greatest first.
    pub top: Vec<u32>,
    /// Their scores.
    pub top_scores: Vec<f64>,
    /// The scores of the rated items, in the order of [`UserView`].
    pub scores: Vec<f64>,
    /// NDCG@10 of the test ratings; none if it is undefined.
    pub ndcg: Option<f64>,
    /// The ranking loss of the ratings for training; none if they cannot be ranked wrongly.
    pub violation: Option<UserViolation>,
}

/// The separation oracle's result for the ratings for training of one user. Rankings are places in [`UserView`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UserViolation {
    /// H, the greatest hinge, with the reference realigned to these scores.
    pub slack: f64,
    /// Δ of the violator.
    pub violator_loss: f64,
    /// Δ of the ranking by score, the mean over orders of equal scores.
    pub model_loss: f64,
    /// y*, the ideal ranking.
    pub ideal: Vec<u32>,
    /// The ranking by score.
    pub model: Vec<u32>,
    /// ŷ, the violator.
    pub violator: Vec<u32>,
}

/// A user in a list of users.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UserSlack {
    /// The row of the user.
    pub user: usize,
    /// H; see [`UserViolation`].
    pub slack: f64,
    /// Δ of the ranking by score.
    pub loss: f64,
    /// Number of ratings for training.
    pub known: usize,
    /// Number of ratings for testing.
    pub tested: usize,
    /// NDCG@10 of the test ratings; none if it is undefined.
    pub ndcg: Option<f64>,
}

impl RatingsRun {
    /// Returns the order of items for the row `taste` of U of a user: the `count` best ones, and the rated ones.
    ///
    /// Cost: O(items (k + log items)), and a call of the oracle.
    ///
    /// # Errors
    /// [`Error::Absent`] for a user that the filtered ratings do not have; [`Error::Config`] for a row of another
    /// length or with numbers that are not finite; [`Error::Numeric`] for scores out of range.
    pub fn taste(&self, user: usize, taste: &[f64], count: usize) -> Result<TasteView, Error> {
        let rated = self.user(user)?;
        let factors = self.tested_factors();
        if taste.len() != factors.rank || taste.iter().any(|value| !value.is_finite()) {
            let problem = format!("a row of U has {} finite numbers", factors.rank);
            return Err(Error::config("taste", problem));
        }
        let score = |item: u32| factors.score(taste, item);
        let all: Vec<f64> = (0..factors.n_items() as u32).map(score).collect();
        crate::ranking::scoring::check_scores(&all)?;
        let mut order: Vec<usize> = (0..all.len()).collect();
        sort_indices(&mut order, &|one, other| all[other].total_cmp(&all[one]).then(one.cmp(&other)));
        order.truncate(count);
        let scores: Vec<f64> = rated.items.iter().map(|&item| score(item)).collect();
        let (items, grades) = (&rated.items[..rated.known], &rated.grades[..rated.known]);
        let measures = measures_of(self.settings().neutral)?;
        let tested = (&scores[rated.known..], &rated.grades[rated.known..]);
        Ok(TasteView {
            top_scores: order.iter().map(|&item| all[item]).collect(),
            top: order.into_iter().map(|item| item as u32).collect(),
            ndcg: measure_scores(tested.0, tested.1, &measures, self.test_grade())[0],
            violation: violation(user, items, grades, &scores[..rated.known], &self.settings().loss()?)?,
            scores,
        })
    }

    /// Returns the users `from..from + count` whose ratings for training can be ranked wrongly, with their slacks.
    ///
    /// Cost: a call of the oracle per user.
    ///
    /// # Errors
    /// [`Error::Numeric`] for scores out of range.
    pub fn slacks(&self, from: usize, count: usize) -> Result<Vec<UserSlack>, Error> {
        let (loss, measures) = (self.settings().loss()?, measures_of(self.settings().neutral)?);
        let mut slacks = Vec::new();
        for user in from..from.saturating_add(count).min(self.parts().test.n_users()) {
            let UserView { items, grades, scores, known } = self.user(user)?;
            let Some(found) = violation(user, &items[..known], &grades[..known], &scores[..known], &loss)?
            else {
                continue;
            };
            slacks.push(UserSlack {
                user,
                slack: found.slack,
                loss: found.model_loss,
                known,
                tested: items.len() - known,
                ndcg: measure_scores(&scores[known..], &grades[known..], &measures, self.test_grade())[0],
            });
        }
        Ok(slacks)
    }

    /// Returns a user as a query. Cost: O(items k).
    ///
    /// # Errors
    /// [`Error::Absent`] for a user that the filtered ratings do not have.
    pub fn user(&self, user: usize) -> Result<UserView, Error> {
        let parts = self.parts();
        if user >= parts.test.n_users() {
            let problem = format!("{user} is not among the {} users, counted from 0", parts.test.n_users());
            return Err(Error::absent("user", problem));
        }
        let known = [&parts.train, &parts.given];
        let all = || known.into_iter().chain([&parts.test]);
        let items: Vec<u32> = all().flat_map(|rows| rows.items(user).iter().copied()).collect();
        Ok(UserView {
            scores: self.tested_factors().scores(user, &items),
            grades: all().flat_map(|rows| rows.grades(user).iter().copied()).collect(),
            known: known.iter().map(|rows| rows.items(user).len()).sum(),
            items,
        })
    }
}

/// Calls the oracle at the scores of rated items, after it has realigned the reference to them.
fn violation(
    user: usize,
    items: &[u32],
    grades: &[Grade],
    scores: &[f64],
    loss: &LossSpec,
) -> Result<Option<UserViolation>, Error> {
    let Some(mut list) = RatedList::new(user, items, grades, loss) else { return Ok(None) };
    crate::ranking::scoring::check_scores(scores)?;
    list.realign(scores);
    let documents = ScoredDocuments::new(scores.to_vec());
    let violator = list.loss.violator(&documents);
    let violator_loss = list.loss.delta(&violator);
    Ok(Some(UserViolation {
        slack: (violator_loss - margin(&list.loss.delta_psi(&violator), scores)).max(0.0),
        violator_loss,
        model_loss: list.loss.expected_delta(documents.ranking()),
        ideal: list.loss.reference().order().to_vec(),
        model: documents.order().to_vec(),
        violator: violator.order().to_vec(),
    }))
}
