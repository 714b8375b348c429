//! Maximum-margin matrix factorisation: ratings as ordered classes. Must not know how ratings are split.

use std::sync::Arc;

use super::factors::half_square;
use super::{Factors, RatingScorer, SweptModel};
use crate::data::{Grade, Random};
use crate::learner::descent::LimitedMemory;
use crate::linalg::dot::{add_scaled, dot};
use crate::ratings::Rows;

/// Settings of [`MaxMargin`].
#[derive(Debug, Clone, PartialEq)]
pub struct MaxMarginConfig {
    /// k, the number of factors.
    pub rank: usize,
    /// C: weight of the sum of hinges.
    pub c: f64,
    /// Seed of the start.
    pub seed: u64,
}

/// Minimises `½‖U‖² + ½‖V‖² + C Σ_ui Σ_q h(±(θ_uq − ⟨U_u, V_i⟩))` with + if the rating is at most q, else −.
///
/// θ_uq is the threshold of user u between grade q and the grades above; h is the smooth hinge `½ − z` for z ≤ 0,
/// `½ (1 − z)²` up to 1, then 0. Grades q below the lowest or from the highest one on part no ratings, so their best
/// terms are 0 and they are left out. The score of an item is ⟨U_u, V_i⟩. Limited-memory BFGS on U, V and θ finds a
/// local minimum. Cost of a step: O(ratings (k + grades)).
///
/// Source: Rennie and Srebro 2005, equation 3 and section 4.
#[derive(Debug, Clone)]
pub struct MaxMargin {
    rows: Arc<Rows>,
    config: MaxMarginConfig,
    lowest: Grade,
    /// Number of thresholds of a user.
    levels: usize,
    /// U, V and θ, one after the other.
    point: Vec<f64>,
    objective: f64,
    gradient: Vec<f64>,
    memory: LimitedMemory,
    is_stuck: bool,
    /// U of all users, and V.
    factors: Factors,
}

/// Standard deviation of the start of U and V. At 0 the gradient in both would be 0.
const START: f64 = 0.1;
/// Steps of one sweep.
const STEPS: usize = 10;
/// Steps for the taste of a new user.
const FOLD_STEPS: usize = 50;
/// The share of the decrease along the tangent that a step must reach.
const DECREASE: f64 = 1e-4;
/// Trials of one line search; each is half as long as the one before.
const MOST_TRIALS: usize = 40;

impl MaxMargin {
    /// Returns a small random start, with thresholds one apart. Cost: linear.
    pub fn new(rows: Arc<Rows>, config: MaxMarginConfig) -> Self {
        let grades = || (0..rows.n_users()).flat_map(|user| rows.grades(user).iter().copied());
        let (lowest, highest) = (grades().min().unwrap_or(0), grades().max().unwrap_or(0));
        let levels = usize::from(highest - lowest);
        let mut random = Random::new(config.seed);
        let n_factors = config.rank * (rows.n_users() + rows.n_items());
        let mut point: Vec<f64> = (0..n_factors).map(|_| START * random.normal()).collect();
        for _ in 0..rows.n_users() {
            point.extend(start_thresholds(levels));
        }
        let factors = Factors::zero(config.rank, rows.n_users(), rows.n_items());
        let gradient = Vec::new();
        let mut model = Self {
            rows,
            config,
            lowest,
            levels,
            point,
            objective: 0.0,
            gradient,
            memory: LimitedMemory::default(),
            is_stuck: false,
            factors,
        };
        (model.objective, model.gradient) = model.evaluate(&model.point);
        model.store();
        model
    }

    /// Returns the objective at the present point.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// Returns U, V and θ, one after the other: k numbers per user, k per item, and a threshold per user and grade.
    pub fn point(&self) -> &[f64] {
        &self.point
    }

    /// The factors, without biases.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// Returns the objective and its gradient at any point; see [`MaxMargin::point`]. Cost: that of a step.
    pub fn evaluate(&self, point: &[f64]) -> (f64, Vec<f64>) {
        let (k, n_users) = (self.config.rank, self.rows.n_users());
        let (users, rest) = point.split_at(k * n_users);
        let (items, thresholds) = rest.split_at(k * self.rows.n_items());
        let mut gradient = point.to_vec();
        let (of_users, of_rest) = gradient.split_at_mut(k * n_users);
        let (of_items, of_thresholds) = of_rest.split_at_mut(k * self.rows.n_items());
        of_thresholds.fill(0.0);
        let mut hinges = 0.0;
        for user in 0..n_users {
            let (taste, of_taste) =
                (&users[user * k..(user + 1) * k], &mut of_users[user * k..(user + 1) * k]);
            let own = user * self.levels..(user + 1) * self.levels;
            for (item, grade) in self.rows.row(user) {
                let place = item as usize * k..(item as usize + 1) * k;
                let score = dot(taste, &items[place.clone()]);
                let (value, slope) =
                    self.hinges(score, grade, &thresholds[own.clone()], &mut of_thresholds[own.clone()]);
                hinges += value;
                add_scaled(slope, &items[place.clone()], of_taste);
                add_scaled(slope, taste, &mut of_items[place]);
            }
        }
        let objective = half_square(users) + half_square(items) + self.config.c * hinges;
        (objective, gradient)
    }

    /// Returns the sum of the hinges of one rating, and C times its slope in the score. Adds C times the slopes in the
    /// thresholds.
    fn hinges(&self, score: f64, grade: Grade, thresholds: &[f64], slopes: &mut [f64]) -> (f64, f64) {
        let (mut sum, mut slope) = (0.0, 0.0);
        for ((q, threshold), of_threshold) in (self.lowest..).zip(thresholds).zip(slopes) {
            let sign = if grade <= q { 1.0 } else { -1.0 };
            let (value, derivative) = smooth_hinge(sign * (threshold - score));
            let derivative = self.config.c * sign * derivative;
            sum += value;
            slope -= derivative;
            *of_threshold += derivative;
        }
        (sum, slope)
    }

