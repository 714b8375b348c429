//! Graded items of users as rows of a sparse matrix. Must not know names.

use crate::data::Grade;

/// One row per user: the items that the user rated, and their grades.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rows {
    /// `starts[u]..starts[u + 1]` are the places of user u.
    starts: Vec<usize>,
    items: Vec<u32>,
    grades: Vec<Grade>,
    n_items: usize,
}

impl Rows {
    /// Returns rows of (item, grade) pairs. Items must be below `n_items`, each at most once in a row.
    ///
    /// Cost: linear.
    pub(crate) fn new<'a>(rows: impl IntoIterator<Item = &'a [(u32, Grade)]>, n_items: usize) -> Self {
        let mut all = Self { starts: vec![0], n_items, ..Self::default() };
        for row in rows {
            all.push(row.iter().copied());
        }
        all
    }

    /// Adds a row.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = (u32, Grade)>) {
        for (item, grade) in row {
            debug_assert!((item as usize) < self.n_items);
            self.items.push(item);
            self.grades.push(grade);
        }
        self.starts.push(self.items.len());
    }

    /// Number of users; some may have an empty row.
    pub fn n_users(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of items, rated or not.
    pub fn n_items(&self) -> usize {
        self.n_items
    }

    /// Number of ratings.
    pub fn n_ratings(&self) -> usize {
        self.items.len()
    }

    /// The items of a user. A user out of range has none.
    pub fn items(&self, user: usize) -> &[u32] {
        self.range(user).and_then(|range| self.items.get(range)).unwrap_or_default()
    }

    /// The grades of a user, one per item of [`Rows::items`].
    pub fn grades(&self, user: usize) -> &[Grade] {
        self.range(user).and_then(|range| self.grades.get(range)).unwrap_or_default()
    }

    /// Returns the (item, grade) pairs of a user.
    pub fn row(&self, user: usize) -> impl Iterator<Item = (u32, Grade)> {
        self.items(user).iter().copied().zip(self.grades(user).iter().copied())
    }

    /// The highest grade; 0 without ratings.
    pub fn max_grade(&self) -> Grade {
        self.grades.iter().copied().max().unwrap_or(0)
    }

    fn range(&self, user: usize) -> Option<std::ops::Range<usize>> {
        Some(*self.starts.get(user)?..*self.starts.get(user + 1)?)
    }
}
