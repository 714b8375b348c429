//! The trainer: its optimum checked against a QP solver with all constraints, its bounds, and its slicing.

use crate::figures::{Figures, Proved};
use std::sync::Arc;

use crate::support::{Random, assert_close, partial_order_settings, permutations};
use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT};
use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::cutting_plane::Trainer;
use rankscope::learner::{Advance, LEAST_GAIN, Learner, Phase, StopReason};
use rankscope::loss::bind_groups;
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::Undefined;
use rankscope::ranking::{Ranking, TiedRanking};
use rankscope::run::{Progress, StepReport, Stop, TrainingRun};

fn settings(measure: &str, decay: &str, reference: &str, working_set: &str) -> TrainingSettings {
    TrainingSettings {
        measure: measure.to_owned(),
        decay: decay.to_owned(),
        reference: reference.to_owned(),
        working_set: working_set.to_owned(),
        ..TrainingSettings::default()
    }
}

fn run_to_the_end(run: &mut TrainingRun, budget: usize) -> (Vec<StepReport>, Stop) {
    let mut reports = Vec::new();
    loop {
        match run.advance(budget) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => return (reports, stop),
        }
    }
}

fn train(data: &Arc<Dataset>, settings: &TrainingSettings, budget: usize) -> (Vec<StepReport>, Stop) {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the run starts");
    run_to_the_end(&mut run, budget)
}

/// Returns the optimum of the structural SVM with the constraints of every permutation, by an interior-point solver.
///
/// `alignment`: the w to which the reference is aligned.
fn optimum(data: &Dataset, settings: &TrainingSettings, alignment: Option<&[f64]>) -> f64 {
    let config = settings.parse().expect("valid settings");
    let d = data.n_features();
    let mut rows: Vec<(usize, f64, Vec<f64>)> = Vec::new();
    let mut slacks = 0;
    let mut used = 0;
    for query in data.queries() {
        let groups =
            bind_groups(&config.learner.loss().expect("a structured loss").slack_groups(), data, query.index)
                .expect("the search is short");
        used += usize::from(!groups.is_empty());
        for losses in groups {
            for (_, mut loss) in losses {
                if let Some(w) = alignment {
                    loss.realign(&data.scores(query.documents.clone(), w));
                }
                for order in permutations(query.grades.len()) {
                    let y = Ranking::from_order(order);
                    let mut psi = vec![0.0; d];
                    data.pull_back(query.documents.clone(), &loss.delta_psi(&y), &mut psi);
                    rows.push((slacks, loss.delta(&y), psi));
                }
            }
            slacks += 1;
        }
    }
    // Variables (w, ξ). Clarabel: min ½xᵀPx + qᵀx subject to Ax + s = b, s ≥ 0.
    let n = d + slacks;
    let mut p = vec![vec![0.0; n]; n];
    for (index, row) in p.iter_mut().enumerate().take(d) {
        row[index] = 1.0;
    }
    let q: Vec<f64> = (0..n).map(|index| if index < d { 0.0 } else { settings.c / used as f64 }).collect();
    let mut a = Vec::new();
    let mut b = Vec::new();
    for (slack, delta, psi) in &rows {
        // −⟨w, δψ⟩ − ξ ≤ −Δ
        let mut row = vec![0.0; n];
        for (value, psi) in row.iter_mut().zip(psi) {
            *value = -psi;
        }
        row[d + slack] = -1.0;
        a.push(row);
        b.push(-delta);
    }
    for slack in 0..slacks {
        let mut row = vec![0.0; n];
        row[d + slack] = -1.0;
        a.push(row);
        b.push(0.0);
    }
    let options = DefaultSettingsBuilder::default()
        .verbose(false)
        .tol_gap_abs(1e-11)
        .tol_gap_rel(1e-11)
        .tol_feas(1e-11)
        .build()
        .expect("the options are right");
    let cones = [NonnegativeConeT(b.len())];
    let mut solver = DefaultSolver::new(&CscMatrix::from(&p), &q, &CscMatrix::from(&a), &b, &cones, options)
        .expect("the problem is well formed");
    solver.solve();
    solver.solution.obj_val
}

