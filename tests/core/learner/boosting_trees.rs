//! Boosted trees compared with a naive search, and properties of all boosted learners.

use std::sync::Arc;

use crate::learner::boosting_support::{figures, mean_over_queries, scores, tied_data, train};
use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::{Dataset, QueryRows, generate_letor};
use rankscope::learner::boosting::{
    AdaRank, AdaRankConfig, Booster, BoostingLoss, ClassForm, FRank, FRankConfig, LambdaMart,
    LambdaMartConfig, LambdaMartForm, McRank, McRankConfig, RankBoost, RankBoostConfig, StumpSearch,
    TreeConfig,
};
use rankscope::learner::{Learner, StopReason};
use rankscope::metric::{Gain, Labels, Measure, NDCG};
use rankscope::ranking::scorer::{RunningScores, Scorer, Term, TreeNode, WeakLearner};
use rankscope::ranking::{Ranking, TiedRanking};

fn trees(leaves: usize, min_documents: usize) -> TreeConfig {
    TreeConfig { leaves, min_documents, ..TreeConfig::default() }
}

/// Grows a best-first tree by trying every cut of every leaf. Returns (feature, threshold, gain) of its splits in order
/// of nodes.
fn naive_splits(data: &Dataset, targets: &[f64], config: &TreeConfig) -> Vec<(usize, f64, f64)> {
    let sum = |rows: &[usize]| rows.iter().map(|&row| targets[row]).sum::<f64>();
    let explained = |rows: &[usize]| sum(rows) * sum(rows) / rows.len() as f64;
    let tolerance = |rows: &[usize]| 1e-10 * explained(rows).max(1.0);
    let best_of = |rows: &[usize]| {
        let mut best = None::<(usize, f64, f64)>;
        for feature in 0..data.n_features() {
            let mut values: Vec<f64> = rows.iter().map(|&row| data.features(row)[feature]).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            for two in values.windows(2) {
                let threshold = two[0] / 2.0 + two[1] / 2.0;
                let (left, right): (Vec<usize>, Vec<usize>) =
                    rows.iter().partition(|&&row| data.features(row)[feature] <= threshold);
                if left.len().min(right.len()) < config.min_documents {
                    continue;
                }
                let gain = explained(&left) + explained(&right) - explained(rows);
                if gain > best.map_or(0.0, |best| best.2) + tolerance(rows) {
                    best = Some((feature, threshold, gain));
                }
            }
        }
        best
    };
    // Leaves in the order of their creation, each with its node.
    let mut leaves: Vec<(usize, Vec<usize>)> = vec![(0, (0..data.n_documents()).collect())];
    let mut splits: Vec<(usize, (usize, f64, f64))> = Vec::new();
    let mut n_nodes = 1;
    while leaves.len() < config.leaves {
        let mut best = None::<(usize, (usize, f64, f64))>;
        for (index, (_, rows)) in leaves.iter().enumerate() {
            let Some(split) = best_of(rows) else { continue };
            if best.is_none_or(|(_, best)| split.2 > best.2 + tolerance(rows)) {
                best = Some((index, split));
            }
        }
        let Some((index, split)) = best else { break };
        let (node, rows) = leaves.remove(index);
        let (left, right): (Vec<usize>, Vec<usize>) =
            rows.iter().partition(|&&row| data.features(row)[split.0] <= split.1);
        splits.push((node, split));
        leaves.extend([(n_nodes, left), (n_nodes + 1, right)]);
        n_nodes += 2;
    }
    splits.sort_by_key(|split| split.0);
    splits.into_iter().map(|split| split.1).collect()
}

/// Returns data with continuous features. The second repeats the first, and the third is its negative.
fn mirrored(random: &mut Random) -> Arc<Dataset> {
    let queries: Vec<QueryRows> = (0..6)
        .map(|query| {
            let n = 12;
            let rows = (0..n).flat_map(|_| {
                let (x, y) = (random.uniform(), random.integer(0, 5) as f64);
                [x, x, -x, y]
            });
            let features = rows.collect();
            QueryRows { id: query.to_string(), grades: random.grades(n, 2), features, comments: Vec::new() }
        })
        .collect();
    Arc::new(Dataset::from_queries(4, &queries).unwrap())
}

