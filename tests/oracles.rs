//! Separation oracles against every permutation, and against an assignment solver of somebody else.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use rankscope::assignment;
use rankscope::loss::{QueryLoss, margin, merge::GradeMerge};
use rankscope::ranking::{Ranking, TiedRanking};
use rankscope::settings::TrainingSettings;
use support::{Random, assert_close, dorm_settings, permutations};

fn bind(settings: &TrainingSettings, grades: &[u8]) -> Option<Box<dyn QueryLoss>> {
    settings.parse().expect("the settings are right").loss.loss().bind(grades)
}

/// Δ(y) − ⟨w, δψ(y)⟩.
fn value(loss: &dyn QueryLoss, y: &Ranking, scores: &[f64]) -> f64 {
    loss.delta(y) - margin(&loss.delta_psi(y), scores)
}

#[test]
fn the_oracle_beats_every_permutation() {
    let mut random = Random::new(1);
    let orders: Vec<Vec<Ranking>> =
        (0..=7).map(|n| permutations(n).into_iter().map(Ranking::from_order).collect()).collect();
    for settings in dorm_settings() {
        let what = format!("{} {} {}", settings.measure, settings.decay, settings.reference);
        for trial in 0..5 {
            // Seven documents have 5,040 orders; once per loss is enough of them.
            let n = if trial == 0 { 7 } else { random.integer(2, 5) as usize };
            let grades = random.grades(n, 3);
            let Some(mut loss) = bind(&settings, &grades) else { continue };
            let scores = random.scores(n);
            if trial % 2 == 1 {
                loss.realign(&scores);
            }
            let found = value(loss.as_ref(), &loss.most_violated(&scores), &scores);
            let best = orders[n].iter().map(|y| value(loss.as_ref(), y, &scores)).fold(f64::MIN, f64::max);
            assert_close(found, best, 1e-12, &what);

            // The hinge bounds the loss of the ranking that the scores predict, in every order of their ties.
            let predicted = Ranking::by_scores(&scores);
            assert!(best >= loss.delta(&predicted) - 1e-12, "{what}: H = {best} is below the loss");
            assert!(best >= loss.expected_delta(&TiedRanking::by_scores(&scores)) - 1e-12, "{what}");
        }
    }
}

#[test]
fn delta_and_delta_psi_follow_their_definitions() {
    let mut random = Random::new(2);
    for settings in dorm_settings() {
        for _ in 0..4 {
            let n = random.integer(2, 9) as usize;
            let grades = random.grades(n, 3);
            let Some(mut loss) = bind(&settings, &grades) else { continue };
            loss.realign(&random.scores(n));
            let positions = loss.positions().expect("DORM has positions");
            let (a, b, c) = (positions.discount, positions.gain, positions.decay);
            let y = Ranking::by_scores(&random.scores(n));
            let score = |y: &Ranking| -> f64 { (0..n).map(|j| a[j] * b[y.order()[j] as usize]).sum() };
            assert_close(loss.delta(&y), score(loss.reference()) - score(&y), 1e-12, &settings.measure);
            assert_eq!(loss.delta(loss.reference()), 0.0, "{}", settings.measure);

            // ψ of both rankings on features that are unit vectors, so that ψ is the coefficient of each document.
            let mut expected = positions.reference_coefficients.to_vec();
            for (rank, &document) in y.order().iter().enumerate() {
                expected[document as usize] -= c[rank];
            }
            assert_eq!(loss.delta_psi(&y), expected);
            if settings.reference != "averaged" {
                let zero = loss.delta_psi(loss.reference()).iter().map(|value| value.abs()).sum::<f64>();
                assert_eq!(zero, 0.0, "δψ(y*) is 0 for {}", settings.reference);
            }
        }
    }
}

