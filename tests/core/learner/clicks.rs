//! Learning from click weights: gradients against finite differences, values against sums over pairs, and the theorem
//! that a loss linear in the weights has no bias, by enumeration of all clicks.

use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use rankscope::Error;
use rankscope::data::{Dataset, Query, QueryRows};
use rankscope::learner::descent::{
    ClickLogistic, ClickMagnitude, ClickPairLogistic, ClickRidge, ClickSoftmax, ClickSquaredHinge, ListNet,
    QueryScoreLoss, ScoreLoss, SmoothMeasure, SmoothedMeasure,
};
use rankscope::loss::{PairTable, QueryLoss, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{Bias, catalog, click_bias};
use rankscope::ranking::ScoredDocuments;
use rankscope::run::{Progress, TrainingRun};

fn of_weights(click_weights: &[f64]) -> Query<'_> {
    Query { index: 0, id: "1", documents: 0..click_weights.len(), grades: &[], groups: &[], click_weights }
}

fn bind(loss: &dyn ScoreLoss, weights: &[f64]) -> Option<Box<dyn QueryScoreLoss>> {
    loss.bind_query(&of_weights(weights), &PairTable::equal())
}

/// Every smooth loss of clicks, and whether its weights may be negative.
fn losses() -> Vec<(&'static str, Box<dyn ScoreLoss>, bool)> {
    let measure = SmoothedMeasure::ClickDcg { cut_off: Some(3) };
    vec![
        ("softmax", Box::new(ClickSoftmax), true),
        ("pairs", Box::new(ClickPairLogistic), false),
        ("squared hinge", Box::new(ClickSquaredHinge), false),
        ("ridge", Box::new(ClickRidge), true),
        ("logistic", Box::new(ClickLogistic), true),
        ("magnitude", Box::new(ClickMagnitude), true),
        ("smoothed DCG", Box::new(SmoothMeasure { measure, sigma: 0.5, threshold: 1 }), true),
    ]
}

/// Weights with zeros; the last is positive, and the sum too.
fn weights(random: &mut Random, n: usize, signed: bool) -> Vec<f64> {
    let of = |random: &mut Random| match random.integer(0, 3) {
        0 => 0.0,
        1 if signed => -0.5 * random.uniform(),
        _ => 3.0 * random.uniform(),
    };
    let mut weights: Vec<f64> = (0..n).map(|_| of(random)).collect();
    weights[n - 1] = 0.5 * n as f64 + random.uniform();
    weights
}

/// Scores whose differences are far from 0 and 1, where the second derivatives of hinges and smoothed ranks jump.
fn apart(random: &mut Random, n: usize) -> Vec<f64> {
    (0..n).map(|document| 0.6 * random.integer(-4, 4) as f64 + 0.01 * document as f64).collect()
}

fn value_and_pull(loss: &dyn QueryScoreLoss, scores: &[f64]) -> (f64, Vec<f64>) {
    let mut pull = vec![f64::NAN; scores.len()];
    (loss.evaluate(scores, &mut pull), pull)
}

#[test]
fn pulls_and_curvatures_are_derivatives() {
    let mut random = Random::new(1);
    let step = 1e-5;
    for (name, loss, signed) in losses() {
        for _ in 0..40 {
            let n = random.integer(2, 7) as usize;
            let weights = weights(&mut random, n, signed);
            let bound = bind(loss.as_ref(), &weights).expect("weights above 0");
            let scores = apart(&mut random, n);
            let (_, pull) = value_and_pull(bound.as_ref(), &scores);
            let curvature = bound.curvature(&scores);
            for i in 0..n {
                let moved = |by: f64| {
                    let mut moved = scores.clone();
                    moved[i] += by;
                    value_and_pull(bound.as_ref(), &moved)
                };
                let (above, below) = (moved(step), moved(-step));
                let slope = (above.0 - below.0) / (2.0 * step);
                assert_close(pull[i], -slope, 1e-6, &format!("{name} {weights:?} {scores:?}"));
                let Some(curvature) = &curvature else { continue };
                let mut unit = vec![0.0; n];
                unit[i] = 1.0;
                let mut column = vec![f64::NAN; n];
                curvature(&unit, &mut column);
                for (j, entry) in column.iter().enumerate() {
                    let second = -(above.1[j] - below.1[j]) / (2.0 * step);
                    assert_close(*entry, second, 1e-5, &format!("{name} {weights:?} {scores:?} {i} {j}"));
                }
            }
        }
    }
}

