//! Methods that descend on a smooth loss of the scores.

use super::baselines::REPORTED;
use super::charts;
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{LABEL_GAIN, MEASURE, THRESHOLD, choice, count, label_gain, optimised_measure};
use super::training::{C, GAP, MAX_ITERATIONS, SEED};
use super::{Method, MethodOption};
use crate::learner::descent::{
    ApproxNdcg, BinaryLogistic, Descent, DescentConfig, ExponentialPush, LambdaRank, LambdaRounds,
    LambdaRoundsConfig, ListMle, ListNet, MOST_NORM, MagnitudePreserving, NormPush, PairLogistic,
    RankDistribution, Ridge, ScoreLoss, SmoothRank, SmoothRankConfig, SmoothedMeasure, SoftRank,
    SquaredHinge, Targets, TwoLayer, TwoLayerConfig, Weighting,
};
use crate::loss::GradeWeights;
use crate::method::settings::{BY_DCG, TrainingSettings};
use crate::metric::{AVERAGE_PRECISION, Measure, NDCG};
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

pub(super) const LAMBDA_RANK: Method = Method {
    name: "lambdarank",
    label: "LambdaRank, two layers",
    family: Family::Descent,
    charts: charts::PULLS,
    summary: "Pulls, no loss: the pulls of RankNet times the change of NDCG in a swap, on a network with one hidden layer.",
    formula: "λ_i = Σ_j ±|ΔNDCG of swapping i, j| / (1 + e^(±(s_i − s_j)))",
    cost: "O(n k + n d · hidden units) an epoch",
    source: "Burges, Ragno and Le 2006",
    options: &[SWAPPED, LABEL_GAIN, HIDDEN, RATE],
    training: &[EPOCHS, super::shared::PATIENCE, SEED],
    parse: Parse::Learner(lambda_rank),
};

pub(super) const APPROX_NDCG: Method = Method {
    name: "approxndcg",
    label: "ApproxNDCG",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "NDCG with smooth ranks: a document's rank is one plus the sum of how surely each other one is above it.",
    formula: "½‖w‖² + C · mean of 1 − Σ g_i / log2(1 + R_i) / best,  R_i = 1 + Σ_j 1/(1 + e^(s_i − s_j))",
    cost: "O(n d + n · documents above grade 0) a step",
    source: "Qin, Liu and Li 2010",
    options: &[LABEL_GAIN],
    training: &[C, MAX_ITERATIONS],
    parse: Parse::Learner(approx_ndcg),
};

pub(super) const SOFT_RANK: Method = Method {
    name: "softrank",
    label: "SoftRank",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "The NDCG that is expected if each score has normal noise, so that ranks are random and move smoothly.",
    formula: "½‖w‖² + C · mean of 1 − E NDCG@k,  S_i ~ N(s_i, 1)",
    cost: "O(n d + n k · documents above grade 0) a step",
    source: "Taylor, Guiver, Robertson and Minka 2008",
    options: &[SOFTENED, LABEL_GAIN, DISTRIBUTION],
    training: &[C, MAX_ITERATIONS],
    parse: Parse::Learner(soft_rank),
};

pub(super) const SMOOTH_RANK: Method = Method {
    name: "smoothrank",
    label: "SmoothRank",
    family: Family::Descent,
    charts: charts::DESCENT,
    summary: "Optimises a smoothed measure with less and less smoothing, starting from a regression.",
    formula: "½‖w − w₀‖² + C · mean of 1 − smoothed measure; σ = 4, 2, …, 1/16",
    cost: "O(n d + n k) a step",
    source: "Chapelle and Wu 2010",
    options: &[SMOOTHED, LABEL_GAIN, THRESHOLD],
    training: &[C, MAX_ITERATIONS],
    parse: Parse::Learner(smooth_rank),
};

pub(super) const RANKNET: Method = Method {
    name: "ranknet",
    label: "RankNet, two layers",
    family: Family::Descent,
    charts: charts::EPOCHS,
    summary: "The logistic loss of pairs with a network of tanh units: stochastic steps, one query each.",
    formula: "mean over pairs of log(1 + e^(−(s_i − s_j))),  s = Σ_h v_h tanh(⟨w_h, x⟩ + b_h)",
    cost: "O(n d hidden + pairs) an epoch",
    source: "Burges et al. 2005",
    options: &[HIDDEN, RATE],
    training: &[EPOCHS, super::shared::PATIENCE, SEED],
    parse: Parse::Learner(|settings| two_layer(settings, REPORTED, PairLogistic)),
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

/// The measures that can be smoothed, and boosted by AdaRank.
const SMOOTHED: MethodOption =
    MethodOption { grammar: "ndcg[@k] or map", summary: "The measure that is smoothed.", ..MEASURE };

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

const SWAPPED: MethodOption = MethodOption {
    grammar: "ndcg[@k]",
    summary: "The measure whose change by a swap weighs a pair.",
    ..MEASURE
};

const SOFTENED: MethodOption =
    MethodOption { grammar: "ndcg[@k]", summary: "The measure that is expected.", ..MEASURE };

const DISTRIBUTION: MethodOption = MethodOption {
    choices: &[
        choice("published", "published", "Contests of a document count as independent, as published.", ""),
        choice("exact", "exact", "An integral over the score that all contests of a document share.", ""),
    ],
    check: |settings| settings.distribution.parse::<RankDistribution>().map(drop),
    ..option!(distribution, Choice, "Distribution", "How the distribution of a document's rank is computed.")
};

const HIDDEN: MethodOption = MethodOption {
    minimum: Some(1.0),
    check: |settings| count("hidden", settings.hidden),
    ..option!(hidden, Integer, "Hidden units", "Units of the hidden layer.")
};

const RATE: MethodOption = MethodOption {
    minimum: Some(0.0),
    check: |settings| {
        if settings.learning_rate.is_finite() && settings.learning_rate > 0.0 {
            return Ok(());
        }
        let problem = format!("{} is not a positive number", settings.learning_rate);
        Err(Error::config("learning_rate", problem))
    },
    ..option!(
        learning_rate,
        Number,
        "Learning rate",
        "Length of the first steps, halved after an epoch that increases the objective."
    )
};

const EPOCHS: MethodOption = super::shared::epochs_option(50);

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
    let minimised = loss.clone();
    let learner = DirectLearner::new(REPORTED, move |data| Descent::new(data, &loss, config.clone()));
    Ok(learner.minimising(minimised))
}

