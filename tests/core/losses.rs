//! Losses by their definitions, which know nothing of how they are searched; and which search is chosen.

use crate::support::{Random, assert_close, dorm_settings};
use crate::test;
use rankscope::loss::{LARGEST_SCORE, QueryLoss, check_scores, published_greedy};
use rankscope::metric::Labels;
use rankscope::ranking::{Ranking, TiedRanking};
use rankscope::settings::TrainingSettings;

fn bind(settings: &TrainingSettings, grades: &[u8]) -> Option<Box<dyn QueryLoss>> {
    settings.parse().expect("the settings are right").loss.slack_groups()[0][0].bind(grades)
}

fn dorm(measure: &str, decay: &str) -> TrainingSettings {
    TrainingSettings { measure: measure.to_owned(), decay: decay.to_owned(), ..TrainingSettings::default() }
}

#[test]
fn dorm_loses_what_its_measure_loses() {
    let mut random = Random::new(41);
    // Modified WTA and DORM's reciprocal rank, of one document, are not among the measures that are reported.
    let own = ["mwta", "mrr"];
    let all = dorm_settings();
    for settings in all.iter().step_by(33).filter(|settings| !own.contains(&settings.measure.as_str())) {
        let measure = settings.parse().expect("the settings are right").loss.reported_measure();
        for _ in 0..20 {
            let n = random.integer(2, 8) as usize;
            let grades = random.grades(n, 3);
            let Some(loss) = bind(settings, &grades) else { continue };
            let labels = Labels { grades: &grades, max_grade: 3, threshold: settings.threshold };
            let value =
                |y: &TiedRanking| measure.value(y, &labels).expect("a query that is used has a value");
            let best = value(&TiedRanking::strict(loss.reference()));
            let scores = random.scores(n);
            let y = Ranking::by_scores(&scores);
            let lost = best - value(&TiedRanking::strict(&y));
            assert_close(loss.delta(&y), lost, 1e-12, &settings.measure);
            let tied = TiedRanking::by_scores(&scores);
            assert_close(loss.expected_delta(&tied), best - value(&tied), 1e-12, &settings.measure);
        }
    }
}

#[test]
fn the_measures_of_dorm_alone_have_their_gains_and_discounts() {
    let check = |measure: &str, gain: &[f64], discount: &[f64]| {
        let loss = bind(&dorm(measure, "power:0.5"), &[1, 2, 0, 2]).expect("three grades");
        let positions = loss.positions().expect("DORM has positions");
        for (seen, expected) in positions.gain.iter().zip(gain).chain(positions.discount.iter().zip(discount))
        {
            assert_close(*seen, *expected, 1e-12, measure);
        }
    };
    // Only the first of the best documents counts.
    check("mrr", &[0.0, 1.0, 0.0, 0.0], &[1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0]);
    let best = 3.0 + 3.0 / 3_f64.log2() + 1.0 / 2.0;
    check("mwta", &[1.0 / best, 3.0 / best, 0.0, 3.0 / best], &[1.0, 1.0 / 3_f64.log2(), 1.0 / 2.0, 0.0]);
}

#[test]
fn the_cheapest_search_is_chosen() {
    let check = |settings: &TrainingSettings, grades: &[u8], name: &str| {
        let oracle = bind(settings, grades).expect("two grades").oracle();
        assert!(oracle.contains(name), "{oracle} is not {name}");
    };
    let grades: Vec<u8> = (0..60).map(|document| document % 5).collect();
    check(&dorm("ndcg", "measure"), &grades, "one sort");
    check(&dorm("ndcg@10", "measure"), &grades, "one sort");
    check(&dorm("ndcg@3", "power:0.5"), &grades, "merge of 5 lists");
    check(&dorm("ndcg", "power:0.5"), &grades, "assignment");
    for (method, name) in [
        ("svm-auc", "s_g − s_b < ½"),
        ("svm-map", "(48 good, 12 bad documents)"),
        ("svm-ndcg", "(48 good, 12 bad documents)"),
        ("svm-mrr", "before the worst good one"),
        ("owpc", "1 + s_b > s_g"),
    ] {
        check(&TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() }, &grades, name);
    }
}

#[test]
fn the_published_greedy_takes_the_first_of_equal_places() {
    let settings =
        TrainingSettings { method: "svm-ndcg".to_owned(), cut_off: Some(1), ..TrainingSettings::default() };
    // Before the bad document: −1. Behind it: 2 (0 − 1/2), and no discount.
    let shown = published_greedy(&settings, &[1, 0], &[0.5, 0.0]).expect("the query is bound");
    assert_eq!((shown.ranking, shown.hinge), (vec![0, 1], 0.0));
}

#[test]
fn scores_that_no_search_can_work_with_are_refused() {
    assert!(check_scores(&[0.0, LARGEST_SCORE, -LARGEST_SCORE]).is_ok());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.0 * LARGEST_SCORE, -2.0 * LARGEST_SCORE] {
        let refused = check_scores(&[0.0, bad, f64::NAN]).expect_err("it is no score");
        assert!(refused.to_string().contains("document 1 is"), "{refused}");
    }
}
