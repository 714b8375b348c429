//! Collects sessions or counts to a click log, with a stated bound of memory.

use std::collections::{BTreeMap, HashSet};

use super::cell_table::{CellTable, hash_of, in_order};
use super::log::{Cell, ClickLog, Visits};
use crate::data::Dataset;
use crate::util::error::{Error, brief, shown};
use crate::util::sorting::sorted;

/// Largest number of different (query, ranker, rank, document, propensity) in a log: 2^23, which take about 900 MB
/// while the log is collected.
pub const MAX_CELLS: usize = 1 << 23;

/// Largest number of clicks that are kept session by session: 2^25, which take about 700 MB.
pub const MAX_VISIT_CLICKS: usize = 1 << 25;

/// Largest number of rankers.
pub const MAX_RANKERS: usize = 1000;

/// Largest number of different rankings that are told apart.
const MAX_RANKINGS: usize = 1 << 21;

/// Longest name of a ranker, in bytes.
const MAX_NAME_BYTES: usize = 200;

/// One session: what was shown, and what was clicked.
#[derive(Debug, Clone, Copy)]
pub struct Session<'a> {
    /// The query, by its index in the data.
    pub query: usize,
    /// The ranker, by its index; see [`LogBuilder::ranker`].
    pub ranker: usize,
    /// The documents shown, by their index within the query, from the first rank to the last.
    pub documents: &'a [u32],
    /// The places of the clicked documents in the list, from 0, in any order.
    pub clicks: &'a [u32],
    /// The propensities of the documents shown, in their order, if they are known.
    pub propensities: Option<&'a [f64]>,
}

/// Collector of a click log.
///
/// A log has sessions or counts, not both, and propensities for all impressions or for none.
#[derive(Debug, Clone)]
pub struct LogBuilder {
    sizes: Vec<u32>,
    rankers: Vec<String>,
    /// In order of appearance, so that the log does not depend on the table.
    cells: Vec<Cell>,
    table: CellTable,
    kind: Option<Kind>,
    has_propensities: Option<bool>,
    visits: Option<Visits>,
    /// Query, ranker and a hash of each ranking shown; `None` if they are too many.
    rankings: Option<HashSet<(u32, u16, u64)>>,
    /// Of every document, the last session that showed it.
    seen: Vec<u64>,
    session: u64,
    /// Clicks of the present session, by rising rank.
    ranks: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sessions,
    Counts,
}

impl LogBuilder {
    /// Returns an empty log of a data set, which keeps the clicks session by session.
    pub fn new(data: &Dataset) -> Self {
        let sizes: Vec<u32> = data.queries().map(|query| query.documents.len() as u32).collect();
        let longest = sizes.iter().copied().max().unwrap_or(0) as usize;
        Self {
            sizes,
            rankers: Vec::new(),
            cells: Vec::new(),
            table: CellTable::default(),
            kind: None,
            has_propensities: None,
            visits: Some(Visits::default()),
            rankings: Some(HashSet::new()),
            seen: vec![0; longest],
            session: 0,
            ranks: Vec::new(),
        }
    }

    /// Keeps only counts of the sessions, which takes less memory; [`ClickLog::visits`] is `None`.
    pub fn without_visits(mut self) -> Self {
        self.visits = None;
        self
    }

    /// Returns the index of a ranker; a new name gets the next index. Cost: O(rankers).
    ///
    /// # Errors
    /// [`Error::Data`] for more than [`MAX_RANKERS`], or a name that is too long.
    pub fn ranker(&mut self, name: &str) -> Result<usize, Error> {
        if let Some(index) = self.rankers.iter().position(|known| known == name) {
            return Ok(index);
        }
        if name.len() > MAX_NAME_BYTES {
            return Err(Error::data(format!(
                "the ranker {} has {} bytes; use at most {MAX_NAME_BYTES}",
                shown(name),
                name.len()
            )));
        }
        if self.rankers.len() == MAX_RANKERS {
            return Err(Error::data(format!(
                "the ranker {} is one more than the maximum of {MAX_RANKERS}; name rankers, not sessions",
                shown(name)
            )));
        }
        self.rankers.push(name.to_owned());
        Ok(self.rankers.len() - 1)
    }

