//! Numbers with their nouns and verbs, for sentences.

/// Returns "1 query" or "2 queries", from a noun in the singular.
pub fn counted(n: usize, thing: &str) -> String {
    match (n, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        _ => format!("{n} {thing}s"),
    }
}

/// Returns the verb for a number: `one` for 1, else `many`.
pub(crate) fn verb<'a>(n: usize, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}
