//! The rules of a user for what LETOR does not have, as plain data and parsed. Must not know any format.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::data::letor_line::{quoted, read_number};
use crate::data::{CommentGrades, Grade, MAX_GRADE};
use crate::util::error::{Error, shown};

/// Rules for reading a file, as the command line and the page give them. The default refuses everything that LETOR does
/// not have.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct ReadingSettings {
    /// Whether feature indices start at 0. Then index 0 is feature 1.
    pub zero_based: bool,
    /// Name or number of the column with the grades; empty to find it by its name.
    pub label: String,
    /// Name or number of the column with the queries; empty to find it by its name.
    pub qid: String,
    /// Name or number of the column with the names of documents; empty to find it by its name.
    pub docid: String,
    /// Names or numbers of columns that are left out.
    pub ignore: Vec<String>,
    /// Unjudged documents: empty refuses them, `drop` leaves them out, `zero` gives them grade 0.
    pub unjudged: String,
    /// Labels that are not whole: empty refuses them; `round`, `floor`, `ceil`, or ascending thresholds such as
    /// `0.5,1.5`: the grade is the number of thresholds that the label reaches. `comment:WORD` takes the grade behind
    /// this word of the comment in the place of the label.
    pub grades: String,
    /// Missing feature values: empty refuses them, `zero`, `mean` of the feature in the training data, `query-mean`, or
    /// `model`, which leaves gaps for the trees of a model.
    pub missing: String,
    /// Features that are left out, by number from 1 or by name. The others move up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub without: Vec<String>,
    /// Mean of every feature of the training data, for `mean` and `query-mean`; empty for training data, whose own
    /// means these are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub means: Vec<f64>,
}

/// What happens to a document without a judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unjudged {
    Drop,
    Zero,
}

/// How a label becomes a grade.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GradeRule {
    Round,
    Floor,
    Ceil,
    Thresholds(Vec<f64>),
}

/// What stands in the place of a missing value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Missing {
    Zero,
    Mean,
    QueryMean,
    /// Nothing: the model says what a gap is.
    Model,
}

/// Parsed [`ReadingSettings`].
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Rules {
    pub zero_based: bool,
    pub label: Option<String>,
    pub qid: Option<String>,
    pub docid: Option<String>,
    /// Column with the weights of the queries.
    pub weight: Option<String>,
    pub ignore: Vec<String>,
    /// Whether the data need no grades. A label that is no grade then counts as none.
    pub without_grades: bool,
    pub unjudged: Option<Unjudged>,
    pub grades: Option<GradeRule>,
    /// Where comments have the grades.
    pub comment_grades: Option<CommentGrades>,
    pub missing: Option<Missing>,
    pub without: Vec<String>,
    pub means: Vec<f64>,
    /// Columns of the training data, for a further file.
    pub stored: Option<StoredColumns>,
}

/// Columns of the training data. Each holds where a further file has it, unless another was given.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct StoredColumns {
    pub label: String,
    pub qid: String,
    pub docid: String,
    pub ignore: Vec<String>,
}