/// The losses by their definitions, as sums over documents and pairs.
#[test]
fn values_are_sums_over_documents_and_pairs() {
    let mut random = Random::new(2);
    for _ in 0..50 {
        let n = random.integer(2, 7) as usize;
        let weights = weights(&mut random, n, false);
        let scores = random.scores(n);
        let pairs = |phi: &dyn Fn(f64) -> f64| {
            let mut sum = 0.0;
            for i in 0..n {
                for j in (0..n).filter(|&j| j != i) {
                    sum += weights[i] * phi(scores[i] - scores[j]);
                }
            }
            sum
        };
        let log_sum = scores.iter().map(|score| score.exp()).sum::<f64>().ln();
        let documents = |term: &dyn Fn(f64, f64) -> f64| -> f64 {
            scores.iter().zip(&weights).map(|(&score, &weight)| term(score, weight)).sum()
        };
        let mut magnitude = 0.0;
        for i in 0..n {
            for j in 0..i {
                magnitude += 0.5 * (scores[i] - scores[j] - weights[i] + weights[j]).powi(2);
            }
        }
        let expected: [(&dyn ScoreLoss, f64); 6] = [
            (&ClickSoftmax, documents(&|score, weight| weight * (log_sum - score))),
            (&ClickPairLogistic, pairs(&|margin| (-margin).exp().ln_1p())),
            (&ClickSquaredHinge, pairs(&|margin| 0.5 * (1.0 - margin).max(0.0).powi(2))),
            (&ClickRidge, documents(&|score, weight| 0.5 * (score - weight).powi(2))),
            (&ClickLogistic, documents(&|score, weight| score.exp().ln_1p() - weight * score)),
            (&ClickMagnitude, magnitude),
        ];
        for (place, (loss, expected)) in expected.into_iter().enumerate() {
            let bound = bind(loss, &weights).expect("weights above 0");
            let (value, _) = value_and_pull(bound.as_ref(), &scores);
            assert_close(value, expected, 1e-11, &format!("{place} {weights:?} {scores:?}"));
        }
    }
}

/// Calls `each` with the probability and the weights of every pattern of clicks on four documents, in every ranking
/// that the logger shows.
fn all_logs(gamma: &[f64; 4], each: &mut dyn FnMut(f64, &[f64])) {
    let rankings = permutations(4);
    let share = 1.0 / rankings.len() as f64;
    for ranking in rankings {
        for pattern in 0..16_u32 {
            let (mut probability, mut weights) = (share, vec![0.0; 4]);
            for (rank, &document) in ranking.iter().enumerate() {
                let (p, document) = (1.0 / (rank as f64 + 1.0), document as usize);
                let clicked = pattern & (1 << rank) != 0;
                let chance = p * gamma[document];
                probability *= if clicked { chance } else { 1.0 - chance };
                weights[document] = if clicked { 1.0 / p } else { 0.0 };
            }
            each(probability, &weights);
        }
    }
}

/// The loss that the settings bind to click weights, as a function of the weights at fixed scores: value and
/// coefficients.
fn planes(settings: &TrainingSettings, weights: &[f64]) -> Option<Box<dyn QueryLoss>> {
    let learner = settings.parse().expect("valid settings").learner;
    let loss = learner.loss().expect("a structured loss");
    let labels = rankscope::loss::QueryLabels {
        grades: &[0; 4],
        click_weights: weights,
        ..rankscope::loss::QueryLabels::default()
    };
    loss.slack_groups()[0][0].bind_query(&labels).expect("no groups")
}

