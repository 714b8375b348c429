//! DORM: direct optimisation of a measure that is a sum of discount times gain.
//!
//! Δ(y) = Σ_j a_j b_y*(j) − Σ_j a_j b_y(j) and ψ(x, y) = Σ_j c_j x_y(j). Therefore the oracle maximises
//! Σ_j (c_j s_y(j) − a_j b_y(j)), a linear assignment of documents to ranks.
//!
//! Source: Le and Smola, Direct Optimization of Ranking Measures, sections 3 and 4. The paper solves the assignment in
//! O(n³). The faster searches here are exact for these losses.
//!
//! # The search
//!
//! The oracle is exact. It uses the one of three searches with the fewest steps, and a step of the last two takes about
//! a nanosecond:
//!
//! - one sort, if a = λc;
//! - a [merge](super::merge) of the lists of equal gain over the ranks where a is not 0;
//! - shortest augmenting paths, O(n³). Over thousands of documents they take many seconds, so the trainer advances the
//!   search document by document ([`LongSearch`]) and stores its result, and inspection does not repeat it.
//!
//! [`Search::Assignment`] uses the last one in every query, as the paper does, so that its time can be measured.
//!
//! Tests compare the searches with every permutation, with each other, and with the solver of another crate.
//!
//! # Reciprocal rank
//!
//! Reciprocal rank has the form of discount times gain only if a single document is on top. If several documents have
//! the highest grade, a realignment gives the gain to the one with the best score. Δ then changes, so the planes of the
//! query are dropped ([`Realignment::Renewed`]).

use std::str::FromStr;

use crate::data::Grade;
use crate::linalg::assignment;
use crate::ranking::diversity::Diversity;
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::{Error, shown};

use crate::util::sorting::sort_documents;

use super::merge::GradeMerge;
use super::{
    DecayProfile, DiscountGain, IdealSet, LongSearch, PlaceCosts, PositionDecay, Positions, QueryLoss,
    RankingLoss, RankingMeasure, Realignment, Reference, SearchCells, margin,
};

use super::{QueryLabels, diverse};

/// A DORM loss that is not bound to a query yet.
#[derive(Debug, Clone)]
pub struct Dorm {
    /// The measure whose loss is bounded.
    pub measure: RankingMeasure,
    /// Decay profile c of the feature map.
    pub decay: DecayProfile,
    /// Which ideal ranking is y*.
    pub reference: Reference,
    /// Documents with this grade or a higher one are good (precision only).
    pub threshold: Grade,
    /// Whether the gains b are the click weights of the documents instead of the gains of their grades.
    pub by_clicks: bool,
    /// How the violator is found.
    pub search: Search,
}

/// How the violator is found. Both are exact: they find violators of the same value, and of several such violators they
/// may find different ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Search {
    /// One sort or a merge, and an assignment only where it takes fewer steps than the merge.
    #[default]
    Merge,
    /// The general assignment of documents to ranks. O(n³).
    Assignment,
}

impl Search {
    /// Both searches.
    pub const ALL: [Self; 2] = [Self::Merge, Self::Assignment];

    /// Name of the search in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Merge => "merge",
            Self::Assignment => "assignment",
        }
    }
}

impl FromStr for Search {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|search| search.name().eq_ignore_ascii_case(text.trim()));
        found.ok_or_else(|| {
            Error::config("search", format!("{} is not one of merge, assignment", shown(text)))
        })
    }
}

/// The search for the violator. All searches are exact and differ only in cost.
enum Oracle {
    /// One sort by s − λ b, possible if a = λ c. O(n log n).
    Sort { lambda: f64 },
    /// Merge of the lists of equal gain over the ranks where a is not 0.
    Merge(Box<GradeMerge>),
    /// Shortest augmenting paths for any a, b and c. O(n³).
    Assignment,
}

