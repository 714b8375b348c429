//! Proximal point method for the dual: `max D(α) − μ/2 ‖α − ᾱ‖²` around a center ᾱ that moves to each solution.
//!
//! The gradients g depend on w. For fixed w, the best α of a slack is the projection of ᾱ + g/μ onto `α ≥ 0, Σ α ≤ U`.
//! The remaining problem is a smooth, strongly convex function of w alone. Newton steps in d dimensions minimise it. A
//! few of these steps are enough if coordinate ascent converges slowly because many planes depend on each other through
//! few features.
//!
//! Source: semismooth Newton inside an augmented Lagrangian method (Li, Sun and Toh 2018; Rockafellar 1976).

use crate::linalg::cholesky::Cholesky;
use crate::linalg::dot::{add_scaled, dot};
use crate::linalg::row::add_rows;

use super::scatter::Scatter;
use super::simplex::{Projection, project_onto_simplex};
use super::span::{Reference, Span};
use super::{Plane, Sweep, WorkingSet};

/// State between the steps of one solution.
#[derive(Debug, Clone)]
pub(super) struct Newton {
    /// ᾱ, slack by slack.
    center: Vec<f64>,
    /// The w of the smooth problem. It equals Σ α δψ only at the solution.
    w: Vec<f64>,
    /// g at that w, slack by slack.
    gradients: Vec<f64>,
    /// μ.
    proximity: f64,
    /// The gap at the last move of the center.
    gap: f64,
    /// Lower limit for μ, because a smaller μ would lose the projection in rounding errors.
    least_proximity: f64,
    /// The best α for these gradients, if the latest step has found them already.
    projected: Option<(Vec<f64>, Vec<Projection>)>,
    /// Second derivative of the latest step, factored.
    curvature: Option<Cholesky>,
    /// The sum that the second derivative is made of.
    scatter: Option<Scatter>,
    /// The second derivative in the span of the planes in use, for many features.
    span: Option<Span>,
    /// `‖w − Σ α δψ‖²` before the latest step.
    residual: f64,
}

impl WorkingSet {
    /// Performs one Newton step or one move of the center. Cost: O(d × planes + d² × planes with 0 < α + d³).
    ///
    /// `tolerance`: the duality gap at which the working set counts as solved.
    pub(super) fn newton_step(&mut self, tolerance: f64) -> Sweep {
        let mut state = match self.newton.take() {
            Some(state) => state,
            None => self.start_newton(tolerance),
        };
        let (duals, projections) = state.projected.take().unwrap_or_else(|| {
            let mut duals = vec![0.0; state.center.len()];
            let projections = self.project(&state, &state.gradients, &mut duals);
            (duals, projections)
        });
        let (w_of_duals, dual) = self.made_by(&duals);
        let gap = self.objective(&state.w, &state.gradients) - dual;
        if gap <= tolerance {
            self.take_duals(&duals, w_of_duals);
            self.minimiser = state.w;
            return Sweep::Solved;
        }
        let residual: Vec<f64> = state.w.iter().zip(&w_of_duals).map(|(w, sum)| w - sum).collect();
        let squared = dot(&residual, &residual);
        // This is an upper bound on the distance of the smooth problem from its minimum.
        let inexact = if self.is_wide() { WIDE_INEXACTNESS * gap } else { 0.0 };
        if 0.5 * squared <= inexact.max(0.1 * tolerance) {
            // Apart from the inaccuracy of the steps, a proximal point never decreases the dual objective.
            if gap > 0.5 * state.gap {
                state.proximity = (0.25 * state.proximity).max(state.least_proximity);
                state.curvature = None;
                state.span = None;
            }
            state.gap = gap;
            state.center = duals;
        } else {
            if squared > KEPT_CURVATURE * state.residual {
                state.curvature = None;
            }
            state.residual = squared;
            self.descend(&mut state, &residual, &duals, &projections);
        }
        self.newton = Some(state);
        Sweep::Unsolved
    }

    /// Takes over the center of an unfinished solution if its dual objective is higher than that of the sweeps.
    pub(super) fn take_center(&mut self) {
        let Some(Newton { center, .. }) = self.newton.take() else { return };
        let (w, dual) = self.made_by(&center);
        if dual > self.dual_objective() {
            self.minimiser.copy_from_slice(&w);
            self.take_duals(&center, w);
        }
    }

