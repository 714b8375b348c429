//! Queries, documents, features and grades in memory. Knows no text format and no learner.

use std::collections::{HashSet, TryReserveError};
use std::ops::Range;

use serde::Serialize;

use super::letor::LetorParser;
use super::matrix::Matrix;
use super::{Grade, MAX_GRADE};
use crate::error::{Error, Problem, shown};
use crate::kernel::{add_scaled, dot};

/// Documents with dense features and grades, grouped by query.
///
/// The documents of a query are contiguous rows; queries stand in order of first
/// appearance. Features are finite. A data set may be empty, for instance the third
/// part of a two-way split; no query is.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    pub(super) features: Matrix,
    pub(super) grades: Vec<Grade>,
    /// Highest grade of the data set as it was read; parts of it keep this scale.
    pub(super) max_grade: Grade,
    pub(super) ids: Vec<String>,
    /// First row of every query, and the number of rows at the end.
    pub(super) starts: Vec<usize>,
    pub(super) comments: Comments,
    /// Line of every document in its file; empty for made data.
    pub(super) lines: Vec<usize>,
    /// What the reader of the file noticed: the first few, and how many in all.
    pub(super) warnings: Vec<Problem>,
    pub(super) n_warnings: usize,
    /// Names of features that the file tells; it may tell fewer or more than there are.
    pub(super) feature_names: Vec<Option<String>>,
}

/// One query of a [`Dataset`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query<'a> {
    /// Its number in the data set, from 0.
    pub index: usize,
    /// Its name, as written behind `qid:`.
    pub id: &'a str,
    /// Its rows in the data set.
    pub documents: Range<usize>,
    /// The grades of these rows.
    pub grades: &'a [Grade],
}

/// One query of data that a program makes, for [`Dataset::from_queries`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MadeQuery {
    /// Name, unique in the data set, without white space.
    pub id: String,
    /// One grade per document.
    pub grades: Vec<Grade>,
    /// Row-major, as many rows as grades.
    pub features: Vec<f64>,
    /// One comment per document, or none at all.
    pub comments: Vec<String>,
}

/// What a data set holds, in numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DatasetSummary {
    /// Number of queries.
    pub queries: usize,
    /// Number of documents.
    pub documents: usize,
    /// Number of features: the highest index seen.
    pub features: usize,
    /// Highest grade.
    // Not `Grade`, an alias that the TypeScript type could not name.
    pub max_grade: u8,
    /// Documents of grade 0, 1, … `max_grade`.
    pub grade_counts: Vec<usize>,
    /// Share of feature values that are 0, in `[0, 1]`; 0 without values.
    pub zero_share: f64,
    /// Documents of the longest query.
    pub longest_query: usize,
    /// Documents of the shortest query.
    pub shortest_query: usize,
    /// What the reader noticed, the first 20.
    pub warnings: Vec<Problem>,
    /// How many warnings there were in all.
    pub n_warnings: usize,
    /// Names of the features 1, 2, … that the head of the file tells; empty if it tells none.
    pub feature_names: Vec<Option<String>>,
}

impl Dataset {
    /// Reads LETOR text. See [`LetorParser`] for the format; warnings are in the summary.
    pub fn from_letor(text: &str) -> Result<Self, Error> {
        let mut parser = LetorParser::new();
        parser.push(text.as_bytes());
        Ok(parser.finish()?.dataset)
    }

    /// Checks and takes data made by a program.
    ///
    /// Errors: no queries; a query without documents or with the name of an earlier one;
    /// a number of values or comments that does not fit; a grade over [`MAX_GRADE`];
    /// a value that is not finite.
    pub fn from_queries(n_features: usize, queries: &[MadeQuery]) -> Result<Self, Error> {
        if queries.is_empty() {
            return Err(Error::data("no queries"));
        }
        let mut data = Self::empty(n_features, 0);
        let mut seen = HashSet::new();
        for query in queries {
            check_made(query, n_features)?;
            if !seen.insert(query.id.as_str()) {
                return Err(Error::data(format!("two queries are called {}", shown(&query.id))));
            }
            for (document, &grade) in query.grades.iter().enumerate() {
                data.features.push(&query.features[document * n_features..(document + 1) * n_features]);
                data.grades.push(grade);
                data.comments.push(query.comments.get(document).map_or("", |comment| comment.trim()));
                data.max_grade = data.max_grade.max(grade);
            }
            data.ids.push(query.id.clone());
            data.starts.push(data.grades.len());
        }
        Ok(data)
    }

