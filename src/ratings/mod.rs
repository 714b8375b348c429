//! Ratings of items by users: text, grades, filters, a generated sample, and splits. Must not know learners or
//! measures.
//!
//! A user is a query, and the items that the user rated are its documents. Missing ratings take no part.

pub mod factorization;
mod filter;
mod generate;
mod grade_scale;
mod names;
mod reader;
mod rows;
mod split;
mod table;
mod titles;

pub use crate::util::lines::MAX_LINE_BYTES as MAX_RATING_LINE_BYTES;
pub use filter::{Filter, FilterReport, MIN_TEST_RATINGS};
pub use generate::{GeneratedRatings, generate_ratings};
pub use grade_scale::GradeScale;
pub use reader::{MAX_RATINGS, RatingsReader, RatingsReport, ReadRatings};
pub use rows::Rows;
pub use split::{Protocol, Split, SplitPlan};
pub use table::Ratings;
pub use titles::{Titles, TitlesReader};
