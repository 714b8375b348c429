//! The result of the separation oracle for one query, with every figure needed to check it; the ways of documents
//! through trees, and the effect of a feature on a score. Must not know trainers.

mod bounds_along;
mod contributions;
mod free_places;
mod inspection;
mod partial_dependence;
mod pulls;
mod search;
mod tree_paths;
mod valuation;
mod view;

pub use bounds_along::{BoundsAlong, bounds_along};
pub use contributions::{Contributions, DocumentContribution, RankContribution, RankTerm};
pub use free_places::MOST_EXCHANGED;
pub use inspection::{ComponentHinge, DiverseRanking, InspectedDocument, Inspection, QueryRow};
pub use partial_dependence::{PartialDependence, partial_dependence};
pub use pulls::{Pulls, RankedQuery, pulls, ranked_query};
pub use search::{LARGEST_TABLE, SearchTable};
pub use tree_paths::{TreePaths, tree_paths};
pub use valuation::{Enumeration, MOST_ENUMERATED, Valuation, ValueBin};
pub use view::{Judgement, View};
