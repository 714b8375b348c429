//! The step after a pass: report, stop or solve the dual, and choose the w of the next pass.
//!
//! The dual is solved to a tenth of the current gap. The minimiser of the working set is Σ α δψ. The next w stands
//! between the best w so far and the minimiser: further along, the first minimisers overshoot, and their planes say
//! little about the optimum.

use crate::learner::{Advance, Detail, End, LEAST_GAIN, PlaneEnd, PlaneFigures, Step, StopReason};
use crate::linalg::dot::dot;

use super::pass::NewPlane;
use super::{Best, Iteration, Round, State, StepLength, Trainer, WorkingSetScheme};

/// The dual is solved to this share of the current gap, but never closer than [`FINEST_SHARE`] of the requested gap.
pub const GAP_SHARE: f64 = 0.1;
/// Share of the requested gap that the dual may leave. The rest is for planes that are not found yet.
pub const FINEST_SHARE: f64 = 0.4;
/// Fraction of the way from the best w to the minimiser at which the oracles are called. The first minimisers
/// overshoot, and half-way their planes are already near the optimum: about an eighth fewer iterations over all
/// methods, measured on MQ2008 and generated data.
const OUTWARD: f64 = 0.5;
/// The same fraction for 1-slack, whose single new plane says little far from the optimum.
const ONE_SLACK_OUTWARD: f64 = 0.1;
/// Share of the objective that counts as little when the next w is chosen.
const LITTLE: f64 = 0.05;
/// Number of iterations without a change of either bound after which training has stalled.
const MAX_IDLE_ITERATIONS: usize = 20;

impl Trainer {
    pub(super) fn finish_pass(&mut self) -> Advance {
        let pass = std::mem::take(&mut self.pass);
        let n_queries = self.total_weight;
        let norm_squared = dot(&self.w, &self.w);
        let primal = 0.5 * norm_squared + self.bound * pass.hinge;
        if !(primal.is_finite() && self.working_set.dual_objective().is_finite()) {
            let problem = pass.problem.unwrap_or_else(|| "an objective is not finite".to_owned());
            return self.stop(problem);
        }
        let iteration = self.iteration;
        let mut planes = pass.planes;
        let is_ramp = pass.is_ramp.unwrap_or_else(|| self.bounds_by_ramp());
        let mut worst_violation = pass.worst_violation;
        if self.config.working_set == WorkingSetScheme::OneSlack {
            let working_slack = self.working_set.slack_at(0, &self.w);
            worst_violation = (pass.hinge - working_slack).max(0.0);
            if worst_violation <= self.violation_tolerance() * self.n_blocks() as f64 {
                planes.clear();
            }
        }
        let working_slacks = pass.working_slacks;
        self.measured = pass.measured;
        let (w, round, step_fraction, searched) =
            (self.w.clone(), self.round, self.step_fraction, pass.searched);
        let dual = self.working_set.dual_objective();
        self.history.push(Iteration { w, primal, dual, round, step_fraction, working_slacks, searched });
        self.ledger.record(&self.working_set);

        let moved = primal < self.best.primal || dual > self.dual;
        self.idle_iterations = if moved { 0 } else { self.idle_iterations + 1 };
        if self.iteration == 0 {
            self.zero_primal = primal;
        }
        if primal < self.best.primal {
            self.best = Best { primal, iteration: self.iteration, w: self.w.clone() };
        }
        if primal < self.best_ranker.primal && norm_squared > 0.0 {
            self.best_ranker = Best { primal, iteration: self.iteration, w: self.w.clone() };
        }
        let aligned_primal = primal - self.bound * pass.alignment_gain;
        if aligned_primal < self.best_aligned.primal && norm_squared > 0.0 {
            self.best_aligned = Best { primal: aligned_primal, iteration: self.iteration, w: self.w.clone() };
        }
        self.dual = self.dual.max(dual);
        let gap = self.relative_gap(self.best.primal);
        let converged = self.relative_gap(self.best_ranker.primal) <= self.config.gap;
        if converged {
            planes.clear();
        }
        for NewPlane { slack, loss, delta_psi } in &planes {
            self.ledger.add(*slack, *loss, delta_psi);
        }
        let mut figures = PlaneFigures {
            round: self.round,
            primal,
            ramp_objective: is_ramp.then_some(aligned_primal),
            best_primal: self.best.primal,
            dual: self.dual,
            mean_slack: pass.hinge / n_queries,
            mean_loss: pass.expected_loss / n_queries,
            component_slacks: pass.component_hinges.iter().map(|hinge| hinge / n_queries).collect(),
            norm: norm_squared.sqrt(),
            cuts: self.working_set.n_planes(),
            added: planes.len(),
            worst_violation,
        };
        // The last report of a round describes its model, even if w = 0 is better by less than the gap.
        let told = (self.model().primal, self.relative_gap(self.model().primal));
        let representable = planes.iter().all(|plane| dot(&plane.delta_psi, &plane.delta_psi).is_finite());
        self.state = if representable {
            self.next_state(converged, planes)
        } else {
            let problem = "the squared length of a new plane is not finite".to_owned();
            State::Stopped(End { problem: Some(problem), ..self.stopped(StopReason::Numeric) })
        };
        let mut gap = gap;
        if converged || matches!(self.state, State::Stopped(_)) {
            (figures.best_primal, gap) = told;
        }
        Advance::Stepped(Step {
            iteration,
            objective: Some(primal),
            best_objective: Some(figures.best_primal),
            gap: Some(gap),
            detail: Detail::Planes(figures),
        })
    }

