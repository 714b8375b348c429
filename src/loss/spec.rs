//! A loss with its options as plain data: what settings become. Knows no learner.

use serde::Serialize;

use crate::error::{Error, shown};
use crate::metric::{Discount, Gain, Measure};
use crate::settings::TrainingSettings;

use super::methods::METHODS;
use super::{
    Auc, Decay, DecayProfile, Dorm, Generator, Map, Mrr, Ndcg, Owpc, PairWeight, RankingLoss, RankingMeasure,
};

/// A loss with its options.
#[derive(Debug, Clone)]
pub enum LossSpec {
    /// Direct optimisation of a sum of discount times gain.
    Dorm(Dorm),
    /// SVM-AUC.
    Auc(Auc),
    /// SVM-MAP.
    Map(Map),
    /// SVM-NDCG, clipped or not.
    Ndcg(Ndcg),
    /// SVM-MRR.
    Mrr(Mrr),
    /// OWPC, and RankSVM as its special case.
    Owpc(Owpc),
    /// Several losses for the same w.
    Combo(Combo),
}

/// SVM-COMBO: not a loss of its own, but a choice of who shares a slack.
///
/// Source: Chakrabarti et al. 2008, section 3.7.
#[derive(Debug, Clone)]
pub struct Combo {
    /// Names and losses of at least two components.
    pub components: Vec<(String, LossSpec)>,
    /// Whether the components of a query share its slack: the most violated one counts. Otherwise each has a slack
    /// of its own, at the same C, and they add up.
    pub shared_slack: bool,
}

/// The decay and the discounts of a loss, by rank.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Profiles {
    /// Decay c.
    pub c: Vec<f64>,
    /// Discount a.
    pub a: Vec<f64>,
}

impl LossSpec {
    /// The loss that the settings name.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or an option that does not fit it.
    pub fn parse(settings: &TrainingSettings) -> Result<Self, Error> {
        let name = settings.method.trim().to_ascii_lowercase();
        match METHODS.iter().find(|method| method.name == name) {
            Some(method) => (method.parse)(settings),
            None => {
                let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
                Err(Error::config("method", format!("{} is not one of {}", shown(&name), names.join(", "))))
            }
        }
    }

    /// The losses, grouped by who shares a query's slack: see [`Trainer::new`](crate::svm::Trainer::new).
    pub fn slack_groups(&self) -> Vec<Vec<&dyn RankingLoss>> {
        match self {
            Self::Dorm(loss) => vec![vec![loss]],
            Self::Auc(loss) => vec![vec![loss]],
            Self::Map(loss) => vec![vec![loss]],
            Self::Ndcg(loss) => vec![vec![loss]],
            Self::Mrr(loss) => vec![vec![loss]],
            Self::Owpc(loss) => vec![vec![loss]],
            Self::Combo(combo) => {
                let groups = combo.components.iter().flat_map(|(_, loss)| loss.slack_groups());
                if combo.shared_slack { vec![groups.flatten().collect()] } else { groups.collect() }
            }
        }
    }

    /// Names of the components of a combination, in the order of [`Self::slack_groups`]; none for a single loss.
    pub fn component_names(&self) -> Vec<String> {
        match self {
            Self::Combo(combo) => combo.components.iter().map(|(name, _)| name.clone()).collect(),
            _ => Vec::new(),
        }
    }

    /// The vectors c and a for a query of n documents whose grades are unknown; empty where they depend on the
    /// grades, or where the loss has no such form. Cost: O(n).
    pub fn profiles(&self, n: usize) -> Profiles {
        let Self::Dorm(dorm) = self else { return Profiles { c: Vec::new(), a: Vec::new() } };
        let a = dorm.measure.discount(n);
        let needs_discount = *dorm.decay.decay() == Decay::Measure;
        let c = match &a {
            Some(a) => dorm.decay.vector(a),
            None if needs_discount => Vec::new(),
            None => dorm.decay.vector(&vec![0.0; n]),
        };
        Profiles { c, a: a.unwrap_or_default() }
    }

    /// The measure to report for a ranker that was trained with this loss.
    pub fn reported_measure(&self) -> Measure {
        match self {
            Self::Dorm(dorm) => dorm.measure.reported(),
            Self::Auc(_) => Measure::Auc,
            Self::Map(_) | Self::Owpc(_) => Measure::AveragePrecision,
            Self::Ndcg(ndcg) => {
                Measure::Ndcg { cut_off: ndcg.cut_off, gain: Gain::Exponential, discount: ndcg.discount }
            }
            Self::Mrr(mrr) => Measure::ReciprocalRank { cut_off: mrr.cut_off },
            Self::Combo(combo) => combo.components[0].1.reported_measure(),
        }
    }
}

