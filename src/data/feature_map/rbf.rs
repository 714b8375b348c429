//! The coordinates of the kernel `k(x, x') = exp(−γ |x − x'|²)` on landmarks.
//!
//! A greedy pivoted Cholesky factorisation chooses the landmarks: the next one is the training document that the
//! landmarks so far represent worst. The rows F of the factor have `F Fᵀ ≈ K`, with equality at residual 0.
//!
//! Source: Fine and Scheinberg 2001, figure 2; Bach and Jordan 2002, figure 4.
//!
//! The landmarks are chosen in O(N P²) time and O(N P) memory for N documents and P landmarks; K is never built. The
//! report says which share of the trace of K is left out: at 0, the run is that of the exact kernel machine. A row is
//! computed by forward substitution in the fit as in `apply`, so both give the same bits. The page shows raw features
//! of documents.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::super::{Dataset, MAX_FEATURES};
use super::{LandmarkInfo, MAX_LANDMARKS, with_rows};
use crate::linalg::dot::{dot, squared_distance};
use crate::util::error::{Error, brief};
use crate::util::sorting::sort_numbers;

/// Pairs of training documents for the median distance.
const PAIRS: usize = 1000;
/// A residual up to this value is rounding: k(x, x) is 1, and the sums have an error of some 1e−15.
const ROUNDING: f64 = 1e-12;
/// The largest number of steps documents · P · (P + features), about 3 s in the browser. Since P + features is at least
/// 2, it also bounds the memory.
const MAX_STEPS: u64 = 3_000_000_000;
/// Longest part of a comment that the model file keeps, in characters.
const COMMENT: usize = 80;

/// A kernel map: landmarks with a lower triangular factor L. The row of x is `L⁻¹ (k(x_1, x), …, k(x_P, x))`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RbfMap {
    gamma: f64,
    features: usize,
    landmarks: Vec<Landmark>,
}

/// A training document that new documents are compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Landmark {
    query: String,
    document: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    /// Its features after the scaling.
    features: Vec<f64>,
    /// Its row of L up to the diagonal: landmark p has p + 1 values.
    factor: Vec<f64>,
}

impl Landmark {
    pub(super) fn info(&self) -> LandmarkInfo {
        let Self { query, document, line, comment, features, .. } = self.clone();
        LandmarkInfo { query, document, line, comment, features }
    }
}

impl RbfMap {
    /// Returns the map, the mapped training data, and the share of the trace of K that is left out.
    ///
    /// # Errors
    /// [`Error::Config`] if γ cannot be found, or if the work is too large.
    pub(super) fn fit(
        gamma: Option<f64>,
        landmarks: usize,
        train: &Dataset,
        seed: u64,
    ) -> Result<(Self, Dataset, f64), Error> {
        let n = train.n_documents();
        let most = landmarks.min(n);
        check_steps(n, most, train.n_features())?;
        let gamma = gamma.map_or_else(|| usual_gamma(train, seed), Ok)?;
        let mut map = Self { gamma, features: train.n_features(), landmarks: Vec::with_capacity(most) };
        let places = places(train);
        let mut data = train.with_features(most);
        data.feature_names = Vec::new();
        (0..n).for_each(|_| data.features_mut().push_with(|_| 0.0));
        let mut residuals = vec![1.0; n];
        while map.landmarks.len() < most {
            let Some(worst) = largest(&residuals).filter(|&worst| residuals[worst] > ROUNDING) else { break };
            let column = map.landmarks.len();
            let mut factor = data.features(worst)[..column].to_vec();
            factor.push(residuals[worst].sqrt());
            map.landmarks.push(landmark(train, places[worst], worst, factor));
            let chosen = &map.landmarks[column];
            for (document, residual) in residuals.iter_mut().enumerate() {
                let row = data.features_mut().row_mut(document);
                let value = chosen.coordinate(gamma, &train.features(document), &row[..column]);
                row[column] = value;
                *residual = (*residual - value * value).max(0.0);
            }
            residuals[worst] = 0.0;
        }
        let share = residuals.iter().sum::<f64>() / n.max(1) as f64;
        let columns = map.landmarks.len();
        if columns < most {
            let full = data;
            data = full.with_features(columns);
            (0..n).for_each(|document| data.features_mut().push(&full.features(document)[..columns]));
        }
        Ok((map, data, share))
    }

    pub(super) fn gamma(&self) -> f64 {
        self.gamma
    }

    pub(super) fn n_features(&self) -> usize {
        self.features
    }

    pub(super) fn n_columns(&self) -> usize {
        self.landmarks.len()
    }

    pub(super) fn landmarks(&self) -> &[Landmark] {
        &self.landmarks
    }

    pub(super) fn coefficients(&self, w: &[f64]) -> Option<Vec<f64>> {
        if w.len() != self.landmarks.len() {
            return None;
        }
        let mut u = w.to_vec();
        for (place, landmark) in self.landmarks.iter().enumerate().rev() {
            u[place] /= landmark.factor[place];
            let value = u[place];
            for (u, factor) in u[..place].iter_mut().zip(&landmark.factor) {
                *u -= value * factor;
            }
        }
        Some(u)
    }

    /// Checks a map from a file.
    pub(super) fn check(&self) -> Result<(), Error> {
        let fault = |problem: String| Err(Error::data(format!("map rbf: {problem}")));
        if !(self.gamma.is_finite() && self.gamma > 0.0) {
            return fault(format!("gamma is {}, not a number above 0", brief(self.gamma)));
        }
        if self.features > MAX_FEATURES {
            return fault(format!("{} features are more than {MAX_FEATURES}", self.features));
        }
        if !(1..=MAX_LANDMARKS).contains(&self.landmarks.len()) {
            return fault(format!("{} landmarks; a map has from 1 to {MAX_LANDMARKS}", self.landmarks.len()));
        }
        for (place, landmark) in self.landmarks.iter().enumerate() {
            if let Some(problem) = landmark.fault(place, self.features) {
                return fault(format!("landmark {}: {problem}", place + 1));
            }
        }
        Ok(())
    }

