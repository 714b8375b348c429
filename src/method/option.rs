//! One option of a method: its name, meaning and range, and the setting that holds its value. Must not know methods.
//!
//! Options of the same meaning share a key, such as `cut_off`. Every value is checked, whatever the method. The command
//! line refuses an option without effect on the method, while the page and model files keep its value. A model file
//! with a fault in such an option still opens, with the default in its place ([`TrainingSettings::mend_unused`]).

use serde::{Serialize, Serializer};

use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};
use crate::util::menu_entry::Choice;

/// An option that a method uses.
///
/// The menus of the page, the arguments of the command line, the exported command and the table in README.md are made
/// from it.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MethodOption {
    /// Key of the setting; on the command line `--` and the key with `-` for `_`.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
    /// One-line explanation.
    pub summary: &'static str,
    /// Form of the value.
    pub kind: OptionKind,
    /// The setting that holds the value. In the serialised catalogue this is the default as text; empty for no
    /// default.
    #[serde(rename = "default", serialize_with = "default_text")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub setting: Setting,
    /// Values that can be chosen; empty if any value in the range can.
    pub choices: &'static [Choice],
    /// Smallest number.
    pub minimum: Option<f64>,
    /// Largest number.
    pub maximum: Option<f64>,
    /// Grammar of the value; empty if the choices are complete.
    pub grammar: &'static str,
    /// Check of the value beyond its form.
    #[serde(skip)]
    pub check: fn(&TrainingSettings) -> Result<(), Error>,
}

/// Form of an option's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum OptionKind {
    /// One of the choices, or text in their grammar.
    Choice,
    /// Several of the choices.
    List,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// On or off.
    Flag,
}

/// The place of an option's value in the settings.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The field.
    pub field: fn(&TrainingSettings) -> &dyn Value,
    /// The field, for changes.
    pub field_mut: fn(&mut TrainingSettings) -> &mut dyn Value,
    /// The number that a method takes if the field is absent.
    pub if_absent: Option<usize>,
    /// The choice that a method takes if the field is empty.
    pub if_empty: &'static str,
}

impl Setting {
    /// Returns the default as text; empty for no default.
    pub fn default_text(&self) -> String {
        let usual = (self.field)(&TrainingSettings::default()).text();
        match self.if_absent {
            _ if !usual.is_empty() => usual,
            Some(number) => number.to_string(),
            None => self.if_empty.to_owned(),
        }
    }
}

impl MethodOption {
    /// Returns the value in `settings` as text; empty if it is absent.
    pub fn text(&self, settings: &TrainingSettings) -> String {
        (self.setting.field)(settings).text()
    }

    /// Returns whether `settings` hold the default value.
    pub fn is_default(&self, settings: &TrainingSettings) -> bool {
        self.text(settings) == self.text(&TrainingSettings::default())
    }

    /// Whether the value has an effect only with validation data.
    pub fn needs_validation(&self) -> bool {
        self.name.starts_with("choose") || self.name == "patience"
    }

    /// Sets the value of a text.
    ///
    /// # Errors
    /// [`Error::Config`] if the text does not have the form of the value, or the number is too large.
    pub fn set(&self, settings: &mut TrainingSettings, text: &str) -> Result<(), Error> {
        let too_large = |limit: f64| text.trim().parse().is_ok_and(|number: f64| number > limit);
        if !self.maximum.is_some_and(too_large) && (self.setting.field_mut)(settings).read(text) {
            return Ok(());
        }
        Err(Error::config(self.name, format!("{} is not {}", shown(text), self.form())))
    }

    /// Returns the accepted form, in words.
    fn form(&self) -> String {
        let range = match (self.minimum, self.maximum) {
            (Some(minimum), Some(maximum)) => format!(" from {minimum} to {maximum}"),
            (Some(minimum), None) => format!(" from {minimum}"),
            (None, _) => String::new(),
        };
        match self.kind {
            OptionKind::Integer => format!("a whole number{range}"),
            OptionKind::Number => format!("a number{range}"),
            OptionKind::Flag => "true or false".to_owned(),
            OptionKind::Choice | OptionKind::List => "text".to_owned(),
        }
    }

    /// Returns whether the value has an effect on the method of this option. A valid value that is only a choice of
    /// other methods has none: without ties in y*, all references except the ramp are the same.
    pub(super) fn has_effect(&self, settings: &TrainingSettings) -> bool {
        let is_closed =
            self.kind == OptionKind::Choice && !self.choices.is_empty() && self.grammar.is_empty();
        let text = self.text(settings);
        let is_choice = self.choices.iter().any(|choice| choice.name.eq_ignore_ascii_case(text.trim()));
        !is_closed || is_choice || (self.check)(settings).is_err()
    }

