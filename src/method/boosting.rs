//! Boosted methods.

use super::charts;
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{
    LABEL_GAIN, MEASURE, PATIENCE, THRESHOLD, choice, label_gain, optimised_measure, rounds_option,
};
use super::trees::{TRAINING_OF_TREES, tree};
use super::{Method, MethodOption};
use crate::learner::boosting::{
    AdaRank, AdaRankConfig, ClassForm, FRank, FRankConfig, LambdaMart, LambdaMartConfig, LambdaMartForm,
    McRank, McRankConfig, Monotone, PairWeighting, RankBoost, RankBoostConfig, Reuse, StepLength,
    StumpSearch,
};
use crate::method::settings::TrainingSettings;
use crate::metric::Measure;
use crate::util::error::{Error, shown};

use super::baselines::REPORTED;
use super::descent::weighting;
use crate::learner::descent::Weighting;

pub(super) const FRANK: Method = Method {
    name: "frank",
    label: "FRank",
    family: Family::Boosting,
    charts: charts::BOOSTING,
    summary: "Stumps lower the fidelity loss of pairs, which is bounded, so badly misordered pairs have little weight.",
    formula: "J = mean over pairs of 1 − √P,  P = 1/(1 + e^(−(s_i − s_j)))",
    cost: "O(pairs · d) a round",
    source: "Tsai et al. 2007, sections 3.2 and 3.3",
    options: &[STEP_LENGTH],
    training: &[rounds_option(300), PATIENCE],
    parse: Parse::Learner(frank),
};

pub(super) const RANK_BOOST: Method = Method {
    name: "rankboost",
    label: "RankBoost",
    family: Family::Boosting,
    charts: charts::BOOSTING,
    summary: "Stumps lower the exponential loss of pairs.",
    formula: "Σ D(i, j) e^(−(s_i − s_j))",
    cost: "O(n d) a round, without listing the pairs",
    source: "Freund, Iyer, Schapire and Singer 2003",
    options: &[PAIR_WEIGHTING, STUMP_SEARCH],
    training: &[rounds_option(100), PATIENCE],
    parse: Parse::Learner(rank_boost),
};

pub(super) const ADA_RANK: Method = Method {
    name: "adarank",
    label: "AdaRank",
    family: Family::Boosting,
    charts: charts::BOOSTING,
    summary: "Each round adds the feature with the best weighted measure; queries that stay badly ranked gain weight.",
    formula: "P(q) ∝ e^(−E(q, f)),  α = ½ log Σ P (1 + E) / Σ P (1 − E)",
    cost: "O(n d) once, O(queries · d) a round",
    source: "Xu and Li 2007",
    options: &[BOOSTED, LABEL_GAIN, REUSE, THRESHOLD],
    training: &[rounds_option(100), PATIENCE],
    parse: Parse::Learner(ada_rank),
};

pub(super) const MC_RANK: Method = Method {
    name: "mcrank",
    label: "McRank",
    family: Family::Boosting,
    charts: charts::GRADE_TREES,
    summary: "Trees estimate the probability of each grade; the expected grade is the score.",
    formula: "s = Σ_k k Pr(r = k | x)",
    cost: "O(n d) a level and class, after one sort of every feature",
    source: "Li, Burges and Wu 2007",
    options: &[CLASS_FORM],
    training: TRAINING_OF_TREES,
    parse: Parse::Learner(mc_rank),
};

pub(super) const LAMBDA_MART: Method = Method {
    name: "lambdamart",
    label: "LambdaMART",
    family: Family::Boosting,
    charts: charts::LAMBDAS,
    summary: "Trees follow the pull of pairs, weighted by the NDCG that a swap would change.",
    formula: "λ_ij = |ΔNDCG_ij| / (1 + e^(s_i − s_j))",
    cost: "O(pairs + n d) a round and level",
    source: "Wu, Burges, Svore and Gao 2010",
    options: &[LAMBDA_FORM, LAMBDA_CUT, LABEL_GAIN, MONOTONE],
    training: TRAINING_OF_TREES,
    parse: Parse::Learner(lambda_mart),
};

const STEP_LENGTH: MethodOption = MethodOption {
    choices: &[
        choice("formula", "by the formula", "A short step, which acts as shrinkage.", "α = ½ ln(W₊/W₋)"),
        choice("exact", "exact", "The step at which the loss stops falling.", "α = argmin J"),
    ],
    check: |settings| step_length(settings).map(drop),
    ..option!(step_length, Choice, "Step", "Length of the step of each round.")
};