    /// Adds a session. Cost: linear in the documents shown.
    ///
    /// # Errors
    /// [`Error::Data`] if the session is not consistent, such as a document that stands there twice, or if the log gets
    /// too large. The session is not added in this case.
    pub fn add_session(&mut self, session: &Session) -> Result<(), Error> {
        self.check_session(session)?;
        self.kind = Some(Kind::Sessions);
        self.has_propensities = Some(session.propensities.is_some());
        self.reserve(session.documents.len())?;
        let (query, ranker) = (session.query as u32, session.ranker as u16);
        let mut next = 0;
        for (rank, &document) in session.documents.iter().enumerate() {
            let is_click = self.ranks.get(next).is_some_and(|&click| click as usize == rank);
            next += usize::from(is_click);
            let propensity = session.propensities.map(|propensities| propensities[rank]);
            let place = self.place(query, ranker, rank as u32, document, propensity);
            let cell = &mut self.cells[place];
            cell.impressions += 1.0;
            cell.clicks += f64::from(u8::from(is_click));
        }
        self.add_hash(query, ranker, hash_of(session.documents));
        if let Some(visits) = &mut self.visits
            && !self.ranks.is_empty()
        {
            visits.queries.push(query);
            visits.rankers.push(ranker);
            for &rank in &self.ranks {
                visits.ranks.push(rank);
                visits.documents.push(session.documents[rank as usize]);
                visits
                    .propensities
                    .extend(session.propensities.map(|propensities| propensities[rank as usize]));
            }
            visits.ends.push(visits.ranks.len() as u32);
        }
        Ok(())
    }

    /// Adds impressions and clicks of a document at a rank. Cost: O(1).
    ///
    /// # Errors
    /// [`Error::Data`] if the counts are not consistent, such as more clicks than impressions, or if the log gets too
    /// large. Nothing is added in this case.
    pub fn add_counts(&mut self, counts: &Cell) -> Result<(), Error> {
        let Cell { query, ranker, rank, document, impressions, clicks, propensity } = *counts;
        let size = self.check_place(query as usize, usize::from(ranker))?;
        check_document(document, size)?;
        if rank >= size {
            return Err(Error::data(format!(
                "rank {} of a query of {size} documents; a list shows a document once",
                u64::from(rank) + 1
            )));
        }
        if !(impressions.is_finite() && impressions > 0.0) {
            return Err(Error::data(format!(
                "the impressions are {}; expected a number above 0",
                brief(impressions)
            )));
        }
        if !(clicks.is_finite() && clicks >= 0.0) {
            return Err(Error::data(format!("the clicks are {}; expected a number from 0", brief(clicks))));
        }
        if clicks > impressions {
            return Err(Error::data(format!(
                "{} clicks of {} impressions; an impression has at most one click",
                brief(clicks),
                brief(impressions)
            )));
        }
        propensity.map_or(Ok(()), check_propensity)?;
        self.check_kind(Kind::Counts, propensity.is_some())?;
        self.reserve(1)?;
        self.kind = Some(Kind::Counts);
        self.has_propensities = Some(propensity.is_some());
        let place = self.place(query, ranker, rank, document, propensity);
        let cell = &mut self.cells[place];
        cell.impressions += impressions;
        cell.clicks += clicks;
        Ok(())
    }

