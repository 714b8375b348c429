//! The history of a run: dual variables, cutting planes, and the steps between two iterations.

use crate::figures::Figures;
use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::data::Dataset;
use rankscope::learner::cutting_plane::{
    FINEST_SHARE, GAP_SHARE, Iteration, LedgerOrder, LedgerPage, Trainer,
};
use rankscope::learner::{Advance, Learner};
use rankscope::loss::{bind_groups, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, StepReport, Stop, TrainingRun};

const ALL: LedgerPage =
    LedgerPage { order: LedgerOrder::FoundAt, descending: false, offset: 0, count: usize::MAX };

/// Settings with several rounds of alignment, with one slack, with several slacks per query, and without alignment.
fn cases() -> Vec<TrainingSettings> {
    let base =
        TrainingSettings { measure: "ndcg@3".to_owned(), c: 5.0, gap: 1e-5, ..TrainingSettings::default() };
    let one = TrainingSettings { working_set: "1-slack".to_owned(), ..base.clone() };
    let combo = TrainingSettings {
        method: "combo".to_owned(),
        slacks: "separate".to_owned(),
        cut_off: Some(2),
        ..base.clone()
    };
    let map = TrainingSettings { method: "svm-map".to_owned(), c: 50.0, ..base.clone() };
    // The run is long enough for idle planes to be dropped.
    let long = TrainingSettings { c: 500.0, gap: 1e-7, ..base.clone() };
    // Another top document drops the planes of its query.
    let top = TrainingSettings { measure: "mrr".to_owned(), c: 50.0, ..base.clone() };
    let one_top = TrainingSettings { working_set: "1-slack".to_owned(), ..top.clone() };
    vec![base, one, combo, map, long, top, one_top]
}

fn data() -> Arc<Dataset> {
    Arc::new(Random::new(5).dataset(12, 7, 4, 2))
}

fn finished(data: &Arc<Dataset>, settings: &TrainingSettings) -> (TrainingRun, Vec<StepReport>, Stop) {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the run starts");
    let mut reports = Vec::new();
    loop {
        match run.advance(7) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => return (run, reports, stop),
        }
    }
}

#[test]
fn a_run_without_a_ledger_differs_only_in_the_ledger() {
    let data = data();
    for settings in cases() {
        let (whole, reports, stop) = finished(&data, &settings);
        let mut run = TrainingRun::new(Arc::clone(&data), &settings).expect("the run starts");
        run.leave_out_ledger();
        let mut seen = Vec::new();
        let end = loop {
            match run.advance(7) {
                Progress::Working { .. } => {}
                Progress::Stepped { report } => seen.push(report),
                Progress::Stopped { stop } => break stop,
            }
        };
        assert_eq!((&seen, &end), (&reports, &stop));
        assert_eq!(run.model(), whole.model());
        let (last, query) = (stop.iterations, run.queries(0).expect("w = 0")[0].query);
        assert_eq!(run.inspect(last, query), whole.inspect(last, query));
        for iteration in 0..=last {
            let certificate = run.certificate(iteration, ALL).expect_err("there is no ledger");
            let motion = run.motion(iteration, query).expect_err("there is no ledger");
            assert!(certificate.to_string().starts_with("ledger: "), "{certificate}");
            assert_eq!(motion, certificate);
        }
    }
}