struct QueryDorm {
    measure: DiscountGain,
    best: f64,
    features: PositionDecay,
    oracle: Oracle,
    search: Search,
    /// The documents that could stand for the top documents, for the reciprocal rank: the one with the gain moves.
    tops: Vec<u32>,
}

impl RankingLoss for Dorm {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let measure = self.measure.bind(grades, self.threshold)?;
        let decay = self.decay_vector(&measure.discount);
        // Gains never decrease with the grade, so this order is ideal for every measure. The grade orders documents
        // with equal gain.
        let key = |document: u32| (measure.gain[document as usize], grades[document as usize]);
        let mut order: Vec<u32> = (0..grades.len() as u32).collect();
        sort_documents(&mut order, &|i, l| {
            let ((gain_i, grade_i), (gain_l, grade_l)) = (key(i), key(l));
            gain_l.total_cmp(&gain_i).then(grade_l.cmp(&grade_i))
        });
        let tops = match self.measure {
            RankingMeasure::ReciprocalRank { .. } => top_documents(grades),
            _ => Vec::new(),
        };
        Some(Box::new(QueryDorm::new(measure, decay, (self.reference, self.search), order, tops)))
    }

    /// A query without two documents of a group has the oracles of this file.
    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        let grades = labels.grades;
        if self.by_clicks {
            return Ok(self.bind_clicks(labels.click_weights));
        }
        if let RankingMeasure::DiverseNdcg { cut_off, gain, discount } = self.measure {
            let rule = Diversity::new(labels.groups, grades.len(), cut_off);
            if rule.has_repeats() {
                let gain = grades.iter().map(|&grade| gain.of(grade)).collect();
                let discount = discount.vector(grades.len(), Some(rule.ranks()));
                let decay = self.decay_vector(&discount);
                let measure = DiscountGain { discount, gain };
                let loss = diverse::QueryDiverse::new(rule, measure, decay, self.reference);
                return Ok(loss.map(|loss| Box::new(loss) as Box<dyn QueryLoss>));
            }
        }
        Ok(self.bind(grades))
    }
}

impl Dorm {
    /// Returns the loss whose gains are click weights, of any sign, without a division by the ideal.
    fn bind_clicks(&self, weights: &[f64]) -> Option<Box<dyn QueryLoss>> {
        let discount = self.measure.discount(weights.len())?;
        let differs = |values: &[f64]| values.iter().any(|value| *value != values[0]);
        if !(differs(&discount) && differs(weights)) {
            return None;
        }
        let measure = DiscountGain { discount, gain: weights.to_vec() };
        let decay = self.decay_vector(&measure.discount);
        let order = Ranking::by_scores(weights).order().to_vec();
        Some(Box::new(QueryDorm::new(measure, decay, (self.reference, self.search), order, Vec::new())))
    }

    /// Returns the decay for these discounts. That of diverse NDCG ends with the ranks that count: where c is not 0 at
    /// later ranks, the search would not be an assignment of groups.
    pub(super) fn decay_vector(&self, discount: &[f64]) -> Vec<f64> {
        let mut decay = self.decay.vector(discount);
        if let RankingMeasure::DiverseNdcg { .. } = self.measure {
            let counted = discount.partition_point(|&a| a != 0.0);
            decay[counted..].fill(0.0);
        }
        decay
    }
}

/// Returns the documents of the highest grade, in document order.
fn top_documents(grades: &[Grade]) -> Vec<u32> {
    let highest = grades.iter().max();
    (0..grades.len() as u32).filter(|&document| Some(&grades[document as usize]) == highest).collect()
}

impl QueryDorm {
    /// `fixed`: an ideal order. `tops`: as in the field.
    fn new(
        measure: DiscountGain,
        decay: Vec<f64>,
        (reference, search): (Reference, Search),
        fixed: Vec<u32>,
        tops: Vec<u32>,
    ) -> Self {
        let oracle = match search {
            Search::Merge => choose_oracle(&measure, &decay),
            Search::Assignment => Oracle::Assignment,
        };
        let ideal = IdealSet::of_product(&fixed, &measure.gain, &measure.discount);
        let features = PositionDecay::new(decay, reference, Ranking::from_order(fixed), ideal);
        let best = score(&measure, features.reference());
        Self { measure, best, features, oracle, search, tops }
    }

