//! Factorisations of ratings: steps against explicit features, a monotone objective, rebalancing, the certificate, and
//! the squared error against a direct solver.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use crate::test;
use rankscope::data::{Dataset, Grade, QueryRows};
use rankscope::learner::cutting_plane::{StepLength, Trainer, TrainerConfig, WorkingSetScheme};
use rankscope::learner::{Advance, Learner};
use rankscope::loss::{LossSpec, RankingLoss};
use rankscope::ranking::Ranking;
use rankscope::ratings::factorization::{
    FactorCertificate, FactorModel, FactorProgress, FactorStep, FactorizationSettings, Factors, RankerConfig,
    RankingFactorization, RatingsProgress, RatingsRun, SmallSvd, SparseRows, SquaredError,
    SquaredErrorConfig, StepKind, SweptModel, bound_spectral_norm, rebalance,
};
use rankscope::ratings::{
    Filter, GeneratedRatings, GradeScale, Protocol, Ratings, RatingsReader, Rows, SplitPlan, generate_ratings,
};
use rankscope::util::checksum::Checksum;

/// Checksum of the steps of a run, the same natively and on wasm32.
const GOLDEN: &str = "cfc197e4f145a3e0";

fn ratings(users: usize, items: usize, seed: u64) -> Ratings {
    let options = GeneratedRatings { users, items, noise: true, scale: true, seed };
    let mut reader = RatingsReader::new(GradeScale::Ceil);
    reader.push(generate_ratings(options).expect("the size is right").as_bytes());
    reader.finish().expect("it is sound").ratings
}

/// Returns the training rows of a small sample: `keep` ratings of every user.
fn rows(users: usize, items: usize, keep: usize, seed: u64) -> Arc<Rows> {
    let plan = SplitPlan { protocol: Protocol::Weak, keep, seed };
    Arc::new(ratings(users, items, seed).split(plan).expect("there are enough").train)
}

fn loss(decay: &str, reference: &str) -> LossSpec {
    let settings = FactorizationSettings {
        decay: decay.to_owned(),
        reference: reference.to_owned(),
        ..FactorizationSettings::default()
    };
    settings.loss().expect("the words are known")
}

const CONFIG: RankerConfig = RankerConfig {
    rank: 2,
    c: 100.0,
    turns: 8,
    turns_per_round: 3,
    rounds: 4,
    passes: 12,
    gap: 0.01,
    seed: 3,
};

fn start(rows: &Arc<Rows>, reference: &str, config: RankerConfig) -> RankingFactorization {
    RankingFactorization::new(Arc::clone(rows), loss("power:0.25", reference), config)
        .expect("it can be trained on")
}

/// Advances to the end of the next step.
fn step(run: &mut RankingFactorization, budget: usize) -> Option<FactorStep> {
    loop {
        match run.advance(budget) {
            FactorProgress::Working { .. } => {}
            FactorProgress::Stepped(step) => return Some(step),
            FactorProgress::Stopped(end) => {
                assert_eq!(end.problem, None);
                return None;
            }
        }
    }
}

/// Solves a structural SVM over explicit features with the trainer of the crate, and returns bounds on its optimum.
fn solve(n_features: usize, queries: &[QueryRows], loss: &LossSpec, c: f64) -> [f64; 2] {
    let data = Arc::new(Dataset::from_queries(n_features, queries).expect("the numbers are finite"));
    let config = TrainerConfig {
        c,
        gap: 1e-7,
        max_iterations: 2_000,
        working_set: WorkingSetScheme::NSlack,
        steps: StepLength::default(),
        seed: 1,
    };
    let mut trainer = Trainer::new(data, &loss.slack_groups(), config).expect("it can be trained on");
    loop {
        if let Advance::Stopped(end) = trainer.advance(10_000) {
            let planes = end.planes.expect("it has planes");
            return [planes.dual, planes.best_primal];
        }
    }
}

fn query(user: usize, grades: &[Grade], features: Vec<f64>) -> QueryRows {
    QueryRows { id: user.to_string(), grades: grades.to_vec(), features, comments: Vec::new() }
}

