//! A collection for display. Must not know how a column is computed.

use serde::Serialize;

use super::collection::Collection;
use crate::data::Grade;
use crate::util::error::Error;

/// What a collection has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PagesOutline {
    /// Number of pages.
    pub pages: usize,
    /// Number of links to pages that are not in the collection.
    pub links_outside: usize,
    /// Names of the columns.
    pub columns: Vec<&'static str>,
    /// The queries in the order of the file.
    pub queries: Vec<QueryOutline>,
}

/// A query of an outline.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryOutline {
    /// Its name in the data.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What the user wants, in words; nothing if the file does not say so.
    pub about: Option<String>,
    /// Number of its candidates.
    pub candidates: usize,
    /// Number of candidates with a grade.
    pub judged: usize,
}

/// A candidate with its columns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PageRow {
    /// Place of the page in the collection, from 1, as formulas name it.
    pub page: usize,
    /// Its name in the data.
    pub name: String,
    /// Its address.
    pub url: String,
    /// The first words of its text.
    pub beginning: String,
    /// Its grade; nothing without a judgement.
    pub grade: Option<Grade>,
    /// One value per column.
    pub values: Vec<f64>,
}

impl Collection {
    /// Returns the sizes of the collection with its queries. Cost: linear in the candidates.
    pub fn outline(&self) -> PagesOutline {
        let queries = self.queries.iter().map(|query| QueryOutline {
            name: query.name.clone(),
            text: query.text.clone(),
            about: query.about.clone(),
            candidates: query.candidates.len(),
            judged: query.candidates.iter().filter(|candidate| candidate.grade.is_some()).count(),
        });
        PagesOutline {
            pages: self.pages.len(),
            links_outside: self.links_outside,
            columns: self.column_names(),
            queries: queries.collect(),
        }
    }

    /// Returns the first candidates of a query with their columns; at most `most`.
    ///
    /// # Errors
    /// [`Error::Absent`] for a query that does not exist.
    pub fn first_rows(&self, query: usize, most: usize) -> Result<Vec<PageRow>, Error> {
        let candidates = &self.query(query)?.candidates;
        (0..candidates.len().min(most))
            .map(|place| {
                let values = self.row(query, place)?;
                let candidate = candidates[place];
                let page = &self.pages[candidate.page];
                Ok(PageRow {
                    page: candidate.page + 1,
                    name: page.name.clone(),
                    url: page.url.clone(),
                    beginning: page.beginning.clone(),
                    grade: candidate.grade,
                    values,
                })
            })
            .collect()
    }
}
