//! Learners by descent: optima compared with other solvers, slicing, and refused input.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use clarabel::algebra::CscMatrix;
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT};
use rankscope::Error;
use rankscope::data::{Dataset, Grade, QueryRows};
use rankscope::learner::descent::{
    ApproxNdcg, BinaryLogistic, Descent, DescentConfig, LambdaRank, LambdaRounds, LambdaRoundsConfig,
    ListMle, ListNet, MagnitudePreserving, PairLogistic, Ridge, ScoreLoss, SmoothRank, SmoothRankConfig,
    SmoothedMeasure, SquaredHinge, Targets, TwoLayer, TwoLayerConfig, Weighting,
};
use rankscope::learner::{Advance, DescentFigures, Detail, End, Learner, Step, StopReason};
use rankscope::loss::{GradeWeights, PairTable, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::Gain;
use rankscope::ranking::scorer::Scorer;
use rankscope::run::{Progress, TrainingRun};

/// Returns all reports of a ranker, advanced by the given budgets in turn, and its end.
pub fn reports(ranker: &mut dyn Learner, budgets: &[usize]) -> (Vec<Step>, End) {
    let mut steps = Vec::new();
    for &budget in budgets.iter().cycle() {
        match ranker.advance(budget) {
            Advance::Working { .. } => {}
            Advance::Stepped(step) => steps.push(step),
            Advance::Stopped(end) => return (steps, end),
        }
    }
    unreachable!("there are budgets")
}

/// Checks that slicing does not change a bit, and that no report contains NaN.
pub fn check_slicing(what: &str, make: &dyn Fn() -> Box<dyn Learner>) {
    let (mut whole, mut sliced) = (make(), make());
    let expected = reports(whole.as_mut(), &[usize::MAX]);
    let seen = reports(sliced.as_mut(), &[1, 3, 2]);
    // The debug form distinguishes numbers that differ in the last bit.
    assert_eq!(format!("{seen:?}"), format!("{expected:?}"), "{what}");
    assert!(!format!("{seen:?}").contains("NaN"), "{what}: {seen:?}");
    assert_eq!(seen.0.len().saturating_sub(1), seen.1.iterations, "{what}");
    for iteration in 0..seen.0.len() {
        assert_eq!(sliced.scorer(iteration), whole.scorer(iteration), "{what}");
        assert_eq!(sliced.pull(0, iteration), whole.pull(0, iteration), "{what}");
    }
    assert!(sliced.scorer(seen.0.len()).is_none(), "{what}");
    assert_eq!(sliced.advance(1), Advance::Stopped(seen.1), "{what}: the end is repeated");
}

fn convex_losses() -> Vec<(&'static str, Box<dyn ScoreLoss>)> {
    vec![
        ("ridge", Box::new(Ridge { targets: Targets::Grade })),
        ("binary logistic", Box::new(BinaryLogistic { threshold: 1 })),
        ("pair logistic", Box::new(PairLogistic)),
        ("squared hinge", Box::new(SquaredHinge)),
        ("magnitude", Box::new(MagnitudePreserving)),
        ("ListNet", Box::new(ListNet { targets: Targets::Grade })),
        ("ListMLE", Box::new(ListMle)),
    ]
}

fn exact() -> DescentConfig {
    DescentConfig { c: 20.0, gap: 1e-13, ..DescentConfig::default() }
}

/// Returns the weights of a linear scorer.
fn weights(scorer: &Scorer) -> Vec<f64> {
    match scorer {
        Scorer::Linear { weights } => weights.clone(),
        other => panic!("{other:?} is not linear"),
    }
}

fn optimum(data: &Arc<Dataset>, loss: &dyn ScoreLoss, config: DescentConfig) -> (f64, Vec<f64>, usize) {
    let mut learner = Descent::new(data.clone(), loss, config).expect("the data have pairs");
    let (steps, end) = reports(&mut learner, &[usize::MAX]);
    assert_eq!(end.reason, StopReason::Converged, "{end:?}");
    let objective = steps.last().and_then(|step| step.objective).expect("descent has an objective");
    (objective, weights(&learner.best().1), end.iterations)
}

/// min ½ xᵀPx + qᵀx, s.t. Ax ≤ b by clarabel: value and x. `p`: the upper triangle.
pub fn quadratic(p: &[Vec<f64>], q: &[f64], a: &[Vec<f64>], b: &[f64]) -> (f64, Vec<f64>) {
    let upper: Vec<Vec<f64>> = p
        .iter()
        .enumerate()
        .map(|(i, row)| row.iter().enumerate().map(|(j, value)| if j >= i { *value } else { 0.0 }).collect())
        .collect();
    let options = DefaultSettingsBuilder::default()
        .verbose(false)
        .tol_gap_abs(1e-12)
        .tol_gap_rel(1e-12)
        .tol_feas(1e-12)
        .build()
        .expect("the options are right");
    let cones = [NonnegativeConeT(b.len())];
    let mut solver = DefaultSolver::new(&CscMatrix::from(&upper), q, &CscMatrix::from(a), b, &cones, options)
        .expect("the problem is well formed");
    solver.solve();
    (solver.solution.obj_val, solver.solution.x.clone())
}

#[test]
fn the_squared_hinge_agrees_with_a_quadratic_program() {
    let data = Arc::new(Random::new(1).dataset(4, 6, 3, 3));
    let (objective, w, _) = optimum(&data, &SquaredHinge, exact());
    // Variables: w, then one slack per pair with ½ c ξ² and ⟨w, x_i − x_j⟩ ≥ 1 − ξ.
    let used =
        data.queries().filter(|query| query.grades.iter().any(|grade| *grade != query.grades[0])).count();
    let mut rows = Vec::new();
    for query in data.queries() {
        let start = rows.len();
        for i in query.documents.clone() {
            for j in query.documents.clone().filter(|&j| data.grade(i) > data.grade(j)) {
                let difference: Vec<f64> =
                    data.features(i).iter().zip(data.features(j).iter()).map(|(a, b)| a - b).collect();
                rows.push((difference, 0.0));
            }
        }
        let pairs = (rows.len() - start) as f64;
        for (_, weight) in &mut rows[start..] {
            *weight = 20.0 / (used as f64 * pairs);
        }
    }
    let (d, n) = (3, rows.len());
    let mut p = vec![vec![0.0; d + n]; d + n];
    let mut a = vec![vec![0.0; d + n]; n];
    for (f, row) in p.iter_mut().enumerate().take(d) {
        row[f] = 1.0;
    }
    for (pair, (difference, weight)) in rows.iter().enumerate() {
        p[d + pair][d + pair] = *weight;
        a[pair][d + pair] = -1.0;
        for f in 0..d {
            a[pair][f] = -difference[f];
        }
    }
    let (expected, x) = quadratic(&p, &vec![0.0; d + n], &a, &vec![-1.0; n]);
    assert_close(objective, expected, 1e-9, "objective");
    for (seen, expected) in w.iter().zip(&x) {
        assert_close(*seen, *expected, 1e-5, "weight");
    }
}

#[test]
fn ridge_solves_the_centred_normal_equations() {
    let data = Arc::new(Random::new(2).dataset(5, 7, 3, 2));
    for targets in [Targets::Grade, Targets::Gain] {
        let (_, w, iterations) = optimum(&data, &Ridge { targets }, exact());
        assert_eq!(iterations, 1, "one Newton step solves a quadratic");
        let n = data.n_documents();
        let target: Vec<f64> = (0..n).map(|row| targets.of(data.grade(row))).collect();
        let mean = |f: &dyn Fn(usize) -> f64| (0..n).map(f).sum::<f64>() / n as f64;
        let target_mean = mean(&|row| target[row]);
        for f in 0..3 {
            // w_f + C/n Σ_i (x_if − x̄_f) (⟨w, x_i − x̄⟩ − (t_i − t̄)) = 0
            let column = |row: usize| data.features(row)[f];
            let centre = mean(&column);
            let scores = data.scores(0..n, &w);
            let score_mean = mean(&|row| scores[row]);
            let residual = |row: usize| (scores[row] - score_mean) - (target[row] - target_mean);
            let gradient = w[f] + 20.0 * mean(&|row| (column(row) - centre) * residual(row));
            assert_close(gradient, 0.0, 1e-10, "normal equation");
        }
    }
}

/// Returns P(w) by its definition, with the bias minimised by ternary search.
fn objective(data: &Dataset, loss: &dyn ScoreLoss, config: &DescentConfig, w: &[f64]) -> f64 {
    let table = config.pair_weights.table(data);
    let at = |bias: f64| {
        let (mut queries, mut values, mut sizes) = (0.0, Vec::new(), 0.0);
        for query in data.queries() {
            let Some(bound) = loss.bind(query.grades, &table) else { continue };
            let scores: Vec<f64> = data.scores(query.documents, w).iter().map(|score| score + bias).collect();
            let value = bound.evaluate(&scores, &mut vec![0.0; scores.len()]);
            values.push((value, bound.size() as f64));
            queries += 1.0;
            sizes += bound.size() as f64;
        }
        let by_size = loss.is_pointwise() || config.weighting == Weighting::Pairs;
        let mean: f64 = values
            .iter()
            .map(|(value, size)| if by_size { value / sizes } else { value / (size * queries) })
            .sum();
        0.5 * margin(w, w) + config.c * mean
    };
    let (mut low, mut high) = if loss.is_pointwise() { (-20.0, 20.0) } else { (0.0, 0.0) };
    for _ in 0..200 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(a) < at(b) {
            high = b;
        } else {
            low = a;
        }
    }
    at(0.5 * (low + high))
}

