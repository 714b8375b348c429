//! Boosting with stumps and single features, compared with brute force over all pairs and cuts.

use std::sync::Arc;

use crate::learner::boosting_support::{cuts, figures, mean_over_queries, pairs, scores, tied_data, train};
use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::learner::boosting::{
    AdaRank, AdaRankConfig, FRank, FRankConfig, PairWeighting, RankBoost, RankBoostConfig, Reuse, StepLength,
    StumpSearch,
};
use rankscope::learner::{Learner, StopReason};
use rankscope::metric::{AVERAGE_PRECISION, Labels, Measure};
use rankscope::ranking::TiedRanking;

/// Returns Σ of a pair weight over the pairs with h_i − h_j = +1, and over those with −1.
fn separated(
    data: &Dataset,
    feature: usize,
    threshold: f64,
    weight: impl Fn(usize, usize, usize) -> f64,
) -> [f64; 2] {
    let is_above = |row: usize| data.features(row)[feature] > threshold;
    let mut sums = [0.0; 2];
    for (query, i, j) in pairs(data).0 {
        match (is_above(i), is_above(j)) {
            (true, false) => sums[0] += weight(query, i, j),
            (false, true) => sums[1] += weight(query, i, j),
            _ => {}
        }
    }
    sums
}

fn n_pairs(data: &Dataset) -> Vec<f64> {
    let mut counts = vec![0.0; data.n_queries()];
    pairs(data).0.iter().for_each(|pair| counts[pair.0] += 1.0);
    counts
}

fn rank_boost(search: StumpSearch, weighting: PairWeighting) -> RankBoostConfig {
    RankBoostConfig { rounds: 12, search, weighting }
}

#[test]
fn rank_boost_chooses_the_best_of_all_cuts_and_its_bound_holds() {
    let mut random = Random::new(7);
    for trial in 0..30 {
        let data = tied_data(&mut random, 8, 3, 3);
        let search = [StumpSearch::Third, StumpSearch::First][trial % 2];
        let weighting = [PairWeighting::Pairs, PairWeighting::Query][trial / 2 % 2];
        let mut booster = RankBoost::learner(data.clone(), rank_boost(search, weighting)).unwrap();
        let (steps, _) = train(&mut booster, 1000);
        let counts = n_pairs(&data);
        let (all, used): (f64, f64) =
            (counts.iter().sum(), counts.iter().filter(|count| **count > 0.0).count() as f64);
        let first = |query: usize| match weighting {
            PairWeighting::Pairs => 1.0 / all,
            PairWeighting::Query => 1.0 / (used * counts[query]),
        };
        for round in 1..steps.len() {
            let before = scores(&booster, &data, round - 1);
            let loss = |s: &[f64]| {
                pairs(&data).0.iter().map(|&(q, i, j)| first(q) * (s[j] - s[i]).exp()).sum::<f64>()
            };
            let z = loss(&before);
            assert_close(steps[round - 1].objective.unwrap(), z, 1e-10, "the product of the Z");
            let seen = figures(&steps[round]);
            let worth = |feature: usize, threshold: f64| {
                let weight = |q: usize, i: usize, j: usize| first(q) * (before[j] - before[i]).exp() / z;
                let [plus, minus] = separated(&data, feature, threshold, weight);
                match search {
                    StumpSearch::Third => (plus - minus).abs(),
                    StumpSearch::First => (plus.sqrt() - minus.sqrt()).powi(2),
                }
            };
            let best = (0..3)
                .flat_map(|feature| cuts(&data, feature).into_iter().map(move |cut| (feature, cut)))
                .map(|(feature, cut)| worth(feature, cut))
                .fold(0.0, f64::max);
            let (feature, threshold) = seen.chosen.unwrap();
            let threshold = threshold.unwrap();
            assert!(cuts(&data, feature - 1).contains(&threshold));
            assert_close(worth(feature - 1, threshold), best, 1e-9, "the best cut");
            let after = scores(&booster, &data, round);
            if search == StumpSearch::Third {
                let r: f64 = seen.edge;
                let bounded = r.clamp(-1.0 + 0.5 / all, 1.0 - 0.5 / all);
                assert_close(seen.alpha, 0.5 * ((1.0 + bounded) / (1.0 - bounded)).ln(), 1e-9, "α");
                // Freund et al., equation 6.
                assert!(loss(&after) / z <= (1.0 - bounded * bounded).sqrt() + 1e-9);
            }
            assert!(loss(&after) <= z + 1e-12, "the bound rises");
            let error: f64 = pairs(&data)
                .0
                .iter()
                .map(|&(q, i, j)| {
                    let wrong =
                        f64::from(u8::from(after[i] < after[j]) + u8::from(after[i] <= after[j])) / 2.0;
                    first(q) * wrong
                })
                .sum();
            assert_close(seen.pair_error.unwrap(), error, 1e-12, "pair error");
            assert!(steps[round].objective.unwrap() >= error);
        }
        assert!(steps.len() > 1, "something is learned");
    }
}

