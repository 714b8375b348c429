//! Time of a round of boosting relative to the numbers that it must visit.

use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::learner::boosting::{FRank, FRankConfig, McRank, McRankConfig, RankBoost, RankBoostConfig};
use rankscope::learner::{Advance, Learner};
use rankscope::ranking::scorer::{Scorer, TreeNode, WeakLearner};

use crate::data::{SMALL, made};
use crate::{Row, seconds};

/// Returns nanoseconds of a round of FRank per pair and feature, of a round of RankBoost per document and feature, and
/// of a tree of McRank per document, feature and level.
pub fn rows() -> Vec<Row> {
    let data = Arc::new(made(&SMALL, 1));
    vec![frank(&data), rank_boost(&data), mc_rank(&data)]
}

fn frank(data: &Arc<Dataset>) -> Row {
    let mut learner = FRank::learner(Arc::clone(data), FRankConfig { rounds: 60, ..FRankConfig::default() })
        .expect("there are pairs");
    let pairs: usize = data
        .queries()
        .map(|query| {
            let worse = |grade: &u8| query.grades.iter().filter(|&other| other < grade).count();
            query.grades.iter().map(worse).sum::<usize>()
        })
        .sum();
    let size = (pairs * data.n_features()) as f64;
    let values = rounds(&mut learner).iter().map(|time| time * 1e9 / size).collect();
    Row { row: "round frank".to_owned(), unit: "ns", values, note: format!("{pairs} pairs") }
}

fn rank_boost(data: &Arc<Dataset>) -> Row {
    let mut learner =
        RankBoost::learner(Arc::clone(data), RankBoostConfig::default()).expect("there are pairs");
    let size = (data.n_documents() * data.n_features()) as f64;
    let values = rounds(&mut learner).iter().map(|time| time * 1e9 / size).collect();
    Row { row: "round rankboost".to_owned(), unit: "ns", values, note: String::new() }
}

/// The time of a round is divided by the levels of all its trees, one tree per grade.
fn mc_rank(data: &Arc<Dataset>) -> Row {
    let mut learner = McRank::learner(Arc::clone(data), McRankConfig::default()).expect("there are grades");
    let times = rounds(&mut learner);
    let size = (data.n_documents() * data.n_features()) as f64;
    let Scorer::Classes { ensembles, .. } = learner.best().1.into_owned() else {
        panic!("one ensemble per grade")
    };
    let levels = |round: usize| -> usize { ensembles.iter().map(|trees| depth(&trees[round].weak)).sum() };
    let values =
        (0..ensembles[0].len()).map(|round| times[round] * 1e9 / (size * levels(round) as f64)).collect();
    let mean = (0..ensembles[0].len()).map(levels).sum::<usize>() as f64
        / (ensembles.len() * ensembles[0].len()) as f64;
    Row {
        row: "tree mcrank".to_owned(),
        unit: "ns",
        values,
        note: format!("mean depth {mean:.1}, 10 leaves"),
    }
}

/// Returns the seconds of every round. The sort before the first round is not part of it.
fn rounds(learner: &mut impl Learner) -> Vec<f64> {
    let mut times = Vec::new();
    loop {
        match seconds(|| learner.advance(usize::MAX)) {
            (_, Advance::Stopped(_)) => return times,
            (time, Advance::Stepped(step)) if step.iteration > 0 => times.push(time),
            _ => {}
        }
    }
}

/// Returns the number of splits above the deepest leaf.
fn depth(tree: &WeakLearner) -> usize {
    let WeakLearner::Tree { nodes } = tree else { return 0 };
    // Children follow their parents.
    let mut below = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let TreeNode::Split { left, right, .. } = *node {
            below[left] = below[index] + 1;
            below[right] = below[index] + 1;
        }
    }
    below.into_iter().max().unwrap_or(0)
}
