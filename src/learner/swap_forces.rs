//! Forces between the documents of a query, by the change of NDCG in a swap. Must not know features or learners.
//!
//! A force depends on scores and grades alone, and sums run over documents by falling score and grade. So the order of
//! the documents in the data changes no bit.

use std::ops::Range;

use crate::data::Grade;
use crate::metric::Gain;
use crate::ranking::Ranking;
use crate::util::sorting::by_falling_level;

/// Added to a difference of scores, by which the weight of a pair is divided.
const LEAST_DISTANCE: f64 = 0.01;

/// What the forces of all queries share.
pub(crate) struct Swaps<'a> {
    pub gains: Gains<'a>,
    /// Discount of every rank; 0 beyond the cut-off.
    pub discounts: &'a [f64],
    /// Whether the weight of a pair is divided by 0.01 + |s_i − s_j|, unless all scores of the query are equal. Source:
    /// `lambdarank_norm` in LightGBM's `rank_objective.hpp`.
    pub by_distance: bool,
}

/// The gains of the grades of a query.
#[derive(Clone, Copy)]
pub(crate) enum Gains<'a> {
    /// By a rule for all queries.
    Rule(&'a Gain),
    /// By a table of this query.
    Table(&'a [f64]),
}

impl Gains<'_> {
    pub fn of(self, grade: Grade) -> f64 {
        match self {
            Self::Rule(gain) => gain.of(grade),
            Self::Table(table) => table.get(usize::from(grade)).copied().unwrap_or(0.0),
        }
    }
}

/// The documents of a query by falling score, those with equal scores by falling grade: one list for each quantity, so
/// that the forces of several pairs are computed at once.
struct Placed {
    documents: Vec<usize>,
    scores: Vec<f64>,
    grades: Vec<Grade>,
    gains: Vec<f64>,
    /// Mean discount of the ranks of equal scores.
    discounts: Vec<f64>,
    forces: Vec<f64>,
    curvatures: Vec<f64>,
}

/// Documents with one score, at consecutive ranks.
struct Group {
    ranks: Range<usize>,
    /// Whether they have several grades.
    is_mixed: bool,
}

/// Exponentials of scores: e^{s − `reference`} of every rank from the one where the reference was taken.
struct Exponentials {
    reference: f64,
    values: Vec<f64>,
}

/// Largest distance of a score from the reference of its exponential, so that e^−300 is far above the smallest number.
const FARTHEST: f64 = 300.0;

impl Swaps<'_> {
    /// Returns the force λ on each document of a query, and its curvature Σ ρ (1 − p). `factor`: the weight of the
    /// query over its best DCG@k.
    ///
    /// Documents with equal scores share their ranks: the change of NDCG@k is the mean over their orders. Cost:
    /// O(n log n + n k), and O(n²) while many documents share the ranks up to k.
    pub fn of(&self, scores: &[f64], grades: &[Grade], factor: f64) -> Vec<[f64; 2]> {
        let mut placed = self.placed(scores, grades);
        let groups = placed.groups(self.discounts);
        let least = (self.by_distance && groups.len() > 1).then_some(LEAST_DISTANCE);
        let mut exponentials = Exponentials { reference: f64::INFINITY, values: vec![0.0; scores.len()] };
        let mut pairs = vec![[0.0; 2]; scores.len()];
        for group in groups {
            // A swap of two documents beyond the cut-off changes nothing.
            if placed.discounts[group.ranks.start] == 0.0 {
                break;
            }
            if group.is_mixed {
                let weight = least.map_or(factor, |least| factor / least);
                placed.pull_apart(&group.ranks, self.mean_change(&group.ranks) * weight);
            }
            exponentials.reach(&placed.scores, group.ranks.start);
            for upper in group.ranks.clone() {
                placed.pull_down(upper, group.ranks.end, factor, least, &exponentials.values, &mut pairs);
            }
        }
        let mut all = vec![[0.0; 2]; scores.len()];
        for (rank, &document) in placed.documents.iter().enumerate() {
            all[document] = [placed.forces[rank], placed.curvatures[rank]];
        }
        all
    }

    fn placed(&self, scores: &[f64], grades: &[Grade]) -> Placed {
        let by_grade = by_falling_level(grades);
        let of_grades: Vec<f64> = by_grade.iter().map(|&document| scores[document as usize]).collect();
        // Documents with equal scores keep their order, which is that of their grades.
        let order = Ranking::by_scores(&of_grades);
        let documents: Vec<usize> =
            order.order().iter().map(|&place| by_grade[place as usize] as usize).collect();
        let zeros = vec![0.0; documents.len()];
        Placed {
            scores: documents.iter().map(|&document| scores[document]).collect(),
            grades: documents.iter().map(|&document| grades[document]).collect(),
            gains: documents.iter().map(|&document| self.gains.of(grades[document])).collect(),
            documents,
            discounts: zeros.clone(),
            forces: zeros.clone(),
            curvatures: zeros,
        }
    }

    /// Returns the mean of |D_r − D_q| over all pairs of these ranks, at least two.
    fn mean_change(&self, ranks: &Range<usize>) -> f64 {
        let n = ranks.len() as f64;
        let discounts = self.discounts[ranks.clone()].iter().enumerate();
        // A rank is the upper one of its pairs with later ranks, the lower one of the others.
        let sum =
            discounts.fold(0.0, |sum, (place, discount)| sum + discount * (n - 1.0 - 2.0 * place as f64));
        sum / (n * (n - 1.0) / 2.0)
    }
}

