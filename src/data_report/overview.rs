//! Sizes, grades and lengths of the queries. Must not know faults.

use serde::Serialize;

use super::facts::Facts;
use super::sources::Sources;
use crate::util::sorting::sort_indices;

/// Size and grades of all files.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DataOverview {
    /// Every file.
    pub files: Vec<FileSize>,
    /// Number of queries.
    pub queries: usize,
    /// Number of documents.
    pub documents: usize,
    /// Number of features.
    pub features: usize,
    /// Grades from 0 to the highest; of more than 32, those that documents have.
    pub grades: Vec<GradeCount>,
    /// Number of documents without a grade.
    pub ungraded: usize,
    /// Documents per query.
    pub documents_per_query: Lengths,
    /// Share of feature values that are 0, in `[0, 1]`. An index that a LETOR line does not write is 0.
    pub zero_share: f64,
    /// Share of feature values that are missing.
    pub missing_share: f64,
}

/// Size of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FileSize {
    /// Its name.
    pub name: String,
    /// Number of queries.
    pub queries: usize,
    /// Number of documents.
    pub documents: usize,
    /// Number of features, which is the highest index in the file.
    pub features: usize,
}

/// Documents of a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GradeCount {
    /// The grade.
    pub grade: u8,
    /// Number of documents.
    pub documents: usize,
    /// Number of queries with such a document.
    pub queries: usize,
}

/// Numbers of documents per query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lengths {
    /// Of the shortest query.
    pub lowest: usize,
    /// A quarter of the queries has at most as many.
    pub lower_quartile: usize,
    /// The lower median.
    pub median: usize,
    /// A quarter of the queries has at least as many.
    pub upper_quartile: usize,
    /// Of the longest query.
    pub highest: usize,
    /// The mean.
    pub mean: f64,
}

pub(super) fn overview(facts: &Facts) -> DataOverview {
    let sources = &facts.sources;
    let files = sources.files.iter().map(|file| FileSize {
        name: file.name.to_owned(),
        queries: file.data.n_queries(),
        documents: file.data.n_documents(),
        features: file.data.n_features(),
    });
    let values = (sources.n_documents() * sources.n_features).max(1) as f64;
    let zeros: usize = facts.profiles.iter().map(|profile| profile.zeros).sum();
    let missing: usize = facts.profiles.iter().map(|profile| profile.missing).sum();
    let grades = grades(sources);
    let graded: usize = grades.iter().map(|grade| grade.documents).sum();
    DataOverview {
        files: files.collect(),
        queries: sources.n_queries(),
        documents: sources.n_documents(),
        features: sources.n_features,
        ungraded: sources.n_documents() - graded,
        grades,
        documents_per_query: lengths(sources),
        zero_share: zeros as f64 / values,
        missing_share: missing as f64 / values,
    }
}

/// Most grades that are listed whether documents have them or not.
const LONGEST_SCALE: usize = 32;

fn grades(sources: &Sources) -> Vec<GradeCount> {
    let mut counts: Vec<GradeCount> = Vec::new();
    for one in sources.queries() {
        let mut is_there = [false; 256];
        for (row, &grade) in one.query.documents.zip(one.query.grades) {
            if !sources.has_grade(one.file, row) {
                continue;
            }
            let next = counts.len() as u8;
            counts.extend((next..=grade).map(|grade| GradeCount { grade, documents: 0, queries: 0 }));
            let count = &mut counts[usize::from(grade)];
            count.documents += 1;
            count.queries += usize::from(!std::mem::replace(&mut is_there[usize::from(grade)], true));
        }
    }
    // A long scale, such as one of percentages, would mostly list empty grades.
    if counts.len() > LONGEST_SCALE {
        counts.retain(|count| count.documents > 0);
    }
    counts
}

fn lengths(sources: &Sources) -> Lengths {
    let given: Vec<usize> = sources.queries().map(|one| one.query.documents.len()).collect();
    let mut order: Vec<usize> = (0..given.len()).collect();
    sort_indices(&mut order, &|one, other| given[one].cmp(&given[other]));
    let Some(last) = given.len().checked_sub(1) else { return Lengths::default() };
    let at = |rank: usize| given[order[rank]];
    Lengths {
        lowest: at(0),
        lower_quartile: at(last / 4),
        median: at(last / 2),
        upper_quartile: at(last - last / 4),
        highest: at(last),
        mean: sources.n_documents() as f64 / given.len() as f64,
    }
}
