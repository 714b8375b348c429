//! Matrix factorisation by squared error, the usual model of ratings. Must not know rankings.
//!
//! `Σ (r_ui − μ − a_u − b_i − ⟨U_u, V_i⟩)² + λ (‖U‖² + ‖V‖² + ‖a‖² + ‖b‖²)`, solved by ridge regression for the users
//! and for the items in turns. Source: Koren, Bell and Volinsky, *Matrix factorization techniques for recommender
//! systems*, Computer 2009, with the intercepts in the regressions.

use std::sync::Arc;

use super::{Factors, RatingScorer, SweptModel};
use crate::data::Random;
use crate::linalg::cholesky::Cholesky;
use crate::ratings::Rows;

/// Configuration of [`SquaredError`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SquaredErrorConfig {
    /// k.
    pub rank: usize,
    /// λ, above 0.
    pub ridge: f64,
    /// Seed of the start.
    pub seed: u64,
}

/// A factorisation by squared error.
#[derive(Debug, Clone)]
pub struct SquaredError {
    rows: Arc<Rows>,
    config: SquaredErrorConfig,
    factors: Factors,
    /// a, one number per user.
    offsets: Vec<f64>,
    /// μ.
    mean: f64,
    /// (user, grade) of every item.
    columns: Vec<Vec<(u32, f64)>>,
}

/// Standard deviation of the start of V.
const START: f64 = 0.1;

impl SquaredError {
    /// Returns the start: U = 0, a = b = 0, and a small random V. Cost: linear.
    pub fn new(rows: Arc<Rows>, config: SquaredErrorConfig) -> Self {
        let mut random = Random::new(config.seed);
        let mut factors = Factors::zero(config.rank, rows.n_users(), rows.n_items());
        factors.items.iter_mut().for_each(|value| *value = START * random.normal());
        let mut columns = vec![Vec::new(); rows.n_items()];
        let mut sum = 0.0;
        for user in 0..rows.n_users() {
            for (item, grade) in rows.row(user) {
                columns[item as usize].push((user as u32, f64::from(grade)));
                sum += f64::from(grade);
            }
        }
        let mean = sum / rows.n_ratings().max(1) as f64;
        Self { offsets: vec![0.0; rows.n_users()], rows, config, factors, mean, columns }
    }

    /// Returns U_u and a_u of a user from ratings, with V and b fixed.
    pub fn fold_in(&self, given: &Rows, user: usize) -> (Vec<f64>, f64) {
        let rated = given.row(user).map(|(item, grade)| {
            let item = item as usize;
            (self.factors.item(item), f64::from(grade) - self.mean - self.factors.biases[item])
        });
        let mut solved = ridge(rated, self.config.rank, self.config.ridge);
        let offset = solved.pop().unwrap_or(0.0);
        (solved, offset)
    }

    /// The factors. Their scores leave out μ and a_u, which do not change an order.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// Returns the predicted rating.
    pub fn predict(&self, user: usize, item: u32) -> f64 {
        self.mean + self.offsets[user] + self.factors.score(self.factors.user(user), item)
    }

    /// Returns the objective. Cost: O(ratings k).
    pub fn objective(&self) -> f64 {
        let mut sum = 0.0;
        for user in 0..self.rows.n_users() {
            for (item, grade) in self.rows.row(user) {
                let error = f64::from(grade) - self.predict(user, item);
                sum += error * error;
            }
        }
        let offsets: f64 = self.offsets.iter().map(|a| a * a).sum();
        sum + self.config.ridge * (2.0 * self.factors.penalty() + offsets)
    }
}

impl SweptModel for SquaredError {
    /// Solves for all users, then for all items. Cost: O(ratings k² + (users + items) k³).
    fn sweep(&mut self) {
        let k = self.config.rank;
        let rows = Arc::clone(&self.rows);
        (0..rows.n_users()).for_each(|user| self.fold_in_user(&rows, user));
        for (item, column) in self.columns.iter().enumerate() {
            let rated = column.iter().map(|&(user, grade)| {
                let user = user as usize;
                (self.factors.user(user), grade - self.mean - self.offsets[user])
            });
            let mut solved = ridge(rated, k, self.config.ridge);
            self.factors.biases[item] = solved.pop().unwrap_or(0.0);
            self.factors.items[item * k..(item + 1) * k].copy_from_slice(&solved);
        }
    }

    fn n_ratings(&self) -> usize {
        self.rows.n_ratings()
    }

    fn fold_in_user(&mut self, given: &Rows, user: usize) {
        let (taste, offset) = self.fold_in(given, user);
        let k = self.config.rank;
        self.factors.users[user * k..(user + 1) * k].copy_from_slice(&taste);
        self.offsets[user] = offset;
    }
}

impl RatingScorer for SquaredError {
    fn scores(&self, user: usize, items: &[u32]) -> Vec<f64> {
        self.factors.scores(user, items)
    }
}

/// Returns the ridge regression of targets on rows and an intercept: k coefficients, then the intercept.
fn ridge<'a>(rated: impl Iterator<Item = (&'a [f64], f64)>, k: usize, ridge: f64) -> Vec<f64> {
    let d = k + 1;
    let mut a = vec![0.0; d * d];
    let mut b = vec![0.0; d];
    let mut x = vec![1.0; d];
    for (row, target) in rated {
        x[..k].copy_from_slice(row);
        for i in 0..d {
            b[i] += target * x[i];
            for j in 0..=i {
                a[i * d + j] += x[i] * x[j];
            }
        }
    }
    (0..d).for_each(|i| a[i * d + i] += ridge);
    Cholesky::new(a, d).solve(&mut b);
    b
}