#[test]
fn the_biases_and_the_items_solve_the_svm_over_explicit_features() {
    let rows = rows(12, 25, 10, 4);
    let config = RankerConfig { gap: 1e-5, passes: 200, ..CONFIG };
    let mut run = start(&rows, "averaged", config);
    let n = rows.n_items();
    let check = |step: &FactorStep, tastes: &dyn Fn(usize) -> Vec<f64>, rest: f64, m: f64| {
        let stride = tastes(0).len();
        let features = |user: usize| {
            let taste = tastes(user);
            let mut all = Vec::new();
            for &item in rows.items(user) {
                let mut row = vec![0.0; n * stride];
                row[item as usize * stride..(item as usize + 1) * stride].copy_from_slice(&taste);
                all.extend(row);
            }
            all
        };
        let queries: Vec<_> =
            (0..rows.n_users()).map(|user| query(user, rows.grades(user), features(user))).collect();
        let [low, high] = solve(n * stride, &queries, &loss("power:0.25", "averaged"), CONFIG.c);
        assert!(m > 0.0);
        let dual = step.dual.expect("a step has a bound");
        assert!(dual <= (high + rest) * (1.0 + 1e-9), "{dual} is no lower bound of {}", high + rest);
        assert!(
            step.objective >= (low + rest) * (1.0 - 1e-9),
            "{step:?} is below the optimum {}",
            low + rest
        );
        assert_close(step.objective, high + rest, 1e-4, "the objective");
    };
    let biases = step(&mut run, 7).expect("the biases");
    assert_eq!(biases.kind, StepKind::Biases);
    check(&biases, &|_| vec![1.0], 0.0, run.n_used() as f64);
    assert_eq!(step(&mut run, 7).map(|step| step.kind), Some(StepKind::Users));
    let factors = run.factors().clone();
    let items = step(&mut run, 7).expect("the items");
    assert_eq!(items.kind, StepKind::Items);
    let taste = |user: usize| factors.user(user).iter().copied().chain([1.0]).collect::<Vec<f64>>();
    let rest: f64 = 0.5 * factors.users.iter().map(|u| u * u).sum::<f64>();
    check(&items, &taste, rest, run.n_used() as f64);
}

#[test]
fn the_users_solve_their_svms_over_explicit_features() {
    // With one user the offsets b can be made features of a large weight only by a trick, so the check evaluates the
    // objective on a grid of U around the solution: none is better.
    let rows = rows(6, 20, 8, 9);
    let config = RankerConfig { gap: 1e-6, passes: 300, ..CONFIG };
    let mut run = start(&rows, "averaged", config);
    step(&mut run, 100).expect("the biases");
    let users = step(&mut run, 100).expect("the users");
    let factors = run.factors().clone();
    let spec = loss("power:0.25", "averaged");
    let price = CONFIG.c / run.n_used() as f64;
    let objective = |user: usize, taste: &[f64]| {
        let Some(bound) = spec.bind(rows.grades(user)) else { return 0.0 };
        let scores: Vec<f64> = rows.items(user).iter().map(|&item| factors.score(taste, item)).collect();
        let y = bound.most_violated(&scores);
        let margin: f64 = bound.delta_psi(&y).iter().zip(&scores).map(|(c, s)| c * s).sum();
        0.5 * taste.iter().map(|u| u * u).sum::<f64>() + price * (bound.delta(&y) - margin).max(0.0)
    };
    let mut random = Random::new(1);
    let mut sum = factors.penalty() - 0.5 * factors.users.iter().map(|u| u * u).sum::<f64>();
    for user in 0..rows.n_users() {
        let own = objective(user, factors.user(user));
        sum += own;
        for radius in [1e-3, 0.1, 1.0, 10.0] {
            for _ in 0..200 {
                let other: Vec<f64> =
                    factors.user(user).iter().map(|u| u + radius * (2.0 * random.uniform() - 1.0)).collect();
                let value = objective(user, &other);
                assert!(
                    value >= own - 1e-4 * own.max(1.0),
                    "user {user}: {value} at {other:?}, {own} at the solution"
                );
            }
        }
    }
    assert_close(users.objective, sum, 1e-9, "the objective is that of the definition");
    let dual = users.dual.expect("a bound");
    assert!(dual <= sum && sum - dual <= 2e-6 * sum.max(users.before), "{dual} {sum}");
}