fn splits(tree: &WeakLearner) -> Vec<(usize, f64, f64)> {
    let WeakLearner::Tree { nodes } = tree else { panic!("a tree, not {tree:?}") };
    let of = |node: &TreeNode| match *node {
        TreeNode::Split { feature, threshold, gain, .. } => Some((feature, threshold, gain)),
        TreeNode::Leaf { .. } => None,
    };
    nodes.iter().filter_map(of).collect()
}

#[test]
fn trees_are_those_of_a_naive_search() {
    let mut random = Random::new(21);
    for trial in 0..10 {
        let data = mirrored(&mut random);
        let tree = trees(6, [1, 4, 9][trial % 3]);
        let form = [ClassForm::Classes, ClassForm::Ordinal][trial % 2];
        let config = McRankConfig { rounds: 3, form, tree: tree.clone() };
        let mut booster = McRank::learner(data.clone(), config).unwrap();
        let (steps, _) = train(&mut booster, 100);
        for round in 1..steps.len() {
            let inspection = booster.boosting().unwrap();
            let scorer = booster.scorer(round).unwrap();
            let mut gain = 0.0;
            for (ensemble, terms) in scorer.ensembles().iter().enumerate() {
                let targets: Vec<f64> = (0..data.n_queries())
                    .flat_map(|query| inspection.residuals(query, round - 1).unwrap()[ensemble].clone())
                    .collect();
                let expected = naive_splits(&data, &targets, &tree);
                let seen = splits(&terms[round - 1].weak);
                assert_eq!(seen.len(), expected.len());
                for (seen, expected) in seen.iter().zip(&expected) {
                    assert_eq!((seen.0, seen.1), (expected.0, expected.1));
                    assert_close(seen.2, expected.2, 1e-9, "gain");
                    assert!(![1, 2].contains(&seen.0), "of equal features the first is taken");
                    gain += seen.2;
                }
                check_leaves(&data, &terms[round - 1].weak, &targets, form);
            }
            assert_close(figures(&steps[round]).edge, gain, 1e-9, "gain of the round");
        }
    }
}

/// Checks that every node has the value of a Newton step over its documents.
fn check_leaves(data: &Dataset, tree: &WeakLearner, targets: &[f64], form: ClassForm) {
    let WeakLearner::Tree { nodes } = tree else { panic!("a tree") };
    let factor = match form {
        ClassForm::Classes => 2.0 / 3.0,
        ClassForm::Ordinal => 1.0,
    };
    let mut sums = vec![(0.0, 0.0); nodes.len()];
    for (row, target) in targets.iter().enumerate() {
        let mut at = 0;
        loop {
            sums[at].0 += target;
            sums[at].1 += target.abs() * (1.0 - target.abs());
            match nodes[at] {
                TreeNode::Leaf { .. } => break,
                TreeNode::Split { feature, threshold, left, right, .. } => {
                    at = if data.features(row)[feature] > threshold { right } else { left };
                }
            }
        }
    }
    for (node, (target, curvature)) in nodes.iter().zip(sums) {
        let expected = (factor * target / curvature).clamp(-4.0, 4.0);
        assert_close(node.value(), expected, 1e-9, "value of a node");
    }
}

