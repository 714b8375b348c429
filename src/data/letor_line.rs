//! Grammar of one line of LETOR text: its numbers and its faults. Must not know files or data sets.

use std::fmt::Write;

use memchr::memchr;

use super::{Grade, MAX_FEATURES, MAX_GRADE};

/// The contents of a line with a document.
#[derive(Debug, PartialEq)]
pub(super) struct Document<'a> {
    pub grade: Grade,
    pub id: &'a str,
    /// Byte column of `qid:`, from 1.
    pub id_column: usize,
    /// Values of features 1, 2, … up to the highest index of the line.
    pub features: &'a [f64],
    /// Text after `#`, trimmed.
    pub comment: &'a str,
}

/// Reader of lines, with a buffer for one row of features.
#[derive(Debug, Default)]
pub(super) struct LineReader {
    row: Vec<f64>,
    /// For each feature, the serial number of the last line that contains it.
    given: Vec<u64>,
    serial: u64,
    width: usize,
}

impl LineReader {
    /// Returns the document of a line (without its newline), or `None` if the line is blank, a comment or faulty.
    ///
    /// `fault` receives the byte column, from 1, and a function that describes what was seen and expected. Cost: one
    /// pass. Memory is allocated only for faults and for features with a new highest index.
    pub fn read<'a>(
        &'a mut self,
        line: &'a [u8],
        fault: &mut dyn FnMut(usize, &dyn Fn() -> String),
    ) -> Option<Document<'a>> {
        let line = match std::str::from_utf8(line) {
            Ok(line) => line,
            Err(error) => {
                let place = error.valid_up_to();
                fault(place + 1, &|| format!("byte 0x{:02X} is not UTF-8; {}", line[place], remedy(line)));
                return None;
            }
        };
        if let Some((place, problem)) = find_odd_separator(line) {
            fault(place + 1, &|| problem.to_owned());
            return None;
        }
        let (line, comment) = match memchr(b'#', line.as_bytes()) {
            Some(place) => (&line[..place], line[place + 1..].trim()),
            None => (line, ""),
        };
        let line = line.trim_end_matches(is_space_or_return);
        let mut tokens = Tokens { line, place: 0 };
        let (grade_column, grade_token) = tokens.next()?;

        let mut faults = 0;
        let mut fault = |column: usize, describe: &dyn Fn() -> String| {
            faults += 1;
            fault(column, describe);
        };
        let grade = read_grade(grade_token).unwrap_or_else(|problem| {
            fault(grade_column, &|| problem.clone());
            0
        });
        // A line that starts with its query or a feature has no grade. The rest of the line is still read.
        if grade_token.contains(':') {
            tokens.place = grade_column - 1;
        }

        let after_grade = tokens.place;
        let (id_column, id) = match tokens.next() {
            Some((column, token)) => match token.strip_prefix("qid:") {
                Some("") => {
                    fault(column, &|| "`qid:` is not followed by the name of a query".into());
                    (column, "")
                }
                Some(id) => (column, id),
                None => {
                    fault(column, &|| format!("found {}; expected qid:<query>", quoted(token)));
                    if token.contains(':') {
                        tokens.place = after_grade;
                    }
                    (column, "")
                }
            },
            None => {
                fault(line.len() + 1, &|| "the line ends here; expected qid:<query>".into());
                (line.len() + 1, "")
            }
        };

        self.row[..self.width].fill(0.0);
        self.width = 0;
        self.serial += 1;
        self.read_features(tokens, &mut fault);
        (faults == 0).then(|| Document { grade, id, id_column, features: &self.row[..self.width], comment })
    }

    fn read_features(&mut self, mut tokens: Tokens, fault: &mut dyn FnMut(usize, &dyn Fn() -> String)) {
        loop {
            tokens.skip_spaces();
            let column = tokens.place + 1;
            let (index, value) = match quick_feature(&tokens.line.as_bytes()[tokens.place..]) {
                Some((index, value, length)) => {
                    tokens.place += length;
                    (index, value)
                }
                None => match tokens.next().map(|(_, token)| read_feature(token)) {
                    None => return,
                    Some(Ok(feature)) => feature,
                    Some(Err(problem)) => {
                        fault(column, &|| problem.clone());
                        continue;
                    }
                },
            };
            if index > self.row.len() {
                self.row.resize(index, 0.0);
                self.given.resize(index, 0);
            }
            if self.given[index - 1] == self.serial {
                fault(column, &|| format!("feature {index} is given twice in this line"));
                continue;
            }
            self.given[index - 1] = self.serial;
            self.row[index - 1] = value;
            self.width = self.width.max(index);
        }
    }
}