#[test]
fn no_step_raises_the_objective() {
    for (seed, reference, passes) in
        [(1, "aligned", 12), (2, "averaged", 1), (3, "aligned", 1), (4, "fixed", 3)]
    {
        let rows = rows(25, 30, 12, seed);
        let mut run = start(&rows, reference, RankerConfig { passes, ..CONFIG });
        let mut last: Option<FactorStep> = None;
        let mut turns = 0;
        while let Some(step) = step(&mut run, 50) {
            assert!(step.objective <= step.before * (1.0 + 1e-12), "{step:?}");
            if let Some(dual) = step.dual {
                assert!(dual <= step.objective * (1.0 + 1e-12), "{step:?}");
            }
            if let Some(last) = last.filter(|last| last.kind != StepKind::Biases) {
                assert!(step.before <= last.objective * (1.0 + 1e-9), "{last:?} then {step:?}");
            }
            turns = turns.max(step.turn);
            last = Some(step);
        }
        assert!(turns >= 3, "{turns} turns");
        let last = last.expect("it has steps");
        assert_close(run.objective(), last.objective, 0.0, "the objective of the end");
    }
}

#[test]
fn rebalancing_keeps_scores_and_lowers_the_norm() {
    let mut random = Random::new(5);
    for (k, users, items) in [(1, 4, 6), (2, 9, 5), (3, 7, 7), (5, 30, 12), (3, 2, 8)] {
        let mut draw = |n: usize| (0..n).map(|_| 4.0 * random.uniform() - 2.0).collect::<Vec<f64>>();
        let before =
            Factors { rank: k, users: draw(k * users), items: draw(k * items), biases: vec![0.0; items] };
        let mut after = before.clone();
        let values = rebalance(&mut after);
        for user in 0..users {
            for item in 0..items as u32 {
                let [old, new] = [&before, &after].map(|of| of.score(of.user(user), item));
                assert_close(new, old, 1e-12, "a score");
            }
        }
        assert!(after.penalty() <= before.penalty() * (1.0 + 1e-12));
        assert_close(after.penalty(), values.iter().sum(), 1e-10, "the norm is the trace norm");
        assert!(values.is_sorted_by(|one, other| one >= other), "{values:?}");
        let again = rebalance(&mut after.clone());
        values.iter().zip(again).for_each(|(one, other)| assert_close(other, *one, 1e-10, "twice is once"));
    }
    let mut zero = Factors::zero(3, 4, 5);
    assert_eq!(rebalance(&mut zero), [0.0; 3]);
    assert_eq!(zero, Factors::zero(3, 4, 5));
}

