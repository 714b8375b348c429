//! The comments of all documents in one string. Must not know what a comment says.

use std::collections::TryReserveError;

/// One short text per document, stored in one string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Comments {
    text: String,
    ends: Vec<usize>,
}

impl Comments {
    /// Adds the comment of the next document.
    pub fn push(&mut self, comment: &str) {
        self.text.push_str(comment);
        self.ends.push(self.text.len());
    }

    /// Reserves memory for one more comment.
    pub fn try_reserve(&mut self, comment: &str) -> Result<(), TryReserveError> {
        self.text.try_reserve(comment.len())?;
        self.ends.try_reserve(1)
    }

    /// Returns the comment of a document, by its place from 0.
    ///
    /// # Panics
    /// If there is no such document.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// Returns the comments with comment `order[i]` at place `i`.
    pub fn permuted(&self, order: &[usize]) -> Self {
        let mut permuted = Self::default();
        for &index in order {
            permuted.push(self.get(index));
        }
        permuted
    }
}
