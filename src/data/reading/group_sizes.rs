//! Sizes of groups in a file of their own, as LightGBM (`.query`) and XGBoost (`.group`) read them. Must not know the
//! data.

use crate::data::letor_line::quoted;
use crate::util::error::Error;

/// A file with the number of documents of each query, one per line, in the order of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupFile {
    /// Name for messages.
    pub name: String,
    /// The bytes of the file.
    pub text: Vec<u8>,
    /// Whether the file was found beside the data. It is then ignored if the data name their queries themselves.
    pub is_beside: bool,
}

/// The sizes, and the group of the next document.
#[derive(Debug)]
pub(super) struct Groups {
    pub name: String,
    pub sizes: Vec<u64>,
    pub sum: u64,
    /// Name of the current group, a number from 1.
    id: String,
    current: usize,
    left: u64,
}

/// Number of faults that a message lists.
const SHOWN: usize = 5;

impl Groups {
    /// Reads one whole number above 0 per line.
    ///
    /// # Errors
    /// [`Error::Data`] with the name of the file, and the first lines with a fault.
    pub fn parse(file: &GroupFile) -> Result<Self, Error> {
        let text = file.text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&file.text);
        let end = text.trim_ascii_end().len();
        let (mut sizes, mut faults, mut sum) = (Vec::new(), Vec::new(), 0_u64);
        for (index, line) in text[..end].split(|&byte| byte == b'\n').enumerate() {
            match read_size(line) {
                Ok(size) => {
                    sum = sum.saturating_add(size);
                    sizes.push(size);
                }
                Err(problem) => faults.push(format!("line {}: {problem}", index + 1)),
            }
        }
        if end == 0 {
            faults = vec!["the file has no group sizes; write one whole number per line".to_owned()];
        }
        if faults.is_empty() {
            return Ok(Self { name: file.name.clone(), sizes, sum, id: String::new(), current: 0, left: 0 });
        }
        let total = faults.len();
        faults.truncate(SHOWN);
        if total > SHOWN {
            faults.push(format!("… {total} faults in all"));
        }
        Err(Error::data(format!("{}: {}", file.name, faults.join("; "))))
    }

    /// Returns the name of the group of the next document, or `None` after the last group.
    pub fn next(&mut self) -> Option<&str> {
        if self.left == 0 {
            self.left = *self.sizes.get(self.current)?;
            self.current += 1;
            self.id = self.current.to_string();
        }
        self.left -= 1;
        Some(&self.id)
    }

    /// Checks that the groups have as many documents as the data. `rows`: documents of the data.
    ///
    /// # Errors
    /// [`Error::Data`] with both numbers.
    pub fn check_sum(&self, rows: u64) -> Result<(), Error> {
        if rows == self.sum {
            return Ok(());
        }
        let Self { name, sizes, sum, .. } = self;
        let place = if rows > *sum {
            format!("the last {} have no group", rows - sum)
        } else {
            let mut before = 0_u64;
            let reached = sizes.iter().position(|size| {
                before = before.saturating_add(*size);
                before > rows
            });
            format!("the data end within the group of line {}", reached.unwrap_or(sizes.len() - 1) + 1)
        };
        Err(Error::data(format!(
            "{name}: the {} group sizes sum to {sum}, but the data have {rows} documents: {place}; the sizes must be \
             those of this file, in its order",
            sizes.len()
        )))
    }
}

fn read_size(line: &[u8]) -> Result<u64, String> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    if text.is_empty() {
        return Err("the line is blank; remove it, because every line is the size of a group".to_owned());
    }
    match text.parse::<u64>() {
        Ok(0) => Err("a group of 0 documents; remove the line, because a query has at least one".to_owned()),
        Ok(size) => Ok(size),
        Err(_) => {
            Err(format!("{} is not the size of a group; expected one whole number per line", quoted(text)))
        }
    }
}