#[test]
fn the_optimum_equals_that_of_a_qp_solver_with_every_constraint() {
    let cases = [
        ("ndcg@2", "power:0.5", "fixed", 5, 2),
        ("ndcg", "power:1", "averaged", 5, 3),
        ("ndcg@3", "log", "aligned", 5, 2),
        ("dcg@2", "measure", "averaged", 4, 2),
        ("p@2", "loglog", "fixed", 5, 1),
        ("wta", "power:0.25", "averaged", 4, 3),
        ("mwta", "power:2", "aligned", 5, 1),
        ("mrr", "power:0.5", "fixed", 5, 2),
        ("eru", "list:1,0.6,0.5", "averaged", 4, 3),
        ("eru-raw", "power:3", "fixed", 4, 2),
    ];
    let mut random = Random::new(11);
    for (measure, decay, reference, n, highest) in cases {
        let data = Arc::new(random.dataset(4, n, 3, highest));
        for working_set in ["n-slack", "1-slack"] {
            for c in [0.5, 20.0] {
                let settings = TrainingSettings { c, ..settings(measure, decay, reference, working_set) };
                check_optimum(
                    &data,
                    &settings,
                    &format!("{measure} {decay} {reference} {working_set} C={c}"),
                );
            }
        }
    }
}

#[test]
fn the_optimum_of_the_partial_order_losses_and_combinations_too() {
    let mut random = Random::new(17);
    let data = Arc::new(random.dataset(4, 5, 3, 1));
    let shared =
        TrainingSettings { method: "combo".to_owned(), cut_off: Some(2), ..TrainingSettings::default() };
    let separate = TrainingSettings { slacks: "separate".to_owned(), ..shared.clone() };
    let three = TrainingSettings {
        components: ["svm-auc", "owpc", "svm-precision"].map(str::to_owned).to_vec(),
        ..separate.clone()
    };
    for settings in partial_order_settings().into_iter().chain([shared, separate, three]) {
        for working_set in ["n-slack", "1-slack"] {
            for c in [0.5, 20.0] {
                let settings =
                    TrainingSettings { c, working_set: working_set.to_owned(), ..settings.clone() };
                check_optimum(&data, &settings, &format!("{settings:?}"));
            }
        }
    }
}

#[test]
fn components_share_a_slack_or_add_up() {
    let mut random = Random::new(18);
    let data = Arc::new(random.dataset(8, 9, 4, 1));
    for slacks in ["shared", "separate"] {
        let settings = TrainingSettings {
            method: "combo".to_owned(),
            slacks: slacks.to_owned(),
            ..TrainingSettings::default()
        };
        let mut run = TrainingRun::new(Arc::clone(&data), &settings).expect("the run starts");
        let (reports, stop) = run_to_the_end(&mut run, 100);
        assert_eq!(stop.reason, StopReason::Converged);
        assert_eq!(run.overview().components, settings.components);
        for report in &reports {
            assert_eq!(report.step.figures().component_slacks.len(), 4, "a slack for each component");
            let most = report.step.figures().component_slacks.iter().copied().fold(0.0, f64::max);
            let sum: f64 = report.step.figures().component_slacks.iter().sum();
            if slacks == "separate" {
                assert_close(report.step.figures().mean_slack, sum, 1e-12, "separate slacks add up");
            } else {
                assert!(
                    report.step.figures().mean_slack >= most - 1e-12
                        && report.step.figures().mean_slack <= sum + 1e-12,
                    "{report:?}"
                );
            }
            for row in run.queries(report.step.iteration).expect("the iteration was reached") {
                let seen = run.inspect(report.step.iteration, row.query).expect("the query is used");
                let hinges: Vec<f64> = seen.components.iter().map(|component| component.hinge).collect();
                let most = hinges.iter().copied().fold(0.0, f64::max);
                assert_close(seen.hinge, most, 1e-12, "the most violated component is inspected");
                assert_close(seen.components[seen.component].hinge, seen.hinge, 0.0, "and named");
                let expected = if slacks == "shared" { most } else { hinges.iter().sum() };
                assert_close(row.slack, expected, 1e-12, slacks);
            }
        }
    }
}

/// Trains to a tiny gap and compares with the interior-point solver.
fn check_optimum(data: &Arc<Dataset>, settings: &TrainingSettings, what: &str) {
    let settings = TrainingSettings { gap: 1e-9, max_iterations: 5000, ..settings.clone() };
    let config = settings.parse().expect("valid settings");
    let mut trainer = Trainer::new(
        Arc::clone(data),
        &config.learner.loss().expect("a structured loss").slack_groups(),
        config.trainer.clone(),
    )
    .expect("the run starts");
    let stop = loop {
        if let Advance::Stopped(end) = trainer.advance(1000) {
            break end;
        }
    };
    let round = trainer.history()[trainer.best_iteration()].round;
    assert_eq!(stop.reason, StopReason::Converged, "{what}: {stop:?}");
    let expected = optimum(data, &settings, trainer.alignment(round));
    assert!(
        (stop.proved().best_primal - expected).abs() <= 1e-6 * expected,
        "{what}: {} and {expected}",
        stop.proved().best_primal
    );
    assert!(stop.proved().dual <= expected * (1.0 + 1e-7), "{what}: the dual is a lower bound");
}