/// Computes Δ and δψ of the planes of one iteration from the data alone, under the reference of another round.
///
/// The planes are ordered by slack.
fn planes_of(
    trainer: &Trainer,
    data: &Dataset,
    settings: &TrainingSettings,
    found_at: usize,
    round: usize,
) -> Vec<(f64, Vec<f64>)> {
    let config = settings.parse().expect("valid settings");
    let then = &trainer.history()[found_at];
    let mut planes = Vec::new();
    for query in data.queries() {
        for losses in
            bind_groups(&config.learner.loss().expect("a structured loss").slack_groups(), data, query.index)
                .expect("the search is short")
        {
            let scores = data.scores(query.documents.clone(), &then.w);
            let found = losses.into_iter().map(|(_, mut loss)| {
                for w in (0..=then.round).filter_map(|round| trainer.alignment(round)) {
                    loss.realign(&data.scores(query.documents.clone(), w));
                }
                let violator = loss.most_violated(&scores);
                let hinge = loss.delta(&violator) - margin(&loss.delta_psi(&violator), &scores);
                for w in (then.round + 1..=round).filter_map(|round| trainer.alignment(round)) {
                    loss.realign(&data.scores(query.documents.clone(), w));
                }
                let mut delta_psi = vec![0.0; data.n_features()];
                data.pull_back(query.documents.clone(), &loss.delta_psi(&violator), &mut delta_psi);
                (hinge, loss.delta(&violator), delta_psi)
            });
            let most = found.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let (_, loss, delta_psi) = most.expect("a block has a loss");
            planes.push((loss, delta_psi));
        }
    }
    if settings.working_set == "1-slack" {
        let sum = planes.into_iter().reduce(|(loss, mut psi), (other, by)| {
            psi.iter_mut().zip(by).for_each(|(value, by)| *value += by);
            (loss + other, psi)
        });
        planes = sum.into_iter().collect();
    }
    planes
}

/// Returns the query of each slack in binding order; `None` for a slack that all queries share.
fn query_of_slack(data: &Dataset, settings: &TrainingSettings) -> Vec<Option<usize>> {
    if settings.working_set == "1-slack" {
        return vec![None];
    }
    let config = settings.parse().expect("valid settings");
    let slacks = |query: usize| {
        bind_groups(&config.learner.loss().expect("a structured loss").slack_groups(), data, query)
            .expect("small")
            .len()
    };
    data.queries().flat_map(|query| vec![Some(query.index); slacks(query.index)]).collect()
}

/// Returns the minimiser over the planes of the last iteration. The w of that iteration lies between the best w of the
/// round and the minimiser.
fn minimiser(history: &[Iteration]) -> Vec<f64> {
    let (last, before) = history.split_last().expect("an iteration");
    let best = before
        .iter()
        .filter(|iteration| iteration.round == last.round)
        .min_by(|a, b| a.primal.total_cmp(&b.primal))
        .unwrap_or(last);
    best.w.iter().zip(&last.w).map(|(best, w)| best + (w - best) / last.step_fraction).collect()
}

