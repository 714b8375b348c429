//! Core tests, in one program, by the rooms of `src/`. `tests/module` runs some of them on wasm32 too.

mod figures;
mod chart {
    mod drawing;
}
mod clicks {
    mod bits;
    mod estimation;
    mod evaluation;
    mod interleaving;
    mod learning;
    mod propensities;
    mod reading;
    mod simulation;
    mod support;
}
mod data {
    mod arrays;
    mod dataset;
    mod feature_maps;
    mod histogram;
    mod letor;
    mod reading;
    mod samples;
}
mod data_report {
    mod findings;
}
mod export {
    pub mod engine_scores;
    mod engines;
    mod formats;
}
mod inspect {
    mod inspection;
    mod partial_dependence;
    mod pulls;
    mod tree_paths;
}
mod judgements {
    mod joining;
}
mod learner {
    mod baseline;
    mod boosting;
    pub mod boosting_support;
    mod boosting_trees;
    mod classifier;
    mod clicks;
    mod cutting_plane;
    pub mod descent;
    pub mod growth;
    mod online;
    mod pair_hinges;
    mod ramp;
    mod references;
    mod score_losses;
    mod tree_options;
    mod wide;
}
mod loss {
    mod click_pairs;
    mod long_queries;
    mod losses;
    mod oracles;
    mod position_cost;
}
mod method {
    mod components;
    mod label_gain;
    mod loss_at_scores;
    mod measure_menu;
    mod settings;
}
mod metric {
    mod measures;
    mod names;
    mod statistics;
}
mod model {
    mod agreement;
    mod foreign;
}
mod pages {
    mod columns;
    mod formulas;
    mod link_ranks;
    mod reading;
    mod support;
}
mod ranker {
    mod rankers;
}
mod ranking {
    mod diversity;
    mod shapley;
}
mod ratings {
    mod baselines;
    mod factorization;
    mod reading;
}
mod run {
    mod distributed;
    pub mod golden;
    mod history;
    mod rank_history;
    mod rounds;
    mod sketch;
    mod slow_motion;
    mod weight_plane;
    mod weights;
}
mod study {
    pub mod cells;
    mod claims;
    mod clicks;
    mod comparison;
    mod format;
    mod ratings;
    mod session;
    mod statistics;
}
mod theory {
    mod calibration;
    mod combined_losses;
    mod complexity;
    mod decay;
    mod generalisation;
    mod labs;
    mod margins;
    mod online_to_batch;
    mod steps;
}
#[cfg(feature = "threads")]
mod util {
    mod threads;
}
mod support;

/// The attribute of a test, under a name that `tests/module` can change.
use core::prelude::v1::test;