pub(super) fn dorm(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let decay: Decay = settings.decay.parse()?;
    Ok(LossSpec::Dorm(Dorm {
        measure: settings.measure.parse()?,
        decay: DecayProfile::new(decay, settings.offset, settings.decay_cut)?,
        reference: settings.reference.parse()?,
        threshold: settings.threshold,
    }))
}

pub(super) fn auc(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    Ok(LossSpec::Auc(Auc { threshold: settings.threshold }))
}

pub(super) fn map(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    Ok(LossSpec::Map(Map { threshold: settings.threshold }))
}

pub(super) fn ndcg(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let cut_off = Some(cut_off(settings)?.unwrap_or(10));
    Ok(LossSpec::Ndcg(Ndcg { cut_off, discount: discount(settings)?, threshold: settings.threshold }))
}

pub(super) fn ndcg_not_clipped(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    Ok(LossSpec::Ndcg(Ndcg { cut_off: None, discount: discount(settings)?, threshold: settings.threshold }))
}

pub(super) fn mrr(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let feature_map = settings.feature_map.parse()?;
    Ok(LossSpec::Mrr(Mrr { cut_off: cut_off(settings)?, feature_map, threshold: settings.threshold }))
}

/// Prec@k of multivariate performance measures: ψ(y) = Σ ±x_i with k documents taken, so δψ is twice the difference of
/// the sums over the taken documents. That is DORM with c = 2 on the first k ranks. Joachims' y* takes all good
/// documents, however many; here it takes k of them, as every y must, so that the slack bounds the loss.
pub(super) fn precision(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let k = cut_off(settings)?.unwrap_or(5);
    if k > 100_000 {
        return Err(Error::config("cut_off", format!("{k} is more than 100,000")));
    }
    Ok(LossSpec::Dorm(Dorm {
        measure: RankingMeasure::Precision { cut_off: k },
        decay: DecayProfile::new(Decay::List(vec![2.0; k]), 1.0, None)?,
        reference: settings.reference.parse()?,
        threshold: settings.threshold,
    }))
}

pub(super) fn owpc(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let generator = settings.generator.parse()?;
    Ok(LossSpec::Owpc(Owpc { generator, pairs: PairWeight::Mean, threshold: settings.threshold }))
}

pub(super) fn ranksvm(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let pairs = settings.pairs.parse()?;
    Ok(LossSpec::Owpc(Owpc { generator: Generator::Constant, pairs, threshold: settings.threshold }))
}

pub(super) fn combo(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let mut components: Vec<(String, LossSpec)> = Vec::new();
    for name in &settings.components {
        let name = name.trim().to_ascii_lowercase();
        if ["combo", "dorm"].contains(&name.as_str()) {
            return Err(Error::config(
                "components",
                format!("{name} cannot be a component; choose among the svm- methods, owpc and ranksvm"),
            ));
        }
        if components.iter().any(|(other, _)| *other == name) {
            return Err(Error::config("components", format!("{name} is there twice")));
        }
        let settings = TrainingSettings {
            method: name.clone(),
            // Rounds of alignment need one loss per slack. Separate slacks have that, but bound the same losses.
            reference: "averaged".to_owned(),
            ..settings.clone()
        };
        components.push((name, LossSpec::parse(&settings)?));
    }
    if components.len() < 2 {
        return Err(Error::config("components", "a combination needs at least two components"));
    }
    let shared_slack = match settings.slacks.trim().to_ascii_lowercase().as_str() {
        "shared" => true,
        "separate" => false,
        other => {
            return Err(Error::config("slacks", format!("{} is not one of shared, separate", shown(other))));
        }
    };
    Ok(LossSpec::Combo(Combo { components, shared_slack }))
}

fn cut_off(settings: &TrainingSettings) -> Result<Option<usize>, Error> {
    match settings.cut_off {
        Some(0) => Err(Error::config("cut_off", "0 would count no rank; the smallest cut-off is 1")),
        cut_off => Ok(cut_off),
    }
}

fn discount(settings: &TrainingSettings) -> Result<Discount, Error> {
    match settings.discount.trim().to_ascii_lowercase().as_str() {
        "standard" => Ok(Discount::Log2RankPlusOne),
        "flat" => Ok(Discount::FlatTopTwo),
        other => Err(Error::config("discount", format!("{} is not one of standard, flat", shown(other)))),
    }
}
