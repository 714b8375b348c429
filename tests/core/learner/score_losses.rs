//! Smooth losses of the scores: gradients and curvatures against finite differences, values against sums over pairs.

use crate::support::{Random, assert_close};
use rankscope::data::Grade;
use rankscope::learner::descent::{
    ApproxNdcg, BinaryLogistic, ExponentialPush, LambdaRank, ListMle, ListNet, MagnitudePreserving, NormPush,
    PairLogistic, QueryScoreLoss, RankDistribution, Ridge, ScoreLoss, SmoothMeasure, SmoothedMeasure,
    SoftRank, SquaredHinge, Targets,
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
    for (p, has_root) in [(1.0, false), (2.0, false), (2.0, true), (4.0, true)] {
        let loss = ExponentialPush { p, has_root, threshold: 1 };
        all.push((format!("exponential push {p}, {has_root}"), Box::new(loss)));
    }
    all.push(("ApproxNDCG".to_owned(), Box::new(ApproxNdcg::default())));
    for distribution in [RankDistribution::Published, RankDistribution::Exact] {
        for cut_off in [Some(2), None] {
            let loss = SoftRank { cut_off, gain: Gain::Exponential, distribution };
            all.push((format!("SoftRank {distribution:?} {cut_off:?}"), Box::new(loss)));
        }
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
        let is_smoothed =
            ["Ndcg", "Precision", "NDCG", "SoftRank"].iter().any(|smooth| name.contains(smooth));
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
            if name.starts_with("exponential") {
                // No number is large enough for e^scale; a search for the minimum then takes a shorter step.
                assert_eq!(value(bound.as_ref(), &scores), f64::INFINITY, "{name}");
                continue;
            }
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

/// The tiny query of these tests: grades and scores.
const TINY: ([Grade; 4], [f64; 4]) = ([2, 0, 1, 0], [1.0, 0.3, -0.2, 0.0]);

fn bound(loss: &dyn ScoreLoss) -> Box<dyn QueryScoreLoss> {
    loss.bind(&TINY.0, &PairTable::equal()).expect("two grades")
}

fn assert_pull(loss: &dyn ScoreLoss, expected: [f64; 4]) {
    for (actual, expected) in pull(bound(loss).as_ref(), &TINY.1).into_iter().zip(expected) {
        assert_close(actual, expected, 1e-10, "pull");
    }
}

/// The root of the loss without a root, and a sum over all pairs.
#[test]
fn the_exponential_push_is_a_product_of_sums_over_all_pairs() {
    let (grades, scores) = TINY;
    let good: Vec<usize> = (0..4).filter(|&i| grades[i] > 0).collect();
    let bad: Vec<usize> = (0..4).filter(|&i| grades[i] == 0).collect();
    for p in [1.0, 2.5, 16.0] {
        let of_bad = |b: &usize| good.iter().map(|&g| (scores[*b] - scores[g]).exp()).sum::<f64>() / 2.0;
        let expected = bad.iter().map(|b| of_bad(b).powf(p)).sum::<f64>() / 2.0;
        let at = |has_root| value(bound(&ExponentialPush { p, has_root, threshold: 1 }).as_ref(), &scores);
        assert_close(at(false), expected, 1e-14 * expected, "without a root");
        assert_close(at(true), expected.powf(1.0 / p), 1e-14, "with a root");
    }
}

#[test]
fn smooth_ranks_give_the_published_loss() {
    assert_close(
        value(bound(&ApproxNdcg::default()).as_ref(), &TINY.1),
        0.310_685_045_7,
        1e-10,
        "ApproxNDCG",
    );
    assert_pull(
        &ApproxNdcg::default(),
        [0.106_655_534_9, -0.047_418_399_8, -0.016_179_561_8, -0.043_057_573_2],
    );
    // Far apart, the smooth ranks are the ranks.
    let scores = [-3000.0, 0.0, 3000.0, 1000.0];
    let ndcg = (1.0 + 3.0 * 0.430_676_558_073_393_05) / (3.0 + 0.630_929_753_571_457_4);
    assert_close(value(bound(&ApproxNdcg::default()).as_ref(), &scores), 1.0 - ndcg, 1e-12, "the limit");
}

/// The published distribution counts contests of a document as independent; the exact one agrees with draws.
#[test]
fn random_ranks_give_the_expected_ndcg() {
    let at = |distribution| SoftRank { cut_off: Some(2), gain: Gain::Exponential, distribution };
    let [published, exact] = [RankDistribution::Published, RankDistribution::Exact].map(at);
    assert_close(value(bound(&published).as_ref(), &TINY.1), 0.382_889_204_4, 1e-10, "published");
    assert_close(value(bound(&exact).as_ref(), &TINY.1), 0.362_770_412_5, 1e-5, "exact");
    assert_close(pull(bound(&published).as_ref(), &TINY.1)[2], -0.006_777_260_8, 1e-10, "published");
    assert_close(pull(bound(&exact).as_ref(), &TINY.1)[2], 0.001_739_259_2, 1e-5, "exact");
    let (grades, scores) = TINY;
    let gains = grades.map(|grade| 2.0_f64.powi(i32::from(grade)) - 1.0);
    let mut random = Random::new(5);
    let n = 40_000;
    // A normal number as the sum of twelve uniform ones would be too rough: Box and Muller.
    let mut normal = || {
        let mut uniform = || (random.integer(1, 1 << 40) as f64) / (1_u64 << 40) as f64;
        (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
    };
    let mut total = 0.0;
    for _ in 0..n {
        let drawn = scores.map(|score| score + normal());
        let rank = |i: usize| drawn.iter().filter(|other| **other > drawn[i]).count();
        let dcg: f64 =
            (0..4).filter(|&i| rank(i) < 2).map(|i| gains[i] / (rank(i) as f64 + 2.0).log2()).sum();
        total += 1.0 - dcg / (3.0 + 0.630_929_753_571_457_4);
    }
    let drawn = total / f64::from(n);
    // Four standard errors; a single NDCG has a deviation below 0.4. The published loss is farther away.
    assert_close(drawn, value(bound(&exact).as_ref(), &TINY.1), 0.008, "draws");
    assert!((drawn - value(bound(&published).as_ref(), &TINY.1)).abs() > 0.008, "{drawn}");
}

/// Without a cut-off and with equal gains for all, the expected discount of all documents is the sum of all discounts:
/// every rank has one document. This is so in the exact distribution alone.
#[test]
fn only_exact_ranks_hold_one_document_each() {
    let sum = |distribution, scores: &[f64; 4]| {
        let loss = SoftRank { cut_off: Some(1), gain: Gain::Exponential, distribution };
        let of = |grades: [Grade; 4]| {
            let bound = loss.bind(&grades, &PairTable::equal()).expect("a grade above 0");
            1.0 - value(bound.as_ref(), scores)
        };
        // The chance of each document to be first.
        of([1, 0, 0, 0]) + of([0, 1, 0, 0]) + of([0, 0, 1, 0]) + of([0, 0, 0, 1])
    };
    assert_close(sum(RankDistribution::Exact, &TINY.1), 1.0, 1e-4, "exact");
    assert_close(sum(RankDistribution::Published, &TINY.1), 0.623, 1e-3, "published");
}

/// The pulls of LambdaRank are the derivatives of a loss whose weights stay as they are at these ranks.
#[test]
fn lambda_rank_pulls_by_the_change_of_ndcg() {
    let top = LambdaRank { cut_off: Some(2), gain: Gain::Exponential };
    assert_pull(&top, [0.450_892_986_2, -0.209_344_224_8, -0.019_340_038_3, -0.222_208_723_1]);
    let mut random = Random::new(3);
    for _ in 0..50 {
        let n = random.integer(2, 7) as usize;
        let grades = random.grades(n, 3);
        let cut_off = [None, Some(2)][random.integer(0, 1) as usize];
        let Some(bound) =
            (LambdaRank { cut_off, gain: Gain::Exponential }).bind(&grades, &PairTable::equal())
        else {
            continue;
        };
        let scores: Vec<f64> = (0..n).map(|i| random.integer(-4, 4) as f64 * 0.6 + 0.01 * i as f64).collect();
        let pull = pull(bound.as_ref(), &scores);
        assert_close(pull.iter().sum(), 0.0, 1e-12, "they add up to 0");
        // 1 − NDCG of the scores in which two documents have swapped theirs.
        let swapped = |i: usize, j: usize| {
            let mut scores = scores.clone();
            scores.swap(i, j);
            value(bound.as_ref(), &scores)
        };
        let lost = value(bound.as_ref(), &scores);
        let mut expected = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                if grades[i] > grades[j] {
                    let force = (swapped(i, j) - lost).abs() / (1.0 + (scores[i] - scores[j]).exp());
                    expected[i] += force;
                    expected[j] -= force;
                }
            }
        }
        for (actual, expected) in pull.iter().zip(&expected) {
            assert_close(*actual, *expected, 1e-12, &format!("{grades:?} {scores:?}"));
        }
    }
}
