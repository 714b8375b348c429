//! Methods that order good documents before bad ones: SVM-AUC, SVM-MAP, SVM-NDCG clipped or not, SVM-MRR.

use super::charts;
use super::family::Family;
use super::learner_spec::Parse;
use super::option::option;
use super::shared::{
    DISCOUNT, IDEAL_OR_RAMP, REFERENCE, THRESHOLD, choice, cut_off, cut_off_option, discount,
};
use super::training::CUTTING_PLANES;
use super::{Method, MethodOption};
use crate::loss::{Auc, LossSpec, Map, Mrr, MrrFeatureMap, Ndcg};
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;

pub(super) const AUC: Method = Method {
    name: "svm-auc",
    label: "SVM-AUC",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Every pair of a good and a bad document counts the same, at any rank.",
    formula: "Δ(y) = share of inverted pairs,  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
    cost: "O(n log n)",
    source: "Joachims 2005; Chakrabarti et al. 2008, section 3",
    options: &[IDEAL_OR_RAMP, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(|settings| Ok(LossSpec::Auc(Auc { threshold: settings.threshold }))),
};

pub(super) const MAP: Method = Method {
    name: "svm-map",
    label: "SVM-MAP",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Average precision: inversions near the top cost most.",
    formula: "Δ(y) = 1 − AP(y),  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
    cost: "O(n log n + n₊ n₋)",
    source: "Yue et al. 2007; Chakrabarti et al. 2008, section 2.2.4",
    options: &[IDEAL_OR_RAMP, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(|settings| Ok(LossSpec::Map(Map { threshold: settings.threshold }))),
};

pub(super) const NDCG: Method = Method {
    name: "svm-ndcg",
    label: "SVM-NDCG",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "NDCG of good and bad documents, clipped at rank k.",
    formula: "Δ(y) = 1 − NDCG@k(y),  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
    cost: "O(n log n + k n₊)",
    source: "Chakrabarti et al. 2008, section 3.4, with an exact search",
    options: &[
        cut_off_option(Some(RANKS_COUNTED), "Only the first k ranks count."),
        DISCOUNT,
        REFERENCE,
        THRESHOLD,
    ],
    training: CUTTING_PLANES,
    parse: Parse::Loss(|settings| ndcg(settings, Some(cut_off(settings)?.unwrap_or(RANKS_COUNTED)))),
};

pub(super) const NDCG_NOT_CLIPPED: Method = Method {
    name: "svm-ndcg-nc",
    label: "SVM-NDCG-NC",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "NDCG of good and bad documents over the whole list, not clipped (NC).",
    formula: "Δ(y) = 1 − NDCG(y),  δψ(y) = 2/(n₊n₋) Σ_inverted (x_g − x_b)",
    cost: "O(n log n + n₊ n₋)",
    source: "Chakrabarti et al. 2008, section 3.4, with an exact search",
    options: &[DISCOUNT, REFERENCE, THRESHOLD],
    training: CUTTING_PLANES,
    parse: Parse::Loss(|settings| ndcg(settings, None)),
};

pub(super) const MRR: Method = Method {
    name: "svm-mrr",
    label: "SVM-MRR",
    family: Family::MaxMargin,
    charts: charts::PLANES,
    summary: "Only the first good document and the documents before it count.",
    formula: "Δ(y) = 1 − 1/(1+r),  ψ_mrr(y) = Σ_{b before the first good g₀} (x_b − x_g₀)",
    cost: "O(n log n); with ψ_po O(n log n + n₊ n₋)",
    source: "Chakrabarti et al. 2008, equation 5 and Figure 3",
    options: &[
        cut_off_option(
            None,
            "The value is 0 if no good document is among the first k ranks; empty for no cut-off.",
        ),
        FEATURE_MAP,
        REFERENCE,
        THRESHOLD,
    ],
    training: CUTTING_PLANES,
    parse: Parse::Loss(mrr),
};

const FEATURE_MAP: MethodOption = MethodOption {
    choices: &[
        choice(
            "mrr",
            "ψ_mrr",
            "As published: the bad documents before the first good one, not averaged.",
            "ψ_mrr(y) = Σ (x_b − x_g₀)",
        ),
        choice("po", "ψ_po", "All pairs, averaged, for comparison.", "ψ_po(y) = 1/(n₊n₋) Σ ±(x_g − x_b)"),
    ],
    check: |settings| settings.feature_map.parse::<MrrFeatureMap>().map(drop),
    ..option!(feature_map, Choice, "Feature map ψ", "Vector that describes a ranking.")
};

/// Ranks that count for [`NDCG`] if no number is given.
const RANKS_COUNTED: usize = 10;

fn ndcg(settings: &TrainingSettings, cut_off: Option<usize>) -> Result<LossSpec, Error> {
    let (discount, reference) = (discount(settings)?, settings.reference.parse()?);
    Ok(LossSpec::Ndcg(Ndcg { cut_off, discount, reference, threshold: settings.threshold }))
}

fn mrr(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let (feature_map, reference) = (settings.feature_map.parse()?, settings.reference.parse()?);
    Ok(LossSpec::Mrr(Mrr {
        cut_off: cut_off(settings)?,
        feature_map,
        reference,
        threshold: settings.threshold,
    }))
}