    /// A data set without queries.
    pub(super) fn empty(n_features: usize, max_grade: Grade) -> Self {
        Self {
            features: Matrix::new(n_features),
            grades: Vec::new(),
            max_grade,
            ids: Vec::new(),
            starts: vec![0],
            comments: Comments::default(),
            lines: Vec::new(),
            warnings: Vec::new(),
            n_warnings: 0,
            feature_names: Vec::new(),
        }
    }

    /// All but the features, which are to follow: a matrix of `n_features` columns without rows.
    pub(super) fn with_features(&self, n_features: usize) -> Self {
        Self {
            features: Matrix::new(n_features),
            grades: self.grades.clone(),
            max_grade: self.max_grade,
            ids: self.ids.clone(),
            starts: self.starts.clone(),
            comments: self.comments.clone(),
            lines: self.lines.clone(),
            warnings: self.warnings.clone(),
            n_warnings: self.n_warnings,
            feature_names: self.feature_names.clone(),
        }
    }

    /// Number of queries.
    pub fn n_queries(&self) -> usize {
        self.ids.len()
    }

    /// Number of documents.
    pub fn n_documents(&self) -> usize {
        self.grades.len()
    }

    /// Number of features of every document.
    pub fn n_features(&self) -> usize {
        self.features.n_columns()
    }

    /// Highest grade. Parts of a data set keep that of the whole, which is their scale.
    pub fn max_grade(&self) -> Grade {
        self.max_grade
    }

    /// Query number `index`, from 0.
    ///
    /// # Panics
    /// If there is no such query.
    pub fn query(&self, index: usize) -> Query<'_> {
        let documents = self.starts[index]..self.starts[index + 1];
        Query { index, id: &self.ids[index], grades: &self.grades[documents.clone()], documents }
    }

    /// All queries, in order of first appearance.
    pub fn queries(&self) -> impl Iterator<Item = Query<'_>> {
        (0..self.n_queries()).map(|index| self.query(index))
    }

    /// The features of a row, `n_features` finite values.
    ///
    /// # Panics
    /// If there is no such row; so do the other functions that take a row.
    pub fn features(&self, document: usize) -> &[f64] {
        self.features.row(document)
    }

    /// The grade of a row.
    pub fn grade(&self, document: usize) -> Grade {
        self.grades[document]
    }

    /// The text behind `#`, trimmed; empty if there is none.
    pub fn comment(&self, document: usize) -> &str {
        self.comments.get(document)
    }

    /// The line of its file that a row was read from, from 1; none for made data.
    pub fn line(&self, document: usize) -> Option<usize> {
        assert!(document < self.n_documents(), "document {document} of {}", self.n_documents());
        self.lines.get(document).copied()
    }

    /// All rows in the order of the file: `0..n_documents` unless queries had to be merged.
    pub fn file_order(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.n_documents()).collect();
        if !self.lines.is_empty() {
            rows.sort_by_key(|&row| self.lines[row]);
        }
        rows
    }

    /// Scores `s_i = ⟨w, x_i⟩` of a range of rows.
    ///
    /// `w` may be shorter or longer than the rows: what is missing on either side is 0.
    /// Cost: one multiplication per value. The order of summation is fixed.
    pub fn scores(&self, documents: Range<usize>, w: &[f64]) -> Vec<f64> {
        documents.map(|document| dot(self.features.row(document), w)).collect()
    }

    /// Adds `Σ_i coefficients_i x_i` over a range of rows into `into`.
    ///
    /// `coefficients`: one per row of the range. `into`: `n_features` values.
    /// Rows with coefficient 0 are skipped. Rows are added one after the other.
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn pull_back(&self, documents: Range<usize>, coefficients: &[f64], into: &mut [f64]) {
        assert_eq!(documents.len(), coefficients.len(), "one coefficient per document");
        assert_eq!(into.len(), self.n_features(), "one sum per feature");
        for (document, &coefficient) in documents.zip(coefficients) {
            if coefficient != 0.0 {
                add_scaled(coefficient, self.features.row(document), into);
            }
        }
    }

    /// What the data set holds, in numbers. Cost: one pass.
    pub fn summary(&self) -> DatasetSummary {
        let mut grade_counts = vec![0; usize::from(self.max_grade) + 1];
        for &grade in &self.grades {
            grade_counts[usize::from(grade)] += 1;
        }
        let zeros: usize = (0..self.n_documents())
            .map(|document| self.features(document).iter().filter(|&&value| value == 0.0).count())
            .sum();
        let values = self.n_documents() * self.n_features();
        let lengths = || self.queries().map(|query| query.documents.len());
        DatasetSummary {
            queries: self.n_queries(),
            documents: self.n_documents(),
            features: self.n_features(),
            max_grade: self.max_grade,
            grade_counts,
            zero_share: if values == 0 { 0.0 } else { zeros as f64 / values as f64 },
            longest_query: lengths().max().unwrap_or(0),
            shortest_query: lengths().min().unwrap_or(0),
            warnings: self.warnings.clone(),
            n_warnings: self.n_warnings,
            feature_names: self.feature_names.clone(),
        }
    }

    /// The named queries, in the given order, with the grade scale of the whole.
    ///
    /// Warnings stay with the whole, whose file they are about.
    ///
    /// # Panics
    /// If there is no such query.
    pub fn select_queries(&self, queries: &[usize]) -> Self {
        self.select(queries, |_| true)
    }

    /// Those rows of the given queries for which `keep` holds; queries without such a row are left out.
    pub(super) fn select(&self, queries: &[usize], keep: impl Fn(usize) -> bool) -> Self {
        let mut part = Self::empty(self.n_features(), self.max_grade);
        part.feature_names = self.feature_names.clone();
        for &index in queries {
            let query = self.query(index);
            for document in query.documents.filter(|&document| keep(document)) {
                part.features.push(self.features(document));
                part.grades.push(self.grades[document]);
                part.comments.push(self.comment(document));
                part.lines.extend(self.line(document));
            }
            if part.starts.last() != Some(&part.grades.len()) {
                part.ids.push(query.id.to_owned());
                part.starts.push(part.grades.len());
            }
        }
        part
    }
}

