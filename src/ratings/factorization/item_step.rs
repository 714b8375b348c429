//! The step of the items: for fixed U one structural SVM in V and b.
//!
//! Its features `e_i ⊗ (U_u, 1)` are never built. Planes stay coefficients κ over the rated items, with inner products
//! `⟨κ, κ'⟩ (⟨U_u, U_u'⟩ + 1)`, and `(V, b) = Σ_u κ̄_u ⊗ (U_u, 1)` with `κ̄_u = Σ α κ`. The dual is improved user by
//! user in random order, as in [`qp`](crate::learner::cutting_plane::qp), with a line search after every sweep.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Factors;
use super::factors::half_square;
use super::planes::RatedList;
use super::user_step::{MOST_PASSES, MOST_SWEEPS, OUTWARD, StepPlan};
use crate::learner::cutting_plane::qp::SlackDual;
use crate::learner::cutting_plane::qp::extrapolation::extrapolate;
use crate::learner::cutting_plane::{FINEST_SHARE, GAP_SHARE};
use crate::linalg::dot::{add_scaled, dot};
use crate::util::error::{Error, shown};

/// A step of the items, which can be interrupted after every user.
pub(super) struct ItemStep {
    plan: StepPlan,
    rng: ChaCha8Rng,
    /// k + 1.
    stride: usize,
    /// (U_u, 1) of every list, k + 1 numbers each.
    tastes: Vec<f64>,
    /// (V, b) of the pass, k + 1 numbers per item; also below.
    at: Vec<f64>,
    best: Vec<f64>,
    /// Σ_u κ̄_u ⊗ (U_u, 1).
    combined: Vec<f64>,
    phase: Phase,
    pub result: ItemResult,
    is_full_step: bool,
    is_solved: bool,
}

/// The figures of a step of the items.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ItemResult {
    /// The objective `½‖V‖² + ½‖b‖² + C/m Σ H` at the start.
    pub before: f64,
    /// The objective at the best point, never above that of the start.
    pub primal: f64,
    /// A lower bound on the objective for any V and b.
    pub dual: f64,
    /// Number of passes.
    pub passes: usize,
}

enum Phase {
    Pass { next: usize, hinge: f64, added: usize },
    Sweep(Sweep),
    Done,
}

struct Sweep {
    order: Vec<usize>,
    next: usize,
    /// Dual variables and combination before the sweep.
    duals: Vec<f64>,
    combined: Vec<f64>,
    tolerance: f64,
    seen_gap: f64,
    sweeps: usize,
}

impl ItemStep {
    /// Starts a step at the given factors. The dual variables of the lists are kept. Cost: that of a sweep.
    pub fn new(lists: &[RatedList], factors: &Factors, plan: StepPlan) -> Self {
        let (k, stride) = (factors.rank, factors.rank + 1);
        let mut at = Vec::with_capacity(stride * factors.n_items());
        for item in 0..factors.n_items() {
            at.extend_from_slice(factors.item(item));
            at.push(factors.biases[item]);
        }
        let mut tastes = Vec::with_capacity(stride * lists.len());
        for list in lists {
            tastes.extend_from_slice(factors.user(list.user));
            tastes.push(1.0);
        }
        debug_assert_eq!(tastes.len(), (k + 1) * lists.len());
        let mut step = Self {
            plan,
            rng: ChaCha8Rng::seed_from_u64(plan.seed),
            stride,
            tastes,
            best: at.clone(),
            combined: vec![0.0; at.len()],
            at,
            phase: Phase::Pass { next: 0, hinge: 0.0, added: 0 },
            result: ItemResult { before: 0.0, primal: f64::INFINITY, dual: f64::NEG_INFINITY, passes: 0 },
            is_full_step: false,
            is_solved: false,
        };
        step.combine(lists);
        step
    }