    /// Returns the loss in which the best scored top document has the gain, of equal scores the first in the file.
    /// `None` if it has the gain already, and in modes in which y* never moves.
    ///
    /// This choice has the least hinge. Let t be the best scored top document and u another one. Take any ranking: if u
    /// stands behind t, the ranking costs at least as much for u as for t; otherwise exchange the two, and it costs as
    /// much for u as before for t, and ⟨w, ψ(y)⟩ does not fall. So the greatest Δ + ⟨w, ψ⟩ for u is at least that for
    /// t. And the best ranking with u first is worth no more than the best one with t first.
    fn with_best_top(&self, documents: &ScoredDocuments) -> Option<Self> {
        if self.tops.len() < 2 || matches!(self.features.mode(), Reference::Fixed | Reference::Averaged) {
            return None;
        }
        let scores = documents.scores();
        let best = self.tops.iter().copied().reduce(|best, other| {
            if scores[other as usize] > scores[best as usize] { other } else { best }
        })?;
        let DiscountGain { discount, gain } = &self.measure;
        let now = self.tops.iter().copied().find(|&document| gain[document as usize] > 0.0)?;
        if best == now {
            return None;
        }
        let mut gain = gain.clone();
        gain.swap(now as usize, best as usize);
        let mut order: Vec<u32> = (0..gain.len() as u32).filter(|&document| document != best).collect();
        order.insert(0, best);
        let measure = DiscountGain { discount: discount.clone(), gain };
        let decay = self.features.decay().to_vec();
        let how = (self.features.mode(), self.search);
        Some(Self::new(measure, decay, how, order, self.tops.clone()))
    }

    /// Returns max_y [Δ(y) + ⟨w, ψ(y)⟩].
    fn greatest(&self, documents: &ScoredDocuments) -> f64 {
        let violator = self.violator(documents);
        let decay = self.features.decay();
        let psi = violator
            .order()
            .iter()
            .zip(decay)
            .map(|(&document, c)| c * documents.scores()[document as usize]);
        self.delta(&violator) + psi.sum::<f64>()
    }
}

