//! The loss as a function of the direction of w within a plane through 0.
//!
//! There a ranking changes only where two documents get equal scores, and is constant between such angles.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::loss::{BoundGroups, QueryLoss};
use crate::ranking::TiedRanking;
use crate::util::sorting::sorted;

/// A step function of the angle.
pub(super) struct Steps {
    /// Whether every change is there.
    pub is_exact: bool,
    /// Angles in radians, from −π on and ascending, at which a step begins.
    pub angles: Vec<f64>,
    /// The mean loss of each step.
    pub losses: Vec<f64>,
}

/// With more elementary steps, about a nanosecond each, the loss is computed at [`SAMPLES`] angles only.
const MOST_STEPS: f64 = 3e8;
/// With more changes, likewise: a screen cannot show them.
const MOST_CHANGES: usize = 6000;
const SAMPLES: usize = 720;

/// Returns the mean loss of the queries by angle. Each query: its losses, and the scores of its documents by the two
/// directions. The losses of a group share a slack, so the greatest of them counts.
///
/// Cost: `n² log n` per query for the angles, and one ranking for each; or [`SAMPLES`] rankings.
pub(super) fn loss_steps(queries: &[(&BoundGroups, &[f64], &[f64])], weights: &[f64]) -> Steps {
    let pairs = |n: usize| (n * n.saturating_sub(1)) as f64;
    let work: f64 = queries.iter().map(|(_, x, _)| pairs(x.len()) * (20.0 * x.len() as f64 + 100.0)).sum();
    let changes: f64 = queries.iter().map(|(_, x, _)| pairs(x.len())).sum();
    let mean = if queries.is_empty() { 1.0 } else { weights.iter().sum::<f64>() };
    if work > MOST_STEPS || changes > MOST_CHANGES as f64 {
        let angles: Vec<f64> = (0..SAMPLES).map(|at| at as f64 * TAU / SAMPLES as f64 - PI).collect();
        // The loss of a step is that of its middle.
        let half = 0.5 * TAU / SAMPLES as f64;
        let loss = |angle: &f64| {
            let each = queries.iter().zip(weights);
            each.map(|(query, weight)| weight * loss_at(query, angle + half)).sum::<f64>() / mean
        };
        let losses = angles.iter().map(loss).collect();
        return Steps { is_exact: false, angles, losses };
    }
    // The loss just behind −π, and every change of a query's loss.
    let mut first = 0.0;
    let mut changes: Vec<(f64, f64)> = Vec::new();
    for (query, weight) in queries.iter().zip(weights) {
        let angles = ties(query.1, query.2);
        let ends = angles.iter().skip(1).copied().chain([PI]);
        let steps: Vec<(f64, f64)> = std::iter::once((-PI, angles.first().copied().unwrap_or(PI)))
            .chain(angles.iter().copied().zip(ends))
            .collect();
        let mut before = None;
        for (from, to) in steps {
            if to <= from {
                continue;
            }
            let loss = weight * loss_at(query, 0.5 * (from + to)) / mean;
            match before {
                None => first += loss,
                Some(before) if before != loss => changes.push((from, loss - before)),
                Some(_) => {}
            }
            before = Some(loss);
        }
    }
    let changes = sorted(changes, &|one, other| one.0.total_cmp(&other.0));
    let (mut angles, mut losses) = (vec![-PI], vec![first]);
    let mut loss = first;
    for (angle, change) in changes {
        loss += change;
        match (angles.last(), losses.last_mut()) {
            (Some(last), Some(value)) if *last == angle => *value = loss,
            _ => {
                angles.push(angle);
                losses.push(loss);
            }
        }
    }
    Steps { is_exact: true, angles, losses }
}

/// The angles in (−π, π) at which two documents get equal scores, ascending and without repeats.
fn ties(x: &[f64], y: &[f64]) -> Vec<f64> {
    let mut angles = Vec::new();
    for i in 0..x.len() {
        for j in 0..i {
            let (dx, dy) = (x[i] - x[j], y[i] - y[j]);
            if dx == 0.0 && dy == 0.0 {
                continue;
            }
            let across = dy.atan2(dx) + FRAC_PI_2;
            for angle in [across, across - PI] {
                let turns = f64::from(i8::from(angle < -PI)) - f64::from(i8::from(angle > PI));
                let angle = angle + turns * TAU;
                if -PI < angle && angle < PI {
                    angles.push(angle);
                }
            }
        }
    }
    let mut angles = sorted(angles, &|one, other| one.total_cmp(other));
    angles.dedup();
    angles
}

/// The loss of one query in a direction, expected over ties.
fn loss_at((groups, x, y): &(&BoundGroups, &[f64], &[f64]), angle: f64) -> f64 {
    let (a, b) = (angle.cos(), angle.sin());
    let scores: Vec<f64> = x.iter().zip(*y).map(|(x, y)| a * x + b * y).collect();
    let ranking = TiedRanking::by_scores(&scores);
    let greatest = |group: &Vec<(usize, Box<dyn QueryLoss>)>| {
        group.iter().map(|(_, loss)| loss.expected_delta(&ranking)).fold(0.0, f64::max)
    };
    groups.iter().map(greatest).sum()
}
