//! Documents with equal features: within a query, and queries with equal documents.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::sources::Sources;
use crate::data::Dataset;
use crate::util::sorting::sorted;

/// Documents of one query with equal features.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EqualDocuments {
    pub file: usize,
    /// Number of the query in its file.
    pub query: usize,
    /// Rows of the data set, ascending; at least two.
    pub rows: Vec<usize>,
}

/// Equal documents and equal queries.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EqualRows {
    /// Within queries, by file and query.
    pub documents: Vec<EqualDocuments>,
    /// Queries with equal documents, as file and number, the first of them first; at least two in a group. Queries of
    /// one document, or without any value other than 0, are left out.
    pub queries: Vec<Vec<(usize, usize)>>,
}

/// Finds equal documents by a hash of their features, and compares the features themselves. Cost: O(n (d + log n)).
pub(super) fn equal_rows(sources: &Sources) -> EqualRows {
    if sources.n_features == 0 {
        return EqualRows { documents: Vec::new(), queries: Vec::new() };
    }
    let mut documents = Vec::new();
    let mut hashed_queries = Vec::new();
    for one in sources.queries() {
        let data = sources.files[one.file].data;
        let hashed = hashed_rows(data, one.query.documents.clone());
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for alike in hashed.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1) {
            let first = alike[0].1;
            let rows: Vec<usize> = alike
                .iter()
                .map(|(_, row)| *row)
                .filter(|&row| are_equal((data, first), (data, row)))
                .collect();
            if rows.len() > 1 {
                groups.push(rows);
            }
        }
        let groups = sorted(groups, &|one, other| one[0].cmp(&other[0]));
        let (file, query) = (one.file, one.query.index);
        documents.extend(groups.into_iter().map(|rows| EqualDocuments { file, query, rows }));
        if hashed.len() > 1 && one.query.documents.clone().any(|row| has_values(data, row)) {
            let mut hasher = DefaultHasher::new();
            hashed.iter().for_each(|(hash, _)| hash.hash(&mut hasher));
            hashed_queries.push((hasher.finish(), (file, query)));
        }
    }
    let hashed_queries = sorted(hashed_queries, &|one, other| one.0.cmp(&other.0));
    let mut queries = Vec::new();
    for alike in hashed_queries.chunk_by(|one, other| one.0 == other.0).filter(|alike| alike.len() > 1) {
        let first = alike[0].1;
        let group: Vec<(usize, usize)> = alike
            .iter()
            .map(|(_, query)| *query)
            .filter(|&query| are_equal_queries(sources, first, query))
            .collect();
        if group.len() > 1 {
            queries.push(group);
        }
    }
    let queries = sorted(queries, &|one, other| one[0].cmp(&other[0]));
    EqualRows { documents, queries }
}

fn has_values(data: &Dataset, row: usize) -> bool {
    let mut has = false;
    data.row(row).for_each(|_, value| has |= value != 0.0);
    has
}

/// Returns the rows with their hashes, by their hashes; rows of one hash keep their order.
fn hashed_rows(data: &Dataset, rows: Range<usize>) -> Vec<(u64, usize)> {
    let hashed = rows.map(|row| (hash_of(data, row), row)).collect();
    sorted(hashed, &|one: &(u64, usize), other| one.0.cmp(&other.0))
}

fn hash_of(data: &Dataset, row: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    data.row(row).for_each(|feature, value| {
        if value != 0.0 {
            (feature as u32, value.to_bits()).hash(&mut hasher);
        }
    });
    hasher.finish()
}

/// Returns whether two rows have equal values; a shorter row ends with zeros, and gaps are equal.
fn are_equal((data, row): (&Dataset, usize), (others, other): (&Dataset, usize)) -> bool {
    let others_than_zero = |data: &Dataset, row: usize| {
        let mut values = Vec::new();
        data.row(row).for_each(|feature, value| {
            if value != 0.0 {
                values.push((feature, value.to_bits()));
            }
        });
        values
    };
    others_than_zero(data, row) == others_than_zero(others, other)
}

/// Returns whether the documents of two queries are equal, in the order of their hashes.
fn are_equal_queries(sources: &Sources, one: (usize, usize), other: (usize, usize)) -> bool {
    let rows = |(file, query): (usize, usize)| {
        let data = sources.files[file].data;
        hashed_rows(data, data.query(query).documents)
    };
    let data = [one, other].map(|(file, _)| sources.files[file].data);
    let (one, other) = (rows(one), rows(other));
    one.len() == other.len()
        && one.iter().zip(&other).all(|(one, other)| are_equal((data[0], one.1), (data[1], other.1)))
}
