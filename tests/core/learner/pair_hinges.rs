//! RankSVM over all pairs: its oracle compared with every permutation, its hinge with the sum over pairs.

use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use rankscope::data::Dataset;
use rankscope::learner::cutting_plane::{StepLength, Trainer, TrainerConfig, WorkingSetScheme};
use rankscope::learner::{Advance, Learner};
use rankscope::loss::{PairHinge, PairTable, PairWeight, RankingLoss, bind_groups, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::model::Model;
use rankscope::ranking::{Ranking, ScoredDocuments, TiedRanking};
use rankscope::run::{Progress, TrainingRun};

/// Returns Σ τ_ij [1 − (s_i − s_j)]₊ over all pairs, and the number of pairs.
fn sum_of_hinges(grades: &[u8], scores: &[f64], table: &PairTable) -> (f64, f64) {
    let (mut sum, mut pairs) = (0.0, 0.0);
    for (i, &better) in grades.iter().enumerate() {
        for (j, &worse) in grades.iter().enumerate().filter(|(_, worse)| **worse < better) {
            sum += table.weight(better, worse) * (1.0 - (scores[i] - scores[j])).max(0.0);
            pairs += 1.0;
        }
    }
    (sum, pairs)
}

#[test]
fn the_oracle_beats_every_permutation_and_its_hinges_sum_over_all_pairs() {
    let mut random = Random::new(1);
    let orders: Vec<Vec<Ranking>> =
        (0..=6).map(|n| permutations(n).into_iter().map(Ranking::from_order).collect()).collect();
    for trial in 0..200 {
        let n = random.integer(1, 6) as usize;
        let data = random.dataset(4, n, 1, 3);
        let grades = data.query(0).grades;
        let scores = random.scores(n);
        let table = if trial % 2 == 0 { PairTable::equal() } else { PairTable::swap_loss(&data) };
        for pairs in [PairWeight::Mean, PairWeight::Sum] {
            let mut hinges = 0.0;
            for loss in PairHinge::all(3, pairs, Some(table.clone())) {
                let Some(bound) = loss.bind(grades) else { continue };
                let value = |y: &Ranking| bound.delta(y) - margin(&bound.delta_psi(y), &scores);
                let found = value(&bound.most_violated(&scores));
                let best = orders[n].iter().map(value).fold(f64::MIN, f64::max);
                assert_close(found, best, 1e-12, &format!("{grades:?} {scores:?} {loss:?}"));
                assert_eq!(bound.delta(bound.reference()), 0.0);
                assert!(best >= bound.expected_delta(&TiedRanking::by_scores(&scores)) - 1e-12);
                hinges += found;
            }
            let (sum, n_pairs) = sum_of_hinges(grades, &scores, &table);
            let expected = if pairs == PairWeight::Sum || n_pairs == 0.0 { sum } else { sum / n_pairs };
            assert_close(hinges, expected, 1e-12, &format!("{grades:?} {scores:?}"));
        }
    }
}

#[test]
fn the_plane_without_the_ranking_has_the_same_bits() {
    let mut random = Random::new(5);
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    // Some differ by 1; others become equal when 1 is subtracted.
    let scores = [0.0, -0.0, 1e-17, 2e-17, -1e-17, 1.0, 1.0 + f64::EPSILON, -1.0, 2.0, 0.5, 1e100, -1e100];
    for trial in 0..600 {
        let n = random.integer(2, 30) as usize;
        let data = random.dataset(1, n, 1, 4);
        let grades = data.query(0).grades;
        let scores: Vec<f64> = match trial % 3 {
            0 => random.scores(grades.len()),
            _ => grades.iter().map(|_| scores[random.integer(0, scores.len() as i64 - 1) as usize]).collect(),
        };
        let table = if trial % 2 == 0 { PairTable::equal() } else { PairTable::swap_loss(&data) };
        for loss in PairHinge::all(4, PairWeight::Mean, Some(table.clone())) {
            let Some(bound) = loss.bind(grades) else { continue };
            let what = format!("{grades:?} {scores:?} {loss:?}");
            let violator = bound.most_violated(&scores);
            let (delta, coefficients) = bound.violated_plane(&ScoredDocuments::new(scores.clone()));
            assert_eq!(delta.to_bits(), bound.delta(&violator).to_bits(), "{what}");
            assert_eq!(bits(&coefficients), bits(&bound.delta_psi(&violator)), "{what}");
        }
    }
}

#[test]
fn ties_count_their_mean_over_all_orders() {
    let mut random = Random::new(2);
    for _ in 0..50 {
        let grades = random.grades(5, 2);
        let Some(bound) = PairHinge::all(2, PairWeight::Mean, Some(PairTable::equal()))[1].bind(&grades)
        else {
            continue;
        };
        let scores: Vec<f64> = (0..5).map(|_| random.integer(0, 1) as f64).collect();
        let agree =
            |y: &Ranking| y.order().windows(2).all(|w| scores[w[0] as usize] >= scores[w[1] as usize]);
        let orders: Vec<Ranking> =
            permutations(5).into_iter().map(Ranking::from_order).filter(|y| agree(y)).collect();
        let mean = orders.iter().map(|y| bound.delta(y)).sum::<f64>() / orders.len() as f64;
        assert_close(bound.expected_delta(&TiedRanking::by_scores(&scores)), mean, 1e-12, "expected loss");
    }
}

/// Returns the objective at the best w of a training.
fn trained(data: &Arc<Dataset>, working_set: WorkingSetScheme) -> (f64, Vec<f64>) {
    let losses = PairHinge::all(3, PairWeight::Mean, Some(PairTable::equal()));
    let groups: Vec<Vec<&dyn RankingLoss>> =
        losses.iter().map(|loss| vec![loss as &dyn RankingLoss]).collect();
    let config = TrainerConfig {
        c: 5.0,
        gap: 1e-6,
        max_iterations: 1000,
        working_set,
        steps: StepLength::default(),
        seed: 0,
    };
    let mut trainer = Trainer::new(data.clone(), &groups, config).expect("some queries have pairs");
    while !matches!(trainer.advance(usize::MAX), Advance::Stopped(_)) {}
    let w = trainer.best_weights().to_vec();
    let (mut sum, mut used) = (0.0, 0.0);
    for query in data.queries() {
        let scores = data.scores(query.documents, &w);
        let (hinges, pairs) = sum_of_hinges(query.grades, &scores, &PairTable::equal());
        if pairs > 0.0 {
            (sum, used) = (sum + hinges / pairs, used + 1.0);
        }
    }
    (0.5 * margin(&w, &w) + 5.0 / used * sum, w)
}

#[test]
fn the_cutting_plane_trainer_minimises_the_mean_hinge_over_all_pairs() {
    let data = Arc::new(Random::new(3).dataset(6, 8, 3, 3));
    let (objective, w) = trained(&data, WorkingSetScheme::NSlack);
    let (other, _) = trained(&data, WorkingSetScheme::OneSlack);
    assert_close(objective, other, 1e-5, "the optimum does not depend on who shares a slack");
    // If no small step lowers a convex function, it is at its minimum, up to the gap.
    let value = |w: &[f64]| {
        let (mut sum, mut used) = (0.0, 0.0);
        for query in data.queries() {
            let (hinges, pairs) =
                sum_of_hinges(query.grades, &data.scores(query.documents, w), &PairTable::equal());
            if pairs > 0.0 {
                (sum, used) = (sum + hinges / pairs, used + 1.0);
            }
        }
        0.5 * margin(w, w) + 5.0 / used * sum
    };
    let mut random = Random::new(4);
    for _ in 0..500 {
        let moved: Vec<f64> = w.iter().map(|w| w + 0.2 * (random.uniform() - 0.5)).collect();
        assert!(value(&moved) >= objective * (1.0 - 1e-6), "{moved:?} is below {objective}");
    }
}

/// Returns a run of `ranksvm` with C = 5, its w, and its lowest objective.
fn run(data: &Arc<Dataset>, change: impl Fn(&mut TrainingSettings)) -> (TrainingRun, Vec<f64>, f64) {
    let mut settings =
        TrainingSettings { method: "ranksvm".to_owned(), c: 5.0, gap: 1e-7, ..TrainingSettings::default() };
    change(&mut settings);
    let mut run = TrainingRun::new(Arc::clone(data), &settings).expect("some queries have pairs");
    let mut objective = None;
    loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => objective = report.step.best_objective,
            Progress::Stopped { .. } => break,
        }
    }
    let w = run.model().expect("a model").weights().expect("linear").to_vec();
    (run, w, objective.expect("cutting planes have an objective"))
}

