//! Methods that see documents or queries one after the other, and methods without optimisation.

use super::charts;
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{LABEL_GAIN, MEASURE, PATIENCE, THRESHOLD, choice, epochs_option, optimised_measure};
use super::{Method, MethodOption};
use crate::learner::baseline::SingleFeature;
use crate::learner::descent::{ListNet, PairLogistic, ScoreLoss, SquaredHinge};
use crate::learner::online::{Iterate, Online, OnlineConfig, PRank, PRankConfig};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

use super::baselines::REPORTED;
use super::weights_setting::{OF_PRANK, check_weights, prank_model};

pub(super) const PRANK: Method = Method {
    name: OF_PRANK,
    label: "PRank",
    family: Family::Online,
    charts: charts::DOCUMENT_EPOCHS,
    summary: "A perceptron with a threshold between neighbouring grades, updated document by document.",
    formula: "w ← w + Σ τ_k x,  b_k ← b_k − τ_k for every threshold on the wrong side",
    cost: "O(n d) an epoch",
    source: "Crammer and Singer 2002, Figure 2",
    options: &[AVERAGED],
    training: &[epochs_option(10), PATIENCE],
    parse: Parse::Learner(prank),
};

pub(super) const PERCEPTRON: Method = Method {
    name: "perceptron",
    label: "Online perceptron",
    family: Family::Online,
    charts: charts::ONLINE,
    summary: "The loss of each query counts once, before w learns from it; the regret to the best fixed w is bounded.",
    formula: "w ← Π_B (w − η_t ∇ℓ_t(w)),  η_t = B/(G √t),  regret ≤ 3 B G √T",
    cost: "O(n d) a query, and the search for the best w",
    source: "Zinkevich 2003; Chaudhuri and Tewari 2015",
    options: &[ONLINE_LOSS, RADIUS, ITERATE],
    training: &[],
    parse: Parse::Learner(perceptron),
};

pub(super) const SINGLE_FEATURE: Method = Method {
    name: "single-feature",
    label: "Single feature",
    family: Family::Fixed,
    charts: charts::TRIALS,
    summary: "The single feature, ascending or descending, that ranks the training data best.",
    formula: "s = ±x_f",
    cost: "O(n d log n) once",
    source: "the baseline BM25 of Le and Smola 2007 and Tsai et al. 2007",
    options: &[CHOSEN_BY, LABEL_GAIN, THRESHOLD],
    training: &[],
    parse: Parse::Learner(single_feature),
};

const CHOSEN_BY: MethodOption = MethodOption {
    grammar: "any measure that `rankscope eval` knows, except repeats and cost",
    summary: "The measure that chooses the feature.",
    ..MEASURE
};

const AVERAGED: MethodOption = MethodOption {
    choices: &[
        choice("average", "average", "The mean of w after every document.", ""),
        choice("last", "last", "w after the last document of the epoch.", ""),
    ],
    check: check_weights,
    ..option!(weights, Choice, "Weights", "The w of an epoch that becomes the model.")
};

const ONLINE_LOSS: MethodOption = MethodOption {
    choices: &[
        choice("listnet", "ListNet", "Softmax cross entropy of grades.", ""),
        choice("ranknet", "RankNet", "The logistic loss of pairs.", ""),
        choice("squared-hinge", "squared hinge", "The squared hinge of pairs.", ""),
    ],
    check: |settings| OnlineLoss::of(settings).map(drop),
    ..option!(loss, Choice, "Loss", "Loss of each query.")
};

const RADIUS: MethodOption = MethodOption {
    minimum: Some(0.0),
    check: |settings| OnlineConfig { radius: settings.radius, ..OnlineConfig::default() }.check(),
    ..option!(radius, Number, "Radius B", "The largest norm of w.")
};

const ITERATE: MethodOption = MethodOption {
    choices: &[
        choice("last", "last", "w after the latest query.", ""),
        choice(
            "mean",
            "mean",
            "The mean of the w that paid for a query; its expected loss is at most the mean loss paid.",
            "w̄ = (w_1 + … + w_t) / t",
        ),
    ],
    check: |settings| iterate(settings).map(drop),
    ..option!(iterate, Choice, "Iterate", "The w that is the model.")
};

fn iterate(settings: &TrainingSettings) -> Result<Iterate, Error> {
    match settings.iterate.trim().to_ascii_lowercase().as_str() {
        "last" => Ok(Iterate::Last),
        "mean" => Ok(Iterate::Mean),
        other => Err(Error::config("iterate", format!("{} is not one of last, mean", shown(other)))),
    }
}

fn prank(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let config = PRankConfig { epochs: settings.epochs.unwrap_or(10), model: prank_model(settings)? };
    config.check()?;
    Ok(DirectLearner::new(REPORTED, move |data| PRank::new(data, config.clone())).by_validation())
}

fn perceptron(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let (loss, config) =
        (OnlineLoss::of(settings)?, OnlineConfig { radius: settings.radius, iterate: iterate(settings)? });
    config.check()?;
    Ok(DirectLearner::new(REPORTED, move |data| Online::new(data, loss.start(), config.clone())))
}

/// The loss of each query. Its name is checked in every build; only the whole build contains the loss.
#[derive(Clone, Copy)]
enum OnlineLoss {
    ListNet,
    RankNet,
    SquaredHinge,
}

impl OnlineLoss {
    fn of(settings: &TrainingSettings) -> Result<Self, Error> {
        match settings.loss.trim().to_ascii_lowercase().as_str() {
            "listnet" => Ok(Self::ListNet),
            "ranknet" => Ok(Self::RankNet),
            "squared-hinge" => Ok(Self::SquaredHinge),
            other => {
                let problem = format!("{} is not one of listnet, ranknet, squared-hinge", shown(other));
                Err(Error::config("loss", problem))
            }
        }
    }

    fn start(self) -> Box<dyn ScoreLoss> {
        match self {
            Self::ListNet => Box::new(ListNet::default()),
            Self::RankNet => Box::new(PairLogistic),
            Self::SquaredHinge => Box::new(SquaredHinge),
        }
    }
}

fn single_feature(settings: &TrainingSettings) -> Result<DirectLearner, Error> {
    let (measure, threshold) = (optimised_measure(settings)?, settings.threshold);
    if measure.prefers_less() {
        let problem =
            format!("{measure}: the feature with the greatest value is chosen, and less is better here");
        return Err(Error::config("measure", problem));
    }
    let learner = DirectLearner::new(measure, move |data| SingleFeature::new(data, measure, threshold));
    Ok(learner.optimising())
}
