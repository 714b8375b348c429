//! The laboratory of generalisation: how far is the loss on N queries from the risk, and what do the bounds say?
//!
//! The file is the population, so that the risk R(w), the mean loss over the file, is known exactly. A draw takes N
//! queries with replacement, with mean loss R̂(w). The loss of a query is the mean of φ(o) = log(1 + e^−o) over its
//! pairs. The scorer has two features, and the hypotheses are a grid of the disk ‖w‖ ≤ B, so that every maximum over w
//! is exact.
//!
//! Source: Chaudhuri and Tewari 2015, "A data-dependent generalization error bound". The slide leaves constants out.

mod grid;
mod laboratory;

use serde::{Deserialize, Serialize};

use super::Summary;
use super::pairs::{check_count, check_delta, check_radii, distances, logistic, n_pairs, queries_with_pairs};
use crate::data::{Dataset, Random};
use crate::linalg::dot::add_scaled;
use crate::util::error::{Error, brief};

pub(super) use laboratory::{GENERALISATION, run};

pub use grid::{ANGLES, HYPOTHESES, LossMatrix, RADII, hypothesis};

/// Settings of [`GeneralisationExperiment`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GeneralisationOptions {
    /// The two features of the scorer, from 1 as in the file.
    pub features: [usize; 2],
    /// N: the queries of a draw.
    pub queries: usize,
    /// Values of B, each with a grid of its own.
    pub radii: Vec<f64>,
    /// δ: the bounds may fail with this probability.
    pub delta: f64,
    /// Number of draws.
    pub draws: usize,
    /// Seed of the draws, which are the same for every B.
    pub seed: u64,
}

impl Default for GeneralisationOptions {
    fn default() -> Self {
        let radii = vec![1.0, 2.0, 5.0, 10.0, 20.0];
        Self { features: [1, 2], queries: 20, radii, delta: 0.05, draws: 1000, seed: 1 }
    }
}

/// The most queries of a draw.
pub const MOST_QUERIES: usize = 10_000;
/// The most draws.
pub const MOST_DRAWS: usize = 10_000;
/// The most values of B.
pub const MOST_RADII: usize = 20;
/// The most bytes of a matrix of losses.
const MOST_BYTES: f64 = 256e6;
/// The most elementary operations of an experiment, about a nanosecond each.
const MOST_WORK: f64 = 2e10;

impl GeneralisationOptions {
    /// Checks every value against its range, and the features against the data.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self, data: &Dataset) -> Result<(), Error> {
        let [first, second] = self.features;
        let n_features = data.n_features();
        if let Some(feature) = self.features.into_iter().find(|feature| !(1..=n_features).contains(feature)) {
            let problem =
                format!("there is no feature {feature}; the data have the features 1 to {n_features}");
            return Err(Error::config("features", problem));
        }
        if first == second {
            return Err(Error::config("features", format!("{first} is given twice; give two features")));
        }
        check_count("queries", self.queries, 1, MOST_QUERIES)?;
        check_count("draws", self.draws, 1, MOST_DRAWS)?;
        check_radii(&self.radii, MOST_RADII)?;
        check_delta(self.delta)
    }
}

/// How much of an experiment is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Done {
    /// Units of work that are done.
    pub done: usize,
    /// All units.
    pub of: usize,
}

impl Done {
    /// Whether nothing is left.
    pub fn is_complete(self) -> bool {
        self.done == self.of
    }
}

/// The experiment. A unit of its work is a query of a matrix or a draw.
pub struct GeneralisationExperiment {
    options: GeneralisationOptions,
    /// The queries with pairs, with the two features alone.
    data: Dataset,
    /// Mean of ‖x_i − x_j‖² over the pairs of every query.
    mean_squares: Vec<f64>,
    /// Largest ‖x_i − x_j‖ of all pairs.
    largest: f64,
    matrix: LossMatrix,
    /// R of every hypothesis.
    risks: Vec<f64>,
    random: Random,
    drawn: Vec<Drawn>,
    finished: Vec<RadiusResult>,
}

/// The quantities of one draw.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Drawn {
    training: f64,
    risk: f64,
    symmetrised: f64,
    deviation: f64,
    full: f64,
}

/// The results of the experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GeneralisationResult {
    /// Queries of the file that have pairs: the population.
    pub population: usize,
    /// N.
    pub queries: usize,
    /// Number of draws.
    pub draws: usize,
    /// δ.
    pub delta: f64,
    /// The two features, from 1.
    pub features: [usize; 2],
    /// sqrt(log(1/δ)/N), the last term of the slide's bound.
    pub slide_term: f64,
    /// One entry per B.
    pub radii: Vec<RadiusResult>,
    /// The B whose slide bound is least in the mean: what a learner would choose by it.
    pub chosen_by_slide: f64,
    /// The B whose full bound is least in the mean.
    pub chosen_by_full: f64,
    /// The B whose minimisers have the least risk in the mean. A learner cannot know it.
    pub best: f64,
}

