//! PropRank and PropDCG against all rankings of the copies, and against their definitions.

use crate::support::{Random, assert_close, permutations};
use rankscope::loss::{ClickPairs, QueryLabels, QueryLoss, RankingLoss, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::{Ranking, ScoredDocuments, TiedRanking};

fn bind(by_dcg: bool, click_weights: &[f64]) -> Box<dyn QueryLoss> {
    let labels = QueryLabels { click_weights, ..QueryLabels::default() };
    ClickPairs { by_dcg }.bind_query(&labels).expect("no kinds").expect("clicks")
}

fn hinges(scores: &[f64]) -> Vec<f64> {
    let of = |i: usize| {
        let others = (0..scores.len()).filter(|&j| j != i);
        others.map(|j| (1.0 - (scores[i] - scores[j])).max(0.0)).sum()
    };
    (0..scores.len()).map(of).collect()
}

fn hinge(loss: &dyn QueryLoss, scores: &[f64]) -> f64 {
    let (delta, coefficients) = loss.violated_plane(&ScoredDocuments::new(scores.to_vec()));
    delta - margin(&coefficients, scores)
}

fn dcg_loss(weights: &[f64], scores: &[f64]) -> f64 {
    let terms = weights.iter().zip(hinges(scores));
    terms.map(|(weight, h)| weight * (1.0 - 1.0 / (2.0 + h).log2())).sum()
}

fn weights(random: &mut Random, n: usize) -> Vec<f64> {
    let mut weights: Vec<f64> =
        (0..n).map(|_| if random.integer(0, 1) == 0 { 0.0 } else { 2.0 * random.uniform() }).collect();
    weights[0] = 1.0;
    weights
}

#[test]
fn the_oracle_beats_every_ranking_of_the_copies() {
    let mut random = Random::new(1);
    for n in [2, 3, 4] {
        let orders: Vec<Ranking> = permutations(2 * n).into_iter().map(Ranking::from_order).collect();
        for trial in 0..if n == 4 { 3 } else { 20 } {
            let (weights, scores) = (weights(&mut random, n), random.scores(n));
            let mut loss = bind(trial % 2 == 1, &weights);
            if trial % 4 == 3 {
                loss.realign(&random.scores(n));
            }
            let value = |y: &Ranking| loss.delta(y) - margin(&loss.delta_psi(y), &scores);
            let best = orders.iter().map(value).fold(f64::MIN, f64::max);
            assert_close(hinge(loss.as_ref(), &scores), best, 1e-12, &format!("{weights:?} {scores:?}"));
            // y* violates nothing but the constant of the tangents.
            assert!(loss.delta_psi(loss.reference()).iter().all(|&coefficient| coefficient == 0.0));
            assert!(value(loss.reference()) >= 0.0);
        }
    }
}

#[test]
fn prop_rank_is_the_sum_of_its_hinges_and_bounds_the_ranks() {
    let mut random = Random::new(2);
    for _ in 0..200 {
        let n = random.integer(2, 9) as usize;
        let (weights, scores) = (weights(&mut random, n), random.scores(n));
        let loss = bind(false, &weights);
        let expected: f64 = weights.iter().zip(hinges(&scores)).map(|(weight, h)| weight * h).sum();
        let value = hinge(loss.as_ref(), &scores);
        assert_close(value, expected, 1e-12 * expected.max(1.0), "hinge");
        let ranks = loss.expected_delta(&TiedRanking::by_scores(&scores));
        assert!(value >= ranks - 1e-12, "{value} is below {ranks}");
        // The mean rank of tied documents, from their definition.
        let rank = |i: usize| {
            let before = scores.iter().filter(|&&score| score > scores[i]).count() as f64;
            before + 0.5 * (scores.iter().filter(|&&score| score == scores[i]).count() as f64 - 1.0)
        };
        let expected: f64 = (0..n).map(|i| weights[i] * rank(i)).sum();
        assert_close(ranks, expected, 1e-12 * expected.max(1.0), "ranks");
        assert_eq!(loss.alignment_gain(&ScoredDocuments::new(scores)), 0.0);
    }
}

#[test]
fn tangents_of_prop_dcg_touch_it_and_lie_above() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let n = random.integer(2, 9) as usize;
        let weights = weights(&mut random, n);
        let (here, there) = (random.scores(n), random.scores(n));
        let mut loss = bind(true, &weights);
        let zeros = vec![0.0; n];
        assert_close(hinge(loss.as_ref(), &zeros), dcg_loss(&weights, &zeros), 1e-12, "at w = 0");

        let (before, truth) = (hinge(loss.as_ref(), &here), dcg_loss(&weights, &here));
        let gain = loss.alignment_gain(&ScoredDocuments::new(here.clone()));
        assert_close(before - gain, truth, 1e-11, "the gain of a realignment");
        loss.realign(&here);
        assert_close(hinge(loss.as_ref(), &here), truth, 1e-11, "touches");
        assert!(hinge(loss.as_ref(), &there) >= dcg_loss(&weights, &there) - 1e-11, "lies above");
        // DCG itself, for every order of ties, is at most its bound.
        let ranking = Ranking::by_scores(&here);
        let dcg: f64 = ranking
            .order()
            .iter()
            .enumerate()
            .map(|(rank, &i)| weights[i as usize] * (1.0 - 1.0 / (rank as f64 + 2.0).log2()))
            .sum();
        assert!(truth >= dcg - 1e-12, "{truth} is below {dcg}");
    }
}

/// DORM with click weights of any sign as gains, for every search.
#[test]
fn dorm_by_clicks_beats_every_permutation() {
    let mut random = Random::new(4);
    let all = ["power:0.5", "measure", "list:3,2,2,1"];
    for decay in all {
        for (measure, reference) in
            [("dcg", "aligned"), ("dcg@2", "averaged"), ("p@2", "fixed"), ("dcg@3", "ramp")]
        {
            let settings = TrainingSettings {
                targets: "clicks".to_owned(),
                decay: decay.to_owned(),
                measure: measure.to_owned(),
                reference: reference.to_owned(),
                ..TrainingSettings::default()
            };
            let learner = settings.parse().expect("valid").learner;
            for _ in 0..20 {
                let n = random.integer(2, 6) as usize;
                let click_weights: Vec<f64> =
                    (0..n).map(|_| (random.integer(-2, 4) as f64) * random.uniform()).collect();
                let labels = QueryLabels {
                    grades: &vec![0; n],
                    click_weights: &click_weights,
                    ..QueryLabels::default()
                };
                let groups = learner.loss().expect("planes").slack_groups();
                let Some(mut loss) = groups[0][0].bind_query(&labels).expect("no kinds") else { continue };
                let scores = random.scores(n);
                loss.realign(&random.scores(n));
                let value = |y: &Ranking| loss.delta(y) - margin(&loss.delta_psi(y), &scores);
                let orders = permutations(n).into_iter().map(Ranking::from_order);
                let best = orders.map(|y| value(&y)).fold(f64::MIN, f64::max);
                let what = format!("{decay} {measure} {reference} {click_weights:?} {scores:?}");
                assert_close(hinge(loss.as_ref(), &scores), best, 1e-11, &what);
                assert_close(loss.delta(loss.reference()), 0.0, 1e-12, &what);
            }
        }
    }
}
