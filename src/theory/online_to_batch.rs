//! The laboratory of online learning and fixed samples: what does the loss paid in one pass say about the mean iterate?
//!
//! Projected online gradient descent sees each query once and pays l_t(w_t) before it learns. For convex losses and
//! exchangeable queries the mean iterate w̄ = (w_1 + … + w_T)/T satisfies E risk(w̄) ≤ E mean paid loss. With probability
//! 1 − δ its risk is at most the mean paid loss + M sqrt(2 ln(1/δ)/T), where M is the largest loss of a query.
//!
//! Source: Chaudhuri and Tewari 2015, "The online protocol"; Cesa-Bianchi, Conconi and Gentile 2004.

mod laboratory;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::Summary;
use super::generalisation::Done;
use super::pairs::{
    check_count, check_delta, check_operations, distances, logistic, n_pairs, queries_with_pairs,
};
use crate::data::{Dataset, Query, shuffle};
use crate::learner::descent::PairLogistic;
use crate::learner::online::{OnlineConfig, OnlinePass, OnlineQueries};
use crate::util::error::Error;

pub(super) use laboratory::{ONLINE_TO_BATCH, run};

/// Settings of [`OnlineToBatchExperiment`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OnlineToBatchOptions {
    /// B: the largest norm of w.
    pub radius: f64,
    /// δ: the statement may fail with this probability.
    pub delta: f64,
    /// Number of passes in shuffled orders, after the pass in the order of the file.
    pub orders: usize,
    /// Seed of the shuffles.
    pub seed: u64,
}

impl Default for OnlineToBatchOptions {
    fn default() -> Self {
        Self { radius: OnlineConfig::default().radius, delta: 0.05, orders: 20, seed: 1 }
    }
}

/// The most orders.
pub const MOST_ORDERS: usize = 10_000;

impl OnlineToBatchOptions {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        OnlineConfig { radius: self.radius, ..OnlineConfig::default() }.check()?;
        check_delta(self.delta)?;
        check_count("orders", self.orders, 0, MOST_ORDERS)
    }
}

/// The experiment. A unit of its work is one pass.
pub struct OnlineToBatchExperiment {
    options: OnlineToBatchOptions,
    n_features: usize,
    train: OnlineQueries,
    test: OnlineQueries,
    largest_loss: f64,
    random: ChaCha8Rng,
    passes: Vec<PassResult>,
}

/// The results of the experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OnlineToBatchResult {
    /// T: the training queries with pairs.
    pub queries: usize,
    /// The test queries with pairs.
    pub test_queries: usize,
    /// B.
    pub radius: f64,
    /// M: the largest φ(−B ‖x_i − x_j‖) of a pair, times the weight of its query.
    pub largest_loss: f64,
    /// M sqrt(2 ln(1/δ)/T).
    pub deviation: f64,
    /// The pass in the order of the file.
    pub file_order: PassResult,
    /// The passes in shuffled orders; `None` if there are none.
    pub shuffled: Option<ShuffledResult>,
}

/// One pass.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PassResult {
    /// Mean loss paid.
    pub paid: f64,
    /// The largest norm of a gradient.
    pub largest_gradient: f64,
    /// Mean test loss of w̄.
    pub mean_iterate: f64,
    /// Mean test loss of the w after the last query.
    pub last_iterate: f64,
}

/// The passes in shuffled orders.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ShuffledResult {
    /// Mean loss paid.
    pub paid: Summary,
    /// Mean test loss of w̄.
    pub mean_iterate: Summary,
    /// Mean test loss of the w after the last query.
    pub last_iterate: Summary,
    /// Share of the orders in which the test loss of w̄ is at most the mean paid loss.
    pub held: f64,
    /// Every pass, in the order of its draw.
    pub passes: Vec<PassResult>,
}