impl QueryLoss for QueryDorm {
    fn delta(&self, y: &Ranking) -> f64 {
        (self.best - score(&self.measure, y)).max(0.0)
    }

    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let DiscountGain { discount, gain } = &self.measure;
        let counted = self.measure.counted();
        let expected: f64 = y
            .groups()
            .take_while(|(first, _)| *first < counted)
            .map(|(first, documents)| {
                let gains: f64 = documents.iter().map(|&document| gain[document as usize]).sum();
                let discounts: f64 = discount[first..first + documents.len()].iter().sum();
                gains * discounts / documents.len() as f64
            })
            .sum();
        (self.best - expected).max(0.0)
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        self.features.delta_psi(y)
    }

    /// c does not increase, so the ranking by scores maximises Σ_j c_j s_y(j).
    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        Some(self.features.tied_delta_psi(y))
    }

    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let DiscountGain { gain, .. } = &self.measure;
        let decay = self.features.decay();
        match &self.oracle {
            Oracle::Sort { lambda } => {
                let keys: Vec<f64> =
                    documents.scores().iter().zip(gain).map(|(s, b)| s - lambda * b).collect();
                Ranking::by_scores(&keys)
            }
            Oracle::Merge(merge) => merge.most_violated(documents, decay),
            Oracle::Assignment => {
                LongSearch::new(documents.scores(), PlaceCosts::Product(self.measure.clone()), decay).run()
            }
        }
    }

    fn search_steps(&self) -> f64 {
        match &self.oracle {
            Oracle::Sort { .. } => 0.0,
            Oracle::Merge(merge) => merge.cost(),
            Oracle::Assignment => assignment::steps(self.features.decay().len()),
        }
    }

    fn long_search(&self, scores: &[f64]) -> Option<LongSearch> {
        match &self.oracle {
            Oracle::Assignment => {
                let costs = PlaceCosts::Product(self.measure.clone());
                Some(LongSearch::new(scores, costs, self.features.decay()))
            }
            Oracle::Sort { .. } | Oracle::Merge(_) => None,
        }
    }

    fn reference(&self) -> &Ranking {
        self.features.reference()
    }

    fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        match self.with_best_top(documents) {
            None => self.features.alignment_gain(documents),
            Some(mut other) => {
                other.features.realign(documents);
                // The ramp bound compares with the model's own ranking, which is the same for both.
                let star = |loss: &Self| match loss.aligns() {
                    true => margin(loss.features.reference_coefficients(), documents.scores()),
                    false => 0.0,
                };
                let hinge = |loss: &Self| loss.greatest(documents) - star(loss);
                hinge(self) - hinge(&other)
            }
        }
    }

    fn aligns(&self) -> bool {
        self.features.aligns()
    }

    fn realign(&mut self, scores: &[f64]) -> Option<Realignment> {
        let documents = ScoredDocuments::new(scores.to_vec());
        if let Some(mut other) = self.with_best_top(&documents) {
            other.features.realign(&documents);
            *self = other;
            return Some(Realignment::Renewed);
        }
        self.features.realign(&documents).map(Realignment::Moved)
    }

    fn oracle(&self) -> String {
        match &self.oracle {
            Oracle::Sort { lambda } => format!("one sort by s − {lambda}·b, because a = {lambda}·c"),
            Oracle::Merge(merge) => merge.to_string(),
            Oracle::Assignment => "linear assignment by shortest augmenting paths".to_owned(),
        }
    }

    fn search_cells<'a>(&'a self, scores: &'a [f64]) -> Option<SearchCells<'a>> {
        let DiscountGain { discount, gain } = &self.measure;
        let decay = self.features.decay();
        let value = move |document: usize, rank: usize| {
            decay[rank] * scores[document] - discount[rank] * gain[document]
        };
        Some(SearchCells::assignment(self.reference(), value))
    }

    fn positions(&self) -> Option<Positions<'_>> {
        Some(Positions {
            decay: self.features.decay(),
            discount: &self.measure.discount,
            gain: &self.measure.gain,
            reference_coefficients: self.features.reference_coefficients(),
        })
    }
}

fn score(measure: &DiscountGain, y: &Ranking) -> f64 {
    let counted = measure.discount[..measure.counted()].iter();
    counted.zip(y.order()).map(|(a, &document)| a * measure.gain[document as usize]).sum()
}

fn choose_oracle(measure: &DiscountGain, decay: &[f64]) -> Oracle {
    if let Some(lambda) = proportion(&measure.discount, decay) {
        return Oracle::Sort { lambda };
    }
    match GradeMerge::new(&measure.gain, &measure.discount) {
        // Measured for n = 10 … 800: a step of either search takes about a nanosecond.
        Some(merge) if merge.cost() <= assignment::steps(decay.len()) => Oracle::Merge(Box::new(merge)),
        _ => Oracle::Assignment,
    }
}

/// Returns λ if a = λ c up to a relative error of two machine epsilons.
fn proportion(discount: &[f64], decay: &[f64]) -> Option<f64> {
    let lambda = discount[0] / decay[0];
    let proportional = |(a, c): (&f64, &f64)| (a - lambda * c).abs() <= 2.0 * f64::EPSILON * a.abs();
    (lambda.is_finite() && discount.iter().zip(decay).all(proportional)).then_some(lambda)
}
