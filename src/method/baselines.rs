//! Rankers without any training: the difference of two means, and typed weights.

use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{THRESHOLD, choice};
use super::weights_setting::{OF_TYPED, check_weights, weight_list};
use super::{Method, MethodOption};
use crate::learner::baseline::{MeanDifference, TypedWeights};
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

pub(super) const TYPED: Method = Method {
    name: OF_TYPED,
    label: "Typed weights",
    family: Family::Fixed,
    charts: &[],
    summary: "Ranks by weights that you type, without any training: a rule to compare with, or a w to look at.",
    formula: "s = Σ_f w_f x_f",
    cost: "O(n d) once",
    source: "a baseline of Rankscope",
    options: &[WEIGHTS],
    training: &[],
    parse: Parse::Learner(|settings| {
        let list = weight_list(settings)?;
        Ok(DirectLearner::new(REPORTED, move |data| TypedWeights::by_list(&data, &list)))
    }),
};

const WEIGHTS: MethodOption = MethodOption {
    choices: &[choice("average", "all alike", "The mean of the features.", "w_f = 1/d")],
    grammar: "average, or features with their weights as in 39:0.8,40:0.2",
    check: check_weights,
    ..option!(
        weights,
        Choice,
        "Weights",
        "The weight of each feature, by its number or name; 0 if not named."
    )
};
