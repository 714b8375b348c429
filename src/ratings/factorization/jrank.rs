//! JRank: PRank on pairs of a user and an item. Must not know how ratings are split.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{RatingScorer, SweptModel};
use crate::ratings::Rows;
use crate::util::error::Error;

/// A perceptron with thresholds between the grades on the products φ_U(u) ⊗ φ_I(i), updated rating by rating.
///
/// φ_U(u) = (1, e_u, r_u): a constant, the identity of the user, and the user's training ratings, minus their mean and
/// scaled to norm 1. φ_I(i) = (1, e_i). The thresholds are shared by all users, which is our choice. With these finite
/// features no kernel is needed: the updates are those of PRank with the kernel
/// `(1 + [u = u′] + ⟨r_u, r_u′⟩)(1 + [i = i′])`. Cost of a sweep: O(Σ_u n_u²) for n_u ratings of user u.
///
/// Source: Basilico and Hofmann 2004; Crammer and Singer 2002, Figure 2, for the updates.
#[derive(Debug, Clone)]
pub struct JRank {
    rows: Arc<Rows>,
    /// r_u by user, the items ascending.
    tastes: Vec<Vec<(u32, f64)>>,
    /// The weights of φ_U ⊗ 1.
    shared: UserWeights,
    /// The weights of φ_U ⊗ e_i; `None` for an item without an update.
    own: Vec<Option<UserWeights>>,
    thresholds: Vec<f64>,
    mistakes: usize,
}

/// One weight for every feature of a user.
#[derive(Debug, Clone)]
struct UserWeights {
    constant: f64,
    users: BTreeMap<u32, f64>,
    rated: Vec<f64>,
}

/// Most bytes of the weights of pairs of items.
const MOST_BYTES: f64 = 1e9;

impl JRank {
    /// Returns the start: all weights and thresholds are 0. Cost: linear.
    ///
    /// # Errors
    /// [`Error::Data`] if the weights of pairs of items would not fit into a gigabyte.
    pub fn new(rows: Arc<Rows>) -> Result<Self, Error> {
        let n_items = rows.n_items();
        let bytes = 8.0 * (n_items as f64) * (n_items as f64);
        if bytes > MOST_BYTES {
            return Err(Error::data(format!(
                "JRank has a weight for each pair of the {n_items} items, which would take {:.0} MB; leave out items with \
                 few ratings, or leave out JRank",
                bytes * 1e-6
            )));
        }
        Ok(Self {
            tastes: (0..rows.n_users()).map(|user| taste(&rows, user)).collect(),
            shared: UserWeights::zero(n_items),
            own: vec![None; n_items],
            thresholds: vec![0.0; usize::from(rows.max_grade())],
            mistakes: 0,
            rows,
        })
    }

    /// Returns the number of wrong predictions of the latest sweep.
    pub fn mistakes(&self) -> usize {
        self.mistakes
    }

    /// Returns the thresholds b, one fewer than the number of grades from 0 on.
    pub fn thresholds(&self) -> &[f64] {
        &self.thresholds
    }

    fn score(&self, user: usize, item: u32) -> f64 {
        let own =
            self.own[item as usize].as_ref().map_or(0.0, |own| own.dot(user as u32, &self.tastes[user]));
        self.shared.dot(user as u32, &self.tastes[user]) + own
    }

    fn learn(&mut self, user: usize, item: u32, grade: usize) {
        let score = self.score(user, item);
        let predicted =
            self.thresholds.iter().position(|bound| score < *bound).unwrap_or(self.thresholds.len());
        if predicted == grade {
            return;
        }
        self.mistakes += 1;
        let mut total = 0.0;
        for (k, threshold) in self.thresholds.iter_mut().enumerate() {
            let side = if grade > k { 1.0 } else { -1.0 };
            if (score - *threshold) * side <= 0.0 {
                *threshold -= side;
                total += side;
            }
        }
        let taste = &self.tastes[user];
        self.shared.add(total, user as u32, taste);
        let n_items = self.own.len();
        let own = self.own[item as usize].get_or_insert_with(|| UserWeights::zero(n_items));
        own.add(total, user as u32, taste);
    }
}

impl UserWeights {
    fn zero(n_items: usize) -> Self {
        Self { constant: 0.0, users: BTreeMap::new(), rated: vec![0.0; n_items] }
    }

    fn dot(&self, user: u32, taste: &[(u32, f64)]) -> f64 {
        let rated: f64 = taste.iter().map(|&(item, value)| value * self.rated[item as usize]).sum();
        self.constant + self.users.get(&user).copied().unwrap_or(0.0) + rated
    }

    fn add(&mut self, factor: f64, user: u32, taste: &[(u32, f64)]) {
        self.constant += factor;
        *self.users.entry(user).or_insert(0.0) += factor;
        for &(item, value) in taste {
            self.rated[item as usize] += factor * value;
        }
    }
}

/// Returns the ratings of a user, minus their mean and scaled to norm 1; none if they are all equal.
fn taste(rows: &Rows, user: usize) -> Vec<(u32, f64)> {
    let n = rows.items(user).len().max(1) as f64;
    let mean = rows.grades(user).iter().map(|&grade| f64::from(grade)).sum::<f64>() / n;
    let centred: Vec<(u32, f64)> =
        rows.row(user).map(|(item, grade)| (item, f64::from(grade) - mean)).collect();
    let norm = centred.iter().map(|(_, value)| value * value).sum::<f64>().sqrt();
    if norm > 1e-9 {
        centred.into_iter().map(|(item, value)| (item, value / norm)).collect()
    } else {
        Vec::new()
    }
}

impl SweptModel for JRank {
    /// Visits every rating once, user by user.
    fn sweep(&mut self) {
        self.mistakes = 0;
        let rows = Arc::clone(&self.rows);
        for user in 0..rows.n_users() {
            for (item, grade) in rows.row(user) {
                self.learn(user, item, usize::from(grade));
            }
        }
    }

    fn n_ratings(&self) -> usize {
        self.rows.n_ratings()
    }

    /// A new user has no updates, so only their rating vector counts.
    fn fold_in_user(&mut self, given: &Rows, user: usize) {
        self.tastes[user] = taste(given, user);
    }
}

impl RatingScorer for JRank {
    fn scores(&self, user: usize, items: &[u32]) -> Vec<f64> {
        items.iter().map(|&item| self.score(user, item)).collect()
    }
}
