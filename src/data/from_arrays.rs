//! Data sets from the arrays of a program: features, grades and queries, document by document. Must not know text
//! formats or learners.

use std::collections::HashMap;
use std::sync::Arc;

use super::letor::MAX_DENSE_BYTES;
use super::matrix::RaggedRows;
use super::names::Names;
use super::{Dataset, Grade, MAX_FEATURES, MAX_GRADE};
use crate::util::error::{Error, brief, shown};

/// The query of each document.
#[derive(Debug, Clone, PartialEq)]
pub enum QueryIds {
    /// Whole numbers between ±(2^53 − 1).
    Numbers(Vec<f64>),
    /// Texts without white space and `#`.
    Texts(Vec<String>),
}

impl QueryIds {
    fn len(&self) -> usize {
        match self {
            Self::Numbers(ids) => ids.len(),
            Self::Texts(ids) => ids.len(),
        }
    }

    /// Whether two documents have the same id.
    fn same(&self, one: usize, other: usize) -> bool {
        match self {
            Self::Numbers(ids) => ids[one] == ids[other],
            Self::Texts(ids) => ids[one] == ids[other],
        }
    }

    /// Returns the id of a document as text.
    fn text(&self, document: usize) -> Result<String, Error> {
        /// The largest number below which all whole numbers differ as f64.
        const MOST: f64 = 9_007_199_254_740_991.0;
        match self {
            Self::Numbers(ids) => {
                let id = ids[document];
                if id.fract() == 0.0 && id.abs() <= MOST {
                    return Ok((id as i64).to_string());
                }
                let seen = brief(id);
                Err(Error::config(
                    "queries",
                    format!(
                        "queries[{document}] is {seen}; a query id is a whole number, or text for all documents"
                    ),
                ))
            }
            Self::Texts(ids) => {
                let id = &ids[document];
                if !id.is_empty() && !id.contains(|letter: char| letter.is_whitespace() || letter == '#') {
                    return Ok(id.clone());
                }
                let seen = shown(id);
                Err(Error::config(
                    "queries",
                    format!(
                        "queries[{document}] is {seen}; a query id is not empty and has no white space and no #"
                    ),
                ))
            }
        }
    }
}

/// A data set of which the features are still missing.
///
/// They arrive in pieces, so that a large array is never there twice.
#[derive(Debug)]
pub struct ArrayReader {
    data: Dataset,
    rows: RaggedRows,
    n_rows: usize,
    accepts_gaps: bool,
}

impl ArrayReader {
    /// Checks everything but the values of the features.
    ///
    /// `n_values`: documents × features. `grades`, `queries`: one entry per document. `names`: one name per feature,
    /// empty for a feature without name; or no names.
    ///
    /// # Errors
    /// [`Error::Config`] with the argument, the index and the value: lengths that do not match, a grade that is no
    /// whole number from 0 to [`MAX_GRADE`], an unusable id, a query that continues after another query, an unusable
    /// name.
    pub fn new(n_values: usize, grades: &[f64], queries: &QueryIds, names: &[String]) -> Result<Self, Error> {
        let n = grades.len();
        let n_features = width(n_values, n)?;
        if queries.len() != n {
            return Err(Error::config(
                "queries",
                format!("{} ids for {n} grades; give one id and one grade per document", queries.len()),
            ));
        }
        let mut data = Dataset::empty(n_features, 0);
        data.feature_names = named(names, n_features)?;
        for (document, &grade) in grades.iter().enumerate() {
            if grade.fract() != 0.0 || !(0.0..=f64::from(MAX_GRADE)).contains(&grade) {
                let seen = brief(grade);
                return Err(Error::config(
                    "grades",
                    format!(
                        "grades[{document}] is {seen}; a grade is a whole number from 0 (not relevant) to {MAX_GRADE}"
                    ),
                ));
            }
            data.grades.push(grade as Grade);
            data.comments.push("");
        }
        data.max_grade = data.grades.iter().copied().max().unwrap_or(0);
        (data.ids, data.starts) = grouped(queries, n)?;
        Ok(Self { data, rows: RaggedRows::default(), n_rows: 0, accepts_gaps: false })
    }

    /// Returns a reader that takes NaN as a missing value, for a model that says what a gap is.
    pub fn with_gaps(self) -> Self {
        Self { accepts_gaps: true, ..self }
    }

    /// Number of features of every document.
    pub fn n_features(&self) -> usize {
        self.data.n_features()
    }

    /// Adds the features of the next documents, row-major.
    ///
    /// # Errors
    /// [`Error::Config`] for a value that is not finite and for a row that is cut off or too much; [`Error::Data`] if
    /// memory runs out.
    pub fn push(&mut self, values: &[f64]) -> Result<(), Error> {
        let width = self.n_features();
        let (rows, n) = (values.len() / width, self.data.n_documents());
        if !values.len().is_multiple_of(width) || rows > n - self.n_rows {
            return Err(Error::config(
                "features",
                format!(
                    "{} values at document {} of {n}; give whole rows of {width}",
                    values.len(),
                    self.n_rows
                ),
            ));
        }
        let has_gap = values.iter().any(|value| value.is_nan());
        let is_usable = |value: &f64| value.is_finite() || self.accepts_gaps && value.is_nan();
        if let Some(place) = values.iter().position(|value| !is_usable(value)) {
            let (at, seen) = (self.n_rows * width + place, values[place]);
            let (document, feature) = (at / width + 1, at % width + 1);
            return Err(Error::config(
                "features",
                format!(
                    "features[{at}] is {seen}, not finite: feature {feature} of document {document}, from 1; \
                     replace missing values by a number"
                ),
            ));
        }
        for row in values.chunks_exact(width) {
            self.rows.push(row).map_err(|_| too_large(n, width, "this is more memory than is available"))?;
        }
        self.n_rows += rows;
        self.data.has_gaps |= has_gap;
        Ok(())
    }