    /// Returns Σ α δψ of these dual variables, slack by slack, and their dual objective.
    #[inline(never)]
    fn made_by(&self, duals: &[f64]) -> (Vec<f64>, f64) {
        let mut w = vec![0.0; self.w.len()];
        let mut losses = 0.0;
        let in_use = self.all_planes().zip(duals).filter(|(_, dual)| **dual > 0.0);
        let rows = in_use.map(|(plane, &dual)| {
            losses += dual * plane.loss;
            (dual, plane.delta_psi.row())
        });
        add_rows(rows, &mut w);
        let dual = losses - 0.5 * dot(&w, &w);
        (w, dual)
    }

    fn start_newton(&self, tolerance: f64) -> Newton {
        // The sweeps may have moved far from the minimum to increase the dual objective. The previous minimiser is
        // often closer.
        let at = |w: &[f64]| {
            let gradients: Vec<f64> = self.all_planes().map(|plane| plane.loss - plane.dot(w)).collect();
            (self.objective(w, &gradients), w.to_vec(), gradients)
        };
        let (here, before) = (at(&self.w), at(&self.previous));
        let (_, w, gradients) = if before.0 < here.0 { before } else { here };
        let center: Vec<f64> = self.all_planes().map(|plane| plane.dual).collect();
        let slacks = self.slacks.iter().filter(|slack| !slack.planes.is_empty()).count();
        // The minimum moves by at most μ/2 times the squared distance of the solution, which is at most √2 U per slack.
        let factor = if self.is_wide() { WIDE_PROXIMITY } else { PROXIMITY };
        let proximity = factor * tolerance / (slacks as f64 * self.bound * self.bound);
        let steepest = gradients.iter().fold(0.0_f64, |most, gradient| most.max(gradient.abs()));
        let least_proximity = 1e-7 * steepest / self.bound;
        let proximity = proximity.max(least_proximity);
        Newton {
            center,
            w,
            gradients,
            proximity,
            least_proximity,
            gap: f64::INFINITY,
            projected: None,
            curvature: None,
            scatter: None,
            span: None,
            residual: f64::INFINITY,
        }
    }

    /// Returns ½‖w‖² + U Σ ξ.
    fn objective(&self, w: &[f64], gradients: &[f64]) -> f64 {
        let mut start = 0;
        let mut slacks = 0.0;
        for slack in &self.slacks {
            let end = start + slack.planes.len();
            slacks += gradients[start..end].iter().fold(0.0, |most, &g| if g > most { g } else { most });
            start = end;
        }
        0.5 * dot(w, w) + self.bound * slacks
    }

    /// Returns the best α for these gradients, slack by slack.
    fn project(&self, state: &Newton, gradients: &[f64], duals: &mut [f64]) -> Vec<Projection> {
        let mut start = 0;
        let mut projections = Vec::with_capacity(self.slacks.len());
        let closeness = state.proximity.recip();
        for slack in &self.slacks {
            let planes = start..start + slack.planes.len();
            start = planes.end;
            for ((dual, center), gradient) in duals[planes.clone()]
                .iter_mut()
                .zip(&state.center[planes.clone()])
                .zip(&gradients[planes.clone()])
            {
                *dual = center + closeness * gradient;
            }
            projections.push(project_onto_simplex(&mut duals[planes], self.bound));
        }
        projections
    }