/// Returns σ1 of a dense matrix with n rows by the Jacobi method on AᵀA, independent of the code under test.
fn greatest_singular_value(matrix: &SparseRows) -> f64 {
    let n = matrix.n_columns;
    let mut a = vec![vec![0.0; n]; n];
    for row in &matrix.rows {
        for &(i, x) in row {
            for &(j, y) in row {
                a[i as usize][j as usize] += x * y;
            }
        }
    }
    for _ in 0..100 {
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = 0.5 * libm::atan2(2.0 * a[p][q], a[q][q] - a[p][p]);
                let (c, s) = (libm::cos(theta), libm::sin(theta));
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    (0..n).map(|i| a[i][i]).fold(0.0, f64::max).sqrt()
}

#[test]
fn spectral_bounds_hold() {
    let mut random = Random::new(8);
    for (n_rows, n_columns) in [(3, 3), (8, 4), (4, 9), (20, 12), (1, 5), (5, 1)] {
        for share in [0.2, 0.6, 1.0] {
            let mut row = || {
                (0..n_columns as u32)
                    .filter_map(|column| {
                        let value = 2.0 * random.uniform() - 1.0;
                        (random.uniform() < share).then_some((column, value))
                    })
                    .collect::<Vec<_>>()
            };
            let matrix = SparseRows { rows: (0..n_rows).map(|_| row()).collect(), n_columns };
            let bound = bound_spectral_norm(&matrix);
            let exact = greatest_singular_value(&matrix);
            assert!(bound.low <= exact * (1.0 + 1e-12) + 1e-300, "{bound:?}, exactly {exact}");
            assert!(bound.high >= exact, "{bound:?}, exactly {exact}");
            assert!(bound.high <= exact * 1.02 + 1e-300, "{bound:?} is loose, exactly {exact}");
        }
    }
    let zero = SparseRows { rows: vec![Vec::new(); 3], n_columns: 4 };
    assert_eq!(bound_spectral_norm(&zero).high, 0.0);
    let large = SparseRows {
        rows: (0..1500).map(|i| vec![(i, 2.0), ((i + 1) % 1500, 1.0)]).collect(),
        n_columns: 1500,
    };
    let bound = bound_spectral_norm(&large);
    assert!(!bound.is_tight && bound.low <= 3.0 + 1e-12 && bound.high >= 3.0, "σ1 is 3: {bound:?}");
}

#[test]
fn the_certificate_is_a_bound_for_any_rank() {
    let rows = rows(14, 20, 10, 6);
    let check = |run: &RankingFactorization, certificate: &FactorCertificate| {
        let exact = greatest_singular_value(&run.pull_matrix());
        assert!(
            certificate.sigma.high >= exact && certificate.scale * exact <= 1.0 + 1e-12,
            "{certificate:?}"
        );
        assert!(certificate.lower_bound <= certificate.objective);
        assert!(certificate.gap >= 0.0);
    };
    // A greater rank finds lower objectives, but none below the bound of any other.
    let mut bounds = Vec::new();
    let mut objectives = Vec::new();
    for rank in [1, 2, 4, 8] {
        let mut run =
            start(&rows, "averaged", RankerConfig { rank, turns: 20, turns_per_round: 20, ..CONFIG });
        while let Some(step) = step(&mut run, 1000) {
            if let Some(certificate) = &step.certificate {
                check(&run, certificate);
                bounds.push(certificate.lower_bound);
            }
        }
        let certificate = run.certificate();
        check(&run, &certificate);
        bounds.push(certificate.lower_bound);
        objectives.push(run.objective());
    }
    let least = objectives.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(bounds.iter().all(|&bound| bound <= least), "{bounds:?} {objectives:?}");
}

#[test]
fn at_a_small_c_nothing_personal_can_be_learned() {
    let rows = rows(14, 20, 10, 6);
    let small = RankerConfig { c: 0.5, ..CONFIG };
    let mut run = start(&rows, "averaged", small);
    let biases = step(&mut run, 1000).expect("the biases");
    let certificate = biases.certificate.expect("the biases have one");
    assert!(certificate.zero_is_optimal && certificate.sigma.high <= 1.0, "{certificate:?}");
    assert!(greatest_singular_value(&run.pull_matrix()) <= 1.0);
    assert!(certificate.gap <= 0.01, "{certificate:?}");
    assert!(step(&mut run, 1000).is_none(), "the run ends there");
    assert!(run.factors().users.iter().chain(&run.factors().items).all(|&value| value == 0.0));
    let mut large = start(&rows, "averaged", CONFIG);
    let certificate = step(&mut large, 1000).and_then(|step| step.certificate).expect("the biases have one");
    assert!(!certificate.zero_is_optimal && certificate.sigma.low > 1.0, "{certificate:?}");
}

#[test]
fn the_small_svd_is_a_decomposition() {
    let mut random = Random::new(2);
    for k in 1..7 {
        let matrix: Vec<f64> = (0..k * k).map(|_| random.uniform() - 0.5).collect();
        let svd = SmallSvd::new(&matrix, k);
        for i in 0..k {
            for j in 0..k {
                let product =
                    (0..k).map(|c| svd.left[i * k + c] * svd.values[c] * svd.right[j * k + c]).sum();
                assert_close(product, matrix[i * k + j], 1e-13, "P Σ Qᵀ");
                for side in [&svd.left, &svd.right] {
                    let inner = (0..k).map(|row| side[row * k + i] * side[row * k + j]).sum();
                    assert_close(inner, f64::from(u8::from(i == j)), 1e-12, "orthonormal");
                }
            }
        }
    }
}

#[test]
fn sweeps_of_the_squared_error_lower_it_to_a_stationary_point() {
    let rows = rows(10, 12, 6, 7);
    let config = SquaredErrorConfig { rank: 2, ridge: 1.5, seed: 1 };
    let mut model = SquaredError::new(Arc::clone(&rows), config);
    let mut last = f64::INFINITY;
    for _ in 0..400 {
        model.sweep();
        assert!(model.objective() <= last * (1.0 + 1e-12), "{} after {last}", model.objective());
        last = model.objective();
    }
    // The derivative of the objective in V and b, which the last half sweep solved for, by the definition.
    let factors = model.factors();
    for item in 0..rows.n_items() {
        let mut gradient = [0.0; 3];
        for user in 0..rows.n_users() {
            for (_, grade) in rows.row(user).filter(|&(one, _)| one as usize == item) {
                let error = f64::from(grade) - model.predict(user, item as u32);
                let taste = factors.user(user);
                [taste[0], taste[1], 1.0].iter().zip(&mut gradient).for_each(|(x, g)| *g -= error * x);
            }
        }
        let own = [factors.item(item)[0], factors.item(item)[1], factors.biases[item]];
        for (gradient, own) in gradient.iter().zip(own) {
            assert!((gradient + config.ridge * own).abs() < 1e-9, "item {item}: {gradient} and {own}");
        }
    }
    // A user's coefficients solve the normal equations of their own ratings, up to the last change of the items.
    let (taste, offset) = model.fold_in(&rows, 0);
    taste.iter().zip(factors.user(0)).for_each(|(new, old)| assert_close(*new, *old, 1e-4, "converged"));
    assert!(offset.is_finite());
}

fn run_to_end(ratings: &Ratings, settings: &FactorizationSettings, budget: usize) -> (RatingsRun, String) {
    let mut run = RatingsRun::new(ratings, settings).expect("the settings are right");
    let mut checksum = Checksum::default();
    loop {
        match run.advance(budget).expect("the numbers stay in range") {
            RatingsProgress::Working { .. } => {}
            RatingsProgress::Stepped { step, held_out, .. } => {
                for value in
                    [Some(step.before), Some(step.objective), step.dual, held_out].into_iter().flatten()
                {
                    checksum.push(&value.to_le_bytes());
                }
            }
            RatingsProgress::Finished { result } => {
                for method in &result.methods {
                    assert!(
                        method.means.iter().flatten().all(|mean| (0.0..=1.0).contains(mean)),
                        "{method:?}"
                    );
                    method.means.iter().flatten().for_each(|mean| checksum.push(&mean.to_le_bytes()));
                }
                assert_eq!(run.advance(budget), Ok(RatingsProgress::Finished { result: result.clone() }));
                return (run, checksum.hex());
            }
        }
    }
}

fn small_settings() -> FactorizationSettings {
    FactorizationSettings {
        rank: 2,
        c: vec![30.0, 300.0],
        rounds: 2,
        turns: 2,
        keep: 12,
        ..Default::default()
    }
}

#[test]
fn a_run_has_the_same_bits_on_every_target_and_for_any_slices() {
    let ratings = ratings(30, 40, 3);
    let (run, whole) = run_to_end(&ratings, &small_settings(), usize::MAX);
    assert_eq!(whole, GOLDEN);
    for protocol in ["weak", "strong"] {
        let settings = FactorizationSettings { protocol: protocol.to_owned(), ..small_settings() };
        let (one, whole) = run_to_end(&ratings, &settings, usize::MAX);
        for budget in [1, 37] {
            let (sliced, pieces) = run_to_end(&ratings, &settings, budget);
            assert_eq!(pieces, whole, "slices change nothing");
            assert_eq!(one.tested_factors(), sliced.tested_factors());
        }
    }
    let view = run.user(4).expect("there are 30 users");
    assert_eq!((view.items.len(), view.known), (40, 12));
    assert!(run.user(30).is_err());
}

#[test]
fn new_users_get_factors_from_few_ratings() {
    let ratings = ratings(40, 40, 3);
    let settings = FactorizationSettings { protocol: "strong".to_owned(), ..small_settings() };
    let (run, _) = run_to_end(&ratings, &settings, 5000);
    let (given, tested) = (&run.parts().given, run.tested_factors());
    let is_new = |user: usize| !given.items(user).is_empty();
    assert!((0..40).any(|user| is_new(user) && tested.user(user).iter().any(|&u| u != 0.0)));
    assert_eq!((&tested.items, &tested.biases), (&run.factors().items, &run.factors().biases));
    assert!((0..40).filter(|&user| is_new(user)).all(|user| run.factors().user(user) == [0.0; 2]));
}

#[test]
fn the_views_of_a_user_follow_their_definitions() {
    let ratings = ratings(30, 40, 3);
    let (run, _) = run_to_end(&ratings, &small_settings(), 5000);
    let spec = small_settings().loss().expect("the words are known");
    let factors = run.tested_factors();
    let slacks = run.slacks(0, 1_000).expect("the scores are in range");
    assert_eq!(run.slacks(5, 7).expect("a part"), slacks[5..12], "every user of this sample has a loss");
    let mut differs = 0;
    assert_eq!(slacks.len(), 30);
    for (user, slack) in slacks.iter().enumerate() {
        let rated = run.user(user).expect("there are 30 users");
        let learned = run.taste(user, factors.user(user), 10).expect("it is a row of U");
        assert_eq!(learned.scores, rated.scores);
        assert_eq!((slack.user, slack.known, slack.tested), (user, 12, 28));
        assert_eq!(slack.ndcg, learned.ndcg);
        let found = learned.violation.clone().expect("it has a loss");
        assert_eq!((found.slack, found.model_loss), (slack.slack, slack.loss));
        let known = rated.known;
        let mut bound = spec.bind(&rated.grades[..known]).expect("it has a loss");
        bound.realign(&rated.scores[..known]);
        let violator = bound.most_violated(&rated.scores[..known]);
        assert_eq!(violator.order(), found.violator);
        let margin: f64 =
            bound.delta_psi(&violator).iter().zip(&rated.scores).map(|(kappa, s)| kappa * s).sum();
        assert_close(found.slack, (bound.delta(&violator) - margin).max(0.0), 1e-12, "H");
        assert_close(found.violator_loss, bound.delta(&violator), 0.0, "the loss of the violator");
        assert_eq!(bound.delta(&Ranking::from_order(found.ideal)), 0.0, "y* has no loss");
        assert!(found.model.is_sorted_by(|&a, &b| rated.scores[a as usize] >= rated.scores[b as usize]));
        // Another arrow: the best items by definition, from every item.
        let other = [factors.user(user)[1], -factors.user(user)[0]];
        let view = run.taste(user, &other, 10).expect("it is a row of U");
        let mut all: Vec<(f64, u32)> = (0..40).map(|item| (factors.score(&other, item), item)).collect();
        all.sort_by(|one, two| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1)));
        assert_eq!(view.top, all[..10].iter().map(|&(_, item)| item).collect::<Vec<_>>());
        assert_eq!(view.top_scores, all[..10].iter().map(|&(score, _)| score).collect::<Vec<_>>());
        differs += usize::from(view.top != learned.top);
    }
    assert!(differs > 20, "the arrow matters: {differs}");
    assert!(run.taste(30, &[0.0; 2], 3).is_err());
    assert!(run.taste(0, &[0.0; 3], 3).is_err_and(|error| error.to_string().starts_with("taste: ")));
    assert!(run.taste(0, &[f64::NAN, 0.0], 3).is_err());
    assert!(run.taste(0, &[1e200, 0.0], 3).is_err(), "the scores are out of range");
    assert_eq!(run.taste(0, &[0.0; 2], 0).map(|view| view.top.len()), Ok(0));
}