#[test]
fn mc_rank_residuals_are_minus_the_derivatives_of_its_deviance() {
    let mut random = Random::new(22);
    let data = tied_data(&mut random, 8, 3, 2);
    let n = data.n_documents();
    for form in [ClassForm::Classes, ClassForm::Ordinal] {
        let config = McRankConfig { rounds: 4, form, tree: trees(4, 2) };
        let mut booster = McRank::learner(data.clone(), config).unwrap();
        let (steps, _) = train(&mut booster, 2);
        let first = match form {
            ClassForm::Classes => 3_f64.ln(),
            ClassForm::Ordinal => 2.0 * 2_f64.ln(),
        };
        assert_close(steps[0].objective.unwrap(), first, 1e-12, "deviance at first");
        for (iteration, step) in steps.iter().enumerate() {
            let mut running = RunningScores::new();
            running.update(&booster.scorer(iteration).unwrap(), &data);
            let sums = running.sums().to_vec();
            let loss = |sums: &[Vec<f64>], row: usize| -> f64 {
                let grade = usize::from(data.grade(row));
                let f: Vec<f64> = sums.iter().map(|sums| sums[row]).collect();
                match form {
                    ClassForm::Classes => f.iter().map(|f| f.exp()).sum::<f64>().ln() - f[grade],
                    ClassForm::Ordinal => {
                        let side = |k: usize| if grade > k { 1.0 } else { -1.0 };
                        f.iter().enumerate().map(|(k, f)| (1.0 + (-side(k) * f).exp()).ln()).sum()
                    }
                }
            };
            let deviance = (0..n).map(|row| loss(&sums, row)).sum::<f64>() / n as f64;
            assert_close(step.objective.unwrap(), deviance, 1e-12, "deviance");
            for query in data.queries() {
                let residuals = booster.boosting().unwrap().residuals(query.index, iteration).unwrap();
                let pull = booster.pull(query.index, iteration).unwrap();
                for (document, row) in query.documents.clone().enumerate() {
                    for (ensemble, residuals) in residuals.iter().enumerate() {
                        let at = |shift: f64| {
                            let mut moved = sums.clone();
                            moved[ensemble][row] += shift;
                            loss(&moved, row)
                        };
                        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                        assert!((residuals[document] + slope).abs() < 1e-8);
                    }
                    let expected = f64::from(data.grade(row)) - running.scores()[row];
                    assert_close(pull[document], expected, 1e-12, "grade less expected grade");
                }
            }
        }
        assert!(steps[steps.len() - 1].objective < steps[0].objective);
    }
}

#[test]
fn lambda_mart_weighs_pairs_by_the_change_of_a_swap() {
    let mut random = Random::new(23);
    let data = tied_data(&mut random, 8, 3, 3);
    // The grades 0 and 1 have the same gain, so that some queries have an order without a loss.
    let table = Gain::parse("0,0,2.5,2.75").unwrap();
    let gains = |cut_off| [Gain::Exponential, Gain::Linear, table].map(|gain| (cut_off, gain));
    let cases = [Some(1), Some(3), None].into_iter().flat_map(gains);
    let forms = |(cut_off, gain)| FORMS.map(|form| (cut_off, gain, form));
    for (cut_off, gain, form) in cases.flat_map(forms) {
        let tree = trees(4, 2);
        let config = LambdaMartConfig { rounds: 4, cut_off, gain, form, tree, ..LambdaMartConfig::default() };
        let mut booster = LambdaMart::learner(data.clone(), config).unwrap();
        let (steps, _) = train(&mut booster, 2);
        let measure = Measure { gain, ..NDCG.at(cut_off) };
        for iteration in 0..steps.len() {
            let all = scores(&booster, &data, iteration);
            for query in data.queries() {
                let Some(pull) = booster.pull(query.index, iteration) else { continue };
                let s = &all[query.documents.clone()];
                let labels =
                    Labels { grades: query.grades, groups: &[], max_grade: 3, threshold: 1, unjudged: 0 };
                let value = |order: &[u32]| {
                    let ranking = TiedRanking::strict(&Ranking::from_order(order.to_vec()));
                    measure.value(&ranking, &labels).unwrap()
                };
                let are_equal = s.iter().all(|score| *score == s[0]);
                let mut expected = vec![0.0; s.len()];
                for i in 0..s.len() {
                    for j in 0..s.len() {
                        if query.grades[i] > query.grades[j] {
                            let mut force = mean_change(s, i, j, value) / (1.0 + (s[i] - s[j]).exp());
                            if form == LambdaMartForm::Normalised && !are_equal {
                                force /= 0.01 + (s[i] - s[j]).abs();
                            }
                            expected[i] += force;
                            expected[j] -= force;
                        }
                    }
                }
                for (seen, expected) in pull.iter().zip(&expected) {
                    assert_close(*seen, *expected, 1e-11, "λ");
                }
            }
        }
        let error = |s: &[f64]| {
            mean_over_queries(&data, |i, j| f64::from(u8::from(s[i] < s[j]) + u8::from(s[i] <= s[j])) / 2.0)
        };
        let last = steps.len() - 1;
        let seen = figures(&steps[last]).pair_error.unwrap();
        assert_close(seen, error(&scores(&booster, &data, last)), 1e-12, "pair error");
        assert!(seen < 0.5);
        assert_eq!(booster.best().0, last, "without an objective the last iteration counts");
    }
}

