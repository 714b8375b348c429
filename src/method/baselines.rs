//! The baseline of every comparison: a ranker without any training.

use super::Method;
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::shared::THRESHOLD;
use crate::learner::baseline::MeanDifference;
use crate::metric::{Measure, NDCG};

/// The measure that is reported where a method optimises none.
pub(super) const REPORTED: Measure = NDCG.at(Some(10));

pub(super) const MEAN_DIFFERENCE: Method = Method {
    name: "mean-difference",
    label: "Mean difference",
    family: Family::Fixed,
    charts: &[],
    summary: "The mean good document minus the mean bad document, averaged over queries: a baseline without training.",
    formula: "w = mean over queries of (mean good x − mean bad x)",
    cost: "O(n d) once",
    source: "a baseline of Rankscope",
    options: &[THRESHOLD],
    training: &[],
    parse: Parse::Learner(|settings| {
        let threshold = settings.threshold;
        Ok(DirectLearner::new(REPORTED, move |data| MeanDifference::new(data, threshold)))
    }),
};
