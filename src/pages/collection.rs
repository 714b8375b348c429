//! Pages and queries in memory: words with their numbers, lengths, document frequencies, ranks of links. Must not know
//! JSON.

use super::link_rank::LinkRanks;
use crate::data::Grade;

/// Pages, and queries over them.
///
/// Document frequencies, the mean length and the ranks of links are those of all pages, also where a query names its
/// candidates.
#[derive(Debug, Clone, PartialEq)]
pub struct Collection {
    pub(super) pages: Vec<Page>,
    pub(super) queries: Vec<PageQuery>,
    /// Mean number of tokens of a page.
    pub(super) mean_length: f64,
    pub(super) page_ranks: LinkRanks,
    pub(super) site_ranks: LinkRanks,
    pub(super) sites: Vec<String>,
    /// Number of links to pages that are not in the collection.
    pub(super) links_outside: usize,
    /// The day of the newest page, as its file writes it; nothing if the pages have no dates.
    pub(super) newest: Option<String>,
    /// Places of its columns in the list of all columns, in the order of the features.
    pub(super) columns: Vec<usize>,
}

/// A page of a [`Collection`].
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its name in the data: its `id`, else its title, else its address.
    pub name: String,
    /// Its address.
    pub url: String,
    /// The first words of its text.
    pub beginning: String,
    /// Number of its tokens.
    pub length: usize,
    /// The numbers of its words in ascending order, each with its tf.
    pub(super) words: Vec<(u32, u32)>,
    /// Length of its vector of tf·idf.
    pub(super) norm: f64,
    /// Place of its site.
    pub(super) site: usize,
    /// The words of its title; nothing without a title.
    pub(super) title: Option<Vec<String>>,
    /// Its day; nothing without a date.
    pub(super) day: Option<PageDay>,
}

/// The day of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PageDay {
    /// As the file writes it.
    pub date: String,
    /// Days from it to the day of the newest page.
    pub age: u32,
}

/// A query of a [`Collection`].
#[derive(Debug, Clone, PartialEq)]
pub struct PageQuery {
    /// Its name in the data, without white space.
    pub name: String,
    /// Its text.
    pub text: String,
    /// What the user wants, in words; nothing if the file does not say so.
    pub about: Option<String>,
    /// The pages that it ranks, in the order of the file.
    pub candidates: Vec<Candidate>,
    /// Its different words, at least one, in the order of the text.
    pub(super) terms: Vec<Term>,
    /// Length of its vector of tf·idf.
    pub(super) norm: f64,
}

/// A page that a query ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// Place of the page in the collection, from 0.
    pub page: usize,
    /// Its grade; `None` without a judgement.
    pub grade: Option<Grade>,
}

/// A word of a query.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Term {
    pub word: String,
    /// Its number; `None` if no page has the word.
    pub number: Option<u32>,
    /// Number of times that the query has the word.
    pub count: u32,
    /// Number of pages with the word.
    pub df: usize,
    /// ln(N/df); 0 if no page has the word.
    pub idf: f64,
}

impl Collection {
    /// The pages, in the order of the file.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// The queries, in the order of the file.
    pub fn queries(&self) -> &[PageQuery] {
        &self.queries
    }

    /// Number of links to pages that are not in the collection. No column uses them.
    pub fn links_outside(&self) -> usize {
        self.links_outside
    }
}