/// The results for one B.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RadiusResult {
    /// B.
    pub radius: f64,
    /// The least risk of all hypotheses.
    pub least_risk: f64,
    /// The hypothesis that has the least risk.
    pub least_weights: [f64; 2],
    /// R̂ of the minimiser ŵ of R̂.
    pub training: Summary,
    /// R(ŵ).
    pub risk: Summary,
    /// max over w of |1/N Σ ε_q l_q(w)| for random signs ε.
    pub symmetrised: Summary,
    /// max over w of |R(w) − R̂(w)|.
    pub deviation: Summary,
    /// The slide's bound: R̂(ŵ) + the symmetrised maximum + sqrt(log(1/δ)/N).
    pub slide_bound: Summary,
    /// Share of the draws in which R(ŵ) is at most the slide's bound.
    pub slide_held: f64,
    /// Share of the draws in which max |R − R̂| is at most the symmetrised maximum + sqrt(log(1/δ)/N): the statement
    /// for all w from which the slide's bound would follow.
    pub uniform_held: f64,
    /// The bound with all constants: R̂(ŵ) + 2Bρ + 3M sqrt(log(2/δ)/2N). ρ is that of the drawn queries.
    pub full_bound: Summary,
    /// Share of the draws in which R(ŵ) is at most the full bound.
    pub full_held: f64,
    /// M = φ(−B max ‖x_i − x_j‖), the largest loss that a pair can have.
    pub largest_loss: f64,
}

impl GeneralisationExperiment {
    /// Prepares the experiment. Cost: O(pairs of the data).
    ///
    /// # Errors
    /// As [`GeneralisationOptions::check`]; [`Error::Data`] if no query has a pair, and if the losses would not fit
    /// into memory or would take too long. Weights of queries are ignored.
    pub fn new(data: &Dataset, options: GeneralisationOptions) -> Result<Self, Error> {
        options.check(data)?;
        let used: Vec<usize> = queries_with_pairs(data)?.iter().map(|query| query.index).collect();
        let bytes = used.len() as f64 * HYPOTHESES as f64 * 8.0;
        if bytes > MOST_BYTES {
            return Err(Error::data(format!(
                "the losses of {} queries and {HYPOTHESES} hypotheses would take {:.0} MB, and {:.0} MB is the limit; \
                 use at most {:.0} queries",
                used.len(),
                bytes * 1e-6,
                MOST_BYTES * 1e-6,
                (MOST_BYTES / (HYPOTHESES as f64 * 8.0)).floor()
            )));
        }
        let pairs: f64 = used.iter().map(|&query| n_pairs(data.query(query).grades)).sum();
        let per_draw = options.queries.min(used.len()) as f64 * 2.0 * HYPOTHESES as f64;
        let work = (pairs * HYPOTHESES as f64 + options.draws as f64 * per_draw) * options.radii.len() as f64;
        if work > MOST_WORK {
            return Err(Error::config(
                "draws",
                format!(
                    "{} draws and {pairs} pairs for {} values of B take {} operations, and {MOST_WORK:e} is the limit; \
                     use fewer draws, values of B or queries of the file",
                    options.draws,
                    options.radii.len(),
                    brief(work)
                ),
            ));
        }
        let columns = options.features.map(|feature| Some(feature - 1));
        let data = data.select_queries(&used).with_columns(&columns);
        let distances: Vec<_> = data.queries().map(|query| distances(&data, &query, query.grades)).collect();
        Ok(Self {
            mean_squares: distances.iter().map(|distances| distances.mean_square).collect(),
            largest: distances.iter().fold(0.0, |largest, distances| largest.max(distances.largest)),
            matrix: LossMatrix::new(options.radii[0]),
            risks: Vec::new(),
            random: Random::new(options.seed),
            drawn: Vec::new(),
            finished: Vec::new(),
            data,
            options,
        })
    }

    /// Works for about `budget` units. The slicing never changes the result.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a loss is not finite, which scaled features prevent.
    pub fn advance(&mut self, budget: usize) -> Result<Done, Error> {
        let population = self.data.n_queries();
        let per_radius = population + self.options.draws;
        for _ in 0..budget.max(1) {
            let Some(&radius) = self.options.radii.get(self.finished.len()) else { break };
            if self.matrix.n_queries() < population {
                let query = self.data.query(self.matrix.n_queries());
                self.matrix.push(&self.data, &query)?;
                if self.matrix.n_queries() == population {
                    self.risks = self.matrix.means();
                }
                continue;
            }
            let drawn = self.draw(radius);
            self.drawn.push(drawn);
            if self.drawn.len() == self.options.draws {
                let finished = self.summary(radius);
                self.finished.extend(finished);
                self.drawn.clear();
                self.random = Random::new(self.options.seed);
                if let Some(&next) = self.options.radii.get(self.finished.len()) {
                    self.matrix = LossMatrix::new(next);
                }
            }
        }
        let in_radius = match self.finished.len() < self.options.radii.len() {
            true => self.matrix.n_queries() + self.drawn.len(),
            false => 0,
        };
        let of = self.options.radii.len() * per_radius;
        Ok(Done { done: self.finished.len() * per_radius + in_radius, of })
    }

