//! Queries, documents, features and grades in memory. Must not know text formats or learners.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::Grade;
use super::comments::Comments;
use super::matrix::Matrix;
use crate::linalg::row::{Row, add_rows};
use crate::util::error::{Error, Problem, shown};
use crate::util::sorting::sort_indices;

/// Documents with dense features and grades, grouped by query.
///
/// The documents of a query are contiguous rows. Queries are in order of first appearance. Features are finite, except
/// in data that were read for a model which says what a gap is ([`Dataset::has_gaps`]). A data set may be empty, for
/// instance the third part of a two-way split, but every query has documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Dataset {
    /// Shared with copies that differ only in their groups.
    pub(super) features: Arc<Matrix>,
    pub(super) grades: Vec<Grade>,
    /// Highest grade of the data set as it was read. Parts of the data set keep this scale.
    pub(super) max_grade: Grade,
    pub(super) ids: Vec<String>,
    /// First row of each query, followed by the number of rows.
    pub(super) starts: Vec<usize>,
    pub(super) comments: Comments,
    /// Group of each document within its query, see [`Query::groups`]; empty without groups.
    pub(super) groups: Vec<u32>,
    /// Line of each document in its file; empty for generated data.
    pub(super) lines: Vec<usize>,
    /// The first warnings of the file reader, and the total number of warnings.
    pub(super) warnings: Vec<Problem>,
    pub(super) n_warnings: usize,
    /// Feature names from the file, possibly fewer or more than the features.
    pub(super) feature_names: Vec<Option<String>>,
    /// Whether a feature may be NaN.
    pub(super) has_gaps: bool,
    /// Weight of each query; empty if all have the weight 1.
    pub(super) weights: Vec<f64>,
    /// Click weight of each document, see [`Query::click_weights`]; empty without them.
    pub(super) click_weights: Vec<f64>,
}

/// One query of a [`Dataset`].
#[derive(Debug, Clone, PartialEq)]
pub struct Query<'a> {
    /// Its number in the data set, from 0.
    pub index: usize,
    /// Its name, as written behind `qid:`.
    pub id: &'a str,
    /// Its rows in the data set.
    pub documents: Range<usize>,
    /// The grades of these rows.
    pub grades: &'a [Grade],
    /// The group of each of these rows, any numbers below the number of rows of the file's query; empty without
    /// groups.
    pub groups: &'a [u32],
    /// The weight ω of each of these rows by its clicks, finite; empty if nothing is learned from clicks.
    pub click_weights: &'a [f64],
}

/// One query for [`Dataset::from_queries`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QueryRows {
    /// Name, unique in the data set, without white space.
    pub id: String,
    /// One grade per document.
    pub grades: Vec<Grade>,
    /// Features, row-major, as many rows as grades.
    pub features: Vec<f64>,
    /// One comment per document, or an empty list.
    pub comments: Vec<String>,
}

impl Dataset {
    /// Builds a data set after checking it.
    ///
    /// Errors: no queries; a query without documents or with the name of an earlier query; a number of values or
    /// comments that does not match the documents; a value that is not finite.
    pub fn from_queries(n_features: usize, queries: &[QueryRows]) -> Result<Self, Error> {
        if queries.is_empty() {
            return Err(Error::data("no queries"));
        }
        let mut data = Self::empty(n_features, 0);
        let mut seen = HashSet::new();
        for query in queries {
            check_made(query, n_features)?;
            if !seen.insert(query.id.as_str()) {
                return Err(Error::data(format!("two queries have the name {}", shown(&query.id))));
            }
            for (document, &grade) in query.grades.iter().enumerate() {
                data.features_mut().push(&query.features[document * n_features..(document + 1) * n_features]);
                data.grades.push(grade);
                data.comments.push(query.comments.get(document).map_or("", |comment| comment.trim()));
                data.max_grade = data.max_grade.max(grade);
            }
            data.ids.push(query.id.clone());
            data.starts.push(data.grades.len());
        }
        data.features_mut().settle();
        Ok(data)
    }

    /// Returns a data set without queries, whose features are those of data elsewhere.
    pub(crate) fn without_queries(n_features: usize, max_grade: Grade) -> Self {
        Self::empty(n_features, max_grade)
    }

    /// Returns a data set without queries.
    pub(super) fn empty(n_features: usize, max_grade: Grade) -> Self {
        Self {
            features: Arc::new(Matrix::new(n_features)),
            grades: Vec::new(),
            max_grade,
            ids: Vec::new(),
            starts: vec![0],
            comments: Comments::default(),
            groups: Vec::new(),
            lines: Vec::new(),
            warnings: Vec::new(),
            n_warnings: 0,
            feature_names: Vec::new(),
            has_gaps: false,
            weights: Vec::new(),
            click_weights: Vec::new(),
        }
    }