#[test]
fn the_method_compares_all_grades_unless_the_threshold_is_set() {
    let data = Arc::new(Random::new(3).dataset(6, 8, 3, 3));
    let (of_trainer, expected) = trained(&data, WorkingSetScheme::NSlack);
    let (of_grades, w, objective) = run(&data, |_| ());
    for (found, expected) in w.iter().zip(&expected) {
        assert_close(*found, *expected, 1e-3, "w of the method");
    }
    assert_close(objective, of_trainer, 1e-6, "the explicit sum over all pairs is the objective");
    assert_eq!(of_grades.overview().components, ["grade 1", "grade 2", "grade 3"]);

    let owpc = |s: &mut TrainingSettings| {
        "owpc".clone_into(&mut s.method);
        "constant".clone_into(&mut s.generator);
    };
    let (of_threshold, binary, _) = run(&data, |s| "threshold".clone_into(&mut s.pairs_of));
    assert_eq!(binary, run(&data, owpc).1, "good and bad documents: OWPC with constant weights, bit for bit");
    assert_eq!(of_threshold.overview().components, [] as [&str; 0]);
    assert!(binary.iter().zip(&w).any(|(one, other)| (one - other).abs() > 1e-3), "the pairs differ");

    // With two grades both are the same problem.
    let data = Arc::new(Random::new(5).dataset(6, 8, 3, 1));
    let (of_grades, w, _) = run(&data, |_| ());
    let (_, binary, _) = run(&data, |s| "threshold".clone_into(&mut s.pairs_of));
    for (found, expected) in w.iter().zip(&binary) {
        assert_close(*found, *expected, 1e-3, "two grades");
    }
    assert_eq!(of_grades.overview().components, [] as [&str; 0], "one loss has no component");
}

