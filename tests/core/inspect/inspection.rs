//! The inspector's view of a search: terms, tables, custom rankings, and all rankings.

use crate::figures::Figures;
use std::sync::Arc;

use crate::support::{Random, assert_close, dorm_settings, partial_order_settings, permutations};
use rankscope::Error;
use rankscope::inspect::{Inspection, LARGEST_TABLE, MOST_ENUMERATED};
use rankscope::loss::{QueryLoss, SearchForm, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::Ranking;
use rankscope::run::{Progress, TrainingRun};

fn bind(settings: &TrainingSettings, grades: &[u8]) -> Option<Box<dyn QueryLoss>> {
    settings.parse().expect("valid settings").learner.loss().expect("a structured loss").slack_groups()[0][0]
        .bind(grades)
}

fn all_settings() -> impl Iterator<Item = TrainingSettings> {
    dorm_settings().into_iter().chain(partial_order_settings())
}

fn value(loss: &dyn QueryLoss, y: &Ranking, scores: &[f64]) -> f64 {
    loss.delta(y) - margin(&loss.delta_psi(y), scores)
}

/// Returns a run after a few steps on queries of `documents` documents.
fn run(settings: &TrainingSettings, documents: usize, seed: u64) -> TrainingRun {
    let data = Arc::new(Random::new(seed).dataset(8, documents, 3, 2));
    let mut run = TrainingRun::new(data, settings).expect("the run starts");
    while run.weights(2).is_err() && !matches!(run.advance(5), Progress::Stopped { .. }) {}
    assert!(run.weights(1).is_ok(), "a step was made");
    run
}

#[test]
fn the_cells_of_the_oracles_ranking_add_up_to_its_hinge() {
    let mut random = Random::new(31);
    for settings in all_settings() {
        for n in [2, 5, 9, 14] {
            let grades = random.grades(n, 3);
            let Some(mut loss) = bind(&settings, &grades) else { continue };
            let scores = random.scores(n);
            loss.realign(&scores);
            let violator = loss.most_violated(&scores);
            let hinge = value(loss.as_ref(), &violator, &scores);
            let cells = loss.search_cells(&scores).expect("every loss of the catalogue has a table");
            let reference = loss.positions().map_or(0.0, |positions| {
                let order = loss.reference().order();
                let gains = positions.discount.iter().zip(order);
                let best: f64 = gains.map(|(a, &document)| a * positions.gain[document as usize]).sum();
                margin(positions.reference_coefficients, &scores) - best
            });
            let reference = loss.reference_value(&scores).unwrap_or(reference);
            let total = cells.total(&cells.chosen(&violator)) - reference;
            assert_close(total, hinge, 1e-12, &format!("{} {:?}", settings.method, cells.form));
            if cells.form != SearchForm::Assignment && settings.reference != "averaged" {
                let star = cells.total(&cells.chosen(loss.reference()));
                assert_close(star, loss.reference_value(&scores).unwrap_or(0.0), 1e-12, "y* costs nothing");
            }
        }
    }
}

#[test]
fn the_cells_of_any_ranking_in_score_order_are_its_value() {
    let mut random = Random::new(32);
    for settings in all_settings() {
        let grades = random.grades(6, 2);
        let Some(loss) = bind(&settings, &grades) else { continue };
        let scores = random.scores(6);
        let cells = loss.search_cells(&scores).expect("a table");
        if cells.form == SearchForm::FirstGood {
            continue;
        }
        let base =
            cells.total(&cells.chosen(loss.reference())) - value(loss.as_ref(), loss.reference(), &scores);
        let position = Ranking::by_scores(&scores).ranks();
        for order in permutations(6) {
            let is_bad = |document: &u32| cells.columns.contains(document);
            let sorted = |bad: bool| {
                let part: Vec<u32> =
                    order.iter().filter(|d| is_bad(d) == bad).map(|&d| position[d as usize]).collect();
                part.is_sorted()
            };
            if cells.form != SearchForm::Assignment && !(sorted(true) && sorted(false)) {
                continue;
            }
            let y = Ranking::from_order(order);
            let seen = cells.total(&cells.chosen(&y)) - base;
            assert_close(seen, value(loss.as_ref(), &y, &scores), 1e-12, &settings.method);
        }
    }
}

#[test]
fn table_contributions_and_hinge_agree_in_a_run() {
    for settings in all_settings().step_by(7) {
        let run = run(&settings, 9, 33);
        for row in run.queries(1).expect("the iteration was reached") {
            let seen = run.inspect(1, row.query).expect("the query is used");
            let table = run.search_table(1, row.query).expect("the query is used").expect("a table");
            assert_close(table.violator_total - table.reference_total, seen.hinge, 1e-12, &settings.method);
            assert_eq!(table.values.len(), table.rows.len() * table.width);
            assert_eq!(table.shown_rows.len(), table.rows.len(), "a short table is shown whole");
            assert_close(
                table.violator_values.iter().sum(),
                table.violator_total,
                1e-12,
                "the rows make the total",
            );
            if table.form != SearchForm::Pairs {
                let chosen = table.violator.iter().enumerate();
                let sum: f64 = chosen.map(|(row, &at)| table.values[row * table.width + at as usize]).sum();
                assert_close(sum, table.violator_total, 1e-12, "the values are those of the cells");
            }

            let terms = run.contributions(1, row.query).expect("the query is used");
            let last = terms.documents.last().expect("there are documents");
            assert_close(last.so_far, seen.margin, 1e-12, "documents make ⟨w, δψ⟩");
            assert!(terms.documents.windows(2).all(|pair| pair[0].part.abs() >= pair[1].part.abs()));
            assert_eq!(terms.ranks.is_empty(), seen.c.is_empty(), "ranks where the loss is a sum over them");
            if let Some(last) = terms.ranks.last() {
                assert_close(last.so_far, seen.hinge, 1e-12, "ranks make H");
            }
        }
    }
}

#[test]
fn a_long_query_has_its_first_cells_and_every_chosen_one_near_them() {
    for method in ["svm-map", "dorm"] {
        let settings = TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
        let run = run(&settings, 3 * LARGEST_TABLE, 34);
        let query = run.queries(1).expect("the iteration was reached")[0].query;
        let table = run.search_table(1, query).expect("the query is used").expect("a table");
        assert_eq!(table.violator.len(), table.rows.len());
        let (rows, width) = (&table.shown_rows, table.shown_width);
        assert!(rows.len() >= LARGEST_TABLE.min(table.rows.len()) && rows.len() <= 3 * LARGEST_TABLE);
        assert!(rows.is_sorted() && width <= LARGEST_TABLE + 1 && width <= table.width);
        assert_eq!(table.values.len(), rows.len() * width);
        for (at, &row) in rows.iter().enumerate() {
            let column = table.violator[row as usize] as usize;
            if column < width {
                assert_eq!(
                    table.values[at * width + column],
                    table.violator_values[at],
                    "{method}: one cell, one value"
                );
            }
        }
        if method == "dorm" {
            let near = table.violator.iter().filter(|&&column| (column as usize) < width).count();
            let shown = rows.iter().filter(|&&row| (table.violator[row as usize] as usize) < width).count();
            assert_eq!((near, shown), (width, width), "every shown rank has its chosen row");
        }
        let hinge = run.inspect(1, query).expect("the query is used").hinge;
        assert_close(table.violator_total - table.reference_total, hinge, 1e-9, "the totals make H");
    }
}

#[test]
fn no_permutation_beats_the_oracle_and_all_are_counted() {
    for settings in all_settings().step_by(5) {
        for documents in [3, 5, MOST_ENUMERATED] {
            let run = run(&settings, documents, 35);
            for row in run.queries(1).expect("the iteration was reached") {
                let all = run.enumerate(1, row.query).expect("the query is short");
                assert_eq!(all.permutations, (1..=documents).product::<usize>());
                assert_close(all.best, all.oracle, 1e-12, &settings.method);
                assert_close(all.oracle, row.slack, 1e-12, "the oracle's is the slack of the table");
                assert_eq!(all.bins.iter().map(|bin| bin.count).sum::<usize>(), all.permutations);
                assert!(all.attained >= 1 && all.attained <= all.permutations && all.worst <= all.best);
                let example = run.value(1, row.query, &all.example).expect("it is a ranking");
                assert!(example.attains, "the example attains the best");

                let counted = permutations(documents)
                    .iter()
                    .filter(|order| run.value(1, row.query, order).expect("a ranking").attains)
                    .count();
                if documents < 6 {
                    assert_eq!(all.attained, counted, "{}", settings.method);
                }
            }
        }
    }
}

#[test]
fn a_custom_ranking_is_evaluated_like_the_violator() {
    let mut random = Random::new(36);
    for settings in all_settings().step_by(11) {
        let run = run(&settings, 12, 36);
        for row in run.queries(1).expect("the iteration was reached") {
            let seen = run.inspect(1, row.query).expect("the query is used");
            let own = run.value(1, row.query, &seen.violator).expect("it is a ranking");
            assert_eq!((own.loss, own.margin, own.hinge), (seen.loss, seen.margin, seen.hinge));
            assert!(own.below == 0.0 && own.attains);
            let other = Ranking::by_scores(&random.scores(12));
            let own = run.value(1, row.query, other.order()).expect("it is a ranking");
            assert!(own.below >= -1e-12, "{}: {} below", settings.method, own.below);
            assert_close(own.hinge + own.below, own.oracle, 1e-12, "the distance to the oracle");
        }
    }
}

#[test]
fn invalid_rankings_and_long_queries_are_rejected() {
    let run = run(&TrainingSettings::default(), MOST_ENUMERATED + 1, 37);
    let query = run.queries(0).expect("iteration 0")[0].query;
    for wrong in [vec![], vec![0; 8], (0..7).collect(), (0..9).collect(), vec![0, 1, 2, 3, 4, 5, 6, 99]] {
        assert!(run.value(0, query, &wrong).is_err(), "{wrong:?} is no ranking");
    }
    assert!(run.enumerate(0, query).is_err(), "eight documents are too many");
    assert!(run.value(99, query, &[0, 1, 2, 3, 4, 5, 6, 7]).is_err() && run.contributions(0, 99).is_err());
}

#[test]
fn a_query_has_the_slack_of_its_row() {
    for (slacks, working_set) in [("shared", "n-slack"), ("separate", "n-slack"), ("separate", "1-slack")] {
        let settings = TrainingSettings {
            method: "combo".to_owned(),
            slacks: slacks.to_owned(),
            working_set: working_set.to_owned(),
            ..TrainingSettings::default()
        };
        let run = run(&settings, 8, 3);
        for row in run.queries(1).expect("the iteration was reached") {
            let inspection = run.inspect(1, row.query).expect("the query is used");
            assert_close(inspection.owed, row.slack, 1e-12, slacks);
            let hinges = inspection.components.iter().map(|component| component.hinge);
            let expected: f64 = if slacks == "separate" {
                hinges.map(|hinge| hinge.max(0.0)).sum()
            } else {
                hinges.fold(0.0, f64::max)
            };
            assert_close(inspection.owed, expected, 1e-12, slacks);
        }
    }
}

#[test]
fn a_preview_with_unchanged_settings_equals_the_inspection() {
    let settings = TrainingSettings { c: 100.0, measure: "p@2".to_owned(), ..TrainingSettings::default() };
    let mut run = run(&settings, 8, 5);
    let mut round = 0;
    let stop = loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => round = report.step.figures().round,
            Progress::Stopped { stop } => break stop,
        }
    };
    assert!(round > 0, "the reference was aligned");
    for iteration in 0..=stop.iterations {
        let found = run.inspect(iteration, 0).expect("the query is used");
        let preview = run.preview(iteration, 0, &settings).expect("the search is short");
        assert_eq!(
            Inspection { working_slack: None, ..found },
            preview,
            "also under a later round's reference"
        );
    }
}

