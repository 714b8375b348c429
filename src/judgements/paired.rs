//! A response with its query and the values of its documents. Must not know formats.

/// A response whose query may still be unknown.
#[derive(Debug)]
pub(super) struct Paired {
    pub query: Query,
    /// Name of its file, and line in the file.
    pub file: String,
    pub line: usize,
    pub documents: Vec<LoggedValues>,
}

/// The query of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Query {
    /// A query of the ratings, by its place.
    Rated(usize),
    /// A query that the ratings lack.
    Other,
    /// Nothing beside the response names it.
    Unnamed,
}

/// A document with its values by the number of the feature, from 0.
#[derive(Debug)]
pub(super) struct LoggedValues {
    pub id: String,
    pub values: Vec<(u32, f64)>,
}
