//! One option of a laboratory: its name, meaning, default and range, and the checked values of all options. Must not
//! know laboratories.

use serde::Serialize;

use crate::method::OptionKind;
use crate::util::error::{Error, shown};
use crate::util::menu_entry::Choice;

/// An option of a laboratory.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LabOption {
    /// Name; on the command line with `--` before it.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
    /// Meaning, in one sentence.
    pub summary: &'static str,
    /// Form of the value: a choice, a whole number, a number or a list.
    pub kind: OptionKind,
    /// The default as text.
    pub default: &'static str,
    /// Smallest number.
    pub minimum: f64,
    /// Largest number.
    pub maximum: f64,
    /// Values of a choice.
    pub choices: &'static [Choice],
}

impl LabOption {
    /// Returns an option that is a number from `minimum` to `maximum`.
    pub const fn number(
        name: &'static str,
        label: &'static str,
        default: &'static str,
        [minimum, maximum]: [f64; 2],
        summary: &'static str,
    ) -> Self {
        Self { name, label, summary, kind: OptionKind::Number, default, minimum, maximum, choices: &[] }
    }

    /// Returns an option that is a whole number from `minimum` to `maximum`.
    pub const fn whole(
        name: &'static str,
        label: &'static str,
        default: &'static str,
        range: [f64; 2],
        summary: &'static str,
    ) -> Self {
        Self { kind: OptionKind::Integer, ..Self::number(name, label, default, range, summary) }
    }

    /// Returns an option that is one of `choices`, the first by default.
    pub const fn choice(
        name: &'static str,
        label: &'static str,
        choices: &'static [Choice],
        summary: &'static str,
    ) -> Self {
        let default = choices[0].name;
        Self { kind: OptionKind::Choice, choices, ..Self::number(name, label, default, [0.0, 0.0], summary) }
    }

    /// Returns an option that is a list in words.
    pub const fn list(
        name: &'static str,
        label: &'static str,
        default: &'static str,
        summary: &'static str,
    ) -> Self {
        Self { kind: OptionKind::List, ..Self::number(name, label, default, [0.0, 0.0], summary) }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// [`Error::Config`] with the text and the range.
    pub fn read(&self, text: &str) -> Result<LabValue, Error> {
        let text = text.trim();
        let value = match self.kind {
            OptionKind::Integer => text.parse().ok().filter(|&n| self.has(n as f64)).map(LabValue::Whole),
            OptionKind::Number => text.parse().ok().filter(|&x| self.has(x)).map(LabValue::Number),
            OptionKind::List => Some(LabValue::Text(text.to_owned())),
            _ => self.choices.iter().find(|choice| choice.name == text).map(|one| LabValue::Choice(one.name)),
        };
        value.ok_or_else(|| Error::config(self.name, format!("{} is not {}", shown(text), self.form())))
    }

    fn has(&self, number: f64) -> bool {
        (self.minimum..=self.maximum).contains(&number)
    }

    /// Returns the accepted values, in words.
    pub fn form(&self) -> String {
        let Self { minimum, maximum, .. } = self;
        match self.kind {
            OptionKind::Integer => format!("a whole number from {minimum} to {maximum}"),
            OptionKind::Number => format!("a number from {minimum} to {maximum}"),
            OptionKind::List => "a list, separated by commas".to_owned(),
            _ => {
                let names: Vec<&str> = self.choices.iter().map(|choice| choice.name).collect();
                format!("one of {}", names.join(", "))
            }
        }
    }
}

/// A checked value.
#[derive(Debug, Clone, PartialEq)]
pub enum LabValue {
    /// Of an option of numbers.
    Number(f64),
    /// Of an option of whole numbers.
    Whole(usize),
    /// The name of a choice.
    Choice(&'static str),
    /// The text of a list.
    Text(String),
}

/// The checked values of all options of a laboratory.
#[derive(Debug, Clone, PartialEq)]
pub struct LabValues(Vec<(&'static str, LabValue)>);

impl LabValues {
    pub(super) fn new(values: Vec<(&'static str, LabValue)>) -> Self {
        Self(values)
    }

    /// Returns the number of an option.
    ///
    /// # Panics
    /// If the laboratory has no such option of numbers; a test runs every laboratory.
    pub fn number(&self, name: &str) -> f64 {
        match self.get(name) {
            LabValue::Number(number) => *number,
            other => panic!("the option {name} is a number, and not {other:?}"),
        }
    }

    /// Returns the whole number of an option.
    ///
    /// # Panics
    /// If the laboratory has no such option of whole numbers; a test runs every laboratory.
    pub fn whole(&self, name: &str) -> usize {
        match self.get(name) {
            LabValue::Whole(number) => *number,
            other => panic!("the option {name} is a whole number, and not {other:?}"),
        }
    }

    /// Returns the name of the choice of an option.
    ///
    /// # Panics
    /// If the laboratory has no such option of choices; a test runs every laboratory.
    pub fn choice(&self, name: &str) -> &'static str {
        match self.get(name) {
            LabValue::Choice(choice) => choice,
            other => panic!("the option {name} is a choice, and not {other:?}"),
        }
    }

    /// Returns the text of an option of lists.
    ///
    /// # Panics
    /// If the laboratory has no such option of lists; a test runs every laboratory.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            LabValue::Text(text) => text,
            other => panic!("the option {name} is a list, and not {other:?}"),
        }
    }

    fn get(&self, name: &str) -> &LabValue {
        let value = self.0.iter().find(|(own, _)| *own == name);
        &value.unwrap_or_else(|| panic!("a laboratory reads its own options, and has no {name}")).1
    }
}
