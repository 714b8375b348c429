//! The laboratory of calibration against values by hand, brute force over all orders, and finite differences.

use rankscope::theory::{Calibration, LabData, LabResult, ListCalibration, ListPoint, run};

fn calibration(options: &[&str]) -> Calibration {
    let options: Vec<String> = options.iter().map(|text| (*text).to_owned()).collect();
    match run("calibration", &options, LabData::default()).expect("valid options") {
        LabResult::Calibration(result) => *result,
        other => panic!("the result of another laboratory: {other:?}"),
    }
}

fn lists(measure: &str, tilt: &str) -> ListCalibration {
    let options = [format!("measure={measure}"), format!("tilt={tilt}")];
    calibration(&options.each_ref().map(String::as_str)).lists.expect("the part of lists")
}

#[track_caller]
fn assert_near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() <= within, "{value} is not {expected}");
}

/// The names of orders by their numbers.
fn names(lab: &ListCalibration, numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|&number| lab.orders[number].name.clone()).collect()
}

/// AP of an order of documents, by its definition.
fn average_precision(grades: &[u8], order: &[usize]) -> f64 {
    let good = order.iter().enumerate().filter(|(_, document)| grades[**document] > 0);
    let precisions = good.enumerate().map(|(found, (rank, _))| (found + 1) as f64 / (rank + 1) as f64);
    precisions.sum::<f64>() / grades.iter().filter(|&&grade| grade > 0).count() as f64
}

/// ERR of an order of documents with g = r / `most`, by its definition.
fn expected_reciprocal_rank(grades: &[u8], order: &[usize], most: f64) -> f64 {
    let mut goes_on = 1.0;
    let mut sum = 0.0;
    for (rank, &document) in order.iter().enumerate() {
        let g = f64::from(grades[document]) / most;
        sum += goes_on * g / (rank + 1) as f64;
        goes_on *= 1.0 - g;
    }
    sum
}

#[test]
fn the_six_orders_have_the_values_of_their_definition() {
    let check = |measure: &str, of: &dyn Fn(&[u8], &[usize]) -> f64| {
        let lab = lists(measure, "0.037");
        for point in lab.points.iter().chain([&lab.at]) {
            assert_near(point.probabilities.iter().sum(), 1.0, 1e-12);
            let expected = |order: &[usize]| -> f64 {
                lab.cases.iter().zip(&point.probabilities).map(|(grades, p)| p * of(grades, order)).sum()
            };
            let values: Vec<f64> = lab.orders.iter().map(|order| expected(&order.documents)).collect();
            let most = values.iter().copied().fold(0.0, f64::max);
            for (value, expected) in point.values.iter().zip(&values) {
                assert_near(*value, *expected, 1e-12);
            }
            for pick in &point.picks {
                let regrets: Vec<f64> = pick.orders.iter().map(|&order| most - values[order]).collect();
                assert_near(pick.regret, regrets.iter().sum::<f64>() / regrets.len() as f64, 1e-12);
                assert_near(pick.worst_regret, regrets.iter().copied().fold(0.0, f64::max), 1e-12);
            }
        }
    };
    check("ap", &average_precision);
    check("rr", &|grades, order| expected_reciprocal_rank(grades, order, 1.0));
    check("err+linear", &|grades, order| expected_reciprocal_rank(grades, order, 2.0));
}

#[test]
fn the_values_without_tilt_are_those_of_the_tutorial() {
    let check = |measure: &str, expected: &[(&str, f64)]| {
        let lab = lists(measure, "0");
        for (name, value) in expected {
            let number = lab.orders.iter().position(|order| order.name == *name).expect("an order");
            assert_near(lab.at.values[number], *value, 1e-12);
        }
        assert_eq!(names(&lab, &lab.at.best), ["021", "120"], "{measure}");
    };
    let ap = [("021", 89.0 / 120.0), ("120", 89.0 / 120.0), ("012", 29.0 / 40.0), ("102", 29.0 / 40.0)];
    check("ap", &[&ap[..], &[("201", 43.0 / 60.0), ("210", 43.0 / 60.0)]].concat());
    check("rr", &[("021", 5.0 / 6.0), ("120", 5.0 / 6.0), ("012", 7.0 / 9.0), ("201", 2.0 / 3.0)]);
    check("err+linear", &[("021", 0.625), ("120", 0.625), ("012", 7.0 / 12.0), ("201", 0.5)]);
}