    fn next_state(&mut self, converged: bool, planes: Vec<NewPlane>) -> State {
        let at_limit = self.iteration >= self.config.max_iterations;
        if converged {
            let gained = self.previous_round.as_ref().map(|previous| previous.best.primal - self.best.primal);
            let settled = gained.is_some_and(|gained| gained < self.config.gap * self.best.primal);
            let stop = self.stopped(StopReason::Converged);
            if settled || !self.can_realign() {
                return State::Stopped(stop);
            }
            if !self.realign() {
                return State::Stopped(self.unless_lost(stop));
            }
            if at_limit {
                // Another round is needed, but the iteration limit is reached.
                self.return_to_previous_round();
                return State::Stopped(End { reason: StopReason::IterationLimit, ..stop });
            }
            return State::Oracle;
        }
        if at_limit {
            return State::Stopped(self.stopped(StopReason::IterationLimit));
        }
        let finest = FINEST_SHARE * self.config.gap * self.best.primal;
        self.nothing_between = planes.is_empty() && self.step_fraction < 1.0;
        let nothing_left =
            planes.is_empty() && self.step_fraction == 1.0 && self.qp_solved && self.qp_tolerance <= finest;
        if nothing_left || self.idle_iterations >= MAX_IDLE_ITERATIONS {
            // Only w = 0 meets the gap.
            let solved = self.relative_gap(self.best.primal) <= self.config.gap;
            return State::Stopped(self.stopped(if solved {
                StopReason::Converged
            } else {
                StopReason::Stalled
            }));
        }
        self.qp_tolerance =
            if planes.is_empty() { finest } else { finest.max(GAP_SHARE * (self.best.primal - self.dual)) };
        for NewPlane { slack, loss, delta_psi } in planes {
            self.working_set.add(slack, loss, delta_psi, self.iteration);
        }
        State::Optimizing { sweeps: 0 }
    }

    /// Chooses the w of the next pass: a point between the best w so far and the minimiser of the working set (in-out
    /// separation, Ben-Ameur and Neto 2007). If no plane was violated at such a point, or the settings ask for full
    /// steps, it is the minimiser itself.
    pub(super) fn choose_next(&mut self) {
        self.step_fraction = match self.config.working_set {
            _ if self.config.steps == StepLength::Full => 1.0,
            _ if self.nothing_between || !self.best.primal.is_finite() => 1.0,
            WorkingSetScheme::NSlack if self.is_nearly_linear() => 1.0,
            WorkingSetScheme::NSlack => OUTWARD,
            WorkingSetScheme::OneSlack => ONE_SLACK_OUTWARD,
        };
        let minimiser = self.working_set.minimiser();
        if self.step_fraction < 1.0 {
            for ((w, new), best) in self.w.iter_mut().zip(minimiser).zip(&self.best.w) {
                *w = best + self.step_fraction * (new - best);
            }
        } else {
            self.w.copy_from_slice(minimiser);
        }
    }

