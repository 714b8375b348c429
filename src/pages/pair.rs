//! A query with one of its candidates, and what several columns need of both. Must not know columns.

use super::collection::{Collection, Page, PageQuery};

pub(super) struct Pair<'a> {
    pub collection: &'a Collection,
    pub query: &'a PageQuery,
    pub page: &'a Page,
    /// Place of the page in the collection.
    pub place: usize,
    /// Number of times that the page has each word of the query.
    pub tf: Vec<f64>,
}

impl<'a> Pair<'a> {
    /// Looks up the words of a query in a page. Cost: O(words of the query · log words of the page).
    pub fn of(collection: &'a Collection, query: &'a PageQuery, place: usize) -> Self {
        let page = &collection.pages[place];
        let count = |number: u32| {
            let found = page.words.binary_search_by_key(&number, |&(word, _)| word);
            found.map_or(0.0, |at| f64::from(page.words[at].1))
        };
        let tf = query.terms.iter().map(|term| term.number.map_or(0.0, count)).collect();
        Self { collection, query, page, place, tf }
    }

    /// tf · idf of each word of the query.
    pub fn tf_idf(&self) -> Vec<f64> {
        self.query.terms.iter().zip(&self.tf).map(|(term, tf)| tf * term.idf).collect()
    }

    /// Number of pages of the collection.
    pub fn n_pages(&self) -> usize {
        self.collection.pages.len()
    }
}