    /// Returns the data set.
    ///
    /// # Errors
    /// [`Error::Config`] if features of documents are missing; [`Error::Data`] if memory runs out.
    pub fn finish(mut self) -> Result<Dataset, Error> {
        let (n, width) = (self.data.n_documents(), self.n_features());
        if self.n_rows < n {
            let problem = format!("{} rows for {n} documents; give one row per document", self.n_rows);
            return Err(Error::config("features", problem));
        }
        let matrix = self.rows.into_matrix(width);
        let matrix = matrix.map_err(|_| too_large(n, width, "this is more memory than is available"))?;
        self.data.features = Arc::new(matrix);
        Ok(self.data)
    }
}

impl Dataset {
    /// Builds a data set from arrays: the same as from LETOR text with these values.
    ///
    /// `features`: documents × features, row-major; their number divided by the number of grades is the number of
    /// features. The other arguments are those of [`ArrayReader::new`]. Cost: one pass.
    ///
    /// ```
    /// use rankscope::data::{Dataset, QueryIds};
    ///
    /// let queries = QueryIds::Numbers(vec![1.0, 1.0, 2.0]);
    /// let data = Dataset::from_arrays(&[0.5, 1.0, 0.25, 0.0, 1.0, 1.0], &[2.0, 0.0, 1.0], &queries, &[])?;
    /// assert_eq!((data.n_queries(), data.n_documents(), data.n_features()), (2, 3, 2));
    ///
    /// // Messages name the argument, the place and the value.
    /// let fault = Dataset::from_arrays(&[0.5, 1.0, 0.25], &[2.0, 0.5, 1.0], &queries, &[]).unwrap_err();
    /// assert!(fault.to_string().starts_with("grades: grades[1] is 0.5"));
    /// # Ok::<(), rankscope::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ArrayReader::new`] and [`ArrayReader::push`].
    pub fn from_arrays(
        features: &[f64],
        grades: &[f64],
        queries: &QueryIds,
        names: &[String],
    ) -> Result<Self, Error> {
        let mut reader = ArrayReader::new(features.len(), grades, queries, names)?;
        reader.push(features)?;
        reader.finish()
    }
}

/// Returns the number of features.
fn width(n_values: usize, n_documents: usize) -> Result<usize, Error> {
    if n_documents == 0 {
        return Err(Error::config("grades", "no documents; give one grade per document, and at least one"));
    }
    let problem = if n_values == 0 {
        format!("no values for {n_documents} documents; give at least one feature")
    } else if !n_values.is_multiple_of(n_documents) {
        format!(
            "{n_values} values cannot be shared by {n_documents} documents, because {} are left over; give \
             documents × features values, row by row, and one grade per document",
            n_values % n_documents
        )
    } else if n_values / n_documents > MAX_FEATURES {
        format!("{} features per document are more than {MAX_FEATURES}", n_values / n_documents)
    } else if n_values as u64 > MAX_DENSE_BYTES / 8 {
        let reason = format!("the limit is {} GiB", MAX_DENSE_BYTES >> 30);
        return Err(too_large(n_documents, n_values / n_documents, &reason));
    } else {
        return Ok(n_values / n_documents);
    };
    Err(Error::config("features", problem))
}

/// Returns the names of the features; empty if there are none.
fn named(names: &[String], n_features: usize) -> Result<Vec<Option<String>>, Error> {
    if !names.is_empty() && names.len() != n_features {
        let problem =
            format!("{} names for {n_features} features; give one per feature, or none", names.len());
        return Err(Error::config("names", problem));
    }
    let mut all = Names::default();
    for (place, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        all.set(place + 1, name.trim())
            .map_err(|problem| Error::config("names", format!("names[{place}]: {problem}")))?;
    }
    Ok(all.names)
}

/// Returns the ids of the queries, and the first row of each, followed by the number of rows.
fn grouped(queries: &QueryIds, n_documents: usize) -> Result<(Vec<String>, Vec<usize>), Error> {
    let (mut ids, mut starts) = (Vec::new(), Vec::new());
    let mut seen: HashMap<String, usize> = HashMap::new();
    for document in 0..n_documents {
        if document > 0 && queries.same(document - 1, document) {
            continue;
        }
        let id = queries.text(document)?;
        if let Some(&query) = seen.get(&id) {
            let last = starts[query + 1] - 1;
            let id = shown(&id);
            return Err(Error::config(
                "queries",
                format!(
                    "queries[{document}] continues query {id}, which ended at queries[{last}]; sort the documents by \
                     query"
                ),
            ));
        }
        seen.insert(id.clone(), ids.len());
        ids.push(id);
        starts.push(document);
    }
    starts.push(n_documents);
    Ok((ids, starts))
}

fn too_large(n_documents: usize, n_features: usize, reason: &str) -> Error {
    let size = n_documents as f64 * n_features as f64 * 8.0 / f64::from(1 << 30);
    Error::data(format!(
        "{n_documents} documents of {n_features} features take {size:.2} GiB as dense numbers: {reason}; use fewer \
         documents or features"
    ))
}