/// Returns what to do about a line that is not UTF-8.
pub(crate) fn remedy(line: &[u8]) -> &'static str {
    if line.starts_with(&[0x1f, 0x8b]) {
        "these are the packed bytes of a .gz file: unpack them first"
    } else {
        "save the file as UTF-8"
    }
}

/// Tokens between spaces, with their byte columns.
pub(super) struct Tokens<'a> {
    pub line: &'a str,
    pub place: usize,
}

impl<'a> Tokens<'a> {
    pub fn skip_spaces(&mut self) {
        let bytes = self.line.as_bytes();
        while self.place < bytes.len() && is_space(bytes[self.place]) {
            self.place += 1;
        }
    }

    pub fn next(&mut self) -> Option<(usize, &'a str)> {
        self.skip_spaces();
        let rest = &self.line[self.place..];
        let length = rest.bytes().position(is_space).unwrap_or(rest.len());
        let column = self.place + 1;
        self.place += length;
        (length > 0).then(|| (column, &rest[..length]))
    }
}

/// Place of a character that looks like a line end or a space but is none, and what it is. Cost: one pass.
pub(super) fn find_odd_separator(line: &str) -> Option<(usize, &'static str)> {
    const LONE_RETURN: &str =
        "a carriage return (CR) inside the line; lines end with LF or CRLF, so save the file with those";
    const OTHER_SPACE: &str =
        "a space that is not ASCII, such as a no-break space (U+00A0); put ordinary spaces between tokens";
    let end = line.trim_end_matches(is_space_or_return).len();
    let document = memchr(b'#', line.as_bytes()).map_or(end, |place| place.min(end));
    if let Some(place) = memchr(b'\r', &line.as_bytes()[..document]) {
        return Some((place, LONE_RETURN));
    }
    // A comment may hold anything, but no documents.
    let comment = &line[document..end];
    if let Some(place) = memchr(b'\r', comment.as_bytes()).filter(|&place| comment[place..].contains("qid:"))
    {
        return Some((document + place, LONE_RETURN));
    }
    if line.is_ascii() {
        return None;
    }
    let is_other = |letter: char| !letter.is_ascii() && letter.is_whitespace();
    line[..document].find(is_other).map(|place| (place, OTHER_SPACE))
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

pub(super) fn is_space_or_return(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\x0b' | '\x0c' | '\r')
}

fn read_grade(token: &str) -> Result<Grade, String> {
    let seen = quoted(token);
    let range = format!("0 to {MAX_GRADE}");
    if token.contains(':') {
        return Err(format!("found {seen}; expected a grade from {range}"));
    }
    match read_number(token) {
        None => Err(format!("grade {seen} is not a number; expected {range}")),
        Some(_) if token.starts_with('-') => Err(format!(
            "grade {seen} is negative; expected {range}; for unjudged documents there is --unjudged"
        )),
        // Also infinity, the parsed value of 1e999.
        Some(grade) if grade > f64::from(MAX_GRADE) => Err(format!(
            "grade {seen} is too large; expected {range}, or --grades with thresholds such as 10,20"
        )),
        Some(grade) if grade.fract() != 0.0 => {
            Err(format!("grade {seen} is not a whole number; expected {range}; --grades makes whole grades"))
        }
        // `1.0` is accepted as 1, because the value is the same.
        Some(grade) => Ok(grade as Grade),
    }
}

pub(super) fn read_feature(token: &str) -> Result<(usize, f64), String> {
    let seen = quoted(token);
    let Some((index, value)) = token.split_once(':') else {
        return Err(format!("{seen} has no `:`; expected <index>:<value>"));
    };
    let digits = index.strip_prefix(['+', '-']).unwrap_or(index);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("feature index in {seen} is not a whole number; expected 1 to {MAX_FEATURES}"));
    }
    if index.starts_with('-') {
        return Err(format!("feature index in {seen} is negative; expected 1 to {MAX_FEATURES}"));
    }
    let index = match digits.parse::<usize>() {
        Ok(0) => {
            return Err(format!(
                "feature index in {seen} is 0; indices start at 1, or at 0 with --zero-based"
            ));
        }
        Ok(index) if index <= MAX_FEATURES => index,
        // The index may also be too long for the integer type.
        _ => return Err(format!("feature index in {seen} is too large; expected 1 to {MAX_FEATURES}")),
    };
    match read_number(value) {
        Some(value) if value.is_finite() => Ok((index, value)),
        Some(_) => Err(format!("value in {seen} is too large for a number of 64 bits")),
        None => {
            // Empty, NaN, NA, null, none.
            let is_missing = value.is_empty() || value.starts_with(['n', 'N']);
            let remedy = if is_missing { "; --missing fills missing values" } else { "" };
            Err(format!("value in {seen} is not a finite number{remedy}"))
        }
    }
}