const PAIR_WEIGHTING: MethodOption = MethodOption {
    choices: &[
        choice("pairs", "pairs alike", "Every pair weighs the same at first, as published.", ""),
        choice("query", "queries alike", "Every query weighs the same at first.", ""),
    ],
    ..option!(weighting, Choice, "Weighting", "Whether pairs or queries start with equal weight.")
}
.first_if_empty();

/// The variants of all methods.
const VARIANTS: [&str; 7] =
    ["third", "first", "classes", "ordinal", "normalised", "second-order", "published"];

const STUMP_SEARCH: MethodOption = MethodOption {
    choices: &[
        choice("third", "largest r", "The third method of the paper.", "α = ½ ln((1 + r)/(1 − r))"),
        choice("first", "least Z", "The first method of the paper, which is greedier.", "α = ½ ln(W₊/W₋)"),
    ],
    check: |settings| variant(settings, &VARIANTS).map(drop),
    ..option!(variant, Choice, "Variant", "Rule that chooses the threshold and the weight.")
}
.first_if_empty();

const CLASS_FORM: MethodOption = MethodOption {
    choices: &[
        choice("classes", "classes", "The probability of each grade, by softmax.", ""),
        choice("ordinal", "ordinal", "The probability of passing each grade boundary.", ""),
    ],
    check: STUMP_SEARCH.check,
    ..option!(variant, Choice, "Variant", "Quantity that the trees estimate.")
}
.first_if_empty();

const BOOSTED: MethodOption = MethodOption {
    grammar: "ndcg[@k], map, rr[@k], err[@k], p@k, recall@k, success@k, wta, auc or eru[:α,d]",
    summary: "The measure that is boosted.",
    ..MEASURE
};

const REUSE: MethodOption = MethodOption {
    choices: &[
        choice("once", "once", "A feature is used at most once.", ""),
        choice("not-last", "not twice in a row", "Any feature except that of the last round.", ""),
        choice("paper", "any, as published", "Often ends after one round.", ""),
    ],
    check: |settings| reuse(settings).map(drop),
    ..option!(reuse, Choice, "Reuse of features", "Features that a round may choose.")
};

const LAMBDA_FORM: MethodOption = MethodOption {
    choices: &[
        choice(
            "normalised",
            "normalised",
            "As second-order, and pairs with close scores weigh more.",
            "|ΔNDCG_ij| / (0.01 + |s_i − s_j|)",
        ),
        choice(
            "second-order",
            "second-order",
            "Splits by what the values of the leaves gain.",
            "S_L²/H_L + S_R²/H_R − S²/H",
        ),
        choice(
            "published",
            "published",
            "Splits by least squares, as published.",
            "S_L²/n_L + S_R²/n_R − S²/n",
        ),
    ],
    check: STUMP_SEARCH.check,
    ..option!(variant, Choice, "Variant", "Rule that chooses the splits, and the weights of the pairs.")
}
.first_if_empty();

const MONOTONE: MethodOption = MethodOption {
    choices: &[choice("none", "none", "The score may change either way.", "")],
    grammar: "none, or up:F and down:F with numbers or names of features, as in up:3,down:price",
    check: |settings| monotone(settings).map(drop),
    ..option!(
        monotone,
        Choice,
        "Monotone features",
        "Features with which the score must not fall (up) or rise (down)."
    )
};

const LAMBDA_CUT: MethodOption =
    super::shared::cut_off_option(Some(30), "Ranks that count in the NDCG of a swap.");

pub(super) fn frank_config(settings: &TrainingSettings) -> Result<FRankConfig, Error> {
    let config = FRankConfig { rounds: settings.rounds.unwrap_or(300), step: step_length(settings)? };
    config.check()?;
    Ok(config)
}

fn frank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let config = frank_config(settings)?;
    Ok(DirectLearner::new(REPORTED, move |data| FRank::learner(data, config.clone())).by_validation())
}

pub(super) fn rank_boost_config(settings: &TrainingSettings) -> Result<RankBoostConfig, Error> {
    let config = RankBoostConfig {
        rounds: settings.rounds.unwrap_or(100),
        search: match variant(settings, &["third", "first"])? {
            1 => StumpSearch::First,
            _ => StumpSearch::Third,
        },
        weighting: match weighting(settings, Weighting::Pairs)? {
            Weighting::Query => PairWeighting::Query,
            Weighting::Pairs => PairWeighting::Pairs,
        },
    };
    config.check()?;
    Ok(config)
}

