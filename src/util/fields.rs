//! The fields of a line, and the columns that a heading names. Must not know what the fields mean.

use crate::util::error::shown;

/// What separates the fields of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// `,`, with fields in quotes.
    Comma,
    /// A tab.
    Tab,
    /// `::`.
    Colons,
}

impl Separator {
    /// Returns the separator that the first line of a file uses; a comma if it has none.
    pub fn of(line: &str) -> Self {
        if line.contains("::") {
            Self::Colons
        } else if line.contains('\t') {
            Self::Tab
        } else {
            Self::Comma
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Tab => "\t",
            Self::Colons => "::",
        }
    }

    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Comma => "commas",
            Self::Tab => "tabs",
            Self::Colons => "\"::\"",
        }
    }
}

/// A field with its byte column, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field<'a> {
    pub column: usize,
    /// The text, without quotes and outer spaces. Doubled quotes inside are not replaced yet.
    pub raw: &'a str,
    /// Whether `raw` has doubled quotes.
    has_quotes: bool,
}

impl<'a> Field<'a> {
    /// Returns the text of the field.
    pub fn text(self) -> std::borrow::Cow<'a, str> {
        if self.has_quotes { self.raw.replace("\"\"", "\"").into() } else { self.raw.into() }
    }
}

/// Splits the first `N` fields of a line; missing ones are `None`. Returns how many fields there are up to `N`.
///
/// # Errors
/// Column and problem of a quote that is not closed, or that is followed by text.
pub(crate) fn split<const N: usize>(
    line: &str,
    separator: Separator,
) -> Result<[Option<Field<'_>>; N], (usize, String)> {
    let mut fields = [None; N];
    let mut start = 0;
    for field in &mut fields {
        let rest = &line[start..];
        let (found, length) = match separator {
            Separator::Comma if rest.trim_start_matches(' ').starts_with('"') => quoted(rest, start)?,
            _ => plain(rest, start, separator.text()),
        };
        *field = Some(found);
        start += length + separator.text().len();
        if start > line.len() {
            break;
        }
    }
    Ok(fields)
}

fn plain<'a>(rest: &'a str, start: usize, separator: &str) -> (Field<'a>, usize) {
    let length = match separator.as_bytes() {
        [byte] => memchr::memchr(*byte, rest.as_bytes()),
        _ => rest.find(separator),
    }
    .unwrap_or(rest.len());
    let text = &rest[..length];
    let text_without_blanks = text.trim_start_matches(' ');
    let column = start + text.len() - text_without_blanks.len() + 1;
    (Field { column, raw: text_without_blanks.trim_end_matches(' '), has_quotes: false }, length)
}

/// Reads a field in quotes, in which two quotes stand for one.
fn quoted(rest: &str, start: usize) -> Result<(Field<'_>, usize), (usize, String)> {
    let open = rest.len() - rest.trim_start_matches(' ').len();
    let column = start + open + 1;
    let inner = &rest[open + 1..];
    let mut has_quotes = false;
    let mut from = 0;
    let close = loop {
        let Some(at) = inner[from..].find('"').map(|at| from + at) else {
            return Err((
                column,
                "the quote that opens here is not closed in this line; double a quote inside a field".into(),
            ));
        };
        if !inner[at + 1..].starts_with('"') {
            break at;
        }
        has_quotes = true;
        from = at + 2;
    };
    let after = &inner[close + 1..];
    let length = after.find(',').unwrap_or(after.len());
    if !after[..length].trim_matches(' ').is_empty() {
        let seen = shown(&after[..length]);
        return Err((column + close + 2, format!("{seen} follows a closing quote; expected a comma")));
    }
    Ok((Field { column, raw: &inner[..close], has_quotes }, open + 1 + close + 1 + length))
}

/// Largest number of columns in which a heading is searched for the names.
const MOST_COLUMNS: usize = 32;

/// Returns the places of columns in a heading. Letter case and `_` do not count in `names`.
///
/// # Errors
/// Column and problem of the first name that is missing.
pub(crate) fn places<const N: usize>(
    line: &str,
    separator: Separator,
    names: [&[&str]; N],
) -> Result<[usize; N], (usize, String)> {
    let fields: [Option<Field>; MOST_COLUMNS] = split(line, separator)?;
    let simple = |text: &str| text.to_ascii_lowercase().replace(['_', ' ', '-'], "");
    let mut places = [0; N];
    for (place, names) in places.iter_mut().zip(names) {
        let known = |field: &Option<Field>| {
            field.is_some_and(|field| names.contains(&simple(&field.text()).as_str()))
        };
        *place = fields.iter().position(known).ok_or_else(|| {
            let problem = format!(
                "the heading {} has no column named {}; name the column, or leave out the heading",
                shown(line),
                names.join(" or ")
            );
            (1, problem)
        })?;
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str, separator: Separator) -> Vec<(usize, String)> {
        let fields: [Option<Field>; 4] = split(line, separator).expect("it is sound");
        fields.iter().flatten().map(|field| (field.column, field.text().into_owned())).collect()
    }

    #[test]
    fn fields_have_their_text_and_column() {
        let check = |line: &str, separator: Separator, expected: &[(usize, &str)]| {
            let expected: Vec<_> = expected.iter().map(|&(column, text)| (column, text.to_owned())).collect();
            assert_eq!(texts(line, separator), expected, "{line:?}");
        };
        check("a,b,3", Separator::Comma, &[(1, "a"), (3, "b"), (5, "3")]);
        check(" a , b", Separator::Comma, &[(2, "a"), (6, "b")]);
        check("a,\"b, \"\"c\"\"\",3", Separator::Comma, &[(1, "a"), (3, "b, \"c\""), (14, "3")]);
        check("a,\"\",", Separator::Comma, &[(1, "a"), (3, ""), (6, "")]);
        check("a\tb c\t3", Separator::Tab, &[(1, "a"), (3, "b c"), (7, "3")]);
        check("1::a:b::3", Separator::Colons, &[(1, "1"), (4, "a:b"), (9, "3")]);
        check("", Separator::Comma, &[(1, "")]);
    }

    #[test]
    fn wrong_quotes_have_a_place() {
        let check = |line: &str, column: usize| {
            let fault = split::<4>(line, Separator::Comma).expect_err("it is wrong");
            assert_eq!(fault.0, column, "{line:?}: {}", fault.1);
        };
        check("a,\"b", 3);
        check("a,\"b\"c,3", 6);
        check("a,\"b\"\"", 3);
    }

    #[test]
    fn a_heading_gives_places() {
        let names: [&[&str]; 2] = [&["user", "userid"], &["rating"]];
        assert_eq!(places("item,Rating,user_id", Separator::Comma, names), Ok([2, 1]));
        assert!(places("item,Rating", Separator::Comma, names).is_err());
    }
}