    /// Sets the default.
    pub fn reset(&self, settings: &mut TrainingSettings) {
        let usual = self.text(&TrainingSettings::default());
        // The text of a value always parses back.
        (self.setting.field_mut)(settings).read(&usual);
    }

    /// Checks that a number fits into 32 bits, so that a model file is the same on every machine.
    ///
    /// # Errors
    /// [`Error::Config`] naming the option.
    pub(super) fn check_size(&self, settings: &TrainingSettings) -> Result<(), Error> {
        match (self.setting.field)(settings).size().filter(|&size| u32::try_from(size).is_err()) {
            None => Ok(()),
            Some(size) => {
                let problem = format!("{size} is too large; the largest is {}", u32::MAX);
                Err(Error::config(self.name, problem))
            }
        }
    }

    /// The same option, whose first choice is taken where the setting is empty.
    pub(super) const fn first_if_empty(self) -> Self {
        Self { setting: Setting { if_empty: self.choices[0].name, ..self.setting }, ..self }
    }

    /// Returns the same option with another summary, and with the number that a method uses if the setting is absent.
    pub(super) const fn with(self, if_absent: Option<usize>, summary: &'static str) -> Self {
        Self { summary, setting: Setting { if_absent, ..self.setting }, ..self }
    }
}

fn default_text<S: Serializer>(setting: &Setting, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&setting.default_text())
}

/// An option whose value is in the field of the settings with its name: name, kind, label, summary.
macro_rules! option {
    ($name:ident, $kind:ident, $label:literal, $summary:literal) => {
        $crate::method::MethodOption {
            name: stringify!($name),
            label: $label,
            summary: $summary,
            kind: $crate::method::OptionKind::$kind,
            setting: $crate::method::option::Setting {
                field: |settings| &settings.$name,
                field_mut: |settings| &mut settings.$name,
                if_absent: None,
                if_empty: "",
            },
            choices: &[],
            minimum: None,
            maximum: None,
            grammar: "",
            check: |_| Ok(()),
        }
    };
}
pub(super) use option;

/// A value of a setting, as text.
pub trait Value {
    /// Sets the value of a text. Returns false, and changes nothing, if the text has another form.
    fn read(&mut self, text: &str) -> bool;

    /// Returns the value as text; empty if it is absent.
    fn text(&self) -> String;

    /// Returns the value if it is a size: a number of documents, ranks or iterations.
    fn size(&self) -> Option<usize> {
        None
    }
}

impl Value for String {
    fn read(&mut self, text: &str) -> bool {
        text.clone_into(self);
        true
    }

    fn text(&self) -> String {
        self.clone()
    }
}

impl Value for Vec<String> {
    fn read(&mut self, text: &str) -> bool {
        *self = list_items(text);
        true
    }

    fn text(&self) -> String {
        self.join(",")
    }
}

/// Parses a value with its own `FromStr`.
fn read<T: std::str::FromStr>(value: &mut T, text: &str) -> bool {
    text.trim().parse().map(|read| *value = read).is_ok()
}

macro_rules! plain_values {
    ($($kind:ty),*) => {$(
        impl Value for $kind {
            fn read(&mut self, text: &str) -> bool {
                read(self, text)
            }

            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}
plain_values!(u8, u64, bool);

impl Value for f64 {
    fn read(&mut self, text: &str) -> bool {
        text.trim().parse().map(|read| *self = read).is_ok()
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Value for usize {
    fn read(&mut self, text: &str) -> bool {
        read(self, text)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn size(&self) -> Option<usize> {
        Some(*self)
    }
}

impl Value for Option<usize> {
    fn read(&mut self, text: &str) -> bool {
        if text.is_empty() {
            *self = None;
            return true;
        }
        let mut number = 0;
        let is_read = read(&mut number, text);
        if is_read {
            *self = Some(number);
        }
        is_read
    }

    fn text(&self) -> String {
        self.map_or_else(String::new, |number| number.to_string())
    }

    fn size(&self) -> Option<usize> {
        *self
    }
}

/// Returns the items of a list, separated by commas. A comma before a number belongs to the item, as in `eru:5,2`, and
/// so does a comma before a further option, as in `svm-ndcg:cut-off=5,discount=flat`.
pub fn list_items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    if text.is_empty() {
        return items;
    }
    for part in text.split(',') {
        let is_number = part.trim_start().starts_with(|letter: char| "+-.0123456789".contains(letter));
        let is_option = part.split(':').next().is_some_and(|head| head.contains('='));
        match items.last_mut() {
            Some(item) if is_number => item.extend([",", part]),
            Some(item) if is_option && item.contains(':') => item.extend([",", part.trim()]),
            _ => items.push(part.to_owned()),
        }
    }
    items
}
