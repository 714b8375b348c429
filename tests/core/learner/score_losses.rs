//! Smooth losses of the scores: gradients and curvatures against finite differences, values against sums over pairs.

use crate::support::{Random, assert_close};
use rankscope::data::Grade;
use rankscope::learner::descent::{
    BinaryLogistic, ListMle, ListNet, MagnitudePreserving, NormPush, PairLogistic, QueryScoreLoss, Ridge,
    ScoreLoss, SmoothMeasure, SmoothedMeasure, SquaredHinge, Targets,
};
use rankscope::loss::PairTable;
use rankscope::metric::Gain;

/// Returns every loss, and whether it has a curvature.
fn losses() -> Vec<(String, Box<dyn ScoreLoss>)> {
    let mut all: Vec<(String, Box<dyn ScoreLoss>)> = vec![
        ("pair logistic".to_owned(), Box::new(PairLogistic)),
        ("squared hinge".to_owned(), Box::new(SquaredHinge)),
        ("magnitude".to_owned(), Box::new(MagnitudePreserving)),
        ("binary logistic".to_owned(), Box::new(BinaryLogistic { threshold: 1 })),
        ("ListMLE".to_owned(), Box::new(ListMle)),
    ];
    for p in [1.0, 1.5, 4.0, 64.0] {
        all.push((format!("norm push {p}"), Box::new(NormPush { p, threshold: 1 })));
    }
    for targets in [Targets::Grade, Targets::Gain] {
        all.push((format!("ridge {targets}"), Box::new(Ridge { targets })));
        all.push((format!("ListNet {targets}"), Box::new(ListNet { targets })));
    }
    for measure in [
        SmoothedMeasure::Ndcg { cut_off: Some(3), gain: Gain::Exponential },
        SmoothedMeasure::Ndcg { cut_off: None, gain: Gain::Exponential },
        SmoothedMeasure::Ndcg { cut_off: Some(2), gain: Gain::parse("0,1.5,2").expect("a table") },
        SmoothedMeasure::AveragePrecision,
    ] {
        for sigma in [2.0, 0.25] {
            let loss = SmoothMeasure { measure, sigma, threshold: 1 };
            all.push((format!("{measure:?} {sigma}"), Box::new(loss)));
        }
    }
    all
}

fn value(loss: &dyn QueryScoreLoss, scores: &[f64]) -> f64 {
    loss.evaluate(scores, &mut vec![0.0; scores.len()])
}

fn pull(loss: &dyn QueryScoreLoss, scores: &[f64]) -> Vec<f64> {
    let mut pull = vec![f64::NAN; scores.len()];
    loss.evaluate(scores, &mut pull);
    pull
}

/// Returns the derivative of `f` in one score, by central differences.
fn difference(scores: &[f64], document: usize, f: impl Fn(&[f64]) -> f64) -> f64 {
    let step = 1e-5;
    let mut moved = scores.to_vec();
    moved[document] = scores[document] + step;
    let above = f(&moved);
    moved[document] = scores[document] - step;
    (above - f(&moved)) / (2.0 * step)
}

/// Returns scores with many ties. A difference is equal to 0 or 1, or farther from both than a step, because the second
/// derivative of a squared hinge jumps there.
fn scores(random: &mut Random, n: usize, distinct: bool) -> Vec<f64> {
    (0..n)
        .map(|document| {
            let base = random.integer(-4, 4) as f64 * 0.6;
            if distinct { base + 0.01 * document as f64 } else { base }
        })
        .collect()
}

#[test]
fn pulls_are_minus_the_derivatives_of_the_loss() {
    let mut random = Random::new(1);
    for (name, loss) in losses() {
        let mut bound_some = false;
        for trial in 0..30 {
            let n = random.integer(1, 7) as usize;
            let grades = random.grades(n, 3);
            let Some(bound) = loss.bind(&grades, &PairTable::equal()) else { continue };
            bound_some = true;
            // The smoothed measures jump at ties.
            let scores = scores(&mut random, n, trial % 2 == 0 || bound.curvature(&vec![0.0; n]).is_none());
            let pull = pull(bound.as_ref(), &scores);
            for (document, pull) in pull.iter().enumerate() {
                let expected = -difference(&scores, document, |scores| value(bound.as_ref(), scores));
                assert_close(*pull, expected, 1e-7, &format!("{name} {grades:?} {scores:?} {document}"));
            }
        }
        assert!(bound_some, "{name}");
    }
}

