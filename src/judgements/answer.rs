//! Responses of search engines in JSON, alone or several together. Must not know ratings.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::document::{Hit, LoggedDocument, SolrDocument};
use super::words::Words;
use crate::util::error::shown;

/// A response, the responses of `_msearch`, or one of both with a query beside it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Answer {
    query: Words,
    hits: Option<Hits>,
    responses: Option<Vec<Answer>>,
    /// Solr's list of documents, or a response beside a query.
    response: Option<Box<Answer>>,
    docs: Option<Vec<SolrDocument>>,
    #[serde(rename = "responseHeader")]
    header: Header,
    error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Hits {
    hits: Vec<Hit>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Header {
    params: BTreeMap<String, Words>,
}

/// A response with what may name its query.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Response {
    /// The member `query` beside the response.
    pub query: Option<String>,
    /// Solr's parameter `q`.
    pub q: Option<String>,
    /// The values of Solr's other parameters, and of the external features in them.
    pub parameters: Vec<String>,
    pub documents: Vec<LoggedDocument>,
}

/// The responses of a JSON value: an object, or a list of objects.
#[derive(Debug)]
pub(super) struct Answers(Vec<Answer>);

impl Answers {
    /// Returns the responses in their order, each or its problem. `entry`: the log entry to read, or all.
    pub fn read(self, entry: Option<&str>) -> Vec<Result<Response, String>> {
        let mut responses = Vec::new();
        for answer in self.0 {
            answer.read(Response::default(), entry, &mut responses);
        }
        responses
    }
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnswersVisitor)
    }
}

struct AnswersVisitor;

impl<'de> Visitor<'de> for AnswersVisitor {
    type Value = Answers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Answers, A::Error> {
        Ok(Answers(vec![Answer::deserialize(MapAccessDeserializer::new(object))?]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Answers, A::Error> {
        let mut answers = Vec::new();
        while let Some(answer) = list.next_element()? {
            answers.push(answer);
        }
        Ok(Answers(answers))
    }
}

impl Answer {
    /// Adds the responses. `outer`: what the object around this one says of the query.
    fn read(self, outer: Response, entry: Option<&str>, responses: &mut Vec<Result<Response, String>>) {
        let mut found = Response { query: self.query.one().or(outer.query), ..outer };
        for (name, Words(words)) in self.header.params {
            found.parameters.extend(words.iter().flat_map(|word| external_values(word)).map(str::to_owned));
            if name == "q" {
                found.q = words.into_iter().next();
            } else {
                found.parameters.extend(words);
            }
        }
        if let Some(answers) = self.responses {
            for answer in answers {
                answer.read(Response { query: found.query.clone(), ..Response::default() }, entry, responses);
            }
        } else if let Some(error) = self.error {
            responses.push(Err(format!(
                "the engine answered with an error: {}; repeat the request",
                reason(&error)
            )));
        } else if let Some(hits) = self.hits {
            let documents = hits.hits.into_iter().map(|hit| hit.read(entry));
            responses.push(with_documents(found, "hit", documents));
        } else if let Some(documents) = self.docs {
            let documents = documents.into_iter().map(SolrDocument::read);
            responses.push(with_documents(found, "document", documents));
        } else if let Some(answer) = self.response {
            answer.read(found, entry, responses);
        } else {
            let problem = "it is no response of Elasticsearch, OpenSearch or Solr: it has none of hits.hits, responses and \
                           response.docs";
            responses.push(Err(problem.to_owned()));
        }
    }
}

fn with_documents(
    response: Response,
    what: &str,
    documents: impl Iterator<Item = Result<LoggedDocument, String>>,
) -> Result<Response, String> {
    let numbered = documents.enumerate();
    let documents = numbered
        .map(|(index, read)| read.map_err(|problem| format!("{what} {}: {problem}", index + 1)))
        .collect::<Result<_, _>>()?;
    Ok(Response { documents, ..response })
}

/// Returns what an engine says of an error: `reason` in Elasticsearch and OpenSearch, `msg` in Solr.
fn reason(error: &Value) -> String {
    let text = ["reason", "msg", "type"].iter().find_map(|key| error.get(key)?.as_str()).or(error.as_str());
    shown(text.unwrap_or("no reason"))
}

/// Returns the values of external feature information, such as `efi.keywords="rambo"` or `efi.text=rambo`.
fn external_values(parameter: &str) -> impl Iterator<Item = &str> {
    parameter.split("efi.").skip(1).filter_map(|rest| {
        let (_, value) = rest.split_once('=')?;
        match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split(quote).next(),
            _ => value.split([' ', ']']).next(),
        }
    })
}