fn by_clicks(method: &str) -> TrainingSettings {
    let measure = "dcg".to_owned();
    TrainingSettings {
        method: method.to_owned(),
        targets: "clicks".to_owned(),
        measure,
        ..Default::default()
    }
}

/// Returns the largest difference between the mean of `of(weights)` over all logs, and its value at the mean weights γ.
fn bias(of: &dyn Fn(&[f64]) -> Vec<f64>, gamma: &[f64; 4]) -> f64 {
    let exact = of(gamma);
    let mut mean = vec![0.0; exact.len()];
    all_logs(gamma, &mut |probability, weights| {
        for (mean, value) in mean.iter_mut().zip(of(weights)) {
            *mean += probability * value;
        }
    });
    mean.iter().zip(&exact).fold(0.0, |most, (mean, exact)| f64::max(most, (mean - exact).abs()))
}

#[test]
fn linear_losses_have_no_bias_and_others_have() {
    let mut random = Random::new(3);
    let mut of_dorm = 0.0_f64;
    let mut of_list_net = 0.0_f64;
    for _ in 0..25 {
        let gamma: [f64; 4] = std::array::from_fn(|_| 0.1 + 0.9 * random.uniform());
        let scores: Vec<f64> = random.scores(4);
        for (name, loss, _) in losses() {
            // A square and a smoothed measure have a constant, which no w changes: the pulls have none.
            let constant = ["ridge", "magnitude", "smoothed DCG"].contains(&name);
            let of = |weights: &[f64]| match bind(loss.as_ref(), weights) {
                Some(bound) => {
                    let (value, mut pull) = value_and_pull(bound.as_ref(), &scores);
                    pull.push(if constant { 0.0 } else { value });
                    pull
                }
                None => vec![0.0; 5],
            };
            let bias = bias(&of, &gamma);
            assert!(bias < 1e-12, "{name}: {bias}");
        }
        let hinge = |settings: &TrainingSettings, weights: &[f64]| {
            let Some(loss) = planes(settings, weights) else { return vec![0.0; 5] };
            let (delta, mut coefficients) = loss.violated_plane(&ScoredDocuments::new(scores.clone()));
            let hinge = delta - margin(&coefficients, &scores);
            coefficients.push(hinge);
            coefficients
        };
        let of_pairs = bias(&|weights| hinge(&by_clicks("ranksvm"), weights), &gamma);
        assert!(of_pairs < 1e-12, "ranksvm: {of_pairs}");
        of_dorm = of_dorm.max(bias(&|weights| vec![hinge(&by_clicks("dorm"), weights)[4]], &gamma));
        let list_net = |weights: &[f64]| {
            let of_grades: Vec<u8> = weights.iter().map(|weight| weight.round() as u8).collect();
            let bound = ListNet::default().bind(&of_grades, &PairTable::equal());
            vec![bound.map_or(0.0, |bound| value_and_pull(bound.as_ref(), &scores).0)]
        };
        of_list_net = of_list_net.max(bias(&list_net, &gamma));
    }
    assert!(of_dorm > 0.1, "the structured hinge of DORM is not linear: {of_dorm}");
    assert!(of_list_net > 0.1, "targets that are normalised per session are not linear: {of_list_net}");
}

/// Ten queries of a few documents with weights for some.
fn clicked(random: &mut Random, queries_without: usize) -> Dataset {
    let (mut queries, mut all) = (Vec::new(), Vec::new());
    for number in 0..10 + queries_without {
        let n = random.integer(2, 6) as usize;
        let features = (0..3 * n).map(|_| random.uniform() - 0.5).collect();
        let id = number.to_string();
        queries.push(QueryRows { id, grades: vec![0; n], features, ..QueryRows::default() });
        all.extend(if number < 10 { weights(random, n, false) } else { vec![0.0; n] });
    }
    // A mean between 0 and 1 for logistic regression.
    all.iter_mut().for_each(|weight| *weight *= 0.2);
    Dataset::from_queries(3, &queries).expect("valid").with_click_weights(all).expect("finite")
}