#[test]
fn every_scheme_and_the_ramp_train_on_all_grades() {
    let data = Arc::new(Random::new(6).dataset(6, 8, 3, 3));
    let objective = |change: fn(&mut TrainingSettings)| run(&data, change).2;
    let usual = objective(|_| ());
    assert_close(objective(|s| "1-slack".clone_into(&mut s.working_set)), usual, 1e-5, "1-slack");
    assert!(
        objective(|s| "ramp".clone_into(&mut s.reference)) <= usual * (1.0 + 1e-6),
        "the ramp is tighter"
    );
    let sums = objective(|s| "sum".clone_into(&mut s.pairs));
    assert!(sums > usual, "a sum of pairs is greater than their mean");
    let combined = |change: fn(&mut TrainingSettings)| {
        let mut settings = TrainingSettings {
            method: "combo".to_owned(),
            components: vec!["svm-auc".to_owned(), "ranksvm".to_owned()],
            slacks: "separate".to_owned(),
            ..TrainingSettings::default()
        };
        change(&mut settings);
        TrainingRun::new(Arc::clone(&data), &settings)
    };
    let run = combined(|_| ()).expect("separate slacks");
    let names = ["svm-auc", "ranksvm, grade 1", "ranksvm, grade 2", "ranksvm, grade 3"];
    assert_eq!(run.overview().components, names);
    let Err(refused) = combined(|s| "shared".clone_into(&mut s.slacks)) else { panic!("the grades add up") };
    assert!(refused.to_string().contains("slacks of their own"), "{refused}");
    let both = |s: &mut TrainingSettings| {
        "shared".clone_into(&mut s.slacks);
        "threshold".clone_into(&mut s.pairs_of);
    };
    assert_eq!(combined(both).expect("one loss").overview().components, ["svm-auc", "ranksvm"]);
    assert!(combined(|s| "ramp".clone_into(&mut s.reference)).is_ok());
    assert!(combined(|s| "all".clone_into(&mut s.pairs_of)).is_err());
}

