//! Conversion of weights for scaled features to weights for raw features, for programs without the scaling.

use std::borrow::Cow;

use super::refused;
use crate::data::FittedScaling;
use crate::model::Model;
use crate::ranking::scorer::{ClassLink, Scorer, Term, TreeNode, WeakLearner};
use crate::util::error::Error;

/// Returns weights that rank raw features as the model ranks scaled features.
///
/// `w (x − min) / (max − min)` equals `w / (max − min) · x` minus a constant that is the same for every document.
/// Rankings do not depend on that constant. The same holds for the standard deviation. The weight of a constant feature
/// is 0. A sum of features, as AdaRank learns, is linear too.
///
/// # Errors
/// [`Error::Data`] for a model that is not linear or has a feature map, and for scaling within each query;
/// [`Error::Numeric`] for a weight outside the range of 32-bit floats, which search engines use.
pub fn folded_weights(model: &Model) -> Result<Vec<f64>, Error> {
    of_raw_features(model)?;
    let weights = match one_sum(&model.scorer) {
        Some(terms) if is_linear(terms) => Cow::Owned(sums(terms, model.n_features)?),
        _ => Cow::Borrowed(model.weights()?),
    };
    Ok(folded(&model.scaling, &weights)?.0)
}

/// Refuses a model with a feature map.
///
/// # Errors
/// [`Error::Data`] naming the map.
pub(super) fn of_raw_features(model: &Model) -> Result<(), Error> {
    if model.map.is_none() {
        return Ok(());
    }
    Err(Error::data(format!(
        "the model has the feature map {}, which these formats cannot compute; keep the model file, or train with --map none",
        model.map.kind()
    )))
}

/// Returns weights for raw features, and the constant that makes their weighted sum equal to that of scaled features.
///
/// # Errors
/// As [`folded_weights`].
pub(super) fn folded(scaling: &FittedScaling, weights: &[f64]) -> Result<(Vec<f64>, f64), Error> {
    let (weights, origins): (Vec<f64>, &[f64]) = match scaling {
        FittedScaling::None => (weights.to_vec(), &[]),
        FittedScaling::Query | FittedScaling::Rank => {
            return Err(Error::data(
                "the model scales every query by its own values, which one weight per feature cannot express; \
                 train with --scale minmax, standard or none",
            ));
        }
        FittedScaling::MinMax { minimum, maximum } => {
            // Halves avoid overflow: extremes near ±1e308 have no finite difference.
            let ranges = minimum.iter().zip(maximum).map(|(low, high)| high / 2.0 - low / 2.0);
            let weights = weights.iter().zip(ranges).map(|(weight, half)| divided(weight / 2.0, half));
            (weights.collect(), minimum)
        }
        FittedScaling::Standard { mean, standard_deviation } => {
            let weights =
                weights.iter().zip(standard_deviation).map(|(&weight, &unit)| divided(weight, unit));
            (weights.collect(), mean)
        }
    };
    if let Some(index) = weights.iter().position(|&weight| !fits(weight)) {
        return Err(refused(format!(
            "the weight of feature {}, {}, does not fit 32 bits",
            index + 1,
            weights[index]
        )));
    }
    let constant = weights.iter().zip(origins).fold(0.0, |sum, (weight, origin)| sum - weight * origin);
    Ok((weights, constant))
}

/// Returns whether a number is in the range of 32-bit floats.
pub(super) fn fits(number: f64) -> bool {
    number.is_finite() && number.abs() <= f64::from(f32::MAX)
}

/// Returns the terms of a scorer that ranks by one sum, whatever its link.
pub(super) fn one_sum(scorer: &Scorer) -> Option<&[Term]> {
    match scorer {
        Scorer::Additive { terms } => Some(terms),
        Scorer::Classes { link: ClassLink::Single | ClassLink::Logistic | ClassLink::Ordinal, ensembles } => {
            ensembles.first().filter(|_| ensembles.len() == 1).map(Vec::as_slice)
        }
        _ => None,
    }
}

/// Whether terms add features, and perhaps constants, which rank nothing.
pub(super) fn is_linear(terms: &[Term]) -> bool {
    terms.iter().all(|term| match &term.weak {
        WeakLearner::Feature { .. } => true,
        WeakLearner::Stump { .. } => false,
        WeakLearner::Tree { nodes } => terms.len() > 1 && matches!(nodes[..], [TreeNode::Leaf { .. }]),
    })
}

/// Returns the weight of every feature in a sum of features.
fn sums(terms: &[Term], n_features: usize) -> Result<Vec<f64>, Error> {
    let mut weights = vec![0.0; n_features];
    for term in terms {
        if let WeakLearner::Feature { feature } = term.weak {
            *weights.get_mut(feature).ok_or_else(|| unknown(feature, n_features))? += term.weight;
        }
    }
    Ok(weights)
}

/// The error for a scorer that uses a feature beyond those of the model.
pub(super) fn unknown(feature: usize, n_features: usize) -> Error {
    Error::data(format!(
        "the model uses feature {}, but has {n_features} features",
        feature.saturating_add(1)
    ))
}

fn divided(weight: f64, unit: f64) -> f64 {
    if unit == 0.0 { 0.0 } else { weight / unit }
}
