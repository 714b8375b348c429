//! DORM with any cost of putting a document of a class at a rank.
//!
//! Δ(y) = Σ_j T[class of y(j)][j] − the same sum for y*, and ψ(x, y) = Σ_j c_j x_y(j). Documents of a class cost the
//! same everywhere and c does not increase, so an optimal ranking has each class in score order: the violator is a
//! merge of the classes. y* is a ranking of least cost.
//!
//! *Ideal rankings.* Several rankings can have the least cost. Optimal prices of the assignment of classes to ranks say
//! which: exactly those that use only places where the prices add up to the cost, by complementary slackness. The
//! aligned y* is the one of them with the greatest ⟨w, ψ(y)⟩. Where the places fix how many documents of each class
//! stand in each block of ranks, that is the [`IdealSet`](super::IdealSet) of a measure. Otherwise another merge, with
//! the other places forbidden, finds it.
//!
//! Source: Le and Smola 2007, equation 19, whose table has a row for every document. It is solved here for classes.

use crate::data::{Grade, Grouping};
use crate::util::error::Error;

use super::{DecayProfile, PositionCost, QueryLabels, QueryLoss, RankingLoss, Reference};

mod ideal;
mod ideal_counts;
mod query;
mod query_costs;

pub use query_costs::QueryCosts;

/// DORM with a cost of positions, not bound to a query yet.
#[derive(Debug, Clone)]
pub struct DormCost {
    /// The cost.
    pub cost: PositionCost,
    /// Where the documents' kinds come from.
    pub kinds: Grouping,
    /// Decay profile c of the feature map; it must not be that of a measure.
    pub decay: DecayProfile,
    /// Which ideal ranking is y*.
    pub reference: Reference,
}

impl RankingLoss for DormCost {
    /// Binds documents without kinds.
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        self.bind_query(&QueryLabels { grades, ..QueryLabels::default() }).ok().flatten()
    }

    fn kinds(&self) -> Option<&Grouping> {
        (!self.kinds.is_none()).then_some(&self.kinds)
    }

    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        let loss = query::QueryCost::new(self, labels)?;
        Ok(loss.map(|loss| Box::new(loss) as Box<dyn QueryLoss>))
    }
}