#[test]
fn slicing_changes_nothing() {
    let mut random = Random::new(12);
    let train_data = Arc::new(random.dataset(12, 15, 6, 3));
    let valid = Arc::new(random.dataset(5, 9, 6, 3));
    for (reference, working_set) in
        [("aligned", "n-slack"), ("aligned", "1-slack"), ("fixed", "n-slack"), ("averaged", "1-slack")]
    {
        let mut settings = settings("ndcg@5", "power:0.5", reference, working_set);
        settings.measures = vec!["ndcg@5".to_owned(), "ap".to_owned()];
        let sliced = |budget: usize| {
            let mut run = TrainingRun::new(Arc::clone(&train_data), &settings).expect("the run starts");
            run.watch_validation(Arc::clone(&valid)).unwrap();
            let (reports, stop) = run_to_the_end(&mut run, budget);
            (reports, stop, run.model().expect("finite weights").json())
        };
        let whole = sliced(usize::MAX);
        assert_eq!(whole.0.last().map(|report| report.valid.len()), Some(2), "both measures are reported");
        for budget in [0, 1, 3, 17] {
            assert_eq!(sliced(budget), whole, "budget {budget}, {reference}, {working_set}");
        }
    }
}

#[test]
fn a_slice_of_one_runs_one_oracle_or_one_sweep() {
    let data = Arc::new(Random::new(19).dataset(6, 8, 3, 2));
    let config = settings("ndcg@5", "power:0.5", "averaged", "n-slack").parse().expect("valid settings");
    let mut trainer = Trainer::new(
        data,
        &config.learner.loss().expect("a structured loss").slack_groups(),
        config.trainer.clone(),
    )
    .expect("the run starts");
    let mut before = (Phase::Oracle, 0);
    let mut sweeps = 0;
    loop {
        before = match trainer.advance(1) {
            Advance::Working { phase, done, of } => {
                // The slice that ends a phase reports that the next phase has not begun.
                let (last, reported) = before;
                let expected = if phase == last { reported + 1 } else { 0 };
                assert_eq!(done, expected, "{phase:?} after {reported} of {last:?}");
                match phase {
                    Phase::Oracle => assert_eq!(of, trainer.used_queries().len(), "queries are counted"),
                    _ => sweeps += 1,
                }
                (phase, done)
            }
            Advance::Stepped(_) => (Phase::Qp, 0),
            Advance::Stopped(_) => break,
        }
    }
    assert!(sweeps > 0, "some dual took several slices");
}

/// Measures that determine the query and its ranking.
fn numbers_of(query: usize, ranking: &TiedRanking) -> Vec<Option<f64>> {
    let mut numbers = vec![Some(query as f64)];
    for (first, documents) in ranking.groups() {
        numbers.push(Some(first as f64));
        numbers.extend(documents.iter().map(|&document| Some(f64::from(document))));
    }
    numbers
}

#[test]
fn new_measures_replace_those_that_a_pass_has_taken() {
    let data = Arc::new(Random::new(22).dataset(8, 4, 3, 1));
    let config = settings("ndcg@5", "power:0.5", "averaged", "n-slack").parse().expect("valid settings");
    let groups = config.learner.loss().expect("a structured loss");
    let mut trainer = Trainer::new(Arc::clone(&data), &groups.slack_groups(), config.trainer.clone())
        .expect("the run starts");
    trainer.measure_with(Arc::new(numbers_of));
    for step in 0..2 {
        // A few queries of the pass are measured.
        assert!(matches!(trainer.advance(3), Advance::Working { phase: Phase::Oracle, .. }), "step {step}");
        trainer.measure_with(Arc::new(move |_, _: &TiedRanking| vec![Some(-1.0 - f64::from(step))]));
        while !matches!(trainer.advance(3), Advance::Stepped(_)) {}
        let taken: Vec<_> = data.queries().filter_map(|query| trainer.latest_measures(query.index)).collect();
        assert!((1..data.n_queries()).contains(&taken.len()), "step {step}: {taken:?}");
        assert!(
            taken.iter().all(|values| *values == [Some(-1.0 - f64::from(step))]),
            "step {step}: {taken:?}"
        );
    }
    trainer.measure_with(Arc::new(numbers_of));
    assert!(data.queries().all(|query| trainer.latest_measures(query.index).is_none()), "none is left");
}

