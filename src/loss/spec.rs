//! Losses with their options as plain data, built from the settings. Must not know learners.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;

use crate::data::{Dataset, Grade, Grouping, MAX_GRADE};
use crate::metric::{AUC, AVERAGE_PRECISION, Measure, NDCG, RECIPROCAL_RANK};
use crate::util::error::Error;

use super::{
    Auc, ClickPairs, Decay, Dorm, DormCost, GradeWeights, Map, Mrr, MrrFeatureMap, Ndcg, Owpc, PairHinge,
    PairTable, PairWeight, QueryLabels, QueryLoss, Ramp, RankingLoss,
};

/// A loss with its options.
#[expect(clippy::large_enum_variant, reason = "there is one for each loss of a run")]
#[derive(Debug, Clone)]
pub enum LossSpec {
    /// DORM: direct optimisation of a sum of discount times gain.
    Dorm(Dorm),
    /// DORM with a cost of positions.
    Cost(DormCost),
    /// SVM-AUC.
    Auc(Auc),
    /// SVM-MAP.
    Map(Map),
    /// SVM-NDCG, clipped or not.
    Ndcg(Ndcg),
    /// SVM-MRR.
    Mrr(Mrr),
    /// OWPC, with RankSVM over good and bad documents as a special case.
    Owpc(Owpc),
    /// The pairs of one grade and all lower ones.
    PairHinge(PairHinge),
    /// The pairs of clicked documents with all others.
    ClickPairs(ClickPairs),
    /// SVM-COMBO, or RankSVM over all grades: several losses for one w.
    Combo(Combo),
    /// The ramp bound of one of the single losses.
    Ramp(Ramp<Self>),
}

/// Several losses, with a choice of whether they share slacks.
///
/// RankSVM over all grades has a component for every grade, with separate slacks, because its hinges add up.
/// Source: Chakrabarti et al. 2008, section 3.7.
#[derive(Debug, Clone)]
pub struct Combo {
    /// Name and loss of each component, at least one.
    pub components: Vec<(String, LossSpec)>,
    /// Whether the components of a query share one slack, so that only the most violated component counts. Otherwise
    /// each component has its own slack at the same C, and the slacks add up.
    pub shared_slack: bool,
}

/// The decay and the discounts of a loss, by rank.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Profiles {
    /// Decay c.
    pub c: Vec<f64>,
    /// Discount a.
    pub a: Vec<f64>,
}

impl RankingLoss for LossSpec {
    /// `None` also for a combination, whose losses are bound one by one.
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        self.single()?.bind(grades)
    }

    fn kinds(&self) -> Option<&Grouping> {
        self.single()?.kinds()
    }

    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        self.single().map_or(Ok(None), |loss| loss.bind_query(labels))
    }
}

impl LossSpec {
    /// RankSVM over all pairs of different grades, with a loss for every grade that data can have.
    /// [`weighted_by`](Self::weighted_by) computes the weights that depend on data.
    ///
    /// # Errors
    /// None: every component has a ramp bound.
    pub fn pairs_of_grades(pairs: PairWeight, weights: GradeWeights, ramp: bool) -> Result<Self, Error> {
        let component = |hinge: PairHinge| {
            let (name, loss) = (format!("grade {}", hinge.grade), Self::PairHinge(hinge));
            Ok((name, if ramp { loss.ramp()? } else { loss }))
        };
        let table = match weights {
            GradeWeights::Equal => Some(PairTable::equal()),
            GradeWeights::SwapLoss => None,
        };
        let losses = PairHinge::all(MAX_GRADE, pairs, table);
        let components = losses.into_iter().map(component).collect::<Result<_, Error>>()?;
        Ok(Self::Combo(Combo { components, shared_slack: false }))
    }

    /// Returns the loss without components for grades above `highest`, which have no pairs in the data. The component
    /// of grade 1 always stays.
    pub fn up_to(mut self, highest: Grade) -> Self {
        if let Self::Combo(combo) = &mut self {
            let components = std::mem::take(&mut combo.components).into_iter();
            combo.components = components
                .filter(|(_, loss)| loss.grade().is_none_or(|grade| grade <= highest.max(1)))
                .map(|(name, loss)| (name, loss.up_to(highest)))
                .collect();
        }
        self
    }

    /// Checks that the loss can be trained on data with the grade `greatest`: its gains must be exact.
    ///
    /// # Errors
    /// [`Error::Config`] with what to give instead.
    pub fn check_grades(&self, greatest: Grade) -> Result<(), Error> {
        match self {
            Self::Dorm(dorm) if dorm.by_clicks => Ok(()),
            Self::Dorm(dorm) => dorm.measure.check_trained(greatest),
            Self::Ramp(ramp) => ramp.inner.check_grades(greatest),
            Self::Combo(combo) => {
                combo.components.iter().try_for_each(|(_, loss)| loss.check_grades(greatest))
            }
            _ => Ok(()),
        }
    }

