//! Methods that descend on a convex loss of the scores, with a certificate.

use super::baselines::REPORTED;
use super::charts;
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{LABEL_GAIN, MEASURE, THRESHOLD, choice, optimised_measure};
use super::training::{C, GAP, MAX_ITERATIONS};
use super::{Method, MethodOption};
use crate::learner::descent::{
    BinaryLogistic, Descent, DescentConfig, ExponentialPush, LambdaRounds, LambdaRoundsConfig, ListMle,
    ListNet, MOST_NORM, MagnitudePreserving, NormPush, PairLogistic, Ridge, ScoreLoss, SquaredHinge, Targets,
    Weighting,
};
use crate::loss::GradeWeights;
use crate::method::settings::{BY_DCG, TrainingSettings};
use crate::metric::{Measure, NDCG};
use crate::util::error::{Error, shown};

pub(super) const REGRESSION: Method = Method {
    name: "regression",
    label: "Regression",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "Ridge regression of the grade of each document, regardless of its query.",
    formula: "½‖w‖² + C · mean over documents of ½ (⟨w, x⟩ + b − t)²",
    cost: "O(n d), and O(n d² + d³) a Newton step",
    source: "Tewari 2015; Cossock and Zhang 2006",
    options: &[TARGETS],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, Ridge { targets: settings.targets.parse()? })),
};

pub(super) const LOGISTIC: Method = Method {
    name: "logistic",
    label: "Logistic regression",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "Classifies each document as good or bad, regardless of its query.",
    formula: "½‖w‖² + C · mean over documents of log(1 + e^(−y (⟨w, x⟩ + b)))",
    cost: "O(n d), and O(n d² + d³) a Newton step",
    source: "Nallapati 2004, as in Tsai et al. 2007",
    options: &[THRESHOLD],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, BinaryLogistic { threshold: settings.threshold })),
};

pub(super) const RANKNET_LINEAR: Method = Method {
    name: "ranknet-linear",
    label: "RankNet, linear",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "The logistic loss of every pair of different grades, with linear scores.",
    formula: "½‖w‖² + C · mean over pairs of log(1 + e^(−(s_i − s_j)))",
    cost: "O(n d + pairs)",
    source: "Burges et al. 2005",
    options: &[WEIGHTING, PAIR_WEIGHTS],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, PairLogistic)),
};

pub(super) const SQUARED_HINGE: Method = Method {
    name: "ranksvm-squared",
    label: "RankSVM, squared hinge",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "The squared hinge of every pair of different grades: smooth, with larger penalties for large errors.",
    formula: "½‖w‖² + C · mean over pairs of ½ [1 − (s_i − s_j)]₊²",
    cost: "O(n d + n log n), without listing the pairs",
    source: "Chapelle and Keerthi 2010",
    options: &[WEIGHTING, PAIR_WEIGHTS],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, SquaredHinge)),
};

pub(super) const MPRANK: Method = Method {
    name: "mprank",
    label: "MPRank",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "Differences of scores follow differences of grades: the squared error of every pair.",
    formula: "½‖w‖² + C · mean over pairs of ½ ((s_i − s_j) − (r_i − r_j))²",
    cost: "O(n d)",
    source: "Cortes, Mohri and Rastogi 2007",
    options: &[WEIGHTING],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, MagnitudePreserving)),
};

pub(super) const LISTNET: Method = Method {
    name: "listnet",
    label: "ListNet",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "Compares two softmax distributions over the top document: by scores and by grades.",
    formula: "KL(softmax(t) ‖ softmax(s)), mean over queries",
    cost: "O(n d)",
    source: "Cao et al. 2007",
    options: &[TARGETS],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, ListNet { targets: settings.targets.parse()? })),
};

pub(super) const LISTMLE: Method = Method {
    name: "listmle",
    label: "ListMLE",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "The likelihood of an ideal ranking when documents are drawn one after the other by their scores.",
    formula: "−log Π_j e^(s_y*(j)) / Σ_{i ≥ j} e^(s_y*(i)), mean over queries",
    cost: "O(n d + n log n)",
    source: "Xia et al. 2008",
    options: &[],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| convex(settings, ListMle)),
};

pub(super) const NORM_PUSH: Method = Method {
    name: "pnorm-push",
    label: "p-norm push",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "The logistic loss of each bad document against the good ones, by a norm in which the worst ones count most.",
    formula: "½‖w‖² + C · mean of [1/n₋ Σ_b (1/n₊ Σ_g log(1 + e^(−(s_g − s_b))))^p]^(1/p)",
    cost: "O(n d + pairs)",
    source: "Rudin 2009",
    options: &[NORM, SURROGATE, THRESHOLD],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(norm_push),
};

pub(super) const LAMBDA_RANK_LINEAR: Method = Method {
    name: "lambdarank-linear",
    label: "LambdaRank, linear",
    family: Family::Descent,
    charts: charts::ROUNDS_OF_PAIRS,
    summary: "Pairs weighted by how much NDCG changes if the two swap ranks: a convex objective in each round.",
    formula: "½‖w‖² + C · mean of Σ A_ij log(1 + e^(−(s_i − s_j))),  A: mean of ω_ij = |ΔNDCG of a swap| / Σω",
    cost: "O(n d + pairs) a Newton step",
    source: "Burges, Ragno and Le 2006",
    options: &[SWAPPED, LABEL_GAIN],
    training: &[C],
    parse: Parse::Learner(lambda_rounds),
};

