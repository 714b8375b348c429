//! The grid of hypotheses and the losses of all queries under all of them. Must not know draws or bounds.

use std::f64::consts::TAU;

use crate::data::{Dataset, Query};
use crate::util::error::Error;

/// Lengths of w: B/20, 2B/20, …, B.
pub const RADII: usize = 20;
/// Directions of w, 5° apart.
pub const ANGLES: usize = 72;
/// All lengths in all directions, and w = 0, which comes first.
pub const HYPOTHESES: usize = 1 + RADII * ANGLES;

/// Returns w of a hypothesis, from 0.
pub fn hypothesis(radius: f64, place: usize) -> [f64; 2] {
    let Some(place) = place.checked_sub(1) else { return [0.0; 2] };
    let [x, y] = direction(place / RADII);
    let length = radius * (place % RADII + 1) as f64 / RADII as f64;
    [length * x, length * y]
}

fn direction(angle: usize) -> [f64; 2] {
    let turn = TAU * angle as f64 / ANGLES as f64;
    [libm::cos(turn), libm::sin(turn)]
}

/// The loss of every query under every hypothesis of a disk: the mean of log(1 + e^−o) over the pairs of the query.
pub struct LossMatrix {
    radius: f64,
    /// One row of [`HYPOTHESES`] values per query.
    losses: Vec<f64>,
}

impl LossMatrix {
    /// Returns a matrix without queries for the disk ‖w‖ ≤ `radius`.
    pub fn new(radius: f64) -> Self {
        Self { radius, losses: Vec::new() }
    }

    /// Number of queries so far.
    pub fn n_queries(&self) -> usize {
        self.losses.len() / HYPOTHESES
    }

    /// Returns the losses of a query, one per hypothesis.
    ///
    /// # Panics
    /// If the query has not been added.
    pub fn losses(&self, query: usize) -> &[f64] {
        &self.losses[query * HYPOTHESES..(query + 1) * HYPOTHESES]
    }

    /// Returns the mean loss of every hypothesis over the queries so far, of which there is at least one.
    pub fn means(&self) -> Vec<f64> {
        let mut means = vec![0.0; HYPOTHESES];
        for row in self.losses.chunks_exact(HYPOTHESES) {
            for (mean, loss) in means.iter_mut().zip(row) {
                *mean += loss;
            }
        }
        let n = self.n_queries() as f64;
        means.iter_mut().for_each(|mean| *mean /= n);
        means
    }

    /// Adds a query of data with two features, with at least one pair. Cost: half a multiplication and half an addition
    /// per pair and hypothesis, because w and −w share their logarithm, and lengths share their exponential.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a loss is not finite.
    pub fn push(&mut self, data: &Dataset, query: &Query<'_>) -> Result<(), Error> {
        let points: Vec<[f64; 2]> =
            query.documents.clone().map(|row| [data.value(row, 0), data.value(row, 1)]).collect();
        let mut differences = Vec::new();
        for (better, high) in points.iter().zip(query.grades) {
            let worse = points.iter().zip(query.grades).filter(|(_, low)| *low < high);
            differences.extend(worse.map(|(worse, _)| [better[0] - worse[0], better[1] - worse[1]]));
        }
        let n = differences.len() as f64;
        let mut row = vec![0.0; HYPOTHESES];
        row[0] = std::f64::consts::LN_2;
        for angle in 0..ANGLES / 2 {
            let [x, y] = direction(angle).map(|part| part * self.radius / RADII as f64);
            let mut along = Along::default();
            for difference in &differences {
                along.add(difference[0] * x + difference[1] * y);
            }
            let [forward, backward] = [angle, angle + ANGLES / 2].map(|angle| 1 + angle * RADII);
            for (step, (below, above, rest)) in along.sums().enumerate() {
                row[forward + step] = (below + rest) / n;
                row[backward + step] = (above + rest) / n;
            }
        }
        if !row.iter().all(|loss| loss.is_finite()) {
            let problem = format!("a loss of query {:?} is not finite; scale the features", query.id);
            return Err(Error::Numeric { stage: "losses", problem });
        }
        self.losses.extend(row);
        Ok(())
    }
}

