//! From the text of a study to a checked study, and back.

use super::check::check;
use super::format::Study;
use super::ordered::Distinct;
use crate::util::error::{Error, Problem};
use crate::util::json;
use crate::util::serde_message::plain_words;

/// Most bytes of a study's text: 4 MiB.
pub const LONGEST_STUDY: usize = 1 << 22;

impl Study {
    /// Parses a study, checks it and fills in its defaults.
    ///
    /// # Errors
    /// [`Error::Parse`] with line and column for text that is not a study, unknown keys and keys that occur twice;
    /// [`Error::Config`] with the place of a value that cannot be used, for more than
    /// [`MOST_TRAININGS`](super::MOST_TRAININGS) trainings, or for a text longer than [`LONGEST_STUDY`].
    pub fn parse(json: &str) -> Result<Self, Error> {
        if json.len() > LONGEST_STUDY {
            let problem = format!("it has {} bytes; the most are {LONGEST_STUDY}", json.len());
            return Err(Error::config("study", problem));
        }
        let json = json.strip_prefix('\u{feff}').unwrap_or(json);
        let fault = |fault: serde_json::Error| Error::Parse {
            problems: vec![Problem {
                line: fault.line().max(1),
                column: fault.column().max(1),
                problem: format!("not a study of Rankscope: {}", plain_words(&fault.to_string())),
            }],
            total: 1,
        };
        let Distinct = json::read(json).map_err(fault)?;
        let mut study: Self = json::read(json).map_err(fault)?;
        check(&mut study)?;
        Ok(study)
    }

    /// Returns the study as JSON, with all defaults.
    pub fn json(&self) -> String {
        // Strings, finite numbers and lists can always be written as JSON.
        json::pretty(self) + "\n"
    }
}
