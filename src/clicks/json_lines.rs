//! One session as a line of JSON.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Visitor};

use super::format::Fault;
use super::names::Lookup;
use crate::util::error::Error;

/// Reader of sessions as JSON, with buffers for one session.
#[derive(Debug, Default)]
pub(super) struct JsonLines {
    documents: Vec<u32>,
    clicks: Vec<u32>,
}

/// One session, with the documents and clicks in the buffers of the reader.
pub(super) struct JsonSession<'a, 'b> {
    pub query: usize,
    pub ranker: Cow<'a, str>,
    pub documents: &'b [u32],
    pub clicks: &'b [u32],
    pub propensities: Option<Vec<f64>>,
}

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    query: Name<'a>,
    #[serde(borrow)]
    documents: Vec<Name<'a>>,
    clicks: Vec<u32>,
    #[serde(default, borrow)]
    ranker: Option<Name<'a>>,
    #[serde(default)]
    propensities: Option<Vec<f64>>,
}

/// A name as a text or a whole number.
struct Name<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Name<'a> {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfName;
        impl<'de> Visitor<'de> for OfName {
            type Value = Name<'de>;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a text or a whole number")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(text.to_owned())))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(number.to_string())))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(number.to_string())))
            }
        }
        deserializer.deserialize_any(OfName)
    }
}

impl JsonLines {
    /// Reads a line. `Fault`: for a text that is not a session, or unknown names.
    pub fn read<'a, 'b>(
        &'b mut self,
        line: &'a str,
        lookup: &mut Lookup,
    ) -> Result<JsonSession<'a, 'b>, Fault> {
        let session: Line<'a> = serde_json::from_str(line).map_err(|error| {
            let text = error.to_string();
            let text = text.rfind(" at line ").map_or(text.as_str(), |end| &text[..end]);
            let problem = format!(
                "the line is not a session: {text}; expected a line like \
                 {{\"query\":\"7\",\"documents\":[1,2],\"clicks\":[0]}}"
            );
            (error.column().max(1), problem)
        })?;
        let query = lookup.query(&session.query.0).map_err(|problem| (column(line, "query"), problem))?;
        self.documents.clear();
        for name in &session.documents {
            let document =
                lookup.document(query, &name.0).map_err(|problem| (column(line, "documents"), problem))?;
            self.documents.push(document);
        }
        self.clicks.clear();
        self.clicks.extend_from_slice(&session.clicks);
        Ok(JsonSession {
            query,
            ranker: session.ranker.map_or(Cow::Borrowed(""), |name| name.0),
            documents: &self.documents,
            clicks: &self.clicks,
            propensities: session.propensities,
        })
    }

    /// Returns the place of an error of the builder.
    pub fn fault(line: &str, documents: &[u32], error: &Error) -> Fault {
        let problem = error.to_string();
        let mut places = HashMap::with_capacity(documents.len());
        for (place, document) in documents.iter().enumerate() {
            if let Some(first) = places.insert(document, place) {
                let problem = format!(
                    "the document at place {place} stands at place {first} already; a session shows a document once"
                );
                return (column(line, "documents"), problem);
            }
        }
        let field = ["clicks", "propensities"].into_iter().find(|field| {
            let noun = if *field == "clicks" { "click" } else { "propensit" };
            problem.contains(noun)
        });
        (column(line, field.unwrap_or("documents")), problem)
    }
}

/// Returns the byte column of a field, from 1.
fn column(line: &str, field: &str) -> usize {
    line.find(&format!("\"{field}\"")).map_or(1, |place| place + 1)
}
