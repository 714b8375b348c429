//! Data sets of graded documents.

/// How good a document is for its query: 0 is not at all, at most 31.
pub type Grade = u8;