const FORMS: [LambdaMartForm; 3] =
    [LambdaMartForm::Published, LambdaMartForm::SecondOrder, LambdaMartForm::Normalised];

/// Returns the mean change of a measure if documents i and j swap, over all ranks that they can have.
fn mean_change(s: &[f64], i: usize, j: usize, value: impl Fn(&[u32]) -> f64) -> f64 {
    let order = Ranking::by_scores(s).order().to_vec();
    let ranks = |document: usize| -> Vec<usize> {
        (0..s.len()).filter(|&rank| s[order[rank] as usize] == s[document]).collect()
    };
    let mut changes = Vec::new();
    for a in ranks(i) {
        for b in ranks(j).into_iter().filter(|&b| b != a) {
            // Where the other documents are does not matter for this swap.
            let others = order.iter().copied().filter(|&one| one as usize != i && one as usize != j);
            let with = |first: usize, second: usize| -> Vec<u32> {
                let mut others = others.clone();
                let mut at = |rank| {
                    if rank == a {
                        Some(first as u32)
                    } else if rank == b {
                        Some(second as u32)
                    } else {
                        others.next()
                    }
                };
                (0..s.len()).map(&mut at).map(Option::unwrap).collect()
            };
            changes.push((value(&with(i, j)) - value(&with(j, i))).abs());
        }
    }
    changes.iter().sum::<f64>() / changes.len() as f64
}

