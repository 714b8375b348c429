//! One entry of a menu: what the page, the command line and the documentation say about a choice.

use serde::Serialize;

/// A thing that can be chosen, explained in one line, with its formula and source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// The word that settings use; parses back.
    pub name: &'static str,
    /// The name as people write it.
    pub label: &'static str,
    /// One line for somebody who meets it for the first time.
    pub summary: &'static str,
    /// The definition in plain text.
    pub formula: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// The words nearest to a mistyped one, at most three, separated by commas. Cost: O(words × their length²).
pub fn nearest(word: &str, known: &[&str]) -> String {
    let word: Vec<char> = word.chars().take(40).collect();
    let distances = || known.iter().map(|known| distance(&word, known));
    let Some(least) = distances().min() else { return String::new() };
    let mut near = Vec::new();
    // No sort: the nearest, then those a letter farther.
    for wanted in [least, least + 1] {
        near.extend(
            known
                .iter()
                .zip(distances())
                .filter(|(_, distance)| *distance == wanted)
                .map(|(known, _)| *known),
        );
    }
    near.truncate(3);
    near.join(", ")
}

/// How many letters have to be put in, left out or changed (Levenshtein 1966).
fn distance(word: &[char], known: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (i, letter) in known.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for j in 0..word.len() {
            let change = diagonal + usize::from(word[j] != letter);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::test;

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