#[test]
fn validation_data_change_the_scale_of_an_iteration_at_work() {
    let data = Arc::new(Random::new(23).dataset(8, 4, 3, 1));
    let watched = Arc::new(Random::new(24).dataset(3, 4, 3, 4));
    assert!(watched.max_grade() > data.max_grade());
    let settings = TrainingSettings { measures: vec!["err".to_owned()], ..TrainingSettings::default() };
    let start = || TrainingRun::new(Arc::clone(&data), &settings).expect("the run starts");
    let report = |mut run: TrainingRun| loop {
        if let Progress::Stepped { report } = run.advance(3) {
            return report;
        }
    };
    let mut before = start();
    before.watch_validation(Arc::clone(&watched)).expect("it can be measured");
    let (expected, alone) = (report(before), report(start()));
    for phase in [Phase::Oracle, Phase::Measure] {
        let mut within = start();
        while !matches!(within.advance(3), Progress::Working { phase: at_work, .. } if at_work == phase) {}
        within.watch_validation(Arc::clone(&watched)).expect("it can be measured");
        assert_eq!(report(within), expected, "{phase:?}");
    }
    assert_ne!(expected.train, alone.train, "the scale matters");
}

#[test]
fn the_learner_returns_the_latest_weights_and_measures_and_the_best_weights() {
    let data = Arc::new(Random::new(20).dataset(8, 3, 3, 1));
    let config = settings("ndcg@5", "power:0.5", "averaged", "n-slack").parse().expect("valid settings");
    let mut trainer = Trainer::new(
        Arc::clone(&data),
        &config.learner.loss().expect("a structured loss").slack_groups(),
        config.trainer.clone(),
    )
    .expect("the run starts");
    trainer.measure_with(Arc::new(numbers_of));
    assert_eq!(trainer.weights(), [0.0; 3], "w = 0 before the first report");
    assert!((2..8).contains(&trainer.used_queries().len()), "some queries are used and some are not");
    loop {
        match trainer.advance(3) {
            Advance::Working { .. } => {}
            Advance::Stepped(_) => {
                let w = &trainer.history().last().expect("the iteration was reported").w;
                assert_eq!(trainer.weights(), w);
                for query in data.queries() {
                    let ranked = TiedRanking::by_scores(&data.scores(query.documents.clone(), w));
                    let used = trainer.used_queries().contains(&query.index);
                    let expected = used.then(|| numbers_of(query.index, &ranked));
                    assert_eq!(
                        trainer.latest_measures(query.index),
                        expected.as_deref(),
                        "query {}",
                        query.id
                    );
                }
            }
            Advance::Stopped(stop) => {
                let best = &trainer.history()[trainer.best_iteration()];
                assert_eq!((trainer.best_weights(), stop.proved().best_primal), (&best.w[..], best.primal));
                return;
            }
        }
    }
}

#[test]
fn a_combination_has_no_rounds() {
    let data = Arc::new(Random::new(21).dataset(12, 8, 4, 1));
    let precision = TrainingSettings {
        method: "svm-precision".to_owned(),
        cut_off: Some(2),
        reference: "aligned".to_owned(),
        ..TrainingSettings::default()
    };
    let rounds = |settings: &TrainingSettings| {
        let (reports, stop) = train(&data, settings, 100);
        assert_eq!(stop.reason, StopReason::Converged);
        (reports.last().map(|report| report.step.figures().round), stop.proved().start.is_some())
    };
    assert!(rounds(&precision).1, "alone, its reference is aligned");
    for slacks in ["shared", "separate"] {
        let combo = TrainingSettings {
            method: "combo".to_owned(),
            components: ["svm-precision", "svm-auc"].map(str::to_owned).to_vec(),
            slacks: slacks.to_owned(),
            ..precision.clone()
        };
        assert_eq!(rounds(&combo), (Some(0), false), "{slacks}");
    }
}

#[test]
fn w_0_is_best_for_uninformative_features() {
    let query = QueryRows {
        id: "same".to_owned(),
        grades: vec![2, 0, 1],
        features: vec![0.0; 3 * 2],
        comments: Vec::new(),
    };
    let data = Arc::new(Dataset::from_queries(2, &[query]).expect("the numbers are finite"));
    for working_set in ["n-slack", "1-slack"] {
        let (reports, stop) = train(&data, &settings("ndcg", "power:0.5", "averaged", working_set), 100);
        assert_eq!(stop.reason, StopReason::Converged, "{working_set}: {stop:?}");
        assert_eq!(
            (stop.proved().best_primal, stop.proved().gap),
            (reports[0].step.figures().primal, 0.0),
            "{working_set}: 0 is best"
        );
        assert_eq!(stop.best_iteration, 0, "{working_set}: the first of equals");
        assert!(
            reports.len() < 10,
            "{working_set}: {} iterations to see that nothing is left",
            reports.len()
        );
        assert!(!stop.proved().beats_zero, "{working_set}: and 0 does not beat itself");
    }
}