/// The scores are a few roundings from a minimum or far out, where terms of a sum cancel.
#[test]
fn convex_losses_are_never_negative() {
    let mut random = Random::new(7);
    for (name, loss) in losses() {
        for trial in 0..200 {
            let n = random.integer(2, 7) as usize;
            let grades = random.grades(n, 3);
            let Some(bound) = loss.bind(&grades, &PairTable::equal()) else { continue };
            if bound.curvature(&vec![0.0; n]).is_none() {
                continue;
            }
            let scale = 10.0_f64.powi(random.integer(-16, 300) as i32 * (trial % 2));
            let noise = |random: &mut Random| scale * f64::EPSILON * random.integer(-4, 4) as f64;
            let scores: Vec<f64> =
                grades.iter().map(|&grade| f64::from(grade) + 3.0 + noise(&mut random)).collect();
            let value = value(bound.as_ref(), &scores);
            assert!(value >= 0.0, "{name} {grades:?} {scores:?}: {value}");
        }
    }
}

#[test]
fn curvatures_are_the_second_derivatives_and_symmetric() {
    let mut random = Random::new(2);
    for (name, loss) in losses() {
        for trial in 0..30 {
            let n = random.integer(2, 7) as usize;
            let grades = random.grades(n, 3);
            let Some(bound) = loss.bind(&grades, &PairTable::equal()) else { continue };
            let scores = scores(&mut random, n, trial % 2 == 0);
            let Some(curvature) = bound.curvature(&scores) else { continue };
            let column = |document: usize| {
                let (mut unit, mut out) = (vec![0.0; n], vec![f64::NAN; n]);
                unit[document] = 1.0;
                curvature(&unit, &mut out);
                out
            };
            for a in 0..n {
                for b in 0..n {
                    let expected = -difference(&scores, a, |scores| pull(bound.as_ref(), scores)[b]);
                    assert_close(column(a)[b], expected, 1e-7, &format!("{name} {grades:?} {scores:?}"));
                    assert_close(column(a)[b], column(b)[a], 1e-12, &name);
                }
                assert!(column(a)[a] >= 0.0, "{name}: a convex loss");
            }
        }
    }
}

#[test]
fn losses_of_pairs_are_sums_over_all_pairs_of_different_grades() {
    type OfPair = fn(f64, f64) -> f64;
    let mut random = Random::new(3);
    let cases: [(Box<dyn ScoreLoss>, OfPair); 3] = [
        (Box::new(PairLogistic), |o, _| (-o).exp().ln_1p()),
        (Box::new(SquaredHinge), |o, _| 0.5 * (1.0 - o).max(0.0).powi(2)),
        (Box::new(MagnitudePreserving), |o, grades| 0.5 * (o - grades).powi(2)),
    ];
    for _ in 0..50 {
        let n = random.integer(2, 9) as usize;
        let data = random.dataset(3, n, 1, 3);
        for table in [PairTable::equal(), PairTable::swap_loss(&data)] {
            let query = data.query(0);
            let scores = random.scores(n);
            for (loss, of_pair) in &cases {
                let mut expected = (0.0, 0);
                for (i, &better) in query.grades.iter().enumerate() {
                    for (j, &worse) in query.grades.iter().enumerate().filter(|(_, worse)| **worse < better) {
                        let difference = f64::from(better) - f64::from(worse);
                        let term = of_pair(scores[i] - scores[j], difference);
                        expected = (expected.0 + table.weight(better, worse) * term, expected.1 + 1);
                    }
                }
                match loss.bind(query.grades, &table) {
                    Some(bound) => {
                        assert_close(value(bound.as_ref(), &scores), expected.0, 1e-12, "sum over pairs");
                        assert_eq!(bound.size(), expected.1);
                    }
                    None => assert_eq!(expected.1, 0, "{:?}", query.grades),
                }
            }
        }
    }
}

#[test]
fn losses_of_pairs_and_lists_leave_out_queries_of_one_grade() {
    for (name, loss) in losses() {
        let takes_part = |grades: &[Grade]| loss.bind(grades, &PairTable::equal()).is_some();
        let is_smoothed = name.contains("Ndcg") || name.contains("Precision");
        assert_eq!(takes_part(&[0, 0]), loss.is_pointwise(), "{name}");
        assert_eq!(takes_part(&[2, 2]), loss.is_pointwise() || is_smoothed, "{name}");
        assert!(takes_part(&[0, 1]), "{name}");
    }
}

