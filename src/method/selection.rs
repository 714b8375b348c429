//! The choice of the iterate that becomes the model: the optimum, or one that ranks validation data clearly better.
//!
//! The minimum of a bound on training data need not rank best. On data with hopeless queries an earlier iterate can
//! be far better. The margin keeps the optimum unless the difference exceeds it. Must not know trainers.

use std::str::FromStr;

use serde::Serialize;

use crate::util::error::{Error, shown};

/// The rule that chooses the model among the iterates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choose {
    /// The iterate with the best objective.
    #[default]
    Optimum,
    /// The iterate with the best value of the first reported measure on the validation data, if this value exceeds
    /// that of the optimum by more than a margin.
    Validation,
}

impl FromStr for Choose {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "optimum" => Ok(Self::Optimum),
            "validation" => Ok(Self::Validation),
            other => {
                Err(Error::config("choose", format!("{} is not one of optimum, validation", shown(other))))
            }
        }
    }
}

/// The iterate that became the model, and the optimum.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChosenIterate {
    /// Iteration of the model.
    pub iteration: usize,
    /// Its value of the first reported measure on the validation data.
    pub valid: Option<f64>,
    /// Iteration of the best objective.
    pub optimum: usize,
    /// Its value of the same measure.
    pub optimum_valid: Option<f64>,
}

/// Returns the iterate that becomes the model.
///
/// `values`: the measure on the validation data, one per iteration from 0; `None` if no query defines it. `optimum`:
/// the iteration with the best objective. Among equal values the earliest iteration wins. Cost: O(iterations).
pub fn choose_iterate(values: &[Option<f64>], optimum: usize, margin: f64) -> ChosenIterate {
    let value = |iteration: usize| values.get(iteration).copied().flatten();
    let optimum_valid = value(optimum);
    let needed = optimum_valid.map_or(f64::NEG_INFINITY, |value| value + margin);
    let mut chosen = ChosenIterate { iteration: optimum, valid: optimum_valid, optimum, optimum_valid };
    for iteration in 0..values.len() {
        let Some(found) = value(iteration) else { continue };
        let best = if chosen.iteration == optimum { needed } else { chosen.valid.unwrap_or(needed) };
        if found > best {
            chosen = ChosenIterate { iteration, valid: Some(found), ..chosen };
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_optimum_stays_unless_another_iterate_is_better_by_more_than_the_margin() {
        let check = |values: &[f64], optimum: usize, margin: f64, expected: usize| {
            let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
            let chosen = choose_iterate(&values, optimum, margin);
            assert_eq!(chosen.iteration, expected, "{values:?}, optimum {optimum}, margin {margin}");
            assert_eq!(chosen.valid, values[expected]);
            assert_eq!((chosen.optimum, chosen.optimum_valid), (optimum, values[optimum]));
        };
        check(&[0.1, 0.5, 0.4], 2, 0.25, 2);
        check(&[0.1, 0.5, 0.4], 2, 0.0625, 1);
        // The earliest of equal values wins, and a later and better value wins over them.
        check(&[0.5, 0.5, 0.25], 2, 0.125, 0);
        check(&[0.5, 0.75, 0.25], 2, 0.125, 1);
        // A difference equal to the margin is not enough.
        check(&[0.5, 0.25], 1, 0.25, 1);
    }

    #[test]
    fn undefined_values_never_win() {
        assert_eq!(choose_iterate(&[None, Some(0.5), None], 1, 0.0).iteration, 1);
        assert_eq!(choose_iterate(&[Some(0.25), None], 1, 0.5).iteration, 0, "the optimum has no value");
        assert_eq!(choose_iterate(&[], 3, 0.0).iteration, 3);
    }
}
