//! Rows of any format as documents: grades and missing values by the rules, queries by name or by group. Must not know
//! any format.

use std::collections::HashMap;

use serde::Serialize;

use super::group_sizes::Groups;
use super::missing::{fill_missing, means_of_all};
use super::settings::{Missing, Rules, Unjudged, is_missing};
use crate::data::letor_line::{Document, quoted, read_number};
use crate::data::records::{Parsed, Store};
use crate::data::weights::different;
use crate::data::{Grade, MAX_GRADE};
use crate::util::error::Error;
use crate::util::faults::Faults;

/// A row as its format gives it.
pub(super) struct Row<'a> {
    pub line: usize,
    pub label: &'a str,
    /// Line and byte column of the label.
    pub label_place: &'a dyn Fn() -> (usize, usize),
    /// The query with its byte column; `None` if groups give it.
    pub id: Option<(&'a str, usize)>,
    /// The weight of the query, if a column has it.
    pub weight: Option<f64>,
    /// Values of features 1, 2, …; NaN where a value is missing and a rule fills it.
    pub features: &'a [f64],
    pub comment: &'a str,
    /// Whether the format found a fault in the row. Then the row is only counted.
    pub is_faulty: bool,
}

/// How often a file has what LETOR does not have, whatever the rules say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileSurvey {
    /// Documents with grade −1 or without a grade.
    pub unjudged: usize,
    /// Labels that are not whole numbers.
    pub fractional: usize,
    /// Missing feature values.
    pub missing: usize,
    /// Feature indices 0.
    pub zero_indices: usize,
}

/// Documents, faults and counts of a file.
#[derive(Debug)]
pub(super) struct Sink {
    pub rules: Rules,
    pub faults: Faults,
    pub seen: FileSurvey,
    /// Number of rows, faulty ones too.
    pub rows: u64,
    /// Number of rows whose query is not that of the row before.
    pub queries: usize,
    /// Lines of the documents without a grade, where none is needed.
    pub ungraded: Vec<usize>,
    /// The weight of each query, if a column has it.
    weights: HashMap<Box<str>, f64>,
    last_id: String,
    groups: Option<Groups>,
    store: Store,
    has_gaps: bool,
    /// A reason to read nothing.
    refusal: Option<Error>,
}

/// What rules took from the data.
#[derive(Debug, Default)]
pub(super) struct Taken {
    /// Numbers of the features that are left out.
    pub without: Vec<usize>,
    /// Means of the training data, if a rule needs them.
    pub means: Vec<f64>,
}

enum Judged {
    Grade(Grade),
    Dropped,
}

impl Sink {
    pub fn new(rules: Rules, limit: u64) -> Self {
        Self {
            rules,
            groups: None,
            faults: Faults::default(),
            seen: FileSurvey::default(),
            rows: 0,
            queries: 0,
            ungraded: Vec::new(),
            weights: HashMap::new(),
            last_id: String::new(),
            store: Store::with_limit(limit),
            has_gaps: false,
            refusal: None,
        }
    }

    pub fn documents(&self) -> usize {
        self.store.n_documents
    }

    /// Whether the rest of the file need not be read: it is refused, or too large.
    pub fn has_stopped(&self) -> bool {
        self.refusal.is_some() || self.store.has_stopped()
    }

    /// Numbers the queries by these groups.
    pub fn set_groups(&mut self, groups: Groups) {
        self.groups = Some(groups);
    }

    /// Refuses the file.
    pub fn refuse(&mut self, error: Error) {
        self.refusal.get_or_insert(error);
        self.store.give_up();
    }

    pub fn groups(&self) -> Option<&Groups> {
        self.groups.as_ref()
    }

    /// Counts a fault. From the first fault on, documents are only counted.
    pub fn fault(&mut self, line: usize, column: usize, describe: &dyn Fn() -> String) {
        self.faults.add(line, column, describe);
        self.store.give_up();
    }

    /// Counts a problem that does not prevent reading.
    pub fn warn(&mut self, line: usize, problem: &str) {
        self.store.warnings.add(line, 1, &|| problem.to_owned());
    }

    /// Adds the next row.
    pub fn add(&mut self, row: &Row) {
        self.rows += 1;
        let judged = self.judge(row.label);
        let (id, id_column) = match (row.id, &mut self.groups) {
            (Some(given), _) => given,
            (None, Some(groups)) => match groups.next() {
                Some(id) => (id, 1),
                // The sums are compared at the end.
                None => return,
            },
            (None, None) => return,
        };
        if self.queries == 0 || self.last_id != id {
            self.queries += 1;
            id.clone_into(&mut self.last_id);
        }
        if let Some(weight) = row.weight {
            match self.weights.get(id) {
                None => drop(self.weights.insert(id.into(), weight)),
                Some(first) if *first == weight => {}
                Some(first) => {
                    let (first, (line, column)) = (*first, (row.label_place)());
                    self.faults.add(line, column, &|| different(id, first, weight));
                    self.store.give_up();
                    return;
                }
            }
        }
        let judged = match judged {
            Ok(judged) => judged,
            Err(_) if self.rules.without_grades => {
                self.ungraded.push(row.line);
                Judged::Grade(0)
            }
            Err(problem) => {
                let (line, column) = (row.label_place)();
                self.faults.add(line, column, &|| problem.clone());
                self.store.give_up();
                return;
            }
        };
        if let (Judged::Grade(grade), false) = (judged, row.is_faulty) {
            self.has_gaps |= row.features.iter().any(|value| value.is_nan());
            let document = Document { grade, id, id_column, features: row.features, comment: row.comment };
            self.store.add(row.line, &document);
        }
    }