/// Returns F of a pair by its definition, with P* = 1.
fn fidelity_loss(difference: f64) -> f64 {
    1.0 - (1.0 / (1.0 + (-difference).exp())).sqrt()
}

#[test]
fn frank_chooses_the_best_cut_of_each_feature_and_never_increases_its_loss() {
    let mut random = Random::new(8);
    for trial in 0..30 {
        let data = tied_data(&mut random, 8, 3, 3);
        let step = [StepLength::Formula, StepLength::Exact][trial % 2];
        let mut booster = FRank::learner(data.clone(), FRankConfig { rounds: 8, step }).unwrap();
        let (steps, _) = train(&mut booster, 1000);
        let counts = n_pairs(&data);
        let all: f64 = counts.iter().sum();
        let loss = |s: &[f64]| mean_over_queries(&data, |i, j| fidelity_loss(s[i] - s[j]));
        assert_close(steps[0].objective.unwrap(), 1.0 - 0.5_f64.sqrt(), 1e-12, "J at first");
        for round in 1..steps.len() {
            let before = scores(&booster, &data, round - 1);
            let weight = |q: usize, i: usize, j: usize| {
                let p = 1.0 / (1.0 + (before[j] - before[i]).exp());
                p.sqrt() * (1.0 - p) / counts[q]
            };
            let total: f64 = pairs(&data).0.iter().map(|&(q, i, j)| weight(q, i, j)).sum();
            let phases = booster.boosting().unwrap().phases(round).unwrap();
            for candidate in &phases.candidates {
                let feature = candidate.feature - 1;
                let promised = |cut: f64| {
                    let [plus, minus] = separated(&data, feature, cut, weight);
                    (plus.sqrt() - minus.sqrt()).powi(2)
                };
                let best = cuts(&data, feature).into_iter().map(promised).fold(0.0, f64::max);
                let threshold = candidate.threshold.unwrap();
                assert_close(promised(threshold), best, 1e-9, "the best cut of a feature");
                let [mut plus, mut minus] = separated(&data, feature, threshold, weight);
                let least = total / (2.0 * all);
                if plus < least || minus < least {
                    (plus, minus) = (plus + least, minus + least);
                }
                let along = |alpha: f64| {
                    let raise = |row: usize| {
                        before[row] + alpha * f64::from(u8::from(data.features(row)[feature] > threshold))
                    };
                    mean_over_queries(&data, |i, j| fidelity_loss(raise(i) - raise(j)))
                };
                assert_close(candidate.objective.unwrap(), along(candidate.alpha), 1e-11, "J of a candidate");
                match step {
                    StepLength::Formula => {
                        assert_close(candidate.alpha, 0.5 * (plus / minus).ln(), 1e-8, "equation 3");
                    }
                    StepLength::Exact => {
                        let near = [0.999, 1.001].map(|factor| along(candidate.alpha * factor));
                        let limited = minus.min(plus) < 2.0 * least;
                        assert!(
                            limited || near.iter().all(|value| *value >= along(candidate.alpha) - 1e-12),
                            "J falls beside the exact step"
                        );
                    }
                }
            }
            let least = phases.candidates.iter().filter_map(|one| one.objective).fold(1.0, f64::min);
            let after = scores(&booster, &data, round);
            assert_close(loss(&after), least, 1e-11, "the candidate with the least J");
            assert_close(steps[round].objective.unwrap(), loss(&after), 1e-12, "J");
            assert!(steps[round].objective < steps[round - 1].objective, "J rises");
            assert_eq!(phases.candidates[phases.chosen[0]].feature, figures(&steps[round]).chosen.unwrap().0);
            let all_pairs = pairs(&data).0;
            let is_given_up =
                |pair: &&(usize, usize, usize)| fidelity_loss(after[pair.1] - after[pair.2]) > 0.9;
            let given_up = all_pairs.iter().filter(is_given_up).count() as f64 / all;
            assert_close(figures(&steps[round]).given_up.unwrap(), given_up, 1e-12, "given up");
        }
        assert!(steps.len() > 1, "something is learned");
    }
}

