//! Small data and drivers for the tests of boosting.

use std::sync::Arc;

use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::boosting::{Booster, BoostingLoss};
use rankscope::learner::{Advance, BoostingFigures, Detail, End, Learner, Step};

use crate::support::Random;

/// Returns random queries. Their features have few values, so that cuts and scores tie; some queries have one grade.
pub fn tied_data(random: &mut Random, n_queries: usize, n_features: usize, highest: u8) -> Arc<Dataset> {
    let queries: Vec<QueryRows> = (0..n_queries)
        .map(|query| {
            let n = random.integer(2, 7) as usize;
            let highest = if query % 5 == 4 { 0 } else { highest };
            QueryRows {
                id: query.to_string(),
                grades: random.grades(n, highest),
                features: (0..n * n_features).map(|_| random.integer(-2, 4) as f64 / 3.0).collect(),
                comments: Vec::new(),
            }
        })
        .collect();
    Arc::new(Dataset::from_queries(n_features, &queries).expect("the numbers are finite"))
}

/// Returns every report and the end of a run, with slices of `budget`.
pub fn train<L: BoostingLoss>(booster: &mut Booster<L>, budget: usize) -> (Vec<Step>, End) {
    let mut steps = Vec::new();
    loop {
        match booster.advance(budget) {
            Advance::Working { done, of, .. } => assert!(done <= of, "{done} of {of}"),
            Advance::Stepped(step) => steps.push(step),
            Advance::Stopped(end) => return (steps, end),
        }
    }
}

/// Returns α, edge, pair error and choice (feature from 1, threshold) of a boosting step.
pub struct Figures {
    pub alpha: f64,
    pub edge: f64,
    pub pair_error: Option<f64>,
    pub given_up: Option<f64>,
    pub entropy: Option<f64>,
    pub chosen: Option<(usize, Option<f64>)>,
}

pub fn figures(step: &Step) -> Figures {
    match step.detail {
        Detail::Boosting(BoostingFigures { alpha, edge, pair_error, given_up, entropy, chosen }) => {
            let chosen = chosen.map(|chosen| (chosen.feature, chosen.threshold));
            Figures { alpha, edge, pair_error, given_up, entropy, chosen }
        }
        _ => panic!("a boosting step, not {:?}", step.detail),
    }
}

/// Returns newly computed scores of all documents at an iteration.
pub fn scores(ranker: &dyn Learner, data: &Dataset, iteration: usize) -> Vec<f64> {
    let mut scores = vec![0.0; data.n_documents()];
    ranker.scorer(iteration).expect("a reported iteration").score(data, 0..data.n_documents(), &mut scores);
    scores
}

/// Returns all pairs of rows (better, worse) with their query, and the number of queries with pairs.
pub fn pairs(data: &Dataset) -> (Vec<(usize, usize, usize)>, f64) {
    let mut pairs = Vec::new();
    let mut n_queries = 0.0;
    for query in data.queries() {
        let before = pairs.len();
        for i in query.documents.clone() {
            let worse = query.documents.clone().filter(|&j| data.grade(i) > data.grade(j));
            pairs.extend(worse.map(|j| (query.index, i, j)));
        }
        n_queries += f64::from(u8::from(pairs.len() > before));
    }
    (pairs, n_queries)
}

/// Returns the sum over pairs with the weight 1/(m |P_q|) of each.
pub fn mean_over_queries(data: &Dataset, value: impl Fn(usize, usize) -> f64) -> f64 {
    let (pairs, n_queries) = pairs(data);
    let mut counts = vec![0.0; data.n_queries()];
    pairs.iter().for_each(|pair| counts[pair.0] += 1.0);
    pairs.iter().map(|&(query, i, j)| value(i, j) / (counts[query] * n_queries)).sum()
}

/// Returns every cut of a feature over the documents of queries with pairs: the midpoints of neighbouring values.
pub fn cuts(data: &Dataset, feature: usize) -> Vec<f64> {
    let (pairs, _) = pairs(data);
    let used: Vec<usize> = pairs.iter().map(|pair| pair.0).collect();
    let queries = data.queries().filter(|query| used.contains(&query.index));
    let mut values: Vec<f64> =
        queries.flat_map(|query| query.documents).map(|row| data.features(row)[feature]).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values.windows(2).map(|two| two[0] / 2.0 + two[1] / 2.0).collect()
}