#[test]
fn an_interrupt_keeps_the_last_step() {
    let rows = rows(12, 20, 8, 1);
    // After the biases the next step has the start of V, which must not reach the result.
    for steps in [1, 2, 4] {
        let mut run = start(&rows, "aligned", CONFIG);
        let last = (0..steps).filter_map(|_| step(&mut run, 100)).last().expect("it has not ended");
        let (factors, certificate) = (run.factors().clone(), run.certificate());
        assert_eq!((last.objective, certificate.objective), (run.objective(), run.objective()));
        run.advance(1);
        let end = run.interrupt();
        assert_eq!(end.reason, rankscope::learner::StopReason::Interrupted);
        assert_eq!(run.advance(100), FactorProgress::Stopped(end.clone()));
        assert_eq!(run.interrupt(), end);
        assert_eq!((run.factors(), run.objective()), (&factors, last.objective), "after {steps} steps");
        assert_eq!(steps == 1, factors.items.iter().all(|&v| v == 0.0));
    }
}

/// Returns J by its definition, of the users who take part, and their number. The reference of a user is the one that
/// the loss binds, or sorted by these factors' scores.
fn objective(factors: &Factors, rows: &Rows, loss: &LossSpec, c: f64, is_realigned: bool) -> (f64, usize) {
    let square = |values: &[f64]| 0.5 * values.iter().map(|x| x * x).sum::<f64>();
    let (mut penalty, mut hinges, mut used) = (square(&factors.items) + square(&factors.biases), 0.0, 0);
    for user in 0..rows.n_users() {
        let Some(mut bound) = loss.bind(rows.grades(user)) else { continue };
        let scores: Vec<f64> =
            rows.items(user).iter().map(|&item| factors.score(factors.user(user), item)).collect();
        if is_realigned {
            bound.realign(&scores);
        }
        let violator = bound.most_violated(&scores);
        let margin: f64 = bound.delta_psi(&violator).iter().zip(&scores).map(|(kappa, s)| kappa * s).sum();
        hinges += (bound.delta(&violator) - margin).max(0.0);
        penalty += square(factors.user(user));
        used += 1;
    }
    (penalty + c * hinges / used as f64, used)
}

