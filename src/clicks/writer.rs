//! Writes click logs in the formats that the reader takes.

use std::fmt::Write as _;

use super::builder::Session;
use super::format::LogFormat;
use super::log::ClickLog;
use super::names::LogNames;

/// Writer of a log as text, piece by piece.
#[derive(Debug, Clone, Copy)]
pub struct ClickWriter<'a> {
    names: &'a LogNames,
    format: LogFormat,
    has_rankers: bool,
    has_propensities: bool,
}

impl<'a> ClickWriter<'a> {
    /// Returns a writer. `has_rankers`, `has_propensities`: what the log gives.
    pub fn new(names: &'a LogNames, format: LogFormat, has_rankers: bool, has_propensities: bool) -> Self {
        Self { names, format, has_rankers, has_propensities }
    }

    /// Returns the first line of the text with its line end; empty for JSON lines.
    pub fn heading(&self) -> String {
        let propensity = if self.has_propensities { ",propensity" } else { "" };
        let ranker = if self.has_rankers { ",ranker" } else { "" };
        match self.format {
            LogFormat::JsonLines => String::new(),
            LogFormat::Impressions => format!("query,session,rank,document,click{propensity}{ranker}\n"),
            LogFormat::Counts => format!("query{ranker},rank,document,impressions,clicks{propensity}\n"),
        }
    }

    /// Appends a session. `number`: of the session, from 1. `ranker`: its name. A log of counts has no sessions, so
    /// nothing is appended. Cost: linear in the documents.
    pub fn push_session(&self, text: &mut String, number: u64, ranker: &str, session: &Session) {
        match self.format {
            LogFormat::JsonLines => self.push_json(text, number, ranker, session),
            LogFormat::Impressions => self.push_impressions(text, number, ranker, session),
            LogFormat::Counts => {}
        }
    }

    fn push_json(&self, text: &mut String, number: u64, ranker: &str, session: &Session) {
        text.push_str("{\"query\":");
        push_quoted(text, self.names.query(session.query));
        // Writing to a string cannot fail.
        let _ = write!(text, ",\"session\":\"s{number}\",\"documents\":[");
        for (place, &document) in session.documents.iter().enumerate() {
            separate(text, place);
            let name = self.names.document(session.query, document as usize);
            if self.names.are_lines() {
                text.push_str(&name);
            } else {
                push_quoted(text, &name);
            }
        }
        text.push_str("],\"clicks\":[");
        for (place, click) in session.clicks.iter().enumerate() {
            separate(text, place);
            let _ = write!(text, "{click}");
        }
        text.push(']');
        if self.has_rankers {
            text.push_str(",\"ranker\":");
            push_quoted(text, ranker);
        }
        if let Some(propensities) = session.propensities.filter(|_| self.has_propensities) {
            text.push_str(",\"propensities\":[");
            for (place, propensity) in propensities.iter().enumerate() {
                separate(text, place);
                let _ = write!(text, "{propensity}");
            }
            text.push(']');
        }
        text.push_str("}\n");
    }

    fn push_impressions(&self, text: &mut String, number: u64, ranker: &str, session: &Session) {
        for (rank, &document) in session.documents.iter().enumerate() {
            push_field(text, self.names.query(session.query));
            let _ = write!(text, ",s{number},{},", rank + 1);
            push_field(text, &self.names.document(session.query, document as usize));
            text.push_str(if session.clicks.contains(&(rank as u32)) { ",1" } else { ",0" });
            let propensity = session.propensities.map(|propensities| propensities[rank]);
            self.push_propensity(text, propensity);
            self.push_ranker(text, ranker);
            text.push('\n');
        }
    }

    /// Returns the log as counts, line by line, each with its line end. Cost: O(1) per line.
    pub fn counts(self, log: &'a ClickLog) -> impl Iterator<Item = String> + 'a {
        log.cells().iter().map(move |cell| {
            let mut text = String::new();
            let query = cell.query as usize;
            push_field(&mut text, self.names.query(query));
            self.push_ranker(&mut text, &log.rankers()[usize::from(cell.ranker)]);
            let _ = write!(text, ",{},", u64::from(cell.rank) + 1);
            push_field(&mut text, &self.names.document(query, cell.document as usize));
            let _ = write!(text, ",{},{}", cell.impressions, cell.clicks);
            self.push_propensity(&mut text, cell.propensity);
            text.push('\n');
            text
        })
    }

    fn push_propensity(&self, text: &mut String, propensity: Option<f64>) {
        if self.has_propensities {
            text.push(',');
            if let Some(propensity) = propensity {
                let _ = write!(text, "{propensity}");
            }
        }
    }

    fn push_ranker(&self, text: &mut String, ranker: &str) {
        if self.has_rankers {
            text.push(',');
            push_field(text, ranker);
        }
    }
}

fn separate(text: &mut String, place: usize) {
    if place > 0 {
        text.push(',');
    }
}

/// Appends a text as JSON.
fn push_quoted(text: &mut String, name: &str) {
    text.push_str(&serde_json::Value::from(name).to_string());
}

/// Appends a field of a table, in quotes if its text needs them.
fn push_field(text: &mut String, name: &str) {
    if name.contains([',', '"', '\t', ' ']) {
        text.push('"');
        text.push_str(&name.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(name);
    }
}