impl ReadingSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Config`] naming the field.
    pub fn check(&self) -> Result<(), Error> {
        self.parse().map(drop)
    }

    /// Returns these rules with those of the training data where these have none.
    pub fn after(&self, stored: &Self) -> Self {
        let text = |own: &String, stored: &String| if own.is_empty() { stored } else { own }.clone();
        let list =
            |own: &Vec<String>, stored: &Vec<String>| if own.is_empty() { stored } else { own }.clone();
        Self {
            zero_based: self.zero_based || stored.zero_based,
            label: text(&self.label, &stored.label),
            qid: text(&self.qid, &stored.qid),
            docid: text(&self.docid, &stored.docid),
            ignore: list(&self.ignore, &stored.ignore),
            unjudged: text(&self.unjudged, &stored.unjudged),
            grades: text(&self.grades, &stored.grades),
            missing: text(&self.missing, &stored.missing),
            without: list(&self.without, &stored.without),
            means: if self.means.is_empty() { &stored.means } else { &self.means }.clone(),
        }
    }

    pub(crate) fn parse(&self) -> Result<Rules, Error> {
        let named = |text: &String| (!text.trim().is_empty()).then(|| text.trim().to_owned());
        let comment_grades = CommentGrades::parse("grades", &self.grades).transpose()?;
        let label_grades = named(&self.grades).filter(|_| comment_grades.is_none());
        Ok(Rules {
            zero_based: self.zero_based,
            label: named(&self.label),
            qid: named(&self.qid),
            docid: named(&self.docid),
            weight: None,
            without_grades: false,
            ignore: self.ignore.iter().filter_map(named).collect(),
            unjudged: match self.unjudged.trim() {
                "" => None,
                "drop" => Some(Unjudged::Drop),
                "zero" => Some(Unjudged::Zero),
                other => return Err(unknown("unjudged", other, "drop or zero")),
            },
            grades: label_grades.map(|text| parse_grades(&text)).transpose()?,
            comment_grades,
            missing: match self.missing.trim() {
                "" => None,
                "zero" => Some(Missing::Zero),
                "mean" => Some(Missing::Mean),
                "query-mean" => Some(Missing::QueryMean),
                "model" => Some(Missing::Model),
                other => return Err(unknown("missing", other, "zero, mean, query-mean or model")),
            },
            without: self.without.iter().filter_map(named).collect(),
            means: match self.means.iter().all(|mean| mean.is_finite()) {
                true => self.means.clone(),
                false => return Err(Error::config("means", "a mean is not a finite number")),
            },
            stored: None,
        })
    }
}

fn unknown(field: &'static str, seen: &str, expected: &str) -> Error {
    Error::config(field, format!("{} is unknown; expected {expected}", shown(seen)))
}

fn parse_grades(text: &str) -> Result<GradeRule, Error> {
    let fault = |problem: String| Error::config("grades", problem);
    match text {
        "round" => return Ok(GradeRule::Round),
        "floor" => return Ok(GradeRule::Floor),
        "ceil" => return Ok(GradeRule::Ceil),
        _ => {}
    }
    let thresholds = text
        .split(',')
        .map(|part| read_number(part.trim()).filter(|number| number.is_finite()))
        .collect::<Option<Vec<f64>>>()
        .ok_or_else(|| {
            let seen = shown(text);
            fault(format!(
                "{seen} is unknown; expected round, floor, ceil, thresholds such as 0.5,1.5, or comment:WORD"
            ))
        })?;
    if thresholds.len() > usize::from(MAX_GRADE) {
        let count = thresholds.len();
        return Err(fault(format!("{count} thresholds; at most {MAX_GRADE}, because grades end there")));
    }
    if thresholds.is_sorted_by(|one, other| one < other) {
        Ok(GradeRule::Thresholds(thresholds))
    } else {
        Err(fault(format!("the thresholds {} do not ascend", shown(text))))
    }
}

impl GradeRule {
    /// Returns the grade of a label, or the problem.
    pub fn grade(&self, label: f64) -> Result<Grade, String> {
        let whole = match self {
            Self::Round => libm::round(label),
            Self::Floor => libm::floor(label),
            Self::Ceil => libm::ceil(label),
            Self::Thresholds(thresholds) => {
                return Ok(thresholds.partition_point(|&threshold| threshold <= label) as Grade);
            }
        };
        // −0.4 rounds to −0, which is grade 0.
        if (0.0..=f64::from(MAX_GRADE)).contains(&whole) {
            Ok(whole as Grade)
        } else {
            Err(format!(
                "becomes {whole}; grades are 0 to {MAX_GRADE}; --grades also takes thresholds, such as 0.5,1.5"
            ))
        }
    }
}

impl fmt::Display for GradeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Round => f.write_str("rounded to the nearest whole grade"),
            Self::Floor => f.write_str("rounded down"),
            Self::Ceil => f.write_str("rounded up"),
            Self::Thresholds(thresholds) => {
                let listed: Vec<String> = thresholds.iter().map(f64::to_string).collect();
                write!(f, "cut at the thresholds {}", listed.join(", "))
            }
        }
    }
}

impl Missing {
    /// Returns what a missing value becomes, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::Mean => "the mean of the feature in the training data",
            Self::QueryMean => "the mean of the feature in the query",
            Self::Model => "gaps, which go the model's own way",
        }
    }
}

/// Returns whether a text stands for a missing value: nothing, or a usual word for it.
pub(crate) fn is_missing(text: &str) -> bool {
    const WORDS: [&str; 6] = ["", "nan", "na", "n/a", "null", "none"];
    text.len() <= 4 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

impl Rules {
    /// Returns the grade of a label that is a number. It is put into words only for a message, because most labels are
    /// grades.
    ///
    /// # Errors
    /// The problem, with the option that solves it.
    pub fn grade(&self, number: f64, label: &str) -> Result<Grade, String> {
        let seen = || quoted(label);
        match &self.grades {
            // Rounding cannot know that −1 means unjudged; thresholds are given for all numbers.
            Some(rule) if number != -1.0 || matches!(rule, GradeRule::Thresholds(_)) => {
                rule.grade(number).map_err(|problem| format!("grade {} {problem}", seen()))
            }
            _ if number == -1.0 => Err(format!(
                "grade {} is negative, as for an unjudged document; --unjudged drop leaves such documents out, and \
                 --unjudged zero gives them grade 0",
                seen()
            )),
            _ if number < 0.0 => Err(format!(
                "grade {} is negative; expected 0 to {MAX_GRADE}, or --grades with thresholds",
                seen()
            )),
            _ if number > f64::from(MAX_GRADE) => Err(format!(
                "grade {} is too large; expected 0 to {MAX_GRADE}, or --grades with thresholds such as 10,20",
                seen()
            )),
            _ if number.fract() != 0.0 => Err(format!(
                "grade {} is not a whole number; --grades round rounds it, and --grades with thresholds such as \
                 0.5,1.5 cuts it",
                seen()
            )),
            _ => Ok(number as Grade),
        }
    }

    /// Returns whether no rule changes how LETOR lines are read. Rules for columns do not concern them.
    pub fn is_default_for_letor(&self) -> bool {
        !self.without_grades && self.is_default_but_for(false)
    }

    /// As [`Self::is_default_for_letor`], whether the data need grades or not. `without_gaps`: the data have no gaps,
    /// so that gaps may stay.
    pub fn is_default_but_for(&self, without_gaps: bool) -> bool {
        let is_missing_default =
            self.missing.is_none() || without_gaps && self.missing == Some(Missing::Model);
        !self.zero_based
            && self.unjudged.is_none()
            && self.grades.is_none()
            && is_missing_default
            && self.without.is_empty()
    }
}
