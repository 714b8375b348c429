//! Single documents for display.

use std::borrow::Cow;

use serde::Serialize;

use super::{Dataset, Grade};
use crate::util::error::Error;

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

/// The value of a feature in a document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeatureValue {
    /// Line of the document in the file, from 1; `None` for generated data.
    pub line: Option<usize>,
    /// The feature, from 0.
    pub feature: usize,
    /// The value.
    pub value: f64,
}

impl Dataset {
    /// Returns the value that is furthest from 0, the first of equal ones; `None` for data without features. Cost:
    /// O(n d).
    pub fn extreme_value(&self) -> Option<FeatureValue> {
        let mut extreme: Option<FeatureValue> = None;
        for row in 0..self.n_documents() {
            for (feature, &value) in self.features(row).iter().enumerate() {
                if extreme.is_none_or(|extreme| value.abs() > extreme.value.abs()) {
                    extreme = Some(FeatureValue { line: self.line(row), feature, value });
                }
            }
        }
        extreme
    }

    /// Returns whether a query has two documents with different features. Cost: O(n d).
    pub fn tells_documents_apart(&self) -> bool {
        self.queries().any(|query| {
            let first = self.features(query.documents.start);
            query.documents.skip(1).any(|row| self.features(row) != first)
        })
    }

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

    /// Returns the index of the query with this name; `None` if there is none. Cost: O(queries).
    pub fn find_query(&self, id: &str) -> Option<usize> {
        self.queries().find(|query| query.id == id).map(|query| query.index)
    }

    /// Checks that a query exists.
    pub(crate) fn check_query(&self, query: usize) -> Result<(), Error> {
        if query < self.n_queries() {
            return Ok(());
        }
        Err(Error::config(
            "query",
            format!("{query} is not below {}, the number of queries", self.n_queries()),
        ))
    }
}