#[test]
fn reports_contain_the_objective_and_no_neighbour_is_below_the_optimum() {
    let data = Arc::new(Random::new(3).dataset(5, 7, 4, 3));
    for (name, loss) in convex_losses() {
        for weighting in [Weighting::Query, Weighting::Pairs] {
            for pair_weights in [GradeWeights::Equal, GradeWeights::SwapLoss] {
                let config = DescentConfig { weighting, pair_weights, ..exact() };
                let (seen, w, iterations) = optimum(&data, loss.as_ref(), config.clone());
                assert!(iterations <= 8, "{name}: {iterations} Newton steps");
                assert_close(seen, objective(&data, loss.as_ref(), &config, &w), 1e-12, name);
                let mut random = Random::new(4);
                for size in [1.0, 1e-2, 1e-4] {
                    for _ in 0..10 {
                        let moved: Vec<f64> = w.iter().map(|w| w + size * (random.uniform() - 0.5)).collect();
                        let value = objective(&data, loss.as_ref(), &config, &moved);
                        assert!(value >= seen * (1.0 - 1e-13), "{name}: {value} is below {seen}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_gap_bounds_the_distance_to_the_optimum_at_every_iteration() {
    let data = Arc::new(Random::new(5).dataset(6, 8, 4, 2));
    for (name, loss) in convex_losses() {
        let (least, _, _) = optimum(&data, loss.as_ref(), exact());
        let mut learner = Descent::new(data.clone(), loss.as_ref(), exact()).expect("usable data");
        for step in reports(&mut learner, &[usize::MAX]).0 {
            let (objective, gap) = (step.objective.expect("one"), step.gap.expect("one"));
            assert!(objective * (1.0 - gap) <= least * (1.0 + 1e-12), "{name}: {step:?}, optimum {least}");
        }
    }
}

#[test]
fn at_the_optimum_the_weights_are_the_pulls_on_the_features() {
    let data = Arc::new(Random::new(6).dataset(6, 8, 4, 2));
    for (name, loss) in convex_losses() {
        let mut learner = Descent::new(data.clone(), loss.as_ref(), exact()).expect("usable data");
        let (_, end) = reports(&mut learner, &[usize::MAX]);
        let mut sum = vec![0.0; 4];
        for query in data.queries() {
            if let Some(pull) = learner.pull(query.index, end.iterations) {
                let total: f64 = pull.iter().sum();
                assert!(loss.is_pointwise() || total.abs() < 1e-12, "{name}: pairs pull as much up as down");
                data.pull_back(query.documents, &pull, &mut sum);
            }
        }
        for (weight, sum) in weights(&learner.best().1).iter().zip(&sum) {
            assert_close(*weight, *sum, 1e-5, name);
        }
    }
}

#[test]
fn with_many_features_limited_memory_reaches_the_same_optimum() {
    let few = Random::new(7).dataset(5, 7, 3, 2);
    // 301 columns, of which three are not 0: another method must reach the same optimum.
    let queries: Vec<QueryRows> = few
        .queries()
        .map(|query| QueryRows {
            id: query.id.to_owned(),
            grades: query.grades.to_vec(),
            features: query
                .documents
                .flat_map(|row| {
                    let mut features = vec![0.0; 301];
                    features[298..].copy_from_slice(&few.features(row));
                    features
                })
                .collect(),
            comments: Vec::new(),
        })
        .collect();
    let many = Arc::new(Dataset::from_queries(301, &queries).expect("made data"));
    let few = Arc::new(few);
    for (name, loss) in convex_losses() {
        let (expected, _, _) = optimum(&few, loss.as_ref(), exact());
        let (seen, _, _) = optimum(&many, loss.as_ref(), DescentConfig { gap: 1e-9, ..exact() });
        assert_close(seen, expected, 1e-8, name);
    }
}

#[test]
fn slicing_does_not_change_a_bit() {
    let data = Arc::new(Random::new(8).dataset(5, 6, 3, 2));
    for (name, loss) in convex_losses() {
        check_slicing(name, &|| {
            Box::new(Descent::new(data.clone(), loss.as_ref(), exact()).expect("usable data"))
        });
    }
    for measure in [
        SmoothedMeasure::Ndcg { cut_off: Some(3), gain: Gain::Exponential },
        SmoothedMeasure::AveragePrecision,
    ] {
        let config = SmoothRankConfig { measure, ..SmoothRankConfig::default() };
        check_slicing("SmoothRank", &|| {
            Box::new(SmoothRank::new(data.clone(), config.clone()).expect("usable data"))
        });
    }
    let config = TwoLayerConfig { hidden: 3, epochs: 4, rate: 0.1, seed: 7 };
    check_slicing("network", &|| {
        Box::new(TwoLayer::new(data.clone(), &PairLogistic, config.clone()).expect("usable data"))
    });
}

#[test]
fn smooth_rank_lowers_its_objective_at_every_width() {
    let data = Arc::new(Random::new(9).dataset(8, 10, 4, 2));
    let mut learner = SmoothRank::new(data.clone(), SmoothRankConfig::default()).expect("usable data");
    let (steps, end) = reports(&mut learner, &[usize::MAX]);
    assert_eq!(end.reason, StopReason::Complete);
    let mut widths = Vec::new();
    let mut last = (f64::NAN, f64::INFINITY);
    for step in &steps {
        let Detail::Descent(DescentFigures { smoothing: Some(width), .. }) = step.detail else {
            panic!("{step:?}")
        };
        let objective = step.objective.expect("one");
        if width != last.0 {
            widths.push(width);
        } else {
            assert!(objective <= last.1 * (1.0 + 1e-13), "{step:?} after {last:?}");
        }
        last = (width, objective);
    }
    assert_eq!(widths.first(), Some(&4.0));
    assert!(widths.windows(2).all(|two| two[1] <= 0.5 * two[0]), "{widths:?}");

    // The scores of the starting point have mean variance 1 within queries.
    let w = weights(&learner.scorer(0).expect("the start"));
    let variance = |query: usize| {
        let scores = data.scores(data.query(query).documents, &w);
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / scores.len() as f64
    };
    let mean = (0..data.n_queries()).map(variance).sum::<f64>() / data.n_queries() as f64;
    assert_close(mean, 1.0, 1e-12, "variance");
}

#[test]
fn the_network_learns_a_ranking_that_no_linear_scorer_has() {
    // Good documents lie at both ends of the only feature.
    let queries: Vec<QueryRows> = (0..12)
        .map(|query| QueryRows {
            id: query.to_string(),
            grades: vec![1, 0, 1, 0, 0],
            features: vec![-2.0, 0.2, 2.0, -0.3, 0.1 + 0.01 * f64::from(query)],
            comments: Vec::new(),
        })
        .collect();
    let data = Arc::new(Dataset::from_queries(1, &queries).expect("made data"));
    let config = TwoLayerConfig { hidden: 6, epochs: 200, rate: 0.3, seed: 1 };
    let mut learner = TwoLayer::new(data.clone(), &PairLogistic, config).expect("usable data");
    let (steps, end) = reports(&mut learner, &[usize::MAX]);
    assert_eq!((end.reason, end.iterations), (StopReason::Complete, 200));
    let Detail::Descent(DescentFigures { pair_error, .. }) = steps[learner.best().0].detail else { panic!() };
    assert_eq!(pair_error, Some(0.0));
    let (linear, _, _) = optimum(&data, &PairLogistic, exact());
    assert!(linear / 20.0 > 0.6, "a linear scorer gains next to nothing over log 2");

    // The pull is minus the derivative of the reported loss in a score, here through the scorer's own scores.
    let pull = learner.pull(0, 0).expect("the query has pairs");
    assert_close(pull.iter().sum::<f64>(), 0.0, 1e-12, "pairs pull as much up as down");
    assert!(pull[0] > 0.0 && pull[1] < 0.0);
}

#[test]
fn unusable_data_are_refused_with_their_requirement() {
    let one_class = |grade: Grade| {
        let query = |id: &str| QueryRows {
            id: id.to_owned(),
            grades: vec![grade; 3],
            features: vec![1.0, 2.0, 3.0],
            comments: Vec::new(),
        };
        Arc::new(Dataset::from_queries(1, &[query("a"), query("b")]).expect("made data"))
    };
    for grade in [0, 2] {
        let data = one_class(grade);
        for (name, loss) in convex_losses() {
            match Descent::new(data.clone(), loss.as_ref(), exact()) {
                Err(Error::Data { problem }) => {
                    assert!(problem.contains("need") || problem.contains("use data"), "{problem}");
                }
                other => panic!("{name}: {:?}", other.map(|_| ())),
            }
        }
        assert!(matches!(
            TwoLayer::new(data.clone(), &PairLogistic, TwoLayerConfig::default()),
            Err(Error::Data { .. })
        ));
        assert!(matches!(SmoothRank::new(data, SmoothRankConfig::default()), Err(Error::Data { .. })));
    }
    let data = Arc::new(Random::new(10).dataset(3, 5, 2, 2));
    for config in [
        DescentConfig { c: 0.0, ..exact() },
        DescentConfig { c: f64::NAN, ..exact() },
        DescentConfig { gap: 1.0, ..exact() },
        DescentConfig { max_iterations: 0, ..exact() },
    ] {
        assert!(matches!(Descent::new(data.clone(), &PairLogistic, config), Err(Error::Config { .. })));
    }
    for config in [
        TwoLayerConfig { hidden: 0, ..TwoLayerConfig::default() },
        TwoLayerConfig { epochs: 0, ..TwoLayerConfig::default() },
        TwoLayerConfig { rate: f64::INFINITY, ..TwoLayerConfig::default() },
    ] {
        assert!(matches!(TwoLayer::new(data.clone(), &PairLogistic, config), Err(Error::Config { .. })));
    }
    let endless = TwoLayerConfig { epochs: usize::MAX, ..TwoLayerConfig::default() };
    assert!(matches!(TwoLayer::new(data, &PairLogistic, endless), Err(Error::Data { .. })));
}

#[test]
fn extreme_features_end_training_without_nan() {
    for scale in [1e-300, 1e100, 1e160, 1e300] {
        let query = |id: &str, sign: f64| QueryRows {
            id: id.to_owned(),
            grades: vec![0, 1, 2],
            features: vec![sign * scale, -scale, 0.5 * scale, scale, 0.0, scale],
            comments: Vec::new(),
        };
        let data = Dataset::from_queries(2, &[query("a", 1.0), query("b", -1.0)]).expect("made data");
        let data = Arc::new(data);
        for (name, loss) in convex_losses() {
            check_slicing(&format!("{name} {scale:e}"), &|| {
                Box::new(Descent::new(data.clone(), loss.as_ref(), exact()).expect("usable data"))
            });
        }
        let config = TwoLayerConfig { epochs: 3, ..TwoLayerConfig::default() };
        check_slicing(&format!("network {scale:e}"), &|| {
            Box::new(TwoLayer::new(data.clone(), &PairLogistic, config.clone()).expect("usable data"))
        });
        check_slicing(&format!("SmoothRank {scale:e}"), &|| {
            Box::new(SmoothRank::new(data.clone(), SmoothRankConfig::default()).expect("usable data"))
        });
    }
}

#[test]
fn an_equal_table_is_the_unweighted_loss() {
    let table = PairTable::equal();
    assert_eq!((table.weight(3, 1), table.weight(31, 0)), (1.0, 1.0));
}

#[test]
fn a_gap_beyond_all_numbers_is_the_greatest_of_them() {
    let text = "1 qid:1 1:1e160\n0 qid:1 1:-1e160\n";
    let data = Arc::new(Dataset::from_letor(text).expect("LETOR text"));
    let settings =
        TrainingSettings { method: "ranknet-linear".to_owned(), c: 1e-8, ..TrainingSettings::default() };
    let mut run = TrainingRun::new(data, &settings).expect("the run starts");
    let gap = loop {
        match run.advance(100) {
            Progress::Stepped { report } => break report.step.gap,
            Progress::Stopped { stop } => panic!("no report: {stop:?}"),
            Progress::Working { .. } => {}
        }
    };
    assert_eq!(gap, Some(f64::MAX));
}

/// Weights of pairs that are summed from w alone: |Δ NDCG@k of a swap| over their sum, by NDCG itself.
fn swaps(grades: &[Grade], scores: &[f64], cut_off: Option<usize>) -> Vec<f64> {
    let ndcg: rankscope::metric::Measure =
        cut_off.map_or("ndcg".to_owned(), |k| format!("ndcg@{k}")).parse().expect("a measure");
    let value = |scores: &[f64]| {
        let labels =
            rankscope::metric::Labels { grades, groups: &[], max_grade: 3, threshold: 1, unjudged: 0 };
        ndcg.value(&rankscope::ranking::TiedRanking::by_scores(scores), &labels).expect("a grade above 0")
    };
    let mut weights = Vec::new();
    for (i, better) in grades.iter().enumerate() {
        for (j, worse) in grades.iter().enumerate() {
            let mut swapped = scores.to_vec();
            swapped.swap(i, j);
            weights.push(if better > worse { (value(scores) - value(&swapped)).abs() } else { 0.0 });
        }
    }
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// A round minimises the weighted logistic loss whose weights are the mean over the ranks of all solutions before.
#[test]
fn a_round_of_lambda_rank_is_a_weighted_pair_logistic() {
    let data = Arc::new(Random::new(11).dataset(8, 6, 3, 3));
    for cut_off in [None, Some(2)] {
        let config = LambdaRoundsConfig { c: 20.0, cut_off, gain: Gain::Exponential };
        let mut learner = LambdaRounds::new(data.clone(), config).expect("pairs");
        let (steps, end) = reports(&mut learner, &[usize::MAX]);
        assert_eq!(end.reason, StopReason::Complete);
        assert!(steps.len() > 2, "{}", steps.len());
        let used: Vec<usize> = (0..data.n_queries())
            .filter(|&query| data.query(query).grades.windows(2).any(|two| two[0] != two[1]))
            .collect();
        let mut means: Vec<Vec<f64>> = Vec::new();
        for (round, step) in steps.iter().enumerate().skip(1) {
            let before = weights(&learner.scorer(round - 1).expect("a round"));
            for (place, &query) in used.iter().enumerate() {
                let query = data.query(query);
                let new = swaps(query.grades, &data.scores(query.documents.clone(), &before), cut_off);
                if round == 1 {
                    means.push(new);
                } else {
                    let share = 1.0 / round as f64;
                    means[place].iter_mut().zip(new).for_each(|(mean, new)| *mean += share * (new - *mean));
                }
            }
            let w = weights(&learner.scorer(round).expect("a round"));
            let (mut value, mut gradient) = (0.5 * w.iter().map(|w| w * w).sum::<f64>(), w.clone());
            let coefficient = 20.0 / used.len() as f64;
            for (mean, &query) in means.iter().zip(&used) {
                let query = data.query(query);
                let n = query.grades.len();
                let scores = data.scores(query.documents.clone(), &w);
                let mut slope = vec![0.0; n];
                for (at, weight) in mean.iter().enumerate() {
                    let (i, j) = (at / n, at % n);
                    let o = scores[i] - scores[j];
                    value += coefficient * weight * (-o).exp().ln_1p();
                    let force = coefficient * weight / (1.0 + o.exp());
                    slope[i] -= force;
                    slope[j] += force;
                }
                data.pull_back(query.documents.clone(), &slope, &mut gradient);
            }
            assert_close(step.objective.expect("an objective"), value, 1e-10 * value, "objective");
            for slope in gradient {
                assert_close(slope, 0.0, 1e-4, "a minimum");
            }
        }
    }
}

#[test]
fn lambda_rank_learns_in_slices_and_the_network_loses_ndcg_as_reported() {
    let data = Arc::new(Random::new(12).dataset(6, 5, 3, 3));
    let config = LambdaRoundsConfig { c: 5.0, cut_off: Some(3), gain: Gain::Exponential };
    check_slicing("LambdaRank, linear", &|| {
        Box::new(LambdaRounds::new(data.clone(), config.clone()).expect("pairs"))
    });
    let config = TwoLayerConfig { epochs: 5, ..TwoLayerConfig::default() };
    check_slicing("LambdaRank", &|| {
        let loss = LambdaRank { cut_off: Some(3), gain: Gain::Exponential };
        Box::new(TwoLayer::new(data.clone(), &loss, config.clone()).expect("pairs"))
    });
    check_slicing("ApproxNDCG", &|| {
        Box::new(Descent::new(data.clone(), &ApproxNdcg::default(), exact()).expect("grades above 0"))
    });
    for cut_off in [Some(0), None] {
        let refused =
            LambdaRounds::new(data.clone(), LambdaRoundsConfig { c: -1.0, cut_off, gain: Gain::Exponential });
        assert!(matches!(refused.err(), Some(Error::Config { .. })), "{cut_off:?}");
    }
}

/// A loss that is not convex proves nothing: it has no gap, and ends at a point without a slope.
#[test]
fn a_loss_that_is_not_convex_ends_complete_and_without_a_gap() {
    let data = Arc::new(Random::new(13).dataset(8, 6, 3, 2));
    let config = DescentConfig { c: 30.0, gap: 1e-9, ..DescentConfig::default() };
    let mut learner = Descent::new(data, &ApproxNdcg::default(), config).expect("grades above 0");
    let (steps, end) = reports(&mut learner, &[usize::MAX]);
    assert_eq!(end.reason, StopReason::Complete);
    assert!(steps.iter().all(|step| step.gap.is_none()));
    let values: Vec<f64> = steps.iter().filter_map(|step| step.objective).collect();
    assert!(values.windows(2).all(|two| two[1] < two[0]), "{values:?}");
    assert!(learner.slope(end.iterations).expect("a slope").gradient.iter().all(|slope| slope.abs() < 1e-3));
}
