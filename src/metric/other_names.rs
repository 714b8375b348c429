//! The grammars of the names of ir_measures and trec_eval. Must not know Rankscope's own names.
//!
//! Source: documentation and source of ir_measures, and the names that trec_eval prints.

use super::text::cut_off as read_cut_off;
use super::{
    AVERAGE_PRECISION, EXPECTED_RECIPROCAL_RANK, Gain, JUDGED, Measure, NDCG, PRECISION, R_PRECISION,
    RANK_BIASED_PRECISION, RECALL, RECIPROCAL_RANK, SUCCESS,
};
use crate::data::{Grade, MAX_GRADE};
use crate::util::error::shown;

/// Names of ir_measures that Rankscope has no measure for.
const MISSING_IN_IR_MEASURES: &str = "\
     Accuracy AP_IA BPM Bpref BPref Compat ERR_IA INSQ INST IPrec NERR8 NERR9 NERR10 NERR11 NRBP \
     NumQ NumRel NumRet NumRelRet P_IA SDCG STREC SetAP SetF SetP SetR SetRelP alpha_DCG \
     alpha_nDCG infAP nERR_IA nNRBP";
/// Names of trec_eval that Rankscope has no measure for; the cut-off, if any, is left out.
const MISSING_IN_TREC_EVAL: &str = "\
     11pt_avg G Rndcg Rprec_mult binG bpref gm_bpref gm_map infAP iprec_at_recall map_avgjg \
     ndcg_rel num_nonrel_judged_ret num_q num_rel num_rel_ret num_ret relative_P runid set_F set_P \
     set_map set_recall set_relative_P utility yaap";

/// A measure, and its threshold if the name states it; or the problem, as the end of a sentence.
pub(super) type Read = Result<(Measure, Option<Grade>), String>;

/// The parameters in the brackets and after `@` of a name of ir_measures.
#[derive(Default)]
struct Parameters {
    cut_off: Option<usize>,
    rel: Option<Grade>,
    gain: Option<Gain>,
    persistence: Option<f64>,
}

/// Reads `Name(key=value, …)@k`; `None` if this is no name of ir_measures.
pub(super) fn of_ir_measures(text: &str) -> Option<Read> {
    let end = text.find(['(', '@']).unwrap_or(text.len());
    let (name, rest) = (text[..end].trim_end(), &text[end..]);
    let has_brackets = rest.starts_with('(');
    let known = match name {
        "nDCG" | "AP" | "P" | "Precision" | "R" | "Recall" | "RR" | "ERR" | "Success" | "Rprec" => true,
        // Rankscope prints these too. Only with brackets are they certain to be names of ir_measures.
        "NDCG" | "MAP" | "MRR" | "RBP" | "RPrec" | "Judged" => has_brackets,
        _ if MISSING_IN_IR_MEASURES.split_whitespace().any(|missing| missing == name) => {
            return Some(Err("is a measure that Rankscope does not have".to_owned()));
        }
        _ => return None,
    };
    // `ERR@10:4` and `ERR:4` are Rankscope's.
    if !known || (!has_brackets && (rest.contains(':') || text.contains('+'))) || text.starts_with("ERR:") {
        return None;
    }
    Some(parameters(rest).and_then(|parameters| ir_measure(name, &parameters)))
}

/// Reads `(key=value, …)@k`, both parts optional.
fn parameters(rest: &str) -> Result<Parameters, String> {
    let mut parameters = Parameters::default();
    let after = match rest.strip_prefix('(') {
        None => rest,
        Some(inside) => {
            let (inside, after) = inside.rsplit_once(')').ok_or("lacks a closing bracket")?;
            for part in inside.split(',').map(str::trim).filter(|part| !part.is_empty()) {
                let (key, value) = part.split_once('=').ok_or("needs key=value in its brackets")?;
                set_parameter(&mut parameters, key.trim(), value.trim())?;
            }
            after
        }
    };
    match after.trim().strip_prefix('@') {
        Some(k) => parameters.cut_off = Some(read_cut_off(k.trim()).ok_or("has no whole cut-off from 1")?),
        None if after.trim().is_empty() => {}
        None => return Err("has something other than @k after its name".to_owned()),
    }
    Ok(parameters)
}

