//! The convex losses of the catalogue as functions of the scores.

use serde::Serialize;

use super::expected_loss::Loss;
use crate::data::Grade;
use crate::learner::descent::{
    BinaryLogistic, Curvature, ListMle, ListNet, MagnitudePreserving, NormPush, PairLogistic, QueryScoreLoss,
    Ridge, ScoreLoss, SquaredHinge, Targets,
};
use crate::loss::PairTable;
use crate::method::settings::TrainingSettings;
use crate::metric::{Discount, Gain};
use crate::util::error::Error;

/// A convex loss of the scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ScoredMethod {
    /// Name: that of the method in the catalogue, with the option that differs.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
}

/// Methods with a smooth loss.
type Smooth = (&'static str, &'static str, fn() -> Box<dyn ScoreLoss>);

const SMOOTH: &[Smooth] = &[
    ("regression", "Regression on grades", || Box::new(Ridge { targets: Targets::Grade })),
    ("regression:targets=gain", "Regression on gains", || Box::new(Ridge { targets: Targets::Gain })),
    ("regression:targets=gain/best", "Regression on gain/best", || Box::new(NormalisedRidge)),
    ("logistic", "Logistic regression", || Box::new(BinaryLogistic { threshold: 1 })),
    ("mprank", "MPRank", || Box::new(MagnitudePreserving)),
    ("ranknet-linear", "RankNet, logistic pairs", || Box::new(PairLogistic)),
    ("ranksvm-squared", "RankSVM, squared hinge", || Box::new(SquaredHinge)),
    ("pnorm-push", "p-norm push, p = 4", || Box::new(NormPush { p: 4.0, threshold: 1 })),
    ("listnet", "ListNet on grades", || Box::new(ListNet { targets: Targets::Grade })),
    ("listnet:targets=gain", "ListNet on gains", || Box::new(ListNet { targets: Targets::Gain })),
    ("listmle", "ListMLE", || Box::new(ListMle)),
];

/// Methods with a structured loss.
const STRUCTURED: &[(&str, &str)] = &[
    ("ranksvm", "RankSVM, hinge of pairs"),
    ("owpc", "OWPC"),
    ("svm-map", "SVM-MAP"),
    ("svm-mrr", "SVM-MRR"),
    ("svm-ndcg", "SVM-NDCG"),
    ("dorm", "DORM"),
];

/// Returns all methods, bound to the grades of every case. `orders`: all orders of the documents.
///
/// The reference of structured losses is averaged over ties: with the aligned reference their hinge is not convex.
///
/// # Errors
/// None: the catalogue has every method.
pub(super) fn scored_methods(
    cases: &[Vec<Grade>],
    orders: &[Vec<usize>],
) -> Result<Vec<(ScoredMethod, Loss)>, Error> {
    let smooth = SMOOTH.iter().map(|&(name, label, loss)| {
        Ok((ScoredMethod { name, label }, Loss::smooth(loss().as_ref(), cases, orders)))
    });
    let structured = STRUCTURED.iter().map(|&(name, label)| {
        let settings = TrainingSettings {
            method: name.to_owned(),
            reference: "averaged".to_owned(),
            ..TrainingSettings::default()
        };
        let learner = settings.parse()?.learner;
        let Some(loss) = learner.loss() else {
            return Err(Error::config("method", format!("{name} has no structured loss")));
        };
        let highest = cases.iter().flatten().copied().max().unwrap_or(0);
        Ok((ScoredMethod { name, label }, Loss::structured(&loss.clone().up_to(highest), cases, orders)))
    });
    smooth.chain(structured).collect()
}

/// `½ (s_i − g_i / best)²` summed over documents; best is the DCG of an ideal ranking.
///
/// Source: Tewari 2015, "calibration": the targets with which regression is right for NDCG.
struct NormalisedRidge;

struct Distance {
    targets: Vec<f64>,
}

impl ScoreLoss for NormalisedRidge {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let mut sorted = grades.to_vec();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let gain = |grade: Grade| Gain::Exponential.of(grade);
        let of_rank = |(rank, &grade): (usize, &Grade)| gain(grade) * Discount::Log2RankPlusOne.at(rank);
        let best: f64 = sorted.iter().enumerate().map(of_rank).sum();
        let targets = grades.iter().map(|&grade| gain(grade) / best).collect();
        (best > 0.0).then(|| Box::new(Distance { targets }) as Box<dyn QueryScoreLoss>)
    }
}

impl QueryScoreLoss for Distance {
    fn size(&self) -> usize {
        self.targets.len()
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let mut value = 0.0;
        for ((score, target), pull) in scores.iter().zip(&self.targets).zip(pull) {
            *pull = target - score;
            value += 0.5 * *pull * *pull;
        }
        value
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        Some(Box::new(|v, out| out.copy_from_slice(v)))
    }
}