fn check_made(query: &MadeQuery, n_features: usize) -> Result<(), Error> {
    let MadeQuery { id, grades, features, comments } = query;
    let fault = |problem: String| Err(Error::data(format!("query {}: {problem}", shown(id))));
    let n = grades.len();
    if id.is_empty() || id.contains(|letter: char| letter.is_whitespace() || letter == '#') {
        return fault("a name is needed, without white space and without #".into());
    }
    if n == 0 {
        return fault("no documents".into());
    }
    if n.checked_mul(n_features) != Some(features.len()) {
        return fault(format!("{} values for {n} documents of {n_features} features", features.len()));
    }
    if !comments.is_empty() && comments.len() != n {
        return fault(format!("{} comments for {n} documents", comments.len()));
    }
    if let Some(grade) = grades.iter().find(|&&grade| grade > MAX_GRADE) {
        return fault(format!("grade {grade} is over {MAX_GRADE}"));
    }
    if let Some(place) = features.iter().position(|value| !value.is_finite()) {
        let (document, feature) = (place / n_features, place % n_features + 1);
        return fault(format!("document {document}, feature {feature} is {}, not finite", features[place]));
    }
    Ok(())
}

/// One short text per document, in one string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Comments {
    text: String,
    ends: Vec<usize>,
}

impl Comments {
    pub fn push(&mut self, comment: &str) {
        self.text.push_str(comment);
        self.ends.push(self.text.len());
    }

    /// Makes room for one more comment.
    pub fn try_reserve(&mut self, comment: &str) -> Result<(), TryReserveError> {
        self.text.try_reserve(comment.len())?;
        self.ends.try_reserve(1)
    }

    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// Puts comment `order[i]` at `i`.
    pub fn permuted(&self, order: &[usize]) -> Self {
        let mut permuted = Self::default();
        for &index in order {
            permuted.push(self.get(index));
        }
        permuted
    }
}