fn rank_boost(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let config = rank_boost_config(settings)?;
    Ok(DirectLearner::new(REPORTED, move |data| RankBoost::learner(data, config.clone())).by_validation())
}

fn ada_rank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let config = AdaRankConfig {
        rounds: settings.rounds.unwrap_or(100),
        measure: optimised_measure(settings)?,
        reuse: reuse(settings)?,
        threshold: settings.threshold,
    };
    config.check()?;
    let measure = config.measure;
    let learner = DirectLearner::new(measure, move |data| AdaRank::learner(data, config.clone()));
    Ok(learner.by_validation().optimising())
}

fn mc_rank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let config = McRankConfig {
        rounds: settings.rounds.unwrap_or(30),
        form: match variant(settings, &["classes", "ordinal"])? {
            1 => ClassForm::Ordinal,
            _ => ClassForm::Classes,
        },
        tree: tree(settings),
    };
    config.check()?;
    Ok(DirectLearner::new(REPORTED, move |data| McRank::learner(data, config.clone())).by_validation())
}

fn lambda_mart(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let config = lambda_config(settings)?;
    config.check()?;
    let reported = Measure { gain: config.gain, ..REPORTED };
    let learner = DirectLearner::new(reported, move |data| LambdaMart::learner(data, config.clone()));
    Ok(learner.by_validation().optimising())
}

pub(super) fn lambda_config(settings: &TrainingSettings) -> Result<LambdaMartConfig, Error> {
    Ok(LambdaMartConfig {
        rounds: settings.rounds.unwrap_or(30),
        cut_off: Some(super::shared::cut_off(settings)?.unwrap_or(30)),
        gain: label_gain(settings)?.unwrap_or_default(),
        form: lambda_form(settings)?,
        monotone: monotone(settings)?,
        tree: tree(settings),
    })
}

fn lambda_form(settings: &TrainingSettings) -> Result<LambdaMartForm, Error> {
    Ok(match variant(settings, &["normalised", "second-order", "published"])? {
        1 => LambdaMartForm::SecondOrder,
        2 => LambdaMartForm::Published,
        _ => LambdaMartForm::Normalised,
    })
}

fn monotone(settings: &TrainingSettings) -> Result<Vec<Monotone>, Error> {
    let text = Some(settings.monotone.trim()).filter(|text| *text != "none").unwrap_or_default();
    let one = |part: &str| {
        // A name may have colons of its own.
        let (word, feature) = part.split_once(':')?;
        let is_falling = match word.trim() {
            "up" => false,
            "down" => true,
            _ => return None,
        };
        let feature = Some(feature.trim()).filter(|feature| !feature.is_empty())?;
        Some(Monotone { feature: feature.into(), is_falling })
    };
    let parts = text.split(',').filter(|_| !text.is_empty()).map(|part| {
        one(part.trim()).ok_or_else(|| {
            let problem = format!(
                "{} is not like up:3 or down:price; a feature with a comma in its name goes by its number",
                shown(part.trim())
            );
            Error::config("monotone", problem)
        })
    });
    let all = parts.collect::<Result<Vec<_>, _>>()?;
    if !all.is_empty() && settings.map.trim() != "none" {
        return Err(Error::config("monotone", "a feature map mixes the features; train with --map none"));
    }
    Ok(all)
}

/// Returns the index of the variant among the names; 0 if the setting is empty.
fn variant(settings: &TrainingSettings, names: &[&str]) -> Result<usize, Error> {
    let text = settings.variant.trim().to_ascii_lowercase();
    if text.is_empty() {
        return Ok(0);
    }
    names.iter().position(|name| *name == text).ok_or_else(|| {
        Error::config("variant", format!("{} is not one of {}", shown(&text), names.join(", ")))
    })
}

fn step_length(settings: &TrainingSettings) -> Result<StepLength, Error> {
    match settings.step_length.trim().to_ascii_lowercase().as_str() {
        "formula" => Ok(StepLength::Formula),
        "exact" => Ok(StepLength::Exact),
        other => Err(Error::config("step_length", format!("{} is not one of formula, exact", shown(other)))),
    }
}

fn reuse(settings: &TrainingSettings) -> Result<Reuse, Error> {
    match settings.reuse.trim().to_ascii_lowercase().as_str() {
        "once" => Ok(Reuse::Once),
        "not-last" => Ok(Reuse::NotLast),
        "paper" => Ok(Reuse::Paper),
        other => Err(Error::config("reuse", format!("{} is not one of once, not-last, paper", shown(other)))),
    }
}
