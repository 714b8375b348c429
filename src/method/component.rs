//! A component of a combination as text: a method, and behind a colon the options that are its own. Must not know
//! losses.

use std::fmt;

use super::shared::REFERENCE;
use super::{Method, MethodOption, method};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};
use crate::util::sorting::sorted;

/// A component, such as `svm-ndcg:cut-off=5,discount=flat`. Its text is unique: [`fmt::Display`] writes options in the
/// order of the method, and numbers in their shortest form.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// The method that has the loss.
    pub method: &'static Method,
    /// The options that are its own, with their values. The settings have the others, for all components.
    own: Vec<(&'static MethodOption, String)>,
}

impl Component {
    /// Parses a component. Every value is checked.
    ///
    /// # Errors
    /// [`Error::Config`] naming the component, the option, and what is allowed.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim().to_ascii_lowercase();
        let refused = |problem: String| Error::config(KEY, format!("{}: {problem}", shown(&text)));
        if text.contains(char::is_whitespace) {
            return Err(refused(format!("a component has no blanks inside; write {EXAMPLE}")));
        }
        let (name, options) = match text.split_once(':') {
            Some((name, options)) => (name, options.split(',').collect()),
            None => (text.as_str(), Vec::new()),
        };
        let mut component = Self { method: method(name)?, own: Vec::new() };
        for option in options {
            let Some((name, value)) = option.split_once('=') else {
                let problem = format!("{} is not an option with a value; write {EXAMPLE}", shown(option));
                return Err(refused(problem));
            };
            let option = component.option(name).ok_or_else(|| refused(component.unknown(name)))?;
            if component.names(option.name) {
                return Err(refused(format!("{} is there twice", flag(option))));
            }
            let value = checked(option, value).map_err(|fault| component.located(option, &text, fault))?;
            component.own.push((option, value));
        }
        let place = |wanted: &MethodOption| {
            component.method.options.iter().position(|option| option.name == wanted.name)
        };
        let own = std::mem::take(&mut component.own);
        component.own = sorted(own, &|(one, _), (other, _)| place(one).cmp(&place(other)));
        Ok(component)
    }

    /// Returns the settings of this component alone: its own options in place of the shared ones.
    ///
    /// # Errors
    /// None: the values are checked.
    pub(super) fn settings(&self, shared: &TrainingSettings) -> Result<TrainingSettings, Error> {
        let mut settings = shared.clone();
        self.own.iter().try_for_each(|(option, value)| option.set(&mut settings, value))?;
        Ok(settings)
    }

    /// Returns whether an option is its own.
    pub(super) fn names(&self, option: &str) -> bool {
        self.own.iter().any(|(own, _)| own.name == option)
    }

    /// Returns the options that it shares with the other components.
    pub(super) fn shared(&self) -> impl Iterator<Item = &'static MethodOption> {
        can_be_own(self.method).filter(|option| !self.names(option.name))
    }

    /// Returns an error about an option that is its own as an error about the component.
    pub(super) fn fault(&self, error: Error) -> Error {
        let own = |field: &str| self.own.iter().find(|(option, _)| option.name == field);
        match &error {
            Error::Config { field, .. } => match own(field) {
                Some((option, _)) => self.located(option, &self.to_string(), error),
                None => error,
            },
            _ => error,
        }
    }

    fn located(&self, option: &MethodOption, text: &str, error: Error) -> Error {
        match error {
            Error::Config { problem, .. } => {
                Error::config(KEY, format!("{}: {}: {problem}", shown(text), flag(option)))
            }
            other => other,
        }
    }

    fn option(&self, name: &str) -> Option<&'static MethodOption> {
        let key = name.replace('-', "_");
        can_be_own(self.method).find(|option| option.name == key)
    }

    fn unknown(&self, name: &str) -> String {
        let known: Vec<String> = can_be_own(self.method).map(flag).collect();
        format!("{} has no option {}; choose among {}", self.method.name, shown(name), known.join(", "))
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.method.name)?;
        for (number, (option, value)) in self.own.iter().enumerate() {
            write!(f, "{}{}={value}", if number == 0 { ':' } else { ',' }, flag(option))?;
        }
        Ok(())
    }
}

const KEY: &str = "components";

const EXAMPLE: &str = "options as in svm-ndcg:cut-off=5,discount=flat";

/// The options that a component can have as its own. The reference ranking is not among them, because a combination
/// averages it, and the ramp bound needs the ramp in every component.
fn can_be_own(method: &'static Method) -> impl Iterator<Item = &'static MethodOption> {
    method.options.iter().filter(|option| option.name != REFERENCE.name)
}

/// The name of an option on the command line, without dashes before it.
fn flag(option: &MethodOption) -> String {
    option.name.replace('_', "-")
}

/// Returns the text of a value in its shortest form.
fn checked(option: &MethodOption, value: &str) -> Result<String, Error> {
    if value.is_empty() {
        return Err(Error::config(option.name, "the value is missing"));
    }
    let mut alone = TrainingSettings::default();
    option.set(&mut alone, value)?;
    option.check_size(&alone)?;
    (option.check)(&alone)?;
    Ok(option.text(&alone))
}