#[test]
fn the_result_has_the_objective_of_the_stored_factors() {
    let mut kinds = [0, 0];
    for (seed, c) in (1..=3).flat_map(|seed| [12.0, 20.0, 30.0].map(|c| (seed, c))) {
        let ratings = ratings(120, 60, seed);
        for (protocol, reference) in [("weak", "aligned"), ("weak", "averaged"), ("strong", "aligned")] {
            let what = format!("seed {seed}, C {c}, {protocol}, {reference}");
            let settings = FactorizationSettings {
                c: vec![c],
                protocol: protocol.to_owned(),
                reference: reference.to_owned(),
                seed,
                ..Default::default()
            };
            let (mut run, _) = run_to_end(&ratings, &settings, usize::MAX);
            let Ok(RatingsProgress::Finished { result }) = run.advance(1) else { panic!("{what}: no end") };
            let model = FactorModel {
                settings: settings.clone(),
                chosen: (c, 0),
                users: ratings.users().to_vec(),
                items: ratings.items().to_vec(),
                titles: Vec::new(),
                factors: run.tested_factors().clone(),
            };
            let factors = FactorModel::parse(&model.json()).expect("it is sound").factors;
            let rounds = result.methods[2].chosen.rounds;
            let biases = result.biases.expect("a run begins with the biases");
            let is_alone = rounds == 0 || biases.zero_is_optimal;
            kinds[usize::from(is_alone)] += 1;

            let spec = settings.loss().expect("the words are known");
            let of = |is_realigned| objective(&factors, &run.parts().train, &spec, c, is_realigned);
            assert_eq!(of(false).1, result.users_used, "{what}");
            if is_alone {
                assert!(factors.items.iter().chain(&factors.users).all(|&value| value == 0.0), "{what}");
                assert_eq!(result.certificate, biases, "{what}");
            }
            if is_alone || reference == "averaged" {
                assert_close(result.objective, of(false).0, 1e-9, &what);
            } else {
                // The references are those of the last round; sorted by the last scores they lower J.
                assert!(of(true).0 <= result.objective * (1.0 + 1e-9), "{what}");
            }
            let certificate = result.certificate;
            assert_eq!(certificate.objective, result.objective, "{what}");
            assert!(certificate.lower_bound <= result.objective, "{what}");
            let gap = (result.objective - certificate.lower_bound) / result.objective;
            assert_close(certificate.gap, gap, 1e-12, &what);
        }
    }
    assert!(kinds.iter().all(|&count| count >= 5), "both kinds of results: {kinds:?}");
}

