//! Support vector machines that classify documents, as baselines of ranking SVMs.

use super::baselines::REPORTED;
use super::charts;
use super::family::Family;
use super::learner_spec::{DirectLearner, Parse};
use super::option::option;
use super::shared::{THRESHOLD, choice};
use super::training::{C, GAP, MAX_ITERATIONS};
use super::{Method, MethodOption};
use crate::learner::classifier::{BinaryHinge, ClassifierConfig, ClassifierSvm, MulticlassHinge};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

pub(super) const BINARY: Method = Method {
    name: "svm-binary",
    label: "Binary SVM",
    family: Family::Descent,
    charts: charts::CLASSIFIERS,
    summary: "Separates good from bad documents by a margin, regardless of their queries, and ranks by the distance.",
    formula: "½‖w‖² + C · mean over documents of [1 − y (⟨w, x⟩ + b)]₊",
    cost: "O(n d + n log n)",
    source: "Nallapati 2004; a baseline of Le and Smola 2007",
    options: &[CLASS_WEIGHTS, THRESHOLD],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| {
        let (threshold, is_balanced, config) =
            (settings.threshold, is_balanced(settings)?, config(settings)?);
        Ok(DirectLearner::new(REPORTED, move |data| {
            let hinge = BinaryHinge::new(&data, threshold, is_balanced)?;
            ClassifierSvm::new(data, hinge, config.clone())
        }))
    }),
};

pub(super) const MULTICLASS: Method = Method {
    name: "svm-multiclass",
    label: "Multiclass SVM",
    family: Family::Descent,
    charts: charts::CLASSIFIERS,
    summary: "Learns a weight vector for each grade, so that a document scores highest for its own, and adds them up.",
    formula: "½ Σ_k ‖w_k‖² + C · mean of max_k ([k ≠ r] + ⟨w_k − w_r, x⟩),  w = Σ_k k w_k",
    cost: "O(n d grades)",
    source: "Crammer and Singer 2001; a baseline of Le and Smola 2007",
    options: &[],
    training: &[C, GAP, MAX_ITERATIONS],
    parse: Parse::Learner(|settings| {
        let config = config(settings)?;
        Ok(DirectLearner::new(REPORTED, move |data| {
            let hinge = MulticlassHinge::new(&data)?;
            ClassifierSvm::new(data, hinge, config.clone())
        }))
    }),
};

const CLASS_WEIGHTS: MethodOption = MethodOption {
    choices: &[
        choice(
            "equal",
            "documents alike",
            "Every document weighs the same, so the frequent class counts most.",
            "",
        ),
        choice("balanced", "classes alike", "Good and bad documents have half of the weight each.", ""),
    ],
    check: |settings| is_balanced(settings).map(drop),
    ..option!(class_weights, Choice, "Class weights", "Whether documents or classes have equal weight.")
};

fn is_balanced(settings: &TrainingSettings) -> Result<bool, Error> {
    match settings.class_weights.trim().to_ascii_lowercase().as_str() {
        "equal" => Ok(false),
        "balanced" => Ok(true),
        other => {
            Err(Error::config("class_weights", format!("{} is not one of equal, balanced", shown(other))))
        }
    }
}

fn config(settings: &TrainingSettings) -> Result<ClassifierConfig, Error> {
    let config =
        ClassifierConfig { c: settings.c, gap: settings.gap, max_iterations: settings.max_iterations };
    config.check()?;
    Ok(config)
}