#[test]
fn pulls_are_minus_the_derivatives_of_the_losses() {
    let mut random = Random::new(9);
    let data = tied_data(&mut random, 8, 3, 3);
    let check = |ranker: &dyn Learner, loss: &dyn Fn(&[f64]) -> f64| {
        for iteration in [0, 1, 4] {
            let s = scores(ranker, &data, iteration);
            for query in data.queries() {
                let Some(pull) = ranker.pull(query.index, iteration) else {
                    let grades = query.grades;
                    assert!(
                        grades.iter().all(|grade| grade == &grades[0]),
                        "query {} has pairs",
                        query.index
                    );
                    continue;
                };
                for (row, pull) in query.documents.clone().zip(pull) {
                    let at = |shift: f64| {
                        let mut moved = s.clone();
                        moved[row] += shift;
                        loss(&moved)
                    };
                    let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                    assert!((pull + slope).abs() < 1e-8, "pull {pull}, slope {slope}");
                }
            }
        }
    };
    let mut frank =
        FRank::learner(data.clone(), FRankConfig { rounds: 5, ..FRankConfig::default() }).unwrap();
    train(&mut frank, 3);
    check(&frank, &|s| mean_over_queries(&data, |i, j| fidelity_loss(s[i] - s[j])));
    // D is normalised, so the loss is ln Σ D₁ e^{−H}.
    let config = rank_boost(StumpSearch::Third, PairWeighting::Query);
    let mut boost = RankBoost::learner(data.clone(), config).unwrap();
    train(&mut boost, 3);
    check(&boost, &|s| mean_over_queries(&data, |i, j| (s[j] - s[i]).exp()).ln());
}

#[test]
fn the_curve_of_a_frank_step_is_its_loss() {
    let mut random = Random::new(10);
    let data = tied_data(&mut random, 10, 3, 2);
    let mut booster =
        FRank::learner(data.clone(), FRankConfig { rounds: 4, ..FRankConfig::default() }).unwrap();
    let (steps, _) = train(&mut booster, 100);
    let inspection = booster.boosting().unwrap();
    assert!(inspection.step_curve(0, 9).is_none());
    for (round, step) in steps.iter().enumerate().skip(1) {
        let curve = inspection.step_curve(round, 33).unwrap();
        assert_eq!((curve.iteration, curve.alphas.len()), (round, 33));
        assert!(curve.alphas.is_sorted());
        assert_eq!(curve.taken, figures(step).alpha);
        assert_close(curve.taken, curve.formula, 1e-14, "equation 3");
        let before = scores(&booster, &data, round - 1);
        let (feature, threshold) = figures(step).chosen.unwrap();
        let is_above = |row: usize| f64::from(u8::from(data.features(row)[feature - 1] > threshold.unwrap()));
        for (&alpha, &objective) in curve.alphas.iter().zip(&curve.objectives) {
            let raised = |row: usize| before[row] + alpha * is_above(row);
            let loss = mean_over_queries(&data, |i, j| fidelity_loss(raised(i) - raised(j)));
            assert_close(objective, loss, 1e-11, "J along the step");
        }
        // At H = 0 the exact step is four times as long if some pair opposes it.
        if round == 1 {
            assert_close(curve.exact, 4.0 * curve.formula, 1e-6, "the first exact step");
        }
    }
}

fn measure_of(data: &Dataset, measure: Measure, query: usize, scores: &[f64]) -> Option<f64> {
    let query = data.query(query);
    let labels =
        Labels { grades: query.grades, groups: &[], max_grade: data.max_grade(), threshold: 1, unjudged: 0 };
    measure.value(&TiedRanking::by_scores(&scores[query.documents]), &labels)
}

