//! Names of measures as ir_measures and trec_eval write them. Must not know data or rankings.
//!
//! Letter case matters here: `nDCG@10` is a name of ir_measures, and `ndcg@10` is one of Rankscope. A name that is only
//! Rankscope's is read in any case. Settings, files and links hold Rankscope's names alone.
//! Source: documentation and source of ir_measures 0.3, and `trec_eval -h -m all_trec` of trec_eval 9.

use serde::Serialize;

use super::{Discount, Gain, Measure};
use crate::data::{Grade, MAX_GRADE};
use crate::error::{Error, shown};

/// The program whose meaning a name has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// Rankscope itself.
    Rankscope,
    /// ir_measures.
    IrMeasures,
    /// trec_eval.
    TrecEval,
}

impl Tool {
    /// Returns the name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rankscope => "Rankscope",
            Self::IrMeasures => "ir_measures",
            Self::TrecEval => "trec_eval",
        }
    }
}

/// A measure under the name that was given for it.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedMeasure {
    text: String,
    tool: Tool,
    measure: Measure,
    /// The grade from which documents are good, if the name states it, as in `AP(rel=2)`.
    good_from: Option<Grade>,
}

/// A measure with the scale of grades that a value is computed by.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadMeasure {
    /// Name in reports: Rankscope's in lower case if it means the same, else the given name.
    pub name: String,
    /// The measure.
    pub measure: Measure,
    /// Grade from which a document is good.
    pub threshold: Grade,
    /// One sentence about a name that means something else than a similar name of Rankscope.
    pub note: Option<String>,
}

/// Grade from which documents are good in the other programs, if neither the name nor an option states one.
const USUAL_THRESHOLD: Grade = 1;
/// Greatest grade of ERR in gdeval, which computes ERR for ir_measures.
const USUAL_MAX_GRADE: Grade = 4;

/// Names of other programs, for documentation and tests.
pub const OTHER_NAMES: &[&str] = &[
    "nDCG@10",
    "nDCG(dcg='exp-log2')@10",
    "AP",
    "AP(rel=2)",
    "P@5",
    "P(rel=2)@5",
    "R@10",
    "Success@5",
    "RR",
    "RR@10",
    "ERR@10",
    "map",
    "recip_rank",
    "ndcg",
    "ndcg_cut_10",
    "P_10",
    "recall_10",
    "success_5",
];

/// Names of ir_measures that Rankscope has no measure for.
const MISSING_IN_IR_MEASURES: &[&str] = &[
    "Accuracy",
    "AP_IA",
    "BPM",
    "Bpref",
    "BPref",
    "Compat",
    "ERR_IA",
    "INSQ",
    "INST",
    "IPrec",
    "Judged",
    "NERR8",
    "NERR9",
    "NERR10",
    "NERR11",
    "NRBP",
    "NumQ",
    "NumRel",
    "NumRet",
    "NumRelRet",
    "P_IA",
    "RBP",
    "RPrec",
    "Rprec",
    "SDCG",
    "STREC",
    "SetAP",
    "SetF",
    "SetP",
    "SetR",
    "SetRelP",
    "alpha_DCG",
    "alpha_nDCG",
    "infAP",
    "nERR_IA",
    "nNRBP",
];
/// Names of trec_eval that Rankscope has no measure for; the cut-off, if any, is left out.
const MISSING_IN_TREC_EVAL: &[&str] = &[
    "11pt_avg",
    "G",
    "Rndcg",
    "Rprec",
    "Rprec_mult",
    "binG",
    "bpref",
    "gm_bpref",
    "gm_map",
    "infAP",
    "iprec_at_recall",
    "map_avgjg",
    "ndcg_rel",
    "num_nonrel_judged_ret",
    "num_q",
    "num_rel",
    "num_rel_ret",
    "num_ret",
    "relative_P",
    "runid",
    "set_F",
    "set_P",
    "set_map",
    "set_recall",
    "set_relative_P",
    "utility",
    "yaap",
];

impl NamedMeasure {
    /// Reads a name of ir_measures, trec_eval or Rankscope.
    ///
    /// # Errors
    /// [`Error::Config`] for a name that none of them has, or a measure that Rankscope cannot compute.
    pub fn read(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let of_other = match of_ir_measures(text) {
            None => of_trec_eval(text).map(|read| (Tool::TrecEval, read)),
            Some(read) => Some((Tool::IrMeasures, read)),
        };
        let (tool, (measure, good_from)) = match of_other {
            None => (Tool::Rankscope, (text.parse()?, None)),
            Some((tool, Ok(read))) => (tool, read),
            Some((tool, Err(problem))) => {
                let problem = format!("{} of {} {problem}", shown(text), tool.name());
                return Err(Error::config("measure", problem));
            }
        };
        Ok(Self { text: text.to_owned(), tool, measure, good_from })
    }