    /// Adds `sessions` sessions that show one ranking. `clicks`: of every document shown, in all of these sessions. The
    /// caller has checked what [`add_session`](Self::add_session) checks. Cost: linear in the documents shown.
    pub(super) fn add_ranking(
        &mut self,
        shown: &Session,
        sessions: f64,
        clicks: &mut dyn FnMut(usize) -> f64,
    ) -> Result<(), Error> {
        self.kind = Some(Kind::Sessions);
        self.has_propensities = Some(shown.propensities.is_some());
        self.reserve(shown.documents.len())?;
        let (query, ranker) = (shown.query as u32, shown.ranker as u16);
        for (rank, &document) in shown.documents.iter().enumerate() {
            let propensity = shown.propensities.map(|propensities| propensities[rank]);
            let place = self.place(query, ranker, rank as u32, document, propensity);
            self.cells[place].impressions += sessions;
            self.cells[place].clicks += clicks(rank);
        }
        self.add_hash(query, ranker, hash_of(shown.documents));
        Ok(())
    }

    /// Notes that rankings are not known.
    pub(super) fn forget_rankings(&mut self) {
        self.rankings = None;
    }

    fn add_hash(&mut self, query: u32, ranker: u16, hash: u64) {
        if let Some(rankings) = &mut self.rankings {
            rankings.insert((query, ranker, hash));
            if rankings.len() > MAX_RANKINGS {
                self.rankings = None;
            }
        }
    }

    /// Returns the log so far. Cost: O(cells · log cells).
    ///
    /// # Errors
    /// [`Error::Data`] if a query has no impressions at rank 0, or the sums are not finite.
    pub fn snapshot(&self) -> Result<ClickLog, Error> {
        self.clone().finish()
    }

    /// Returns the log. Cost: O(cells · log cells).
    ///
    /// # Errors
    /// [`Error::Data`] if a query has impressions but none at rank 0, so that its sessions cannot be counted, or if the
    /// sums are not finite.
    pub fn finish(self) -> Result<ClickLog, Error> {
        let Self { sizes, mut rankers, cells, kind, has_propensities, visits, rankings, .. } = self;
        if rankers.is_empty() {
            rankers.push(String::new());
        }
        let cells = sorted(cells, &in_order);
        let mut starts = vec![0; sizes.len() + 1];
        let mut query_sessions = vec![0.0; sizes.len()];
        let mut ranker_sessions = vec![0.0; rankers.len()];
        let mut n_sessions = 0.0;
        for cell in &cells {
            starts[cell.query as usize + 1] += 1;
            if cell.rank == 0 {
                query_sessions[cell.query as usize] += cell.impressions;
                ranker_sessions[usize::from(cell.ranker)] += cell.impressions;
                n_sessions += cell.impressions;
            }
        }
        for query in 0..sizes.len() {
            if starts[query + 1] > 0 && query_sessions[query] == 0.0 {
                return Err(Error::data(format!(
                    "the query number {} of the data has impressions, but none at the first rank, so its sessions \
                     cannot be counted",
                    query + 1
                )));
            }
            starts[query + 1] += starts[query];
        }
        let total: f64 = cells.iter().map(|cell| cell.impressions).sum();
        if !total.is_finite() {
            return Err(Error::data("the sum of all impressions is not finite"));
        }
        let rankings = match kind {
            Some(Kind::Counts) => None,
            _ => rankings.map(|rankings| counted(&rankings)),
        };
        let visits = visits.filter(|_| kind != Some(Kind::Counts));
        let has_propensities = has_propensities.unwrap_or(false);
        Ok(ClickLog {
            cells,
            starts,
            sizes,
            rankers,
            n_sessions,
            query_sessions,
            ranker_sessions,
            visits,
            has_propensities,
            rankings,
        })
    }