#[test]
fn ratings_without_an_order_are_refused() {
    let mut reader = RatingsReader::new(GradeScale::Ceil);
    reader.push(b"1,a,3\n1,b,3\n2,a,4\n2,b,4\n");
    let ratings = reader.finish().expect("sound").ratings;
    let (ratings, _) = ratings.filtered(Filter { item_ratings: 1, user_ratings: 1 }).expect("all stay");
    let result =
        RankingFactorization::new(Arc::new(ratings.rows().clone()), loss("measure", "aligned"), CONFIG);
    assert!(result.is_err_and(|error| error.to_string().starts_with("none of the 2 users can be used")));
}

#[test]
fn settings_out_of_range_are_refused_by_name() {
    let check = |change: &dyn Fn(&mut FactorizationSettings), field: &str| {
        let mut settings = FactorizationSettings::default();
        change(&mut settings);
        let error = settings.check().expect_err("it is wrong").to_string();
        assert!(error.starts_with(&format!("{field}: ")), "{error}");
    };
    assert_eq!(FactorizationSettings::default().check(), Ok(()));
    check(&|s| s.rank = 0, "rank");
    check(&|s| s.rank = 51, "rank");
    check(&|s| s.c = Vec::new(), "c");
    check(&|s| s.c = vec![1.0, f64::NAN], "c");
    check(&|s| s.c = vec![0.0], "c");
    check(&|s| s.rounds = 0, "rounds");
    check(&|s| s.turns = 0, "turns");
    check(&|s| s.passes = 0, "passes");
    check(&|s| s.gap = 0.0, "gap");
    check(&|s| s.keep = 1, "keep");
    check(&|s| s.item_ratings = 0, "item_ratings");
    check(&|s| s.protocol = "middle".to_owned(), "protocol");
    check(&|s| s.grades = "floor".to_owned(), "grades");
    check(&|s| s.start = "zero".to_owned(), "start");
    check(&|s| s.reference = "ramp".to_owned(), "reference");
    check(&|s| s.measure = "map".to_owned(), "measure");
    check(&|s| s.decay = "slow".to_owned(), "decay");
    check(&|s| s.neutral = f64::NAN, "neutral");
    check(&|s| s.seed = u64::MAX, "seed");
}