    /// Performs a Newton step on the smooth problem with a line search.
    fn descend(&self, state: &mut Newton, residual: &[f64], duals: &[f64], projections: &[Projection]) {
        let mut direction: Vec<f64> = residual.iter().map(|value| -value).collect();
        let rows: usize = projections.iter().map(Projection::rows).sum();
        if self.prefers_span(rows, state.span.is_some()) {
            (state.scatter, state.curvature) = (None, None);
            let mut span = state.span.take().unwrap_or_default();
            self.follow(&mut span, duals, projections, state.proximity);
            span.solve(&mut direction);
            state.span = Some(span);
        } else {
            state.span = None;
            let curvature = state.curvature.take().unwrap_or_else(|| {
                let held = state.scatter.take().unwrap_or_default();
                let mut scatter = if self.is_wide() { held } else { held.emptied() };
                scatter.follow(&self.slacks, &self.features, duals, projections);
                let curvature = Cholesky::new(
                    scatter.curvature(state.proximity, self.features.len()),
                    self.features.len(),
                );
                state.scatter = Some(scatter);
                curvature
            });
            // In all other features the second derivative is that of ½‖w‖².
            let mut within: Vec<f64> = self.features.iter().map(|&feature| direction[feature]).collect();
            curvature.solve(&mut within);
            for (&feature, value) in self.features.iter().zip(within) {
                direction[feature] = value;
            }
            state.curvature = Some(curvature);
        }
        // One number per plane determines the objective along the direction.
        let slopes: Vec<f64> = self.all_planes().map(|plane| plane.dot(&direction)).collect();
        let (along, squared) = (dot(&state.w, &direction), dot(&direction, &direction));
        let (mut trial, mut trial_projections) = (vec![0.0; duals.len()], Vec::new());
        let mut gradients = vec![0.0; duals.len()];
        // The terms of the smooth problem other than ½‖w‖², for these gradients and their α.
        let penalty = |duals: &[f64], gradients: &[f64]| -> f64 {
            let planes = duals.iter().zip(gradients).zip(&state.center);
            planes.map(|((dual, g), center)| dual * g - 0.5 * state.proximity * (dual - center).powi(2)).sum()
        };
        let before = penalty(duals, &state.gradients);
        // Returns the change of the objective after a step, and its slope there.
        let mut probe = |step: f64, gradients: &mut [f64]| {
            for ((moved, gradient), slope) in gradients.iter_mut().zip(&state.gradients).zip(&slopes) {
                *moved = gradient - step * slope;
            }
            trial_projections = self.project(state, gradients, &mut trial);
            let change = step * (along + 0.5 * step * squared) + penalty(&trial, gradients) - before;
            (change, along + step * squared - dot(&trial, &slopes))
        };
        let at_start = dot(residual, &direction);
        let step = find_step(at_start, |step| probe(step, &mut gradients));
        add_scaled(step, &direction, &mut state.w);
        state.gradients = gradients;
        // The search probes the step that it returns last.
        state.projected = Some((trial, trial_projections));
    }

    /// Returns whether a step costs less in the span of `rows` planes than in the features. `now`: whether it was in
    /// the span so far; a change of sides builds everything anew.
    fn prefers_span(&self, rows: usize, now: bool) -> bool {
        let (d, k) = (self.features.len() as f64, rows as f64);
        // About one row in twelve changes in a step, with a share of 12 for those that come and go.
        let span = k * k / 12.0 * (d + 2.5 * k);
        let features = k * d * d / 12.0 + d * d * d / 6.0;
        self.is_wide() && span < features * if now { 2.0 } else { 0.5 }
    }

    /// Changes the rows of the span to those of the second derivative at these dual variables.
    fn follow(&self, span: &mut Span, duals: &[f64], projections: &[Projection], proximity: f64) {
        let planes: Vec<&Plane> = self.all_planes().collect();
        let held = span.references(duals.len());
        let mut wanted = vec![None; duals.len()];
        let mut start = 0;
        for (slack, projection) in self.slacks.iter().zip(projections) {
            let places = start..start + slack.planes.len();
            start = places.end;
            if projection.rows() == 0 {
                continue;
            }
            // A reference stays while it can, because another one would replace all rows of the slack. The plane with
            // the most weight is the last to leave.
            let most = |a: usize, b: usize| if duals[b] > duals[a] { b } else { a };
            let stays =
                |reference: &Reference| matches!(*reference, Reference::Plane(place) if duals[place] > 0.0);
            let remaining = held[places.clone()].iter().flatten().copied().find(stays);
            let reference = match projection.full {
                true => {
                    remaining.or(places.clone().reduce(most).map(Reference::Plane)).unwrap_or(Reference::Zero)
                }
                false => Reference::Zero,
            };
            for place in places.filter(|&place| duals[place] > 0.0) {
                wanted[place] = Some(reference).filter(|_| reference != Reference::Plane(place));
            }
        }
        let add =
            |number: usize, by, into: &mut [f64]| planes[number].delta_psi.row().add_scaled_to(by, into);
        span.follow(wanted, self.w.len(), proximity, add);
    }
}

