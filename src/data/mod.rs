//! Data: queries with documents, features and grades. Must not know learners or measures.
//!
//! [`LetorParser`] reads text; [`Dataset::from_queries`] and `Dataset::from_arrays` take data from programs. Code that
//! uses a [`Dataset`] can rely on ordered queries, and on finite features unless [`Dataset::has_gaps`].

mod click_weights;
mod comment_grades;
mod comments;
mod dataset;
mod document;
mod feature_key;
mod feature_map;
mod from_arrays;
mod generate;
mod groups;
mod histogram;
mod letor;
pub(crate) mod letor_line;
mod letor_text;
mod matrix;
mod names;
mod parts;
mod preparation;
pub(crate) mod reading;
mod records;
mod scaling;
mod shop;
mod split;
mod summary;
mod weights;
mod without;

pub use comment_grades::CommentGrades;
pub use dataset::{Dataset, Query, QueryRows};
pub use document::{DocumentInfo, FeatureValue};
pub use feature_key::FeatureKey;
pub use feature_map::{
    FeatureMap, FittedMap, LandmarkInfo, MAX_DEGREE, MAX_LANDMARKS, MapReport, Mapped, USUAL_LANDMARKS,
};
pub use from_arrays::{ArrayReader, QueryIds};
pub(crate) use generate::Random;
pub use generate::{check_sample, generate_letor};
pub use groups::{GROUPING_GRAMMAR, Grouping};
pub use histogram::{FeatureHistogram, FeatureSpread};
pub use letor::{LetorParser, MAX_DENSE_BYTES, MAX_LINE_BYTES};
pub use letor_text::{to_letor, to_letor_lines};
pub use names::{MAX_NAME, labels, parse_names};
pub(crate) use names::{Names, check_names};
pub use preparation::{NEAR_DUPLICATE_COSINE, Preparation, PreparationReport};
pub use reading::{
    DataReader, FileSurvey, GroupFile, Preview, PreviewRow, ReadData, ReadingSettings, preview,
};
pub use records::Parsed;
pub use scaling::{FittedScaling, Scaling};
pub(crate) use scaling::{Moments, averages, extremes};
pub use shop::generate_shop;
pub(crate) use split::shuffle;
pub use summary::DatasetSummary;
pub use weights::read_weights;

/// Graded relevance of a document to its query, `0..=MAX_GRADE`; 0 means not relevant.
pub type Grade = u8;

/// The highest grade that data can have.
pub const MAX_GRADE: Grade = Grade::MAX;

/// The highest feature index. Rows are dense, so a single large index would cost memory in every row.
pub const MAX_FEATURES: usize = 100_000;
