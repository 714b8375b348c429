//! What holds of every report and of every end of a run, whatever the numbers were.

use rankscope::learner::{StepReport, Stop, StopReason};

/// Every figure can be drawn, and the bounds are in their order.
pub fn check_report(report: &StepReport) {
    let figures = [
        report.primal,
        report.best_primal,
        report.dual,
        report.gap,
        report.mean_slack,
        report.mean_loss,
        report.norm,
        report.worst_violation,
    ];
    assert!(figures.iter().chain(&report.component_slacks).all(|figure| figure.is_finite()), "{report:?}");
    for measures in [&report.train, &report.valid, &report.test] {
        assert!(measures.iter().all(|measure| measure.value.is_none_or(f64::is_finite)), "{report:?}");
    }
    assert!(report.gap >= 0.0 && report.mean_slack >= 0.0 && report.norm >= 0.0, "{report:?}");
    // Rounding may leave the bounds of a closed gap a few digits apart the wrong way round.
    let rounding = 1e-9 * report.best_primal.abs().max(f64::MIN_POSITIVE);
    assert!(report.dual <= report.best_primal + rounding, "the dual is above the primal: {report:?}");
    assert!(report.mean_loss <= report.mean_slack * (1.0 + 1e-9) + 1e-9, "Δ is above ξ: {report:?}");
}

/// The end is about a reported iteration, with figures that can be shown. `reported`: the last one, if any.
pub fn check_stop(stop: &Stop, reported: Option<usize>) {
    let figures = [stop.best_primal, stop.dual, stop.gap, stop.zero_primal];
    assert!(figures.iter().all(|figure| figure.is_finite()), "{stop:?}");
    assert_eq!(Some(stop.iterations), reported, "the last report: {stop:?}");
    assert!(stop.best_iteration <= stop.iterations, "{stop:?}");
    assert_eq!(stop.problem.is_some(), stop.reason == StopReason::Numeric, "{stop:?}");
}
