//! Lines of `<label> [qid:<query>] <index>:<value> …` by the rules of a user: the LETOR lines that the fast reader
//! refuses, and those of LightGBM and XGBoost without queries. Must not know files.

use super::settings::is_missing;
use super::sink::{Row, Sink};
use crate::data::MAX_FEATURES;
use crate::data::letor_line::{
    Tokens, find_odd_separator, quick_feature, quoted, read_feature, read_number, remedy,
};
use crate::data::names::Names;

/// Reader of lines, with a buffer for one row.
#[derive(Debug, Default)]
pub(super) struct IndexedLines {
    /// Whether a file of group sizes gives the queries.
    has_groups: bool,
    pub names: Names,
    row: Vec<f64>,
    given: Vec<u64>,
    serial: u64,
    width: usize,
}

impl IndexedLines {
    pub fn new(has_groups: bool) -> Self {
        Self { has_groups, ..Self::default() }
    }

    /// Reads a line without its newline. `number`: of the line, from 1.
    pub fn read(&mut self, number: usize, line: &[u8], sink: &mut Sink) {
        let line = match std::str::from_utf8(line) {
            Ok(line) => line,
            Err(error) => {
                let place = error.valid_up_to();
                let byte = line[place];
                let describe = || format!("byte 0x{byte:02X} is not UTF-8; {}", remedy(line));
                return sink.fault(number, place + 1, &describe);
            }
        };
        if let Some((place, problem)) = find_odd_separator(line) {
            return sink.fault(number, place + 1, &|| problem.to_owned());
        }
        let (text, comment) = line.split_once('#').unwrap_or((line, ""));
        let text = text.trim_end_matches([' ', '\t', '\x0b', '\x0c', '\r']);
        let mut tokens = Tokens { line: text, place: 0 };
        let Some((label_column, label)) = tokens.next() else {
            return self.read_head(number, line, sink);
        };
        // A line without a label begins with its query.
        let label = if sink.rules.without_grades && label.starts_with("qid:") {
            tokens.place = 0;
            ""
        } else {
            label
        };
        let before = sink.faults.total;
        let id = self.read_id(number, &mut tokens, sink);
        self.read_features(number, tokens, sink);
        let row = Row {
            line: number,
            label,
            label_place: &|| (number, label_column),
            id,
            weight: None,
            features: &self.row[..self.width],
            comment: comment.trim(),
            is_faulty: sink.faults.total > before,
        };
        sink.add(&row);
    }

    /// Returns the highest feature seen.
    pub fn widest(&self) -> usize {
        self.row.len()
    }

    /// Reads a line without a document. Names count before the first document.
    fn read_head(&mut self, number: usize, line: &str, sink: &mut Sink) {
        if sink.rows == 0
            && let Some(comment) = line.trim().strip_prefix('#')
            && let Err(problem) = self.names.read_comment(comment.trim())
        {
            sink.warn(number, &problem);
        }
    }

    fn read_id<'a>(
        &self,
        number: usize,
        tokens: &mut Tokens<'a>,
        sink: &mut Sink,
    ) -> Option<(&'a str, usize)> {
        let before = tokens.place;
        let next = tokens.next();
        if let Some((column, id)) =
            next.and_then(|(column, token)| Some((column, token.strip_prefix("qid:")?)))
        {
            if self.has_groups {
                let problem = "the line names its query, but group sizes were given; leave --group-sizes out";
                sink.fault(number, column, &|| problem.to_owned());
            } else if id.is_empty() {
                sink.fault(number, column, &|| "`qid:` is not followed by the name of a query".to_owned());
            }
            return Some((id, column));
        }
        tokens.place = before;
        if !self.has_groups {
            let column = next.map_or(tokens.line.len() + 1, |(column, _)| column);
            let seen = next.map_or_else(
                || "the line ends here".to_owned(),
                |(_, token)| format!("found {}", quoted(token)),
            );
            sink.fault(number, column, &|| format!("{seen}; expected qid:<query>"));
        }
        None
    }

    fn read_features(&mut self, number: usize, mut tokens: Tokens, sink: &mut Sink) {
        self.row[..self.width].fill(0.0);
        self.width = 0;
        self.serial += 1;
        let has_usual_indices = !sink.rules.zero_based;
        loop {
            tokens.skip_spaces();
            let place = tokens.place;
            let quick = quick_feature(&tokens.line.as_bytes()[place..]).filter(|_| has_usual_indices);
            if let Some((index, value, length)) = quick {
                tokens.place += length;
                let token = &tokens.line[place..tokens.place];
                self.set(number, place + 1, token, index, value, sink);
                continue;
            }
            let Some((column, token)) = tokens.next() else { return };
            let (index, value) = match read_token(token, sink) {
                Ok(feature) => feature,
                Err(problem) => {
                    sink.fault(number, column, &|| problem.clone());
                    continue;
                }
            };
            self.set(number, column, token, index, value, sink);
        }
    }

    /// Sets the feature of a token, unless the line has it already.
    fn set(&mut self, number: usize, column: usize, token: &str, index: usize, value: f64, sink: &mut Sink) {
        if index > self.row.len() {
            self.row.resize(index, 0.0);
            self.given.resize(index, 0);
        }
        if self.given[index - 1] == self.serial {
            sink.fault(number, column, &|| {
                format!("the feature of {} is given twice in this line", quoted(token))
            });
            return;
        }
        self.given[index - 1] = self.serial;
        self.row[index - 1] = value;
        self.width = self.width.max(index);
    }
}

/// Returns the feature from 1 and its value, NaN if it is missing and a rule fills it.
fn read_token(token: &str, sink: &mut Sink) -> Result<(usize, f64), String> {
    let problem = || match read_feature(token) {
        Err(problem) => problem,
        Ok(_) => {
            format!("feature index in {} is too large; expected 0 to {}", quoted(token), MAX_FEATURES - 1)
        }
    };
    let Some((index, value)) = token.split_once(':') else { return Err(problem()) };
    let digits = index.strip_prefix('+').unwrap_or(index);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(problem());
    }
    let Some(index) = digits.parse::<usize>().ok().filter(|&index| index <= MAX_FEATURES) else {
        return Err(problem());
    };
    sink.seen.zero_indices += usize::from(index == 0);
    let index = index + usize::from(sink.rules.zero_based);
    if index == 0 || index > MAX_FEATURES {
        return Err(problem());
    }
    if is_missing(value) {
        sink.seen.missing += 1;
        return match sink.rules.missing {
            Some(_) => Ok((index, f64::NAN)),
            None => Err(format!(
                "the value in {} is missing; --missing zero, mean or query-mean fills it",
                quoted(token)
            )),
        };
    }
    match read_number(value).filter(|value| value.is_finite()) {
        Some(value) => Ok((index, value)),
        // With indices from 0 the index of the token may be one that LETOR does not have.
        None => read_feature(&format!("1:{value}"))
            .map_err(|_| format!("value in {} is not a finite number of 64 bits", quoted(token))),
    }
}
