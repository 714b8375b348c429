//! Factors of new users.

use super::super::planes::RatedList;
use super::super::user_step::{StepPlan, solve_user};
use super::{RankingFactorization, of_user};
use crate::ratings::Rows;
use crate::util::error::Error;

/// Rounds of a new user's realignment.
const FOLD_ROUNDS: usize = 3;

impl RankingFactorization {
    /// Returns U_u of new users from ratings that they give: only the step of the users, with a realignment in between.
    ///
    /// `given`: rows of the new users; users whose ratings cannot be ranked wrongly get 0. Returns k numbers per row.
    ///
    /// # Errors
    /// [`Error::Numeric`] for scores out of range.
    pub fn fold_in(&self, given: &Rows) -> Result<Vec<f64>, Error> {
        let mut tastes = Vec::with_capacity(self.config.rank * given.n_users());
        for user in 0..given.n_users() {
            tastes.extend(self.fold_in_user(given, user)?);
        }
        Ok(tastes)
    }

    /// Returns U_u of one new user; see [`fold_in`](Self::fold_in). Cost: some steps of one user.
    ///
    /// # Errors
    /// [`Error::Numeric`] for scores out of range.
    pub fn fold_in_user(&self, given: &Rows, user: usize) -> Result<Vec<f64>, Error> {
        let mut taste = vec![0.0; self.config.rank];
        let Some(mut list) = RatedList::new(user, given.items(user), given.grades(user), &self.loss) else {
            return Ok(taste);
        };
        for round in 0..FOLD_ROUNDS {
            if round > 0 {
                if !list.loss.aligns() {
                    break;
                }
                let scores: Vec<f64> =
                    list.items.iter().map(|&item| self.factors.score(&taste, item)).collect();
                list.realign(&scores);
            }
            // A single user's problem: the gap is relative to the price of the slack.
            let plan = StepPlan { gap: self.config.gap * self.bound(), ..self.plan() };
            let solution =
                solve_user(&mut list, &self.factors, &taste, plan).map_err(|error| of_user(user, error))?;
            taste.copy_from_slice(&solution.taste);
        }
        Ok(taste)
    }
}
