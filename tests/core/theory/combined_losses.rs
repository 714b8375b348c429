//! Combined losses: no w of a grid has a lower largest regret, and no other weights a higher dual.

use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::loss::{LossSpec, bind_groups};
use rankscope::ranking::Ranking;
use rankscope::theory::combined_losses::{CombinedLossesOptions, CombinedLossesResult, combined_losses};

fn options(components: &[&str], c: f64) -> CombinedLossesOptions {
    let components = components.iter().map(|&name| name.to_owned()).collect();
    CombinedLossesOptions { components, c, points: 11, gap: 1e-4 }
}

fn run(data: &Arc<Dataset>, options: &CombinedLossesOptions) -> CombinedLossesResult {
    combined_losses(Arc::clone(data), options).expect("usable data")
}

/// The mean slack of a loss by enumeration: its Δ and ψ of all rankings, without its search.
fn mean_slack(data: &Dataset, loss: &LossSpec, w: &[f64]) -> f64 {
    let (mut hinges, mut m) = (0.0, 0.0);
    for query in data.queries() {
        let bound = bind_groups(&loss.slack_groups(), data, query.index).expect("it can be bound");
        let scores = data.scores(query.documents.clone(), w);
        for (_, loss) in bound.into_iter().flatten() {
            let hinge = |order: Vec<u32>| {
                let y = Ranking::from_order(order);
                let coefficients = loss.delta_psi(&y);
                let margin: f64 = coefficients.iter().zip(&scores).map(|(one, score)| one * score).sum();
                loss.delta(&y) - margin
            };
            hinges += permutations(query.grades.len()).into_iter().map(hinge).fold(0.0, f64::max);
            m += 1.0;
        }
    }
    hinges / m
}

#[test]
fn no_w_of_a_grid_has_a_lower_largest_regret() {
    for (seed, components, c) in [
        (1, ["owpc:generator=constant", "owpc:generator=inverse-rank"], 20.0),
        (2, ["svm-map", "svm-auc"], 5.0),
        (3, ["svm-ndcg:cut-off=2", "svm-mrr"], 50.0),
    ] {
        let data = Arc::new(Random::new(seed).dataset(5, 4, 2, 2));
        let options = options(&components, c);
        let losses = options.check().expect("valid options");
        let result = run(&data, &options);
        assert!(result.dual <= result.objective && result.objective - result.dual <= 2e-4 * c, "{result:?}");
        let within = result.components.iter().zip(&losses);
        let parts: Vec<_> = within.filter(|(one, _)| one.part.is_some()).collect();
        let mut least = f64::INFINITY;
        for first in -30..=30 {
            for second in -30..=30 {
                let w = [0.1 * f64::from(first), 0.1 * f64::from(second)];
                let ratio = |(one, (_, loss)): &(_, &(String, LossSpec))| -> f64 {
                    let one: &&rankscope::theory::combined_losses::CombinedLoss = one;
                    (mean_slack(&data, loss, &w) - one.alone) / (one.at_zero - one.alone)
                };
                let largest = parts.iter().map(ratio).fold(f64::NEG_INFINITY, f64::max);
                least = least.min(0.5 * (w[0] * w[0] + w[1] * w[1]) + c * largest);
            }
        }
        assert!(result.dual <= least + 1e-9, "{components:?}: {least} {result:?}");
        assert!(result.objective <= least + 2e-4 * c, "{components:?}: {least} {result:?}");
        for (one, (name, loss)) in result.components.iter().zip(&losses) {
            assert_eq!(&one.name, name);
            assert_close(one.at_zero, mean_slack(&data, loss, &[0.0, 0.0]), 1e-12, "R at 0");
        }
    }
}

