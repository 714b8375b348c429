//! The folds of a data set, by splits or by files.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::super::data_format::Split;
use super::{FoldSets, push_query};
use crate::data::{Dataset, shuffle};
use crate::util::checksum::Checksum;
use crate::util::error::Error;

/// Returns the sets of every fold of a split. `on_valid`: whether each fold needs validation data.
pub(super) fn split_sets(all: &Dataset, split: &Split, on_valid: bool) -> Result<Vec<FoldSets>, Error> {
    if let Some(shares) = split.shares {
        let [train, valid, test] = all.split_by_query(shares, split.seed)?.map(Arc::new);
        let valid = (valid.n_queries() > 0).then_some(valid);
        return Ok(vec![FoldSets::new(train, valid, test)]);
    }
    let n_folds = split.folds.unwrap_or(2);
    let n = all.n_queries();
    // Also reports too few queries.
    all.fold(n_folds, 0, split.seed)?;
    let mut order: Vec<usize> = (0..n).collect();
    shuffle(&mut order, &mut ChaCha8Rng::seed_from_u64(split.seed));
    let mut part = vec![0; n];
    for (place, &query) in order.iter().enumerate() {
        part[query] = place % n_folds;
    }
    let select = |wanted: &dyn Fn(usize) -> bool| {
        let queries: Vec<usize> = (0..n).filter(|&query| wanted(part[query])).collect();
        Arc::new(all.select_queries(&queries))
    };
    Ok((0..n_folds)
        .map(|test| {
            let valid = (test + 1) % n_folds;
            let held_out = on_valid.then(|| select(&|part| part == valid));
            let train = select(&|part| part != test && !(on_valid && part == valid));
            FoldSets::new(train, held_out, select(&|part| part == test))
        })
        .collect())
}

/// Returns sentences about queries that several folds of a data set train or test on.
pub(super) fn overlaps(name: &str, sets: &[FoldSets]) -> Vec<String> {
    let queries = |data: &Dataset| -> BTreeSet<String> {
        let checksum = |query| {
            let mut checksum = Checksum::default();
            push_query(&mut checksum, data, query);
            checksum.hex()
        };
        (0..data.n_queries()).map(checksum).collect()
    };
    let shared = |of: &dyn Fn(&FoldSets) -> &Dataset| {
        let mut seen = BTreeSet::new();
        sets.iter().any(|set| {
            let queries = queries(of(set));
            let shares = queries.iter().any(|query| seen.contains(query));
            seen.extend(queries);
            shares
        })
    };
    let mut warnings = Vec::new();
    if sets.len() > 1 && shared(&|set| &set.train) {
        warnings.push(format!(
            "the folds of {name} share training queries: intervals and tests are about the test queries, given these \
             trainings"
        ));
    }
    if sets.len() > 1 && shared(&|set| &set.test) {
        warnings.push(format!(
            "the folds of {name} share test queries: they count several times, so intervals are too narrow"
        ));
    }
    warnings
}
