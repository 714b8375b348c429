//! Models of ratings that improve sweep by sweep, so that held-out ratings can choose the number of sweeps.

use super::RatingScorer;
use crate::ratings::Rows;

/// A model that is trained in sweeps over all ratings. The same ratings and settings give the same bits.
pub trait SweptModel: RatingScorer + Send + Sync {
    /// Sweeps once over the ratings, or a fixed number of times where one pass changes little.
    fn sweep(&mut self);

    /// Returns the number of ratings that it is trained on.
    fn n_ratings(&self) -> usize;

    /// Learns the taste of a new user from the ratings that they give, with everything else fixed.
    fn fold_in_user(&mut self, given: &Rows, user: usize);
}

impl<M: SweptModel + ?Sized> RatingScorer for Box<M> {
    fn scores(&self, user: usize, items: &[u32]) -> Vec<f64> {
        (**self).scores(user, items)
    }
}
