//! DORM with a cost of putting a document at a rank, given as a table or a formula.

use serde::Serialize;

use super::charts;
use super::family::Family;
use super::learner_spec::Parse;
use super::option::option;
use super::position_decay::{DECAY, DECAY_CUT, OFFSET};
use super::shared::{REFERENCE, sourced};
use super::training::CUTTING_PLANES;
use super::{Method, MethodOption};
use crate::data::Grade;
use crate::data::{GROUPING_GRAMMAR, Grouping};
use crate::loss::{Class, Reference};
use crate::loss::{Decay, DecayProfile, DormCost, LossSpec, PositionCost};
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

pub(super) const DORM_COST: Method = Method {
    name: "dorm-cost",
    label: "DORM, position cost",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Bounds any cost of putting a document of some grade and kind at a rank; its violator assigns documents to \
              ranks.",
    formula: "Δ(y) = Σ T[class of y(j)][j] − least,  ψ(y) = Σ c_j x_y(j)",
    cost: "O(n log n + states · k L) for L classes and k ranks until the cost stays the same; O(n³) at worst",
    source: "Le and Smola 2007, equation 19",
    options: &[COST, KIND, DECAY, OFFSET, DECAY_CUT, REFERENCE],
    training: CUTTING_PLANES,
    parse: Parse::Loss(dorm_cost),
};

/// The options of the measure `cost`.
pub(super) const MEASURED: [MethodOption; 2] = [COST, KIND];

const COST: MethodOption = MethodOption {
    choices: COSTS,
    grammar: "a formula of grade, rank, n and kind, or a table as JSON",
    check: |settings| settings.cost.parse::<PositionCost>().map(drop),
    ..option!(cost, Choice, "Cost T", "Cost of a document by its grade, its kind and its rank.")
};

const KIND: MethodOption = MethodOption {
    choices: &[sourced(["none", "none", "Documents have no kinds.", "", ""])],
    grammar: "none or key:NAME",
    check: |settings| kinds(settings).map(drop),
    ..option!(
        kind,
        Choice,
        "Kind of a document",
        "The word of a key in its comment, as in # type=news; type key:type."
    )
};

/// The example of a kind in a formula, and the costs that can be chosen. The first is the default.
pub(super) const COSTS: &[Choice] = &[
    sourced([
        "if(rank > 10, 0, (1 - 2^grade) / log2(rank + 1))",
        "DCG@10",
        "The loss of DCG at the first ten ranks, written as a cost: high grades earn most at the top.",
        "T = −(2^grade − 1) / log2(rank + 1) at a rank up to 10",
        "Järvelin and Kekäläinen 2002",
    ]),
    sourced([
        "-rank^-0.7 * if(grade < 1, 0.4 * 2.718281828^(-0.35 * (rank - 1)), min(0.89 + 0.01 * rank, 0.97))",
        "clicks with trust bias",
        "Clicks that are lost: people look less at lower ranks, and at the top they also click on bad documents.",
        "T = −θ_j ε⁺_j if good, −θ_j ε⁻_j if bad",
        "Agarwal et al. 2019",
    ]),
    sourced([
        "if(rank <= 5, if(grade < 1, 1, 0), 0)",
        "bad documents in the top 5",
        "How many of the first five documents are bad.",
        "T = 1 for a bad document at a rank up to 5",
        "",
    ]),
    sourced([
        "if(rank = 1, if(kind = \"A\", 0, 1), 0) + (1 - 2^grade) / log2(rank + 1)",
        "first place for kind A",
        "DCG, and a cost of 1 if the first document is not of kind A. Choose where kinds come from.",
        "T = [rank = 1 and kind ≠ A] − (2^grade − 1) / log2(rank + 1)",
        "",
    ]),
];

/// The costs of a class of documents at the first ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CostRow {
    /// Grade of the documents.
    pub grade: Grade,
    /// Kind of the documents; `None` for all kinds that the cost does not name.
    pub kind: Option<String>,
    /// Costs from the first rank on.
    pub costs: Vec<f64>,
}

impl TrainingSettings {
    /// Returns the cost of the settings for the measure `cost`, which does not depend on the feature map.
    ///
    /// # Errors
    /// [`Error::Config`] for a cost or a kind that cannot be used.
    pub fn measured_cost(&self) -> Result<DormCost, Error> {
        let (cost, kinds) = cost_and_kinds(self)?;
        let decay = DecayProfile::new(Decay::Log, 1.0, None)?;
        Ok(DormCost { cost, kinds, decay, reference: Reference::Fixed })
    }

    /// Returns the costs at the first `shown` ranks of a query of `documents` documents, for the grades from 0 to
    /// `highest` and each kind that the cost names.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used or a query of more than 100,000 documents;
    /// [`Error::Data`] if the cost has no value for one of them.
    pub fn cost_rows(&self, highest: Grade, documents: usize, shown: usize) -> Result<Vec<CostRow>, Error> {
        let cost: PositionCost = self.cost.parse()?;
        if documents == 0 || documents > MOST_DOCUMENTS {
            let problem = format!("{documents} is not a number from 1 to {MOST_DOCUMENTS}");
            return Err(Error::config("documents", problem));
        }
        let kinds: Vec<Option<String>> =
            [None].into_iter().chain(cost.kinds().into_iter().map(Some)).collect();
        let classes: Vec<Class> = (0..=highest)
            .flat_map(|grade| kinds.iter().map(move |kind| Class { grade, kind: kind.clone() }))
            .collect();
        let rows = cost.rows(&classes, documents)?;
        let row = |(class, row): (Class, Vec<f64>)| CostRow {
            grade: class.grade,
            kind: class.kind,
            costs: (0..documents.min(shown)).map(|rank| row[rank.min(row.len() - 1)]).collect(),
        };
        Ok(classes.into_iter().zip(rows).map(row).collect())
    }
}

/// Largest query for which [`TrainingSettings::cost_rows`] returns costs.
const MOST_DOCUMENTS: usize = 100_000;

fn kinds(settings: &TrainingSettings) -> Result<Grouping, Error> {
    match Grouping::parse("kind", &settings.kind)? {
        Grouping::Feature(_) => Err(Error::config(
            "kind",
            format!(
                "a kind is the word of a key, not the value of a feature; of {GROUPING_GRAMMAR} use none or key:NAME"
            ),
        )),
        kinds => Ok(kinds),
    }
}

fn cost_and_kinds(settings: &TrainingSettings) -> Result<(PositionCost, Grouping), Error> {
    let (cost, kinds): (PositionCost, _) = (settings.cost.parse()?, kinds(settings)?);
    if cost.uses_kind() && kinds.is_none() {
        let problem = "the cost compares kinds; say which key of the comments holds them, as in key:type";
        return Err(Error::config("kind", problem));
    }
    Ok((cost, kinds))
}

fn dorm_cost(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let (cost, kinds) = cost_and_kinds(settings)?;
    let decay: Decay = settings.decay.parse()?;
    if decay == Decay::Measure {
        let problem = "a cost has no discount that c could equal; choose another profile, such as power:0.5";
        return Err(Error::config("decay", problem));
    }
    Ok(LossSpec::Cost(DormCost {
        cost,
        kinds,
        decay: DecayProfile::new(decay, settings.offset, settings.decay_cut)?,
        reference: settings.reference.parse()?,
    }))
}