    /// Returns a copy without features, for a matrix of `n_features` columns that has no rows yet.
    pub(super) fn with_features(&self, n_features: usize) -> Self {
        Self {
            features: Arc::new(Matrix::new(n_features)),
            grades: self.grades.clone(),
            max_grade: self.max_grade,
            ids: self.ids.clone(),
            starts: self.starts.clone(),
            comments: self.comments.clone(),
            groups: self.groups.clone(),
            lines: self.lines.clone(),
            warnings: self.warnings.clone(),
            n_warnings: self.n_warnings,
            feature_names: self.feature_names.clone(),
            has_gaps: self.has_gaps,
            weights: self.weights.clone(),
            click_weights: self.click_weights.clone(),
        }
    }

    /// Whether features may be missing: NaN, for a model that says what a gap is. Nothing can be trained on such data.
    pub fn has_gaps(&self) -> bool {
        self.has_gaps
    }

    /// Returns a copy with these columns of the features; a column that is `None` is missing in every document. Names
    /// of features are left out. Cost: one pass.
    ///
    /// # Panics
    /// If a column does not exist.
    pub(crate) fn with_columns(&self, columns: &[Option<usize>]) -> Self {
        let mut data = self.with_features(columns.len());
        data.feature_names = Vec::new();
        data.has_gaps |= columns.contains(&None);
        for document in 0..self.n_documents() {
            let row = self.features(document);
            let values: Vec<f64> =
                columns.iter().map(|column| column.map_or(f64::NAN, |column| row[column])).collect();
            data.features_mut().push(&values);
        }
        data.features_mut().settle();
        data
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

    /// Names of the features 1, 2, … from the head of the file, possibly fewer or more than the features.
    pub fn feature_names(&self) -> &[Option<String>] {
        &self.feature_names
    }

    /// Replaces the names of the features that have one in this list. The others keep theirs.
    pub fn rename_features(&mut self, names: Vec<Option<String>>) {
        if self.feature_names.len() < names.len() {
            self.feature_names.resize(names.len(), None);
        }
        for (name, given) in self.feature_names.iter_mut().zip(names) {
            *name = given.or_else(|| name.take());
        }
    }

    /// Highest grade. Parts of a data set return the highest grade of the whole, because it defines the scale.
    pub fn max_grade(&self) -> Grade {
        self.max_grade
    }

    /// Returns the data set as a part of data with this highest grade, if it is higher.
    pub(crate) fn with_max_grade(self, highest: Grade) -> Self {
        Self { max_grade: self.max_grade.max(highest), ..self }
    }

    /// Returns query number `index`, from 0.
    ///
    /// # Panics
    /// If the query does not exist.
    pub fn query(&self, index: usize) -> Query<'_> {
        let documents = self.starts[index]..self.starts[index + 1];
        let groups = if self.groups.is_empty() { &[] } else { &self.groups[documents.clone()] };
        let click_weights = self.click_weights.get(documents.clone()).unwrap_or_default();
        let grades = &self.grades[documents.clone()];
        Query { index, id: &self.ids[index], grades, groups, click_weights, documents }
    }

    /// Returns the row of a document of a query, by its index within the query.
    ///
    /// # Errors
    /// [`Error::Absent`] if the query or the document does not exist.
    pub fn row_of(&self, query: usize, document: usize) -> Result<usize, Error> {
        if query >= self.n_queries() {
            let problem = format!("{query} of {}; queries count from 0", self.n_queries());
            return Err(Error::absent("query", problem));
        }
        let rows = self.query(query).documents;
        if document >= rows.len() {
            let problem = format!("{document} of {}; documents count from 0", rows.len());
            return Err(Error::absent("document", problem));
        }
        Ok(rows.start + document)
    }

    /// The features, for changes.
    pub(super) fn features_mut(&mut self) -> &mut Matrix {
        Arc::make_mut(&mut self.features)
    }

    /// Returns whether all values are stored, also those that are 0.
    pub(super) fn stores_all_values(&self) -> bool {
        self.features.is_dense()
    }

