//! A click log: impressions and clicks by query, ranker, rank and document, and the clicks session by session.

/// Impressions and clicks of one document of one query at one rank of one ranker.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The query, by its index in the data.
    pub query: u32,
    /// The ranker, by its index in [`ClickLog::rankers`].
    pub ranker: u16,
    /// The rank, from 0.
    pub rank: u32,
    /// The document, by its index within the query.
    pub document: u32,
    /// Number of times that the document was shown there. Expected logs have fractions.
    pub impressions: f64,
    /// Number of clicks, at most the impressions.
    pub clicks: f64,
    /// The propensity in (0, 1] that the log gives; impressions with different propensities are different cells.
    pub propensity: Option<f64>,
}

/// A click log of one data set.
#[derive(Debug, Clone, PartialEq)]
pub struct ClickLog {
    /// Sorted by query, ranker, rank, document and propensity, each combination once.
    pub(super) cells: Vec<Cell>,
    /// The first cell of each query, and the number of cells.
    pub(super) starts: Vec<usize>,
    /// Number of documents of each query of the data.
    pub(super) sizes: Vec<u32>,
    pub(super) rankers: Vec<String>,
    pub(super) n_sessions: f64,
    pub(super) query_sessions: Vec<f64>,
    pub(super) ranker_sessions: Vec<f64>,
    pub(super) visits: Option<Visits>,
    pub(super) has_propensities: bool,
    /// Query, ranker, and the number of different rankings, sorted; `None` if they are not known.
    pub(super) rankings: Option<Vec<(u32, u16, u32)>>,
}

impl ClickLog {
    /// All cells, sorted by query, ranker, rank, document and propensity.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the cells of a query, sorted by ranker, rank, document and propensity.
    ///
    /// # Panics
    /// If the data have no such query.
    pub fn cells_of(&self, query: usize) -> &[Cell] {
        &self.cells[self.starts[query]..self.starts[query + 1]]
    }

    /// Number of queries of the data, with those that no session has.
    pub fn n_queries(&self) -> usize {
        self.sizes.len()
    }

    /// Returns the number of documents of a query of the data.
    ///
    /// # Panics
    /// If the data have no such query.
    pub fn n_documents(&self, query: usize) -> usize {
        self.sizes[query] as usize
    }

    /// Names of the rankers, in order of appearance in the log; one empty name if the log names none.
    pub fn rankers(&self) -> &[String] {
        &self.rankers
    }

    /// Number of sessions: the impressions at rank 0.
    pub fn n_sessions(&self) -> f64 {
        self.n_sessions
    }

    /// Number of sessions of each query of the data.
    pub fn sessions_of_queries(&self) -> &[f64] {
        &self.query_sessions
    }

    /// Number of sessions of each ranker.
    pub fn sessions_of_rankers(&self) -> &[f64] {
        &self.ranker_sessions
    }

    /// The clicks session by session; `None` for a log of counts.
    pub fn visits(&self) -> Option<&Visits> {
        self.visits.as_ref()
    }

    /// Whether the log gives the propensity of every impression.
    pub fn has_propensities(&self) -> bool {
        self.has_propensities
    }

    /// Returns the number of different rankings that a ranker showed for a query; `None` if it is not known: a log of
    /// counts does not tell rankings apart. Cost: O(log queries).
    pub fn n_rankings(&self, query: usize, ranker: usize) -> Option<usize> {
        let rankings = self.rankings.as_ref()?;
        let found =
            rankings.binary_search_by(|&(q, r, _)| (q as usize, usize::from(r)).cmp(&(query, ranker)));
        Some(found.map_or(0, |place| rankings[place].2 as usize))
    }

    /// Sum of all clicks, in the order of the cells.
    pub fn n_clicks(&self) -> f64 {
        self.cells.iter().map(|cell| cell.clicks).sum()
    }
}

/// The clicks of every session that has any, in log order. Sessions without clicks are only counted by the log.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Visits {
    pub(super) queries: Vec<u32>,
    pub(super) rankers: Vec<u16>,
    /// The end of the clicks of each session.
    pub(super) ends: Vec<u32>,
    pub(super) ranks: Vec<u32>,
    pub(super) documents: Vec<u32>,
    /// One per click; empty if the log has none.
    pub(super) propensities: Vec<f64>,
}

/// A session with clicks.
#[derive(Debug, Clone, Copy)]
pub struct Visit<'a> {
    /// The query, by its index in the data.
    pub query: usize,
    /// The ranker, by its index in [`ClickLog::rankers`].
    pub ranker: usize,
    /// Ranks of the clicked documents, from 0, rising.
    pub ranks: &'a [u32],
    /// The clicked documents, by their index within the query.
    pub documents: &'a [u32],
    /// Propensities of the clicked documents; empty if the log has none.
    pub propensities: &'a [f64],
}

/// One click of a session.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VisitClick {
    /// The rank, from 0.
    pub rank: u32,
    /// The document, by its index within the query.
    pub document: u32,
    /// The propensity, if the log has one.
    pub propensity: Option<f64>,
}

impl Visits {
    /// Number of sessions with clicks.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no session has a click.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of clicks.
    pub fn n_clicks(&self) -> usize {
        self.ranks.len()
    }

    /// Returns a session with clicks, by its number among them, from 0 in log order.
    ///
    /// # Panics
    /// If there is no such session.
    pub fn get(&self, index: usize) -> Visit<'_> {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        let clicks = start..self.ends[index] as usize;
        Visit {
            query: self.queries[index] as usize,
            ranker: usize::from(self.rankers[index]),
            ranks: &self.ranks[clicks.clone()],
            documents: &self.documents[clicks.clone()],
            propensities: if self.propensities.is_empty() { &[] } else { &self.propensities[clicks] },
        }
    }

    /// Returns all sessions with clicks, in log order.
    pub fn iter(&self) -> impl Iterator<Item = Visit<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }
}

impl Visit<'_> {
    /// Returns the clicks by rising rank.
    pub fn clicks(&self) -> impl Iterator<Item = VisitClick> {
        self.ranks.iter().zip(self.documents).enumerate().map(|(place, (&rank, &document))| VisitClick {
            rank,
            document,
            propensity: self.propensities.get(place).copied(),
        })
    }
}
