//! The ranks of groups that are drawn one after the other with chances proportional to their sizes.
//!
//! Give every document a uniformly random time in [0, 1]; a group appears at its earliest one. A group of m documents
//! has not appeared at time t with probability x^m, where x = 1 − t. The groups are independent, so at the time of
//! one group the number of others that have appeared is a sum of independent indicators. Therefore
//! P(rank = k) = ∫ m x^(m−1) P(k of the others have appeared | x) dx, an integral of a polynomial of degree M − 1 for M
//! documents. Gauss's quadrature with M/2 nodes is exact for it, and adds positive terms only.

/// Returns, for every size of `sizes`, the chance of each of the first `ranks` ranks for a group of this size.
///
/// `counts`: the size of every group; `sizes`: the different ones, ascending. Up to rounding the result is exact.
/// Cost: O(√M · sizes · ranks²) for M documents, and O(M) for the nodes.
pub(super) fn rank_chances(counts: &[usize], sizes: &[usize], ranks: usize) -> Vec<Vec<f64>> {
    let documents: usize = counts.iter().sum();
    let number: Vec<usize> =
        sizes.iter().map(|size| counts.iter().filter(|&count| count == size).count()).collect();
    let mut chances = vec![vec![0.0; ranks]; sizes.len()];
    for (x, weight) in nodes(n_nodes(documents)) {
        // One generating polynomial per size: the number of its groups that have appeared.
        let absent: Vec<f64> = sizes.iter().map(|&size| power(x, size)).collect();
        let of_size = |place: usize, groups: usize| truncated_power(absent[place], groups, ranks);
        let all: Vec<Vec<f64>> = (0..sizes.len()).map(|place| of_size(place, number[place])).collect();
        // Products of the polynomials behind a place, so that no product has to be divided.
        let mut behind = vec![unit(ranks); sizes.len() + 1];
        for place in (0..sizes.len()).rev() {
            behind[place] = product(&all[place], &behind[place + 1]);
        }
        let mut before = unit(ranks);
        for (place, &size) in sizes.iter().enumerate() {
            let others = product(&product(&before, &of_size(place, number[place] - 1)), &behind[place + 1]);
            let density = weight * size as f64 * power(x, size - 1);
            for (chance, appeared) in chances[place].iter_mut().zip(others) {
                *chance += density * appeared;
            }
            before = product(&before, &all[place]);
        }
    }
    chances
}

/// The number of nodes for M documents: M/2 are exact. The polynomials vary on a scale of 1/√M and more, so some
/// multiple of √M nodes leaves an error below the rounding, see the test.
fn n_nodes(documents: usize) -> usize {
    documents.div_ceil(2).min(16 + (6.0 * (documents as f64).sqrt()) as usize)
}

/// Returns the nodes and weights of Gauss's quadrature on [0, 1], exact up to degree 2 n − 1. Cost: O(n²).
///
/// Source: Newton's method on the Legendre polynomial from the usual first guesses (Press et al., Numerical Recipes,
/// section 4.5).
fn nodes(n: usize) -> Vec<(f64, f64)> {
    (0..n)
        .map(|index| {
            let guess = std::f64::consts::PI * (index as f64 + 0.75) / (n as f64 + 0.5);
            // Without a cosine, which no other part of the page's first module needs.
            let mut x = sine(0.5 * std::f64::consts::PI - guess);
            let mut slope = 1.0;
            for _ in 0..NEWTON_STEPS {
                let (value, before) = legendre(n, x);
                slope = n as f64 * (x * value - before) / (x * x - 1.0);
                x -= value / slope;
            }
            (0.5 * (1.0 + x), 1.0 / ((1.0 - x * x) * slope * slope))
        })
        .collect()
}

/// Returns the sine of an angle from −π/2 to π/2 by its power series, to about eleven digits.
fn sine(angle: f64) -> f64 {
    let mut term = angle;
    let mut sum = angle;
    for degree in [3, 5, 7, 9, 11, 13, 15] {
        term *= -angle * angle / f64::from(degree * (degree - 1));
        sum += term;
    }
    sum
}

/// Newton's method doubles the digits of a good guess with every step.
const NEWTON_STEPS: usize = 6;

/// Returns the Legendre polynomials of degree n and n − 1 at x.
fn legendre(n: usize, x: f64) -> (f64, f64) {
    let (mut value, mut before) = (1.0, 0.0);
    for degree in 0..n {
        let next = ((2 * degree + 1) as f64 * x * value - degree as f64 * before) / (degree + 1) as f64;
        (value, before) = (next, value);
    }
    (value, before)
}

/// Returns `x` to a whole power by squaring, which gives the same bits everywhere.
fn power(x: f64, exponent: usize) -> f64 {
    let (mut result, mut square, mut left) = (1.0, x, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result *= square;
        }
        square *= square;
        left /= 2;
    }
    result
}

/// The polynomial 1 with `ranks` coefficients.
fn unit(ranks: usize) -> Vec<f64> {
    let mut one = vec![0.0; ranks];
    if let Some(first) = one.first_mut() {
        *first = 1.0;
    }
    one
}

/// Returns the first `ranks` coefficients of (absent + (1 − absent) z)^groups.
fn truncated_power(absent: f64, groups: usize, ranks: usize) -> Vec<f64> {
    let mut square = vec![0.0; ranks];
    for (coefficient, chance) in square.iter_mut().zip([absent, 1.0 - absent]) {
        *coefficient = chance;
    }
    let (mut result, mut left) = (unit(ranks), groups);
    while left > 0 {
        if left % 2 == 1 {
            result = product(&result, &square);
        }
        square = product(&square, &square);
        left /= 2;
    }
    result
}

/// Returns the first coefficients of a product of two polynomials. All are at least 0, so nothing cancels.
fn product(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut result = vec![0.0; one.len()];
    for (degree, &coefficient) in one.iter().enumerate().filter(|(_, coefficient)| **coefficient != 0.0) {
        for (sum, factor) in result[degree..].iter_mut().zip(other) {
            *sum += coefficient * factor;
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quadrature_integrates_powers() {
        for n in [1, 2, 5, 40] {
            for degree in 0..2 * n {
                let sum: f64 = nodes(n).iter().map(|&(x, weight)| weight * power(x, degree)).sum();
                let exact = 1.0 / (degree as f64 + 1.0);
                assert!((sum - exact).abs() < 1e-14, "{n} nodes, degree {degree}: {sum}");
            }
        }
    }

    #[test]
    fn chances_add_up_and_fewer_nodes_change_nothing() {
        // Many documents in groups of very different sizes: the short quadrature against the exact one.
        let counts: Vec<usize> = (0..120).map(|group| [1, 1, 2, 7, 300][group % 5]).collect();
        let documents: usize = counts.iter().sum();
        assert!(n_nodes(documents) < documents / 2);
        let ranks = counts.len();
        let sizes = [1, 2, 7, 300];
        let chances = rank_chances(&counts, &sizes, ranks);
        for (size, chances) in sizes.iter().zip(&chances) {
            let sum: f64 = chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "groups of {size}: {sum}");
        }
        let of_rank = |rank: usize| -> f64 {
            counts.iter().map(|count| chances[sizes.binary_search(count).unwrap()][rank]).sum()
        };
        assert!((0..ranks).all(|rank| (of_rank(rank) - 1.0).abs() < 1e-12), "every rank has a group");
    }
}
