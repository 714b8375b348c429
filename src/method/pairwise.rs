//! Methods that sum hinges over pairs: OWPC, and RankSVM, which is its special case for good and bad documents.

use super::charts;
use super::descent::PAIR_WEIGHTS;
use super::family::Family;
use super::learner_spec::Parse;
use super::option::option;
use super::shared::{IDEAL_OR_RAMP, THRESHOLD, choice};
use super::training::CUTTING_PLANES;
use super::{Method, MethodOption};
use crate::loss::{Generator, GradeWeights, LossSpec, Owpc, PairWeight, Reference};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

pub(super) const OWPC: Method = Method {
    name: "owpc",
    label: "OWPC",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "The pairwise hinges of each good document, sorted and weighted: the worst pairs count most.",
    formula: "Σ_g (1/n₊) Σ_j α_j h_(j),  h_gb = [1 − ⟨w, x_g − x_b⟩]₊,  α_j = G(j)/ΣG",
    cost: "O(n log n)",
    source: "Usunier, Buffoni and Gallinari 2009, Proposition 3",
    options: &[GENERATOR, IDEAL_OR_RAMP, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(|settings| pairwise(settings, settings.generator.parse()?, PairWeight::Mean)),
};

pub(super) const INFINITE_PUSH: Method = Method {
    name: "infinite-push",
    label: "Infinite push",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Only the worst bad document of a query counts: OWPC with all weight on the largest hinge.",
    formula: "max_b (1/n₊) Σ_g [1 − ⟨w, x_g − x_b⟩]₊",
    cost: "O(n log n)",
    source: "Agarwal 2011",
    options: &[IDEAL_OR_RAMP, THRESHOLD],
    training: CUTTING_PLANES,
    // The worst bad document of one good document is the worst of all, so one weight per good document does it.
    parse: Parse::Loss(|settings| pairwise(settings, Generator::Top(f64::MIN_POSITIVE), PairWeight::Mean)),
};

pub(super) const RANKSVM: Method = Method {
    name: "ranksvm",
    label: "RankSVM",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "The pairwise hinge over all pairs of different grades, or of a good and a bad document.",
    formula: "Σ_{r_i > r_j} τ(r_i, r_j) [1 − ⟨w, x_i − x_j⟩]₊, averaged or summed",
    cost: "O(n log n) a grade, without listing the pairs",
    source: "Herbrich et al. 2000; Joachims 2002; with τ Cao et al. 2006",
    options: &[PAIRS_OF, GRADED_WEIGHTS, PAIRS, IDEAL_OR_RAMP, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(rank_svm),
};

const GENERATOR: MethodOption = MethodOption {
    choices: &[
        choice("constant", "constant", "All hinges have the same weight: RankSVM.", "G(j) = 1"),
        choice(
            "top:10",
            "top 10 %",
            "Only the worst tenth; type top:P for another share.",
            "G(j) = 1 for j ≤ P % of n₋",
        ),
        choice("inverse-rank", "1/j", "Falls like the reciprocal rank.", "G(j) = 1/j"),
        choice(
            "exp:5",
            "exponential, 5 %",
            "Halves every 5 %; type exp:P for another rate.",
            "G(j) = 2^(−100 j/(P n₋))",
        ),
        choice("exp:10", "exponential, 10 %", "Halves every 10 %.", "G(j) = 2^(−100 j/(P n₋))"),
        choice("exp:20", "exponential, 20 %", "Halves every 20 %.", "G(j) = 2^(−100 j/(P n₋))"),
    ],
    grammar: "constant, top:P, inverse-rank or exp:P",
    check: |settings| settings.generator.parse::<Generator>().map(drop),
    ..option!(generator, Choice, "Generator G", "Weights of the sorted hinges.")
};

const PAIRS: MethodOption = MethodOption {
    choices: &[
        choice("mean", "mean per query", "Every query weighs the same.", "1/(n₊n₋) Σ"),
        choice("sum", "sum of pairs", "Queries with many pairs weigh more.", "Σ"),
    ],
    check: |settings| settings.pairs.parse::<PairWeight>().map(drop),
    ..option!(pairs, Choice, "Pairs", "Mean or sum of the hinges of a query.")
};

pub(super) const PAIRS_OF: MethodOption = MethodOption {
    choices: &[
        choice("grades", "different grades", "All pairs of documents with different grades.", "r_i > r_j"),
        choice(
            "threshold",
            "good and bad",
            "Pairs across the threshold; other grades are alike.",
            "r_i ≥ θ > r_j",
        ),
    ],
    check: |settings| of_all_grades(settings).map(drop),
    ..option!(pairs_of, Choice, "Pairs of", "Documents that are compared.")
};

const GRADED_WEIGHTS: MethodOption = MethodOption {
    summary: "Weights of pairs by their grades; RankSVM has them for pairs of different grades.",
    ..PAIR_WEIGHTS
};

/// Returns whether RankSVM compares all pairs of different grades.
pub(super) fn of_all_grades(settings: &TrainingSettings) -> Result<bool, Error> {
    match settings.pairs_of.trim().to_ascii_lowercase().as_str() {
        "grades" => Ok(true),
        "threshold" => Ok(false),
        other => Err(Error::config("pairs_of", format!("{} is not one of grades, threshold", shown(other)))),
    }
}

fn rank_svm(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let (pairs, weights) = (settings.pairs.parse()?, settings.pair_weights.parse()?);
    if !of_all_grades(settings)? {
        if weights != GradeWeights::Equal {
            return Err(Error::config(
                "pair_weights",
                format!(
                    "{weights} weighs pairs by their grades, and pairs of good and bad documents have one weight; \
                     set pair_weights to equal, or pairs_of to grades"
                ),
            ));
        }
        return pairwise(settings, Generator::Constant, pairs);
    }
    let ramp = settings.reference.parse::<Reference>()? == Reference::Ramp;
    LossSpec::pairs_of_grades(pairs, weights, ramp)
}

fn pairwise(settings: &TrainingSettings, generator: Generator, pairs: PairWeight) -> Result<LossSpec, Error> {
    Ok(LossSpec::Owpc(Owpc { generator, pairs, threshold: settings.threshold }))
}
