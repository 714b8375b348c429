//! The shrunk mean of an item: the line without any personal part.

use super::RatingScorer;
use crate::ratings::Rows;

/// Scores `(Σ ratings + λ μ) / (n + λ)` of an item with n ratings, where μ is the mean of all ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemMean {
    /// One mean per item.
    pub means: Vec<f64>,
}

impl ItemMean {
    /// Returns the means. `shrinkage`: λ, the number of ratings of value μ that every item gets. Cost: linear.
    pub fn train(rows: &Rows, shrinkage: f64) -> Self {
        let mut sums = vec![0.0; rows.n_items()];
        let mut counts = vec![0.0; rows.n_items()];
        for (item, grade) in (0..rows.n_users()).flat_map(|user| rows.row(user)) {
            sums[item as usize] += f64::from(grade);
            counts[item as usize] += 1.0;
        }
        let mean = sums.iter().sum::<f64>() / (rows.n_ratings().max(1) as f64);
        let shrunk = |(sum, count): (&f64, &f64)| {
            let weight = count + shrinkage;
            if weight > 0.0 { (sum + shrinkage * mean) / weight } else { mean }
        };
        Self { means: sums.iter().zip(&counts).map(shrunk).collect() }
    }
}

impl RatingScorer for ItemMean {
    fn scores(&self, _user: usize, items: &[u32]) -> Vec<f64> {
        items.iter().map(|&item| self.means[item as usize]).collect()
    }
}