    /// Checks a session, and sorts its clicks into `ranks`.
    fn check_session(&mut self, session: &Session) -> Result<(), Error> {
        let size = self.check_place(session.query, session.ranker)?;
        if session.documents.is_empty() {
            return Err(Error::data("the session shows no documents; leave it out"));
        }
        self.session += 1;
        for &document in session.documents {
            check_document(document, size)?;
            if std::mem::replace(&mut self.seen[document as usize], self.session) == self.session {
                return Err(Error::data(format!(
                    "the document number {} of its query stands in the list twice; a session shows a document once",
                    document + 1
                )));
            }
        }
        let shown = session.documents.len();
        self.ranks.clear();
        self.ranks.extend_from_slice(session.clicks);
        if !self.ranks.is_sorted() {
            self.ranks.sort_unstable();
        }
        if let Some(&last) = self.ranks.last()
            && last as usize >= shown
        {
            return Err(Error::data(format!(
                "a click at place {last} of a list of {shown} documents; places count from 0"
            )));
        }
        if let Some(pair) = self.ranks.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Error::data(format!(
                "two clicks at place {}; give a clicked document once",
                pair[0]
            )));
        }
        if let Some(propensities) = session.propensities {
            if propensities.len() != shown {
                return Err(Error::data(format!(
                    "{} propensities for {shown} documents; give one for each",
                    propensities.len()
                )));
            }
            propensities.iter().try_for_each(|&propensity| check_propensity(propensity))?;
        }
        self.check_kind(Kind::Sessions, session.propensities.is_some())?;
        match &self.visits {
            Some(visits) if visits.n_clicks() + self.ranks.len() > MAX_VISIT_CLICKS => {
                Err(Error::data(format!(
                    "the log has more than {MAX_VISIT_CLICKS} clicks in sessions; use a part of the log, or counts"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Returns the number of documents of the query.
    fn check_place(&mut self, query: usize, ranker: usize) -> Result<u32, Error> {
        let size = *self.sizes.get(query).ok_or_else(|| {
            Error::absent("query", format!("{query} of {}; queries count from 0", self.sizes.len()))
        })?;
        if self.rankers.is_empty() && ranker == 0 {
            self.rankers.push(String::new());
        }
        if ranker >= self.rankers.len() {
            return Err(Error::absent(
                "ranker",
                format!("{ranker} of {}; rankers count from 0", self.rankers.len()),
            ));
        }
        Ok(size)
    }

    fn check_kind(&self, kind: Kind, has_propensities: bool) -> Result<(), Error> {
        if self.kind.is_some_and(|known| known != kind) {
            return Err(Error::data("a log has sessions or counts, not both"));
        }
        if self.has_propensities.is_some_and(|known| known != has_propensities) {
            return Err(Error::data(
                "some impressions have a propensity and some have none; give all or none",
            ));
        }
        Ok(())
    }

    /// Makes room for so many further cells.
    fn reserve(&mut self, further: usize) -> Result<(), Error> {
        if self.cells.len() + further <= self.cells.capacity().min(MAX_CELLS) {
            return Ok(());
        }
        if self.cells.len() + further > MAX_CELLS {
            return Err(Error::data(format!(
                "the log has more than {MAX_CELLS} different places of documents (query, ranker, rank, document and \
                 propensity); cut the lists, or use a part of the log"
            )));
        }
        self.cells
            .try_reserve(further)
            .map_err(|_| Error::data("the log needs more memory than is available; use a part of the log"))
    }

    fn place(&mut self, query: u32, ranker: u16, rank: u32, document: u32, propensity: Option<f64>) -> usize {
        let cell = Cell { query, ranker, rank, document, impressions: 0.0, clicks: 0.0, propensity };
        self.table.place(&mut self.cells, cell)
    }
}

fn check_document(document: u32, size: u32) -> Result<(), Error> {
    if document < size {
        return Ok(());
    }
    Err(Error::absent("document", format!("{document} of {size}; documents count from 0")))
}

fn check_propensity(propensity: f64) -> Result<(), Error> {
    if propensity > 0.0 && propensity <= 1.0 {
        return Ok(());
    }
    Err(Error::data(format!("the propensity is {}; expected a number above 0, at most 1", brief(propensity))))
}

/// Returns query, ranker and number of rankings, sorted.
fn counted(rankings: &HashSet<(u32, u16, u64)>) -> Vec<(u32, u16, u32)> {
    let mut counts: BTreeMap<(u32, u16), u32> = BTreeMap::new();
    for &(query, ranker, _) in rankings {
        *counts.entry((query, ranker)).or_default() += 1;
    }
    counts.into_iter().map(|((query, ranker), count)| (query, ranker, count)).collect()
}
