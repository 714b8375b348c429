//! SVM-COMBO: several losses for one w. Its components use their own options.

use super::charts;
use super::family::Family;
use super::learner_spec::Parse;
use super::option::option;
use super::pairwise::{RANKSVM, of_all_grades};
use super::shared::{IDEAL_OR_RAMP, THRESHOLD, choice};
use super::training::CUTTING_PLANES;
use super::{Method, MethodOption, method};
use crate::error::{Error, shown};
use crate::loss::{Combo, LossSpec, Reference};
use crate::settings::TrainingSettings;

pub(super) const COMBO: Method = Method {
    name: "combo",
    label: "SVM-COMBO",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Several losses for one w: a hedge if the target measure is not known.",
    formula: "shared: ξ_q ≥ max_l H_q^l;  separate: Σ_l ξ_q^l",
    cost: "the sum of its components'",
    source: "Chakrabarti et al. 2008, section 3.7",
    options: &[COMPONENTS, SLACKS, IDEAL_OR_RAMP, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(combo),
};

pub(super) const COMPONENTS: MethodOption = MethodOption {
    choices: &[
        choice("svm-auc", "AUC", "", ""),
        choice("svm-map", "MAP", "", ""),
        choice("svm-ndcg", "NDCG", "", ""),
        choice("svm-ndcg-nc", "NDCG-NC", "", ""),
        choice("svm-mrr", "MRR", "", ""),
        choice("svm-precision", "Precision@k", "", ""),
        choice("owpc", "OWPC", "", ""),
        choice("ranksvm", "RankSVM", "", ""),
    ],
    check: |settings| components(settings).map(drop),
    ..option!(
        components,
        List,
        "Components",
        "At least two losses. Each uses its own options; reference rankings are averaged."
    )
};

const SLACKS: MethodOption = MethodOption {
    choices: &[
        choice("shared", "shared", "The most violated component of a query counts.", "H_q = max_l H_q^l"),
        choice("separate", "separate", "Each component has its own slack.", "H_q = Σ_l H_q^l"),
    ],
    check: |settings| shared_slack(settings).map(drop),
    ..option!(slacks, Choice, "Slacks", "Whether the components of a query share a slack.")
};

/// Returns the combined methods: at least two, each once.
pub(super) fn components(settings: &TrainingSettings) -> Result<Vec<&'static Method>, Error> {
    let refused = |problem: String| Err(Error::config("components", problem));
    let mut components: Vec<&Method> = Vec::new();
    for name in &settings.components {
        let name = name.trim().to_ascii_lowercase();
        if !COMPONENTS.choices.iter().any(|choice| choice.name == name) {
            let names: Vec<&str> = COMPONENTS.choices.iter().map(|choice| choice.name).collect();
            return refused(format!(
                "{} cannot be a component; choose among {}",
                shown(&name),
                names.join(", ")
            ));
        }
        if components.iter().any(|other| other.name == name) {
            return refused(format!("{name} is there twice"));
        }
        components.push(method(&name)?);
    }
    if components.len() < 2 {
        return refused("a combination needs at least two components".to_owned());
    }
    Ok(components)
}

fn combo(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    // Rounds of realignment need one loss per slack. Separate slacks have that, but they bind the same losses.
    let own = TrainingSettings { reference: "averaged".to_owned(), ..settings.clone() };
    let shared_slack = shared_slack(settings)?;
    let has_rank_svm = components(settings)?.iter().any(|method| method.name == RANKSVM.name);
    if shared_slack && has_rank_svm && of_all_grades(settings)? {
        return Err(Error::config(
            "pairs_of",
            "the grades of ranksvm have slacks of their own, which cannot be shared; set pairs_of to threshold, or \
             give the components separate slacks",
        ));
    }
    let ramp = !shared_slack && settings.reference.parse::<Reference>()? == Reference::Ramp;
    let component = |method: &Method| -> Result<(String, LossSpec), Error> {
        let own = if ramp && method.name == RANKSVM.name { settings } else { &own };
        let loss = method.loss(own)?;
        Ok((method.name.to_owned(), if ramp { loss.ramp()? } else { loss }))
    };
    let components = components(settings)?.into_iter().map(component).collect::<Result<Vec<_>, Error>>()?;
    Ok(LossSpec::Combo(Combo { components, shared_slack }))
}

fn shared_slack(settings: &TrainingSettings) -> Result<bool, Error> {
    match settings.slacks.trim().to_ascii_lowercase().as_str() {
        "shared" => Ok(true),
        "separate" => Ok(false),
        other => Err(Error::config("slacks", format!("{} is not one of shared, separate", shown(other)))),
    }
}
