//! The step of the users: for fixed V and b every user has a structural SVM of their own in k dimensions.
//!
//! `min ½‖U_u‖² + U_c H_u(b + V U_u)`. A plane ⟨κ, s⟩ ≥ Δ − ξ becomes ⟨U_u, Vᵀκ⟩ ≥ (Δ − ⟨κ, b⟩) − ξ.

use super::Factors;
use super::factors::half_square;
use super::planes::RatedList;
use crate::learner::cutting_plane::qp::{Sweep, WorkingSet};
use crate::learner::cutting_plane::{FINEST_SHARE, GAP_SHARE};
use crate::util::error::Error;

/// Price and accuracy of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepPlan {
    /// C/m, the price of a unit of slack.
    pub bound: f64,
    /// Absolute duality gap at which the problem counts as solved.
    pub gap: f64,
    /// Passes after which the step ends, once it has lowered the objective.
    pub passes: usize,
    /// Seed of the order of slacks.
    pub seed: u64,
}

/// Passes after which a step ends even if it has not lowered the objective.
pub(super) const MOST_PASSES: usize = 300;
/// Sweeps of one dual.
pub(super) const MOST_SWEEPS: usize = 500;
/// Fraction of the way from the best point to the minimiser of the planes at which the oracle is called next.
pub(super) const OUTWARD: f64 = 0.5;

/// The result of a user's problem.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct UserSolution {
    /// U_u, never worse than at the start.
    pub taste: Vec<f64>,
    /// The objective at the start.
    pub before: f64,
    /// The objective now.
    pub primal: f64,
    /// A lower bound on the objective for any U_u.
    pub dual: f64,
    /// Number of calls of the oracle.
    pub passes: usize,
}

/// Solves the problem of one user, from U_u = `start`. The planes that the oracle finds stay with the list.
///
/// Cost: O(n (k + log n) + planes k²) per pass.
pub(super) fn solve_user(
    list: &mut RatedList,
    factors: &Factors,
    start: &[f64],
    plan: StepPlan,
) -> Result<UserSolution, Error> {
    let k = factors.rank;
    let offsets: Vec<f64> = list.items.iter().map(|&item| factors.biases[item as usize]).collect();
    let mut working_set = WorkingSet::new(1, k, plan.bound, plan.seed ^ list.user as u64);
    let pull_back = |items: &[u32], kappa: &[f64]| {
        let mut pulled = vec![0.0; k];
        for (&item, &kappa) in items.iter().zip(kappa) {
            crate::linalg::dot::add_scaled(kappa, factors.item(item as usize), &mut pulled);
        }
        pulled
    };
    let lowered =
        |loss: f64, kappa: &[f64]| loss - kappa.iter().zip(&offsets).map(|(x, b)| x * b).sum::<f64>();
    for plane in &list.planes {
        working_set.add(0, lowered(plane.loss, &plane.kappa), pull_back(&list.items, &plane.kappa), 0);
    }
    let mut at = start.to_vec();
    let mut best = UserSolution {
        taste: at.clone(),
        before: 0.0,
        primal: f64::INFINITY,
        dual: f64::NEG_INFINITY,
        passes: 0,
    };
    let mut is_full_step = false;
    let mut is_solved = false;
    loop {
        let scores: Vec<f64> = list.items.iter().map(|&item| factors.score(&at, item)).collect();
        let search = list.violator(scores)?;
        let primal = half_square(&at) + plan.bound * search.hinge;
        if best.passes == 0 {
            best.before = primal;
        }
        best.passes += 1;
        if primal < best.primal {
            best.primal = primal;
            best.taste.clone_from(&at);
        }
        let is_new = search.hinge - working_set.slack_at(0, &at) > 0.1 * plan.gap / plan.bound;
        if is_new {
            let lost = lowered(search.loss, &search.kappa);
            working_set.add(0, lost, pull_back(&list.items, &search.kappa), best.passes);
            list.add(search.loss, search.kappa);
        }
        best.dual = best.dual.max(working_set.dual_objective());
        let is_late = best.passes >= plan.passes && best.primal < best.before;
        let is_done = !is_new && is_full_step && is_solved;
        if best.primal - best.dual <= plan.gap || is_late || is_done || best.passes >= MOST_PASSES {
            break;
        }
        let finest = FINEST_SHARE * plan.gap;
        let tolerance = if is_new { finest.max(GAP_SHARE * (best.primal - best.dual)) } else { finest };
        let mut sweeps = 0;
        is_solved = loop {
            sweeps += 1;
            match working_set.sweep(tolerance) {
                Sweep::Solved => break tolerance <= finest,
                Sweep::Unsolved if sweeps == MOST_SWEEPS => break true,
                Sweep::Unsolved => {}
            }
        };
        working_set.prune(usize::MAX);
        working_set.refresh();
        best.dual = best.dual.max(working_set.dual_objective());
        is_full_step = !is_new;
        let fraction = if is_full_step { 1.0 } else { OUTWARD };
        for ((at, new), best) in at.iter_mut().zip(working_set.minimiser()).zip(&best.taste) {
            *at = best + fraction * (new - best);
        }
    }
    let has_weight: Vec<bool> = working_set.planes(0).iter().map(|plane| plane.dual > 0.0).collect();
    list.prune(|p, plane| plane.dual > 0.0 || has_weight.get(p).copied().unwrap_or(true));
    Ok(best)
}
