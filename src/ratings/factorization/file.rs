//! The file of factors. Must not know how they are learned.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::{FactorizationSettings, Factors};
use crate::ranking::scoring::LARGEST_SCORE;
use crate::util::error::{Error, Problem, shown};
use crate::util::json;
use crate::util::serde_message::plain_words;

/// Name in the first field of the file.
const FORMAT: &str = "rankscope-factors";
/// The only version so far.
const VERSION: u32 = 1;

/// Factors with the names of their users and items.
#[derive(Debug, Clone, PartialEq)]
pub struct FactorModel {
    /// Settings of the run that learned them.
    pub settings: FactorizationSettings,
    /// C and rounds that were chosen.
    pub chosen: (f64, usize),
    /// Names of the users.
    pub users: Vec<String>,
    /// Names of the items.
    pub items: Vec<String>,
    /// Titles of the items; empty, or one per item.
    pub titles: Vec<Option<String>>,
    /// The factors.
    pub factors: Factors,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    settings: FactorizationSettings,
    c: f64,
    rounds: usize,
    users: Vec<Named>,
    items: Vec<NamedItem>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    factors: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedItem {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    bias: f64,
    factors: Vec<f64>,
}

impl FactorModel {
    /// Returns the text of the file. [`FactorModel::parse`] restores the same bits.
    pub fn json(&self) -> String {
        let k = self.factors.rank;
        let row = |values: &[f64], at: usize| values[at * k..(at + 1) * k].to_vec();
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            settings: self.settings.clone(),
            c: self.chosen.0,
            rounds: self.chosen.1,
            users: (self.users.iter().enumerate())
                .map(|(at, name)| Named { name: name.clone(), factors: row(&self.factors.users, at) })
                .collect(),
            items: (self.items.iter().enumerate())
                .map(|(at, name)| NamedItem {
                    name: name.clone(),
                    title: self.titles.get(at).cloned().flatten(),
                    bias: self.factors.biases[at],
                    factors: row(&self.factors.items, at),
                })
                .collect(),
        };
        // The types above hold only strings, finite numbers and lists, which can always be written as JSON.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Parses a file.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place of the first fault; [`Error::Data`] for another format or version, settings out
    /// of range, a name that is given twice, a row of another length, or a number that is not finite or too large.
    pub fn parse(json: &str) -> Result<Self, Error> {
        let file: File = json::read(json).map_err(|fault| Error::Parse {
            problems: vec![Problem {
                line: fault.line(),
                column: fault.column(),
                problem: format!("not a file of factors of Rankscope: {}", plain_words(&fault.to_string())),
            }],
            total: 1,
        })?;
        if file.format != FORMAT || file.version != VERSION {
            return Err(Error::data(format!(
                "the file says {} version {}; this program reads {FORMAT:?} version {VERSION}",
                shown(&file.format),
                file.version
            )));
        }
        file.settings.check().map_err(|fault| Error::data(format!("settings: {fault}")))?;
        let k = file.settings.rank;
        check_names("user", file.users.iter().map(|one| one.name.as_str()))?;
        check_names("item", file.items.iter().map(|one| one.name.as_str()))?;
        let mut factors = Factors { rank: k, ..Factors::default() };
        for user in &file.users {
            factors.users.extend_from_slice(check_row("user", &user.name, &user.factors, k)?);
        }
        for item in &file.items {
            factors.items.extend_from_slice(check_row("item", &item.name, &item.factors, k)?);
            factors.biases.extend_from_slice(check_row("item", &item.name, &[item.bias], 1)?);
        }
        let has_titles = file.items.iter().any(|item| item.title.is_some());
        let (items, titles): (Vec<_>, Vec<_>) =
            file.items.into_iter().map(|item| (item.name, item.title)).unzip();
        Ok(Self {
            settings: file.settings,
            chosen: (file.c, file.rounds),
            users: file.users.into_iter().map(|user| user.name).collect(),
            items,
            titles: if has_titles { titles } else { Vec::new() },
            factors,
        })
    }
}

fn check_names<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), Error> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(Error::data(format!(
                "the {what} {} is there twice; the file is damaged",
                shown(name)
            )));
        }
    }
    Ok(())
}

/// Returns the row if its numbers can be multiplied without leaving their range.
fn check_row<'a>(what: &str, name: &str, row: &'a [f64], length: usize) -> Result<&'a [f64], Error> {
    let name = shown(name);
    if row.len() != length {
        let problem =
            format!("the {what} {name} has {} factors instead of {length}; the file is damaged", row.len());
        return Err(Error::data(problem));
    }
    match row.iter().find(|value| value.is_nan() || value.abs() > LARGEST_SCORE) {
        Some(value) => Err(Error::data(format!(
            "the {what} {name} has the number {}, which is out of range; the file is damaged",
            crate::util::error::brief(*value)
        ))),
        None => Ok(row),
    }
}