    /// Returns the loss with the weights of pairs that are computed from these training data. Other losses stay as they
    /// are. Cost: one pass over the grades.
    pub fn weighted_by(&self, data: &Dataset) -> Cow<'_, Self> {
        if !self.lacks_weights() {
            return Cow::Borrowed(self);
        }
        let mut weighted = self.clone();
        weighted.set_weights(&Arc::new(PairTable::swap_loss(data)));
        Cow::Owned(weighted)
    }

    /// Whether weights of pairs are computed from the training data.
    pub fn lacks_weights(&self) -> bool {
        match self {
            Self::PairHinge(hinge) => hinge.weights.is_none(),
            Self::Ramp(ramp) => ramp.inner.lacks_weights(),
            Self::Combo(combo) => combo.components.iter().any(|(_, loss)| loss.lacks_weights()),
            _ => false,
        }
    }

    /// Sets the weights of pairs where they are missing.
    fn set_weights(&mut self, table: &Arc<PairTable>) {
        match self {
            Self::PairHinge(hinge) => {
                hinge.weights.get_or_insert_with(|| Arc::clone(table));
            }
            Self::Ramp(ramp) => ramp.inner.set_weights(table),
            Self::Combo(combo) => combo.components.iter_mut().for_each(|(_, loss)| loss.set_weights(table)),
            _ => {}
        }
    }

    /// The grade of the better documents of a pair hinge.
    fn grade(&self) -> Option<Grade> {
        match self {
            Self::PairHinge(hinge) => Some(hinge.grade),
            Self::Ramp(ramp) => ramp.inner.grade(),
            _ => None,
        }
    }

    /// The losses in groups that share a slack of the query: see
    /// [`Trainer::new`](crate::learner::cutting_plane::Trainer::new).
    pub fn slack_groups(&self) -> Vec<Vec<&dyn RankingLoss>> {
        if let Self::Combo(combo) = self {
            let groups = combo.components.iter().flat_map(|(_, loss)| loss.slack_groups());
            return if combo.shared_slack { vec![groups.flatten().collect()] } else { groups.collect() };
        }
        self.single().into_iter().map(|loss| vec![loss]).collect()
    }

    /// The one loss that this is; `None` for a combination.
    fn single(&self) -> Option<&dyn RankingLoss> {
        match self {
            Self::Dorm(loss) => Some(loss),
            Self::Cost(loss) => Some(loss),
            Self::Auc(loss) => Some(loss),
            Self::Map(loss) => Some(loss),
            Self::Ndcg(loss) => Some(loss),
            Self::Mrr(loss) => Some(loss),
            Self::Owpc(loss) => Some(loss),
            Self::PairHinge(loss) => Some(loss),
            Self::ClickPairs(loss) => Some(loss),
            Self::Ramp(loss) => Some(loss),
            Self::Combo(_) => None,
        }
    }

    /// The ramp bound of this loss.
    ///
    /// # Errors
    /// [`Error::Config`] with the reason for a loss that has none.
    pub fn ramp(self) -> Result<Self, Error> {
        match self {
            Self::Mrr(Mrr { feature_map: MrrFeatureMap::Mrr, .. }) => Err(Error::config(
                "reference",
                "ramp does not fit psi_mrr, because the ranking by scores does not maximise ⟨w, psi_mrr(y)⟩; set the \
                 feature map to po",
            )),
            Self::Combo(combo) if combo.shared_slack => Err(Error::config(
                "reference",
                "ramp does not fit components that share a slack, because each has a shift of its own; give them \
                 separate slacks",
            )),
            // Each component has its own bound already.
            Self::Combo(_) | Self::Ramp(_) => Ok(self),
            _ => Ok(Self::Ramp(Ramp { inner: Box::new(self) })),
        }
    }

    /// Names of the components of a combination, in the order of [`Self::slack_groups`]; empty for a single loss.
    pub fn component_names(&self) -> Vec<String> {
        match self {
            Self::Combo(combo) if combo.components.len() > 1 => {
                let names = combo.components.iter().map(|(name, loss)| (name, loss.component_names()));
                let inner = |(name, inner): (&String, Vec<String>)| match inner.is_empty() {
                    true => vec![name.clone()],
                    false => inner.iter().map(|inner| format!("{name}, {inner}")).collect(),
                };
                names.flat_map(inner).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The vectors c and a for a query of n documents whose grades are unknown.
    ///
    /// A vector is empty if it depends on the grades, or if the loss does not have this form. Cost: O(n).
    pub fn profiles(&self, n: usize) -> Profiles {
        if let Self::Ramp(Ramp { inner }) = self {
            return inner.profiles(n);
        }
        if let Self::Cost(loss) = self {
            return Profiles { c: loss.decay.vector(&vec![0.0; n]), a: Vec::new() };
        }
        let Self::Dorm(dorm) = self else { return Profiles { c: Vec::new(), a: Vec::new() } };
        let a = dorm.measure.discount(n);
        let needs_discount = *dorm.decay.decay() == Decay::Measure;
        let c = match &a {
            Some(a) => dorm.decay_vector(a),
            None if needs_discount => Vec::new(),
            None => dorm.decay.vector(&vec![0.0; n]),
        };
        Profiles { c, a: a.unwrap_or_default() }
    }

    /// The measure to report for a model trained with this loss.
    pub fn reported_measure(&self) -> Measure {
        match self {
            Self::Dorm(dorm) => dorm.measure.reported(),
            Self::Cost(_) | Self::ClickPairs(_) => NDCG.at(Some(10)),
            Self::Auc(_) => AUC.whole(),
            Self::Map(_) | Self::Owpc(_) | Self::PairHinge(_) => AVERAGE_PRECISION.whole(),
            Self::Ndcg(ndcg) => Measure { discount: ndcg.discount, ..NDCG.at(ndcg.cut_off) },
            Self::Mrr(mrr) => RECIPROCAL_RANK.at(mrr.cut_off),
            Self::Combo(combo) => combo.components[0].1.reported_measure(),
            Self::Ramp(ramp) => ramp.inner.reported_measure(),
        }
    }
}
