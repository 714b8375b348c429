//! A model as plain weights for raw features: what programs without our scaling can compute.

use crate::data::FittedScaling;
use crate::error::Error;
use crate::model::Model;

/// Weights that rank raw features as the model ranks scaled ones.
///
/// `w (x − min) / (max − min)` is `w / (max − min) · x` less the same number for every document, which no ranking
/// depends on; likewise for the standard deviation. A feature without spread weighs 0.
///
/// # Errors
/// [`Error::Data`] for scaling within each query, [`Error::Numeric`] for a weight out of the range of 32 bits, in
/// which search engines keep them.
pub fn folded_weights(model: &Model) -> Result<Vec<f64>, Error> {
    let weights = model.weights.iter();
    let folded: Vec<f64> = match &model.scaling {
        FittedScaling::None => weights.copied().collect(),
        FittedScaling::Query => {
            return Err(Error::data(
                "the model scales every query by its own extremes, which one weight per feature cannot express; \
                 train with --scale minmax, standard or none",
            ));
        }
        FittedScaling::MinMax { minimum, maximum } => {
            // Halves, because extremes near ±1e308 have no finite difference.
            let ranges = minimum.iter().zip(maximum).map(|(low, high)| high / 2.0 - low / 2.0);
            weights.zip(ranges).map(|(weight, half)| divided(weight / 2.0, half)).collect()
        }
        FittedScaling::Standard { standard_deviation, .. } => {
            weights.zip(standard_deviation).map(|(&weight, &unit)| divided(weight, unit)).collect()
        }
    };
    let fits = |weight: f64| weight.is_finite() && weight.abs() <= f64::from(f32::MAX);
    match folded.iter().position(|&weight| !fits(weight)) {
        None => Ok(folded),
        Some(index) => Err(Error::Numeric {
            stage: "export",
            problem: format!("the weight of feature {}, {}, does not fit 32 bits", index + 1, folded[index]),
        }),
    }
}

fn divided(weight: f64, unit: f64) -> f64 {
    if unit == 0.0 { 0.0 } else { weight / unit }
}
