//! The documents that a log shows at two ranks or more: only they tell the rank from the document. Must not know how
//! propensities are estimated.

use super::super::log::ClickLog;
use crate::util::sorting::sorted;

/// Impressions and clicks of one document at one rank, by all rankers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// From 0.
    pub rank: usize,
    pub impressions: f64,
    pub clicks: f64,
}

/// A document shown at two ranks or more, by rising rank.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovedDocument<'a> {
    pub query: u32,
    pub places: &'a [Place],
}

/// All places of the documents of a log among its first ranks.
#[derive(Debug, Clone)]
pub(super) struct Places {
    places: Vec<Place>,
    /// Query and end of the places of each document.
    documents: Vec<(u32, usize)>,
}

impl Places {
    /// Collects the places at ranks below `n_ranks`. Cost: O(cells · log cells).
    pub fn of(log: &ClickLog, n_ranks: usize) -> Self {
        let (mut places, mut documents): (Vec<Place>, Vec<(u32, usize)>) = (Vec::new(), Vec::new());
        for query in 0..log.n_queries() {
            let cells = log.cells_of(query).iter().filter(|cell| (cell.rank as usize) < n_ranks).collect();
            let cells =
                sorted(cells, &|one, other| (one.document, one.rank).cmp(&(other.document, other.rank)));
            for of_document in cells.chunk_by(|one, other| one.document == other.document) {
                for of_rank in of_document.chunk_by(|one, other| one.rank == other.rank) {
                    places.push(Place {
                        rank: of_rank[0].rank as usize,
                        impressions: of_rank.iter().map(|cell| cell.impressions).sum(),
                        clicks: of_rank.iter().map(|cell| cell.clicks).sum(),
                    });
                }
                documents.push((query as u32, places.len()));
            }
        }
        Self { places, documents }
    }

    /// All documents, query by query.
    pub fn documents(&self) -> impl Iterator<Item = MovedDocument<'_>> {
        let mut start = 0;
        self.documents.iter().map(move |&(query, end)| {
            let places = &self.places[start..end];
            start = end;
            MovedDocument { query, places }
        })
    }

    /// Leaves out documents with one place.
    pub fn into_moved(self) -> Self {
        let mut moved = Self { places: Vec::new(), documents: Vec::new() };
        for document in self.documents().filter(|document| document.places.len() > 1) {
            moved.places.extend_from_slice(document.places);
            moved.documents.push((document.query, moved.places.len()));
        }
        moved
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Number of queries with a document.
    pub fn n_queries(&self) -> usize {
        self.documents.chunk_by(|one, other| one.0 == other.0).count()
    }

    /// Impressions and clicks of each rank.
    pub fn by_rank(&self, n_ranks: usize) -> Vec<Place> {
        let mut sums: Vec<Place> =
            (0..n_ranks).map(|rank| Place { rank, impressions: 0.0, clicks: 0.0 }).collect();
        for place in &self.places {
            sums[place.rank].impressions += place.impressions;
            sums[place.rank].clicks += place.clicks;
        }
        sums
    }

    /// Whether impressions or clicks have fractions, so that they are expected counts.
    pub fn have_fractions(&self) -> bool {
        let is_whole = |count: f64| count == libm::trunc(count);
        !self.places.iter().all(|place| is_whole(place.impressions) && is_whole(place.clicks))
    }
}
