//! Rankers of others: a model, a run of a search engine, one score per document, or a feature. They order documents,
//! and nothing is trained. Must not know files or learners.
//!
//! A list of a ranker may lack documents of the data, and may have documents that the data lack. As in trec_eval and
//! ir_measures, a document that was judged and not returned is at no rank, and a returned document without a judgement
//! has grade 0.

mod score_lines;
mod trec_run;

use std::borrow::Cow;
use std::str::FromStr;

use crate::data::{Dataset, Grade, Query};
use crate::export::{DocumentIds, IdOrigin, IdSource, compare_in_run};
use crate::metric::{Labels, Measure};
use crate::model::{Model, read_model};
use crate::ranking::TiedRanking;
use crate::util::checksum::Checksum;
use crate::util::error::{Error, shown};
use crate::util::sorting::sort_indices;

use trec_run::{Returned, TrecRun};

/// The word before the name or number of a feature that ranks.
const FEATURE: &str = "feature:";

/// Something that orders documents.
#[derive(Debug, Clone)]
pub struct Ranker {
    kind: Kind,
    checksum: String,
}

#[derive(Debug, Clone)]
enum Kind {
    Model(Box<Model>),
    Run(TrecRun),
    /// One score per document, in the order of the file.
    Scores(Vec<f64>),
    /// Name of the feature, or its number from 1.
    Feature(String),
}

/// The order of documents with equal scores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Ties {
    /// Any order is equally likely; a measure is the mean over all of them.
    #[default]
    Expected,
    /// The last document id in byte order comes first, as in trec_eval.
    Trec,
}

impl FromStr for Ties {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "expected" => Ok(Self::Expected),
            "trec" => Ok(Self::Trec),
            _ => Err(Error::config("ties", format!("{} is not one of expected, trec", shown(text)))),
        }
    }
}

/// The list of a ranker for one query.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedList {
    /// The documents of the query, then the returned documents that the data lack.
    pub ranking: TiedRanking,
    /// Number of returned documents that the data lack.
    pub unjudged: usize,
}

impl RankedList {
    /// Returns a measure of the list, as [`Measure::value`] does. `labels`: of the documents of the query.
    ///
    /// # Panics
    /// If the labels are of another query.
    pub fn value(&self, measure: &Measure, labels: &Labels) -> Option<f64> {
        if self.unjudged == 0 {
            return measure.value(&self.ranking, labels);
        }
        let mut grades: Vec<Grade> = labels.grades.to_vec();
        grades.resize(grades.len() + self.unjudged, 0);
        // Nobody said which group an unjudged document belongs to, so each is a group of its own.
        let mut groups: Vec<u32> = labels.groups.to_vec();
        if !groups.is_empty() {
            let next = groups.iter().max().map_or(0, |greatest| greatest.saturating_add(1));
            groups.extend((0..self.unjudged as u32).map(|document| next.saturating_add(document)));
        }
        let unjudged = self.unjudged;
        measure.value(&self.ranking, &Labels { grades: &grades, groups: &groups, unjudged, ..*labels })
    }
}

/// Returns one value per query of a measure of lists; `None` where the measure is undefined. `threshold`: documents
/// from this grade on are good. `max_grade`: the scale of ERR. Cost: O(n log n) for n documents.
///
/// # Panics
/// If the lists are of other data.
pub fn values(
    lists: &[RankedList],
    data: &Dataset,
    measure: &Measure,
    threshold: Grade,
    max_grade: Grade,
) -> Vec<Option<f64>> {
    let value = |(query, list): (Query, &RankedList)| {
        let (grades, groups) = (query.grades, query.groups);
        list.value(measure, &Labels { grades, groups, max_grade, threshold, unjudged: 0 })
    };
    data.queries().zip(lists).map(value).collect()
}

/// One entry of a list: a row of the data or a document that the data lack, with its score.
struct Entry<'a> {
    document: usize,
    score: f64,
    id: Cow<'a, str>,
}