    pub(super) fn apply(&self, data: &Dataset) -> Dataset {
        with_rows(data, self.landmarks.len(), |features, row| {
            // Landmarks have the fitted number of features, so other data are cut or padded with 0.
            let mut x = features.to_vec();
            x.resize(self.features, 0.0);
            for landmark in &self.landmarks {
                row.push(landmark.coordinate(self.gamma, &x, row));
            }
        })
    }
}

impl Landmark {
    /// Returns the next coordinate of x after `earlier`, those of the landmarks before this one: forward substitution.
    fn coordinate(&self, gamma: f64, x: &[f64], earlier: &[f64]) -> f64 {
        let kernel = libm::exp(-gamma * squared_distance(&self.features, x));
        let place = earlier.len();
        (kernel - dot(earlier, &self.factor[..place])) / self.factor[place]
    }

    /// Returns what is wrong with the landmark from a file.
    ///
    /// A row of F has norm 1 at most, because k(x, x) is 1. The diagonal is the root of a residual above rounding.
    fn fault(&self, place: usize, n_features: usize) -> Option<String> {
        let (features, factor) = (self.features.len(), self.factor.len());
        if features != n_features {
            return Some(format!("{features} features, the map is for {n_features}"));
        }
        if let Some(value) = self.features.iter().find(|value| !value.is_finite()) {
            return Some(format!("the feature {value} is not finite"));
        }
        if factor != place + 1 {
            return Some(format!("{factor} values of the factor, expected {}", place + 1));
        }
        let within = |value: &&f64| value.abs() <= 1.0 + 1e-6;
        if let Some(value) = self.factor.iter().find(|value| !within(value)) {
            return Some(format!("the value {} of the factor is not between -1 and 1", brief(*value)));
        }
        let least = 0.5 * ROUNDING.sqrt();
        (self.factor[place] < least)
            .then(|| format!("the diagonal of the factor is {}, below {least}", brief(self.factor[place])))
    }
}

/// A landmark of the training data. `place`: its query, and its index within it.
fn landmark(train: &Dataset, place: (usize, usize), row: usize, factor: Vec<f64>) -> Landmark {
    Landmark {
        query: train.query(place.0).id.to_owned(),
        document: place.1,
        line: train.line(row),
        comment: train.comment(row).chars().take(COMMENT).collect(),
        features: train.features(row).into_owned(),
        factor,
    }
}

/// Returns the query of every row, and its index within the query.
fn places(train: &Dataset) -> Vec<(usize, usize)> {
    let rows = train.queries().flat_map(|query| (0..query.documents.len()).map(move |at| (query.index, at)));
    rows.collect()
}

/// Returns the index of the largest value, the first of equal ones.
fn largest(values: &[f64]) -> Option<usize> {
    let mut best = None;
    for (index, value) in values.iter().enumerate() {
        if best.is_none_or(|best: usize| *value > values[best]) {
            best = Some(index);
        }
    }
    best
}

/// Refuses more steps than [`MAX_STEPS`], and says how many landmarks fit.
fn check_steps(n: usize, landmarks: usize, features: usize) -> Result<(), Error> {
    let steps = |count: usize| {
        let width = (count as u128 + features as u128) * count as u128;
        width.saturating_mul(n as u128)
    };
    if steps(landmarks) <= u128::from(MAX_STEPS) {
        return Ok(());
    }
    let fitting = (1..landmarks).rev().find(|&count| steps(count) <= u128::from(MAX_STEPS));
    let remedy = match fitting {
        Some(count) => format!("{count} landmarks fit, as in rbf:auto:{count}"),
        None => "no landmark fits, so use fewer documents".to_owned(),
    };
    Err(Error::config(
        "map",
        format!(
            "{landmarks} landmarks for {n} documents of {features} features take {} steps, more than {MAX_STEPS}; {remedy}",
            steps(landmarks)
        ),
    ))
}

/// Returns 1 / median squared distance over seeded pairs of different training documents.
///
/// # Errors
/// [`Error::Config`] if the median is 0 or out of range.
fn usual_gamma(train: &Dataset, seed: u64) -> Result<f64, Error> {
    let n = train.n_documents() as u64;
    if n < 2 {
        return Err(Error::config(
            "map",
            "gamma needs at least two training documents; give it, as in rbf:1",
        ));
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // The upper half of a 128-bit product is a draw below the limit, and does not depend on the width of `usize`.
    let mut draw = |limit: u64| ((u128::from(random.next_u64()) * u128::from(limit)) >> 64) as usize;
    let mut distances: Vec<f64> = (0..PAIRS)
        .map(|_| {
            let first = draw(n);
            let other = draw(n - 1);
            let second = if other < first { other } else { other + 1 };
            squared_distance(&train.features(first), &train.features(second))
        })
        .collect();
    sort_numbers(&mut distances);
    let median = distances[PAIRS / 2];
    let gamma = 1.0 / median;
    if gamma.is_finite() && gamma > 0.0 {
        return Ok(gamma);
    }
    let problem = format!(
        "the median squared distance of two training documents is {}, so gamma cannot be 1 / median; give it, as in rbf:1, \
         or scale the features",
        brief(median)
    );
    Err(Error::config("map", problem))
}