fn trained(data: Dataset, settings: &TrainingSettings) -> (TrainingRun, Option<f64>, Option<f64>) {
    let mut run = TrainingRun::new(Arc::new(data), settings).expect("usable data");
    let mut best = None;
    loop {
        match run.advance(100) {
            Progress::Stepped { report } => best = report.step.best_objective,
            Progress::Stopped { stop } => return (run, best, stop.gap),
            Progress::Working { .. } => {}
        }
    }
}

fn scores_of(run: &TrainingRun, data: &Dataset) -> Vec<f64> {
    let mut scores = vec![0.0; data.n_documents()];
    run.model().expect("a model").scorer.score(data, 0..data.n_documents(), &mut scores);
    scores
}

/// A query without clicks has loss 0 and counts in the mean: twice as many queries have the objective of half of C.
#[test]
fn the_mean_is_over_all_queries() {
    for method in ["listnet", "ranksvm", "ranksvm-squared", "ranknet-linear", "dorm"] {
        let settings = TrainingSettings { c: 4.0, gap: 1e-9, max_iterations: 500, ..by_clicks(method) };
        let (_, with_others, gap) = trained(clicked(&mut Random::new(4), 10), &settings);
        let half = TrainingSettings { c: 2.0, ..settings };
        let (_, alone, _) = trained(clicked(&mut Random::new(4), 0), &half);
        let (with_others, alone) = (with_others.expect("objective"), alone.expect("objective"));
        assert_close(with_others, alone, 1e-7 * alone.abs(), method);
        assert!(gap.expect("a gap") <= 1e-9, "{method}: {gap:?}");
    }
}

/// The objective of a boosted model is the sum over all pairs of a clicked document, each with its click weight.
#[test]
fn boosted_pairs_of_clicks_have_the_objective_of_their_sum() {
    let data = clicked(&mut Random::new(9), 2);
    for (method, variant, loss) in [
        ("rankboost", "third", (|difference: f64| (-difference).exp()) as fn(f64) -> f64),
        ("rankboost", "first", |difference| (-difference).exp()),
        ("frank", "", |difference| 1.0 - (1.0 / (1.0 + (-difference).exp())).sqrt()),
    ] {
        let settings = TrainingSettings { rounds: Some(4), variant: variant.to_owned(), ..by_clicks(method) };
        let (run, best, _) = trained(data.clone(), &settings);
        let scores = scores_of(&run, &data);
        let (mut sum, mut all) = (0.0, 0.0);
        for query in data.queries() {
            for i in query.documents.clone() {
                let weight = query.click_weights[i - query.documents.start];
                for j in query.documents.clone().filter(|&j| j != i) {
                    sum += weight * loss(scores[i] - scores[j]);
                    all += weight;
                }
            }
        }
        assert_close(best.expect("it is known"), sum / all, 1e-12, method);
        assert!(sum / all < loss(0.0) - 1e-3, "{method} {variant} has learned");
        assert_eq!(run.overview().queries_used, 10, "queries without clicks have no pair");
    }
}

/// A log in which every query has one click teaches what one good document in every query does.
#[test]
fn one_click_in_every_query_is_one_good_document() {
    let mut random = Random::new(11);
    let mut queries = Vec::new();
    let mut clicks = Vec::new();
    for number in 0..12 {
        let features = (0..15).map(|_| random.uniform() - 0.5).collect();
        let good = random.integer(0, 4) as usize;
        let grades: Vec<u8> = (0..5).map(|document| u8::from(document == good)).collect();
        clicks.extend(grades.iter().map(|&grade| 0.7 * f64::from(grade)));
        queries.push(QueryRows { id: number.to_string(), grades, features, ..QueryRows::default() });
    }
    let data = Dataset::from_queries(3, &queries).expect("valid");
    let clicked = data.clone().with_click_weights(clicks).expect("finite");
    for method in ["rankboost", "frank"] {
        let settings = TrainingSettings { rounds: Some(6), ..by_clicks(method) };
        let of_grades = TrainingSettings {
            targets: "grade".to_owned(),
            measure: "ndcg@10".to_owned(),
            ..settings.clone()
        };
        let (by_clicks, objective, _) = trained(clicked.clone(), &settings);
        let (by_grades, of_grades, _) = trained(data.clone(), &of_grades);
        assert_close(objective.expect("known"), of_grades.expect("known"), 1e-12, method);
        let scores = [by_clicks, by_grades].map(|run| scores_of(&run, &data));
        for (one, other) in scores[0].iter().zip(&scores[1]) {
            assert_close(*one, *other, 1e-9, method);
        }
    }
}