#[test]
fn the_bounds_close_from_both_sides() {
    let mut random = Random::new(13);
    let data = Arc::new(random.dataset(20, 12, 5, 2));
    for working_set in ["n-slack", "1-slack"] {
        for reference in ["fixed", "averaged", "aligned"] {
            let (reports, stop) = train(&data, &settings("ndcg@5", "power:0.5", reference, working_set), 100);
            assert_eq!(stop.reason, StopReason::Converged);
            assert!(stop.proved().gap <= 1e-3);
            assert_eq!(reports.last().map(|report| report.step.iteration), Some(stop.iterations));
            for (index, report) in reports.iter().enumerate() {
                assert_eq!(report.step.iteration, index, "iterations are numbered without gaps");
                assert!(
                    report.step.figures().dual <= report.step.figures().best_primal * (1.0 + 1e-12),
                    "weak duality: {report:?}"
                );
                assert!(report.step.figures().best_primal <= report.step.figures().primal);
                assert!(
                    report.step.figures().mean_loss <= report.step.figures().mean_slack + 1e-12,
                    "the slack bounds the loss: {report:?}"
                );
                let primal = 0.5 * report.step.figures().norm * report.step.figures().norm
                    + 10.0 * report.step.figures().mean_slack;
                assert_close(report.step.figures().primal, primal, 1e-12, "the primal is made of its parts");
                let gap = (report.step.figures().best_primal - report.step.figures().dual)
                    / report.step.figures().best_primal;
                assert_close(
                    report.step.gap.expect("it is proved"),
                    gap.max(0.0),
                    1e-12,
                    "the gap is relative to the best primal",
                );
            }
            for pair in
                reports.windows(2).filter(|pair| pair[0].step.figures().round == pair[1].step.figures().round)
            {
                assert!(
                    pair[1].step.figures().dual >= pair[0].step.figures().dual,
                    "the dual never falls within a round"
                );
                // The last report of a round describes its model, which is not w = 0 if another w meets the gap.
                let next = reports.get(pair[1].step.iteration + 1);
                let last = next.is_none_or(|next| next.step.figures().round > pair[1].step.figures().round);
                let allowed = if last {
                    pair[0].step.figures().best_primal * (1.0 + 1e-3)
                } else {
                    pair[0].step.figures().best_primal
                };
                assert!(pair[1].step.figures().best_primal <= allowed, "{pair:?}");
            }
            let first = &reports[0];
            assert_eq!(
                (first.step.figures().norm, first.step.figures().cuts, first.step.figures().dual),
                (0.0, 0, 0.0),
                "it starts at w = 0"
            );
            assert_eq!(stop.proved().zero_primal, first.step.figures().primal);
            let model = &reports[stop.best_iteration];
            assert_eq!(stop.proved().best_primal, model.step.figures().primal, "the stop is about the model");
            assert!(model.step.figures().norm > 0.0, "which orders something");
        }
    }
}

#[test]
fn rounds_never_end_higher_unless_the_one_before_ended_at_zero() {
    let mut rounds = 0;
    for seed in 0..60 {
        let data = Arc::new(Random::new(100 + seed).dataset(6, 8, 3, 2));
        for working_set in ["n-slack", "1-slack"] {
            let settings =
                TrainingSettings { gap: 0.01, ..settings("ndcg@3", "power:0.5", "aligned", working_set) };
            let (reports, stop) = train(&data, &settings, 1000);
            let ends: Vec<&StepReport> = reports
                .chunk_by(|a, b| a.step.figures().round == b.step.figures().round)
                .map(|r| &r[r.len() - 1])
                .collect();
            for pair in ends.windows(2) {
                rounds += 1;
                let at_zero = pair[0].step.figures().best_primal == reports[0].step.figures().primal;
                assert!(
                    at_zero
                        || pair[1].step.figures().best_primal
                            <= pair[0].step.figures().best_primal * (1.0 + 1e-12),
                    "seed {seed}: {pair:?}"
                );
            }
            assert_eq!(
                stop.proved().beats_zero,
                stop.proved().best_primal
                    < reports[0].step.figures().primal * (1.0 - stop.proved().gap.max(LEAST_GAIN))
            );
        }
    }
    assert!(rounds > 100, "there are rounds to compare");
}