    /// Returns whether a text is a name of another program, whether Rankscope can compute the measure or not.
    pub fn is_other(text: &str) -> bool {
        let text = text.trim();
        of_ir_measures(text).is_some() || of_trec_eval(text).is_some()
    }

    /// Returns the program whose meaning the name has.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// Returns the measure on a scale of grades. A part of the scale that the name states comes first, then the option,
    /// then what is usual in the program that the name is from.
    ///
    /// `threshold`, `max_grade`: the options, if given. `own_threshold`: the threshold of the run or the model, for
    /// Rankscope's names.
    pub fn with_scale(
        &self,
        threshold: Option<Grade>,
        max_grade: Option<Grade>,
        own_threshold: Grade,
    ) -> ReadMeasure {
        let lower = self.text.to_ascii_lowercase();
        let own_threshold = threshold.unwrap_or(own_threshold);
        let own = lower.parse().ok().map(|measure| on_scale(measure, max_grade));
        let (measure, threshold) = match self.tool {
            Tool::Rankscope => (on_scale(self.measure, max_grade), own_threshold),
            Tool::IrMeasures | Tool::TrecEval => (
                on_scale(self.measure, max_grade.or(Some(USUAL_MAX_GRADE))),
                self.good_from.or(threshold).unwrap_or(USUAL_THRESHOLD),
            ),
        };
        let is_own = own == Some(measure) && (threshold == own_threshold || !measure.needs_threshold());
        let name = if is_own { lower } else { self.text.clone() };
        let note = self.note(&measure, threshold, own_threshold).map(|note| format!("{}: {note}", self.text));
        ReadMeasure { name, measure, threshold, note }
    }

    /// The difference to a similar name of Rankscope, if there is one.
    fn note(&self, measure: &Measure, threshold: Grade, own_threshold: Grade) -> Option<String> {
        let tool = self.tool.name();
        if self.tool == Tool::Rankscope {
            return self.note_on_own_name();
        }
        match *measure {
            Measure::Ndcg { cut_off, gain: Gain::Linear, discount } => {
                let own = Measure::Ndcg { cut_off, gain: Gain::Exponential, discount }.key();
                Some(format!("linear gain g, as in {tool}; {own} has the gain 2^g − 1"))
            }
            Measure::ExpectedReciprocalRank { cut_off, max_grade: Some(USUAL_MAX_GRADE) } => {
                let own = Measure::ExpectedReciprocalRank { cut_off, max_grade: None }.key();
                let usual = format!("greatest grade {USUAL_MAX_GRADE}, as in {tool} by gdeval");
                Some(format!("{usual}; {own} takes the greatest grade of the data"))
            }
            // With (rel=…), the name itself states its threshold.
            _ if measure.needs_threshold() && threshold != own_threshold && self.good_from.is_none() => {
                let own = measure.key();
                let usual = format!("good from grade {threshold}, as in {tool}");
                Some(format!("{usual}; {own} would be good from grade {own_threshold}"))
            }
            _ => None,
        }
    }

    /// The other meaning of `NDCG` in ir_measures, and of `ndcg` in trec_eval.
    fn note_on_own_name(&self) -> Option<String> {
        let Measure::Ndcg { cut_off, gain: Gain::Exponential, .. } = self.measure else { return None };
        let tool = match self.text.as_str() {
            "ndcg" => Tool::TrecEval,
            text if text.starts_with("NDCG") => Tool::IrMeasures,
            _ => return None,
        };
        let at = cut_off.map_or_else(String::new, |k| format!("@{k}"));
        Some(format!("gain 2^g − 1; the linear gain of {} is nDCG{at} or ndcg{at}+linear", tool.name()))
    }
}

/// Returns the measure with a greatest grade, if it depends on one and states none.
fn on_scale(measure: Measure, max_grade: Option<Grade>) -> Measure {
    match measure {
        Measure::ExpectedReciprocalRank { cut_off, max_grade: None } => {
            Measure::ExpectedReciprocalRank { cut_off, max_grade }
        }
        other => other,
    }
}

/// A measure, and its threshold if the name states it; or the problem, as the end of a sentence.
type Read = Result<(Measure, Option<Grade>), String>;

/// The parameters in the brackets and after `@` of a name of ir_measures.
#[derive(Default)]
struct Parameters {
    cut_off: Option<usize>,
    rel: Option<Grade>,
    gain: Option<Gain>,
}