    /// Works for about `budget` users. Returns users done and users in all; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Numeric`] for scores out of range.
    pub fn advance(
        &mut self,
        lists: &mut [RatedList],
        budget: &mut usize,
    ) -> Result<Option<(usize, usize)>, Error> {
        let of = lists.len();
        while *budget > 0 {
            *budget -= 1;
            match &mut self.phase {
                Phase::Done => return Ok(None),
                Phase::Pass { next, .. } if *next < of => self.visit(lists)?,
                Phase::Pass { .. } => self.end_pass(lists),
                Phase::Sweep(sweep) if sweep.next < of => self.improve(lists),
                Phase::Sweep(_) => self.end_sweep(lists),
            }
        }
        Ok(match &self.phase {
            Phase::Done => None,
            Phase::Pass { next, .. } => Some((*next, of)),
            Phase::Sweep(sweep) => Some((sweep.next, of)),
        })
    }

    /// Stores the best V and b.
    pub fn take(&self, factors: &mut Factors) {
        let k = factors.rank;
        for (item, row) in self.best.chunks_exact(self.stride).enumerate() {
            factors.items[item * k..(item + 1) * k].copy_from_slice(&row[..k]);
            factors.biases[item] = row[k];
        }
    }

    fn taste(&self, list: usize) -> &[f64] {
        &self.tastes[list * self.stride..(list + 1) * self.stride]
    }

    fn scores(&self, list: usize, items: &[u32], of: &[f64]) -> Vec<f64> {
        let (taste, stride) = (self.taste(list), self.stride);
        let row = |item: u32| &of[item as usize * stride..(item as usize + 1) * stride];
        items.iter().map(|&item| row(item).iter().zip(taste).map(|(v, u)| v * u).sum()).collect()
    }

    /// Calls the oracle of the next user.
    fn visit(&mut self, lists: &mut [RatedList]) -> Result<(), Error> {
        let Phase::Pass { next, hinge, added } = &self.phase else { return Ok(()) };
        let (number, hinge, mut added) = (*next, *hinge, *added);
        let list = &mut lists[number];
        let scores = self.scores(number, &list.items, &self.at);
        let slack = list.gradients(&scores).into_iter().fold(0.0, f64::max);
        let search = list.violator(scores).map_err(|error| match error {
            Error::Numeric { stage, problem } => Error::Numeric {
                stage,
                problem: format!("user {}: {problem}", shown(&(list.user + 1).to_string())),
            },
            other => other,
        })?;
        if search.hinge - slack > 0.1 * self.plan.gap / (self.plan.bound * self.tastes_count() as f64) {
            list.add(search.loss, search.kappa);
            added += 1;
        }
        self.phase = Phase::Pass { next: number + 1, hinge: hinge + search.hinge, added };
        Ok(())
    }

    fn tastes_count(&self) -> usize {
        self.tastes.len() / self.stride
    }

    fn end_pass(&mut self, lists: &mut [RatedList]) {
        let Phase::Pass { hinge, added, .. } = self.phase else { return };
        let primal = half_square(&self.at) + self.plan.bound * hinge;
        let result = &mut self.result;
        if result.passes == 0 {
            result.before = primal;
        }
        result.passes += 1;
        if primal < result.primal {
            result.primal = primal;
            self.best.copy_from_slice(&self.at);
        }
        let (primal, passes, before) = (result.primal, result.passes, result.before);
        self.note_dual(lists);
        let is_late = passes >= self.plan.passes && primal < before;
        let is_over = added == 0 && self.is_full_step && self.is_solved;
        if primal - self.result.dual <= self.plan.gap || is_late || is_over || passes >= MOST_PASSES {
            self.phase = Phase::Done;
            return;
        }
        let finest = FINEST_SHARE * self.plan.gap;
        let tolerance = if added > 0 { finest.max(GAP_SHARE * (primal - self.result.dual)) } else { finest };
        self.is_full_step = added == 0;
        self.begin_sweep(lists, tolerance, 0);
    }

    fn begin_sweep(&mut self, lists: &[RatedList], tolerance: f64, sweeps: usize) {
        let mut order: Vec<usize> = (0..lists.len()).collect();
        order.shuffle(&mut self.rng);
        let duals = lists.iter().flat_map(|list| &list.planes).map(|plane| plane.dual).collect();
        let combined = self.combined.clone();
        self.phase =
            Phase::Sweep(Sweep { order, next: 0, duals, combined, tolerance, seen_gap: 0.0, sweeps });
    }

