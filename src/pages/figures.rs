//! Numbers and lists in the formulas of cells. Must not know columns.

use crate::util::escape::visible;

/// Significant digits of a number within a formula.
pub(super) const DIGITS: usize = 6;

/// Parts of a sum that a formula names. The rest is one number.
const NAMED: usize = 12;

/// Most characters of a name in square brackets.
const LONGEST_NAME: usize = 24;

/// A part of a sum or of a list.
pub(super) struct Part {
    pub value: f64,
    /// The value as a formula.
    pub text: String,
    /// What it belongs to.
    pub of: String,
}

/// Returns a number with some significant digits, without zeros at its end.
pub(super) fn figure(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let scientific = format!("{value:.*e}", digits - 1);
    let exponent: i32 =
        scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.replace('-', "−")
}

/// Returns a number as a formula shows it.
pub(super) fn short(value: f64) -> String {
    figure(value, DIGITS)
}

/// Returns a name in square brackets.
pub(super) fn named(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        None => format!("[{}]", visible(name)),
        Some((end, _)) => format!("[{}…]", visible(&name[..end])),
    }
}

/// Joins parts with their names. `rest`: what many further parts are together.
pub(super) fn joined(parts: &[Part], separator: &str, rest: impl Fn(&[Part]) -> f64) -> String {
    let shown = if parts.len() > NAMED + 1 { NAMED } else { parts.len() };
    let mut texts: Vec<String> =
        parts[..shown].iter().map(|part| format!("{} {}", part.text, named(&part.of))).collect();
    if shown < parts.len() {
        texts.push(format!("{} [{} more]", short(rest(&parts[shown..])), parts.len() - shown));
    }
    texts.join(separator)
}

/// Returns the sum of parts as a formula, `0` for none.
pub(super) fn sum(parts: &[Part]) -> String {
    if parts.is_empty() {
        return "0".to_owned();
    }
    joined(parts, " + ", |rest| rest.iter().map(|part| part.value).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_significant_digits() {
        for (value, digits, expected) in [
            (0.0, 6, "0"),
            (-0.0, 6, "0"),
            (2.0, 6, "2"),
            (120_000.0, 6, "120000"),
            (1_234_567.0, 6, "1234567"),
            (-0.405_465_108, 6, "−0.405465"),
            (0.366_008_977_1, 9, "0.366008977"),
            (1.5e-7, 6, "0.00000015"),
            (9.999_999_9, 6, "10"),
        ] {
            assert_eq!(figure(value, digits), expected, "{value}");
        }
    }

    #[test]
    fn long_sums_and_names_are_cut() {
        let parts: Vec<Part> = (0..20)
            .map(|value| Part { value: 1.5, text: "1.5".to_owned(), of: format!("w{value}") })
            .collect();
        assert_eq!(sum(&parts[..2]), "1.5 [w0] + 1.5 [w1]");
        assert!(sum(&parts).ends_with("1.5 [w11] + 12 [8 more]"));
        assert_eq!(named(&"ä".repeat(30)), format!("[{}…]", "ä".repeat(24)));
        assert_eq!(named("a\u{202e}b"), "[a\\u{202e}b]");
    }
}