/// Reads `Name(key=value, …)@k`; `None` if this is no name of ir_measures.
fn of_ir_measures(text: &str) -> Option<Read> {
    let end = text.find(['(', '@']).unwrap_or(text.len());
    let (name, rest) = (text[..end].trim_end(), &text[end..]);
    let has_brackets = rest.starts_with('(');
    let known = match name {
        "nDCG" | "AP" | "P" | "Precision" | "R" | "Recall" | "RR" | "ERR" | "Success" => true,
        // Rankscope prints these too. Only with brackets are they certain to be names of ir_measures.
        "NDCG" | "MAP" | "MRR" => has_brackets,
        _ if MISSING_IN_IR_MEASURES.contains(&name) => {
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
        Some(k) => parameters.cut_off = Some(super::cut_off(k.trim()).ok_or("has no whole cut-off from 1")?),
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
        ("dcg", "log2") => parameters.gain = Some(Gain::Linear),
        ("dcg", "exp-log2") => parameters.gain = Some(Gain::Exponential),
        ("dcg", _) => return Err("needs dcg='log2' or dcg='exp-log2'".to_owned()),
        ("cutoff", k) => parameters.cut_off = Some(super::cut_off(k).ok_or("has no whole cut-off from 1")?),
        ("judged_only", "False") => {}
        ("judged_only", _) => {
            return Err("needs judged_only=False: every document of a LETOR file has a grade".to_owned());
        }
        _ => return Err(format!("has the parameter {}, which Rankscope does not have", shown(key))),
    }
    Ok(())
}

fn ir_measure(name: &str, &Parameters { cut_off, rel, gain }: &Parameters) -> Read {
    let k = || cut_off.ok_or_else(|| format!("needs a cut-off, as in {name}@5"));
    if gain.is_some() && !matches!(name, "nDCG" | "NDCG") {
        return Err("takes no parameter dcg".to_owned());
    }
    let measure = match name {
        "nDCG" | "NDCG" => {
            Measure::Ndcg { cut_off, gain: gain.unwrap_or(Gain::Linear), discount: Discount::Log2RankPlusOne }
        }
        "AP" | "MAP" => average_precision(cut_off)?,
        "P" | "Precision" => Measure::Precision { cut_off: k()? },
        "R" | "Recall" => Measure::Recall { cut_off: k()? },
        "Success" => Measure::Success { cut_off: k()? },
        "ERR" => Measure::ExpectedReciprocalRank { cut_off, max_grade: None },
        _ => Measure::ReciprocalRank { cut_off },
    };
    if rel.is_some() && !measure.needs_threshold() {
        return Err("takes no parameter rel".to_owned());
    }
    Ok((measure, rel))
}

/// Reads a name such as `P_10` or `recip_rank`; `None` if this is no name of trec_eval, or one that Rankscope has too.
fn of_trec_eval(text: &str) -> Option<Read> {
    let (stem, k) = match text.rsplit_once(['_', '.']) {
        Some((stem, k)) if super::cut_off(k).is_some() => (stem, super::cut_off(k)),
        _ => (text, None),
    };
    let measure = match (stem, k) {
        ("recip_rank", None) => Ok(Measure::ReciprocalRank { cut_off: None }),
        ("ndcg_cut", Some(_)) => {
            Ok(Measure::Ndcg { cut_off: k, gain: Gain::Linear, discount: Discount::Log2RankPlusOne })
        }
        ("P", Some(cut_off)) => Ok(Measure::Precision { cut_off }),
        ("recall", Some(cut_off)) => Ok(Measure::Recall { cut_off }),
        ("success", Some(cut_off)) => Ok(Measure::Success { cut_off }),
        ("map_cut", k) => average_precision(k.or(Some(1))),
        ("ndcg_cut", None) => Err("needs a cut-off, as in ndcg_cut_10".to_owned()),
        _ => {
            let name = if text.starts_with("iprec_at_recall") { "iprec_at_recall" } else { stem };
            return MISSING_IN_TREC_EVAL
                .contains(&name)
                .then(|| Err("is a measure that Rankscope does not have".to_owned()));
        }
    };
    Some(measure.map(|measure| (measure, None)))
}

fn average_precision(cut_off: Option<usize>) -> Result<Measure, String> {
    match cut_off {
        None => Ok(Measure::AveragePrecision),
        Some(_) => {
            Err("has a cut-off, and Rankscope's average precision counts all ranks; use ap".to_owned())
        }
    }
}