#[test]
fn a_tilt_has_one_best_order() {
    for (measure, jumps) in [("ap", true), ("rr", true), ("err+linear", true), ("dcg", false)] {
        for (tilt, order) in
            [("0.0001", if jumps { "021" } else { "201" }), ("-0.0001", if jumps { "120" } else { "210" })]
        {
            let lab = lists(measure, tilt);
            assert_eq!(names(&lab, &lab.at.best), [order], "{measure} at {tilt}");
        }
    }
}

/// The pick of a method.
fn picked(lab: &ListCalibration, point: &ListPoint, method: &str) -> (Vec<String>, f64, f64) {
    let number = lab.methods.iter().position(|one| one.name == method).expect("a method");
    let pick = &point.picks[number];
    (names(lab, &pick.orders), pick.regret, pick.worst_regret)
}

#[test]
fn losses_pick_the_wrong_order_of_three() {
    let check = |tilt: &str, method: &str, orders: &[&str], regret: f64, worst: f64| {
        let lab = lists("ap", tilt);
        let (seen, mean, most) = picked(&lab, &lab.at, method);
        assert_eq!(seen, orders, "{method} at {tilt}");
        assert_near(mean, regret, 1e-9);
        assert_near(most, worst, 1e-9);
    };
    for method in ["ranknet-linear", "ranksvm", "listnet", "regression", "svm-map", "svm-ndcg", "owpc"] {
        check("0", method, &["201", "210"], 0.025, 0.025);
    }
    for method in ["ranknet-linear", "listnet", "regression"] {
        check("0.01", method, &["201"], 0.0325, 0.0325);
    }
    check("0.01", "ranksvm", &["201", "210"], 0.0325 + 0.02 / 6.0, 0.0325 + 0.02 / 3.0);
    check("0.05", "ranknet-linear", &["201"], 0.0625, 0.0625);
    // The hinge gives documents 0 and 2 the same score.
    check("0.05", "ranksvm", &["021", "201"], 0.03125, 0.0625);
}

/// The expected sum of φ(s_i − s_j) over the pairs with r_i > r_j.
fn expected_pairs(lab: &ListCalibration, point: &ListPoint, scores: &[f64], phi: fn(f64) -> f64) -> f64 {
    let pairs = |grades: &[u8]| -> f64 {
        let all = (0..3).flat_map(|i| (0..3).map(move |j| (i, j)));
        all.filter(|&(i, j)| grades[i] > grades[j]).map(|(i, j)| phi(scores[i] - scores[j])).sum()
    };
    lab.cases.iter().zip(&point.probabilities).map(|(grades, p)| p * pairs(grades)).sum()
}

#[test]
fn scores_of_a_pick_minimise_the_expected_loss() {
    let lab = lists("ap", "0.03");
    let check = |method: &str, phi: fn(f64) -> f64| {
        let number = lab.methods.iter().position(|one| one.name == method).expect("a method");
        for point in lab.points.iter().step_by(7).chain([&lab.at]) {
            let scores = &point.picks[number].scores;
            let least = expected_pairs(&lab, point, scores, phi);
            // A convex function is least where it is least among near points in many directions, and among far ones.
            for step in [1e-4, 1e-2, 0.3, 2.0] {
                for direction in 0..72 {
                    let angle = f64::from(direction).to_radians() * 5.0;
                    let moved = [scores[0] + step * angle.cos(), scores[1] + step * angle.sin(), scores[2]];
                    let there = expected_pairs(&lab, point, &moved, phi);
                    assert!(there >= least - 1e-12, "{method} at {}: {there} is below {least}", point.t);
                }
            }
        }
    };
    check("ranknet-linear", |o| (-o).exp().ln_1p());
    check("ranksvm", |o| (1.0 - o).max(0.0));
    check("ranksvm-squared", |o| (1.0 - o).max(0.0).powi(2));
    check("mprank", |o| (1.0 - o).powi(2));
    // Regression gives every document its mean grade.
    let number = lab.methods.iter().position(|one| one.name == "regression").expect("a method");
    let means: Vec<f64> = (0..3)
        .map(|document| {
            lab.cases
                .iter()
                .zip(&lab.at.probabilities)
                .map(|(grades, p)| p * f64::from(grades[document]))
                .sum()
        })
        .collect();
    for (score, mean) in lab.at.picks[number].scores.iter().zip(means) {
        assert_near(*score, mean, 1e-8);
    }
}

#[test]
fn no_loss_is_right_on_both_sides_and_at_zero() {
    for measure in ["ap", "rr", "err+linear"] {
        let lab = lists(measure, "0");
        for (number, method) in lab.methods.iter().enumerate() {
            let wrong = lab.points.iter().filter(|point| point.picks[number].worst_regret > 1e-9);
            assert!(wrong.count() > 0, "{} is right for {measure} everywhere", method.name);
        }
    }
}