impl OnlineToBatchExperiment {
    /// Prepares the experiment. Cost: O(pairs of the training data · features).
    ///
    /// # Errors
    /// As [`OnlineToBatchOptions::check`]; [`Error::Data`] if the training or the test data have no pair, if their
    /// numbers of features differ, or if a pass would take too long.
    pub fn new(
        train: Arc<Dataset>,
        test: Arc<Dataset>,
        options: OnlineToBatchOptions,
    ) -> Result<Self, Error> {
        options.check()?;
        let n_features = train.n_features();
        if test.n_features() != n_features {
            return Err(Error::data(format!(
                "the training data have {n_features} features and the test data {}; use the same features",
                test.n_features()
            )));
        }
        let queries = queries_with_pairs(&train)?;
        let pairs: f64 = queries.iter().map(|query| n_pairs(query.grades)).sum();
        check_operations(pairs * n_features.max(30) as f64)?;
        let loss_of = |query: &Query<'_>| {
            let farthest = distances(&train, query, query.grades).largest;
            train.weight(query.index) * logistic(-options.radius * farthest)
        };
        let largest_loss = queries.iter().map(loss_of).fold(0.0, f64::max);
        let of_test = |problem: Error| Error::data(format!("of the test data: {problem}"));
        Ok(Self {
            random: ChaCha8Rng::seed_from_u64(options.seed),
            options,
            n_features,
            largest_loss,
            test: OnlineQueries::new(test, &PairLogistic).map_err(of_test)?,
            train: OnlineQueries::new(Arc::clone(&train), &PairLogistic)?,
            passes: Vec::new(),
        })
    }

    /// Works for about `budget` passes. The slicing never changes the result.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a loss is not finite, which scaled features prevent.
    pub fn advance(&mut self, budget: usize) -> Result<Done, Error> {
        let of = 1 + self.options.orders;
        for _ in 0..budget.max(1).min(of - self.passes.len()) {
            let mut order: Vec<usize> = (0..self.train.len()).collect();
            if !self.passes.is_empty() {
                shuffle(&mut order, &mut self.random);
            }
            self.passes.push(self.pass(&order)?);
        }
        Ok(Done { done: self.passes.len(), of })
    }

    /// Runs one pass over the training queries in this order.
    fn pass(&self, order: &[usize]) -> Result<PassResult, Error> {
        let mut pass = OnlinePass::new(self.n_features, self.options.radius);
        let problem = || Error::Numeric {
            stage: "online pass",
            problem: "a loss is not finite; scale the features".to_owned(),
        };
        for &place in order {
            pass.learn(&self.train, place).ok_or_else(problem)?;
        }
        let test = |w: &[f64]| self.test.total(w) / self.test.len() as f64;
        let result = PassResult {
            paid: pass.mean_paid(),
            largest_gradient: pass.largest_gradient(),
            mean_iterate: test(&pass.mean_weights()),
            last_iterate: test(pass.weights()),
        };
        let sum = result.paid + result.largest_gradient + result.mean_iterate + result.last_iterate;
        if sum.is_finite() { Ok(result) } else { Err(problem()) }
    }

    /// Returns the results; `None` before all work is done.
    pub fn result(&self) -> Option<OnlineToBatchResult> {
        let (&file_order, shuffled) = self.passes.split_first()?;
        if shuffled.len() < self.options.orders {
            return None;
        }
        let of =
            |value: fn(&PassResult) -> f64| Summary::of(&shuffled.iter().map(value).collect::<Vec<f64>>());
        let held = shuffled.iter().filter(|pass| pass.mean_iterate <= pass.paid).count() as f64;
        let shuffled = of(|pass| pass.paid).and_then(|paid| {
            Some(ShuffledResult {
                paid,
                mean_iterate: of(|pass| pass.mean_iterate)?,
                last_iterate: of(|pass| pass.last_iterate)?,
                held: held / shuffled.len() as f64,
                passes: shuffled.to_vec(),
            })
        });
        let size = self.train.len() as f64;
        Some(OnlineToBatchResult {
            queries: self.train.len(),
            test_queries: self.test.len(),
            radius: self.options.radius,
            largest_loss: self.largest_loss,
            deviation: self.largest_loss * libm::sqrt(-2.0 * libm::log(self.options.delta) / size),
            file_order,
            shuffled,
        })
    }
}