#[test]
fn duals_are_feasible_and_give_the_dual_objective_and_w_within_the_qp_tolerance() {
    let data = data();
    let mut rounds_seen = 0;
    for settings in cases() {
        let (run, reports, _) = finished(&data, &settings);
        let config = settings.parse().expect("valid settings");
        let mut trainer = Trainer::new(
            Arc::clone(&data),
            &config.learner.loss().expect("a structured loss").slack_groups(),
            config.trainer.clone(),
        )
        .expect("usable");
        while !matches!(trainer.advance(1000), Advance::Stopped(_)) {}
        let queries = query_of_slack(&data, &settings);
        assert_close(trainer.bound(), settings.c / data.n_queries() as f64, 1e-15, "U = C/m");
        // Upper bound on the gap of the working set at w, at which the QP counts as solved.
        let mut tolerance = 0.0;
        for report in &reports {
            let at =
                format!("{} {}, iteration {}", settings.method, settings.working_set, report.step.iteration);
            let kept = &trainer.history()[report.step.iteration];
            let planes = trainer.ledger().planes(report.step.iteration, kept.round, &kept.w);
            assert_eq!(planes.len(), report.step.figures().cuts, "{at}: as many planes as reported");
            let n_slacks = planes.iter().map(|plane| plane.slack + 1).max().unwrap_or(0);
            let mut used = vec![0.0; n_slacks];
            // ξ that the planes require at the minimiser.
            let minimiser = minimiser(&trainer.history()[..=report.step.iteration]);
            let mut needed = vec![0.0_f64; n_slacks];
            let (mut gain, mut w) = (0.0, vec![0.0; kept.w.len()]);
            for plane in &planes {
                assert!(plane.dual >= 0.0, "{at}: α ≥ 0");
                used[plane.slack] += plane.dual;
                let (loss, delta_psi) = planes_of(&trainer, &data, &settings, plane.found_at, kept.round)
                    .swap_remove(plane.slack);
                assert_close(plane.loss, loss, 1e-12, &format!("{at}: Δ of a plane"));
                let margin: f64 = delta_psi.iter().zip(&kept.w).map(|(psi, w)| psi * w).sum();
                assert_close(plane.margin, margin, 1e-10, &format!("{at}: ⟨w, δψ⟩ of a plane"));
                let there: f64 = delta_psi.iter().zip(&minimiser).map(|(psi, w)| psi * w).sum();
                needed[plane.slack] = needed[plane.slack].max(loss - there);
                gain += plane.dual * loss;
                w.iter_mut().zip(&delta_psi).for_each(|(w, psi)| *w += plane.dual * psi);
            }
            let bound = trainer.bound();
            let fullest = used.iter().copied().fold(0.0, f64::max);
            assert!(fullest <= bound * (1.0 + 1e-12), "{at}: Σ α ≤ U in every slack, {fullest} and {bound}");
            let certificate =
                run.certificate(report.step.iteration, ALL).expect("the iteration was reported");
            for row in &certificate.rows {
                let found =
                    planes.iter().find(|plane| (plane.slack, plane.found_at) == (row.slack, row.found_at));
                let plane = found.expect("every row is a plane");
                assert_close(row.demand, plane.loss - plane.margin, 1e-12, &format!("{at}: Δ − ⟨w, δψ⟩"));
                assert_close(row.share, plane.dual / bound, 1e-12, &format!("{at}: α / U"));
                assert_eq!(row.query, queries[row.slack], "{at}: the query of slack {}", row.slack);
            }
            let residual: f64 = w.iter().zip(&kept.w).map(|(made, kept)| (made - kept).powi(2)).sum();
            assert_close(certificate.residual, residual.sqrt(), 1e-9, &format!("{at}: ‖w − Σ α δψ‖"));
            let norm: f64 = w.iter().map(|w| w * w).sum();
            let dual = gain - 0.5 * norm;
            assert_close(certificate.own_dual, dual, 1e-9, &format!("{at}: the dual of the iteration's α"));
            assert!(
                dual <= report.step.figures().dual + 1e-9 * report.step.figures().dual.abs(),
                "{at}: the report has the best dual of the round"
            );
            if certificate.restarted {
                rounds_seen += 1;
            } else {
                // ½‖m − Σ α δψ‖² ≤ P̂(m) − D(α) at the minimiser m, where P̂ is the objective over the working set
                // alone.
                let own: f64 = minimiser.iter().map(|w| w * w).sum();
                let working_gap = 0.5 * own + bound * needed.iter().sum::<f64>() - dual;
                // Rounding may raise Σ α above U by this much.
                let rounding = 1e-8 * (1.0 + report.step.figures().primal);
                let off: f64 = w.iter().zip(&minimiser).map(|(made, m)| (made - m).powi(2)).sum();
                assert!(0.5 * off <= working_gap + rounding, "{at}: {off} is part of {working_gap}");
                assert!(working_gap <= tolerance + rounding, "{at}: {working_gap} is within {tolerance}");
            }
            let finest = FINEST_SHARE * settings.gap * report.step.figures().best_primal;
            tolerance =
                finest.max(GAP_SHARE * (report.step.figures().best_primal - report.step.figures().dual));
            assert_eq!(certificate.primal, report.step.figures().primal, "{at}: the certificate's primal");
            assert_eq!(certificate.norm, report.step.figures().norm, "{at}: the certificate's ‖w‖");
            // The same margin applies here.
            let upper = certificate.primal * (1.0 + 1e-8);
            assert!(certificate.dual <= upper, "{at}: the lower bound is below the upper one");
        }
    }
    assert!(rounds_seen > 0, "a round after the first was among the cases");
}

