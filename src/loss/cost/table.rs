//! A cost as a table: one row per class of documents, one column per rank, the last column repeated.

use serde::Deserialize;

use crate::data::Grade;
use crate::util::error::{Error, shown};
use crate::util::json;
use crate::util::serde_message::plain_words;

use super::{Class, LARGEST_COST};

/// A table of costs.
#[derive(Debug, Clone, PartialEq)]
pub struct CostTable {
    rows: Vec<Row>,
}

/// The costs of a grade, or of a grade and a kind.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    grade: Grade,
    /// Without a kind, the row holds for every kind that has no row of its own.
    kind: Option<String>,
    cost: Vec<f64>,
}

/// An example, for messages.
pub const EXAMPLE: &str =
    r#"[{"grade": 0, "cost": [1, 0.5, 0]}, {"grade": 1, "kind": "news", "cost": [0, 0, 0]}]"#;

/// Most rows and most columns of a table.
const MOST_ROWS: usize = 1000;
const MOST_COLUMNS: usize = 1000;

impl CostTable {
    /// Parses a JSON list of rows. Cost: O(length).
    ///
    /// # Errors
    /// [`Error::Config`] with the place or the row, and what is expected.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let fault =
            |problem: String| Error::config("cost", format!("{problem}; a table is written {EXAMPLE}"));
        let not_a_table = |problem: serde_json::Error| {
            let place = format!("line {}, column {}", problem.line(), problem.column());
            fault(format!("{place}: {}", plain_words(&problem.to_string())))
        };
        let rows: Vec<Row> = json::read(text).map_err(not_a_table)?;
        let Some(first) = rows.first() else { return Err(fault("the table has no rows".to_owned())) };
        let columns = first.cost.len();
        if rows.len() > MOST_ROWS || columns > MOST_COLUMNS {
            let size = format!("the table has {} rows and {columns} columns", rows.len());
            return Err(fault(format!("{size}; the most are {MOST_ROWS} and {MOST_COLUMNS}")));
        }
        for (number, row) in rows.iter().enumerate() {
            let at = |problem: String| fault(format!("row {} {problem}", number + 1));
            if row.cost.len() != columns || columns == 0 {
                let has = format!("has {} costs, and row 1 has {columns}", row.cost.len());
                return Err(at(format!("{has}; give every row the same number of ranks, at least one")));
            }
            if let Some(cost) = row.cost.iter().find(|cost| cost.is_nan() || cost.abs() > LARGEST_COST) {
                return Err(at(format!(
                    "has the cost {cost}; costs go from −{LARGEST_COST} to {LARGEST_COST}"
                )));
            }
            let same = |other: &Row| other.grade == row.grade && other.kind == row.kind;
            if let Some(earlier) = rows[..number].iter().position(same) {
                return Err(at(format!("is for the same grade and kind as row {}", earlier + 1)));
            }
        }
        Ok(Self { rows })
    }

    /// Returns the costs of a class by rank, the last one for all later ranks; `None` if the table has no row for it.
    pub fn row(&self, class: &Class) -> Option<&[f64]> {
        let of = |kind: Option<&str>| {
            self.rows.iter().find(|row| row.grade == class.grade && row.kind.as_deref() == kind)
        };
        let own = class.kind.as_deref().and_then(|kind| of(Some(kind)));
        own.or_else(|| of(None)).map(|row| &*row.cost)
    }

    /// Number of ranks with a cost of their own, at least one.
    pub fn columns(&self) -> usize {
        self.rows[0].cost.len()
    }

    /// Returns the kinds of the rows.
    pub fn kinds(&self) -> Vec<String> {
        self.rows.iter().filter_map(|row| row.kind.clone()).collect()
    }

    /// Describes a class without a row.
    pub fn missing(&self, class: &Class) -> String {
        let kind = class.kind.as_ref().map_or_else(String::new, |kind| format!(" and kind {}", shown(kind)));
        format!(
            "the table has no row for grade {}{kind}; add one, or one for the grade without a kind",
            class.grade
        )
    }
}
