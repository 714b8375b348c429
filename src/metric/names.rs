//! Names of measures as ir_measures and trec_eval write them. Must not know data or rankings.
//!
//! Letter case matters here: `nDCG@10` is a name of ir_measures, and `ndcg@10` is one of Rankscope. A name that is only
//! Rankscope's is read in any case. Settings, files and links hold Rankscope's names alone.

use serde::Serialize;

use super::other_names::{of_ir_measures, of_trec_eval};
use super::{Gain, Measure, NDCG};
use crate::data::Grade;
use crate::util::error::{Error, shown};

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
    "AP@5",
    "Rprec",
    "RBP(p=0.5, rel=1)",
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
    "map_cut_10",
    "P_10",
    "recall_10",
    "success_5",
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
        if measure.is(&NDCG) && measure.gain == Gain::Linear {
            let own = Measure { gain: Gain::Exponential, ..*measure }.key();
            return Some(format!("linear gain g, as in {tool}; {own} has the gain 2^g − 1"));
        }
        if measure.max_grade == Some(USUAL_MAX_GRADE) {
            let own = Measure { max_grade: None, ..*measure }.key();
            let usual = format!("greatest grade {USUAL_MAX_GRADE}, as in {tool} by gdeval");
            return Some(format!("{usual}; {own} takes the greatest grade of the data"));
        }
        // With (rel=…), the name itself states its threshold.
        let differs = measure.needs_threshold() && threshold != own_threshold && self.good_from.is_none();
        differs.then(|| {
            let own = measure.key();
            let usual = format!("good from grade {threshold}, as in {tool}");
            format!("{usual}; {own} would be good from grade {own_threshold}")
        })
    }

    /// The other meaning of `NDCG` in ir_measures, and of `ndcg` in trec_eval.
    fn note_on_own_name(&self) -> Option<String> {
        if !self.measure.is(&NDCG) || self.measure.gain != Gain::Exponential {
            return None;
        }
        let tool = match self.text.as_str() {
            "ndcg" => Tool::TrecEval,
            text if text.starts_with("NDCG") => Tool::IrMeasures,
            _ => return None,
        };
        let at = self.measure.cut_off.map_or_else(String::new, |k| format!("@{k}"));
        Some(format!("gain 2^g − 1; the linear gain of {} is nDCG{at} or ndcg{at}+linear", tool.name()))
    }
}

/// Returns the measure with a greatest grade, if it depends on one and states none.
fn on_scale(measure: Measure, max_grade: Option<Grade>) -> Measure {
    match measure.kind.parameters.max_grade {
        true => Measure { max_grade: measure.max_grade.or(max_grade), ..measure },
        false => measure,
    }
}
