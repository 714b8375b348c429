//! RankSVM over all pairs of different grades: the hinge of every pair, with a weight by the two grades.
//! [`LossSpec::pairs_of_grades`](super::LossSpec::pairs_of_grades) has one loss for every grade.
//!
//! A ranking cannot define the active pairs of more than two grades: with a margin of 1 between neighbouring grades,
//! the outer two of three grades would need a margin of 2. One loss therefore compares the documents of one grade
//! with all documents of lower grades, where pairs are independent. The losses of all grades have a slack each. Their
//! hinges add up to `Σ τ_ij [1 − (s_i − s_j)]₊` over all pairs with r_i > r_j.
//!
//! For two grades this is [`Owpc`](super::Owpc) with constant weights.
//! Source: Herbrich et al. 2000; Joachims 2002. With τ and a mean per query, SVM-IR-QP of Cao et al. 2006.

use std::sync::Arc;

use crate::data::Grade;
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::sorting::by_falling_level;

use super::{PairTable, PairWeight, QueryLoss, RankingLoss};

/// The pairs of one grade and all lower ones.
///
/// Δ(y) is the weight of the pairs whose worse document stands first. δψ(y) is the weighted sum of x_i − x_j over
/// these pairs. Cost of the oracle: O(n log n), because it never enumerates the pairs.
#[derive(Debug, Clone)]
pub struct PairHinge {
    /// The grade of the better documents, at least 1.
    pub grade: Grade,
    /// Whether hinges are divided by the number of all pairs of the query.
    pub pairs: PairWeight,
    /// τ.
    pub weights: Arc<PairTable>,
}

impl PairHinge {
    /// Returns one loss for every grade from 1 to `highest`. Each needs its own slack.
    pub fn all(highest: Grade, pairs: PairWeight, weights: &PairTable) -> Vec<Self> {
        let weights = Arc::new(weights.clone());
        (1..=highest).map(|grade| Self { grade, pairs, weights: weights.clone() }).collect()
    }
}

impl RankingLoss for PairHinge {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let scale = match self.pairs {
            PairWeight::Mean => 1.0 / number_of_pairs(grades),
            PairWeight::Sum => 1.0,
        };
        let roles: Vec<Role> = grades
            .iter()
            .map(|&grade| match grade.cmp(&self.grade) {
                std::cmp::Ordering::Less => Role::Worse(scale * self.weights.weight(self.grade, grade)),
                std::cmp::Ordering::Equal => Role::Better,
                std::cmp::Ordering::Greater => Role::Other,
            })
            .collect();
        let has_better = roles.contains(&Role::Better);
        let has_worse = roles.iter().any(|role| matches!(role, Role::Worse(weight) if *weight > 0.0));
        let reference = Ranking::from_search(by_falling_level(grades));
        (has_better && has_worse).then(|| Box::new(QueryPairHinge { roles, reference }) as Box<dyn QueryLoss>)
    }
}

/// Returns the number of pairs of different grades.
fn number_of_pairs(grades: &[Grade]) -> f64 {
    let mut counts = [0.0; Grade::MAX as usize + 1];
    for &grade in grades {
        counts[usize::from(grade)] += 1.0;
    }
    let n = grades.len() as f64;
    0.5 * (n * n - counts.iter().map(|count| count * count).sum::<f64>())
}

/// The role of a document in the pairs of one grade.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    Better,
    /// With the weight of its pairs.
    Worse(f64),
    /// The document has a higher grade and is in no pair.
    Other,
}

struct QueryPairHinge {
    roles: Vec<Role>,
    /// Documents by falling grade.
    reference: Ranking,
}

impl QueryPairHinge {
    /// Returns the number of better documents among some, and the weight of the worse ones.
    fn sides(&self, documents: &[u32]) -> (f64, f64) {
        let (mut better, mut worse) = (0.0, 0.0);
        for &document in documents {
            match self.roles[document as usize] {
                Role::Better => better += 1.0,
                Role::Worse(weight) => worse += weight,
                Role::Other => {}
            }
        }
        (better, worse)
    }

    /// Returns the coefficients of δψ, one per document. A tied pair is in the wrong order with probability ½.
    /// Cost: O(n).
    fn coefficients(&self, y: &TiedRanking) -> Vec<f64> {
        let mut coefficients = vec![0.0; self.roles.len()];
        let mut before = 0.0;
        let mut behind = self.roles.iter().filter(|role| **role == Role::Better).count() as f64;
        for (_, documents) in y.groups() {
            let (better, worse) = self.sides(documents);
            behind -= better;
            for &document in documents {
                coefficients[document as usize] = match self.roles[document as usize] {
                    Role::Better => before + 0.5 * worse,
                    Role::Worse(weight) => -weight * (behind + 0.5 * better),
                    Role::Other => 0.0,
                };
            }
            before += worse;
        }
        coefficients
    }
}

impl QueryLoss for QueryPairHinge {
    fn delta(&self, y: &Ranking) -> f64 {
        self.expected_delta(&TiedRanking::strict(y))
    }

    /// A tied pair is in the wrong order with probability ½.
    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let (mut before, mut delta) = (0.0, 0.0);
        for (_, documents) in y.groups() {
            let (better, worse) = self.sides(documents);
            delta += better * (before + 0.5 * worse);
            before += worse;
        }
        delta
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        self.coefficients(&TiedRanking::strict(y))
    }

    /// The ranking by scores maximises ⟨w, ψ(y)⟩, because ψ is a sum over pairs.
    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        Some(self.coefficients(y))
    }

    /// A worse document stands before a better one iff 1 + s_j > s_i. If both sides are equal, the pair is worth 0 in
    /// either order.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let handicap = |role: &Role| if *role == Role::Better { 1.0 } else { 0.0 };
        let scores = documents.scores().iter().zip(&self.roles).map(|(score, role)| score - handicap(role));
        Ranking::by_scores(&scores.collect::<Vec<f64>>())
    }

    fn reference(&self) -> &Ranking {
        &self.reference
    }

    fn oracle(&self) -> String {
        "one sort: a pair is active where the better document leads by less than 1".to_owned()
    }
}