    /// Returns the objective and its gradient in U_u and θ_u alone, with V fixed.
    fn evaluate_user(&self, given: &Rows, user: usize, point: &[f64]) -> (f64, Vec<f64>) {
        let (taste, thresholds) = point.split_at(self.config.rank);
        let mut gradient = point.to_vec();
        let (of_taste, of_thresholds) = gradient.split_at_mut(self.config.rank);
        of_thresholds.fill(0.0);
        let mut hinges = 0.0;
        for (item, grade) in given.row(user) {
            let factors = self.factors.item(item as usize);
            let (value, slope) = self.hinges(dot(taste, factors), grade, thresholds, of_thresholds);
            hinges += value;
            add_scaled(slope, factors, of_taste);
        }
        (half_square(taste) + self.config.c * hinges, gradient)
    }

    fn store(&mut self) {
        let Factors { users, items, .. } = &mut self.factors;
        let (of_users, rest) = self.point.split_at(users.len());
        users.copy_from_slice(of_users);
        let (of_items, _) = rest.split_at(items.len());
        items.copy_from_slice(of_items);
    }
}

fn start_thresholds(levels: usize) -> impl Iterator<Item = f64> {
    (0..levels).map(move |q| q as f64 - 0.5 * (levels as f64 - 1.0))
}

/// Returns the smooth hinge h(z) and its derivative.
fn smooth_hinge(z: f64) -> (f64, f64) {
    if z <= 0.0 {
        (0.5 - z, -1.0)
    } else if z < 1.0 {
        (0.5 * (1.0 - z) * (1.0 - z), z - 1.0)
    } else {
        (0.0, 0.0)
    }
}

/// A point of a descent: its coordinates, the objective and the gradient.
type Evaluated = (Vec<f64>, f64, Vec<f64>);

/// Returns the next point of limited-memory BFGS; `None` if no step lowers the objective in floating point.
fn step(
    (point, objective, gradient): (&[f64], f64, &[f64]),
    memory: &mut LimitedMemory,
    evaluate: impl Fn(&[f64]) -> (f64, Vec<f64>),
) -> Option<Evaluated> {
    loop {
        let direction = memory.direction(gradient);
        let slope = dot(&direction, gradient);
        let norm = dot(gradient, gradient).sqrt();
        let mut length = if memory.is_empty() { (1.0 / norm).min(1.0) } else { 1.0 };
        if slope < 0.0 && slope.is_finite() {
            for _ in 0..MOST_TRIALS {
                let mut next = point.to_vec();
                add_scaled(length, &direction, &mut next);
                let (value, new_gradient) = evaluate(&next);
                if value <= objective + DECREASE * length * slope && value < objective {
                    let minus =
                        |new: &[f64], old: &[f64]| new.iter().zip(old).map(|(new, old)| new - old).collect();
                    memory.remember(minus(&next, point), minus(&new_gradient, gradient));
                    return Some((next, value, new_gradient));
                }
                length *= 0.5;
            }
        }
        if memory.is_empty() {
            return None;
        }
        // The memory can mislead. Minus the gradient is tried before the descent ends.
        memory.clear();
    }
}

impl SweptModel for MaxMargin {
    /// Makes ten steps.
    fn sweep(&mut self) {
        let mut memory = std::mem::take(&mut self.memory);
        for _ in 0..STEPS {
            if self.is_stuck {
                break;
            }
            let now = (self.point.as_slice(), self.objective, self.gradient.as_slice());
            match step(now, &mut memory, |point| self.evaluate(point)) {
                Some((point, objective, gradient)) => {
                    (self.point, self.objective, self.gradient) = (point, objective, gradient);
                }
                None => self.is_stuck = true,
            }
        }
        self.memory = memory;
        self.store();
    }

    /// Ten times the ratings, because a sweep makes ten steps.
    fn n_ratings(&self) -> usize {
        STEPS * self.rows.n_ratings()
    }

    fn fold_in_user(&mut self, given: &Rows, user: usize) {
        let mut point = vec![0.0; self.config.rank];
        point.extend(start_thresholds(self.levels));
        let (mut objective, mut gradient) = self.evaluate_user(given, user, &point);
        let mut memory = LimitedMemory::default();
        for _ in 0..FOLD_STEPS {
            let now = (point.as_slice(), objective, gradient.as_slice());
            let next = step(now, &mut memory, |point| self.evaluate_user(given, user, point));
            let Some(next) = next else { break };
            (point, objective, gradient) = next;
        }
        let k = self.config.rank;
        self.factors.users[user * k..(user + 1) * k].copy_from_slice(&point[..k]);
    }
}

impl RatingScorer for MaxMargin {
    fn scores(&self, user: usize, items: &[u32]) -> Vec<f64> {
        self.factors.scores(user, items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smooth_hinge_follows_its_definition_and_its_derivative() {
        for (z, value) in [(-2.0, 2.5), (0.0, 0.5), (0.5, 0.125), (1.0, 0.0), (3.0, 0.0)] {
            assert_eq!(smooth_hinge(z).0, value, "z = {z}");
        }
        for z in [-1.5, -1e-3, 1e-3, 0.3, 0.999, 1.001, 2.0] {
            let step = 1e-6;
            let slope = (smooth_hinge(z + step).0 - smooth_hinge(z - step).0) / (2.0 * step);
            assert!((slope - smooth_hinge(z).1).abs() < 1e-6, "z = {z}");
        }
    }
}
