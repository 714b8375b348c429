//! SVM-COMBO: several losses for one w. A component has options of its own, and shares all others.

use super::charts;
use super::component::Component;
use super::family::Family;
use super::learner_spec::Parse;
use super::option::option;
use super::pairwise::{RANKSVM, of_all_grades};
use super::position_decay::PRECISION;
use super::shared::{IDEAL_OR_RAMP, THRESHOLD, choice};
use super::training::CUTTING_PLANES;
use super::{Method, MethodOption};
use crate::loss::{Combo, LossSpec, Reference};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

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
    grammar: "svm-auc, svm-map, svm-ndcg, svm-ndcg-nc, svm-mrr, svm-precision, owpc, ranksvm, each with options of its \
              own behind a colon if it needs them, as in svm-ndcg:cut-off=5,discount=flat,svm-mrr:feature-map=po",
    check: |settings| components(settings).map(drop),
    ..option!(
        components,
        List,
        "Components",
        "At least two losses. Each can have options of its own; all good documents lead the reference rankings."
    )
};

/// Largest number of components. The search for a violator takes time and memory for each.
const MOST_COMPONENTS: usize = 20;

const SLACKS: MethodOption = MethodOption {
    choices: &[
        choice("shared", "shared", "The most violated component of a query counts.", "H_q = max_l H_q^l"),
        choice("separate", "separate", "Each component has its own slack.", "H_q = Σ_l H_q^l"),
    ],
    check: |settings| shared_slack(settings).map(drop),
    ..option!(slacks, Choice, "Slacks", "Whether the components of a query share a slack.")
};

/// Returns the components: at least two, each once.
pub(super) fn components(settings: &TrainingSettings) -> Result<Vec<Component>, Error> {
    let refused = |problem: String| Err(Error::config(COMPONENTS.name, problem));
    let n_components = settings.components.len();
    if n_components > MOST_COMPONENTS {
        return refused(format!(
            "a combination has at most {MOST_COMPONENTS} components, and there are {n_components}"
        ));
    }
    let mut components: Vec<Component> = Vec::new();
    for text in &settings.components {
        let text = text.trim().to_ascii_lowercase();
        let name = text.split(':').next().unwrap_or_default();
        if !COMPONENTS.choices.iter().any(|choice| choice.name == name) {
            let names: Vec<&str> = COMPONENTS.choices.iter().map(|choice| choice.name).collect();
            return refused(format!(
                "{} cannot be a component; choose among {}",
                shown(name),
                names.join(", ")
            ));
        }
        let component = Component::parse(&text)?;
        let written = component.to_string();
        if components.iter().any(|other| other.to_string() == written) {
            return refused(format!("{written} is there twice; give one of them other options"));
        }
        components.push(component);
    }
    if components.len() < 2 {
        return refused("a combination needs at least two components".to_owned());
    }
    Ok(components)
}

fn combo(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    // Rounds of realignment need one loss per slack. Separate slacks have that, but they bind the same losses. All good
    // documents lead the reference, as published; precision takes any k of them, so it has their mean.
    let with_reference =
        |reference: &str| TrainingSettings { reference: reference.to_owned(), ..settings.clone() };
    let (fixed, averaged) = (with_reference("fixed"), with_reference("averaged"));
    let shared_slack = shared_slack(settings)?;
    let ramp = !shared_slack && settings.reference.parse::<Reference>()? == Reference::Ramp;
    let loss = |component: &Component| -> Result<LossSpec, Error> {
        let is_rank_svm = component.method.name == RANKSVM.name;
        let own = component.settings(match component.method.name {
            name if ramp && name == RANKSVM.name => settings,
            name if name == PRECISION.name => &averaged,
            _ => &fixed,
        })?;
        if shared_slack && is_rank_svm && of_all_grades(&own)? {
            return Err(Error::config(
                "pairs_of",
                "the grades of ranksvm have slacks of their own, which cannot be shared; set pairs_of to threshold, \
                 or give the components separate slacks",
            ));
        }
        let loss = component.method.loss(&own)?;
        if ramp { loss.ramp() } else { Ok(loss) }
    };
    let named = |component: Component| match loss(&component) {
        Ok(loss) => Ok((component.to_string(), loss)),
        Err(error) => Err(component.fault(error)),
    };
    let components = components(settings)?.into_iter().map(named).collect::<Result<Vec<_>, Error>>()?;
    Ok(LossSpec::Combo(Combo { components, shared_slack }))
}

fn shared_slack(settings: &TrainingSettings) -> Result<bool, Error> {
    match settings.slacks.trim().to_ascii_lowercase().as_str() {
        "shared" => Ok(true),
        "separate" => Ok(false),
        other => Err(Error::config("slacks", format!("{} is not one of shared, separate", shown(other)))),
    }
}