/// Parses a decimal number of ASCII digits, sign, point and exponent; infinite if it is too large.
pub(crate) fn read_number(token: &str) -> Option<f64> {
    let decimal = |byte: u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
    if token.bytes().all(decimal) { token.parse().ok() } else { None }
}

/// Reads the common forms of `<index>:<value>` quickly, as index, value and length; `None` if the general parser is
/// needed.
///
/// A mantissa of at most 53 bits and a power of ten up to 10^22 are both exact. Therefore their quotient is the
/// correctly rounded value, with the same bits as `str::parse`.
/// Source: Clinger, How to read floating point numbers accurately, PLDI 1990.
pub(super) fn quick_feature(bytes: &[u8]) -> Option<(usize, f64, usize)> {
    let mut place = 0;
    let mut index = 0;
    while let Some(digit) = digit_at(bytes, place) {
        index = index * 10 + digit as usize;
        place += 1;
        if place > 6 {
            return None;
        }
    }
    if index == 0 || index > MAX_FEATURES || bytes.get(place) != Some(&b':') {
        return None;
    }
    place += 1;
    let negative = bytes.get(place) == Some(&b'-');
    place += usize::from(negative);

    let mut mantissa = 0_u64;
    let start = place;
    while let Some(digit) = digit_at(bytes, place) {
        mantissa = mantissa.wrapping_mul(10).wrapping_add(digit);
        place += 1;
    }
    let mut digits = place - start;
    let mut decimals = 0;
    if bytes.get(place) == Some(&b'.') {
        place += 1;
        let start = place;
        while let Some(digit) = digit_at(bytes, place) {
            mantissa = mantissa.wrapping_mul(10).wrapping_add(digit);
            place += 1;
        }
        decimals = place - start;
        digits += decimals;
    }
    // Up to 19 digits cannot overflow.
    let quick = (1..=19).contains(&digits) && mantissa <= 1 << 53;
    if !quick || bytes.get(place).is_some_and(|&byte| !is_space(byte)) {
        return None;
    }
    let value = mantissa as f64 / POWERS_OF_TEN[decimals];
    Some((index, if negative { -value } else { value }, place))
}

fn digit_at(bytes: &[u8], place: usize) -> Option<u64> {
    let digit = bytes.get(place)?.wrapping_sub(b'0');
    (digit < 10).then_some(u64::from(digit))
}

const POWERS_OF_TEN: [f64; 20] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19,
];

/// Returns a token for messages: at most 40 characters, with invisible characters escaped.
pub(crate) fn quoted(token: &str) -> String {
    let mut text = String::from("`");
    for (count, letter) in token.chars().enumerate() {
        if count == 40 {
            text.push('…');
            break;
        }
        if matches!(letter, '\'' | '"' | '\\') {
            text.push(letter);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "{}", letter.escape_debug());
        }
    }
    text.push('`');
    text
}
