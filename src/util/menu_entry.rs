//! A menu entry, shared by the page, the command line and the documentation.

use crate::util::sorting::sorted;
use serde::Serialize;

/// An option with a one-line explanation, its formula and its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// Name in settings, which parses back.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
    /// One-line explanation for newcomers.
    pub summary: &'static str,
    /// The definition in plain text.
    pub formula: &'static str,
    /// Publication that defines it.
    pub source: &'static str,
}

/// Returns the known words nearest to a mistyped word, at most three, separated by commas.
///
/// Cost: O(words × their length²).
pub fn nearest(word: &str, known: &[&str]) -> String {
    let word: String = word.chars().take(40).collect();
    let mut near: Vec<(usize, &str)> =
        known.iter().map(|known| (strsim::levenshtein(&word, known), *known)).collect();
    near = sorted(near, &|one, other| one.0.cmp(&other.0));
    let least = near.first().map_or(0, |&(distance, _)| distance);
    // The nearest, and those a letter farther.
    near.retain(|&(distance, _)| distance <= least + 1);
    near.truncate(3);
    near.into_iter().map(|(_, known)| known).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_words_come_first() {
        let known = ["max_iterations", "measure", "measures", "method", "c", "cut_off"];
        for (word, expected) in
            [("max_iteration", "max_iterations"), ("mesure", "measure"), ("C", "c"), ("cutoff", "cut_off")]
        {
            assert!(nearest(word, &known).starts_with(expected), "{word}: {}", nearest(word, &known));
        }
        assert_eq!(nearest("measure", &known), "measure, measures");
        assert_eq!(nearest("x", &[]), "");
    }
}
