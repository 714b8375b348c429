//! Numbers of names.

use std::collections::HashMap;

/// Names with their numbers, in order of appearance.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub names: Vec<String>,
    numbers: HashMap<Box<str>, u32>,
    /// The number that was returned last, because lines of one user follow each other.
    last: u32,
}

impl Names {
    /// Returns the number of a name; a new name gets the next one.
    pub fn number(&mut self, name: &str) -> u32 {
        if self.names.get(self.last as usize).is_some_and(|last| last == name) {
            return self.last;
        }
        self.last = match self.numbers.get(name) {
            Some(&number) => number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(name.to_owned());
                self.numbers.insert(name.into(), number);
                number
            }
        };
        self.last
    }
}
