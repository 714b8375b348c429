//! Factors of users and items as plain data. Must not know how they are learned.

/// Anything that scores items for a user.
pub trait RatingScorer {
    /// Returns one score per item. Only the order of a user's scores has a meaning.
    ///
    /// `user`: row of the ratings.
    fn scores(&self, user: usize, items: &[u32]) -> Vec<f64>;
}

/// Scores `b_i + ⟨U_u, V_i⟩`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Factors {
    /// k, the number of factors.
    pub rank: usize,
    /// U, k numbers per user.
    pub users: Vec<f64>,
    /// V, k numbers per item.
    pub items: Vec<f64>,
    /// b, one number per item.
    pub biases: Vec<f64>,
}

impl Factors {
    /// Returns factors of zero.
    pub fn zero(rank: usize, n_users: usize, n_items: usize) -> Self {
        Self {
            rank,
            users: vec![0.0; rank * n_users],
            items: vec![0.0; rank * n_items],
            biases: vec![0.0; n_items],
        }
    }

    /// U_u.
    pub fn user(&self, user: usize) -> &[f64] {
        &self.users[user * self.rank..(user + 1) * self.rank]
    }

    /// V_i.
    pub fn item(&self, item: usize) -> &[f64] {
        &self.items[item * self.rank..(item + 1) * self.rank]
    }

    /// Number of users.
    pub fn n_users(&self) -> usize {
        self.users.len().checked_div(self.rank).unwrap_or(0)
    }

    /// Number of items.
    pub fn n_items(&self) -> usize {
        self.biases.len()
    }

    /// Returns `½‖U‖² + ½‖V‖² + ½‖b‖²`.
    pub fn penalty(&self) -> f64 {
        half_square(&self.users) + half_square(&self.items) + half_square(&self.biases)
    }

    /// Returns the score of an item for a user with these factors. Cost: O(k).
    pub fn score(&self, taste: &[f64], item: u32) -> f64 {
        let personal: f64 = taste.iter().zip(self.item(item as usize)).map(|(u, v)| u * v).sum();
        self.biases[item as usize] + personal
    }
}

impl RatingScorer for Factors {
    fn scores(&self, user: usize, items: &[u32]) -> Vec<f64> {
        items.iter().map(|&item| self.score(self.user(user), item)).collect()
    }
}

/// Returns ½ Σ x².
pub(super) fn half_square(values: &[f64]) -> f64 {
    0.5 * values.iter().map(|value| value * value).sum::<f64>()
}