#[test]
fn two_documents_change_places_where_the_tutorial_says() {
    let dcg = calibration(&["part=dcg", "p=0.3"]).dcg.expect("the part of DCG");
    assert_near(dcg.dcg_border, 0.25, 1e-12);
    assert_near(dcg.ndcg_border, 0.5, 1e-12);
    let check = |method: &str, border: f64| {
        let one = dcg.methods.iter().find(|one| one.method.name == method).expect("a method");
        assert_near(one.border, border, 5e-11);
        assert_eq!(one.difference > 0.0, 0.3 > border, "{method}");
        assert_eq!(one.dcg_regret == 0.0, 0.3 > border, "the best order for DCG is 01: {method}");
        assert_eq!(one.ndcg_regret == 0.0, 0.3 < border, "the best order for NDCG is 10: {method}");
    };
    check("regression:targets=gain", 0.25);
    check("regression", 1.0 / 3.0);
    check("listnet:targets=gain", 0.3379864316);
    check("listnet", 0.3776357645);
    check("regression:targets=gain/best", 0.5);
    for pairs in ["ranknet-linear", "ranksvm", "ranksvm-squared", "svm-ndcg", "dorm", "owpc", "listmle"] {
        check(pairs, 0.5);
    }
    // Regression on grades: 2p against 1 − p.
    let regression = dcg.methods.iter().find(|one| one.method.name == "regression").expect("a method");
    assert_near(regression.difference, 2.0 * 0.3 - 0.7, 1e-8);
}

#[test]
fn a_binary_minimiser_has_the_least_risk() {
    for p in ["0.1", "0.3", "0.5", "0.85"] {
        let lab = calibration(&["part=binary", &format!("p={p}")]).binary.expect("the part of one label");
        for loss in &lab.losses {
            let minimiser = loss.minimiser.expect("finite for 0 < p < 1");
            assert!(loss.risk.iter().all(|&risk| risk >= loss.least_risk - 1e-12), "{} at {p}", loss.name);
            let sign = if loss.is_calibrated {
                (lab.p - 0.5).signum() * f64::from(u8::from(lab.p != 0.5))
            } else {
                0.0
            };
            assert_near(if minimiser == 0.0 { 0.0 } else { minimiser.signum() }, sign, 0.0);
        }
    }
    let lab = calibration(&["part=binary", "p=0.3"]).binary.expect("the part of one label");
    let odds = (0.3_f64 / 0.7).ln();
    for (loss, expected) in lab.losses.iter().zip([-1.0, odds, 0.5 * odds, -0.4, 0.0, 0.0]) {
        assert_near(loss.minimiser.expect("finite"), expected, 1e-12);
    }
}

#[test]
fn a_transform_is_the_excess_risk_of_a_wrong_sign() {
    let theta = calibration(&["part=binary"]).binary.expect("the part of one label").theta;
    for (at, theta) in theta.iter().enumerate().filter(|(_, theta)| **theta < 1.0) {
        let lab = calibration(&["part=binary", &format!("p={}", (1.0 + theta) / 2.0)]);
        for loss in lab.binary.expect("the part of one label").losses {
            // A convex risk with a minimum on the right is least at 0 among the wrong signs.
            let wrong = loss.risk[loss.risk.len() / 2];
            assert_near(loss.transform[at], wrong - loss.least_risk, 1e-12);
        }
    }
}

#[test]
fn values_out_of_range_are_refused_with_the_range() {
    for (options, words) in [
        (["tilt=7"], "tilt: \"7\" is not a number from -0.2 to 0.2"),
        (["tilt=NaN"], "tilt: \"NaN\" is not a number from -0.2 to 0.2"),
        (["p=-1e-9"], "p: \"-1e-9\" is not a number from 0 to 1"),
        (["part=x"], "part: \"x\" is not one of lists, dcg, binary"),
        (["tilts=0"], "options: \"tilts\" is not an option of calibration; it has part, measure, tilt, p"),
        (["tilt"], "options: \"tilt\" has no =; write NAME=VALUE"),
    ] {
        let error = run("calibration", &options.map(str::to_owned), LabData::default()).expect_err(words);
        assert_eq!(error.to_string(), words);
    }
    let error = run("x", &[], LabData::default()).expect_err("no such laboratory");
    assert!(error.to_string().contains("calibration"), "{error}");
}
