//! What it costs to put a document of a class at a rank: a table or a formula. Must not know scores.
//!
//! A class is a grade, or a grade and a kind. Documents of a class cost the same at every rank.
//!
//! Source: Le and Smola 2007, equation 19, where every document has a row of its own.

mod formula;
mod table;

use std::str::FromStr;

use crate::data::Grade;
use crate::util::error::Error;
use crate::util::error::shown;

use formula::Formula;
use table::CostTable;

/// The class of a document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// Its grade.
    pub grade: Grade,
    /// Its kind, if documents have kinds and this one has.
    pub kind: Option<String>,
}

/// A cost of positions: a table or a formula.
#[derive(Debug, Clone, PartialEq)]
pub struct PositionCost {
    text: String,
    form: Form,
}

#[derive(Debug, Clone, PartialEq)]
enum Form {
    Table(CostTable),
    Formula(Formula),
}

/// Largest absolute value of a cost, so that all sums stay exact enough to compare.
const LARGEST_COST: f64 = 1e9;

/// Most costs of a query, of all classes and ranks.
const MOST_CELLS: usize = 4_000_000;

/// Longest text of a cost in bytes.
pub const LONGEST_COST: usize = 100_000;

impl FromStr for PositionCost {
    type Err = Error;

    /// Parses a formula, or a table as a JSON list of rows.
    fn from_str(text: &str) -> Result<Self, Error> {
        if text.len() > LONGEST_COST {
            let problem = format!("the cost has {} bytes; the most are {LONGEST_COST}", text.len());
            return Err(Error::config("cost", problem));
        }
        let form = match text.trim_start().starts_with(['[', '{']) {
            true => Form::Table(CostTable::parse(text)?),
            false => Form::Formula(Formula::parse(text)?),
        };
        Ok(Self { text: text.to_owned(), form })
    }
}

impl PositionCost {
    /// The text that this was parsed from.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PositionCost {
    /// Returns whether the cost depends on the kind of a document.
    pub fn uses_kind(&self) -> bool {
        !self.kinds().is_empty()
    }

    /// Returns the kinds that the cost names, each once, in the order of the text.
    pub fn kinds(&self) -> Vec<String> {
        let mut all = match &self.form {
            Form::Table(table) => table.kinds(),
            Form::Formula(formula) => formula.kinds(),
        };
        let mut seen = std::collections::HashSet::new();
        all.retain(|kind| seen.insert(kind.clone()));
        all
    }

    /// Returns one row of costs per class for a query of `n` documents, at least one: the costs of the first K ranks,
    /// then the cost of every later rank. K, at most n − 1, is the same for all classes and as small as possible.
    ///
    /// Cost: O(n L) for L classes, times the length of the formula.
    ///
    /// # Errors
    /// [`Error::Data`] with the class and the rank if the table has no row or the formula no number for it, or for more
    /// than 4,000,000 costs.
    pub fn rows(&self, classes: &[Class], n: usize) -> Result<Vec<Vec<f64>>, Error> {
        let ranks = match &self.form {
            Form::Table(table) => table.columns().min(n),
            Form::Formula(_) => n,
        };
        if classes.len().saturating_mul(ranks) > MOST_CELLS {
            return Err(Error::data(format!(
                "cost: {} classes of documents at {ranks} ranks are more than {MOST_CELLS} costs; name fewer kinds",
                classes.len()
            )));
        }
        let mut rows = classes.iter().map(|class| self.row(class, n)).collect::<Result<Vec<_>, _>>()?;
        let constant_from =
            |row: &Vec<f64>| row.iter().rposition(|cost| Some(cost) != row.last()).map_or(0, |last| last + 1);
        let head = rows.iter().map(constant_from).max().unwrap_or(0);
        for row in &mut rows {
            row.truncate(head + 1);
        }
        Ok(rows)
    }

    fn row(&self, class: &Class, n: usize) -> Result<Vec<f64>, Error> {
        match &self.form {
            Form::Table(table) => {
                let row =
                    table.row(class).ok_or_else(|| Error::data(format!("cost: {}", table.missing(class))))?;
                Ok(row[..n.min(row.len())].to_vec())
            }
            Form::Formula(formula) => (0..n)
                .map(|rank| {
                    let cost = formula.value(class, rank, n);
                    // Adding 0 gives −0 and +0 the same bits.
                    if cost.abs() <= LARGEST_COST {
                        Ok(cost + 0.0)
                    } else {
                        Err(no_cost(class, rank, n, cost))
                    }
                })
                .collect(),
        }
    }
}

fn no_cost(class: &Class, rank: usize, n: usize, cost: f64) -> Error {
    let kind = class.kind.as_ref().map_or_else(String::new, |kind| format!(", kind = {}", shown(kind)));
    let why = match cost.is_finite() {
        true => format!("which is beyond {LARGEST_COST}"),
        false => {
            "which is no cost: look for a division by zero, or log2 or a power of a number below 0".to_owned()
        }
    };
    Error::data(format!(
        "cost: the formula gives {cost} for grade = {}, rank = {}, n = {n}{kind}, {why}",
        class.grade,
        rank + 1
    ))
}