#[test]
fn the_averaged_reference_is_the_mean_over_ideal_rankings() {
    let mut random = Random::new(3);
    for _ in 0..50 {
        let n = random.integer(2, 6) as usize;
        let grades = random.grades(n, 2);
        let averaged = TrainingSettings { reference: "averaged".to_owned(), ..TrainingSettings::default() };
        let Some(loss) = bind(&averaged, &grades) else { continue };
        let c = loss.positions().expect("DORM has positions").decay.to_vec();
        let by_grade =
            |order: &Vec<u32>| order.windows(2).all(|w| grades[w[0] as usize] >= grades[w[1] as usize]);
        let ideal: Vec<Vec<u32>> = permutations(n).into_iter().filter(by_grade).collect();
        let mut mean = vec![0.0; n];
        for order in &ideal {
            for (rank, &document) in order.iter().enumerate() {
                mean[document as usize] += c[rank] / ideal.len() as f64;
            }
        }
        let seen = loss.positions().expect("DORM has positions").reference_coefficients;
        for (seen, mean) in seen.iter().zip(&mean) {
            assert_close(*seen, *mean, 1e-12, "coefficient");
        }
    }
}

#[test]
fn aligning_lowers_the_hinge_by_the_gain_it_promises() {
    let mut random = Random::new(4);
    for settings in dorm_settings().into_iter().filter(|settings| settings.reference == "aligned") {
        let n = random.integer(3, 12) as usize;
        let grades = random.grades(n, 2);
        let Some(mut loss) = bind(&settings, &grades) else { continue };
        let scores = random.scores(n);
        let before = value(loss.as_ref(), &loss.most_violated(&scores), &scores);
        let gain = loss.alignment_gain(&scores);
        let shift = loss.realign(&scores);
        let after = value(loss.as_ref(), &loss.most_violated(&scores), &scores);
        assert!(gain >= -1e-12, "aligning never loses");
        assert_close(before - after, gain, 1e-12, &settings.measure);
        let moved = shift.map_or(0.0, |shift| margin(&shift, &scores));
        assert_close(moved, gain, 1e-12, &settings.measure);
        assert!(loss.realign(&scores).is_none(), "aligned once, nothing is left to align");
        assert_close(loss.alignment_gain(&scores), 0.0, 1e-12, &settings.measure);
    }
}

/// The value of a best assignment, by the Kuhn-Munkres solver of the crate `pathfinding`, which needs integers.
fn assignment_value(n: usize, cell: impl Fn(usize, usize) -> f64) -> f64 {
    const SCALE: f64 = (1u64 << 36) as f64;
    let weights = Matrix::from_fn(n, n, |(row, column)| (cell(row, column) * SCALE).round() as i64);
    let (_, columns) = kuhn_munkres(&weights);
    columns.iter().enumerate().map(|(row, &column)| cell(row, column)).sum()
}

#[test]
fn the_oracle_equals_an_assignment_solver() {
    let mut random = Random::new(5);
    for (index, settings) in dorm_settings().into_iter().enumerate() {
        let n = [20, 34, 60][index % 3];
        let grades = random.grades(n, 4);
        let Some(loss) = bind(&settings, &grades) else { continue };
        let scores = random.scores(n);
        let y = loss.most_violated(&scores);
        let positions = loss.positions().expect("DORM has positions");
        let (a, b, c) = (positions.discount, positions.gain, positions.decay);
        let cell = |document: usize, rank: usize| c[rank] * scores[document] - a[rank] * b[document];
        let found: f64 =
            y.order().iter().enumerate().map(|(rank, &document)| cell(document as usize, rank)).sum();
        let best = assignment_value(n, cell);
        // The integers of the other solver cost it up to n units of 2^-37.
        assert_close(found, best, 1e-9, &format!("{} {}", settings.measure, settings.decay));
        assert!(found >= best - 1e-12, "nothing beats the oracle of {} {}", settings.measure, settings.decay);
    }
}