#[test]
fn both_working_sets_have_one_optimum() {
    let mut random = Random::new(14);
    let data = Arc::new(random.dataset(15, 10, 4, 2));
    for reference in ["fixed", "averaged"] {
        let objective = |working_set: &str| {
            let mut settings = settings("ndcg@5", "power:0.5", reference, working_set);
            settings.gap = 1e-7;
            train(&data, &settings, 1000).1.proved().best_primal
        };
        assert_close(objective("n-slack"), objective("1-slack"), 1e-6, reference);
    }
}

#[test]
fn a_dual_with_many_sweeps_is_not_a_stall() {
    // Few features and a large C: the slacks depend on each other through w.
    for seed in 0..12 {
        let data = Arc::new(Random::new(seed).dataset(10, 5, 4, 1));
        for (measure, decay) in [("mwta", "list:3,3,3,0"), ("ndcg", "loglog"), ("wta", "measure")] {
            let mut settings = settings(measure, decay, "averaged", "n-slack");
            (settings.c, settings.gap) = (300.0, 1e-5);
            let (_, stop) = train(&data, &settings, 1000);
            assert_eq!(stop.reason, StopReason::Converged, "{measure} {decay} seed {seed}: {stop:?}");
        }
    }
}

#[test]
fn progress_of_the_dual_alone_is_not_a_stall() {
    for (seed, measure, decay, c) in [(3, "mwta", "list:3,3,3,0", 300.0), (1, "ndcg", "loglog", 10_000.0)] {
        let data = Arc::new(Random::new(seed).dataset(20, 10, 12, 1));
        let settings = TrainingSettings { c, gap: 1e-6, ..settings(measure, decay, "averaged", "1-slack") };
        let (reports, stop) = train(&data, &settings, 1000);
        assert_eq!(stop.reason, StopReason::Converged, "{measure}: {stop:?}");
        let only_dual = |pair: &[StepReport]| {
            pair[1].step.figures().dual > pair[0].step.figures().dual
                && pair[1].step.figures().best_primal == pair[0].step.figures().best_primal
        };
        let longest = reports
            .windows(2)
            .collect::<Vec<_>>()
            .chunk_by(|a, b| only_dual(a) && only_dual(b))
            .map(<[_]>::len)
            .max();
        assert!(longest > Some(20), "{measure}: the primal waits for {longest:?} iterations at the most");
    }
}

#[test]
fn a_gap_below_rounding_errors_ends_as_a_stall() {
    let data = Arc::new(Random::new(24).dataset(12, 5, 3, 2));
    let settings = TrainingSettings {
        c: 100.0,
        gap: 1e-300,
        max_iterations: 1_000,
        ..settings("ndcg@2", "power:0.5", "averaged", "n-slack")
    };
    let (reports, stop) = train(&data, &settings, 1_000_000);
    assert_eq!(stop.reason, StopReason::Stalled, "after {} iterations", reports.len());
    assert!(stop.proved().gap < 1e-6, "all but converged: {}", stop.proved().gap);
}

#[test]
fn limits_are_reasons_to_stop() {
    let mut random = Random::new(15);
    let data = Arc::new(random.dataset(20, 12, 5, 2));
    let mut settings = settings("ndcg@5", "power:0.5", "fixed", "1-slack");
    settings.max_iterations = 2;
    let (reports, stop) = train(&data, &settings, 100);
    assert_eq!((stop.reason, stop.iterations, reports.len()), (StopReason::IterationLimit, 2, 3));
    // A run that has converged reports that, even at the limit.
    settings.max_iterations =
        train(&data, &TrainingSettings { max_iterations: 1000, ..settings.clone() }, 100).1.iterations;
    assert_eq!(train(&data, &settings, 100).1.reason, StopReason::Converged);
    // The limit is reported if another round would follow.
    settings.reference = "aligned".to_owned();
    settings.max_iterations = 1000;
    let (whole, _) = train(&data, &settings, 100);
    let rounds: Vec<&[StepReport]> =
        whole.chunk_by(|a, b| a.step.figures().round == b.step.figures().round).collect();
    assert!(rounds.len() > 1, "this run has rounds");
    let end = &rounds[0][rounds[0].len() - 1];
    settings.max_iterations = end.step.iteration;
    let (_, stop) = train(&data, &settings, 100);
    assert_eq!((stop.reason, stop.iterations), (StopReason::IterationLimit, end.step.iteration));
    assert_eq!(
        (stop.proved().best_primal, stop.proved().dual, stop.proved().gap),
        (end.step.figures().best_primal, end.step.figures().dual, end.step.gap.expect("it is proved"))
    );
}