#[test]
fn ada_rank_weighs_badly_ranked_queries_and_chooses_the_best_feature_for_them() {
    let mut random = Random::new(11);
    for trial in 0..20 {
        let data = tied_data(&mut random, 9, 5, 2);
        let measure = [AVERAGE_PRECISION.whole(), "ndcg@3".parse().unwrap()][trial % 2];
        let reuse = [Reuse::Once, Reuse::NotLast][trial / 2 % 2];
        let config = AdaRankConfig { rounds: 5, measure, reuse, threshold: 1 };
        let mut booster = AdaRank::learner(data.clone(), config).unwrap();
        let (steps, _) = train(&mut booster, 5);
        let used: Vec<usize> = (0..data.n_queries())
            .filter(|&query| measure_of(&data, measure, query, &vec![0.0; data.n_documents()]).is_some())
            .collect();
        let mut chosen: Vec<usize> = Vec::new();
        let mut best = (0, f64::NEG_INFINITY);
        for (round, step) in steps.iter().enumerate() {
            let s = scores(&booster, &data, round);
            let values: Vec<f64> =
                used.iter().map(|&query| measure_of(&data, measure, query, &s).unwrap()).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            if mean > best.1 + 1e-12 {
                best = (round, mean);
            }
            let all: f64 = values.iter().map(|value| (-value).exp()).sum();
            let weights = booster.boosting().unwrap().query_weights(round).unwrap();
            assert_eq!(weights.iter().map(|one| one.query).collect::<Vec<_>>(), used);
            for (weight, value) in weights.iter().zip(&values) {
                let expected = if round == 0 { 1.0 / used.len() as f64 } else { (-value).exp() / all };
                assert_close(weight.weight, expected, 1e-12, "P");
                assert_close(weight.value.unwrap(), *value, 1e-12, "E");
            }
            let entropy: f64 = -weights.iter().map(|one| one.weight * one.weight.ln()).sum::<f64>();
            assert_close(
                figures(step).entropy.unwrap(),
                entropy / (used.len() as f64).ln(),
                1e-12,
                "entropy",
            );
            assert!(booster.pull(used[0], round).is_none());
            if round + 1 == steps.len() {
                break;
            }
            let seen = figures(&steps[round + 1]);
            let (feature, _) = seen.chosen.unwrap();
            let weighted = |feature: usize, sign: f64| -> f64 {
                let column: Vec<f64> =
                    (0..data.n_documents()).map(|row| sign * data.features(row)[feature]).collect();
                let value = |query: usize| measure_of(&data, measure, query, &column).unwrap();
                weights.iter().map(|one| one.weight * value(one.query)).sum()
            };
            let allowed = |feature: &usize| match reuse {
                Reuse::Once => !chosen.contains(&(feature + 1)),
                _ => chosen.last() != Some(&(feature + 1)),
            };
            assert!(allowed(&(feature - 1)));
            let best = (0..5)
                .filter(allowed)
                .flat_map(|feature| [weighted(feature, 1.0), weighted(feature, -1.0)])
                .fold(0.0, f64::max);
            assert_close(seen.edge, best, 1e-12, "the best weighted measure");
            assert_close(
                weighted(feature - 1, seen.alpha.signum()),
                best,
                1e-12,
                "the chosen feature and sign",
            );
            assert_close(seen.alpha.abs(), 0.5 * ((1.0 + best) / (1.0 - best)).ln(), 1e-9, "α");
            chosen.push(feature);
        }
        assert_eq!(booster.best().0, best.0);
    }
}

#[test]
fn ada_rank_as_published_stops_when_it_repeats_its_choice() {
    // Feature 1 is right in two of three queries, feature 2 only in the third. The weights never change enough.
    let text = "1 qid:1 1:1 2:0\n0 qid:1 1:0 2:1\n1 qid:2 1:1 2:0\n0 qid:2 1:0 2:1\n1 qid:3 1:0 2:1\n0 qid:3 1:1 2:0\n";
    let data = Arc::new(Dataset::from_letor(text).unwrap());
    let run = |reuse| {
        let config = AdaRankConfig { reuse, ..AdaRankConfig::default() };
        let (steps, end) = train(&mut AdaRank::learner(data.clone(), config).unwrap(), 1);
        (steps.len() - 1, end)
    };
    let (rounds, end) = run(Reuse::Paper);
    assert_eq!((rounds, end.reason, end.iterations), (1, StopReason::SameFeature, 1));
    assert!(end.problem.unwrap().contains("feature 1"));
    let (rounds, end) = run(Reuse::Once);
    assert_eq!((rounds, end.reason), (2, StopReason::NoWeakLearner));
    let (rounds, end) = run(Reuse::NotLast);
    assert_eq!((rounds, end.reason), (100, StopReason::Complete));
}