    fn judge(&mut self, label: &str) -> Result<Judged, String> {
        let number = if is_missing(label) {
            None
        } else if let Some(number) = read_number(label) {
            Some(number)
        } else {
            return Err(format!("grade {} is not a number; expected 0 to {MAX_GRADE}", quoted(label)));
        };
        let is_unjudged = number.is_none_or(|number| number == -1.0);
        self.seen.unjudged += usize::from(is_unjudged);
        self.seen.fractional += usize::from(number.is_some_and(|number| number.fract() != 0.0));
        match (number, self.rules.unjudged) {
            (_, Some(Unjudged::Drop)) if is_unjudged => Ok(Judged::Dropped),
            (_, Some(Unjudged::Zero)) if is_unjudged => Ok(Judged::Grade(0)),
            (None, ..) => {
                Err("the grade is missing; --unjudged drop leaves such documents out, and --unjudged zero \
                               gives them grade 0"
                    .to_owned())
            }
            (Some(number), ..) => self.rules.grade(number, label).map(Judged::Grade),
        }
    }

    /// Returns the data set with its missing values filled, and what the rules took from it. `is_table`: its columns
    /// are left out already.
    ///
    /// Errors: [`Error::Parse`] with the faults; [`Error::Data`] for data without documents, group sizes with another
    /// sum, and data that are too large; [`Error::Config`] for a feature to leave out that is not there.
    pub fn finish(self, names: Vec<Option<String>>, is_table: bool) -> Result<(Parsed, Taken), Error> {
        if let Some(error) = self.refusal {
            return Err(error);
        }
        if self.store.has_stopped() {
            return Err(self.store.too_large());
        }
        self.faults.into_result()?;
        if let Some(groups) = &self.groups {
            groups.check_sum(self.rows)?;
        }
        if self.store.n_documents == 0 {
            return Err(Error::data(match self.rows {
                0 => "no documents: there are no rows below the head".to_owned(),
                rows => format!("no documents: all {rows} are unjudged, and --unjudged drop leaves them out"),
            }));
        }
        let mut parsed = self.store.finish()?;
        parsed.dataset.feature_names = names;
        let mut taken = Taken::default();
        if !is_table && !self.rules.without.is_empty() {
            let is_further = self.rules.stored.is_some();
            (parsed.dataset, taken.without) = parsed.dataset.leave_out(&self.rules.without, is_further)?;
        }
        if !self.weights.is_empty() {
            let weight = |id: &String| self.weights.get(id.as_str()).copied().unwrap_or(1.0);
            let weights = parsed.dataset.ids.iter().map(weight).collect();
            parsed.dataset = parsed.dataset.with_weights(weights)?;
        }
        let missing = self.rules.missing.unwrap_or(Missing::Zero);
        if matches!(missing, Missing::Mean | Missing::QueryMean) {
            taken.means = self.rules.means;
            if taken.means.is_empty() {
                taken.means = means_of_all(&parsed.dataset);
            }
        }
        if self.has_gaps && missing == Missing::Model {
            parsed.dataset.has_gaps = true;
        } else if self.has_gaps {
            fill_missing(&mut parsed.dataset, missing, &taken.means);
        }
        Ok((parsed, taken))
    }

    /// Returns why the file is refused as a whole, for a preview.
    pub fn refusal(&self, is_whole: bool) -> Option<String> {
        let of_sum = || self.groups.as_ref().filter(|_| is_whole)?.check_sum(self.rows).err();
        self.refusal.clone().or_else(of_sum).map(|error| error.to_string())
    }

    /// Returns what the rules did, as clauses for the line "read as …".
    pub fn notes(&self) -> Vec<String> {
        let FileSurvey { unjudged, fractional, missing, .. } = self.seen;
        let mut notes = Vec::new();
        let count = |n: usize, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        if let Some(groups) = &self.groups {
            notes.push(format!("{} from {}", count(groups.sizes.len(), "group size"), groups.name));
        }
        match self.rules.unjudged.filter(|_| unjudged > 0) {
            Some(Unjudged::Drop) => notes.push(count(unjudged, "unjudged document") + " left out"),
            Some(Unjudged::Zero) => notes.push(count(unjudged, "unjudged document") + " with grade 0"),
            None => {}
        }
        if let Some(rule) = self.rules.grades.as_ref().filter(|_| fractional > 0) {
            notes.push(format!("labels {rule}"));
        }
        if !self.ungraded.is_empty() {
            notes.push(format!("{} without a grade", count(self.ungraded.len(), "document")));
        }
        if !self.rules.without.is_empty() {
            notes.push(format!("without the features {}", self.rules.without.join(", ")));
        }
        if let Some(rule) = self.rules.missing.filter(|_| missing > 0) {
            notes.push(format!("{} taken as {}", count(missing, "missing value"), rule.name()));
        }
        notes
    }
}