    /// Returns whether this is the first step, and C is so small that no slack is 0 at the minimiser of the working set
    /// and the objective falls by little there. The hinges are then nearly linear between w = 0 and the minimiser.
    fn is_nearly_linear(&self) -> bool {
        let promised = self.best.primal - self.working_set.dual_objective();
        self.iteration == 0 && promised <= LITTLE * self.best.primal && self.working_set.pays_every_slack()
    }

    /// Returns how far an objective is above the dual, relative to itself. It is finite for any dual.
    fn relative_gap(&self, primal: f64) -> f64 {
        match primal {
            0.0 => 0.0,
            primal if primal.is_finite() => ((primal - self.dual) / primal).clamp(0.0, f64::MAX),
            _ => 1.0,
        }
    }

    /// Returns the best iterate. This is w = 0 only if no other iterate meets the gap.
    pub(super) fn model(&self) -> &Best {
        let ranks = self.relative_gap(self.best_ranker.primal) <= self.config.gap;
        if ranks { &self.best_ranker } else { &self.best }
    }

    #[inline(never)]
    fn return_to_previous_round(&mut self) {
        if let Some(Round { best, best_ranker, dual }) = self.previous_round.clone() {
            (self.best, self.best_ranker, self.dual) = (best, best_ranker, dual);
        }
    }

    fn stopped(&self, reason: StopReason) -> End {
        let model = self.model();
        let gap = self.relative_gap(model.primal);
        let planes = PlaneEnd {
            best_primal: model.primal,
            dual: self.dual,
            gap,
            start: self.start,
            zero_primal: self.zero_primal,
            beats_zero: model.primal < self.zero_primal * (1.0 - gap.max(LEAST_GAIN)),
        };
        // Numbers may have left their range before this iteration could be reported.
        End { planes: Some(planes), ..End::new(reason, self.history.len().saturating_sub(1), None) }
    }

    /// Ends training at an iteration whose numbers left their range.
    fn stop(&mut self, problem: String) -> Advance {
        Advance::Stopped(self.end(StopReason::Numeric, Some(problem)))
    }

    /// Ends training before the current iteration is complete. If training has already ended, the earlier end is
    /// kept.
    pub fn interrupt(&mut self) -> End {
        match &self.state {
            State::Stopped(end) => end.clone(),
            _ => self.end(StopReason::Interrupted, None),
        }
    }

