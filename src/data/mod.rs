//! Data: queries with documents, features and grades. Knows no learner and no measure.
//!
//! Text enters through [`LetorParser`], made data through [`Dataset::from_queries`];
//! everything behind a [`Dataset`] may rely on finite features and ordered queries.

mod dataset;
mod document;
mod generate;
mod letor;
mod letor_line;
mod matrix;
mod names;
mod preparation;
mod scaling;
mod split;

pub use dataset::{Dataset, DatasetSummary, MadeQuery, Query};
pub use document::DocumentInfo;
pub use generate::{check_sample, generate_letor};
pub use letor::{LetorParser, MAX_DENSE_BYTES, MAX_LINE_BYTES, Parsed};
pub use names::{MAX_NAME, labels, parse_names};
pub use preparation::{NEAR_DUPLICATE_COSINE, Preparation, PreparationReport};
pub use scaling::{FittedScaling, Scaling};

/// Graded relevance of a document to its query, `0..=MAX_GRADE`; 0 is not relevant.
pub type Grade = u8;

/// The highest grade: 2^31 − 1 is the largest gain that a toolkit computes.
pub const MAX_GRADE: Grade = 31;

/// The highest index of a feature. Rows are dense, so a stray large index would cost memory in every row.
pub const MAX_FEATURES: usize = 100_000;
