//! What each method learns from the click weights ω of the documents, and why some methods do not.
//!
//! A loss that is linear in ω at fixed scores is without bias if ω is; the entries say what holds for theirs. Methods
//! whose classes or normalisers come from grades are refused. A method is a line of [`LEARNERS`], or of [`REFUSED`] if
//! there is a better reason than that.

use super::descent::convex;
use super::learner_spec::{DirectLearner, LearnerSpec};
use super::position_decay::dorm_loss;
use super::settings::{BY_DCG, TrainingSettings};
use super::shared::optimised_measure;
use super::smoothed::two_layer;
use crate::learner::baseline::{MeanDifference, SingleFeature};
use crate::learner::boosting::{FRank, LambdaMart, RankBoost};
use crate::learner::descent::{
    ClickLogistic, ClickMagnitude, ClickPairLogistic, ClickRidge, ClickSoftmax, ClickSquaredHinge, ScoreLoss,
    SmoothRank, SmoothRankConfig, SmoothedMeasure,
};
use crate::loss::{ClickPairs, LossSpec, RankingMeasure};
use crate::metric::{DCG, Measure};
use crate::util::error::{Error, shown};

/// What is known about the expectation of the loss that a method minimises, if the click weights have no bias.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bias {
    /// The loss and its gradient are linear in ω, up to a constant: without bias at every w that does not depend on the
    /// clicks.
    Unbiased,
    /// The loss is not linear in ω: right only in the limit of many sessions.
    Consistent,
    /// Nothing is proved.
    Unknown,
}

impl Bias {
    /// Returns the sentence that stands where the objective of a training stands.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Unbiased => {
                "with the true propensities the objective has no bias at a fixed w; its minimum is fitted to the noise \
                 of the log"
            }
            Self::Consistent => {
                "the objective is not linear in the clicks: it is right in the limit of many sessions, and biased before"
            }
            Self::Unknown => "no theorem says what the objective becomes in expectation",
        }
    }
}

struct ClickLearner {
    method: &'static str,
    bias: Bias,
    parse: fn(&TrainingSettings) -> Result<LearnerSpec, Error>,
}

/// The methods that learn from clicks.
const LEARNERS: &[ClickLearner] = &[
    ClickLearner {
        method: "listnet",
        bias: Bias::Unbiased,
        parse: |settings| smooth(settings, ClickSoftmax),
    },
    ClickLearner { method: "ranksvm", bias: Bias::Unbiased, parse: prop_rank },
    ClickLearner {
        method: "ranksvm-squared",
        bias: Bias::Unbiased,
        parse: |settings| smooth(settings, ClickSquaredHinge),
    },
    ClickLearner {
        method: "ranknet-linear",
        bias: Bias::Unbiased,
        parse: |settings| smooth(settings, ClickPairLogistic),
    },
    ClickLearner {
        method: "ranknet",
        bias: Bias::Unbiased,
        parse: |settings| {
            two_layer(settings, super::baselines::REPORTED, ClickPairLogistic).map(LearnerSpec::Own)
        },
    },
    ClickLearner {
        method: "regression",
        bias: Bias::Unbiased,
        parse: |settings| smooth(settings, ClickRidge),
    },
    ClickLearner {
        method: "mprank",
        bias: Bias::Unbiased,
        parse: |settings| smooth(settings, ClickMagnitude),
    },
    ClickLearner {
        method: "logistic",
        bias: Bias::Unbiased,
        parse: |settings| smooth(settings, ClickLogistic),
    },
    ClickLearner { method: "smoothrank", bias: Bias::Unbiased, parse: smooth_rank },
    ClickLearner { method: "single-feature", bias: Bias::Unbiased, parse: single_feature },
    ClickLearner { method: "dorm", bias: Bias::Consistent, parse: dorm },
    ClickLearner { method: "lambdamart", bias: Bias::Unknown, parse: lambda_mart },
    // Their objective is divided by the sum of the weights of all pairs.
    ClickLearner { method: "rankboost", bias: Bias::Consistent, parse: rank_boost },
    ClickLearner { method: "frank", bias: Bias::Consistent, parse: frank },
    ClickLearner {
        method: "mean-difference",
        bias: Bias::Consistent,
        parse: |_| {
            let learner = DirectLearner::new(super::baselines::REPORTED, MeanDifference::by_clicks);
            Ok(LearnerSpec::Own(learner))
        },
    },
];

/// Methods that could take click weights, with the reason why they do not.
const REFUSED: &[(&str, &str)] = &[
    ("owpc", "its weights of a list make w = 0 the optimum of clicked documents against all; use ranksvm"),
    ("dorm-cost", "its costs are by grade, and clicks have none; use dorm with the measure dcg"),
    ("typed", "its weights are typed, so it learns from nothing; use single-feature"),
    ("listmle", "it needs an order of all documents, and clicks give none; use listnet"),
];

/// Returns what is known about the bias of a method; `None` if it does not learn from clicks.
pub fn click_bias(method: &str) -> Option<Bias> {
    LEARNERS.iter().find(|learner| learner.method == method).map(|learner| learner.bias)
}