    pub(super) fn end(&mut self, reason: StopReason, problem: Option<String>) -> End {
        if self.best.primal == f64::INFINITY {
            // This round has no w yet.
            self.return_to_previous_round();
        }
        let end = End { problem, ..self.stopped(reason) };
        if let State::Starting(starts) = std::mem::replace(&mut self.state, State::Stopped(end.clone())) {
            // Views of the data ask for the losses after the end too.
            self.blocks = starts.into_blocks().unwrap_or_else(|| std::mem::take(&mut self.blocks));
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::data::{Dataset, generate_letor};
    use crate::learner::Learner;
    use crate::method::settings::TrainingSettings;

    use super::*;

    fn trainer(settings: &TrainingSettings) -> Trainer {
        let data = Arc::new(Dataset::from_letor(&generate_letor(10, 12, 3)).expect("LETOR text"));
        let config = settings.parse().expect("the settings are right");
        let loss = config.learner.loss().expect("it finds cutting planes");
        Trainer::new(data, &loss.slack_groups(), config.trainer).expect("it can be trained on")
    }

    #[test]
    fn where_a_round_has_no_iterate_yet_the_one_before_counts() {
        let mut trainer = trainer(&TrainingSettings::default());
        while trainer.round == 0 {
            let Advance::Working { .. } = trainer.advance(1) else { continue };
        }
        let before = trainer.previous_round.clone().expect("a round has ended");
        trainer.w.fill(f64::NAN);
        let stop = loop {
            if let Advance::Stopped(end) = trainer.advance(100) {
                break end;
            }
        };
        assert_eq!(stop.reason, StopReason::Numeric);
        let proved = stop.planes.expect("it has cutting planes");
        assert_eq!((proved.best_primal, proved.dual), (before.best_ranker.primal, before.dual));
        assert!(proved.gap <= TrainingSettings::default().gap, "{stop:?}");
        let problem = stop.problem.expect("it is known");
        assert!(
            problem.starts_with("query \"") && problem.contains("the score of document 1 is NaN"),
            "{problem}"
        );
    }

    #[test]
    fn an_interrupt_keeps_the_best_so_far() {
        let mut trainer = trainer(&TrainingSettings::default());
        while trainer.round == 0 {
            let Advance::Working { .. } = trainer.advance(1) else { continue };
        }
        let before = trainer.previous_round.clone().expect("a round has ended");
        let stop = trainer.interrupt();
        assert_eq!((stop.reason, stop.problem.as_ref()), (StopReason::Interrupted, None));
        let proved = stop.planes.expect("it has cutting planes");
        assert_eq!((proved.best_primal, proved.dual), (before.best_ranker.primal, before.dual));
        assert_eq!(trainer.best_weights(), before.best_ranker.w);
        assert!(matches!(trainer.advance(1), Advance::Stopped(again) if again == stop));
        assert_eq!(trainer.interrupt(), stop, "an end stays");
    }

    #[test]
    fn the_first_step_goes_all_the_way_if_c_is_small() {
        let check = |c: f64, expected: f64| {
            let mut trainer = trainer(&TrainingSettings { c, ..TrainingSettings::default() });
            while trainer.history().len() < 2 {
                let Advance::Working { .. } = trainer.advance(1) else { continue };
            }
            assert_eq!(trainer.history()[1].step_fraction, expected, "C = {c}");
        };
        check(1e-3, 1.0);
        check(10.0, OUTWARD);
    }

    #[test]
    fn full_steps_go_all_the_way_and_reach_the_same_optimum() {
        for working_set in ["n-slack", "1-slack"] {
            let of = |steps: &str| {
                let (working_set, steps) = (working_set.to_owned(), steps.to_owned());
                let settings = TrainingSettings { working_set, steps, ..TrainingSettings::default() };
                let mut trainer = trainer(&settings);
                let end = loop {
                    if let Advance::Stopped(end) = trainer.advance(100) {
                        break end;
                    }
                };
                let fractions: Vec<f64> =
                    trainer.history().iter().skip(1).map(|iteration| iteration.step_fraction).collect();
                (end.planes.expect("it has cutting planes"), fractions)
            };
            let (full, fractions) = of("full");
            assert!(fractions.iter().all(|fraction| *fraction == 1.0), "{fractions:?}");
            let (shortened, fractions) = of("shortened");
            assert!(fractions.iter().any(|fraction| *fraction < 1.0), "{fractions:?}");
            // Two certified intervals of one optimum overlap.
            assert!(full.dual <= shortened.best_primal && shortened.dual <= full.best_primal);
        }
    }

    #[test]
    fn only_a_loss_that_aligns_has_another_round() {
        let check = |method: &str, reference: &str, expected: bool| {
            let (method, reference) = (method.to_owned(), reference.to_owned());
            let settings = TrainingSettings { method, reference, ..TrainingSettings::default() };
            assert_eq!(trainer(&settings).can_realign(), expected, "{settings:?}");
        };
        check("dorm", "aligned", true);
        check("dorm", "averaged", false);
        check("dorm", "fixed", false);
        check("svm-precision", "aligned", true);
        check("svm-map", "aligned", false);
        check("owpc", "aligned", false);
    }
}