#[test]
fn a_number_beyond_its_range_is_a_reason_to_stop() {
    // At w = 0 the plane of the violator depends only on the second good document and the bad one. The resulting w
    // gives the first good document a score above 1e100.
    let data =
        Arc::new(Dataset::from_letor("1 qid:a 1:1e150\n1 qid:a 1:1\n0 qid:a 1:0\n").expect("LETOR text"));
    for working_set in ["n-slack", "1-slack"] {
        let settings = TrainingSettings {
            method: "svm-mrr".to_owned(),
            working_set: working_set.to_owned(),
            ..TrainingSettings::default()
        };
        let (reports, stop) = train(&data, &settings, 100);
        assert_eq!(
            (stop.reason, stop.iterations, reports.len()),
            (StopReason::Numeric, 0, 1),
            "{working_set}"
        );
        assert_eq!(
            stop.proved().best_primal,
            reports[0].step.figures().primal,
            "{working_set}: what was reported still holds"
        );
    }
}

#[test]
fn unusable_data_and_settings_are_rejected() {
    let data = Arc::new(Dataset::from_letor("1 qid:a 1:1\n1 qid:a 1:2\n0 qid:b 1:1\n").expect("LETOR text"));
    let error =
        TrainingRun::new(Arc::clone(&data), &TrainingSettings::default()).err().expect("nothing to learn");
    assert!(error.to_string().contains("none of the 2 queries"), "{error}");

    let check = |change: fn(&mut TrainingSettings), words: &str| {
        let mut settings = TrainingSettings::default();
        change(&mut settings);
        let error = settings.parse().err().unwrap_or_else(|| panic!("{words} was accepted")).to_string();
        assert!(error.contains(words), "{error:?} does not say {words:?}");
    };
    check(|s| s.method = "svm-nothing".to_owned(), "method");
    check(|s| s.measure = "auc".to_owned(), "not a sum of discount times gain");
    check(|s| s.decay = "power:-1".to_owned(), "increase");
    check(|s| s.decay = "list:1,2".to_owned(), "must not increase");
    check(|s| s.decay = "list:0".to_owned(), "rank 1 must be positive");
    check(|s| s.decay = "list:1,nan".to_owned(), "finite");
    check(|s| s.decay = "steep".to_owned(), "power:P");
    check(|s| s.offset = 0.0, "offset");
    check(|s| s.decay_cut = Some(0), "cut");
    check(|s| s.reference = "any".to_owned(), "aligned, averaged, fixed");
    check(|s| s.working_set = "2-slack".to_owned(), "n-slack, 1-slack");
    check(|s| s.c = 0.0, "c: 0 is not");
    check(|s| s.c = -1.0, "c: -1 is not");
    check(|s| s.c = f64::INFINITY, "c: inf is not");
    check(|s| s.c = f64::NAN, "c: NaN is not");
    check(|s| s.gap = 1.0, "gap: 1 is not");
    check(|s| s.gap = 1.5, "gap: 1.5 is not");
    check(|s| s.gap = 0.0, "gap: 0 is not");
    check(|s| s.gap = -0.1, "gap: -0.1 is not");
    check(|s| s.gap = f64::INFINITY, "gap: inf is not");
    check(|s| s.gap = f64::NAN, "gap: NaN is not");
    check(|s| s.max_iterations = 0, "iterations");
    check(|s| s.scale = "max".to_owned(), "scal");
    check(|s| s.measures = vec!["mapp".to_owned()], "mapp");
}