impl Ranker {
    /// Returns a model as a ranker. `checksum`: of its file.
    pub fn model(model: Model, checksum: String) -> Self {
        Self { kind: Kind::Model(Box::new(model)), checksum }
    }

    /// Returns a feature of the data as a ranker, from `feature:NAME` or `feature:NUMBER`; `None` for another text.
    pub fn feature(text: &str) -> Option<Self> {
        let name = text.strip_prefix(FEATURE)?.trim();
        Some(Self { kind: Kind::Feature(name.to_owned()), checksum: text.to_owned() })
    }

    /// Reads a run of TREC, or a file with one score a line; `None` if the text is neither, such as a model.
    ///
    /// Cost: linear in the text.
    ///
    /// # Errors
    /// [`Error::Parse`] with the faulty lines.
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let Ok(text) = std::str::from_utf8(bytes) else { return Ok(None) };
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let Some(first) = text.lines().find(|line| !line.trim().is_empty()) else { return Ok(None) };
        let kind = if trec_run::is_line(first) {
            Kind::Run(TrecRun::parse(text)?)
        } else if score_lines::is_line(first) {
            Kind::Scores(score_lines::parse(text)?)
        } else {
            return Ok(None);
        };
        let mut checksum = Checksum::default();
        checksum.push(bytes);
        Ok(Some(Self { kind, checksum: checksum.hex() }))
    }

    /// Reads a run, a file with one score a line, or a model of Rankscope or of another program.
    ///
    /// # Errors
    /// As [`read`](Self::read) and [`read_model`].
    pub fn open(bytes: &[u8]) -> Result<Self, Error> {
        if let Some(ranker) = Self::read(bytes)? {
            return Ok(ranker);
        }
        let mut checksum = Checksum::default();
        checksum.push(bytes);
        Ok(Self::model(read_model(bytes)?, checksum.hex()))
    }

    /// Returns the checksum of what it was read from.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// Returns the model, if it is one.
    pub fn as_model(&self) -> Option<&Model> {
        match &self.kind {
            Kind::Model(model) => Some(model),
            _ => None,
        }
    }

    /// Returns one list per query of the data. Cost: that of scoring all documents, and O(n log n).
    ///
    /// # Errors
    /// [`Error::Data`] if a run and the data have no documents in common, if the number of scores is not that of
    /// documents, or if the data lack the feature; as [`Model::score`] for a model.
    pub fn lists(&self, data: &Dataset, ties: Ties) -> Result<Vec<RankedList>, Error> {
        match &self.kind {
            Kind::Run(run) => {
                let ids = ids_of(data)?;
                run.check_common(data, &ids)?;
                Ok(data.queries().map(|query| list_of_run(run, &query, &ids, ties)).collect())
            }
            kind => {
                let scores = scores_of(kind, data)?;
                let ids =
                    if ties == Ties::Trec { Some(DocumentIds::of(data, IdSource::Auto)?) } else { None };
                let list = |query: Query| {
                    let rows = query.documents.clone();
                    match &ids {
                        None => RankedList { ranking: TiedRanking::by_scores(&scores[rows]), unjudged: 0 },
                        Some(ids) => {
                            let entry = |(document, row): (usize, usize)| Entry {
                                document,
                                score: scores[row],
                                id: Cow::Borrowed(ids.get(row)),
                            };
                            list_of(rows.len(), rows.enumerate().map(entry).collect(), 0, ties)
                        }
                    }
                };
                Ok(data.queries().map(list).collect())
            }
        }
    }

    /// Checks that the ranker and the data fit, without scoring. Returns sentences about what only one of a run and the
    /// data has.
    ///
    /// # Errors
    /// As [`Ranker::lists`], but for a model.
    pub fn check(&self, data: &Dataset) -> Result<Vec<String>, Error> {
        match &self.kind {
            Kind::Run(run) => {
                let ids = ids_of(data)?;
                run.check_common(data, &ids)?;
                Ok(run.notes(data, &ids))
            }
            Kind::Model(_) => Ok(Vec::new()),
            Kind::Scores(scores) => check_count(scores, data).map(|()| Vec::new()),
            Kind::Feature(name) => find_feature(data, name).map(|_| Vec::new()),
        }
    }
}