#[test]
fn trees_need_two_grades_and_a_feature_that_separates_them() {
    let data = Arc::new(Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n").unwrap());
    let error = McRank::learner(data.clone(), McRankConfig::default()).err();
    assert!(matches!(error, Some(Error::Data { problem }) if problem.contains("two grades")));
    let error = LambdaMart::learner(data, LambdaMartConfig::default()).err();
    assert!(matches!(error, Some(Error::Data { .. })));
    // Too few documents for two leaves of ten.
    let data = Arc::new(Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:2\n").unwrap());
    let (steps, end) = train(&mut McRank::learner(data.clone(), McRankConfig::default()).unwrap(), 1);
    assert_eq!((steps.len(), end.reason), (1, StopReason::NoWeakLearner));
    let (steps, end) = train(&mut LambdaMart::learner(data, LambdaMartConfig::default()).unwrap(), 1);
    assert_eq!((steps.len(), end.reason), (1, StopReason::NoWeakLearner));
    for tree in [trees(1, 1), trees(2, 0), TreeConfig { shrinkage: 0.0, ..trees(2, 1) }] {
        assert!(matches!(
            McRankConfig { tree, ..McRankConfig::default() }.check(),
            Err(Error::Config { .. })
        ));
    }
    // Both grades have the gain 0.
    let data = Arc::new(Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:2\n").unwrap());
    let config = LambdaMartConfig { gain: Gain::parse("0,0,1").unwrap(), ..LambdaMartConfig::default() };
    let error = LambdaMart::learner(data, config).err();
    assert!(matches!(error, Some(Error::Data { problem }) if problem.contains("gains above 0")));
    assert!(LambdaMartConfig { cut_off: Some(0), ..LambdaMartConfig::default() }.check().is_err());
}

/// Calls a check with every learner on the same data.
macro_rules! for_every_learner {
    ($data:expr, $check:expr) => {{
        let data: Arc<Dataset> = $data;
        $check(&|| {
            FRank::learner(data.clone(), FRankConfig { rounds: 6, ..FRankConfig::default() }).unwrap()
        });
        let first = RankBoostConfig { rounds: 6, search: StumpSearch::First, ..RankBoostConfig::default() };
        $check(&|| RankBoost::learner(data.clone(), first.clone()).unwrap());
        let third = RankBoostConfig { rounds: 6, ..RankBoostConfig::default() };
        $check(&|| RankBoost::learner(data.clone(), third.clone()).unwrap());
        $check(&|| {
            AdaRank::learner(data.clone(), AdaRankConfig { rounds: 6, ..AdaRankConfig::default() }).unwrap()
        });
        for form in [ClassForm::Classes, ClassForm::Ordinal] {
            let config = McRankConfig { rounds: 4, form, tree: trees(5, 3) };
            $check(&|| McRank::learner(data.clone(), config.clone()).unwrap());
        }
        for form in FORMS {
            let tree = trees(5, 3);
            let config =
                LambdaMartConfig { rounds: 4, cut_off: Some(5), form, tree, ..LambdaMartConfig::default() };
            $check(&|| LambdaMart::learner(data.clone(), config.clone()).unwrap());
        }
    }};
}

fn sample() -> Arc<Dataset> {
    Arc::new(Dataset::from_letor(&generate_letor(15, 12, 5)).unwrap())
}

fn check_slices<L: BoostingLoss>(make: &dyn Fn() -> Booster<L>) {
    let mut whole = make();
    let (steps, end) = train(&mut whole, usize::MAX);
    assert!(steps.len() > 1);
    for budget in [1, 7] {
        let mut sliced = make();
        assert_eq!(train(&mut sliced, budget), (steps.clone(), end.clone()));
        for iteration in 0..steps.len() {
            assert_eq!(sliced.scorer(iteration), whole.scorer(iteration));
            for query in [0, 3] {
                assert_eq!(sliced.pull(query, iteration), whole.pull(query, iteration));
            }
        }
        assert!(sliced.scorer(steps.len()).is_none() && sliced.pull(0, steps.len()).is_none());
        assert!(sliced.pull(99, 0).is_none());
        assert_eq!(train(&mut sliced, 1), (Vec::new(), end.clone()), "a stopped run stays stopped");
    }
}

#[test]
fn slicing_does_not_change_a_bit() {
    for_every_learner!(sample(), check_slices);
}

fn check_running_scores<L: BoostingLoss>(make: &dyn Fn() -> Booster<L>) {
    let mut booster = make();
    let (steps, _) = train(&mut booster, 50);
    let bits = |scores: &[f64]| scores.iter().map(|score| score.to_bits()).collect::<Vec<_>>();
    // The learner takes the values of a tree from the leaves of its documents, the scorer from their features.
    let by_features = scores(&booster, &sample(), steps.len() - 1);
    assert_eq!(bits(booster.latest_scores().unwrap()), bits(&by_features));
    // The training data with every document twice.
    let queries: Vec<QueryRows> = Dataset::from_letor(&generate_letor(4, 9, 6))
        .map(|data| {
            data.queries()
                .map(|query| {
                    let rows = query.documents.clone().chain(query.documents.clone());
                    let features = rows.flat_map(|row| data.features(row).to_vec()).collect();
                    let grades = [query.grades, query.grades].concat();
                    QueryRows { id: query.id.to_owned(), grades, features, comments: Vec::new() }
                })
                .collect()
        })
        .unwrap();
    let data = Dataset::from_queries(12, &queries).unwrap();
    let mut running = RunningScores::new();
    for iteration in (0..steps.len()).chain([1, steps.len() - 1]) {
        let scorer = booster.scorer(iteration).unwrap();
        scorer.check().unwrap();
        let fresh = scores(&booster, &data, iteration);
        assert_eq!(bits(running.update(&scorer, &data)), bits(&fresh));
        for query in data.queries() {
            let of_query = &fresh[query.documents];
            let (once, again) = of_query.split_at(of_query.len() / 2);
            assert_eq!(bits(once), bits(again), "equal rows");
        }
        check_shapley_values(&scorer, &data);
    }
    assert!(!booster.scorer(steps.len() - 1).unwrap().features().is_empty());
}

fn check_shapley_values(scorer: &Scorer, data: &Dataset) {
    let first = data.features(0);
    for row in (1..data.n_documents()).map(|row| data.features(row)) {
        let values = scorer.shapley_values(&row, &first).unwrap();
        assert_close(
            values.iter().sum(),
            scorer.score_row(&row) - scorer.score_row(&first),
            1e-12,
            "the parts add up",
        );
    }
}

#[test]
fn running_scores_equal_new_scores_bit_for_bit_and_parts_add_up() {
    for_every_learner!(sample(), check_running_scores);
}

#[test]
fn documents_of_a_bin_get_the_value_of_their_leaf() {
    let mut random = Random::new(5);
    // With more than 100,000 documents, features are binned.
    let queries: Vec<QueryRows> = (0..1_010)
        .map(|query| QueryRows {
            id: query.to_string(),
            grades: random.grades(100, 2),
            features: (0..300).map(|_| random.integer(-900, 900) as f64 / 7.0).collect(),
            comments: Vec::new(),
        })
        .collect();
    let data = Arc::new(Dataset::from_queries(3, &queries).unwrap());
    let config = LambdaMartConfig { rounds: 2, ..LambdaMartConfig::default() };
    let mut booster = LambdaMart::learner(Arc::clone(&data), config).unwrap();
    let (steps, _) = train(&mut booster, usize::MAX);
    let by_features = scores(&booster, &data, steps.len() - 1);
    assert_eq!(booster.latest_scores().unwrap(), by_features);
    assert!(by_features.iter().any(|score| *score != by_features[0]));
}

fn check_phases<L: BoostingLoss>(make: &dyn Fn() -> Booster<L>) {
    let mut booster = make();
    let (steps, _) = train(&mut booster, 50);
    let inspection = booster.boosting().unwrap();
    assert!(inspection.phases(0).is_none() && inspection.phases(steps.len()).is_none());
    for (round, step) in steps.iter().enumerate().skip(1) {
        let phases = inspection.phases(round).unwrap();
        assert_eq!(Some(&phases.before), inspection.query_weights(round - 1).as_ref());
        assert_eq!(Some(&phases.after), inspection.query_weights(round).as_ref());
        assert_close(phases.before.iter().map(|one| one.weight).sum(), 1.0, 1e-12, "shares");
        let scorer = booster.scorer(round).unwrap();
        let ensembles = scorer.ensembles();
        for &chosen in &phases.chosen {
            let candidate = phases.candidates[chosen];
            let weak = &ensembles[candidate.ensemble][round - 1].weak;
            let (feature, threshold) = match weak {
                WeakLearner::Feature { feature } => (*feature, None),
                WeakLearner::Stump { feature, threshold } => (*feature, Some(*threshold)),
                WeakLearner::Tree { .. } => {
                    let root = splits(weak)[0];
                    (root.0, Some(root.1))
                }
            };
            assert_eq!((candidate.feature - 1, candidate.threshold), (feature, threshold));
            if let Some((feature, _)) = figures(step).chosen {
                assert_eq!((feature, figures(step).alpha), (candidate.feature, candidate.alpha));
                assert_eq!(figures(step).edge, candidate.edge);
            }
        }
        assert!(!phases.chosen.is_empty());
    }
}

#[test]
fn the_phases_of_a_round_contain_its_choice() {
    for_every_learner!(sample(), check_phases);
}

#[test]
fn step_functions_merge_equal_thresholds() {
    let stump = |weight, feature, threshold| Term { weight, weak: WeakLearner::Stump { feature, threshold } };
    let terms = vec![stump(1.0, 2, 0.5), stump(-3.0, 0, -0.0), stump(0.25, 2, 0.5), stump(2.0, 2, -1.0)];
    let scorer = Scorer::Additive { terms };
    let functions = scorer.step_functions();
    let seen: Vec<_> =
        functions.iter().map(|one| (one.feature, one.thresholds.clone(), one.values.clone())).collect();
    assert_eq!(seen, [(0, vec![0.0], vec![0.0, -3.0]), (2, vec![-1.0, 0.5], vec![0.0, 2.0, 3.25])]);
    for x in [-2.0, -1.0, 0.0, 0.5, 0.7] {
        let row = [x, 0.0, x];
        let sum: f64 = functions.iter().map(|one| one.at(x)).sum();
        assert_eq!(sum, scorer.score_row(&row), "at {x}");
    }
    let uses = scorer.features();
    let seen: Vec<_> = uses.iter().map(|one| (one.feature, one.uses, one.importance)).collect();
    assert_eq!(seen, [(2, 3, 3.25), (0, 1, 3.0)]);
}
