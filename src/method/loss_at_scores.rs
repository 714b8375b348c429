//! The loss of a method at given scores of one query: value and gradient of a smooth loss; violator, hinge and δψ of a
//! structured one. Trains nothing.

use serde::Serialize;

use super::learner_spec::LearnerSpec;
use crate::data::{Dataset, Grade, QueryRows};
use crate::learner::descent::ScoreLoss;
use crate::loss::{PairTable, bind_groups, margin};
use crate::method::settings::TrainingSettings;
use crate::ranking::scoring::check_scores;
use crate::ranking::{Ranking, TiedRanking};
use crate::util::error::{Error, shown};

/// The loss of a method at the scores of one query of n documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum LossAtScores {
    /// A smooth loss.
    Smooth {
        /// Sum of its terms.
        loss: f64,
        /// Number of terms: pairs, documents, or 1 for a list. A training divides by it.
        terms: usize,
        /// Derivative of the sum by every score.
        gradient: Vec<f64>,
    },
    /// Structured losses: one, or the components of a combination.
    Structured {
        /// The losses.
        components: Vec<StructuredLossAtScores>,
    },
}

/// A structured loss at the scores of one query of n documents. A ranking lists documents from 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StructuredLossAtScores {
    /// Name of the component of a combination; empty for a single loss.
    pub name: String,
    /// The ideal ranking y* that every δψ refers to.
    pub reference: Vec<u32>,
    /// The violator ȳ, which maximises the hinge.
    pub violator: Vec<u32>,
    /// Δ(ȳ).
    pub loss: f64,
    /// ⟨w, δψ(ȳ)⟩ = Σ δψ_i s_i.
    pub margin: f64,
    /// H(ȳ) = Δ(ȳ) − ⟨w, δψ(ȳ)⟩.
    pub hinge: f64,
    /// Coefficients of δψ(ȳ), one per document: `ψ(x, y*) − ψ(x, ȳ) = Xᵀ · δψ`. Their negative is the gradient of the
    /// hinge by the scores where the violator is unique.
    pub delta_psi: Vec<f64>,
    /// Expected Δ of the ranking by the scores.
    pub loss_of_scores: f64,
}

/// Returns the loss of the method of `settings` at scores of one query. `grades`, `scores`: one per document.
///
/// Only options of the loss matter; C and options of the optimiser do not. Cost: one call of the oracle, or of the loss.
///
/// ```
/// use rankscope::method::settings::TrainingSettings;
/// use rankscope::method::{LossAtScores, loss_at_scores};
///
/// let settings = TrainingSettings { method: "ranknet-linear".into(), ..Default::default() };
/// let LossAtScores::Smooth { loss, gradient, .. } = loss_at_scores(&settings, &[1, 0], &[2.0, 0.0])? else {
///     panic!("a smooth loss")
/// };
/// assert!((loss - (-2.0_f64).exp().ln_1p()).abs() < 1e-15 && gradient[0] == -gradient[1]);
/// # Ok::<(), rankscope::Error>(())
/// ```
///
/// # Errors
/// [`Error::Config`] for settings that cannot be used, lengths that differ, and methods whose loss is not one of scores;
/// [`Error::Numeric`] for scores out of range; [`Error::Data`] if the grades leave nothing to learn.
pub fn loss_at_scores(
    settings: &TrainingSettings,
    grades: &[Grade],
    scores: &[f64],
) -> Result<LossAtScores, Error> {
    let config = settings.parse()?;
    if grades.len() != scores.len() {
        let problem =
            format!("{} scores for {} grades; give one of each a document", scores.len(), grades.len());
        return Err(Error::config("scores", problem));
    }
    check_scores(scores)?;
    let greatest = grades.iter().copied().max().unwrap_or(0);
    config.check_grades(greatest)?;
    let query = QueryRows {
        id: "1".to_owned(),
        grades: grades.to_vec(),
        features: scores.to_vec(),
        comments: Vec::new(),
    };
    let data = Dataset::from_queries(1, &[query])?;
    match config.learner.up_to(greatest).weighted_by(&data) {
        LearnerSpec::Planes(loss) => structured(&loss, &data, scores),
        LearnerSpec::Own(learner) => match learner.score_loss() {
            Some(loss) => smooth(loss, settings, &data, scores),
            None => Err(Error::config(
                "method",
                format!(
                    "{} has no loss of the scores of a query; methods with cutting planes or a smooth loss have one",
                    shown(&settings.method)
                ),
            )),
        },
    }
}

fn structured(loss: &crate::loss::LossSpec, data: &Dataset, scores: &[f64]) -> Result<LossAtScores, Error> {
    let names = loss.component_names();
    let mut components = Vec::new();
    for (component, mut bound) in bind_groups(&loss.slack_groups(), data, 0)?.into_iter().flatten() {
        bound.realign(scores);
        let violator = bound.most_violated(scores);
        let delta_psi = bound.delta_psi(&violator);
        let (loss, margin) = (bound.delta(&violator), margin(&delta_psi, scores));
        let order = |ranking: &Ranking| ranking.order().to_vec();
        components.push(StructuredLossAtScores {
            name: names.get(component).cloned().unwrap_or_default(),
            reference: order(bound.reference()),
            violator: order(&violator),
            loss,
            margin,
            hinge: loss - margin,
            loss_of_scores: bound.expected_delta(&TiedRanking::by_scores(scores)),
            delta_psi,
        });
    }
    if components.is_empty() {
        return Err(nothing_to_learn());
    }
    Ok(LossAtScores::Structured { components })
}

fn smooth(
    loss: &dyn ScoreLoss,
    settings: &TrainingSettings,
    data: &Dataset,
    scores: &[f64],
) -> Result<LossAtScores, Error> {
    let weights: crate::loss::GradeWeights = settings.pair_weights.parse()?;
    let table: PairTable = weights.table(data);
    let bound = loss.bind_query(&data.query(0), &table).ok_or_else(nothing_to_learn)?;
    let mut pull = vec![0.0; scores.len()];
    let value = bound.evaluate(scores, &mut pull);
    let gradient = pull.iter().map(|pull| if *pull == 0.0 { 0.0 } else { -pull }).collect();
    Ok(LossAtScores::Smooth { loss: value, terms: bound.size(), gradient })
}

fn nothing_to_learn() -> Error {
    Error::data("these grades leave nothing to learn: every ranking of the documents has the same loss")
}