/// A linear learner of a smooth loss that is not convex. `optimised`: the measure that it stands for.
fn stationary(
    settings: &TrainingSettings,
    optimised: Measure,
    loss: impl ScoreLoss + Clone + 'static,
) -> Result<DirectLearner, Error> {
    let config = DescentConfig {
        c: settings.c,
        gap: STATIONARY,
        max_iterations: settings.max_iterations,
        ..DescentConfig::default()
    };
    config.check()?;
    let minimised = loss.clone();
    let learner = DirectLearner::new(optimised, move |data| Descent::new(data, &loss, config.clone()));
    Ok(learner.minimising(minimised))
}

/// ½‖∇P‖²/|P| at which a descent without a certificate ends.
const STATIONARY: f64 = 1e-9;

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

fn lambda_rank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let measure = ndcg(settings, "has no swaps here")?;
    Ok(two_layer(settings, measure, LambdaRank { cut_off: measure.cut_off, gain: measure.gain })?
        .optimising())
}

/// Returns the measure of the settings. `problem`: what is said of one that is not NDCG with the usual discount.
fn ndcg(settings: &TrainingSettings, problem: &str) -> Result<Measure, Error> {
    let measure = optimised_measure(settings)?;
    if measure == (Measure { gain: measure.gain, ..NDCG.at(measure.cut_off) }) {
        return Ok(measure);
    }
    let problem = format!("{} {problem}; choose ndcg or ndcg@k, also with a gain", shown(&settings.measure));
    Err(Error::config("measure", problem))
}

fn approx_ndcg(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let gain = label_gain(settings)?.unwrap_or_default();
    let optimised = Measure { gain, ..REPORTED };
    stationary(settings, optimised, ApproxNdcg { gain })
}

fn soft_rank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let measure = ndcg(settings, "has no expectation here")?;
    let distribution = settings.distribution.parse()?;
    let loss = SoftRank { cut_off: measure.cut_off, gain: measure.gain, distribution };
    Ok(stationary(settings, measure, loss)?.optimising())
}

/// The unit of equal weight. `usual`: its value if the setting is empty.
pub(super) fn weighting(settings: &TrainingSettings, usual: Weighting) -> Result<Weighting, Error> {
    match settings.weighting.trim() {
        "" => Ok(usual),
        text => text.parse(),
    }
}

fn smooth_rank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let measure = optimised_measure(settings)?;
    let smoothed = match measure {
        _ if measure == AVERAGE_PRECISION.whole() => SmoothedMeasure::AveragePrecision,
        Measure { cut_off, gain, .. } if measure == (Measure { gain, ..NDCG.at(cut_off) }) => {
            SmoothedMeasure::Ndcg { cut_off, gain }
        }
        _ => {
            let problem = format!(
                "{} cannot be smoothed; choose ndcg, ndcg@k or map, ndcg also with a gain",
                shown(&settings.measure)
            );
            return Err(Error::config("measure", problem));
        }
    };
    let config = SmoothRankConfig { measure: smoothed, ..smooth_rank_config(settings) };
    config.check()?;
    let learner = DirectLearner::new(measure, move |data| SmoothRank::new(data, config.clone()));
    Ok(learner.optimising())
}

/// The settings of SmoothRank apart from its measure.
pub(super) fn smooth_rank_config(settings: &TrainingSettings) -> SmoothRankConfig {
    SmoothRankConfig {
        c: settings.c,
        threshold: settings.threshold,
        max_iterations: settings.max_iterations.min(MOST_STEPS),
        ..SmoothRankConfig::default()
    }
}

/// Number of steps at each width of the smoothing. The general limit is for methods that need more steps.
const MOST_STEPS: usize = 100;

/// A network that follows the pulls of a loss, query by query. `optimised`: the measure that it stands for.
pub(super) fn two_layer(
    settings: &TrainingSettings,
    optimised: Measure,
    loss: impl ScoreLoss + Clone + 'static,
) -> Result<DirectLearner, Error> {
    let defaults = TwoLayerConfig::default();
    let config = TwoLayerConfig {
        hidden: settings.hidden,
        epochs: settings.epochs.unwrap_or(defaults.epochs),
        rate: settings.learning_rate,
        seed: settings.seed,
    };
    config.check()?;
    let minimised = loss.clone();
    let learner = DirectLearner::new(optimised, move |data| TwoLayer::new(data, &loss, config.clone()));
    Ok(learner.by_validation().minimising(minimised))
}
