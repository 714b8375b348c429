//! Limited-memory BFGS: a search direction from the latest steps. Must not know objectives.
//!
//! Source: Nocedal and Wright, *Numerical Optimization*, Algorithm 7.4.

use std::collections::VecDeque;

use crate::linalg::dot::{add_scaled, dot};

/// Number of steps in the memory.
const MEMORY: usize = 10;

/// The latest steps, each with the change of the gradient along it.
#[derive(Debug, Clone, Default)]
pub(crate) struct LimitedMemory {
    pairs: VecDeque<Pair>,
}

#[derive(Debug, Clone)]
struct Pair {
    step: Vec<f64>,
    change: Vec<f64>,
    /// ⟨step, change⟩ > 0.
    product: f64,
}

impl LimitedMemory {
    /// Clears the memory.
    pub fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Returns whether the memory is empty.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Adds a step to the memory, unless the curvature of the objective along it is negative or almost 0.
    pub fn remember(&mut self, step: Vec<f64>, change: Vec<f64>) {
        let product = dot(&step, &change);
        if product > 1e-10 * (dot(&step, &step) * dot(&change, &change)).sqrt() && product.is_normal() {
            if self.pairs.len() == MEMORY {
                self.pairs.pop_front();
            }
            self.pairs.push_back(Pair { step, change, product });
        }
    }

    /// Returns minus an approximate inverse Hessian times the gradient. Cost: 4 × [`MEMORY`] × d multiplications.
    pub fn direction(&self, gradient: &[f64]) -> Vec<f64> {
        let mut direction: Vec<f64> = gradient.iter().map(|value| -value).collect();
        let mut coefficients = Vec::with_capacity(self.pairs.len());
        for pair in self.pairs.iter().rev() {
            let coefficient = dot(&pair.step, &direction) / pair.product;
            add_scaled(-coefficient, &pair.change, &mut direction);
            coefficients.push(coefficient);
        }
        if let Some(last) = self.pairs.back() {
            let scale = last.product / dot(&last.change, &last.change);
            direction.iter_mut().for_each(|value| *value *= scale);
        }
        for (pair, coefficient) in self.pairs.iter().zip(coefficients.iter().rev()) {
            let other = dot(&pair.change, &direction) / pair.product;
            add_scaled(coefficient - other, &pair.step, &mut direction);
        }
        direction
    }
}