    /// Returns all queries in order of first appearance.
    pub fn queries(&self) -> impl Iterator<Item = Query<'_>> {
        (0..self.n_queries()).map(|index| self.query(index))
    }

    /// Returns the features of a row, `n_features` values, finite unless the data [have gaps](Self::has_gaps). Cost:
    /// nothing, or a copy where mostly zeros are stored without them.
    ///
    /// # Panics
    /// If the row does not exist. All functions that take a row panic in this case.
    pub fn features(&self, document: usize) -> Cow<'_, [f64]> {
        self.features.row(document).dense()
    }

    /// Returns one feature of a row, from 0.
    ///
    /// # Panics
    /// If the row or the feature does not exist.
    pub fn value(&self, document: usize, feature: usize) -> f64 {
        assert!(feature < self.n_features(), "feature {feature} of {}", self.n_features());
        self.features.row(document).get(feature)
    }

    /// Returns a row as it is stored.
    pub(crate) fn row(&self, document: usize) -> Row<'_> {
        self.features.row(document)
    }

    /// Bytes of the stored features: 8 for every value, or 12 for every value other than 0 where fewer than 30 % are.
    pub fn feature_bytes(&self) -> usize {
        self.features.bytes()
    }

    /// Returns the grade of a row.
    pub fn grade(&self, document: usize) -> Grade {
        self.grades[document]
    }

    /// Returns the text after `#`, trimmed; empty if there is none.
    pub fn comment(&self, document: usize) -> &str {
        self.comments.get(document)
    }

    /// Returns the line of a row in its file, from 1; `None` for generated data.
    pub fn line(&self, document: usize) -> Option<usize> {
        assert!(document < self.n_documents(), "document {document} of {}", self.n_documents());
        self.lines.get(document).copied()
    }

    /// Returns all rows in file order: `0..n_documents` unless the parser grouped the documents of a query.
    pub fn file_order(&self) -> Vec<usize> {
        let mut rows: Vec<usize> = (0..self.n_documents()).collect();
        if !self.lines.is_empty() {
            sort_indices(&mut rows, &|one, other| self.lines[one].cmp(&self.lines[other]));
        }
        rows
    }

    /// Returns the scores `s_i = ⟨w, x_i⟩` of a range of rows.
    ///
    /// `w` may be shorter or longer than the rows; missing values count as 0. Cost: one multiplication per value. The
    /// order of summation is fixed.
    pub fn scores(&self, documents: Range<usize>, w: &[f64]) -> Vec<f64> {
        documents.map(|document| self.features.row(document).dot(w)).collect()
    }

    /// Adds `Σ_i coefficients_i x_i` over a range of rows to `into`.
    ///
    /// `coefficients`: one per row of the range. `into`: `n_features` values. Rows with coefficient 0 are skipped. Rows
    /// are added in order.
    ///
    /// # Panics
    /// If a length does not match.
    pub fn pull_back(&self, documents: Range<usize>, coefficients: &[f64], into: &mut [f64]) {
        assert_eq!(into.len(), self.n_features(), "one sum per feature");
        assert_eq!(documents.len(), coefficients.len(), "one coefficient per document");
        let used = documents.zip(coefficients).filter(|(_, coefficient)| **coefficient != 0.0);
        add_rows(used.map(|(document, &coefficient)| (coefficient, self.features.row(document))), into);
    }

    /// Returns the given queries in the given order, with the grade scale of the whole data set.
    ///
    /// Warnings are left out, because they belong to the file of the whole data set.
    ///
    /// # Panics
    /// If a query does not exist.
    pub fn select_queries(&self, queries: &[usize]) -> Self {
        let mut part = Self::empty(self.n_features(), self.max_grade);
        part.feature_names = self.feature_names.clone();
        part.has_gaps = self.has_gaps;
        for &index in queries {
            let query = self.query(index);
            for document in query.documents {
                part.features_mut().push(&self.features(document));
                part.grades.push(self.grades[document]);
                part.comments.push(self.comment(document));
                part.groups.extend(self.groups.get(document));
                part.click_weights.extend(self.click_weights.get(document));
                part.lines.extend(self.line(document));
            }
            part.ids.push(query.id.to_owned());
            part.starts.push(part.grades.len());
            part.weights.extend(self.weights.get(index));
        }
        part.features_mut().settle();
        part
    }
}

fn check_made(query: &QueryRows, n_features: usize) -> Result<(), Error> {
    let QueryRows { id, grades, features, comments } = query;
    let fault = |problem: String| Err(Error::data(format!("query {}: {problem}", shown(id))));
    let n = grades.len();
    if id.is_empty() || id.contains(|letter: char| letter.is_whitespace() || letter == '#') {
        return fault("the name must not be empty or contain white space or #".into());
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
    if let Some(place) = features.iter().position(|value| !value.is_finite()) {
        let (document, feature) = (place / n_features + 1, place % n_features + 1);
        return fault(format!("document {document}, feature {feature} is {}, not finite", features[place]));
    }
    Ok(())
}