/// Returns what the settings train on click weights.
///
/// # Errors
/// [`Error::Config`] for a method that does not learn from clicks, with the reason, or for a setting that does not fit.
pub(super) fn parse(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    let name = super::method(&settings.method)?.name;
    if let Some(learner) = LEARNERS.iter().find(|learner| learner.method == name) {
        return (learner.parse)(settings);
    }
    let usual =
        "its classes or its normaliser come from grades, and clicks have none; use listnet, ranksvm or dorm";
    let reason = REFUSED.iter().find(|(method, _)| *method == name).map_or(usual, |(_, reason)| reason);
    Err(Error::config("method", format!("{name} does not learn from clicks: {reason}")))
}

/// Checks that a setting of grades keeps its default.
fn check_unused(field: &'static str, value: &str, default: &str) -> Result<(), Error> {
    if value.trim().is_empty() || value.trim().eq_ignore_ascii_case(default) {
        return Ok(());
    }
    let problem = format!("{} is a rule for grades; with clicks leave it at {default}", shown(value));
    Err(Error::config(field, problem))
}

fn smooth(settings: &TrainingSettings, loss: impl ScoreLoss + Clone + 'static) -> Result<LearnerSpec, Error> {
    check_unused("weighting", &settings.weighting, "query")?;
    check_unused("pair_weights", &settings.pair_weights, "equal")?;
    convex(settings, loss).map(LearnerSpec::Own)
}

/// RankSVM on clicks: SVM PropRank, and PropDCG with the pair weights `dcg`.
fn prop_rank(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    check_unused("reference", &settings.reference, "aligned")?;
    let by_dcg = settings.pair_weights.trim().eq_ignore_ascii_case(BY_DCG);
    if !by_dcg {
        check_unused("pair_weights", &settings.pair_weights, "equal")?;
    }
    Ok(LearnerSpec::Planes(LossSpec::ClickPairs(ClickPairs { by_dcg })))
}

fn dorm(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    let loss = dorm_loss(settings)?;
    match loss.measure {
        RankingMeasure::Dcg { .. }
        | RankingMeasure::Precision { .. }
        | RankingMeasure::ExpectedRankUtility { normalized: false, .. } => {}
        other => return Err(needs_a_sum(&other.to_string(), "dcg@k, p@k or eru-raw")),
    }
    check_unused("label_gain", &settings.label_gain, "")?;
    let loss = LossSpec::Dorm(crate::loss::Dorm { by_clicks: true, ..loss });
    match settings.reference.parse()? {
        crate::loss::Reference::Ramp => loss.ramp().map(LearnerSpec::Planes),
        _ => Ok(LearnerSpec::Planes(loss)),
    }
}

/// Returns the cut-off of the measure `dcg[@k]`.
fn dcg_cut_off(settings: &TrainingSettings) -> Result<(Measure, Option<usize>), Error> {
    let measure = optimised_measure(settings)?;
    if measure == DCG.at(measure.cut_off) {
        return Ok((measure, measure.cut_off));
    }
    Err(needs_a_sum(&settings.measure, "dcg or dcg@k"))
}

fn needs_a_sum(measure: &str, allowed: &str) -> Error {
    let problem = format!(
        "{} needs grades: its ideal or its best document would come from the clicks, which biases it; use {allowed}",
        shown(measure)
    );
    Error::config("measure", problem)
}

fn single_feature(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    let (measure, cut_off) = dcg_cut_off(settings)?;
    let learner = DirectLearner::new(measure, move |data| SingleFeature::by_clicks(data, cut_off));
    Ok(LearnerSpec::Own(learner))
}

fn lambda_mart(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    check_unused("label_gain", &settings.label_gain, "the default")?;
    let config = super::boosting::lambda_config(settings)?;
    config.check()?;
    let start =
        move |data: std::sync::Arc<crate::data::Dataset>| LambdaMart::by_clicks(&data, config.clone());
    Ok(LearnerSpec::Own(DirectLearner::new(super::baselines::REPORTED, start).by_validation()))
}

fn rank_boost(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    check_unused("weighting", &settings.weighting, "pairs")?;
    let config = super::boosting::rank_boost_config(settings)?;
    let start = move |data| RankBoost::by_clicks(data, config.clone());
    Ok(LearnerSpec::Own(DirectLearner::new(super::baselines::REPORTED, start).by_validation()))
}

fn frank(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    let config = super::boosting::frank_config(settings)?;
    let start = move |data| FRank::by_clicks(data, config.clone());
    Ok(LearnerSpec::Own(DirectLearner::new(super::baselines::REPORTED, start).by_validation()))
}

fn smooth_rank(settings: &TrainingSettings) -> Result<LearnerSpec, Error> {
    let (measure, cut_off) = dcg_cut_off(settings)?;
    let config = SmoothRankConfig {
        measure: SmoothedMeasure::ClickDcg { cut_off },
        ..super::smoothed::smooth_rank_config(settings)
    };
    config.check()?;
    Ok(LearnerSpec::Own(DirectLearner::new(measure, move |data| SmoothRank::new(data, config.clone()))))
}
