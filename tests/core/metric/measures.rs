//! Measures checked against hand calculations, and against the mean over every order of ties.

use proptest::prelude::*;
use rankscope::data::Grade;
use rankscope::metric::{Discount, Gain, Labels, Measure, Range, RankUtility, menu};
use rankscope::ranking::TiedRanking;

fn measure(text: &str) -> Measure {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn value(text: &str, scores: &[f64], grades: &[Grade], max_grade: Grade, threshold: Grade) -> Option<f64> {
    let labels = Labels { grades, groups: &[], max_grade, threshold, unjudged: 0 };
    measure(text).value(&TiedRanking::by_scores(scores), &labels)
}

fn assert_close(seen: f64, expected: f64, what: &str) {
    assert!(
        (seen - expected).abs() <= 1e-12 * expected.abs().max(1.0),
        "{what}: {seen}, expected {expected}"
    );
}

/// Returns every measure of the catalogue that depends on grades alone, with every kind of parameter.
fn measures() -> Vec<Measure> {
    let variants = [
        "ndcg@1",
        "ndcg@3",
        "ndcg+linear",
        "ndcg@2+flat",
        "ndcg@3+linear+flat",
        "dcg",
        "dcg@2",
        "dcg+flat",
        "ap@1",
        "ap@3",
        "rprec",
        "rbp",
        "rbp:0.5",
        "rbp:0.5+graded",
        "rbp@2+graded",
        "r-precision",
        "owpc-error:constant",
        "owpc-error:top:40",
        "owpc-error:inverse-rank",
        "owpc-error:exp:30",
        "rbp@2:0.95",
        "pair-error",
        "tau",
        "rr@1",
        "rr@3",
        "p@1",
        "p@3",
        "recall@1",
        "recall@3",
        "success@1",
        "success@3",
        "err:1",
        "err@3:2",
        "err:5",
        "err@1",
        "err@3",
        "err+linear",
        "err@2+linear",
        "err:2+linear",
        "err@3:5+linear",
        "eru:1.5,1",
        "eru:2,-1",
        "eru-raw",
        "eru-raw:3,0.5",
        "judged",
        "judged@2",
    ];
    let catalog = menu();
    let all = catalog.iter().map(|choice| choice.name).chain(variants).map(measure);
    all.filter(|measure| !measure.needs_groups()).collect()
}

#[test]
fn values_match_hand_calculations() {
    let check = |text, scores: &[f64], grades: &[Grade], expected| {
        let seen = value(text, scores, grades, 3, 1).expect(text);
        assert_close(seen, expected, text);
    };

    // Ranked 3, 2, 0, 1; the best order is 3, 2, 1, 0. Gains 7, 3, 0, 1.
    let (scores, grades) = (&[4.0, 3.0, 2.0, 1.0], &[3, 2, 0, 1]);
    // 7 + 3/log2 3
    check("dcg@3", scores, grades, 8.892_789_260_714_372);
    // (7 + 3/log2 3) / (7 + 3/log2 3 + 1/2)
    check("ndcg@3", scores, grades, 0.946_767_676_126_700_2);
    // (7 + 3/log2 3 + 1/log2 5) / (7 + 3/log2 3 + 1/2)
    check("ndcg", scores, grades, 0.992_619_504_174_702);
    // (3 + 2/log2 3 + 1/log2 5) / (3 + 2/log2 3 + 1/2)
    check("ndcg+linear", scores, grades, 0.985_441_938_842_878_5);
    // 7 + 3 + 1/log2 4, over 7 + 3 + 1/log2 3
    check("dcg+flat", scores, grades, 10.5);
    check("ndcg+flat", scores, grades, 10.5 / (10.0 + 1.0 / 3_f64.log2()));
    // Goods at ranks 0, 1, 3: (1/1 + 2/2 + 3/4) / 3
    check("ap", scores, grades, 11.0 / 12.0);
    // Goods at ranks 0 and 1 count: (1/1 + 2/2) / 3
    check("ap@2", scores, grades, 2.0 / 3.0);
    check("rprec", scores, grades, 2.0 / 3.0);
    // (1 - p)(1 + p + p^3)
    check("rbp", scores, grades, 0.2 * (1.0 + 0.8 + 0.512));
    check("rbp@2:0.5", scores, grades, 0.5 * 1.5);
    // (1 - p)(1 + 2/3 p + 1/3 p^3)
    check("rbp:0.5+graded", scores, grades, 0.5 * (1.0 + 1.0 / 3.0 + 1.0 / 24.0));
    // One of three good documents is below the only bad one.
    check("owpc-error:constant", scores, grades, 1.0 / 3.0);
    // Weights 6/11, 3/11, 2/11: two bad documents above, then three.
    let (below, two_good) = (&[5.0, 4.0, 3.0, 2.0, 1.0], &[0, 0, 1, 0, 2]);
    check("owpc-error:inverse-rank", below, two_good, 0.5 * (9.0 / 11.0 + 1.0));
    // Of the pairs of 3, 2, 0, 1, only 0 and 1 are wrong.
    check("pair-error", scores, grades, 1.0 / 6.0);
    check("tau", scores, grades, 2.0 / 3.0);
    check("rr", scores, grades, 1.0);
    check("p@3", scores, grades, 2.0 / 3.0);
    // Two of three good documents.
    check("recall@3", scores, grades, 2.0 / 3.0);
    check("recall@10", scores, grades, 1.0);
    check("success@1", scores, grades, 1.0);
    check("success@2", &[3.0, 2.0, 1.0], &[0, 0, 1], 0.0);
    // Greatest grade 2, as which grade 3 counts: g = 3/4, 3/4, 0, 1/4.
    check("err:2", scores, grades, 3.0 / 4.0 + 3.0 / 32.0 + 1.0 / 256.0);
    // Greatest grade 4: g = 7/16, 3/16, 0, 1/16.
    check("err@2:4", scores, grades, 7.0 / 16.0 + (9.0 / 16.0) * (3.0 / 16.0) / 2.0);
    // Four documents, divided by ten.
    check("p@10", scores, grades, 0.3);
    check("wta", scores, grades, 1.0);
    // g = 7/8, 3/8, 0, 1/8: 7/8 + (1/8)(3/8)/2 + (1/8)(5/8)(1/8)/4
    check("err", scores, grades, 7.0 / 8.0 + 3.0 / 128.0 + 5.0 / 2048.0);
    // g = 1, 2/3, 0, 1/3: a document of the greatest grade stops every reader.
    check("err+linear", scores, grades, 1.0);
    // Greatest grade 4: g = 3/4, 1/2, 0, 1/4.
    check("err:4+linear", scores, grades, 3.0 / 4.0 + 1.0 / 16.0 + 1.0 / 128.0);
    check("err@1:4+linear", scores, grades, 3.0 / 4.0);
    // The pairs are 3>0, 2>0 and 1>0; the last one is inverted.
    check("auc", scores, grades, 2.0 / 3.0);
    // Half-life 2, so the discounts are 1, 1/2, 1/4, 1/8. Neutral 1: gains 2, 1, 0, 0; in the best order.
    check("eru:2,1", scores, grades, 1.0);
    // Neutral 0: 3 + 2/2 + 0 + 1/8; the best is 3 + 2/2 + 1/4.
    check("eru-raw:2,0", scores, grades, 4.125);
    check("eru:2,0", scores, grades, 4.125 / 4.25);

    // The first good document at rank 2.
    check("rr", &[3.0, 2.0, 1.0], &[0, 0, 1], 1.0 / 3.0);
    check("rr@3", &[3.0, 2.0, 1.0], &[0, 0, 1], 1.0 / 3.0);
    check("rr@2", &[3.0, 2.0, 1.0], &[0, 0, 1], 0.0);
    check("wta", &[3.0, 2.0, 1.0], &[1, 0, 2], 0.0);
}

/// R = (0, 2, 0, 1) is ranked as 0, 1, 2, 0, so g = r/R_max is 0, 1/2, 1, 0.
/// Source: Tewari 2015, the example of ERR.
#[test]
fn err_with_the_linear_gain_has_the_published_value() {
    let seen = value("err+linear", &[4.0, 2.0, 1.0, 3.0], &[0, 2, 0, 1], 2, 1).expect("graded documents");
    assert_close(seen, 5.0 / 12.0, "(1/2)(1/2) + (1/3)(1/2)");
}

#[test]
fn ties_match_hand_calculations() {
    let check = |text, expected| {
        // One bad document is first, followed by a tie of a good and a bad document: bad, {good, bad}.
        let seen = value(text, &[2.0, 1.0, 1.0], &[0, 1, 0], 1, 1).expect(text);
        assert_close(seen, expected, text);
    };
    // Mean gain 1/2 times (1/log2 3 + 1/log2 4).
    check("dcg", 0.5 * (1.0 / 3_f64.log2() + 0.5));
    check("dcg@2", 0.5 / 3_f64.log2());
    // Rank 1 or rank 2: (1/2 + 1/3) / 2.
    check("ap", 5.0 / 12.0);
    check("rr", 5.0 / 12.0);
    check("rr@2", 1.0 / 4.0);
    // g = 1/2 at the good document.
    check("err", 5.0 / 24.0);
    // g = 1 at the good document, so it is RR.
    check("err+linear", 5.0 / 12.0);
    check("p@2", 1.0 / 4.0);
    check("recall@2", 1.0 / 2.0);
    check("success@2", 1.0 / 2.0);
    check("success@1", 0.0);
    check("wta", 0.0);
    // One of the two pairs is inverted, the other tied.
    check("auc", 1.0 / 4.0);
    // Half-life 2: (1/2 + 1/4) / 2.
    check("eru:2,0", 3.0 / 8.0);
}

#[test]
fn queries_without_a_value() {
    let check = |text: &str, grades: &[Grade], threshold, defined: bool| {
        let scores = vec![0.0; grades.len()];
        assert_eq!(value(text, &scores, grades, 2, threshold).is_some(), defined, "{text} of {grades:?}");
    };
    for measure in measures() {
        let key = measure.key();
        check(&key, &[], 1, false);
        // A negative neutral grade gives grade 0 a gain. Grade 0 is a judgement, too.
        check(&key, &[0, 0], 1, key == "eru:2,-1" || key.starts_with("judged"));
    }
    for text in ["ndcg@1", "dcg", "wta", "err", "eru"] {
        check(text, &[1, 0], 2, true);
    }
    for text in ["ap", "rr", "p@1", "recall@1", "success@1", "auc"] {
        check(text, &[1, 0], 2, false);
        check(text, &[2, 0], 2, true);
    }
    check("auc", &[1, 1], 1, false);
    check("ap", &[1, 1], 1, true);
    check("eru:5,1", &[1, 0], 1, false);
}

#[test]
fn measures_print_and_parse() {
    let check = |text: &str, printed: &str| {
        assert_eq!(measure(text).to_string(), printed);
        assert_eq!(measure(printed), measure(text));
        assert_eq!(measure(&measure(text).key()), measure(text));
    };
    for measure in measures() {
        check(&measure.to_string(), &measure.to_string());
    }
    check("ndcg@10", "NDCG@10");
    check(" NdCg@10+FLAT+linear ", "NDCG@10+linear+flat");
    check("map", "AP");
    check("MRR@5", "RR@5");
    check("p@007", "P@7");
    check("RECALL@5", "Recall@5");
    check("success@1", "Success@1");
    check("Err@10:04", "ERR@10:4");
    check("err:31", "ERR:31");
    check("ERR+Linear", "ERR+linear");
    check("err@10+linear+linear", "ERR@10+linear");
    check("err@10:4+linear", "ERR@10:4+linear");
    check("ERU:5,0", "ERU");
    check("eru:5,-0", "ERU");
    check("eru:5, 2", "ERU:5,2");
    check("ERU-RAW:1.5,0.25", "ERU-raw:1.5,0.25");
    let listed: Vec<&str> = menu().iter().map(|choice| choice.name).collect();
    for name in ["ndcg", "dcg@10", "ap", "rr", "p@5", "wta", "err", "auc", "eru"] {
        assert!(listed.contains(&name), "{name} is in the catalogue");
    }
    for choice in menu() {
        assert_eq!(measure(choice.name).key(), choice.name);
        assert_eq!(measure(choice.name).to_string(), choice.label);
    }
}

#[test]
fn every_measure_explains_undefined_values() {
    let check = |text: &str, reason: &str| assert_eq!(measure(text).undefined_reason(), reason, "{text}");
    for text in ["ndcg@3", "dcg", "wta", "err@2"] {
        check(text, "no document above grade 0");
    }
    for text in ["ap", "rr@4", "p@1", "recall@2", "success@2"] {
        check(text, "no good document");
    }
    check("auc", "no good document or no bad one");
    check("eru:3,1", "no document above the neutral grade");
}

#[test]
fn rank_utilities_have_their_bounds() {
    let largest = RankUtility::LARGEST_NEUTRAL;
    for neutral in [-largest, 0.5, largest] {
        let utility = RankUtility::new(1.5, neutral).expect("it is within the bounds");
        assert_eq!((utility.half_life(), utility.neutral()), (1.5, neutral));
    }
    for (half_life, neutral, said) in
        [(1.0, 0.0, "half-life"), (5.0, largest + 1.0, "neutral"), (5.0, -largest - 1.0, "neutral")]
    {
        let message = RankUtility::new(half_life, neutral).expect_err("it is beyond").to_string();
        assert!(message.starts_with("measure: the ") && message.contains(said), "{message}");
        let parsed = format!("eru:{half_life},{neutral}").parse::<Measure>().expect_err("it is beyond");
        assert!(parsed.to_string().contains("is out of range: "), "{parsed}");
    }
}

#[test]
fn faults_quote_the_text_and_the_grammar() {
    let faults = [
        "",
        "@",
        "ndcg@",
        "ndcg@0",
        "ndcg@-1",
        "ndcg@+1",
        "ndcg@1.5",
        "ndcg@99999999999",
        "ndcg@1@2",
        "ndcg+",
        "ndcg+exponential",
        "ap@0",
        "rprec@3",
        "rbp:1",
        "rbp:x",
        "rbp:0",
        "rbp+linear",
        "ap+graded",
        "owpc-error",
        "owpc-error@3:constant",
        "owpc-error:steep",
        "owpc-error:top:0",
        "tau@3",
        "ap+linear",
        "wta@1",
        "auc@2",
        "p",
        "p@3+flat",
        "ndcg:5",
        "recall",
        "success@0",
        "recall@5:1",
        "err:",
        "err:0",
        "err:256",
        "err:256",
        "err:-1",
        "err@:4",
        "err:4@5",
        "errata:4",
        "err@5:4+flat",
        "err+flat",
        "err+",
        "err+linear:4",
        "precision@5",
        "eru@5",
        "eru:",
        "eru:5",
        "eru:5,",
        "eru:1,0",
        "eru:inf,0",
        "eru:nan,0",
        "eru:5,nan",
        "eru:5,-inf",
        "eru:5,1e300",
        "eru:5,2,1",
        "eru-",
        "eruption",
        "mwta",
        "dndcg",
        "dndcg@0",
        "dndcg@101",
        "repeats",
        "repeats@3+flat",
        "cost+linear",
    ];
    for text in faults {
        let message = text.parse::<Measure>().expect_err(text).to_string();
        assert!(message.starts_with(&format!("measure: {text:?} ")), "{message}");
        assert!(message.contains("ndcg[@k]"), "{message}");
    }
    for (text, problem) in [
        ("p", "needs a cut-off, as in p@5"),
        ("ap@x", "has no whole cut-off from 1"),
        ("auc@3", "takes no cut-off"),
        ("wta@1", "takes no cut-off"),
        ("auc@2", "takes no cut-off"),
        ("cost@2", "takes no cut-off"),
        ("precision@5", "is not a measure"),
        ("err+linear+flat", "takes the suffix +linear only"),
        ("err+exponential", "has an unknown suffix"),
    ] {
        let message = text.parse::<Measure>().expect_err(text).to_string();
        assert!(message.starts_with(&format!("measure: {text:?} {problem}; ")), "{message}");
    }
}

/// Computes a measure by its textbook definition, for a total order given by the grades from the first rank to the
/// last.
fn by_definition(measure: &Measure, grades: &[Grade], max_grade: Grade, threshold: Grade) -> f64 {
    let n = grades.len();
    let good: Vec<bool> = grades.iter().map(|&grade| grade >= threshold).collect();
    let n_good = good.iter().filter(|&&good| good).count() as f64;
    let mut ideal = grades.to_vec();
    ideal.sort_by(|a, b| b.cmp(a));
    let dcg = |grades: &[Grade], cut_off: Option<usize>, gain: Gain, discount: Discount| -> f64 {
        let discounts = discount.vector(n, cut_off);
        grades.iter().zip(discounts).map(|(&grade, discount)| gain.of(grade) * discount).sum()
    };
    let eru = |grades: &[Grade], utility: RankUtility| -> f64 {
        let interest = |rank: usize| 0.5_f64.powf(rank as f64 / (utility.half_life() - 1.0));
        let worth = |grade: Grade| (f64::from(grade) - utility.neutral()).max(0.0);
        grades.iter().enumerate().map(|(rank, &grade)| interest(rank) * worth(grade)).sum()
    };
    let pair_error = || {
        let pairs = || (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let wrong = pairs().filter(|&(i, j)| grades[i] < grades[j]).count();
        wrong as f64 / pairs().filter(|&(i, j)| grades[i] != grades[j]).count() as f64
    };
    let Measure { cut_off, gain, discount, max_grade: own, utility, .. } = *measure;
    let k = cut_off.unwrap_or(n);
    match measure.kind.name {
        "NDCG" => dcg(grades, cut_off, gain, discount) / dcg(&ideal, cut_off, gain, discount),
        "DCG" => dcg(grades, cut_off, gain, discount),
        "AP" => {
            let precision =
                |rank: usize| good[..=rank].iter().filter(|&&good| good).count() as f64 / (rank + 1) as f64;
            (0..n.min(k)).filter(|&rank| good[rank]).map(precision).sum::<f64>() / n_good
        }
        "RR" => {
            let first = good.iter().position(|&good| good).expect("a good document");
            if first < k { 1.0 / (first + 1) as f64 } else { 0.0 }
        }
        "RPrec" => {
            let r = n_good as usize;
            good.iter().take(r).filter(|&&good| good).count() as f64 / n_good
        }
        "RBP" => {
            let p = measure.persistence;
            let of = |rank: usize| match measure.is_graded {
                true => f64::from(grades[rank]) / f64::from(ideal[0].max(max_grade)),
                false => f64::from(u8::from(good[rank])),
            };
            let worth = |rank: usize| of(rank) * (1.0 - p) * p.powi(rank as i32);
            (0..n.min(k)).map(worth).sum()
        }
        "owpc-error" => {
            let n_bad = n - good.iter().filter(|&&good| good).count();
            let generator = measure.generator.to_string();
            let weight = |j: usize| {
                let (j, n) = (j as f64, n_bad as f64);
                let number = |text: &str| text.parse::<f64>().expect("a number") / 100.0;
                match generator.split_once(':') {
                    Some(("top", p)) => f64::from(u8::from(j <= (n * number(p)).max(1.0))),
                    Some((_, p)) => (-j / (n * number(p))).exp2(),
                    None if generator == "inverse-rank" => 1.0 / j,
                    None => 1.0,
                }
            };
            let total: f64 = (1..=n_bad).map(weight).sum();
            let bads = |rank: usize| good[..rank].iter().filter(|&&good| !good).count();
            let of = |rank: usize| (1..=bads(rank)).map(weight).sum::<f64>() / total;
            (0..n).filter(|&rank| good[rank]).map(of).sum::<f64>() / n_good
        }
        "pair-error" => pair_error(),
        "tau" => 1.0 - 2.0 * pair_error(),
        "P" => good.iter().take(k).filter(|&&good| good).count() as f64 / k as f64,
        "Recall" => good.iter().take(k).filter(|&&good| good).count() as f64 / n_good,
        "Success" => f64::from(u8::from(good.iter().take(k).any(|&good| good))),
        "WTA" => f64::from(u8::from(grades[0] == ideal[0])),
        "ERR" => {
            let greatest = own.unwrap_or(max_grade.max(ideal[0]));
            let mut unsatisfied = 1.0;
            let mut sum = 0.0;
            for (rank, &grade) in grades.iter().enumerate().take(k) {
                let satisfied = match gain {
                    Gain::Exponential => {
                        (2_f64.powi(i32::from(grade.min(greatest))) - 1.0) / 2_f64.powi(i32::from(greatest))
                    }
                    Gain::Linear => f64::from(grade.min(greatest)) / f64::from(greatest),
                    Gain::Table(_) => panic!("no key of ERR has a table"),
                };
                sum += unsatisfied * satisfied / (rank + 1) as f64;
                unsatisfied *= 1.0 - satisfied;
            }
            sum
        }
        "AUC" => {
            let inverted = |i: usize, j: usize| i < j && !good[i] && good[j];
            let inversions =
                (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|&(i, j)| inverted(i, j));
            1.0 - inversions.count() as f64 / (n_good * (n as f64 - n_good))
        }
        // All documents of a total order are judged; tests/core/ranker/rankers.rs has others.
        "Judged" => 1.0,
        "dNDCG" | "repeats" => {
            unreachable!("tests/core/diversity.rs has the definitions")
        }
        "cost" => unreachable!("tests/core/position_cost.rs has the definition"),
        "ERU" => eru(grades, utility) / eru(&ideal, utility),
        "ERU-raw" => eru(grades, utility),
        other => unreachable!("{other} has no definition here"),
    }
}

/// Calls `visit` with every order of the documents that agrees with the scores.
fn each_order(scores: &[f64], order: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if order.len() == scores.len() {
        return visit(order);
    }
    let left: Vec<usize> = (0..scores.len()).filter(|document| !order.contains(document)).collect();
    let best = left.iter().map(|&document| scores[document]).fold(f64::NEG_INFINITY, f64::max);
    for document in left {
        if scores[document] == best {
            order.push(document);
            each_order(scores, order, visit);
            order.pop();
        }
    }
}

fn query() -> impl Strategy<Value = (Vec<f64>, Vec<Grade>)> {
    prop::collection::vec((0_u8..3, 0_u8..4), 1..7)
        .prop_map(|documents| documents.into_iter().map(|(score, grade)| (f64::from(score), grade)).unzip())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_value_is_the_mean_over_every_order_of_ties(
        (scores, grades) in query(), max_grade in 2_u8..5, threshold in 0_u8..4
    ) {
        let mut orders: Vec<Vec<Grade>> = Vec::new();
        each_order(&scores, &mut Vec::new(), &mut |order| {
            orders.push(order.iter().map(|&document| grades[document]).collect());
        });
        let labels = Labels { grades: &grades, groups: &[], max_grade, threshold, unjudged: 0 };
        for measure in measures() {
            let Some(seen) = measure.value(&TiedRanking::by_scores(&scores), &labels) else { continue };
            let sum: f64 =
                orders.iter().map(|order| by_definition(&measure, order, max_grade, threshold)).sum();
            let expected = sum / orders.len() as f64;
            prop_assert!((seen - expected).abs() <= 1e-12, "{}: {}, expected {}", measure, seen, expected);
        }
    }

    #[test]
    fn values_lie_between_0_and_1(
        (scores, grades) in query(), max_grade in 0_u8..5, threshold in 0_u8..4
    ) {
        let labels = Labels { grades: &grades, groups: &[], max_grade, threshold, unjudged: 0 };
        for measure in measures() {
            let unbounded = matches!(measure.kind.range, Range::FromZero | Range::UpToCutOff);
            let least = if measure.kind.range == Range::Signed { -1.0 } else { 0.0 };
            if let Some(value) = measure.value(&TiedRanking::by_scores(&scores), &labels) {
                prop_assert!(value >= least && (unbounded || value <= 1.0), "{}: {}", measure, value);
            }
        }
    }

    #[test]
    fn the_order_of_the_file_does_not_matter_to_a_constant_scorer(
        (_, grades) in query(), threshold in 0_u8..4
    ) {
        let constant = TiedRanking::by_scores(&vec![0.0; grades.len()]);
        let mut sorted = grades.clone();
        sorted.sort();
        for measure in measures() {
            let seen = measure.value(&constant, &Labels { grades: &grades, groups: &[], max_grade: 3, threshold, unjudged: 0 });
            let expected = measure.value(&constant, &Labels { grades: &sorted, groups: &[], max_grade: 3, threshold, unjudged: 0 });
            match (seen, expected) {
                (Some(seen), Some(expected)) => prop_assert!((seen - expected).abs() <= 1e-14, "{}", measure),
                _ => prop_assert_eq!(seen, expected),
            }
        }
    }

    #[test]
    fn the_best_order_is_worth_1((_, grades) in query()) {
        let scores: Vec<f64> = grades.iter().map(|&grade| f64::from(grade)).collect();
        for text in ["ndcg", "ndcg@3", "ndcg+linear", "ndcg@2+flat", "ap", "rr", "wta", "auc", "eru"] {
            if let Some(seen) = value(text, &scores, &grades, 3, 1) {
                prop_assert!((seen - 1.0).abs() <= 1e-15, "{}: {}", text, seen);
            }
        }
    }
}

#[test]
fn large_groups_of_ties_stay_accurate() {
    let n = 10_000;
    let scores = vec![0.0; n];

    // All documents satisfy with g = 1/2, so ERR does not depend on the order: Σ_j 2^(−j−1) / (j + 1) = ln 2.
    assert_close(value("err", &scores, &vec![1; n], 1, 1).unwrap(), std::f64::consts::LN_2, "equal grades");
    let linear = value("err+linear", &scores, &vec![1; n], 2, 1).unwrap();
    assert_close(linear, std::f64::consts::LN_2, "g = 1/2 by the linear gain");

    // A quarter of the documents satisfies with g = 1 − 2^−31, so ERR is almost RR.
    let grades: Vec<Grade> = (0..n).map(|document| if document % 4 == 0 { 31 } else { 0 }).collect();
    let err = value("err", &scores, &grades, 31, 1).unwrap();
    let rr = value("rr", &scores, &grades, 31, 1).unwrap();
    assert!((err - rr).abs() < 1e-9, "{err} {rr}");

    // One good document is equally likely at each rank: the mean of 1 / (j + 1).
    let mut single = vec![0; n];
    single[n / 2] = 1;
    let harmonic: f64 = (1..=n).rev().map(|rank| 1.0 / rank as f64).sum();
    for (text, expected) in [
        ("ap", harmonic / n as f64),
        ("rr", harmonic / n as f64),
        ("err", harmonic / n as f64 / 2.0),
        ("p@10", 1.0 / n as f64),
        ("auc", 0.5),
    ] {
        let seen = value(text, &scores, &single, 1, 1).unwrap();
        assert!((seen / expected - 1.0).abs() < 1e-10, "{text}: {seen}, expected {expected}");
    }

    // Every measure handles one group of all grades.
    let mixed: Vec<Grade> = (0..n).map(|document| (document % 5) as Grade).collect();
    // A cost depends on more than labels.
    for measure in measures().into_iter().filter(|measure| measure.kind.name != "cost") {
        let labels = Labels { grades: &mixed, groups: &[], max_grade: 4, threshold: 2, unjudged: 0 };
        let value = measure.value(&TiedRanking::by_scores(&scores), &labels).unwrap();
        let is_fair = if measure.kind.range == Range::Signed { value == 0.0 } else { value > 0.0 };
        assert!(value.is_finite() && is_fair, "{measure}: {value}");
    }
}

#[test]
fn measures_of_an_order_made_by_hand() {
    let of = |grades: &[u8], names: &[&str]| {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        rankscope::metric::of_order(grades, &names)
    };
    assert_eq!(of(&[1, 0, 1, 0], &["auc", "ap", "p@2"]).unwrap(), [0.75, (1.0 + 2.0 / 3.0) / 2.0, 0.5]);
    assert_eq!(of(&[3, 2, 0], &["ndcg"]).unwrap(), [1.0]);
    assert!(of(&[1, 1], &["auc"]).unwrap()[0].is_nan());
    for names in [&["repeats@5"], &["nothing"]] {
        assert!(of(&[1, 0], names).is_err(), "{names:?}");
    }
    assert!(of(&[0; 1001], &["ndcg"]).is_err());
}

/// A query of `label_gain/make.py`, with NDCG at 1, 3 and 10 by LightGBM.
#[derive(serde::Deserialize)]
struct ByLightGbm {
    gains: Vec<f64>,
    grades: Vec<Grade>,
    scores: Vec<f64>,
    ndcg: [f64; 3],
}

#[test]
fn ndcg_by_a_table_of_gains_is_that_of_lightgbm() {
    let cases: Vec<ByLightGbm> =
        serde_json::from_str(include_str!("label_gain/lightgbm.json")).expect("cases");
    assert!(cases.iter().any(|case| case.grades.iter().any(|&grade| grade > 31)));
    for ByLightGbm { gains, grades, scores, ndcg } in cases {
        let table: Vec<String> = gains.iter().map(f64::to_string).collect();
        for (k, expected) in [1, 3, 10].into_iter().zip(ndcg) {
            let value = |name: String| {
                let measure: Measure = name.parse().unwrap();
                let labels =
                    Labels { grades: &grades, groups: &[], max_grade: 255, threshold: 1, unjudged: 0 };
                measure.check_grades(*grades.iter().max().unwrap()).unwrap();
                measure.value(&TiedRanking::by_scores(&scores), &labels).unwrap()
            };
            let seen = value(format!("ndcg@{k}+gain:{}", table.join(",")));
            assert!((seen - expected).abs() < 1e-12, "{seen} {expected}");
            let named = match gains.len() {
                61 => value(format!("ndcg@{k}+linear")),
                5 if gains[4] != 15.0 => continue,
                _ => value(format!("ndcg@{k}")),
            };
            assert_eq!(named, seen, "the formula has the same gains");
        }
    }
}

#[test]
fn gains_of_a_table_are_those_of_its_grades() {
    let table = |text: &str| -> Measure { text.parse().unwrap_or_else(|error| panic!("{error}")) };
    let (scores, grades) = ([4.0, 3.0, 2.0, 1.0], [1, 3, 0, 2]);
    let labels = Labels { grades: &grades, groups: &[], max_grade: 3, threshold: 1, unjudged: 0 };
    let ranking = TiedRanking::by_scores(&scores);
    let log = |rank: f64| rank.log2();
    let dcg = 0.5 / log(2.0) + 4.0 / log(3.0) + 4.0 / log(5.0);
    let best = 4.0 / log(2.0) + 4.0 / log(3.0) + 0.5 / log(4.0);
    let of = |text: &str| table(text).value(&ranking, &labels).unwrap();
    assert!((of("dcg+gain:0,0.5,4,4") - dcg).abs() < 1e-14);
    assert!((of("ndcg+gain:0,0.5,4,4") - dcg / best).abs() < 1e-14);
    assert_eq!(of("ndcg+gain:0,0.5,4"), of("ndcg+gain:0,0.5,4,4"), "a higher grade has the last gain");
    assert_eq!(of("ndcg@3+gain:0,1,3,7"), of("ndcg@3"));
    assert_eq!(of("ndcg@3+gain:0,1,2,3"), of("ndcg@3+linear"));
    assert_eq!(of("dcg+gain:0,1,2,3+flat"), of("dcg+linear+flat"));
    let measure = table("NDCG@5+gain:0,0.5,4,4+flat");
    assert_eq!(measure.key(), "ndcg@5+gain:0,0.5,4,4+flat");
    assert_eq!(table(&measure.key()), measure);
    // Grades without a gain define nothing.
    assert_eq!(
        table("ndcg+gain:0,0,1").value(
            &TiedRanking::by_scores(&[1.0, 2.0]),
            &Labels { grades: &[1, 0], groups: &[], max_grade: 2, threshold: 1, unjudged: 0 }
        ),
        None
    );
    for (text, words) in [
        ("ndcg+gain:1,2", "begin with 0"),
        ("ndcg+gain:0,2,1", "never fall"),
        ("ndcg+gain:0,0", "end above 0"),
        ("ndcg+gain:0", "2 to 64 gains"),
        ("ndcg+gain:0,x", "separated by commas"),
        ("ndcg+gain:0,nan", "never fall"),
        ("ndcg+gain:0,1e300", "above 1e100"),
        ("err+gain:0,1", "unknown suffix"),
        ("map+gain:0,1", "takes a suffix"),
    ] {
        let error = text.parse::<Measure>().unwrap_err().to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
}
