//! A model over raw features, in a form that a search engine can express.

use super::linear::{folded_weights, is_linear, of_raw_features, one_sum};
use super::network::{Network, network};
use super::trees::{Node, trees};
use crate::model::Model;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

/// A model over raw features.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum RawModel {
    /// One weight per feature.
    Linear(Vec<f64>),
    /// A sum of trees.
    Trees(Vec<Node>),
    /// A network with one hidden layer.
    Network(Network),
}

/// Returns the model over raw features.
///
/// The score of McRank is not a sum of trees. It is an expected grade, and the probabilities of the grades are not
/// linear in the sums of the trees.
///
/// # Errors
/// [`Error::Data`] for McRank with several sums, for a feature map, and for scaling within each query;
/// [`Error::Numeric`] for numbers outside the range of 32-bit floats.
pub(super) fn raw(model: &Model) -> Result<RawModel, Error> {
    of_raw_features(model)?;
    match (&model.scorer, one_sum(&model.scorer)) {
        (_, Some(terms)) if !is_linear(terms) => Ok(RawModel::Trees(trees(model, terms)?)),
        (Scorer::Linear { .. }, _) | (_, Some(_)) => Ok(RawModel::Linear(folded_weights(model)?)),
        (Scorer::Network { hidden, output }, _) => Ok(RawModel::Network(network(model, hidden, output)?)),
        (Scorer::Additive { .. } | Scorer::Classes { .. }, _) => Err(Error::data(
            "the score is the expected grade, which is not a sum of trees; search engines only add trees, so keep the \
             model file",
        )),
    }
}

/// Returns the shortest decimal that readers of 32-bit and of 64-bit floats convert to this finite number.
///
/// It has a point or an exponent, because Solr requires numbers of a network that are not whole.
pub(super) fn decimal(number: f32) -> String {
    let shortest = format!("{number:?}");
    let twice_rounded = shortest.parse::<f64>().map(|wide| wide as f32);
    if twice_rounded == Ok(number) { shortest } else { format!("{:e}", f64::from(number)) }
}