/// Each method trains on data without grades, which it never reads, and refuses or says why otherwise.
#[test]
fn every_method_learns_from_clicks_or_says_why_not() {
    let mut random = Random::new(5);
    let data = clicked(&mut random, 2);
    for method in catalog().methods {
        let settings = TrainingSettings { rounds: Some(3), epochs: Some(3), ..by_clicks(method.name) };
        if click_bias(method.name).is_some() {
            let (run, ..) = trained(data.clone(), &settings);
            assert!(!run.model().expect("a model").is_constant(), "{}", method.name);
            continue;
        }
        let refused = TrainingRun::new(Arc::new(data.clone()), &settings).err();
        let text = refused.expect("a refusal").to_string();
        assert!(text.contains(&format!("{} does not learn from clicks: ", method.name)), "{text}");
    }
    let learn = catalog().methods.iter().filter(|method| click_bias(method.name).is_some());
    assert_eq!(learn.count(), 15);
    assert_eq!(click_bias("listnet"), Some(Bias::Unbiased));
    assert_eq!(click_bias("dorm"), Some(Bias::Consistent));
}

#[test]
fn settings_and_data_must_agree_on_clicks() {
    let mut random = Random::new(6);
    let data = clicked(&mut random, 0);
    let fail = |data: &Dataset, settings: &TrainingSettings| {
        TrainingRun::new(Arc::new(data.clone()), settings).err().expect("a refusal").to_string()
    };
    let of_grades = TrainingSettings { method: "listnet".to_owned(), ..TrainingSettings::default() };
    assert!(fail(&data, &of_grades).contains("set targets to clicks"));
    let bare = Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:0\n").expect("valid");
    assert!(fail(&bare, &by_clicks("listnet")).contains("--clicks"));

    // A loss of pairs is convex only for weights from 0.
    let mut signed = vec![0.1; data.n_documents()];
    signed[1] = -0.2;
    let signed = data.clone().with_click_weights(signed).expect("finite");
    for method in ["ranksvm", "ranksvm-squared", "ranknet-linear", "ranknet", "rankboost", "frank"] {
        let text = fail(&signed, &by_clicks(method));
        assert!(text.contains("negative click weight"), "{method}: {text}");
    }
    for method in ["listnet", "regression", "mprank", "logistic", "dorm", "single-feature", "smoothrank"] {
        trained(signed.clone(), &by_clicks(method));
    }

    let ndcg = TrainingSettings { measure: "ndcg@10".to_owned(), ..by_clicks("dorm") };
    assert!(fail(&data, &ndcg).contains("dcg@k"));
    let weighted = TrainingSettings { pair_weights: "swap-loss".to_owned(), ..by_clicks("ranksvm-squared") };
    assert!(fail(&data, &weighted).contains("pair_weights"));
    let of_grades = TrainingSettings { pair_weights: "dcg".to_owned(), ..of_grades };
    assert!(fail(&bare, &of_grades).contains("pair_weights"));

    let none = data.clone().with_click_weights(vec![0.0; data.n_documents()]).expect("finite");
    assert!(fail(&none, &by_clicks("listnet")).contains("no document has clicks"));
    let many = data.clone().with_click_weights(vec![1.5; data.n_documents()]).expect("finite");
    assert!(fail(&many, &by_clicks("logistic")).contains("between 0 and 1"));
    let wrong = data.with_click_weights(vec![1.0]).expect_err("too few");
    assert!(matches!(wrong, Error::Data { .. }), "{wrong}");
}
