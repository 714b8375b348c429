//! The reference ranking y* of every loss, against all rankings with Δ = 0.

use crate::learner::growth::{objective, what};
use crate::support::{
    Random, assert_close, dorm_settings, partial_order_settings, permutations, relevant_first,
};
use rankscope::data::{Dataset, generate_letor};
use rankscope::loss::{QueryLabels, QueryLoss, Realignment, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::{Ranking, ScoredDocuments};
use std::sync::Arc;

fn bind(settings: &TrainingSettings, grades: &[u8], groups: &[u32]) -> Option<Box<dyn QueryLoss>> {
    let config = settings.parse().expect("valid settings");
    let loss = config.learner.loss().expect("a structured loss");
    let labels = QueryLabels { grades, groups, ..QueryLabels::default() };
    loss.slack_groups()[0][0].bind_query(&labels).expect("the loss has values")
}

/// Settings of every loss whose y* can move, with a reference.
fn movable(reference: &str) -> Vec<TrainingSettings> {
    let moves = |settings: &TrainingSettings| match settings.method.as_str() {
        "dorm" | "dorm-cost" | "svm-precision" | "svm-ndcg" | "svm-ndcg-nc" => true,
        "svm-mrr" => settings.feature_map == "po",
        _ => false,
    };
    let all = dorm_settings().into_iter().chain(partial_order_settings());
    let mut all: Vec<TrainingSettings> =
        all.filter(|settings| moves(settings) && settings.reference == "aligned").collect();
    for (measure, decay) in [("dndcg@3", "power:0.5"), ("dndcg@3+flat", "power:1"), ("dndcg@2+linear", "log")]
    {
        all.push(TrainingSettings {
            measure: measure.to_owned(),
            decay: decay.to_owned(),
            group: "feature:1".to_owned(),
            ..TrainingSettings::default()
        });
    }
    for settings in &mut all {
        settings.reference = reference.to_owned();
    }
    all
}

/// Returns ψ(y) − ψ(z), one coefficient per document, whatever y* is.
fn psi_between(loss: &dyn QueryLoss, y: &Ranking, z: &Ranking) -> Vec<f64> {
    loss.delta_psi(z).iter().zip(&loss.delta_psi(y)).map(|(z, y)| z - y).collect()
}

fn hinge(loss: &dyn QueryLoss, scores: &[f64]) -> f64 {
    let y = loss.most_violated(scores);
    loss.delta(&y) - margin(&loss.delta_psi(&y), scores)
}

/// Returns the loss with each document in turn that can be the relevant one, and the scores in the order of its
/// documents.
fn alternatives(
    settings: &TrainingSettings,
    grades: &[u8],
    groups: &[u32],
    scores: &[f64],
) -> Vec<(Box<dyn QueryLoss>, Vec<f64>)> {
    let orders = relevant_first(settings, grades, scores).into_iter();
    orders
        .map(|(grades, scores)| (bind(settings, &grades, groups).expect("the same query"), scores))
        .collect()
}

#[test]
fn the_aligned_reference_has_the_least_hinge_of_all_ideal_rankings() {
    let mut random = Random::new(61);
    let orders: Vec<Vec<Ranking>> =
        (0..=6).map(|n| permutations(n).into_iter().map(Ranking::from_order).collect()).collect();
    let (mut tried, mut with_choice) = (0, 0);
    for settings in movable("aligned") {
        for trial in 0..6 {
            let n = if trial == 0 { 6 } else { random.integer(2, 5) as usize };
            let grades = random.grades(n, 3);
            let groups: Vec<u32> = match settings.measure.starts_with("dndcg") {
                true => (0..n).map(|_| random.integer(0, 3) as u32).collect(),
                false => Vec::new(),
            };
            let Some(mut loss) = bind(&settings, &grades, &groups) else { continue };
            let scores = random.scores(n);
            let before = hinge(loss.as_ref(), &scores);
            let gain = loss.alignment_gain(&ScoredDocuments::new(scores.clone()));
            let realignment = loss.realign(&scores);
            let after = hinge(loss.as_ref(), &scores);
            assert_close(before - after, gain, 1e-9, &format!("the gain of {}", what(&settings)));
            if let Some(Realignment::Moved(shift)) = &realignment {
                assert_close(
                    margin(shift, &scores),
                    gain,
                    1e-9,
                    &format!("the shift of {}", what(&settings)),
                );
            }
            assert_eq!(loss.realign(&scores), None, "{}: aligned once, nothing is left", what(&settings));

            let all = &orders[n];
            let least =
                alternatives(&settings, &grades, &groups, &scores).into_iter().map(|(loss, scores)| {
                    let psi = |y: &Ranking| margin(&psi_between(loss.as_ref(), y, &all[0]), &scores);
                    let greatest = all.iter().map(|y| loss.delta(y) + psi(y)).fold(f64::MIN, f64::max);
                    let ideal: Vec<f64> = all.iter().filter(|y| loss.delta(y) <= 1e-12).map(psi).collect();
                    with_choice += usize::from(ideal.iter().any(|&value| value != ideal[0]));
                    greatest - ideal.iter().copied().fold(f64::MIN, f64::max)
                });
            assert_close(after, least.fold(f64::MAX, f64::min), 1e-9, &what(&settings));
            tried += 1;
        }
    }
    assert!(tried > 800 && with_choice > 400, "{tried} queries, {with_choice} of them with a choice");
}

#[test]
fn the_averaged_reference_is_the_mean_over_all_ideal_rankings() {
    let mut random = Random::new(62);
    let orders: Vec<Vec<Ranking>> =
        (0..=6).map(|n| permutations(n).into_iter().map(Ranking::from_order).collect()).collect();
    let mut tried = 0;
    for settings in movable("averaged").iter().filter(|settings| !settings.measure.starts_with("dndcg")) {
        for trial in 0..6 {
            let n = if trial == 0 { 6 } else { random.integer(2, 5) as usize };
            let grades = random.grades(n, 3);
            let Some(loss) = bind(settings, &grades, &[]) else { continue };
            let all = &orders[n];
            let ideal: Vec<&Ranking> = all.iter().filter(|y| loss.delta(y) <= 1e-12).collect();
            let mut mean = vec![0.0; n];
            for y in &ideal {
                for (mean, psi) in mean.iter_mut().zip(psi_between(loss.as_ref(), y, &all[0])) {
                    *mean += psi / ideal.len() as f64;
                }
            }
            // δψ of a ranking is ψ(y*) minus its own.
            for (seen, mean) in loss.delta_psi(&all[0]).iter().zip(&mean) {
                assert_close(*seen, *mean, 1e-9, &what(settings));
            }
            tried += 1;
        }
    }
    assert!(tried > 800, "{tried} queries");
}

#[test]
fn a_table_without_fixed_counts_has_the_mean_over_all_its_ideal_rankings() {
    // Grade 0 costs 1 at the first rank, grade 2 at the second. Either of grade 1 and 2 can lead, so that the number of
    // documents of a grade in the first ranks is not fixed.
    let cost = r#"[{"grade": 0, "cost": [1, 1, 0]}, {"grade": 1, "cost": [0, 0, 0]}, {"grade": 2, "cost": [0, 1, 0]}]"#;
    let settings = TrainingSettings {
        method: "dorm-cost".to_owned(),
        cost: cost.to_owned(),
        reference: "averaged".to_owned(),
        ..TrainingSettings::default()
    };
    let grades = [0, 1, 1, 2, 2, 0];
    let loss = bind(&settings, &grades, &[]).expect("costs differ");
    let all: Vec<Ranking> = permutations(6).into_iter().map(Ranking::from_order).collect();
    let ideal: Vec<&Ranking> = all.iter().filter(|y| loss.delta(y) <= 1e-12).collect();
    let leads = |grade: u8| ideal.iter().any(|y| grades[y.order()[0] as usize] == grade);
    assert!(leads(1) && leads(2) && !leads(0));
    for document in 0..6 {
        let psi: f64 = ideal.iter().map(|y| psi_between(loss.as_ref(), y, &all[0])[document]).sum();
        assert_close(loss.delta_psi(&all[0])[document], psi / ideal.len() as f64, 1e-12, "mean");
    }
}

#[test]
fn a_cost_that_expresses_a_measure_has_its_objective() {
    let data = Arc::new(Dataset::from_letor(&generate_letor(24, 12, 5)).expect("LETOR text"));
    for (measure, cost) in [
        ("dcg@3", "if(rank > 3, 0, (1 - 2^grade) / log2(rank + 1))"),
        ("dcg", "(1 - 2^grade) / log2(rank + 1)"),
        ("dcg@4+linear", "if(rank > 4, 0, -grade / log2(rank + 1))"),
        ("dcg@4+flat", "if(rank > 4, 0, (1 - 2^grade) / max(log2(rank), 1))"),
        ("p@3", "if(rank > 3, 0, if(grade < 1, 0, -1/3))"),
        ("p@10", "if(rank > 10, 0, if(grade < 1, 0, -1/10))"),
    ] {
        for reference in ["fixed", "averaged", "aligned"] {
            let settings = TrainingSettings {
                measure: measure.to_owned(),
                cost: cost.to_owned(),
                reference: reference.to_owned(),
                c: 10.0,
                gap: 1e-7,
                ..TrainingSettings::default()
            };
            let as_cost = TrainingSettings { method: "dorm-cost".to_owned(), ..settings.clone() };
            let [seen, expected] =
                [&as_cost, &settings].map(|one| objective(&data, one).expect("queries can be used"));
            assert!((seen - expected).abs() <= 1e-6 * expected, "{measure} {reference}: {seen}, {expected}");
        }
    }
}
