//! Names of features, from a names file or from comments at the head of a LETOR file. Must not know data.

use std::collections::HashMap;

use super::MAX_FEATURES;
use crate::util::error::{Error, shown};
use crate::util::faults::Faults;

/// Longest name of a feature, in characters.
pub const MAX_NAME: usize = 100;

/// Reads a names file. Entry i is the name of feature i + 1, or `None` if the file does not name it.
///
/// A file has one name per line in the order of the features. If the first line has the form `index name` or
/// `index:name`, all lines have that form, in any order. Blank lines and lines that start with `#` are ignored. Two
/// features cannot have the same name.
///
/// # Errors
/// [`Error::Parse`] with the faulty lines.
pub fn parse_names(text: &str) -> Result<Vec<Option<String>>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let said = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let first = text.lines().map(str::trim).find(said);
    let is_indexed = first.is_some_and(|line| indexed(line).is_some());
    let mut names = Names::default();
    let mut next = 1;
    let mut faults = Faults::default();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if !said(&line) {
            continue;
        }
        let read = match indexed(line) {
            Some((index, name)) if is_indexed => names.set_at(index, name),
            _ if is_indexed => {
                Err(format!("{} has no index; the lines above it are like `1 name` or `1:name`", shown(line)))
            }
            _ => {
                next += 1;
                names.set(next - 1, line)
            }
        };
        if let Err(problem) = read {
            faults.add(number + 1, 1, &|| problem.clone());
        }
    }
    if faults.total == 0 && names.names.is_empty() {
        faults.add(1, 1, &|| "no names; expected one name per line, or lines like `1 name`".to_owned());
    }
    faults.into_result()?;
    Ok(names.names)
}

/// Checks names by place with the rules of a names file.
///
/// # Errors
/// [`Error::Data`] naming the first fault.
pub(crate) fn check_names(given: &[Option<String>]) -> Result<(), Error> {
    let mut names = Names::default();
    for (place, name) in given.iter().enumerate() {
        if let Some(name) = name {
            names.set(place + 1, name).map_err(|problem| Error::data(format!("names: {problem}")))?;
        }
    }
    Ok(())
}

/// Returns one name per feature: the given name, or `f1`, `f2`, … for features without one.
///
/// # Errors
/// [`Error::Data`] if two features would have the same name.
pub fn labels(names: &[Option<String>], n_features: usize) -> Result<Vec<String>, Error> {
    let mut seen = HashMap::with_capacity(n_features);
    (1..=n_features)
        .map(|index| {
            let own_name = names.get(index - 1).and_then(Option::as_deref).filter(|name| !name.is_empty());
            let label = own_name.map_or_else(|| format!("f{index}"), str::to_owned);
            match seen.insert(label.clone(), index) {
                None => Ok(label),
                Some(other) => {
                    Err(Error::data(format!("features {other} and {index} would both be called {label:?}")))
                }
            }
        })
        .collect()
}

/// Names in the order of reading; each feature and each name occurs at most once.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub names: Vec<Option<String>>,
    owners: HashMap<String, usize>,
}

impl Names {
    /// Reads a comment line at the head of a LETOR file.
    ///
    /// The forms are `# 1: title`, `# features: title, body` and `# features: 2 body`. Other comments are ignored.
    pub fn read_comment(&mut self, comment: &str) -> Result<(), String> {
        let Some((head, rest)) = comment.split_once(':') else { return Ok(()) };
        let head = head.trim();
        if head.eq_ignore_ascii_case("features") {
            let mut listed = rest.split(',').map(str::trim).enumerate();
            return listed.try_for_each(|(place, name)| match indexed(name) {
                Some((index, name)) => self.set_at(index, name),
                None => self.set(place + 1, name),
            });
        }
        if head.is_empty() || !head.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        self.set_at(head, rest.trim())
    }

    fn set_at(&mut self, index: &str, name: &str) -> Result<(), String> {
        index
            .parse()
            .map_err(|_| format!("{} is too large", shown(index)))
            .and_then(|index| self.set(index, name))
    }

    /// Names a feature, from 1.
    pub fn set(&mut self, index: usize, name: &str) -> Result<(), String> {
        if !(1..=MAX_FEATURES).contains(&index) {
            return Err(format!("{index} is not a feature index; indices are 1 to {MAX_FEATURES}"));
        }
        if name.is_empty() {
            return Err(format!("the name of feature {index} is empty"));
        }
        if name.chars().count() > MAX_NAME {
            return Err(format!("the name of feature {index} is longer than {MAX_NAME} characters"));
        }
        if name.chars().any(char::is_control) {
            return Err(format!("the name of feature {index} contains a control character"));
        }
        if let Some(old) = self.names.get(index - 1).and_then(Option::as_deref) {
            return Err(format!("feature {index} is named twice: {old:?} and {name:?}"));
        }
        if let Some(&owner) = self.owners.get(name) {
            return Err(format!("{name:?} is already the name of feature {owner}"));
        }
        if self.names.len() < index {
            self.names.resize(index, None);
        }
        self.names[index - 1] = Some(name.to_owned());
        self.owners.insert(name.to_owned(), index);
        Ok(())
    }
}

/// Splits `1 name` or `1:name` into index and name.
fn indexed(line: &str) -> Option<(&str, &str)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (index, rest) = line.split_at(digits);
    let name = rest.trim_start();
    let name = match name.strip_prefix(':') {
        Some(name) => name.trim_start(),
        None if name.len() < rest.len() => name,
        None => return None,
    };
    (digits > 0 && !name.is_empty()).then_some((index, name))
}
