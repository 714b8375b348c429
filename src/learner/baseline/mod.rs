//! Rankers without optimisation: one feature, the difference of two means, typed weights.
//!
//! They are the baselines for learned rankers. Must not know optimisation.

mod mean_difference;
mod single_feature;
mod typed_weights;

pub use mean_difference::MeanDifference;
pub use single_feature::SingleFeature;
pub use typed_weights::{TypedWeights, WeightList};

use crate::learner::{Chosen, Detail, End, FixedFigures, Step, StopReason};

fn fixed_step(iteration: usize, chosen: Option<Chosen>, value: Option<f64>) -> Step {
    let detail = Detail::Fixed(FixedFigures { chosen, value });
    Step { iteration, objective: None, best_objective: None, gap: None, detail }
}

/// Returns the earlier end, or a new one.
fn complete(end: &mut Option<End>, iterations: usize) -> End {
    end.get_or_insert_with(|| End::new(StopReason::Complete, iterations, None)).clone()
}
