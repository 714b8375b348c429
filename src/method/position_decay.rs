//! Methods with a position-decay feature map: DORM, and precision at k as its special case.

use super::charts;
use super::family::Family;
use super::learner_spec::Parse;
use super::option::option;
use super::shared::{
    LABEL_GAIN, MEASURE, REFERENCE, THRESHOLD, cut_off, cut_off_option, label_gain, sourced,
};
use super::training::CUTTING_PLANES;
use super::{Method, MethodOption};
use crate::loss::{Decay, DecayProfile, Dorm, LossSpec, RankingMeasure, Search};
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

pub(super) const DORM: Method = Method {
    name: "dorm",
    label: "DORM",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Bounds the loss of any measure that is a sum of discount times gain; its violator assigns documents to ranks.",
    formula: "Δ(y) = Σ a_j b_y*(j) − Σ a_j b_y(j),  ψ(y) = Σ c_j x_y(j)",
    cost: "O(n log n + n k + states · k L) for L gains and k discounted ranks; O(n log n) if a = λc; O(n³) at worst",
    source: "Le and Smola 2007, sections 3 and 4",
    options: &[BOUNDED, LABEL_GAIN, DECAY, OFFSET, DECAY_CUT, SEARCH, REFERENCE, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(dorm),
};

pub(super) const PRECISION: Method = Method {
    name: "svm-precision",
    label: "SVM-Precision@k",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Precision of the first k documents, which form one set.",
    formula: "Δ(y) = best P@k − P@k(y),  δψ(y) = 2 Σ_{taken by y*} x − 2 Σ_{taken by y} x",
    cost: "O(n log n)",
    source: "Joachims 2005, as the baseline of Le and Smola 2007",
    options: &[
        cut_off_option(Some(DOCUMENTS_TAKEN), "Number of documents in the set."),
        REFERENCE,
        THRESHOLD,
    ],
    training: CUTTING_PLANES,
    parse: Parse::Loss(precision),
};

const BOUNDED: MethodOption = MethodOption {
    grammar: "ndcg[@k], dcg[@k], p@k, wta, mwta, mrr[@k], eru[:α,d], eru-raw[:α,d] or dndcg@k",
    ..MEASURE
};

pub(super) const DECAY: MethodOption = MethodOption {
    choices: DECAYS,
    grammar: "power:P, log, loglog, measure or list:V,V,…",
    check: |settings| DecayProfile::check(&settings.decay.parse()?, settings.offset, settings.decay_cut),
    ..option!(decay, Choice, "Decay profile c", "Weight of each rank in ψ.")
};

const DORM_DECAY: &str = "Le and Smola 2007, section 6.3";

pub(super) const DECAYS: &[Choice] = &[
    sourced([
        "power:0.25",
        "(j+o)^−1/4",
        "Falls very slowly: deep ranks shape w almost as much as the top.",
        "c_j = (j+o)^(−1/4)",
        DORM_DECAY,
    ]),
    sourced(["power:0.3333333333333333", "(j+o)^−1/3", "Falls slowly.", "c_j = (j+o)^(−1/3)", DORM_DECAY]),
    sourced([
        "power:0.5",
        "(j+o)^−1/2",
        "A good first choice: the top ranks count most, and deep ranks still count.",
        "c_j = (j+o)^(−1/2)",
        "Chakrabarti et al. 2008, section 3.1.3; Le and Smola 2007, section 6.3",
    ]),
    sourced(["power:1", "1/(j+o)", "Falls fast: mostly the top ranks shape w.", "c_j = 1/(j+o)", DORM_DECAY]),
    sourced(["power:2", "(j+o)^−2", "Falls very fast.", "c_j = (j+o)^(−2)", DORM_DECAY]),
    sourced(["power:3", "(j+o)^−3", "Almost only the first rank counts.", "c_j = (j+o)^(−3)", DORM_DECAY]),
    sourced(["log", "1/log(j+3)", "Close to the discount of NDCG.", "c_j = 1/ln(j+3)", DORM_DECAY]),
    sourced([
        "loglog",
        "1/log log(j+3)",
        "A high first value, then the slowest decrease.",
        "c_j = 1/ln ln(j+3)",
        DORM_DECAY,
    ]),
    sourced([
        "measure",
        "the measure's discount",
        "c = a: the violator is then found by one sort.",
        "c_j = a_j",
        "Le and Smola 2007, section 4",
    ]),
    sourced([
        "list",
        "drawn / typed",
        "Your own values, drawn or typed, from the first rank on; 0 after the last. They must not increase.",
        "c_j = value j",
        "",
    ]),
];

pub(super) const OFFSET: MethodOption = MethodOption {
    minimum: Some(0.0),
    ..option!(offset, Number, "Offset o", "Added to the rank in power profiles.")
};

pub(super) const DECAY_CUT: MethodOption = MethodOption {
    minimum: Some(1.0),
    ..option!(decay_cut, Integer, "Cut c from rank", "From this rank on, c is 0.")
};

const SEARCH: MethodOption = MethodOption {
    choices: &[
        sourced([
            "merge",
            "sort or merge",
            "One sort, or a merge of the lists of equal gain; assigns only where a merge takes more steps.",
            "",
            "",
        ]),
        sourced([
            "assignment",
            "assignment",
            "Assigns documents to ranks by shortest augmenting paths, which is slow on long lists.",
            "O(n³)",
            "Le and Smola 2007, section 4",
        ]),
    ],
    check: |settings| settings.search.parse::<Search>().map(drop),
    ..option!(search, Choice, "Search", "How the violator is found; both searches are exact.")
};

/// Documents that [`PRECISION`] takes if no number is given.
const DOCUMENTS_TAKEN: usize = 5;

/// DORM by the settings.
pub(super) fn dorm_loss(settings: &TrainingSettings) -> Result<Dorm, Error> {
    let decay: Decay = settings.decay.parse()?;
    let measure: RankingMeasure = settings.measure.parse()?;
    Ok(Dorm {
        measure: label_gain(settings)?.map_or(Ok(measure), |gain| measure.with_gain(gain))?,
        decay: DecayProfile::new(decay, settings.offset, settings.decay_cut)?,
        reference: settings.reference.parse()?,
        threshold: settings.threshold,
        by_clicks: false,
        search: settings.search.parse()?,
    })
}

fn dorm(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    Ok(LossSpec::Dorm(dorm_loss(settings)?))
}

/// Prec@k of multivariate performance measures: ψ(y) = Σ ±x_i with k documents taken, so δψ is twice the difference of
/// the sums over the taken documents. That is DORM with c = 2 on the first k ranks. Joachims' y* takes all good
/// documents, however many; here it takes k of them, as every y must, so that the slack bounds the loss.
fn precision(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let k = cut_off(settings)?.unwrap_or(DOCUMENTS_TAKEN);
    if k > 100_000 {
        return Err(Error::config("cut_off", format!("{k} is more than 100,000")));
    }
    Ok(LossSpec::Dorm(Dorm {
        measure: RankingMeasure::Precision { cut_off: k },
        decay: DecayProfile::new(Decay::List(vec![2.0; k]), 1.0, None)?,
        reference: settings.reference.parse()?,
        threshold: settings.threshold,
        by_clicks: false,
        search: Search::Merge,
    }))
}