#[test]
fn missing_iterations_queries_and_documents_are_absent() {
    let run = run(&TrainingSettings::default(), 6, 1);
    for (what, refused) in [
        ("iteration", run.weights(999).map(drop).err()),
        ("iteration", run.inspect(999, 0).err()),
        ("query", run.inspect(0, 99).err()),
        ("query", run.preview(0, 99, &TrainingSettings::default()).err()),
        ("query", run.explain(0, 99, [0, 1]).err()),
        ("document", run.explain(0, 0, [0, 99]).err()),
    ] {
        let Some(Error::Absent { what: named, problem }) = refused else { panic!("{what}: {refused:?}") };
        assert_eq!(named, what);
        assert!(problem.contains("99"), "{problem}");
    }
}

#[test]
fn free_places_of_the_reference_are_those_whose_exchange_costs_nothing() {
    for (method, measure) in
        [("dorm", "p@2"), ("dorm", "ndcg@3"), ("svm-ndcg", "ndcg@10"), ("owpc", "ndcg@10")]
    {
        let settings = TrainingSettings {
            method: method.to_owned(),
            measure: measure.to_owned(),
            cut_off: Some(2),
            ..TrainingSettings::default()
        };
        let run = run(&settings, 6, 9);
        let (mut free, mut bound) = (0, 0);
        for row in run.queries(1).expect("the iteration was reached") {
            let found = run.inspect(1, row.query).expect("the query is used");
            assert_eq!(found.free.len(), 5);
            for rank in 0..5 {
                let mut order = found.reference.clone();
                order.swap(rank, rank + 1);
                let loss = run.value(1, row.query, &order).expect("it is a ranking").loss;
                assert_eq!(found.free[rank], loss <= 1e-12, "{method} {measure}, rank {rank}");
                *(if found.free[rank] { &mut free } else { &mut bound }) += 1;
            }
        }
        assert!(free > 0 && bound > 0, "{method}: {free} free, {bound} bound");
    }
}
