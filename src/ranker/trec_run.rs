//! A run of TREC: one line `query Q0 document rank score tag` per returned document.
//!
//! As in trec_eval, the score orders the documents and the rank is ignored.
//! Sources: `get_trec_results.c` and `form_res_rels.c` of trec_eval; `parse_trec_run` of ir_measures.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::data::Dataset;
use crate::export::DocumentIds;
use crate::util::counted::{counted, verb};
use crate::util::error::{Error, shown};
use crate::util::faults::Faults;

/// Number of words of a line.
const WORDS: usize = 6;

/// A document of a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Returned {
    pub document: String,
    pub score: f64,
}

/// The lists of a run by query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TrecRun {
    lists: BTreeMap<String, Vec<Returned>>,
    /// The first line whose document stands below another one with a lower score, by the printed ranks.
    contradiction: Option<usize>,
}

/// Returns whether a line has the form of a run.
pub(super) fn is_line(line: &str) -> bool {
    words(line).is_some_and(|words| words[3].parse::<u64>().is_ok() && words[4].parse::<f64>().is_ok())
}

fn words(line: &str) -> Option<[&str; WORDS]> {
    let words: Vec<&str> = line.split_whitespace().take(WORDS + 1).collect();
    words.try_into().ok()
}

impl TrecRun {
    /// Reads a run. Cost: O(text · log n).
    ///
    /// # Errors
    /// [`Error::Parse`] with the lines that do not have six words, have no finite score, or name a document that the
    /// query has already.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut faults = Faults::default();
        let mut lists: BTreeMap<String, Vec<Returned>> = BTreeMap::new();
        let mut seen: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        // Rank and score of the last line of each query.
        let mut last: HashMap<&str, (u64, f64)> = HashMap::new();
        let mut contradiction = None;
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let mut fault = |problem: String| faults.add(index + 1, 1, &|| problem.clone());
            let Some([query, _, document, rank, score, _]) = words(line) else {
                fault("it does not have the six words `query Q0 document rank score tag`".to_owned());
                continue;
            };
            let Some(score) = score.parse::<f64>().ok().filter(|score| score.is_finite()) else {
                fault(format!("the score {} is not a finite number", shown(score)));
                continue;
            };
            if !seen.entry(query).or_default().insert(document) {
                fault(format!("the query {} has the document {} twice", shown(query), shown(document)));
                continue;
            }
            if let Ok(rank) = rank.parse::<u64>()
                && let Some((above, higher)) = last.insert(query, (rank, score))
                && rank > above
                && score > higher
            {
                contradiction = contradiction.or(Some(index + 1));
            }
            let returned = Returned { document: document.to_owned(), score };
            match lists.get_mut(query) {
                Some(list) => list.push(returned),
                None => drop(lists.insert(query.to_owned(), vec![returned])),
            }
        }
        faults.into_result()?;
        Ok(Self { lists, contradiction })
    }

    /// Returns the list of a query, in the order of the file; empty if the run lacks the query.
    pub fn of(&self, query: &str) -> &[Returned] {
        self.lists.get(query).map_or(&[], Vec::as_slice)
    }

    /// Checks that the run and the data have queries and documents in common.
    ///
    /// # Errors
    /// [`Error::Data`] with an example of both names.
    pub fn check_common(&self, data: &Dataset, ids: &DocumentIds) -> Result<(), Error> {
        let Some((query, list)) = self.lists.iter().next() else { return Ok(()) };
        let Some(theirs) = data.queries().next() else { return Ok(()) };
        if data.queries().all(|one| !self.lists.contains_key(one.id)) {
            return Err(Error::data(format!(
                "the run has none of the queries of the data: its first is {}, that of the data is {}",
                shown(query),
                shown(theirs.id)
            )));
        }
        let has_common = data.queries().any(|one| {
            let places = places(one.documents.clone(), ids);
            self.of(one.id).iter().any(|returned| places.contains_key(returned.document.as_str()))
        });
        if has_common {
            return Ok(());
        }
        Err(Error::data(format!(
            "the run has none of the documents of the data: its first is {}, that of the data is {}",
            shown(list.first().map_or("", |returned| returned.document.as_str())),
            shown(ids.get(theirs.documents.start))
        )))
    }

    /// Returns sentences about queries and documents that only one of run and data has, and about ranks.
    pub fn notes(&self, data: &Dataset, ids: &DocumentIds) -> Vec<String> {
        let mut notes = Vec::new();
        let (mut missing, mut unjudged, mut absent) = (0, 0, 0);
        for query in data.queries() {
            let list = self.of(query.id);
            let places = places(query.documents.clone(), ids);
            let judged =
                list.iter().filter(|returned| places.contains_key(returned.document.as_str())).count();
            unjudged += list.len() - judged;
            absent += query.documents.len() - judged;
            missing += usize::from(list.is_empty());
        }
        if missing > 0 {
            let all = data.n_queries();
            notes.push(format!(
                "{} of {all} {} not in the run; lists of such queries are empty",
                counted(missing, "query"),
                verb(missing, "is", "are")
            ));
        }
        let extra = self.lists.len() - (data.n_queries() - missing).min(self.lists.len());
        if extra > 0 {
            notes.push(format!(
                "{} of the run {} not in the data and {} not count",
                counted(extra, "query"),
                verb(extra, "is", "are"),
                verb(extra, "does", "do")
            ));
        }
        if absent > 0 {
            notes.push(format!(
                "{} with a judgement {} not in the run and {} no rank",
                counted(absent, "document"),
                verb(absent, "is", "are"),
                verb(absent, "has", "have")
            ));
        }
        if unjudged > 0 {
            notes.push(format!(
                "{} of the run {} no judgement and {} as grade 0",
                counted(unjudged, "document"),
                verb(unjudged, "has", "have"),
                verb(unjudged, "counts", "count")
            ));
        }
        if let Some(line) = self.contradiction {
            notes.push(format!(
                "line {line} has a higher score than the line above it, and a lower rank; the scores count, as in trec_eval"
            ));
        }
        notes
    }
}

/// Returns the index in the query of each document by its id. `rows`: the rows of the query.
pub(super) fn places(rows: Range<usize>, ids: &DocumentIds) -> HashMap<&str, usize> {
    rows.enumerate().map(|(place, row)| (ids.get(row), place)).collect()
}