#[test]
fn shares_belong_to_the_largest_ratios_and_other_shares_have_a_lower_dual() {
    let data = Arc::new(Random::new(5).dataset(25, 8, 4, 2));
    for components in [["owpc:generator=constant", "owpc:generator=inverse-rank"], ["svm-map", "svm-auc"]] {
        let result = run(&data, &options(&components, 30.0));
        let parts: Vec<_> =
            result.components.iter().map(|one| one.part.expect("it can be learned")).collect();
        assert_close(parts.iter().map(|part| part.share).sum::<f64>(), 1.0, 1e-9, "Σ λ");
        let largest = parts.iter().map(|part| part.ratio).fold(f64::NEG_INFINITY, f64::max);
        assert_close(result.objective, 0.5 * result.norm * result.norm + 30.0 * largest, 1e-9, "objective");
        for (place, (one, part)) in result.components.iter().zip(&parts).enumerate() {
            assert!(part.share < 1e-3 || largest - part.ratio < 1e-3, "{one:?}");
            assert_close(part.weight, 30.0 * part.share / (one.at_zero - one.alone), 1e-12, "C_l");
            assert_eq!((one.of_alone[place], one.ratios_of_alone[place]), (one.alone, 0.0));
            assert_close(one.slack - one.alone, part.ratio * (one.at_zero - one.alone), 1e-12, "ratio");
        }
        assert_eq!(result.front.len(), 11);
        for point in &result.front {
            assert!(point.dual <= result.objective + 1e-9, "{point:?} {}", result.objective);
        }
        // Its slope by λ is the difference of the ratios, which therefore falls, up to the gap.
        let difference =
            |point: &rankscope::theory::combined_losses::FrontPoint| point.ratios[0] - point.ratios[1];
        for two in result.front.windows(2) {
            assert!(two[0].share < two[1].share);
            assert!(difference(&two[1]) <= difference(&two[0]) + 1e-3, "{two:?}");
        }
        // The dual function is concave, and its greatest value on the grid is near λ.
        for three in result.front.windows(3) {
            let middle = 0.5 * (three[0].dual + three[2].dual);
            assert!(three[1].dual >= middle - 1e-2, "{three:?}");
        }
        let best = result.front.iter().max_by(|one, other| one.dual.total_cmp(&other.dual)).expect("points");
        assert!((best.share - parts[0].share).abs() <= 0.15, "{best:?} {parts:?}");
    }
}

#[test]
fn a_loss_that_cannot_be_learned_is_left_out() {
    // With the weights 1/j the bad document above the good one counts more than the two below.
    let data = "1 qid:1 1:1\n0 qid:1 1:0\n0 qid:1 1:0\n0 qid:1 1:2\n";
    let data = Arc::new(Dataset::from_letor(data).expect("LETOR text"));
    let result = run(&data, &options(&["owpc:generator=inverse-rank", "owpc:generator=constant"], 10.0));
    let [hard, easy] = &result.components[..] else { panic!("two components") };
    assert_eq!((hard.part, hard.ratios_of_alone.len()), (None, 0));
    assert_close(hard.at_zero, 1.0, 1e-12, "R at 0");
    assert!(hard.alone > 0.999 && easy.alone < 0.9, "{result:?}");
    assert_close(easy.part.expect("it can be learned").share, 1.0, 1e-9, "λ");
    assert!(result.front.is_empty());
}

#[test]
fn three_losses_share_the_weight() {
    let data = Arc::new(Random::new(6).dataset(20, 8, 4, 2));
    let result = run(&data, &options(&["svm-map", "svm-auc", "ranksvm"], 20.0));
    let shares: Vec<f64> =
        result.components.iter().filter_map(|one| Some(one.part.as_ref()?.share)).collect();
    assert_close(shares.iter().sum::<f64>(), 1.0, 1e-9, "Σ λ");
    assert_eq!((shares.len(), result.front.len()), (3, 0));
}

#[test]
fn unusable_input_is_refused() {
    let data = Arc::new(Random::new(7).dataset(6, 5, 2, 2));
    let refused =
        |field: &str, options: CombinedLossesOptions| match combined_losses(Arc::clone(&data), &options) {
            Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
            other => panic!("{field}: {other:?}"),
        };
    refused("components", options(&["svm-map"], 10.0));
    refused("components", options(&["svm-map", "svm-map"], 10.0));
    refused("components", options(&["svm-map", "dorm"], 10.0));
    refused("c", options(&["svm-map", "svm-auc"], 0.0));
    refused("points", CombinedLossesOptions { points: 1, ..options(&["svm-map", "svm-auc"], 10.0) });
    let flat = Arc::new(Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n").expect("LETOR text"));
    let seen = combined_losses(flat, &options(&["svm-map", "svm-auc"], 10.0));
    assert!(matches!(seen, Err(Error::Data { .. })), "{seen:?}");
    let blind = Arc::new(Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:1\n").expect("LETOR text"));
    let seen = combined_losses(blind, &options(&["svm-map", "svm-auc"], 10.0));
    assert!(matches!(seen, Err(Error::Config { field: "c", .. })), "{seen:?}");
}
