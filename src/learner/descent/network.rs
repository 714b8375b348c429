//! A network with one hidden layer: its scores and their gradient. Must not know losses.

use rand_chacha::rand_core::Rng;

use crate::linalg::dot::{add_scaled, dot};
use crate::ranking::scorer::{Scorer, Unit};

/// `f(x) = Σ_h v_h tanh(⟨a_h, x⟩ + c_h)`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Network {
    n_features: usize,
    /// a, unit by unit, then c, then v.
    parameters: Vec<f64>,
}

impl Network {
    /// Returns a network with random weights: a uniform in ±1/√d, unit by unit, then v uniform in ±1/√H. c is 0.
    pub fn draw(hidden: usize, n_features: usize, random: &mut impl Rng) -> Self {
        let (input, output) = (1.0 / (n_features as f64).sqrt(), 1.0 / (hidden as f64).sqrt());
        let mut parameters: Vec<f64> = (0..hidden * n_features).map(|_| input * uniform(random)).collect();
        parameters.extend(std::iter::repeat_n(0.0, hidden));
        parameters.extend((0..hidden).map(|_| output * uniform(random)));
        Self { n_features, parameters }
    }

    pub fn hidden(&self) -> usize {
        self.parameters.len() / (self.n_features + 2)
    }

    /// Returns the norm of all parameters.
    pub fn norm(&self) -> f64 {
        dot(&self.parameters, &self.parameters).sqrt()
    }

    /// Returns the network as a plain scorer.
    pub fn scorer(&self) -> Scorer {
        let (weights, biases, output) = self.parts();
        let unit = |(h, &bias): (usize, &f64)| Unit {
            weights: weights[h * self.n_features..(h + 1) * self.n_features].to_vec(),
            bias,
        };
        Scorer::Network { hidden: biases.iter().enumerate().map(unit).collect(), output: output.to_vec() }
    }

    /// Writes tanh of every hidden unit for one document into `units`.
    pub fn units(&self, row: &[f64], units: &mut [f64]) {
        let (weights, biases, _) = self.parts();
        for (h, (unit, bias)) in units.iter_mut().zip(biases).enumerate() {
            let weights = &weights[h * self.n_features..(h + 1) * self.n_features];
            *unit = libm::tanh(dot(row, weights) + bias);
        }
    }

    /// Returns the score of a document from its hidden units.
    pub fn score(&self, units: &[f64]) -> f64 {
        let (_, _, output) = self.parts();
        units.iter().zip(output).map(|(unit, output)| output * unit).sum()
    }

    /// Adds `pull` times the derivative of the score in all parameters to `gradient`, which has their layout.
    pub fn add_gradient(&self, row: &[f64], units: &[f64], pull: f64, gradient: &mut [f64]) {
        let (_, _, output) = self.parts();
        let (hidden, d) = (units.len(), self.n_features);
        for (h, (unit, output)) in units.iter().zip(output).enumerate() {
            let inner = pull * output * (1.0 - unit * unit);
            add_scaled(inner, row, &mut gradient[h * d..(h + 1) * d]);
            gradient[hidden * d + h] += inner;
            gradient[hidden * (d + 1) + h] += pull * unit;
        }
    }

    /// Adds `rate` times `gradient` to all parameters.
    pub fn step(&mut self, rate: f64, gradient: &[f64]) {
        add_scaled(rate, gradient, &mut self.parameters);
    }

    /// Returns the number of parameters.
    pub fn size(&self) -> usize {
        self.parameters.len()
    }

    fn parts(&self) -> (&[f64], &[f64], &[f64]) {
        let hidden = self.hidden();
        let (weights, rest) = self.parameters.split_at(hidden * self.n_features);
        let (biases, output) = rest.split_at(hidden);
        (weights, biases, output)
    }
}

/// Returns a uniform random number in [−1, 1).
fn uniform(random: &mut impl Rng) -> f64 {
    let unit = (random.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64);
    2.0 * unit - 1.0
}

#[cfg(test)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let network = Network::draw(3, 4, &mut ChaCha8Rng::seed_from_u64(5));
        let row = [0.3, -1.2, 0.8, 2.0];
        let score = |network: &Network| {
            let mut units = [0.0; 3];
            network.units(&row, &mut units);
            network.score(&units)
        };
        let mut units = [0.0; 3];
        network.units(&row, &mut units);
        let mut gradient = vec![0.0; network.size()];
        network.add_gradient(&row, &units, 1.0, &mut gradient);
        for (place, derivative) in gradient.iter().enumerate() {
            let moved = |by: f64| {
                let mut moved = network.clone();
                moved.parameters[place] += by;
                score(&moved)
            };
            let expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((derivative - expected).abs() < 1e-9, "parameter {place}: {derivative}, {expected}");
        }
        assert_eq!(network.scorer().score_row(&row), score(&network));
    }
}
