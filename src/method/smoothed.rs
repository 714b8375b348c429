//! Methods that descend on a loss that is not convex: smoothed measures, and networks. They have no certificate.

use super::baselines::REPORTED;
use super::charts;
use super::descent::{SWAPPED, ndcg};
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{LABEL_GAIN, MEASURE, THRESHOLD, choice, count, label_gain, optimised_measure};
use super::training::{C, MAX_ITERATIONS, SEED};
use super::{Method, MethodOption};
use crate::learner::descent::{
    ApproxNdcg, Descent, DescentConfig, LambdaRank, PairLogistic, RankDistribution, ScoreLoss, SmoothRank,
    SmoothRankConfig, SmoothedMeasure, SoftRank, TwoLayer, TwoLayerConfig,
};
use crate::method::settings::TrainingSettings;
use crate::metric::{AVERAGE_PRECISION, Measure, NDCG};
use crate::util::error::{Error, shown};

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

/// The measures that can be smoothed, and boosted by AdaRank.
const SMOOTHED: MethodOption =
    MethodOption { grammar: "ndcg[@k] or map", summary: "The measure that is smoothed.", ..MEASURE };

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

fn lambda_rank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let measure = ndcg(settings, "has no swaps here")?;
    Ok(two_layer(settings, measure, LambdaRank { cut_off: measure.cut_off, gain: measure.gain })?
        .optimising())
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
