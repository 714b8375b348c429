//! The laboratory of complexity: how large is E max over ‖w‖ ≤ B of |1/N Σ ε_q l_q(w)| for all features, with random signs ε?
//!
//! The loss l_q is the mean of φ(o) = log(1 + e^−o) over the pairs of query q. The maximum is that of a *difference* of
//! convex functions, which cutting planes cannot find. It has a bound from above and an estimate from below:
//!
//! 1. Take one random pair of each query. By Jensen's inequality and the contraction principle the complexity is at
//!    most `2Bρ + φ(0)/√N` with `ρ = (1/N) sqrt(Σ_q mean over pairs of ‖x_i − x_j‖²)`, since φ has a slope of at most 1
//!    in size. ρ does not grow with the length of lists.
//! 2. Projected gradient ascent finds a w for each draw of signs. The value at any w is at most the maximum.
//!
//! Source: Chaudhuri and Tewari 2015, "How does Rademacher complexity scale?", which gives B·R/√N up to constants.

mod laboratory;

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Summary;
use super::generalisation::Done;
use super::pairs::{
    PairSampler, check_count, check_operations, check_radii, distances, n_pairs, queries_with_pairs,
};
use crate::data::{Dataset, Query, Random};
use crate::learner::descent::{PairLogistic, QueryScoreLoss, ScoreLoss};
use crate::linalg::dot::{add_scaled, dot};
use crate::loss::PairTable;
use crate::util::error::Error;

pub(super) use laboratory::{COMPLEXITY, run};

/// Settings of [`ComplexityExperiment`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ComplexityOptions {
    /// Values of B.
    pub radii: Vec<f64>,
    /// Draws of the signs.
    pub draws: usize,
    /// Evaluations of the objective for each draw and each of the two sides of |·|.
    pub evaluations: usize,
    /// Seed of the signs, which are the same for every B.
    pub seed: u64,
}

impl Default for ComplexityOptions {
    fn default() -> Self {
        Self { radii: vec![1.0, 5.0], draws: 10, evaluations: 40, seed: 1 }
    }
}

/// The most draws of signs.
pub const MOST_DRAWS: usize = 10_000;
/// The most evaluations of an ascent.
pub const MOST_EVALUATIONS: usize = 10_000;
/// The most values of B.
pub const MOST_RADII: usize = 20;
/// Draws of pairs and signs by which ρ is checked.
const SIMULATED: usize = 1000;

impl ComplexityOptions {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_radii(&self.radii, MOST_RADII)?;
        check_count("draws", self.draws, 1, MOST_DRAWS)?;
        check_count("evaluations", self.evaluations, 2, MOST_EVALUATIONS)
    }
}

/// The experiment. A unit of its work is one draw of signs for one B.
pub struct ComplexityExperiment {
    options: ComplexityOptions,
    data: Arc<Dataset>,
    members: Vec<(Range<usize>, Box<dyn QueryScoreLoss>)>,
    rho: f64,
    simulated: Summary,
    largest_norm: f64,
    random: Random,
    found: Vec<f64>,
    finished: Vec<ComplexityAt>,
}

/// The results of the experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComplexityResult {
    /// N: the queries with pairs.
    pub queries: usize,
    /// ρ.
    pub rho: f64,
    /// E ‖Σ ε_q z_q‖/N by simulation, z_q the difference of a random pair of query q. It is at most ρ.
    pub simulated: Summary,
    /// R: the largest ‖x‖.
    pub largest_norm: f64,
    /// R/√N, the slide's scale for B = 1.
    pub slide: f64,
    /// One entry per B.
    pub radii: Vec<ComplexityAt>,
}

/// The complexity for one B.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComplexityAt {
    /// B.
    pub radius: f64,
    /// 2Bρ + φ(0)/√N.
    pub upper: f64,
    /// B·R/√N.
    pub slide: f64,
    /// The values that ascent found, one per draw of signs. Their mean estimates the complexity from below.
    pub lower: Summary,
}