#[test]
fn smoothed_measures_approach_the_measures() {
    let mut random = Random::new(4);
    for (smoothed, measure) in [
        (SmoothedMeasure::Ndcg { cut_off: Some(3), gain: Gain::Exponential }, "ndcg@3"),
        (SmoothedMeasure::Ndcg { cut_off: None, gain: Gain::Exponential }, "ndcg"),
        (SmoothedMeasure::Ndcg { cut_off: Some(3), gain: Gain::Linear }, "ndcg@3+linear"),
        (
            SmoothedMeasure::Ndcg { cut_off: None, gain: Gain::parse("0,0,2").expect("a table") },
            "ndcg+gain:0,0,2",
        ),
        (SmoothedMeasure::AveragePrecision, "ap"),
    ] {
        let measure: rankscope::metric::Measure = measure.parse().expect("a measure");
        for _ in 0..20 {
            let n = random.integer(2, 8) as usize;
            let grades = random.grades(n, 2);
            let loss = SmoothMeasure { measure: smoothed, sigma: 1e-6, threshold: 1 };
            let Some(bound) = loss.bind(&grades, &PairTable::equal()) else { continue };
            let scores = scores(&mut random, n, true);
            let labels = rankscope::metric::Labels {
                grades: &grades,
                groups: &[],
                max_grade: 2,
                threshold: 1,
                unjudged: 0,
            };
            let ranking = rankscope::ranking::TiedRanking::by_scores(&scores);
            let expected = measure.value(&ranking, &labels).expect("the query defines a value");
            assert_close(1.0 - value(bound.as_ref(), &scores), expected, 1e-12, &measure.to_string());
        }
    }
}

#[test]
fn losses_of_extreme_scores_are_finite() {
    for (name, loss) in losses() {
        let bound = loss.bind(&[0, 2, 1, 0], &PairTable::equal()).expect("three grades");
        for scale in [1e3, 1e100] {
            let scores = [scale, -scale, 0.0, scale];
            let pull = pull(bound.as_ref(), &scores);
            assert!(value(bound.as_ref(), &scores).is_finite(), "{name}");
            assert!(pull.iter().all(|pull| pull.is_finite()), "{name} {pull:?}");
        }
    }
}

#[test]
fn the_swap_loss_weighs_the_top_grade_and_has_mean_one() {
    use rankscope::data::{Dataset, QueryRows};
    let query = |id: &str, grades: &[Grade]| QueryRows {
        id: id.to_owned(),
        grades: grades.to_vec(),
        features: vec![0.0; grades.len()],
        comments: Vec::new(),
    };
    let queries = [query("a", &[2, 1, 0, 0]), query("b", &[1, 1, 0])];
    let table = PairTable::swap_loss(&Dataset::from_queries(1, &queries).expect("made data"));
    // 2 over 1: 1 − 1/3; 2 over 0: 1; 1 over 0: 0 in the first query, 1/2 in the second, so 1/4.
    let raw = [(2, 1, 2.0 / 3.0, 1.0), (2, 0, 1.0, 2.0), (1, 0, 0.25, 4.0)];
    let mean = raw.iter().map(|(_, _, weight, pairs)| weight * pairs).sum::<f64>() / 7.0;
    for (better, worse, weight, _) in raw {
        assert_close(table.weight(better, worse), weight / mean, 1e-15, "weight of a pair of grades");
    }
}

#[test]
fn the_norm_push_goes_from_the_mean_over_pairs_to_the_worst_bad_document() {
    let (grades, scores) = ([2, 0, 1, 0], [1.0, 0.3, -0.2, 0.0]);
    let at = |p: f64| NormPush { p, threshold: 1 }.bind(&grades, &PairTable::equal()).expect("both kinds");
    let four = at(4.0);
    assert_close(value(four.as_ref(), &scores), 0.632_572_842_1, 1e-10, "value");
    let expected = [0.152_600_566_2, -0.307_780_461_4, 0.293_949_713_5, -0.138_769_818_3];
    for (actual, expected) in pull(four.as_ref(), &scores).into_iter().zip(expected) {
        assert_close(actual, expected, 1e-10, "pull");
    }
    let loss = |good: usize, bad: usize| (1.0 + (scores[bad] - scores[good]).exp()).ln();
    let of_bad = [1, 3].map(|bad| 0.5 * (loss(0, bad) + loss(2, bad)));
    assert_close(value(at(1.0).as_ref(), &scores), 0.5 * (of_bad[0] + of_bad[1]), 1e-15, "the mean");
    assert_close(value(at(1000.0).as_ref(), &scores), of_bad[0].max(of_bad[1]), 1e-3, "the worst");
    let values = [1.0, 2.0, 4.0, 16.0, 64.0, 1000.0].map(|p| value(at(p).as_ref(), &scores));
    assert!(values.windows(2).all(|two| two[0] < two[1]), "{values:?}");
}

#[test]
fn a_norm_out_of_range_is_refused() {
    for p in [0.5, f64::NAN, f64::INFINITY, 1001.0] {
        assert!(NormPush::check_p(p).is_err(), "{p}");
    }
    assert!(NormPush::check_p(1.0).is_ok() && NormPush::check_p(1000.0).is_ok());
}