pub(super) const TARGETS: MethodOption = MethodOption {
    choices: &[
        choice("grade", "grade", "The grade itself.", "t = r"),
        choice("gain", "gain", "Twice as much for each grade, as in DCG.", "t = 2^r − 1"),
    ],
    check: |settings| match settings.learns_from_clicks() {
        true => Ok(()),
        false => settings.targets.parse::<Targets>().map(drop),
    },
    ..option!(targets, Choice, "Targets", "The number that a grade stands for.")
};

const WEIGHTING: MethodOption = MethodOption {
    choices: &[
        choice("query", "queries alike", "A mean over the pairs of each query, then over queries.", ""),
        choice("pairs", "pairs alike", "A mean over all pairs: queries with many pairs weigh more.", ""),
    ],
    check: |settings| weighting(settings, Weighting::Query).map(drop),
    ..option!(weighting, Choice, "Weighting", "Whether pairs or queries have equal weight.")
}
.first_if_empty();

pub(super) const PAIR_WEIGHTS: MethodOption = MethodOption {
    choices: &[
        choice("equal", "equal", "All pairs of a query weigh the same.", "τ = 1"),
        choice(
            "swap-loss",
            "by NDCG loss",
            "A pair weighs the mean NDCG that is lost if its grades are swapped, as in SVM-IR-QP.",
            "τ(r_i, r_j)",
        ),
    ],
    check: |settings| match settings.pair_weights.trim().eq_ignore_ascii_case(BY_DCG) {
        true if settings.learns_from_clicks() => Ok(()),
        true => Err(Error::config("pair_weights", "dcg is for learning from clicks; use equal or swap-loss")),
        false => settings.pair_weights.parse::<GradeWeights>().map(drop),
    },
    ..option!(pair_weights, Choice, "Pair weights", "Weights of pairs by their grades.")
};

const NORM: MethodOption = MethodOption {
    minimum: Some(1.0),
    maximum: Some(MOST_NORM),
    check: |settings| NormPush::check_p(settings.p),
    ..option!(
        p,
        Number,
        "Norm p",
        "1 counts bad documents alike; the larger p, the more the worst ones count."
    )
};

const SURROGATE: MethodOption = MethodOption {
    choices: &[
        choice("logistic", "logistic", "A pair far in the wrong order costs its distance.", "log(1 + e^−o)"),
        choice("exponential", "exponential", "Such a pair decides about its query.", "e^−o"),
        choice("published", "exponential, no root", "As published: the hardest queries decide.", "e^−o"),
    ],
    check: |settings| surrogate(settings).map(drop),
    ..option!(surrogate, Choice, "Loss of a pair", "What a pair in the wrong order costs.")
};

pub(super) const SWAPPED: MethodOption = MethodOption {
    grammar: "ndcg[@k]",
    summary: "The measure whose change by a swap weighs a pair.",
    ..MEASURE
};

/// A linear learner of a smooth loss, with a gap if the loss is convex.
pub(super) fn convex(
    settings: &TrainingSettings,
    loss: impl ScoreLoss + Clone + 'static,
) -> Result<DirectLearner, Error> {
    let config = DescentConfig {
        c: settings.c,
        weighting: weighting(settings, Weighting::Query)?,
        pair_weights: settings.pair_weights.parse()?,
        gap: settings.gap,
        max_iterations: settings.max_iterations,
    };
    config.check()?;
    let (minimised, descent) = (loss.clone(), config.clone());
    let learner = DirectLearner::new(REPORTED, move |data| Descent::new(data, &loss, config.clone()));
    Ok(learner.minimising(minimised).descending(descent))
}

fn norm_push(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let (p, threshold) = (settings.p, settings.threshold);
    NormPush::check_p(p)?;
    match surrogate(settings)? {
        Surrogate::Logistic => convex(settings, NormPush { p, threshold }),
        Surrogate::Exponential { has_root } => convex(settings, ExponentialPush { p, has_root, threshold }),
    }
}

/// What stands for a pair in the p-norm push.
enum Surrogate {
    Logistic,
    Exponential { has_root: bool },
}

fn surrogate(settings: &TrainingSettings) -> Result<Surrogate, Error> {
    match settings.surrogate.trim().to_ascii_lowercase().as_str() {
        "logistic" => Ok(Surrogate::Logistic),
        "exponential" => Ok(Surrogate::Exponential { has_root: true }),
        "published" => Ok(Surrogate::Exponential { has_root: false }),
        other => {
            let problem = format!("{} is not one of logistic, exponential, published", shown(other));
            Err(Error::config("surrogate", problem))
        }
    }
}

fn lambda_rounds(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let measure = ndcg(settings, "has no swaps here")?;
    let config = LambdaRoundsConfig { c: settings.c, cut_off: measure.cut_off, gain: measure.gain };
    config.check()?;
    let start = move |data| LambdaRounds::new(data, config.clone());
    Ok(DirectLearner::new(measure, start).optimising())
}

/// Returns the measure of the settings. `problem`: what is said of one that is not NDCG with the usual discount.
pub(super) fn ndcg(settings: &TrainingSettings, problem: &str) -> Result<Measure, Error> {
    let measure = optimised_measure(settings)?;
    if measure == (Measure { gain: measure.gain, ..NDCG.at(measure.cut_off) }) {
        return Ok(measure);
    }
    let problem = format!("{} {problem}; choose ndcg or ndcg@k, also with a gain", shown(&settings.measure));
    Err(Error::config("measure", problem))
}

/// The unit of equal weight. `usual`: its value if the setting is empty.
pub(super) fn weighting(settings: &TrainingSettings, usual: Weighting) -> Result<Weighting, Error> {
    match settings.weighting.trim() {
        "" => Ok(usual),
        text => text.parse(),
    }
}