impl Exponentials {
    /// Takes the score at a rank for the reference, unless it is near the last one.
    fn reach(&mut self, scores: &[f64], rank: usize) {
        if self.reference - scores[rank] > FARTHEST {
            self.reference = scores[rank];
            for (value, score) in self.values[rank..].iter_mut().zip(&scores[rank..]) {
                *value = libm::exp(score - self.reference);
            }
        }
    }
}

impl Placed {
    /// Returns the documents with equal scores, and writes the discounts that they share.
    fn groups(&mut self, discounts: &[f64]) -> Vec<Group> {
        let mut start = 0;
        let mut groups = Vec::new();
        for same in self.scores.chunk_by(|one, other| one == other) {
            let ranks = start..start + same.len();
            let discount = discounts[ranks.clone()].iter().sum::<f64>() / same.len() as f64;
            self.discounts[ranks.clone()].fill(discount);
            let is_mixed = self.grades[ranks.start] != self.grades[ranks.end - 1];
            start = ranks.end;
            groups.push(Group { ranks, is_mixed });
        }
        groups
    }

    /// Adds the forces between the document at rank `upper` and all at the ranks from `first`, whose scores are lower.
    ///
    /// `least`: what is added to the distance of two scores, by which the weight of the pair is divided. `pairs`: room
    /// for the force and the curvature of every pair.
    fn pull_down(
        &mut self,
        upper: usize,
        first: usize,
        factor: f64,
        least: Option<f64>,
        exponentials: &[f64],
        pairs: &mut [[f64; 2]],
    ) {
        let (score, grade, gain) = (self.scores[upper], self.grades[upper], self.gains[upper]);
        let (discount, exponential) = (self.discounts[upper], exponentials[upper]);
        let lower = first..self.scores.len();
        let pairs = &mut pairs[lower.clone()];
        let scores = &self.scores[lower.clone()];
        let lists = self.gains[lower.clone()].iter().zip(&self.grades[lower.clone()]);
        let lists = lists.zip(&self.discounts[lower.clone()]).zip(&exponentials[lower.clone()]);
        for ((pair, other), (((other_gain, other_grade), other_discount), other_exponential)) in
            pairs.iter_mut().zip(scores).zip(lists)
        {
            let weight = least.map_or(factor, |least| factor / (least + (score - other)));
            // 0 for equal grades.
            let change = (gain - other_gain).abs() * (discount - other_discount) * weight;
            let e = other_exponential / exponential;
            let p = 1.0 / (1.0 + e);
            let in_order = change * e * p;
            let force = if grade > *other_grade { in_order } else { -(change * p) };
            *pair = [force, in_order * p];
        }
        let sums = pairs.iter().fold([0.0; 2], |sums, pair| [sums[0] + pair[0], sums[1] + pair[1]]);
        self.forces[upper] += sums[0];
        self.curvatures[upper] += sums[1];
        for (own, pair) in self.forces[lower.clone()].iter_mut().zip(pairs.iter()) {
            *own -= pair[0];
        }
        for (own, pair) in self.curvatures[lower].iter_mut().zip(pairs.iter()) {
            *own += pair[1];
        }
    }

    /// Adds the forces among documents of equal score. Cost: O(n · grades).
    fn pull_apart(&mut self, ranks: &Range<usize>, change: f64) {
        let mut grades: Vec<(Grade, f64, Range<usize>)> = Vec::new();
        let mut start = ranks.start;
        for same in self.grades[ranks.clone()].chunk_by(|one, other| one == other) {
            grades.push((same[0], self.gains[start], start..start + same.len()));
            start += same.len();
        }
        for (grade, gain, ranks) in &grades {
            let (mut force, mut curvature) = (0.0, 0.0);
            for (other, other_gain, others) in grades.iter().filter(|(other, ..)| other != grade) {
                let sum = others.len() as f64 * (other_gain - gain).abs() * change;
                force += if grade > other { 0.5 * sum } else { -0.5 * sum };
                curvature += 0.25 * sum;
            }
            self.forces[ranks.clone()].iter_mut().for_each(|one| *one += force);
            self.curvatures[ranks.clone()].iter_mut().for_each(|one| *one += curvature);
        }
    }
}