#[test]
fn an_old_iteration_can_be_inspected_again() {
    let mut random = Random::new(16);
    let data = Arc::new(random.dataset(10, 8, 4, 2));
    let settings = settings("ndcg@5", "power:0.5", "aligned", "n-slack");
    let mut run = TrainingRun::new(Arc::clone(&data), &settings).expect("the run starts");
    let (reports, _) = run_to_the_end(&mut run, 100);
    assert!(reports.last().is_some_and(|report| report.step.figures().round > 0), "this run has rounds");
    for report in &reports {
        let rows = run.queries(report.step.iteration).expect("the iteration was reached");
        let mean = |value: fn(&rankscope::inspect::QueryRow) -> f64| {
            rows.iter().map(value).sum::<f64>() / rows.len() as f64
        };
        assert_close(
            mean(|row| row.slack),
            report.step.figures().mean_slack,
            1e-12,
            "slacks make the report's mean",
        );
        assert_close(
            mean(|row| row.loss),
            report.step.figures().mean_loss,
            1e-12,
            "losses make the report's mean",
        );
        for row in &rows {
            let seen = run.inspect(report.step.iteration, row.query).expect("the query is used");
            assert_close(seen.hinge, row.slack, 1e-12, "the inspector and the table agree");
            assert_close(seen.loss - seen.margin, seen.hinge, 1e-12, "H = Δ − ⟨w, δψ⟩");
            let violation = seen.hinge - seen.working_slack.expect("n-slack");
            assert!(
                violation <= report.step.figures().worst_violation + 1e-12,
                "no violation exceeds the worst"
            );
            let scores: Vec<f64> = seen.documents.iter().map(|document| document.score).collect();
            let sum: f64 = (0..scores.len())
                .map(|j| {
                    let document = seen.violator[j] as usize;
                    seen.c[j] * scores[document] - seen.a[j] * seen.b[document]
                })
                .sum();
            let best: f64 = (0..scores.len()).map(|j| seen.a[j] * seen.b[seen.reference[j] as usize]).sum();
            let reference: f64 = seen.reference_coefficients.iter().zip(&scores).map(|(c, s)| c * s).sum();
            assert_close(sum + best - reference, seen.hinge, 1e-9, "rank by rank it adds up to H");
        }
    }
    assert!(run.queries(reports.len()).is_err(), "an iteration that was not reached is an error");
    assert!(run.inspect(0, 99).is_err(), "so is a query that is not there");
}

/// Returns a data set of one query with these grades, and with one or more features per document.
fn one_query(grades: &[u8], features: &[f64]) -> Dataset {
    let query = QueryRows {
        id: "7".to_owned(),
        grades: grades.to_vec(),
        features: features.to_vec(),
        comments: Vec::new(),
    };
    Dataset::from_queries(features.len() / grades.len(), &[query]).expect("the numbers are finite")
}

#[test]
fn the_table_of_queries_has_the_measure_of_the_report() {
    let mut random = Random::new(12);
    let train = Arc::new(random.dataset(6, 8, 3, 2));
    let test = Arc::new(one_query(&[4, 0, 1], &[0.3, 0.2, 0.1, 0.0, 0.9, 0.4, 0.1, 0.5, 0.2]));
    let settings = TrainingSettings {
        measures: vec!["err".to_owned()],
        max_iterations: 3,
        ..TrainingSettings::default()
    };
    let mut run = TrainingRun::new(train, &settings).expect("the run starts");
    run.watch_test(test).unwrap();
    for report in run_to_the_end(&mut run, 1000).0 {
        let rows = run.queries(report.step.iteration).expect("the iteration was reached");
        let values: Vec<f64> = rows.iter().filter_map(|row| row.value).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let reported = report.train[0].value.expect("every query has a value");
        assert_close(mean, reported, 1e-12, "ERR scales by the highest grade of all sets");
    }
}

#[test]
fn scores_out_of_range_have_no_measure() {
    let train = Arc::new(one_query(&[1, 0, 1, 0], &[1.0, 0.0, 0.9, 0.2]));
    let huge = Arc::new(one_query(&[1, 0], &[1e308, -1e308]));
    let fine = Arc::new(one_query(&[1, 0], &[1.0, 0.0]));
    let settings = TrainingSettings { c: 100.0, ..TrainingSettings::default() };
    let mut run = TrainingRun::new(train, &settings).expect("the run starts");
    run.watch_validation(fine).unwrap();
    run.watch_test(Arc::clone(&huge)).unwrap();
    let (reports, _) = run_to_the_end(&mut run, 1000);
    assert!(reports[0].test[0].value.is_some(), "at w = 0 every score is 0");
    let last = reports.last().expect("there are reports");
    assert!(last.step.figures().norm > 0.0 && last.valid[0].value.is_some());
    assert_eq!(last.test[0].value, None);
    assert_eq!(last.test.len(), last.train.len(), "every measure has its place");
    let measures = settings.parse().expect("valid settings").measures;
    let model = run.model().expect("its weights are finite");
    assert!(model.evaluate(&huge, &measures, Undefined::Skip).is_err(), "the model's own evaluation agrees");
}

#[test]
fn a_numeric_stop_names_query_and_document() {
    // The huge values cancel in the first plane, so w is moderate but the scores of these documents are huge.
    let data = Arc::new(one_query(&[0, 0, 1, 0], &[1e150, -1e150, 1.0, 0.0]));
    let settings = TrainingSettings { method: "svm-auc".to_owned(), ..TrainingSettings::default() };
    let (_, stop) = train(&data, &settings, 1000);
    assert_eq!(stop.reason, StopReason::Numeric);
    let problem = stop.problem.expect("it is known");
    assert!(problem.starts_with("query \"7\": scores: the score of document 1 is "), "{problem}");
}