impl ComplexityExperiment {
    /// Prepares the experiment. Cost: O(pairs · features).
    ///
    /// # Errors
    /// As [`ComplexityOptions::check`]; [`Error::Data`] if no query has a pair, or if the work would take too long.
    /// Weights of queries are ignored.
    pub fn new(data: Arc<Dataset>, options: ComplexityOptions) -> Result<Self, Error> {
        options.check()?;
        let queries = queries_with_pairs(&data)?;
        let pairs: f64 = queries.iter().map(|query| n_pairs(query.grades)).sum();
        check_operations(pairs * data.n_features() as f64)?;
        // A pair takes about 30 operations of one evaluation.
        let values = queries.iter().map(|query| query.grades.len()).sum::<usize>() * data.n_features();
        check_operations((30.0 * pairs + 2.0 * values as f64) * 2.0 * options.evaluations as f64)?;
        check_operations((SIMULATED * queries.len() * 2) as f64 * data.n_features() as f64)?;
        let mean_squares = queries.iter().map(|query| distances(&data, query, query.grades).mean_square);
        let size = queries.len() as f64;
        let rho = libm::sqrt(mean_squares.sum::<f64>()) / size;
        let rows = queries.iter().flat_map(|query| query.documents.clone());
        let norms = rows.map(|row| data.features(row)).map(|row| dot(&row, &row).sqrt());
        let largest_norm = norms.fold(0.0, f64::max);
        let bind = |query: &Query<'_>| {
            Some((query.documents.clone(), PairLogistic.bind(query.grades, &PairTable::equal())?))
        };
        let members = queries.iter().filter_map(bind).collect();
        let mut random = Random::new(options.seed);
        let sampler = |query: &Query<'_>| Some((query.documents.start, PairSampler::new(query.grades)?));
        let samplers: Vec<_> = queries.iter().filter_map(sampler).collect();
        let sums = (0..SIMULATED).map(|_| random_sum(&data, &samplers, &mut random) / size);
        let simulated = Summary::of(&sums.collect::<Vec<f64>>());
        let simulated = simulated.ok_or_else(|| Error::data("no pairs were drawn"))?;
        if !(rho.is_finite() && largest_norm.is_finite()) {
            return Err(Error::data("the distances of documents are not finite; scale the features"));
        }
        let random = Random::new(options.seed);
        let (found, finished) = (Vec::new(), Vec::new());
        Ok(Self { members, rho, simulated, largest_norm, random, found, finished, data, options })
    }

    /// Works for about `budget` draws of signs. The slicing never changes the result.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a loss is not finite, which scaled features prevent.
    pub fn advance(&mut self, budget: usize) -> Result<Done, Error> {
        for _ in 0..budget.max(1) {
            let Some(&radius) = self.options.radii.get(self.finished.len()) else { break };
            let signs: Vec<f64> = self.members.iter().map(|_| sign(&mut self.random)).collect();
            let found = self.ascend(radius, &signs)?.max(self.ascend(radius, &opposite(&signs))?);
            self.found.push(found);
            if self.found.len() == self.options.draws {
                let size = self.members.len() as f64;
                let lower = Summary::of(&self.found);
                self.finished.extend(lower.map(|lower| ComplexityAt {
                    radius,
                    upper: 2.0 * radius * self.rho + std::f64::consts::LN_2 / size.sqrt(),
                    slide: radius * self.largest_norm / size.sqrt(),
                    lower,
                }));
                self.found.clear();
                self.random = Random::new(self.options.seed);
            }
        }
        let draws = self.options.draws;
        let done = self.finished.len() * draws + self.found.len();
        Ok(Done { done, of: self.options.radii.len() * draws })
    }

    /// Returns the results; `None` before all work is done.
    pub fn result(&self) -> Option<ComplexityResult> {
        let size = self.members.len() as f64;
        (self.finished.len() == self.options.radii.len()).then(|| ComplexityResult {
            queries: self.members.len(),
            rho: self.rho,
            simulated: self.simulated,
            largest_norm: self.largest_norm,
            slide: self.largest_norm / size.sqrt(),
            radii: self.finished.clone(),
        })
    }

    /// Returns 1/N Σ ε_q l_q(w) and its gradient.
    ///
    /// # Errors
    /// [`Error::Numeric`] if they are not finite.
    pub fn evaluate(&self, signs: &[f64], w: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        let n = self.members.len() as f64;
        let (mut value, mut gradient) = (0.0, vec![0.0; w.len()]);
        for ((documents, loss), sign) in self.members.iter().zip(signs) {
            let scores = self.data.scores(documents.clone(), w);
            let mut pull = vec![0.0; scores.len()];
            let factor = sign / (loss.size() as f64 * n);
            value += factor * loss.evaluate(&scores, &mut pull);
            pull.iter_mut().for_each(|pull| *pull *= -factor);
            self.data.pull_back(documents.clone(), &pull, &mut gradient);
        }
        if !(value.is_finite() && dot(&gradient, &gradient).is_finite()) {
            let problem = "a loss or its gradient is not finite; scale the features".to_owned();
            return Err(Error::Numeric { stage: "complexity", problem });
        }
        Ok((value, gradient))
    }

    /// Ascends from the direction of the gradient at w = 0, all the way to the sphere. Returns the greatest value seen.
    fn ascend(&self, radius: f64, signs: &[f64]) -> Result<f64, Error> {
        let w = vec![0.0; self.data.n_features()];
        let (at_zero, gradient) = self.evaluate(signs, &w)?;
        let mut w = projected(&w, f64::INFINITY, &gradient, radius);
        let (mut value, mut gradient) = self.evaluate(signs, &w)?;
        // Lengths of steps are relative to B.
        let mut length = 1.0;
        for _ in 2..self.options.evaluations {
            let next = projected(&w, length * radius, &gradient, radius);
            let (risen, slope) = self.evaluate(signs, &next)?;
            if risen > value {
                (w, value, gradient) = (next, risen, slope);
                length *= 2.0;
            } else {
                length *= 0.25;
            }
            if length < 1e-6 {
                break;
            }
        }
        Ok(value.max(at_zero))
    }
}

