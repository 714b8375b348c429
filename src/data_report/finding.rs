//! What a finding says, and where. Must not know how faults are found.

use std::fmt;

use serde::Serialize;

/// Most places of a finding.
pub(super) const MOST_PLACES: usize = 3;

/// One kind of fault in the data.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Finding {
    /// The fault, in words.
    pub name: &'static str,
    /// Number of faults.
    pub count: usize,
    /// Number of things that could have the fault.
    pub of: usize,
    /// The finding as a sentence with its count.
    pub text: String,
    /// The first places, at most three.
    pub places: Vec<Place>,
    /// Number of further places.
    pub more_places: usize,
    /// What to do about it.
    pub advice: String,
}

/// Where a fault is. What does not apply is `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Place {
    /// Name of the file.
    pub file: Option<String>,
    /// Name of the query.
    pub query: Option<String>,
    /// Line in the file, from 1.
    pub line: Option<usize>,
    /// The feature, from 1.
    pub feature: Option<usize>,
    /// Name of the feature, if the data name it.
    pub feature_name: Option<String>,
    /// What is there; may be empty.
    pub note: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.file.clone());
        words.extend(self.line.map(|line| format!("line {line}")));
        words.extend(self.query.as_ref().map(|query| format!("query {query}")));
        let name = self.feature_name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
        words.extend(self.feature.map(|feature| format!("feature {feature}{name}")));
        f.write_str(&words.join(", "))?;
        match self.note.as_str() {
            "" => Ok(()),
            note if words.is_empty() => f.write_str(note),
            note => write!(f, ": {note}"),
        }
    }
}

/// The places of a finding, of which the first are kept.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Number of faults.
    pub count: usize,
    /// Number of places, which can have several faults.
    n_places: usize,
    first: Vec<Place>,
}

impl Places {
    /// Counts a fault, and keeps its place if it is one of the first.
    pub fn add(&mut self, place: impl FnOnce() -> Place) {
        self.add_faults(1, place);
    }

    /// Counts several faults of one place.
    pub fn add_faults(&mut self, n: usize, place: impl FnOnce() -> Place) {
        self.count += n;
        self.n_places += 1;
        if self.first.len() < MOST_PLACES {
            self.first.push(place());
        }
    }

    /// Returns the finding; `None` without faults.
    pub fn finding(self, of: usize, text: String, advice: &str) -> Option<Finding> {
        (self.count > 0).then(|| Finding {
            name: "",
            count: self.count,
            of,
            text,
            more_places: self.n_places - self.first.len(),
            places: self.first,
            advice: advice.to_owned(),
        })
    }
}
