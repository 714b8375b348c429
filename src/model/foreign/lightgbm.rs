//! What the text and the JSON of LightGBM have in common: objectives, missing values, names. Source: LightGBM 4,
//! `src/io/tree.cpp` and `include/LightGBM/tree.h`.

use super::layout::n_features;
use super::{Foreign, Read, fault, real_names, unlinked};
use crate::ranking::scorer::{ClassLink, Missing, Scorer, Term};
use crate::util::counted::counted;
use crate::util::error::Error;

pub(super) const PROGRAM: &str = "LightGBM";

/// The head of a model.
#[derive(Default)]
pub(super) struct Head {
    pub objective: String,
    pub names: Vec<String>,
    /// Trees per iteration, which is more than one for classes.
    pub trees_per_iteration: usize,
    /// Whether the score is the mean of the trees (random forests).
    pub is_average: bool,
    /// Number of features of the training data.
    pub n_features: usize,
}

/// Returns where a missing value goes: with the type `None` it counts as 0, with `Zero` so do gaps, and both go the
/// default way, with `NaN` only gaps do.
pub(super) fn missing(kind: &str, goes_left: bool) -> Option<Missing> {
    Some(match (kind, goes_left) {
        ("None", _) => Missing::Zero,
        ("Zero", true) => Missing::ZeroLeft,
        ("Zero", false) => Missing::ZeroRight,
        ("NaN", true) => Missing::Left,
        ("NaN", false) => Missing::Right,
        _ => return None,
    })
}

/// Returns a number of training documents. A tree without counts has zeros, which say nothing.
pub(super) fn documents(count: f64) -> Option<u32> {
    (count >= 1.0 && count <= f64::from(u32::MAX)).then_some(count as u32)
}

/// Returns the model of the trees, whose terms have the weight 1.
pub(super) fn assemble(head: Head, mut terms: Vec<Term>) -> Result<Read, Error> {
    if head.trees_per_iteration > 1 {
        let problem = format!(
            "{} trees per iteration score classes, and a ranking needs one score",
            head.trees_per_iteration
        );
        return Err(fault(PROGRAM, problem));
    }
    let mut words = head.objective.split_whitespace();
    let objective = words.next().unwrap_or("").to_owned();
    let parameters: Vec<&str> = words.collect();
    if head.is_average {
        let share = 1.0 / terms.len().max(1) as f64;
        terms.iter_mut().for_each(|term| term.weight = share);
    }
    let kind = match objective.as_str() {
        "" => counted(terms.len(), "tree"),
        objective => format!("{objective}, {}", counted(terms.len(), "tree")),
    };
    let n_features = head.n_features.max(n_features(&terms));
    let mut notes = Vec::new();
    let scorer = match objective.as_str() {
        "lambdarank" | "rank_xendcg" | "custom" | "" | "huber" | "fair" | "quantile" | "mape"
        | "regression_l1" | "l1" => Scorer::Additive { terms },
        "regression" | "regression_l2" | "l2" if !parameters.contains(&"sqrt") => Scorer::Additive { terms },
        "binary" | "cross_entropy" | "xentropy" => {
            let slope = parameters.iter().find_map(|one| one.strip_prefix("sigmoid:"));
            let slope: f64 =
                slope.map_or(Ok(1.0), str::parse).map_err(|_| fault(PROGRAM, "the sigmoid is no number"))?;
            terms.iter_mut().for_each(|term| term.weight *= slope);
            Scorer::Classes { link: ClassLink::Ordinal, ensembles: vec![terms] }
        }
        other => {
            notes.push(unlinked(other));
            Scorer::Additive { terms }
        }
    };
    let about = Foreign { program: PROGRAM.to_owned(), kind, notes, follows_gaps: true };
    Ok(Read { about, scorer, n_features, names: real_names(head.names) })
}
