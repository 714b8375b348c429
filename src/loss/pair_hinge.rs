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
use crate::util::error::Error;
use crate::util::sorting::{by_falling_level, sort_documents};

use super::{PairTable, PairWeight, QueryLabels, QueryLoss, RankingLoss};

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
    /// τ; `None` until the training data are known that it is computed from.
    pub weights: Option<Arc<PairTable>>,
}

impl PairHinge {
    /// Returns one loss for every grade from 1 to `highest`. Each needs its own slack.
    pub fn all(highest: Grade, pairs: PairWeight, weights: Option<PairTable>) -> Vec<Self> {
        let weights = weights.map(Arc::new);
        (1..=highest).map(|grade| Self { grade, pairs, weights: weights.clone() }).collect()
    }
}

impl RankingLoss for PairHinge {
    /// `None` also without a table of weights.
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let table = self.weights.as_ref()?;
        let scale = match self.pairs {
            PairWeight::Mean => 1.0 / number_of_pairs(grades),
            PairWeight::Sum => 1.0,
        };
        let role_of = |grade: Grade| match grade.cmp(&self.grade) {
            std::cmp::Ordering::Less => Role::worse(scale * table.weight(self.grade, grade)),
            std::cmp::Ordering::Equal => Role::BETTER,
            std::cmp::Ordering::Greater => Role::OTHER,
        };
        let roles: Vec<Role> = (0..=grades.iter().copied().max()?).map(role_of).collect();
        let in_use = || grades.iter().map(|&grade| roles[usize::from(grade)]);
        let has_better = in_use().any(Role::is_better);
        let has_worse = in_use().any(|role| role.weight() > 0.0);
        if !(has_better && has_worse) {
            return None;
        }
        let reference = Ranking::from_search(by_falling_level(grades));
        Some(Box::new(QueryPairHinge { grades: grades.to_vec(), roles, reference }))
    }

    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        if self.weights.is_none() {
            let problem = "swap-loss is computed from training data, and there are none here";
            return Err(Error::config("pair_weights", problem));
        }
        Ok(self.bind(labels.grades))
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

/// The role of a document in the pairs of one grade: better, worse with the weight of its pairs, or in no pair because
/// its grade is higher.
///
/// It is one number, so that sums over documents in score order need no branch, which a processor could not predict.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Role(f64);

impl Role {
    const BETTER: Self = Self(-1.0);
    const OTHER: Self = Self(-2.0);

    /// Returns the role of a worse document, the weight of whose pairs is at least 0.
    fn worse(weight: f64) -> Self {
        Self(weight)
    }

    fn is_better(self) -> bool {
        self == Self::BETTER
    }

    fn is_worse(self) -> bool {
        self.0 >= 0.0
    }

    /// Returns the weight of a worse document, and 0 for any other.
    fn weight(self) -> f64 {
        if self.0 > 0.0 { self.0 } else { 0.0 }
    }

    /// Returns `value` for a better document, and 0 for any other.
    fn if_better(self, value: f64) -> f64 {
        f64::from_bits(value.to_bits() & u64::from(self.is_better()).wrapping_neg())
    }
}

struct QueryPairHinge {
    grades: Vec<Grade>,
    /// The role of the documents of each grade. One for each document would take eight times the memory.
    roles: Vec<Role>,
    /// Documents by falling grade.
    reference: Ranking,
}

impl QueryPairHinge {
    fn role(&self, document: u32) -> Role {
        self.roles[usize::from(self.grades[document as usize])]
    }

    /// Returns the roles of all documents, in document order.
    fn all_roles(&self) -> impl Iterator<Item = Role> {
        self.grades.iter().map(|&grade| self.roles[usize::from(grade)])
    }

    /// Returns the number of better documents among some, and the weight of the worse ones.
    fn sides(&self, documents: &[u32]) -> (f64, f64) {
        let (mut better, mut worse) = (0.0, 0.0);
        for &document in documents {
            let role = self.role(document);
            better += role.if_better(1.0);
            worse += role.weight();
        }
        (better, worse)
    }

    /// Returns the better and the worse documents, each in the given order.
    fn split(&self, order: &[u32]) -> [Vec<u32>; 2] {
        let mut sides = [vec![0; order.len()], vec![0; order.len()]];
        let mut lengths = [0; 2];
        // Every document is written to both sides. The next one overwrites it unless it belongs there.
        for &document in order {
            let role = self.role(document);
            for (side, belongs) in [role.is_better(), role.is_worse()].into_iter().enumerate() {
                sides[side][lengths[side]] = document;
                lengths[side] += usize::from(belongs);
            }
        }
        sides.iter_mut().zip(lengths).for_each(|(side, length)| side.truncate(length));
        sides
    }

    /// Returns the coefficients of δψ, one per document. A tied pair is in the wrong order with probability ½.
    /// Cost: O(n).
    fn coefficients(&self, y: &TiedRanking) -> Vec<f64> {
        let mut coefficients = vec![0.0; self.grades.len()];
        let mut before = 0.0;
        let mut behind = self.all_roles().filter(|role| role.is_better()).count() as f64;
        for (_, documents) in y.groups() {
            let (better, worse) = self.sides(documents);
            behind -= better;
            for &document in documents {
                coefficients[document as usize] = match self.role(document) {
                    Role::BETTER => before + 0.5 * worse,
                    Role::OTHER => 0.0,
                    role => -role.weight() * (behind + 0.5 * better),
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
        if let Some(order) = y.without_ties() {
            // The same sums, without the pairs within a group.
            for &document in order {
                let role = self.role(document);
                delta += role.if_better(before);
                before += role.weight();
            }
            return delta;
        }
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
        let scores =
            documents.scores().iter().zip(self.all_roles()).map(|(score, role)| score - role.if_better(1.0));
        Ranking::by_scores(&scores.collect::<Vec<f64>>())
    }

    /// Merges the worse documents j into the better ones i, both in score order. The sums have the order of the sums
    /// over the violator.
    fn violated_plane(&self, documents: &ScoredDocuments) -> (f64, Vec<f64>) {
        let (order, scores) = (documents.order(), documents.scores());
        let handicapped = |i: u32| scores[i as usize] - 1.0;
        let [mut better, worse] = self.split(order);
        // Two scores can become equal when 1 is subtracted. Their documents then have document order.
        if better.windows(2).any(|pair| handicapped(pair[0]) == handicapped(pair[1])) {
            sort_documents(&mut better, &|one, other| {
                handicapped(other).total_cmp(&handicapped(one)).then(one.cmp(&other))
            });
        }
        let mut worse = worse.into_iter().map(|j| (j, self.role(j).weight()));
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