    /// Returns the results; `None` before all work is done.
    pub fn result(&self) -> Option<GeneralisationResult> {
        if self.finished.len() < self.options.radii.len() {
            return None;
        }
        let GeneralisationOptions { features, queries, delta, draws, .. } = self.options;
        let least = |value: fn(&RadiusResult) -> f64| {
            let better = |one: &&RadiusResult, other: &&RadiusResult| value(one).total_cmp(&value(other));
            self.finished.iter().min_by(better).map(|least| least.radius)
        };
        Some(GeneralisationResult {
            population: self.data.n_queries(),
            queries,
            draws,
            delta,
            features,
            slide_term: self.slide_term(),
            chosen_by_slide: least(|of| of.slide_bound.mean)?,
            chosen_by_full: least(|of| of.full_bound.mean)?,
            best: least(|of| of.risk.mean)?,
            radii: self.finished.clone(),
        })
    }

    fn slide_term(&self) -> f64 {
        libm::sqrt(-libm::log(self.options.delta) / self.options.queries as f64)
    }

    fn largest_loss(&self, radius: f64) -> f64 {
        logistic(-radius * self.largest)
    }

    fn draw(&mut self, radius: f64) -> Drawn {
        let (n, population) = (self.options.queries, self.data.n_queries());
        // How often each query is drawn, and the sum of its signs.
        let mut times = vec![(0.0, 0.0); population];
        for _ in 0..n {
            let place = (self.random.uniform() * population as f64) as usize;
            let sign = if self.random.uniform() < 0.5 { 1.0 } else { -1.0 };
            let (count, signs) = &mut times[place.min(population - 1)];
            *count += 1.0;
            *signs += sign;
        }
        let size = n as f64;
        let (mut means, mut signed) = (vec![0.0; HYPOTHESES], vec![0.0; HYPOTHESES]);
        let mut squares = 0.0;
        for (query, &(count, signs)) in times.iter().enumerate() {
            if count > 0.0 {
                add_scaled(count / size, self.matrix.losses(query), &mut means);
                squares += count * self.mean_squares[query];
            }
            if signs != 0.0 {
                add_scaled(signs / size, self.matrix.losses(query), &mut signed);
            }
        }
        let chosen = least_place(&means);
        let differences = self.risks.iter().zip(&means).map(|(risk, mean)| (risk - mean).abs());
        let complexity = 2.0 * radius * libm::sqrt(squares) / size;
        let tail =
            3.0 * self.largest_loss(radius) * libm::sqrt(libm::log(2.0 / self.options.delta) / (2.0 * size));
        Drawn {
            training: means[chosen],
            risk: self.risks[chosen],
            symmetrised: signed.iter().fold(0.0, |largest, value| largest.max(value.abs())),
            deviation: differences.fold(0.0, f64::max),
            full: means[chosen] + complexity + tail,
        }
    }

    fn summary(&self, radius: f64) -> Option<RadiusResult> {
        let term = self.slide_term();
        let of =
            |value: &dyn Fn(&Drawn) -> f64| Summary::of(&self.drawn.iter().map(value).collect::<Vec<f64>>());
        let share = |holds: &dyn Fn(&Drawn) -> bool| {
            self.drawn.iter().filter(|drawn| holds(drawn)).count() as f64 / self.drawn.len() as f64
        };
        let slide = |drawn: &Drawn| drawn.training + drawn.symmetrised + term;
        let least = least_place(&self.risks);
        Some(RadiusResult {
            radius,
            least_risk: self.risks[least],
            least_weights: hypothesis(radius, least),
            training: of(&|drawn| drawn.training)?,
            risk: of(&|drawn| drawn.risk)?,
            symmetrised: of(&|drawn| drawn.symmetrised)?,
            deviation: of(&|drawn| drawn.deviation)?,
            slide_bound: of(&slide)?,
            slide_held: share(&|drawn| drawn.risk <= slide(drawn)),
            uniform_held: share(&|drawn| drawn.deviation <= drawn.symmetrised + term),
            full_bound: of(&|drawn| drawn.full)?,
            full_held: share(&|drawn| drawn.risk <= drawn.full),
            largest_loss: self.largest_loss(radius),
        })
    }
}

/// Returns the place of the least value, the first among equals.
fn least_place(values: &[f64]) -> usize {
    let mut least = 0;
    for (place, value) in values.iter().enumerate() {
        if *value < values[least] {
            least = place;
        }
    }
    least
}