    /// Improves the dual variables of the next user. Cost: O(n (k + planes)).
    fn improve(&mut self, lists: &mut [RatedList]) {
        let Phase::Sweep(sweep) = &self.phase else { return };
        let (number, tolerance) = (sweep.order[sweep.next], sweep.tolerance);
        let list = &mut lists[number];
        let mut gap = 0.0;
        if !list.planes.is_empty() {
            let scores = self.scores(number, &list.items, &self.combined);
            let mut gradients = list.gradients(&scores);
            let before: Vec<f64> = list.planes.iter().map(|plane| plane.dual).collect();
            let mut duals = before.clone();
            let taste = self.taste(number).to_vec();
            let dual = SlackDual { gram: &list.gram, scale: dot(&taste, &taste), bound: self.plan.bound };
            let share = 0.25 * tolerance / self.tastes_count() as f64;
            gap = dual.improve(&mut duals, &mut gradients, share);
            let mut change = vec![0.0; list.items.len()];
            for ((plane, dual), before) in list.planes.iter_mut().zip(duals).zip(before) {
                plane.dual = dual;
                if dual != before {
                    add_scaled(dual - before, &plane.kappa, &mut change);
                }
            }
            self.pull_back(&list.items, &change, &taste);
        }
        if let Phase::Sweep(sweep) = &mut self.phase {
            sweep.next += 1;
            sweep.seen_gap += gap;
        }
    }

    /// Adds `κ ⊗ taste` to the combination.
    fn pull_back(&mut self, items: &[u32], kappa: &[f64], taste: &[f64]) {
        let stride = self.stride;
        for (&item, &kappa) in items.iter().zip(kappa).filter(|(_, kappa)| **kappa != 0.0) {
            let row = &mut self.combined[item as usize * stride..(item as usize + 1) * stride];
            add_scaled(kappa, taste, row);
        }
    }

    fn end_sweep(&mut self, lists: &mut [RatedList]) {
        let Phase::Sweep(sweep) = std::mem::replace(&mut self.phase, Phase::Done) else { return };
        let Sweep { duals, combined, tolerance, seen_gap, sweeps, .. } = sweep;
        let slacks = lists.iter_mut().map(|list| list.planes.as_mut_slice()).collect();
        extrapolate(slacks, &mut self.combined, &duals, &combined, self.plan.bound);
        let is_solved = seen_gap <= 2.0 * tolerance && self.working_gap(lists) <= tolerance;
        if !is_solved && sweeps + 1 < MOST_SWEEPS {
            self.begin_sweep(lists, tolerance, sweeps + 1);
            return;
        }
        self.is_solved = tolerance <= FINEST_SHARE * self.plan.gap;
        lists.iter_mut().for_each(|list| list.prune(|_, plane| plane.dual > 0.0));
        self.combine(lists);
        self.note_dual(lists);
        let fraction = if self.is_full_step { 1.0 } else { OUTWARD };
        for ((at, new), best) in self.at.iter_mut().zip(&self.combined).zip(&self.best) {
            *at = best + fraction * (new - best);
        }
        self.phase = Phase::Pass { next: 0, hinge: 0.0, added: 0 };
    }

    /// The duality gap of the planes at the combination.
    fn working_gap(&self, lists: &[RatedList]) -> f64 {
        let of = |(number, list): (usize, &RatedList)| {
            let gradients = list.gradients(&self.scores(number, &list.items, &self.combined));
            let duals: Vec<f64> = list.planes.iter().map(|plane| plane.dual).collect();
            SlackDual { gram: &list.gram, scale: 1.0, bound: self.plan.bound }.gap(&duals, &gradients)
        };
        lists.iter().enumerate().map(of).sum()
    }

    /// Recomputes the combination from the dual variables, so that rounding errors do not accumulate.
    fn combine(&mut self, lists: &[RatedList]) {
        self.combined.fill(0.0);
        for (number, list) in lists.iter().enumerate() {
            let taste = self.taste(number).to_vec();
            self.pull_back(&list.items, &list.pull(), &taste);
        }
    }

    fn note_dual(&mut self, lists: &[RatedList]) {
        let gain: f64 = lists.iter().flat_map(|list| &list.planes).map(|plane| plane.dual * plane.loss).sum();
        self.result.dual = self.result.dual.max(gain - half_square(&self.combined));
    }
}
