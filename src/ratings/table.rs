//! Ratings with the names of users and items.

use super::Rows;

/// Ratings of items by users, with their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ratings {
    pub(super) users: Vec<String>,
    pub(super) items: Vec<String>,
    pub(super) rows: Rows,
}

impl Ratings {
    /// Names of the users, in the order in which the file first names them.
    pub fn users(&self) -> &[String] {
        &self.users
    }

    /// Names of the items, in the order in which the file first names them.
    pub fn items(&self) -> &[String] {
        &self.items
    }

    /// The graded items of every user.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }
}