/// Bound on the error of the first center, in tolerances. It is above 1 because the center is usually already close.
const PROXIMITY: f64 = 8.0;
/// The same with many features. Many planes are then in use at once, and a smoother problem needs fewer steps.
const WIDE_PROXIMITY: f64 = 300.0;
/// With many features, the center moves once the smooth problem is solved to this share of the gap.
const WIDE_INEXACTNESS: f64 = 0.3;
/// If a step reduces the squared residual below this share, the next step uses the same second derivative. Computing a
/// new one costs more than a few steps.
const KEPT_CURVATURE: f64 = 0.1;
/// Largest number of evaluations in a line search.
const LINE_SEARCH: usize = 40;

/// Returns a step with at most half of the initial slope and a lower objective, or the last step tried if none is
/// found.
///
/// `probe(step)`: the change of the objective, and its slope, which never decreases and is `at_start` at 0.
fn find_step(at_start: f64, mut probe: impl FnMut(f64) -> (f64, f64)) -> f64 {
    // The search finds a root of the slope by false position (Illinois), after doubling the step until it encloses one.
    let (mut low, mut low_slope) = (0.0, at_start);
    let (mut high, mut high_slope) = (f64::INFINITY, f64::INFINITY);
    let (mut step, mut next) = (0.0, 1.0);
    for _ in 0..LINE_SEARCH {
        step = next;
        let (change, slope) = probe(step);
        // With a small μ the slope nearly jumps. Behind the jump, half of the slope can mean a higher objective than at
        // the start.
        if slope.abs() <= 0.5 * at_start.abs() && (slope <= 0.0 || change < 0.0) {
            break;
        }
        if slope < 0.0 {
            (low, low_slope) = (step, slope);
            high_slope *= 0.5;
        } else {
            (high, high_slope) = (step, slope);
            low_slope *= 0.5;
        }
        next = if high.is_finite() {
            let between = low - low_slope * (high - low) / (high_slope - low_slope);
            // The step keeps a distance from the ends, which are already evaluated.
            between.clamp(low + 0.01 * (high - low), high - 0.01 * (high - low))
        } else {
            2.0 * step
        };
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_search_returns_its_last_step() {
        // A slope that jumps at 0.3, and a constant negative slope. Neither is ever small enough.
        let jump = |step: f64| (step * step, if step < 0.3 { -1.0 } else { 1.0 });
        let falls = |step: f64| (-step, -1.0);
        for slope in [&jump as &dyn Fn(f64) -> (f64, f64), &falls] {
            let mut looked = Vec::new();
            let step = find_step(-1.0, |step| {
                looked.push(step);
                slope(step)
            });
            assert_eq!(looked.len(), LINE_SEARCH);
            assert_eq!(looked.last(), Some(&step));
        }
        assert_eq!(
            find_step(-1.0, |step| (0.5 * step * step - step, step - 1.0)),
            1.0,
            "a parabola takes one probe"
        );
    }

    #[test]
    fn an_unfinished_solution_keeps_its_best_dual() {
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let (n_slacks, d) = (60, 3);
        let mut set = WorkingSet::new(n_slacks, d, 100.0, 1);
        for slack in 0..n_slacks {
            for found_at in 0..5 {
                let loss = draw();
                let delta_psi = (0..d).map(|_| draw() - 0.45).collect();
                set.add(slack, loss, delta_psi, found_at);
            }
        }
        let reached = (0..1000).find_map(|_| {
            assert_eq!(set.sweep(1e-9), Sweep::Unsolved, "the set must stay unsolved");
            let reached = set.newton.as_ref().map(|newton| set.made_by(&newton.center).1);
            reached.filter(|reached| *reached > set.dual_objective())
        });
        let reached = reached.expect("the center moves before the set is solved");
        set.prune(100);
        set.refresh();
        assert!((set.dual_objective() - reached).abs() <= 1e-12 * reached.abs(), "{reached} was reached");
        assert_eq!(set.minimiser(), set.w, "the minimiser is the w of these dual variables");
    }
}
