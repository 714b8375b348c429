//! Nodes and weights of Gauss–Hermite quadrature. Must not know losses.

/// Largest number of steps of Newton's method for a node. It takes about six.
const MOST_STEPS: usize = 100;

/// Returns n nodes t and weights such that Σ weight · f(t) is the mean of f(X/√2) for X normal, exactly if f is a
/// polynomial of degree below 2 n.
///
/// Source: Press et al., *Numerical Recipes*, section 4.6, with the weights divided by √π.
pub(super) fn gauss_hermite(n: usize) -> Vec<(f64, f64)> {
    let mut nodes = vec![(0.0, 0.0); n];
    let size = n as f64;
    let mut z = 0.0;
    for i in 0..n.div_ceil(2) {
        // Starting points near the roots, the largest first.
        z = match i {
            0 => libm::sqrt(2.0 * size + 1.0) - 1.85575 * libm::pow(2.0 * size + 1.0, -1.0 / 6.0),
            1 => z - 1.14 * libm::pow(size, 0.426) / z,
            2 => 1.86 * z - 0.86 * nodes[0].0,
            3 => 1.91 * z - 0.91 * nodes[1].0,
            _ => 2.0 * z - nodes[i - 2].0,
        };
        let mut slope = 1.0;
        for _ in 0..MOST_STEPS {
            // Orthonormal Hermite polynomials by their recurrence.
            let (mut value, mut before) = (libm::pow(std::f64::consts::PI, -0.25), 0.0);
            for degree in 0..n {
                let degree = degree as f64;
                let next = z * libm::sqrt(2.0 / (degree + 1.0)) * value
                    - libm::sqrt(degree / (degree + 1.0)) * before;
                (before, value) = (value, next);
            }
            slope = libm::sqrt(2.0 * size) * before;
            let step = value / slope;
            z -= step;
            if step.abs() <= 1e-14 {
                break;
            }
        }
        let weight = 2.0 / (slope * slope) / libm::sqrt(std::f64::consts::PI);
        nodes[i] = (z, weight);
        nodes[n - 1 - i] = (-z, weight);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_the_normal_distribution_are_exact() {
        for n in [1, 2, 5, 16, 32] {
            let nodes = gauss_hermite(n);
            let moment = |power: i32| -> f64 {
                nodes
                    .iter()
                    .map(|(node, weight)| weight * (node * std::f64::consts::SQRT_2).powi(power))
                    .sum()
            };
            // 1, 0, 1, 0, 3, 0, 15 as far as the degree reaches.
            for (power, expected) in [1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 15.0].into_iter().enumerate().take(2 * n)
            {
                assert!((moment(power as i32) - expected).abs() < 1e-12, "{n} nodes, power {power}");
            }
        }
    }
}
