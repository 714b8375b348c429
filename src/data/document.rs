//! Single documents for display.

use std::borrow::Cow;

use serde::Serialize;

use super::{Dataset, Grade};
use crate::error::Error;

/// A document for display.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DocumentInfo {
    /// Its index within the query, from 0 in file order.
    pub document: usize,
    /// Its grade.
    pub grade: Grade,
    /// The comment of its line in the file; empty if there is none.
    pub comment: String,
    /// Its line in the file, from 1; `None` for generated data.
    pub line: Option<usize>,
}

impl Dataset {
    /// Returns the documents of a query in file order.
    ///
    /// # Errors
    /// [`Error::Config`] if the query does not exist.
    pub fn documents(&self, query: usize) -> Result<Vec<DocumentInfo>, Error> {
        self.check_query(query)?;
        let rows = self.query(query).documents;
        Ok(rows
            .enumerate()
            .map(|(document, row)| DocumentInfo {
                document,
                grade: self.grade(row),
                comment: self.comment(row).to_owned(),
                line: self.line(row),
            })
            .collect())
    }

    /// Returns the features of one document of a query.
    ///
    /// # Errors
    /// [`Error::Config`] if the query or the document does not exist.
    pub fn document_features(&self, query: usize, document: usize) -> Result<Cow<'_, [f64]>, Error> {
        self.check_query(query)?;
        let mut rows = self.query(query).documents;
        let count = rows.len();
        let row = rows.nth(document).ok_or_else(|| {
            Error::config(
                "document",
                format!("{document} is not below {count}, the query's number of documents"),
            )
        })?;
        Ok(self.features(row))
    }

    fn check_query(&self, query: usize) -> Result<(), Error> {
        if query < self.n_queries() {
            return Ok(());
        }
        Err(Error::config(
            "query",
            format!("{query} is not below {}, the number of queries", self.n_queries()),
        ))
    }
}