#[test]
fn a_stopped_run_equals_the_start_of_a_longer_run() {
    let data = data();
    for settings in cases() {
        let (long, reports, stop) = finished(&data, &settings);
        assert!(stop.iterations >= 4, "{}: long enough", settings.method);
        for limit in 1..stop.iterations {
            let at = format!("{} {}, iteration {limit}", settings.method, settings.working_set);
            let shorter = TrainingSettings { max_iterations: limit, ..settings.clone() };
            let (short, stopped, _) = finished(&data, &shorter);
            assert_eq!(stopped.last(), reports.get(limit), "{at}: the report");
            let certificates = [&short, &long].map(|run| {
                let certificate = run.certificate(limit, ALL).expect("the iteration was reported");
                rankscope::learner::cutting_plane::Certificate { bytes: 0, ..certificate }
            });
            assert_eq!(certificates[0], certificates[1], "{at}: duals and planes");
            assert_eq!(short.weights(limit).ok(), long.weights(limit).ok(), "{at}: w");
            assert_eq!(short.queries(limit).ok(), long.queries(limit).ok(), "{at}: queries");
            for query in 0..data.n_queries() {
                let (a, b) = (short.inspect(limit, query), long.inspect(limit, query));
                assert_eq!(a.ok(), b.ok(), "{at}: permutations of query {query}");
                let (Ok(a), Ok(b)) = (short.motion(limit, query), long.motion(limit, query)) else {
                    continue;
                };
                assert_eq!((a.oracle, a.cut), (b.oracle, b.cut), "{at}: oracle and cut of query {query}");
                assert!(a.next.is_none() && b.next.is_some(), "{at}: only one run went on");
            }
        }
    }
}

#[test]
fn pages_of_the_ledger_are_sorted_and_contain_every_plane_once() {
    let data = data();
    let (run, reports, _) = finished(&data, &cases()[0]);
    let last = reports.len() - 1;
    let total = reports[last].step.figures().cuts;
    for order in [LedgerOrder::Dual, LedgerOrder::FoundAt, LedgerOrder::Loss, LedgerOrder::Demand] {
        for descending in [false, true] {
            let mut rows = Vec::new();
            while rows.len() < total {
                let page = LedgerPage { order, descending, offset: rows.len(), count: 10 };
                let certificate = run.certificate(last, page).expect("the iteration was reported");
                assert_eq!(certificate.offset, rows.len());
                rows.extend(certificate.rows);
            }
            let values: Vec<f64> = rows
                .iter()
                .map(|row| match order {
                    LedgerOrder::Dual => row.dual,
                    LedgerOrder::FoundAt => row.found_at as f64,
                    LedgerOrder::Loss => row.loss,
                    LedgerOrder::Demand => row.demand,
                })
                .collect();
            assert!(
                values.is_sorted_by(|a, b| if descending { a >= b } else { a <= b }),
                "{order:?} {descending}"
            );
            let mut names: Vec<(usize, usize)> = rows.iter().map(|row| (row.slack, row.found_at)).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), total, "{order:?} {descending}: every plane once");
        }
    }
    // Complementary slackness, up to the tolerance of the dual: a plane with α > 0 has little room.
    let all = run.certificate(last, ALL).expect("the iteration was reported");
    let waste: f64 = all.rows.iter().map(|row| row.dual * row.room).sum();
    assert!(waste <= all.primal - all.dual + 1e-9, "α × room is part of the gap: {waste}");
    let beyond = run.certificate(last, LedgerPage { offset: total + 50, count: 10, ..ALL }).expect("clamped");
    assert_eq!(beyond.offset, (total - 1) / 10 * 10, "a page behind the end is the last page");
}

