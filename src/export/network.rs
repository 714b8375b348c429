//! A network over raw features in 32-bit floats, as search engines evaluate it.

use super::linear::{fits, folded, unknown};
use super::refused;
use crate::model::Model;
use crate::ranking::scorer::Unit;
use crate::util::error::Error;

/// `Σ_h output_h tanh(⟨weights_h, x⟩ + bias_h)` over raw features.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Network {
    /// One row per hidden unit with one weight per feature.
    pub weights: Vec<Vec<f32>>,
    /// One bias per hidden unit.
    pub bias: Vec<f32>,
    /// One weight per hidden unit.
    pub output: Vec<f32>,
}

/// Returns the network with the scaling folded into the weights and biases of its hidden units.
///
/// # Errors
/// [`Error::Data`] for scaling within each query, for a network without units, and for a unit with more weights than
/// features; [`Error::Numeric`] for a number outside the range of 32-bit floats.
pub(super) fn network(model: &Model, hidden: &[Unit], output: &[f64]) -> Result<Network, Error> {
    if hidden.is_empty() || model.n_features == 0 {
        return Err(Error::data("the network has no hidden units or no features"));
    }
    let mut exported =
        Network { weights: Vec::new(), bias: Vec::new(), output: narrow("an output weight", output)? };
    for unit in hidden {
        if unit.weights.len() > model.n_features {
            return Err(unknown(unit.weights.len() - 1, model.n_features));
        }
        let mut weights = unit.weights.clone();
        weights.resize(model.n_features, 0.0);
        let (weights, constant) = folded(&model.scaling, &weights)?;
        exported.weights.push(narrow("a weight", &weights)?);
        exported.bias.extend(narrow("the bias of a hidden unit", &[unit.bias + constant])?);
    }
    Ok(exported)
}

fn narrow(what: &str, numbers: &[f64]) -> Result<Vec<f32>, Error> {
    match numbers.iter().find(|&&number| !fits(number)) {
        Some(number) => Err(refused(format!("{what}, {number}, does not fit 32 bits"))),
        None => Ok(numbers.iter().map(|&number| number as f32).collect()),
    }
}