/// Sums over pairs of log(1 + e^−ko) for k = 1 … [`RADII`], and of the same for −o.
///
/// log(1 + e^−ko) = max(0, −ko) + log(1 + e^−k|o|). The second part is a product of numbers from 1 to 2, of which many
/// share a logarithm, and e^−k|o| is a power.
struct Along {
    below: f64,
    above: f64,
    products: [f64; RADII],
    logs: [f64; RADII],
    pending: usize,
}

impl Default for Along {
    fn default() -> Self {
        Self { below: 0.0, above: 0.0, products: [1.0; RADII], logs: [0.0; RADII], pending: 0 }
    }
}

impl Along {
    /// Products of so many numbers up to 2 stay below 2^1024.
    const MOST_PENDING: usize = 1000;

    fn add(&mut self, o: f64) {
        self.below += (-o).max(0.0);
        self.above += o.max(0.0);
        let base = libm::exp(-o.abs());
        let mut power = 1.0;
        for product in &mut self.products {
            power *= base;
            // Smaller powers change no product, and would be slow where they underflow.
            if power < 1e-18 {
                break;
            }
            *product *= 1.0 + power;
        }
        self.pending += 1;
        if self.pending == Self::MOST_PENDING {
            self.settle();
        }
    }

    fn settle(&mut self) {
        for (log, product) in self.logs.iter_mut().zip(&mut self.products) {
            *log += libm::log(*product);
            *product = 1.0;
        }
        self.pending = 0;
    }

    /// Returns, for every length k, the sums of max(0, −ko), of max(0, ko), and of log(1 + e^−k|o|).
    fn sums(mut self) -> impl Iterator<Item = (f64, f64, f64)> {
        self.settle();
        (1..).zip(self.logs).map(move |(k, log)| (f64::from(k) * self.below, f64::from(k) * self.above, log))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::QueryRows;
    use crate::theory::pairs::logistic;

    #[test]
    fn the_matrix_is_that_of_direct_evaluation() {
        let mut random = crate::data::Random::new(3);
        for (n, radius, spread) in [(5, 1.0, 1.0), (60, 20.0, 1.0), (8, 1e3, 1.0), (6, 1.0, 1e-9)] {
            let grades = (0..n).map(|_| (random.uniform() * 3.0) as u8).collect::<Vec<u8>>();
            let features = (0..2 * n).map(|_| spread * random.normal()).collect();
            let query = QueryRows { id: "a".into(), grades: grades.clone(), features, comments: Vec::new() };
            let Ok(data) = Dataset::from_queries(2, &[query]) else { panic!("made data") };
            let mut matrix = LossMatrix::new(radius);
            assert!(matrix.push(&data, &data.query(0)).is_ok());
            for place in 0..HYPOTHESES {
                let scores = data.scores(0..n, &hypothesis(radius, place));
                let (mut sum, mut pairs) = (0.0, 0.0);
                for i in 0..n {
                    for j in (0..n).filter(|&j| grades[i] > grades[j]) {
                        sum += logistic(scores[i] - scores[j]);
                        pairs += 1.0;
                    }
                }
                let expected: f64 = sum / pairs;
                let seen = matrix.losses(0)[place];
                assert!((seen - expected).abs() <= 1e-12 * expected.max(1.0), "{place}: {seen}, {expected}");
            }
        }
    }

    #[test]
    fn hypotheses_fill_the_disk() {
        assert_eq!(hypothesis(5.0, 0), [0.0; 2]);
        let longest = hypothesis(5.0, RADII);
        assert!((longest[0] - 5.0).abs() < 1e-12 && longest[1].abs() < 1e-12);
        let norms = (0..HYPOTHESES).map(|place| hypothesis(5.0, place)).map(|[x, y]| x.hypot(y));
        assert!(norms.fold(0.0, f64::max) <= 5.0 * (1.0 + 1e-12));
        // Opposite hypotheses are half a turn apart.
        let (one, other) = (hypothesis(1.0, 7), hypothesis(1.0, 7 + RADII * ANGLES / 2));
        assert!((one[0] + other[0]).abs() < 1e-12 && (one[1] + other[1]).abs() < 1e-12);
    }
}