/// Returns the projection onto ‖w‖ ≤ `radius` of a step of this length along the gradient; w itself without a gradient.
fn projected(w: &[f64], length: f64, gradient: &[f64], radius: f64) -> Vec<f64> {
    let norm = dot(gradient, gradient).sqrt();
    if norm == 0.0 {
        return w.to_vec();
    }
    let mut next = w.to_vec();
    add_scaled(length.min(1e3 * radius) / norm, gradient, &mut next);
    let norm = dot(&next, &next).sqrt();
    if norm > radius {
        next.iter_mut().for_each(|weight| *weight *= radius / norm);
    }
    next
}

fn sign(random: &mut Random) -> f64 {
    if random.uniform() < 0.5 { 1.0 } else { -1.0 }
}

fn opposite(signs: &[f64]) -> Vec<f64> {
    signs.iter().map(|sign| -sign).collect()
}

/// Returns ‖Σ ε_q (x_i − x_j)‖ for a random pair of each query, given as its first row and its sampler.
fn random_sum(data: &Dataset, samplers: &[(usize, PairSampler)], random: &mut Random) -> f64 {
    let mut sum = vec![0.0; data.n_features()];
    for (first, sampler) in samplers {
        let (i, j) = sampler.draw(random);
        let sign = sign(random);
        add_scaled(sign, &data.features(first + i), &mut sum);
        add_scaled(-sign, &data.features(first + j), &mut sum);
    }
    dot(&sum, &sum).sqrt()
}