/// Returns `½‖w‖² + C · mean over queries of the mean weighted hinge` for C = 5, added up over all pairs.
fn weighted_objective(data: &Dataset, table: &PairTable, w: &[f64]) -> f64 {
    let (mut sum, mut used) = (0.0, 0.0);
    for query in data.queries() {
        let (hinges, pairs) = sum_of_hinges(query.grades, &data.scores(query.documents, w), table);
        if pairs > 0.0 {
            (sum, used) = (sum + hinges / pairs, used + 1.0);
        }
    }
    0.5 * margin(w, w) + 5.0 / used * sum
}

fn by_swap_loss(settings: &mut TrainingSettings) {
    "swap-loss".clone_into(&mut settings.pair_weights);
}

#[test]
fn swap_loss_weighs_the_pairs_by_the_table_of_the_training_data() {
    let data = Arc::new(Random::new(3).dataset(6, 8, 3, 3));
    let table = PairTable::swap_loss(&data);
    let (of_table, w, objective) = run(&data, by_swap_loss);
    assert_close(objective, weighted_objective(&data, &table, &w), 1e-6, "the sum over all pairs");
    let mut random = Random::new(8);
    for _ in 0..500 {
        let moved: Vec<f64> = w.iter().map(|w| w + 0.2 * (random.uniform() - 0.5)).collect();
        let value = weighted_objective(&data, &table, &moved);
        assert!(value >= objective * (1.0 - 1e-6), "{moved:?} is below {objective}");
    }
    let one_slack = |s: &mut TrainingSettings| {
        by_swap_loss(s);
        "1-slack".clone_into(&mut s.working_set);
    };
    assert_close(run(&data, one_slack).2, objective, 1e-5, "1-slack");
    let (_, equal, _) = run(&data, |_| ());
    assert!(w.iter().zip(&equal).any(|(one, other)| (one - other).abs() > 1e-3), "the weights matter");

    // The inspection has the weights of the training, and its own settings preview the same constraint.
    let settings = of_table.model().expect("a model").settings;
    for query in 0..data.n_queries() {
        let inspected = of_table.inspect(1, query).expect("a used query");
        let previewed = of_table.preview(1, query, &settings).expect("its own settings");
        assert_eq!((inspected.loss, inspected.hinge), (previewed.loss, previewed.hinge));
    }
    assert!(of_table.bounds_along(1, &[0.0, 1.0]).is_ok());

    // The only weight of two grades is 1.
    let data = Arc::new(Random::new(5).dataset(6, 8, 3, 1));
    let (weighted, equal) = (run(&data, by_swap_loss), run(&data, |_| ()));
    assert_close(weighted.2, equal.2, 1e-6, "two grades");
}

#[test]
fn swap_loss_trains_with_the_ramp_and_in_a_combination() {
    let data = Arc::new(Random::new(6).dataset(6, 8, 3, 3));
    let usual = run(&data, by_swap_loss).2;
    let ramp = |s: &mut TrainingSettings| {
        by_swap_loss(s);
        "ramp".clone_into(&mut s.reference);
    };
    assert!(run(&data, ramp).2 <= usual * (1.0 + 1e-6), "the ramp is tighter");
    let combined = |weights: &str| {
        run(&data, |s| {
            "combo".clone_into(&mut s.method);
            "separate".clone_into(&mut s.slacks);
            s.components = vec!["svm-auc".to_owned(), "ranksvm".to_owned()];
            weights.clone_into(&mut s.pair_weights);
        })
    };
    let (weighted, equal) = (combined("swap-loss").2, combined("equal").2);
    assert!((weighted - equal).abs() > 1e-3, "{weighted} {equal}: a component has its weights");
}

