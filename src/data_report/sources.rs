//! The files of a report: their queries and documents, and the places of both. Must not know faults.

use std::ops::Range;

use super::finding::Place;
use crate::data::{Dataset, Grade, MAX_GRADE, Query};
use crate::metric::Labels;

/// One file of a report.
#[derive(Debug, Clone, Copy)]
pub struct DataFile<'a> {
    /// Its name, for places.
    pub name: &'a str,
    /// Its documents. Missing values may be NaN.
    pub data: &'a Dataset,
    /// Lines of its documents without a grade, in ascending order.
    pub ungraded: &'a [usize],
    /// Whether its queries are only numbered, because group sizes give them.
    pub has_numbered_queries: bool,
}

/// The files and what is known about them.
pub(super) struct Sources<'a> {
    pub files: &'a [DataFile<'a>],
    pub threshold: Grade,
    /// Of the file with the most.
    pub n_features: usize,
}

/// A query of one of the files.
#[derive(Debug, Clone)]
pub(super) struct SourceQuery<'a> {
    pub file: usize,
    pub query: Query<'a>,
    /// Whether every document has a grade.
    pub is_graded: bool,
}

impl<'a> Sources<'a> {
    pub fn new(files: &'a [DataFile<'a>], threshold: Grade) -> Self {
        let n_features = files.iter().map(|file| file.data.n_features()).max().unwrap_or(0);
        Self { files, threshold, n_features }
    }

    pub fn n_documents(&self) -> usize {
        self.files.iter().map(|file| file.data.n_documents()).sum()
    }

    pub fn n_queries(&self) -> usize {
        self.files.iter().map(|file| file.data.n_queries()).sum()
    }

    /// Returns all queries, file by file.
    pub fn queries(&self) -> impl Iterator<Item = SourceQuery<'a>> + '_ {
        self.files.iter().enumerate().flat_map(move |(file, source)| {
            source.data.queries().map(move |query| {
                let is_graded = query.documents.clone().all(|row| self.has_grade(file, row));
                SourceQuery { file, query, is_graded }
            })
        })
    }

    /// Returns whether a document has a grade.
    pub fn has_grade(&self, file: usize, row: usize) -> bool {
        let DataFile { data, ungraded, .. } = self.files[file];
        ungraded.is_empty() || data.line(row).is_none_or(|line| ungraded.binary_search(&line).is_err())
    }

    /// Returns the labels of a query, for measures.
    pub fn labels<'q>(&self, one: &SourceQuery<'q>) -> Labels<'q> {
        Labels {
            grades: one.query.grades,
            groups: &[],
            max_grade: MAX_GRADE,
            threshold: self.threshold,
            unjudged: 0,
        }
    }

    /// Returns the place of a document.
    pub fn document(&self, file: usize, row: usize, query: &str, note: String) -> Place {
        Place { line: self.files[file].data.line(row), note, ..self.query(file, query) }
    }

    /// Returns the place of a query by its first document.
    pub fn query_of(&self, file: usize, query: &Query, note: String) -> Place {
        let line = query.documents.clone().filter_map(|row| self.files[file].data.line(row)).min();
        Place { line, note, ..self.query(file, query.id) }
    }

    fn query(&self, file: usize, query: &str) -> Place {
        let file = Some(self.files[file].name.to_owned());
        Place { file, query: Some(query.to_owned()), ..Place::default() }
    }

    /// Returns the place of a feature, from 0.
    pub fn feature(&self, feature: usize, note: String) -> Place {
        let feature_name = self.feature_name(feature).map(str::to_owned);
        Place { feature: Some(feature + 1), feature_name, note, ..Place::default() }
    }

    /// Returns the name that the first file with names gives a feature.
    pub fn feature_name(&self, feature: usize) -> Option<&'a str> {
        self.files.iter().find_map(|file| file.data.feature_names().get(feature)?.as_deref())
    }

    /// Returns the first document, in the order of the rows, whose value of a feature is as wanted.
    pub fn first_with(&self, feature: usize, is_wanted: impl Fn(f64) -> bool) -> Option<(usize, usize)> {
        self.files.iter().enumerate().find_map(|(file, source)| {
            if feature >= source.data.n_features() {
                return is_wanted(0.0).then_some((file, 0));
            }
            let row =
                (0..source.data.n_documents()).find(|&row| is_wanted(source.data.value(row, feature)))?;
            Some((file, row))
        })
    }

    /// Returns the place of a feature with the line of the first document whose value is as wanted.
    pub fn feature_at(&self, feature: usize, note: &str, is_wanted: impl Fn(f64) -> bool) -> Place {
        let first = self.first_with(feature, is_wanted).and_then(|(file, row)| {
            let line = self.files[file].data.line(row)?;
            Some(format!(", first in {} line {line}", self.files[file].name))
        });
        self.feature(feature, format!("{note}{}", first.unwrap_or_default()))
    }

    /// Returns every `step`-th document of all files, as file and row.
    pub fn sampled_rows(&self, step: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let rows = |(file, source): (usize, &DataFile)| -> (usize, Range<usize>) {
            (file, 0..source.data.n_documents())
        };
        let all =
            self.files.iter().enumerate().map(rows).flat_map(|(file, rows)| rows.map(move |row| (file, row)));
        all.step_by(step.max(1))
    }
}
