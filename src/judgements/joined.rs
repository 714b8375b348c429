//! Ratings and logs as one set of data, and the counts of what only one of them has. Must not know formats.

use std::collections::{BTreeMap, HashMap};

use super::paired::{LoggedValues, Paired, Query};
use super::rated::{Judgements, RatedQuery};
use crate::data::letor_line::quoted;
use crate::data::{Grade, MAX_DENSE_BYTES};
use crate::util::counted::{counted, verb};
use crate::util::error::Error;

/// Documents with grades and logged features, by query. Queries and rated documents have the order of the ratings.
#[derive(Debug, Clone, PartialEq)]
pub struct Joined {
    /// Names of the features, in the order in which the logs named them.
    pub(super) names: Vec<String>,
    pub(super) queries: Vec<JoinedQuery>,
    report: JoinReport,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct JoinedQuery {
    /// As in the ratings.
    pub text: String,
    /// Without white space.
    pub name: String,
    pub documents: Vec<JoinedDocument>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct JoinedDocument {
    pub id: String,
    pub grade: Grade,
    /// One value per feature; NaN is a gap.
    pub values: Vec<f64>,
}

/// What was joined, and what only the ratings or only the logs have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JoinReport {
    /// Number of queries of the data.
    pub queries: usize,
    /// Number of documents of the data.
    pub documents: usize,
    /// Number of features.
    pub features: usize,
    /// Number of gaps: features that the log of a document lacks.
    pub gaps: usize,
    /// Number of documents with a rating and without a log. They are left out.
    pub unlogged: usize,
    /// The first of them, for a message.
    pub first_unlogged: Option<String>,
    /// Number of documents with a log and without a rating, in queries with ratings.
    pub unrated: usize,
    /// Whether they have grade 0; otherwise they are left out.
    pub with_unrated: bool,
    /// Number of responses of queries without ratings. They are left out.
    pub other_responses: usize,
    /// Number of queries with ratings and without a logged document. They are left out.
    pub lost_queries: usize,
    /// Number of queries of the ratings without a rating. They are left out.
    pub unrated_queries: usize,
    /// Number of ratings that repeat an earlier one.
    pub repeated: usize,
    /// Number of rows of the ratings with a document and without a rating.
    pub rows_without_rating: usize,
    /// Number of values that a later response replaced.
    pub replaced: usize,
    /// Whether the order of the responses gave their queries.
    pub is_by_order: bool,
    /// Number of responses paired by order that have no document of the ratings of their query.
    pub strangers: usize,
}

/// The values of a document by the number of the feature, while responses are merged.
type Values = BTreeMap<u32, f64>;

/// The logged documents of a query, in the order of the logs.
#[derive(Default)]
struct Logged {
    order: Vec<String>,
    values: HashMap<String, Values>,
}

impl Logged {
    /// Adds a document, or the values of a document that is there. Returns the number of replaced values.
    fn add(&mut self, LoggedValues { id, values }: LoggedValues) -> usize {
        let known = self.values.entry(id.clone()).or_insert_with(|| {
            self.order.push(id);
            Values::new()
        });
        let replace = |(number, value)| known.insert(number, value).is_some_and(|old| old != value);
        values.into_iter().map(replace).filter(|&is_replaced| is_replaced).count()
    }
}

/// Joins ratings with responses that all have a query.
///
/// # Errors
/// [`Error::Data`] if no rated document was logged, or if the data would be too large.
pub(super) fn join(
    judgements: &Judgements,
    names: Vec<String>,
    responses: Vec<Paired>,
    with_unrated: bool,
    is_by_order: bool,
) -> Result<Joined, Error> {
    let mut report = JoinReport {
        features: names.len(),
        with_unrated,
        is_by_order,
        repeated: judgements.repeated,
        rows_without_rating: judgements.unrated,
        unrated_queries: judgements.n_queries() - judgements.rated_places().len(),
        ..JoinReport::default()
    };
    let mut logged: Vec<Logged> = judgements.queries.iter().map(|_| Logged::default()).collect();
    let mut first_logged = None;
    for Paired { query, documents, .. } in responses {
        if first_logged.is_none() {
            first_logged = documents.first().map(|document| document.id.clone());
        }
        let Query::Rated(place) = query else {
            report.other_responses += 1;
            continue;
        };
        let rated = &judgements.queries[place];
        if rated.documents.is_empty() {
            report.other_responses += 1;
            continue;
        }
        let is_strange = !documents.iter().any(|document| rated.has(&document.id));
        report.strangers += usize::from(is_by_order && is_strange);
        for document in documents {
            report.replaced += logged[place].add(document);
        }
    }
    let mut queries = Vec::new();
    for (rated, logged) in judgements.queries.iter().zip(logged) {
        if rated.documents.is_empty() {
            continue;
        }
        let before = report.documents;
        let documents = documents_of(rated, logged, &names, &mut report)?;
        if report.documents == before {
            report.lost_queries += 1;
        } else {
            queries.push(JoinedQuery { text: rated.text.clone(), name: rated.name.clone(), documents });
        }
    }
    if queries.is_empty() {
        return Err(nothing_in_common(judgements, first_logged.as_deref()));
    }
    report.queries = queries.len();
    Ok(Joined { names, queries, report })
}

/// Returns the documents of a query; none if no rated document was logged.
fn documents_of(
    rated: &RatedQuery,
    logged: Logged,
    names: &[String],
    report: &mut JoinReport,
) -> Result<Vec<JoinedDocument>, Error> {
    let Logged { order, mut values } = logged;
    let mut found: Vec<(String, Grade, Values)> = Vec::new();
    for document in &rated.documents {
        match values.remove(&document.id) {
            Some(values) => found.push((document.id.clone(), document.grade, values)),
            None => {
                report.unlogged += 1;
                report.first_unlogged.get_or_insert_with(|| {
                    format!(
                        "{} of the query {} in line {} of the ratings",
                        quoted(&document.id),
                        quoted(&rated.text),
                        document.line
                    )
                });
            }
        }
    }
    if found.is_empty() {
        return Ok(Vec::new());
    }
    report.unrated += values.len();
    if report.with_unrated {
        let rest = order.into_iter().filter_map(|id| Some((values.remove(&id)?, id)));
        found.extend(rest.map(|(values, id)| (id, 0, values)));
    }
    report.documents += found.len();
    let bytes = report.documents as u64 * names.len() as u64 * 8;
    if bytes > MAX_DENSE_BYTES {
        return Err(Error::data(format!(
            "the data would have more than {MAX_DENSE_BYTES} bytes; join fewer documents or features"
        )));
    }
    let dense = |(id, grade, logged): (String, Grade, Values)| {
        let values: Vec<f64> =
            (0..names.len() as u32).map(|number| logged.get(&number).copied().unwrap_or(f64::NAN)).collect();
        report.gaps += values.iter().filter(|value| value.is_nan()).count();
        JoinedDocument { id, grade, values }
    };
    Ok(found.into_iter().map(dense).collect())
}

/// Returns the error of ratings and logs without a common document, with an example of each.
fn nothing_in_common(judgements: &Judgements, logged: Option<&str>) -> Error {
    let rated = judgements.queries.iter().find_map(|query| Some((query, query.documents.first()?)));
    let Some((query, document)) = rated else {
        return Error::data("no document of the ratings has a rating; rate documents first");
    };
    let logged = logged.map_or_else(|| "none".to_owned(), |id| format!("such as {}", quoted(id)));
    Error::data(format!(
        "no rated document was logged: the ratings have documents such as {} of the query {}, and the logs have {logged}; \
         ids and queries must be the same texts",
        quoted(&document.id),
        quoted(&query.text)
    ))
}

impl Joined {
    /// What was joined, and what was not.
    pub fn report(&self) -> &JoinReport {
        &self.report
    }
}

impl JoinReport {
    /// Returns the report in sentences: the sizes, then what was left out or changed.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!(
            "{}, {}, {}",
            counted(self.queries, "query"),
            counted(self.documents, "document"),
            counted(self.features, "feature")
        )];
        let were = |count: usize| verb(count, "was", "were");
        let mut note = |count: usize, sentence: &dyn Fn() -> String| {
            if count > 0 {
                notes.push(sentence());
            }
        };
        note(usize::from(self.is_by_order), &|| {
            "no response names its query: the responses have the order of the queries in the ratings"
                .to_owned()
        });
        note(self.strangers, &|| {
            let n = self.strangers;
            format!(
                "{} {} no document of the ratings of the query at the same place; is the order the same?",
                counted(n, "response"),
                verb(n, "has", "have")
            )
        });
        note(self.unlogged, &|| {
            let n = self.unlogged;
            let first = self.first_unlogged.as_deref().unwrap_or_default();
            format!(
                "{} {} not logged and {} left out, the first is {first}",
                counted(n, "rated document"),
                were(n),
                were(n)
            )
        });
        note(self.lost_queries, &|| {
            let n = self.lost_queries;
            format!(
                "{} without a logged document of {} ratings {} left out",
                counted(n, "query"),
                verb(n, "its", "their"),
                were(n)
            )
        });
        note(self.unrated, &|| {
            let n = self.unrated;
            let done = if self.with_unrated {
                format!("{} grade 0", verb(n, "has", "have"))
            } else {
                format!("{} left out; --unjudged zero gives grade 0", were(n))
            };
            format!("{} without a rating {done}", counted(n, "logged document"))
        });
        note(self.other_responses, &|| {
            let n = self.other_responses;
            format!("{} of queries without ratings {} left out", counted(n, "response"), were(n))
        });
        note(self.unrated_queries, &|| {
            let n = self.unrated_queries;
            format!("{} of the ratings {} no rating", counted(n, "query"), verb(n, "has", "have"))
        });
        note(self.rows_without_rating, &|| {
            let n = self.rows_without_rating;
            format!("{} of the ratings {} no rating", counted(n, "row"), verb(n, "has", "have"))
        });
        note(self.repeated, &|| {
            let n = self.repeated;
            format!("{} {} an earlier rating", counted(n, "row"), verb(n, "repeats", "repeat"))
        });
        note(self.replaced, &|| {
            format!("{} logged again with another number; the last counts", counted(self.replaced, "value"))
        });
        note(self.gaps, &|| {
            let n = self.gaps;
            format!(
                "{} {} missing, because the log of the document lacks the feature; read the data with --missing zero if the \
                 engine scores a missing feature as 0",
                counted(n, "value"),
                verb(n, "is", "are")
            )
        });
        notes
    }
}
