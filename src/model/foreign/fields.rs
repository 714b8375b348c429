//! Fields of objects, whether JSON or UBJSON wrote them. Must not know any format of a model.

use serde_json::Value;

use super::fault;
use crate::util::error::Error;
use crate::util::json;

/// Most bytes of a JSON or UBJSON file, whose values take up to 32 bytes for a byte.
pub(super) const MOST_BYTES: usize = 1 << 27;

/// A value with the program that messages name.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    pub program: &'static str,
    pub value: &'a Value,
}

/// Returns the value of a JSON text. `instead`: what to do if its nesting is too deep. Cost: linear in the text.
///
/// # Errors
/// [`Error::Data`] for a text that is too large, too deep or damaged.
pub(super) fn parse_json(program: &'static str, text: &str, instead: &str) -> Result<Value, Error> {
    check_size(program, text.len())?;
    json::read(text).map_err(|error| {
        let problem = error.to_string();
        if problem.starts_with("recursion limit") {
            return fault(program, format!("a tree is too deep for this format; {instead}"));
        }
        fault(program, format!("the file is damaged: {problem}"))
    })
}

pub(super) fn check_size(program: &str, bytes: usize) -> Result<(), Error> {
    if bytes > MOST_BYTES {
        let problem =
            format!("the file has {bytes} bytes, and files of this format have at most {MOST_BYTES}");
        return Err(fault(program, problem));
    }
    Ok(())
}

impl<'a> Fields<'a> {
    pub fn fail(self, problem: &str) -> Error {
        fault(self.program, problem)
    }

    /// Returns the object in a field.
    pub fn object(self, key: &str) -> Result<Self, Error> {
        match self.value.get(key) {
            Some(value) if value.is_object() => Ok(Self { value, ..self }),
            _ => Err(self.fail(&format!("no object {key}; is the file complete?"))),
        }
    }

    /// Returns the values of a list.
    pub fn list(self, key: &str) -> Result<impl Iterator<Item = Self>, Error> {
        let list = self.value.get(key).and_then(Value::as_array);
        let list = list.ok_or_else(|| self.fail(&format!("no list {key}; is the file complete?")))?;
        Ok(list.iter().map(move |value| Self { value, ..self }))
    }

    /// Returns a text; empty without one.
    pub fn text(self, key: &str) -> &'a str {
        self.value.get(key).and_then(Value::as_str).unwrap_or("")
    }

    /// Returns the texts of a list; empty without one.
    pub fn texts(self, key: &str) -> Vec<String> {
        let list = self.value.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        list.iter().map(|value| value.as_str().unwrap_or("").to_owned()).collect()
    }

    /// Returns a number, or what stands for one: true, false, or a number as a text.
    pub fn number(self, key: &str) -> Option<f64> {
        number(self.value.get(key)?)
    }

    /// Returns a number that must be there.
    pub fn needed(self, key: &str) -> Result<f64, Error> {
        self.number(key).ok_or_else(|| self.fail(&format!("no number {key}; is the file complete?")))
    }

    /// Returns the numbers of a list.
    pub fn numbers(self, key: &str) -> Result<Vec<f64>, Error> {
        let numbers: Option<Vec<f64>> = self.list(key)?.map(|one| number(one.value)).collect();
        numbers.ok_or_else(|| self.fail(&format!("{key} has something that is no number")))
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Bool(flag) => Some(f64::from(u8::from(*flag))),
        Value::String(text) => text.parse().ok(),
        other => other.as_f64(),
    }
}

/// Returns a whole number from 0; the greatest one for any other, which no list has.
pub(super) fn index(number: f64) -> usize {
    if number >= 0.0 && number.fract() == 0.0 { number as usize } else { usize::MAX }
}