fn set_parameter(parameters: &mut Parameters, key: &str, value: &str) -> Result<(), String> {
    match (key, value.trim_matches(['\'', '"'])) {
        ("rel", grade) => {
            let grade = grade.parse().ok().filter(|grade| (1..=MAX_GRADE).contains(grade));
            parameters.rel = Some(grade.ok_or_else(|| format!("needs rel from 1 to {MAX_GRADE}"))?);
        }
        ("p", chance) => {
            let chance = chance.parse().ok().filter(|chance| 0.0 < *chance && *chance < 1.0);
            parameters.persistence = Some(chance.ok_or("needs p above 0 and below 1")?);
        }
        ("dcg", "log2") => parameters.gain = Some(Gain::Linear),
        ("dcg", "exp-log2") => parameters.gain = Some(Gain::Exponential),
        ("dcg", _) => return Err("needs dcg='log2' or dcg='exp-log2'".to_owned()),
        ("cutoff", k) => parameters.cut_off = Some(read_cut_off(k).ok_or("has no whole cut-off from 1")?),
        ("judged_only", "False") => {}
        ("judged_only", _) => {
            return Err("needs judged_only=False: every document of a LETOR file has a grade".to_owned());
        }
        _ => return Err(format!("has the parameter {}, which Rankscope does not have", shown(key))),
    }
    Ok(())
}

fn ir_measure(name: &str, &Parameters { cut_off, rel, gain, persistence }: &Parameters) -> Read {
    let k = || cut_off.ok_or_else(|| format!("needs a cut-off, as in {name}@5"));
    if gain.is_some() && !matches!(name, "nDCG" | "NDCG") {
        return Err("takes no parameter dcg".to_owned());
    }
    if persistence.is_some() && name != "RBP" {
        return Err("takes no parameter p".to_owned());
    }
    if cut_off.is_some() && matches!(name, "Rprec" | "RPrec") {
        return Err("takes no cut-off".to_owned());
    }
    let measure = match name {
        "nDCG" | "NDCG" => Measure { gain: gain.unwrap_or(Gain::Linear), ..NDCG.at(cut_off) },
        "AP" | "MAP" => AVERAGE_PRECISION.at(cut_off),
        "Rprec" | "RPrec" => R_PRECISION.whole(),
        "RBP" if rel.is_none() => {
            return Err("needs rel, as in RBP(rel=1): without it, grades are gains there".to_owned());
        }
        "RBP" => rank_biased_precision(cut_off, persistence),
        "P" | "Precision" => PRECISION.at(Some(k()?)),
        "R" | "Recall" => RECALL.at(Some(k()?)),
        "Judged" => JUDGED.at(cut_off),
        "Success" => SUCCESS.at(Some(k()?)),
        // gdeval has the exponential gain and no other.
        "ERR" => EXPECTED_RECIPROCAL_RANK.at(cut_off),
        _ => RECIPROCAL_RANK.at(cut_off),
    };
    if rel.is_some() && !measure.needs_threshold() {
        return Err("takes no parameter rel".to_owned());
    }
    Ok((measure, rel))
}

/// Reads a name such as `P_10` or `recip_rank`; `None` if this is no name of trec_eval, or one that Rankscope has too.
pub(super) fn of_trec_eval(text: &str) -> Option<Read> {
    let (stem, k) = match text.rsplit_once(['_', '.']) {
        Some((stem, k)) if read_cut_off(k).is_some() => (stem, read_cut_off(k)),
        _ => (text, None),
    };
    let measure = match (stem, k) {
        ("Rprec", None) => Ok(R_PRECISION.whole()),
        ("recip_rank", None) => Ok(RECIPROCAL_RANK.whole()),
        ("ndcg_cut", Some(_)) => Ok(Measure { gain: Gain::Linear, ..NDCG.at(k) }),
        ("P", Some(_)) => Ok(PRECISION.at(k)),
        ("recall", Some(_)) => Ok(RECALL.at(k)),
        ("success", Some(_)) => Ok(SUCCESS.at(k)),
        ("map_cut", Some(_)) => Ok(AVERAGE_PRECISION.at(k)),
        ("map_cut", None) => Err("needs a cut-off, as in map_cut_10".to_owned()),
        ("ndcg_cut", None) => Err("needs a cut-off, as in ndcg_cut_10".to_owned()),
        _ => {
            let name = if text.starts_with("iprec_at_recall") { "iprec_at_recall" } else { stem };
            return MISSING_IN_TREC_EVAL
                .split_whitespace()
                .any(|missing| missing == name)
                .then(|| Err("is a measure that Rankscope does not have".to_owned()));
        }
    };
    Some(measure.map(|measure| (measure, None)))
}

fn rank_biased_precision(cut_off: Option<usize>, persistence: Option<f64>) -> Measure {
    let usual = RANK_BIASED_PRECISION.at(cut_off);
    Measure { persistence: persistence.unwrap_or(usual.persistence), ..usual }
}
