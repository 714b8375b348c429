//! The options of trees, for the methods that add trees.

use super::MethodOption;
use super::option::option;
use super::shared::{PATIENCE, rounds_option};
use super::training::SEED;
use crate::learner::boosting::TreeConfig;
use crate::method::settings::TrainingSettings;

/// The options of training.
pub(super) const TRAINING_OF_TREES: &[MethodOption] =
    &[rounds_option(30), PATIENCE, LEAVES, MIN_DOCUMENTS, DEPTH, SHRINKAGE, FEATURE_SHARE, QUERY_SHARE, SEED];

const LEAVES: MethodOption = MethodOption {
    minimum: Some(2.0),
    maximum: Some(1024.0),
    check: |settings| tree(settings).check(),
    ..option!(leaves, Integer, "Leaves", "Leaves of a tree.")
};

const MIN_DOCUMENTS: MethodOption = MethodOption {
    minimum: Some(1.0),
    check: |settings| tree(settings).check(),
    ..option!(min_documents, Integer, "Documents in a leaf", "Smallest number of documents in a leaf.")
};

const SHRINKAGE: MethodOption = MethodOption {
    minimum: Some(0.0),
    maximum: Some(1.0),
    check: |settings| tree(settings).check(),
    ..option!(shrinkage, Number, "Shrinkage", "Factor for the values of each tree.")
};

const DEPTH: MethodOption = MethodOption {
    minimum: Some(1.0),
    check: |settings| tree(settings).check(),
    ..option!(depth, Integer, "Depth", "Largest number of splits from the root to a leaf; empty for any.")
};

const FEATURE_SHARE: MethodOption = MethodOption {
    minimum: Some(0.0),
    maximum: Some(1.0),
    check: |settings| tree(settings).check(),
    ..option!(
        feature_share,
        Number,
        "Share of features",
        "Share of the features that a round draws for its trees."
    )
};

const QUERY_SHARE: MethodOption = MethodOption {
    minimum: Some(0.0),
    maximum: Some(1.0),
    check: |settings| tree(settings).check(),
    ..option!(
        query_share,
        Number,
        "Share of queries",
        "Share of the queries that a round draws for its trees."
    )
};

/// Returns the settings of the trees.
pub(super) fn tree(settings: &TrainingSettings) -> TreeConfig {
    let TrainingSettings { leaves, min_documents, depth, shrinkage, .. } = *settings;
    let TrainingSettings { feature_share, query_share, seed, .. } = *settings;
    TreeConfig { leaves, min_documents, depth, shrinkage, feature_share, query_share, seed }
}
