//! Judgements of search results, joined with the logged features of a search engine to data. Must not know files or
//! learners.
//!
//! [`Judgements`] reads the ratings, [`FeatureLogs`] the responses of Elasticsearch, OpenSearch or Solr, and
//! [`Joined`] is the data, written as LETOR text or as a table.

mod answer;
mod document;
mod joined;
mod logs;
mod paired;
mod rated;
mod table_rows;
mod words;
mod written;

pub use joined::{JoinReport, Joined};
pub use logs::{FeatureLogs, MAX_RESPONSE_BYTES};
pub use rated::Judgements;
