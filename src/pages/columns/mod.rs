//! The columns, one kind per file. A new column is one file and one line of the list. Must not know JSON or data sets.

mod age;
mod bm25;
mod cosine;
mod counts;
mod ranks;
mod term_statistics;
mod title;
mod url_columns;

use age::Age;
use bm25::{Bm25, Idf};
use cosine::Cosine;
use counts::{Length, MatchedTerms};
use ranks::{PageRank, SiteRank};
use term_statistics::{Quantity, Statistic, TermStatistic};
use title::TitleMatch;
use url_columns::{Slashes, UrlLength};

use super::column::Column;

/// All columns in the order of the features.
pub(super) const COLUMNS: [&dyn Column; 21] = [
    &MatchedTerms,
    &Length,
    &TermStatistic(Quantity::Tf, Statistic::Sum),
    &TermStatistic(Quantity::Tf, Statistic::Min),
    &TermStatistic(Quantity::Tf, Statistic::Max),
    &TermStatistic(Quantity::Tf, Statistic::Mean),
    &TermStatistic(Quantity::Tf, Statistic::Variance),
    &TermStatistic(Quantity::TfIdf, Statistic::Sum),
    &TermStatistic(Quantity::TfIdf, Statistic::Min),
    &TermStatistic(Quantity::TfIdf, Statistic::Max),
    &TermStatistic(Quantity::TfIdf, Statistic::Mean),
    &TermStatistic(Quantity::TfIdf, Statistic::Variance),
    &Cosine,
    &Bm25(Idf::NeverNegative),
    &Bm25(Idf::Okapi),
    &Slashes,
    &UrlLength,
    &PageRank,
    &SiteRank,
    &TitleMatch,
    &Age,
];
