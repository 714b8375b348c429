//! Filters by the number of ratings. Must not know grades.

use serde::{Deserialize, Serialize};

use super::{Ratings, Rows};
use crate::util::error::Error;

/// Ratings of a user that are left for testing, at least.
pub const MIN_TEST_RATINGS: usize = 10;

/// What is left out: first items with few ratings, then users with few of the remaining items. Items that lose ratings
/// with these users stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Least number of ratings of an item.
    pub item_ratings: usize,
    /// Least number of ratings of a user.
    pub user_ratings: usize,
}

/// What a filter left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FilterReport {
    /// Ratings that stay.
    pub ratings: usize,
    /// Users that stay.
    pub users: usize,
    /// Items that stay.
    pub items: usize,
    /// Ratings left out with their item or user.
    pub ratings_left_out: usize,
    /// Users left out because they have too few ratings of the remaining items.
    pub users_left_out: usize,
    /// Items left out because they have too few ratings.
    pub items_left_out: usize,
    /// Items left out because none of the remaining users rated them.
    pub items_without_users: usize,
}

impl Ratings {
    /// Returns the ratings that a filter keeps. Users and items keep their order. Cost: linear.
    ///
    /// # Errors
    /// [`Error::Data`] if fewer than two users or two items stay, with the numbers and what to do.
    pub fn filtered(&self, filter: Filter) -> Result<(Self, FilterReport), Error> {
        let mut counts = vec![0_usize; self.items.len()];
        for user in 0..self.rows.n_users() {
            self.rows.items(user).iter().for_each(|&item| counts[item as usize] += 1);
        }
        let is_known = |item: u32| counts[item as usize] >= filter.item_ratings.max(1);
        let users: Vec<usize> = (0..self.rows.n_users())
            .filter(|&user| {
                let known = self.rows.items(user).iter().filter(|&&item| is_known(item)).count();
                known >= filter.user_ratings.max(1)
            })
            .collect();
        let mut is_rated = vec![false; self.items.len()];
        for &user in &users {
            self.rows.items(user).iter().for_each(|&item| is_rated[item as usize] |= is_known(item));
        }
        let mut numbers = vec![0_u32; self.items.len()];
        let mut items = Vec::new();
        for (item, name) in self.items.iter().enumerate().filter(|&(item, _)| is_rated[item]) {
            numbers[item] = items.len() as u32;
            items.push(name.clone());
        }
        let mut rows = Rows::new([], items.len());
        for &user in &users {
            let ratings = self.rows.row(user).filter(|&(item, _)| is_rated[item as usize]);
            rows.push(ratings.map(|(item, grade)| (numbers[item as usize], grade)));
        }
        let n_known = (0..self.items.len() as u32).filter(|&item| is_known(item)).count();
        let report = FilterReport {
            ratings: rows.n_ratings(),
            users: users.len(),
            items: items.len(),
            ratings_left_out: self.rows.n_ratings() - rows.n_ratings(),
            users_left_out: self.users.len() - users.len(),
            items_left_out: self.items.len() - n_known,
            items_without_users: n_known - items.len(),
        };
        if users.len() < 2 || items.len() < 2 {
            return Err(Error::data(format!(
                "{} of {} users and {} of {} items stay if an item needs {} ratings and a user {}; a factorisation \
                 needs at least two users and two items: lower these numbers, or use more ratings",
                users.len(),
                self.users.len(),
                items.len(),
                self.items.len(),
                filter.item_ratings.max(1),
                filter.user_ratings.max(1)
            )));
        }
        let users = users.into_iter().map(|user| self.users[user].clone()).collect();
        Ok((Self { users, items, rows }, report))
    }
}