#[test]
fn unusable_data_are_refused_or_end_the_run_with_a_reason() {
    let one_grade = Arc::new(Dataset::from_letor("0 qid:1 1:1\n0 qid:1 1:2\n1 qid:2 1:3\n").unwrap());
    let refused = |error: Option<Error>, word: &str| match error {
        Some(Error::Data { problem }) => assert!(problem.contains(word), "{problem}"),
        other => panic!("a data error, not {other:?}"),
    };
    refused(FRank::learner(one_grade.clone(), FRankConfig::default()).err(), "two different grades");
    refused(RankBoost::learner(one_grade, RankBoostConfig::default()).err(), "two different grades");
    let no_good = Arc::new(Dataset::from_letor("0 qid:1 1:1\n0 qid:1 1:2\n").unwrap());
    refused(AdaRank::learner(no_good, AdaRankConfig::default()).err(), "no good document");

    let constant = Arc::new(Dataset::from_letor("0 qid:1 1:1\n1 qid:1 1:1\n").unwrap());
    let end = |end: rankscope::learner::End| {
        assert_eq!((end.reason, end.iterations), (StopReason::NoWeakLearner, 0));
        assert!(end.problem.is_some());
    };
    end(train(&mut FRank::learner(constant.clone(), FRankConfig::default()).unwrap(), 1).1);
    for search in [StumpSearch::Third, StumpSearch::First] {
        let config = rank_boost(search, PairWeighting::Pairs);
        end(train(&mut RankBoost::learner(constant.clone(), config).unwrap(), 1).1);
    }
    let rounds_out_of_range = [0, 100_001];
    for rounds in rounds_out_of_range {
        let config = RankBoostConfig { rounds, ..RankBoostConfig::default() };
        assert!(matches!(config.check(), Err(Error::Config { field: "rounds", .. })));
    }
    let measure = "dcg".parse().unwrap();
    assert!(AdaRankConfig { measure, ..AdaRankConfig::default() }.check().is_err());
}

#[test]
fn separable_data_and_extreme_values_give_finite_numbers() {
    let text = format!("2 qid:1 1:{0} 2:1\n1 qid:1 1:0 2:2\n0 qid:1 1:-{0} 2:3\n", f64::MAX);
    let data = Arc::new(Dataset::from_letor(&text).unwrap());
    let check = |ranker: &mut dyn FnMut() -> (Vec<rankscope::learner::Step>, Vec<f64>)| {
        let (steps, scores) = ranker();
        assert!(scores.iter().all(|score| score.is_finite()));
        assert!(steps.iter().all(|step| step.objective.is_none_or(f64::is_finite)));
    };
    for search in [StumpSearch::Third, StumpSearch::First] {
        check(&mut || {
            let config = RankBoostConfig { rounds: 3000, search, ..RankBoostConfig::default() };
            let mut booster = RankBoost::learner(data.clone(), config).unwrap();
            let (steps, end) = train(&mut booster, 1);
            assert_eq!(end.reason, StopReason::Converged);
            (steps, scores(&booster, &data, end.iterations))
        });
    }
    // With many grades in order, the first and last scores drift apart before the loss is that small.
    let text: String = (0..12).map(|grade| format!("{grade} qid:1 1:{grade}\n")).collect();
    let graded = Arc::new(Dataset::from_letor(&text).unwrap());
    for search in [StumpSearch::Third, StumpSearch::First] {
        let config = RankBoostConfig { rounds: 100_000, search, ..RankBoostConfig::default() };
        let mut booster = RankBoost::learner(graded.clone(), config).unwrap();
        let (steps, end) = train(&mut booster, 1000);
        assert!(steps.is_sorted_by(|one, other| other.objective <= one.objective), "the bound rises");
        assert_eq!(end.reason, StopReason::Numeric);
        assert!(booster.pull(0, end.iterations).unwrap().iter().all(|pull| pull.is_finite()));
    }
    for step in [StepLength::Formula, StepLength::Exact] {
        check(&mut || {
            let mut booster = FRank::learner(data.clone(), FRankConfig { rounds: 500, step }).unwrap();
            let (steps, end) = train(&mut booster, 1);
            (steps, scores(&booster, &data, end.iterations))
        });
    }
    check(&mut || {
        let mut booster = AdaRank::learner(data.clone(), AdaRankConfig::default()).unwrap();
        let (steps, end) = train(&mut booster, 1);
        assert_eq!(end.reason, StopReason::Numeric, "the sum of the feature overflows");
        (steps, scores(&booster, &data, end.iterations))
    });
}
