//! Properties of every report and every stop of a run, for any numbers.

use rankscope::data::Dataset;
use rankscope::learner::{Detail, PlaneFigures, StopReason};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{StepReport, Stop};

/// How large the numbers of a run are, and with them the rounding of its sums.
pub struct Magnitudes {
    c: f64,
    /// The absolute value of the largest feature, or more.
    largest: f64,
}

impl Magnitudes {
    /// Returns the magnitudes of a run with these data and settings.
    pub fn of(data: &Dataset, settings: &TrainingSettings) -> Self {
        // Every way to scale the features leaves values of at most √n.
        let scaled = (data.n_documents() as f64).sqrt();
        let values = (0..data.n_documents()).flat_map(|document| data.features(document).into_owned());
        Self { c: settings.c, largest: values.fold(scaled, |largest, value| largest.max(value.abs())) }
    }

    /// Returns how far rounding may move a slack at w of this norm: some units in the last place of the scores.
    fn of_slack(&self, norm: f64) -> f64 {
        1e-12 * (1.0 + norm * self.largest)
    }
}

/// Checks that every figure can be drawn, and that the bounds are in order.
pub fn check_report(report: &StepReport, magnitudes: &Magnitudes) {
    let common = [report.step.objective, report.step.best_objective, report.step.gap];
    let own: Vec<Option<f64>> = match &report.step.detail {
        Detail::Planes(figures) => {
            check_planes(report, figures, magnitudes);
            Vec::new()
        }
        Detail::Descent(figures) => vec![
            Some(figures.norm),
            figures.gradient_norm,
            figures.step,
            Some(figures.mean_loss),
            figures.smoothing,
            figures.pair_error,
            figures.rate,
        ],
        Detail::Boosting(figures) => {
            let threshold = figures.chosen.and_then(|chosen| chosen.threshold);
            let (alpha, edge) = (Some(figures.alpha), Some(figures.edge));
            vec![alpha, edge, figures.pair_error, figures.given_up, figures.entropy, threshold]
        }
        Detail::Online(figures) => {
            let [norm, gradient, rate] = [figures.norm, figures.gradient_norm, figures.rate];
            [norm, gradient, rate, figures.paid, figures.regret, figures.bound].map(Some).to_vec()
        }
        Detail::Fixed(figures) => vec![figures.value, figures.chosen.map(|chosen| chosen.alpha)],
    };
    let values =
        [&report.train, &report.valid, &report.test].into_iter().flatten().map(|measure| measure.value);
    let all = common.into_iter().chain(own).chain(values);
    assert!(all.flatten().all(f64::is_finite), "{report:?}");
    assert!(report.step.gap.is_none_or(|gap| gap >= 0.0), "{report:?}");
}

fn check_planes(report: &StepReport, figures: &PlaneFigures, magnitudes: &Magnitudes) {
    let PlaneFigures { primal, best_primal, dual, mean_slack, mean_loss, norm, worst_violation, .. } =
        *figures;
    let all = [primal, best_primal, dual, mean_slack, mean_loss, norm, worst_violation];
    assert!(all.iter().chain(&figures.component_slacks).all(|figure| figure.is_finite()), "{report:?}");
    assert!(mean_slack >= 0.0 && norm >= 0.0, "{report:?}");
    assert_eq!((report.step.objective, report.step.best_objective), (Some(primal), Some(best_primal)));
    // Rounding may put the bounds of a closed gap in the wrong order: by a few digits of their own, and by a few digits
    // of the slacks they are sums of.
    let slack_rounding = magnitudes.of_slack(norm);
    let rounding = 1e-9 * best_primal.abs().max(f64::MIN_POSITIVE) + magnitudes.c * slack_rounding;
    assert!(dual <= best_primal + rounding, "the dual is above the primal: {report:?}");
    assert!(mean_loss <= mean_slack * (1.0 + 1e-9) + 1e-9 + slack_rounding, "Δ is above ξ: {report:?}");
}

/// Checks that a stop refers to a reported iteration and has finite figures. `reported`: the last iteration, if any.
pub fn check_stop(stop: &Stop, reported: Option<usize>) {
    let proved = stop.planes.iter().flat_map(|end| [end.best_primal, end.dual, end.gap, end.zero_primal]);
    let figures = stop.best_objective.into_iter().chain(stop.gap).chain(proved);
    assert!(figures.into_iter().all(f64::is_finite), "{stop:?}");
    // A learner may find at once that its numbers leave the range.
    assert_eq!(stop.iterations, reported.unwrap_or(0), "the last report: {stop:?}");
    assert!(stop.best_iteration <= stop.iterations, "{stop:?}");
    let has_problem =
        matches!(stop.reason, StopReason::Numeric | StopReason::NoWeakLearner | StopReason::SameFeature);
    assert_eq!(stop.problem.is_some(), has_problem, "{stop:?}");
}
