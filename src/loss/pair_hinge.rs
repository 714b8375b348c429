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
use crate::sorting::{by_falling_level, sort_documents};

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
            if let [document] = documents {
                // Most groups: the same sums, without the pairs within a group.
                match self.roles[*document as usize] {
                    Role::Better => delta += before,
                    Role::Worse(weight) => before += weight,
                    Role::Other => {}
                }
                continue;
            }
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

    /// Merges the worse documents j into the better ones i, both in score order. The sums have the order of the sums over
    /// the violator.
    fn violated_plane(&self, documents: &ScoredDocuments) -> (f64, Vec<f64>) {
        let (order, scores, roles) = (documents.order(), documents.scores(), &self.roles);
        let handicapped = |i: u32| scores[i as usize] - 1.0;
        let is_better = |i: &&u32| roles[**i as usize] == Role::Better;
        let mut better: Vec<u32> = order.iter().filter(is_better).copied().collect();
        // Two scores can become equal when 1 is subtracted. Their documents then have document order.
        if better.windows(2).any(|pair| handicapped(pair[0]) == handicapped(pair[1])) {
            sort_documents(&mut better, &|one, other| {
                handicapped(other).total_cmp(&handicapped(one)).then(one.cmp(&other))
            });
        }
        let mut worse = order.iter().filter_map(|&j| match roles[j as usize] {
            Role::Worse(weight) => Some((j, weight)),
            Role::Better | Role::Other => None,
        });
        let mut next = worse.next();
        let mut coefficients = vec![0.0; order.len()];
        let (mut before, mut behind, mut delta) = (0.0, better.len() as f64, 0.0);
        for i in better {
            let threshold = handicapped(i);
            while let Some((j, weight)) = next {
                let score = scores[j as usize];
                if !(score > threshold || score == threshold && j < i) {
                    break;
                }
                coefficients[j as usize] = -weight * behind;
                before += weight;
                next = worse.next();
            }
            behind -= 1.0;
            delta += before;
            coefficients[i as usize] = before;
        }
        // The other worse documents stand before no better one.
        for (j, _) in next.into_iter().chain(worse) {
            coefficients[j as usize] = -0.0;
        }
        (delta, coefficients)
    }

    fn reference(&self) -> &Ranking {
        &self.reference
    }

    fn oracle(&self) -> String {
        "one sort: a pair is active where the better document leads by less than 1".to_owned()
    }
}
