//! Texts as words. Must not know pages.

/// Returns the tokens of a text in their order: runs of letters and digits, in lower case. Cost: linear.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = String> {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn tokens_are_runs_of_letters_and_digits() {
        let check =
            |text: &str, expected: &[&str]| assert_eq!(tokens(text).collect::<Vec<_>>(), expected, "{text}");
        check("Learning to-rank, 2nd edition!", &["learning", "to", "rank", "2nd", "edition"]);
        check("it's C++", &["it", "s", "c"]);
        check("GRÖSSE ΣΟΦΟΣ 漢字", &["grösse", "σοφος", "漢字"]);
        check(" \t–\u{202e}", &[]);
        check("", &[]);
    }
}
