//! The ways of two documents through a tree, and where their scores part. Must not know trainers.

use serde::Serialize;

use crate::data::Dataset;
use crate::ranking::scorer::{Scorer, TreeNode, WeakLearner};
use crate::util::error::Error;

/// The ways of two documents of a query through one tree of a scorer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TreePaths {
    /// For each document, the indices of the nodes from the root to its leaf.
    pub nodes: [Vec<usize>; 2],
    /// For each document, the value of the feature at every split on its way; NaN if it lacks the feature.
    pub values: [Vec<f64>; 2],
    /// Score of the first document minus that of the second after every round of the whole scorer; the last one is the
    /// difference of their scores.
    pub differences: Vec<f64>,
}

/// Returns the ways of two documents of a query through one tree.
///
/// `data`: scaled for the scorer and mapped. `documents`: by their index within the query. `tree`: the ensemble, and
/// the round, both from 0. Cost: that of two scores.
///
/// # Errors
/// [`Error::Absent`] if the query, a document or the tree does not exist; [`Error::Numeric`] if a difference is not
/// finite.
pub fn tree_paths(
    data: &Dataset,
    scorer: &Scorer,
    query: usize,
    documents: [usize; 2],
    tree: [usize; 2],
) -> Result<TreePaths, Error> {
    let rows = [data.row_of(query, documents[0])?, data.row_of(query, documents[1])?];
    let [ensemble, round] = tree;
    let term = scorer.ensembles().get(ensemble).and_then(|terms| terms.get(round));
    let Some(WeakLearner::Tree { nodes }) = term.map(|term| &term.weak) else {
        return Err(Error::absent("tree", format!("the scorer has no tree {round} in ensemble {ensemble}")));
    };
    let rows = rows.map(|row| data.features(row));
    let paths = rows.each_ref().map(|row| TreeNode::path(nodes, row));
    let values = [0, 1].map(|one| {
        let value = |&at: &usize| match nodes[at] {
            TreeNode::Split { feature, .. } => Some(rows[one].get(feature).copied().unwrap_or(f64::NAN)),
            TreeNode::Leaf { .. } => None,
        };
        paths[one].iter().filter_map(value).collect()
    });
    let [first, second] = rows.each_ref().map(|row| scorer.scores_by_round(row));
    let differences: Vec<f64> = first.iter().zip(&second).map(|(first, second)| first - second).collect();
    if differences.iter().any(|difference| !difference.is_finite()) {
        let problem = "a value of the model is too large to be added up".to_owned();
        return Err(Error::Numeric { stage: "paths", problem });
    }
    Ok(TreePaths { nodes: paths, values, differences })
}