#[test]
fn weights_of_pairs_of_good_and_bad_documents_are_refused() {
    let mut settings = TrainingSettings {
        method: "ranksvm".to_owned(),
        pairs_of: "threshold".to_owned(),
        pair_weights: "swap-loss".to_owned(),
        ..TrainingSettings::default()
    };
    let refused = settings.parse().expect_err("it has no effect").to_string();
    assert!(refused.starts_with("pair_weights: swap-loss weighs pairs by their grades"), "{refused}");
    settings.mend_unused().expect("the method is known");
    assert_eq!(settings.pair_weights, "equal");
    assert!(settings.parse().is_ok());
    let mut graded = TrainingSettings { pairs_of: "grades".to_owned(), ..settings.clone() };
    by_swap_loss(&mut graded);
    graded.mend_unused().expect("the method is known");
    assert_eq!(graded.pair_weights, "swap-loss", "here it has an effect");

    // Without training data there is no table.
    let config = graded.parse().expect("they can be used");
    let loss = config.learner.loss().expect("a structured loss");
    let data = Random::new(3).dataset(2, 8, 3, 3);
    let problem = bind_groups(&loss.slack_groups(), &data, 0).err().expect("no table").to_string();
    assert!(problem.contains("computed from training data"), "{problem}");
    assert!(bind_groups(&loss.weighted_by(&data).slack_groups(), &data, 0).is_ok());
}

#[test]
fn ties_share_the_mean_of_their_coefficients() {
    let mut random = Random::new(7);
    for _ in 0..50 {
        let (grades, scores) = (random.grades(5, 2), random.scores(5));
        for loss in PairHinge::all(2, PairWeight::Mean, Some(PairTable::equal())) {
            let Some(bound) = loss.bind(&grades) else { continue };
            let tied = TiedRanking::by_scores(&scores);
            let orders: Vec<Ranking> = permutations(5)
                .into_iter()
                .filter(|order| order.is_sorted_by(|&a, &b| scores[a as usize] >= scores[b as usize]))
                .map(Ranking::from_order)
                .collect();
            let found = bound.tied_delta_psi(&tied).expect("it has a ramp bound");
            for (document, found) in found.iter().enumerate() {
                let sum: f64 = orders.iter().map(|order| bound.delta_psi(order)[document]).sum();
                assert_close(*found, sum / orders.len() as f64, 1e-12, "mean over all orders");
            }
            // The ranking by scores maximises ⟨w, ψ(y)⟩, so its δψ has the least margin.
            let least = permutations(5)
                .into_iter()
                .map(|order| margin(&bound.delta_psi(&Ranking::from_order(order)), &scores))
                .fold(f64::MAX, f64::min);
            assert_close(margin(&found, &scores), least, 1e-12, "the model's own ranking");
        }
    }
}

#[test]
fn older_model_files_of_ranksvm_compare_good_with_bad_documents() {
    let data = Arc::new(Random::new(3).dataset(6, 8, 3, 3));
    let (of_grades, _, _) = run(&data, |_| ());
    let text = of_grades.model().expect("a model").json();
    assert_eq!(Model::parse(&text).expect("a model file").settings.pairs_of, "grades");
    // Older files do not have the setting.
    let old: String =
        text.lines().filter(|line| !line.contains("pairs_of")).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(old.lines().count() + 1, text.lines().count(), "{text}");
    let settings = Model::parse(&old).expect("an older model file").settings;
    assert_eq!(settings.pairs_of, "threshold");
    // Weights had no effect on RankSVM then.
    let weighted = old.replace("\"pair_weights\": \"equal\"", "\"pair_weights\": \"swap-loss\"");
    assert_ne!(weighted, old, "{old}");
    assert_eq!(Model::parse(&weighted).expect("an older model file").settings.pair_weights, "equal");
    let (_, binary, _) = run(&data, |s| "threshold".clone_into(&mut s.pairs_of));
    let (_, again, _) =
        run(&data, |s| s.clone_from(&TrainingSettings { c: 5.0, gap: 1e-7, ..settings.clone() }));
    assert_eq!(again, binary, "its settings train the same model");
    let broken = text.replace("\"pairs_of\": \"grades\"", "\"pairs_of\": \"bogus\"");
    assert!(Model::parse(&broken).expect_err("unknown").to_string().contains("pairs_of"));
}