/// Returns the ids of the documents, which a run needs.
fn ids_of(data: &Dataset) -> Result<DocumentIds, Error> {
    let ids = DocumentIds::of(data, IdSource::Auto)?;
    let IdOrigin::Lines { unnamed } = ids.origin else { return Ok(ids) };
    Err(Error::data(format!(
        "a run names documents, and the data do not: line {} has no id; write # docid = NAME behind each document, or name \
         the column of a table with --docid",
        unnamed.unwrap_or(1)
    )))
}

/// Returns one score per row of the data.
fn scores_of(kind: &Kind, data: &Dataset) -> Result<Vec<f64>, Error> {
    let by_row = |scores: &[f64]| {
        let mut by_row = vec![0.0; data.n_documents()];
        for (row, score) in data.file_order().into_iter().zip(scores) {
            by_row[row] = *score;
        }
        by_row
    };
    match kind {
        Kind::Model(model) => Ok(by_row(&model.score(data)?)),
        Kind::Scores(scores) => check_count(scores, data).map(|()| by_row(scores)),
        Kind::Feature(name) => {
            let feature = find_feature(data, name)?;
            Ok((0..data.n_documents()).map(|row| data.value(row, feature)).collect())
        }
        Kind::Run(_) => Err(Error::data("a run has lists, not one score per document")),
    }
}

/// Checks that there is one score per document.
fn check_count(scores: &[f64], data: &Dataset) -> Result<(), Error> {
    if scores.len() == data.n_documents() {
        return Ok(());
    }
    Err(Error::data(format!(
        "there are {} scores, and the data have {} documents; a file of scores has one line per document",
        scores.len(),
        data.n_documents()
    )))
}

/// Returns the index of a feature, by its name or else by its number from 1.
fn find_feature(data: &Dataset, name: &str) -> Result<usize, Error> {
    let by_name = data.feature_names().iter().position(|other| other.as_deref() == Some(name));
    let by_number = || name.parse::<usize>().ok()?.checked_sub(1).filter(|&index| index < data.n_features());
    by_name.or_else(by_number).ok_or_else(|| {
        let n = data.n_features();
        Error::data(format!(
            "the data have no feature {}; its features have the numbers 1 to {n}",
            shown(name)
        ))
    })
}

/// Returns the list of a run for a query. The run may lack the query; its list is then empty.
fn list_of_run(run: &TrecRun, query: &Query, ids: &DocumentIds, ties: Ties) -> RankedList {
    let rows = query.documents.clone();
    let n = rows.len();
    let places = trec_run::places(rows, ids);
    let mut unjudged = 0;
    let entries = run.of(query.id).iter().map(|Returned { document, score }| {
        let place = places.get(document.as_str()).copied().unwrap_or_else(|| {
            unjudged += 1;
            n + unjudged - 1
        });
        Entry { document: place, score: *score, id: Cow::Borrowed(document.as_str()) }
    });
    let entries = entries.collect();
    list_of(n, entries, unjudged, ties)
}

/// Returns the list of entries. `n`: number of documents of the query.
fn list_of(n: usize, mut entries: Vec<Entry>, unjudged: usize, ties: Ties) -> RankedList {
    if ties == Ties::Trec {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        sort_indices(&mut order, &|one, other| {
            let (one, other) = (&entries[one], &entries[other]);
            compare_in_run(one.score, other.score, &one.id, &other.id)
        });
        for (rank, entry) in order.into_iter().enumerate() {
            entries[entry].score = -(rank as f64);
        }
    }
    let mut scores = vec![None; n + unjudged];
    for entry in entries {
        if let Some(place) = scores.get_mut(entry.document) {
            *place = Some(entry.score);
        }
    }
    RankedList { ranking: TiedRanking::of_returned(&scores), unjudged }
}