#[test]
fn slow_motion_reports_the_steps_between_two_iterations() {
    let data = data();
    let mut dropped = 0;
    for settings in cases() {
        let (run, reports, stop) = finished(&data, &settings);
        let queries = run.queries(0).expect("the iteration was reported");
        for pair in reports.windows(2) {
            let at =
                format!("{} {}, iteration {}", settings.method, settings.working_set, pair[0].step.iteration);
            let motion =
                run.motion(pair[0].step.iteration, queries[1].query).expect("the iteration was reported");
            assert_eq!(motion.cut.added, pair[0].step.figures().added, "{at}: planes added");
            if let Some(cut) = motion.cut.plane {
                // A round begins without a tolerance, so planes that are violated only by rounding are also added.
                assert!(cut.violation > -1e-12, "{at}: what was added was violated: {cut:?}");
                if !motion.cut.shared && settings.method != "combo" {
                    assert_close(
                        cut.loss - cut.margin,
                        motion.oracle.hinge,
                        1e-9,
                        &format!("{at}: the cut is the violator"),
                    );
                }
            }
            let next = motion.next.expect("the next iteration is there");
            assert_eq!(next.realigned, pair[1].step.figures().round > pair[0].step.figures().round, "{at}");
            assert_eq!(
                (next.update.primal_before, next.update.primal_after),
                (pair[0].step.figures().primal, pair[1].step.figures().primal),
                "{at}"
            );
            assert_eq!(
                (next.update.norm_before, next.update.norm_after),
                (pair[0].step.figures().norm, pair[1].step.figures().norm),
                "{at}"
            );
            let rounding = 1e-9 * pair[1].step.figures().dual.abs();
            assert!(
                next.qp.dual_after <= pair[1].step.figures().dual + rounding,
                "{at}: the report has the best dual"
            );
            let finest = 0.05 * settings.gap * pair[0].step.figures().best_primal;
            let tolerance =
                finest.max(0.1 * (pair[0].step.figures().best_primal - pair[0].step.figures().dual));
            assert!(
                next.realigned || next.qp.dual_after >= next.qp.dual_before - tolerance,
                "{at}: the QP does not lower the dual beyond its tolerance: {:?}",
                next.qp
            );
            dropped += next.qp.dropped;
            assert_eq!(
                pair[0].step.figures().cuts + pair[0].step.figures().added - next.qp.dropped,
                pair[1].step.figures().cuts,
                "{at}: planes add up"
            );
            let sizes: Vec<f64> = next.qp.largest.iter().map(|one| (one.after - one.before).abs()).collect();
            assert!(sizes.is_sorted_by(|a, b| a >= b), "{at}: the largest change first");
            assert_eq!(sizes.is_empty(), next.qp.changed == 0, "{at}");
        }
        assert!(run.motion(stop.iterations, queries[1].query).expect("the last one").next.is_none());
        assert!(run.motion(stop.iterations + 1, queries[1].query).is_err(), "beyond the end");
        assert!(run.certificate(stop.iterations + 1, ALL).is_err(), "beyond the end");
    }
    assert!(dropped > 0, "planes that had long been idle were dropped in some case");
}

#[test]
fn the_ledger_reports_its_size_in_bytes() {
    let data = data();
    for settings in cases() {
        let config = settings.parse().expect("valid settings");
        let mut trainer = Trainer::new(
            Arc::clone(&data),
            &config.learner.loss().expect("a structured loss").slack_groups(),
            config.trainer.clone(),
        )
        .expect("usable");
        while !matches!(trainer.advance(1000), Advance::Stopped(_)) {}
        let (ledger, history) = (trainer.ledger(), trainer.history());
        let (mut duals, mut planes) = (0, 0);
        for (iteration, kept) in history.iter().enumerate() {
            let held = ledger.planes(iteration, kept.round, &kept.w);
            duals += held.iter().filter(|plane| plane.dual > 0.0).count();
            planes += ledger.cuts(iteration, &kept.w).len();
        }
        let vector = 8 * data.n_features();
        let least = 12 * duals + vector * planes;
        // A small amount per plane, iteration and slack. Each query has at most two slacks here.
        let rounds = history.last().map_or(0, |last| last.round);
        let little = 100 * (planes + history.len());
        let slacks = 2 * data.n_queries() * (100 + vector * rounds);
        let most = least + little + slacks;
        let reported = ledger.bytes();
        assert!((least..=most).contains(&reported), "{reported} bytes are not between {least} and {most}");
    }
}