#[test]
fn the_file_of_factors_comes_back_and_damage_is_refused() {
    let factors = Factors {
        rank: 1,
        users: vec![0.1, -2.0],
        items: vec![1.0 / 3.0, 0.0, 5e-324],
        biases: vec![1.0, 2.0, -3.0],
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let model = FactorModel {
        settings: FactorizationSettings { rank: 1, ..FactorizationSettings::default() },
        chosen: (300.0, 4),
        users: names(&["u", "v"]),
        items: names(&["a", "b", "c"]),
        titles: vec![Some("A \"quoted\" title".to_owned()), None, None],
        factors,
    };
    let json = model.json();
    assert_eq!(FactorModel::parse(&json), Ok(model));
    let check = |from: &str, to: &str, words: &str| {
        assert!(json.contains(from), "{from} is in {json}");
        let error = FactorModel::parse(&json.replacen(from, to, 1)).expect_err("it is damaged").to_string();
        assert!(error.contains(words), "{from} → {to}: {error}");
    };
    check("rankscope-factors", "rankscope-model", "this program reads");
    check("\"version\":1", "\"version\":2", "this program reads");
    check("\"factors\":[0.1]", "\"factors\":[0.1,0.2]", "2 factors instead of 1");
    check("\"factors\":[0.1]", "\"factors\":[1e101]", "out of range");
    check("\"factors\":[0.1]", "\"factors\":[nul]", "not a file of factors");
    check("\"name\":\"v\"", "\"name\":\"u\"", "is there twice");
    check("\"bias\":1.0,", "\"bias\":1.0,\"x\":1,", "not a file of factors");
    check("\"rank\":1", "\"rank\":0", "settings: rank");
    assert!(FactorModel::parse("").is_err());
}