#[test]
fn the_prices_of_an_assignment_prove_it() {
    let mut random = Random::new(6);
    for n in [0, 1, 2, 5, 17, 40] {
        let table: Vec<f64> = random.scores(n * n);
        let found = assignment::maximize(n, |row, column| table[row * n + column]);
        let mut columns = found.column_of_row.clone();
        columns.sort_unstable();
        assert_eq!(columns, (0..n).collect::<Vec<_>>(), "every column once");
        let value: f64 =
            found.column_of_row.iter().enumerate().map(|(row, &column)| table[row * n + column]).sum();
        let prices: f64 = found.row_prices.iter().chain(&found.column_prices).sum();
        assert_close(value, prices, 1e-12, "the sum of the prices is the value");
        for row in 0..n {
            for column in 0..n {
                let slack = found.row_prices[row] + found.column_prices[column] - table[row * n + column];
                assert!(slack >= -1e-12, "no cell is worth more than its prices");
            }
        }
    }
}

#[test]
fn the_merge_agrees_with_the_assignment_on_every_number_of_grades() {
    let mut random = Random::new(7);
    for trial in 0..200 {
        let n = random.integer(2, 24) as usize;
        let head = random.integer(0, n as i64) as usize;
        let gain: Vec<f64> = (0..n).map(|_| random.integer(0, 1 + trial % 5) as f64).collect();
        let discount: Vec<f64> = (0..n).map(|j| if j < head { 1.0 / (j + 1) as f64 } else { 0.0 }).collect();
        let mut decay: Vec<f64> = (0..n).map(|_| random.integer(0, 4) as f64 / 4.0).collect();
        decay.sort_by(|a, b| b.total_cmp(a));
        let scores = random.scores(n);
        let cell =
            |document: usize, rank: usize| decay[rank] * scores[document] - discount[rank] * gain[document];
        let merge = GradeMerge::new(&gain, &discount).expect("few states");
        let y = merge.most_violated(&scores, &discount, &decay);
        let found: f64 =
            y.order().iter().enumerate().map(|(rank, &document)| cell(document as usize, rank)).sum();
        let best = assignment::maximize(n, cell);
        let best: f64 = best.column_of_row.iter().enumerate().map(|(row, &column)| cell(row, column)).sum();
        assert_close(found, best, 1e-12, &format!("trial {trial}"));
    }
}

#[test]
fn queries_without_a_signal_are_not_used() {
    let check = |measure: &str, grades: &[u8], used: bool| {
        let settings = TrainingSettings { measure: measure.to_owned(), ..TrainingSettings::default() };
        assert_eq!(bind(&settings, grades).is_some(), used, "{measure} on {grades:?}");
    };
    for measure in ["ndcg@10", "ndcg", "dcg", "p@1", "wta", "mwta", "mrr", "eru", "eru-raw"] {
        check(measure, &[], false);
        check(measure, &[1], false);
        check(measure, &[0, 0, 0], false);
        check(measure, &[2, 2], false);
        check(measure, &[0, 1], true);
    }
    // Every document is within the cut-off, so precision is the same for all rankings.
    check("p@3", &[0, 1, 1], false);
    check("p@2", &[0, 1, 1], true);
    // No grade above the neutral one, or only one grade as far as the threshold can tell.
    check("eru:5,2", &[0, 1, 2], false);
    check("p@1", &[1, 2], false);
}

#[test]
fn modified_wta_reaches_just_into_the_second_grade() {
    let check = |grades: &[u8], cut_off: usize| {
        let settings = TrainingSettings { measure: "mwta".to_owned(), ..TrainingSettings::default() };
        let loss = bind(&settings, grades).expect("two grades");
        let discount = loss.positions().expect("DORM has positions").discount.to_vec();
        assert_eq!(discount.iter().filter(|&&a| a > 0.0).count(), cut_off, "{grades:?}");
    };
    check(&[3, 3, 2, 0, 0], 3);
    check(&[3, 0, 0, 0, 0], 3);
    check(&[0, 3, 3, 3, 0], 4);
    check(&[1, 1, 1, 1, 1, 0], 6);
    check(&[1, 0], 2);
}
