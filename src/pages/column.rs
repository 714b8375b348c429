//! What a column is. Must not know any column.

use super::pair::Pair;

/// A column: one number for a query and a page.
pub(super) trait Column: Sync {
    /// Its name, the name of the feature.
    fn name(&self) -> &'static str;

    /// Its formula in symbols.
    fn formula(&self) -> &'static str;

    /// Its value, finite.
    fn value(&self, pair: &Pair) -> f64;

    /// The formula with the numbers of a pair, without the result. Text in square brackets names the number before it.
    fn numbers(&self, pair: &Pair) -> String;
}