/// Every iteration of the runs of several methods on several data, with either working set.
#[test]
fn the_certificate_proves_the_lower_bound_of_the_report_at_every_iteration() {
    let mut lower_than_before = 0;
    for seed in 1..=4 {
        let data = Arc::new(Random::new(seed).dataset(10, 6, 4, 2));
        for method in ["dorm", "svm-precision", "svm-auc", "svm-map", "svm-ndcg", "owpc", "ranksvm", "combo"]
        {
            for (working_set, c, gap) in
                [("n-slack", 5.0, 1e-4), ("n-slack", 500.0, 1e-7), ("1-slack", 50.0, 1e-4)]
            {
                let settings = TrainingSettings {
                    method: method.to_owned(),
                    working_set: working_set.to_owned(),
                    measure: "ndcg@3".to_owned(),
                    cut_off: Some(2),
                    c,
                    gap,
                    max_iterations: 200,
                    ..TrainingSettings::default()
                };
                let (run, reports, _) = finished(&data, &settings);
                for report in &reports {
                    let at = format!(
                        "seed {seed}, {method}, {working_set}, C {c}, iteration {}",
                        report.step.iteration
                    );
                    let certificate = run.certificate(report.step.iteration, ALL).expect("it was reported");
                    let rounding = 1e-9 * (1.0 + report.step.figures().primal.abs());
                    assert!(
                        certificate.dual >= report.step.figures().dual - rounding,
                        "{at}: the certificate proves {}, the report says {}",
                        certificate.dual,
                        report.step.figures().dual
                    );
                    assert_close(certificate.dual, certificate.gain - certificate.pull, 1e-12, &at);
                    assert_eq!(
                        reports[certificate.proved_at].step.figures().round,
                        report.step.figures().round,
                        "{at}"
                    );
                    assert!(certificate.proved_at <= report.step.iteration, "{at}");
                    let proof = run.certificate(certificate.proved_at, ALL).expect("it was reported");
                    assert_close(
                        proof.own_dual,
                        certificate.dual,
                        1e-12,
                        &format!("{at}: the α that prove it"),
                    );
                    lower_than_before +=
                        usize::from(certificate.own_dual < report.step.figures().dual - rounding);
                }
            }
        }
    }
    assert!(lower_than_before > 0, "some dual variables were worth less than earlier ones");
}

#[test]
fn the_first_queries_train_as_a_file_that_ends_there() {
    let grades = ["2", "0", "1", "0"];
    let text: String = (0..12)
        .flat_map(|query| (0..4).map(move |page| (query, page)))
        .map(|(query, page)| {
            format!(
                "{} qid:{query} 1:{} 2:{}\n",
                grades[page],
                (query * 7 + page * 5) % 11,
                (query + page * page) % 5
            )
        })
        .collect();
    let all = Arc::new(Dataset::from_letor(&text).unwrap());
    let settings = TrainingSettings { scale: "minmax".into(), ..TrainingSettings::default() };
    let weights = |data: &Arc<Dataset>, settings: &TrainingSettings| {
        let (run, reports, _) = finished(data, settings);
        (run.model().unwrap().weights().unwrap().to_vec(), reports.len())
    };
    for count in [1, 5, 11] {
        let short: String = text.lines().take(4 * count).flat_map(|line| [line, "\n"]).collect();
        let short = Arc::new(Dataset::from_letor(&short).unwrap());
        let some = TrainingSettings { first_queries: Some(count), ..settings.clone() };
        assert_eq!(weights(&all, &some), weights(&short, &settings), "{count} queries");
        assert_ne!(weights(&all, &some), weights(&all, &settings), "{count} queries are not all");
    }
    for count in [12, 1000] {
        let more = TrainingSettings { first_queries: Some(count), ..settings.clone() };
        assert_eq!(weights(&all, &more), weights(&all, &settings));
    }
    let none = TrainingSettings { first_queries: Some(0), ..settings };
    assert!(TrainingRun::new(all, &none).is_err());
}
