//! The forces between the documents of a query. Must not know features or trees.
//!
//! A force depends on scores and grades alone, and sums run over documents by falling score and grade. So the order of the
//! documents in the data changes no bit.

use std::ops::Range;

use crate::data::Grade;
use crate::metric::Gain;
use crate::ranking::Ranking;
use crate::util::sorting::by_falling_level;

/// Added to a difference of scores, by which the weight of a pair is divided.
const LEAST_DISTANCE: f64 = 0.01;

/// What the forces of all queries share.
pub(super) struct Swaps<'a> {
    pub gain: &'a Gain,
    /// Discount of every rank; 0 beyond the cut-off.
    pub discounts: &'a [f64],
    /// Whether the weight of a pair is divided by 0.01 + |s_i − s_j|, unless all scores of the query are equal. Source:
    /// `lambdarank_norm` in LightGBM's `rank_objective.hpp`.
    pub by_distance: bool,
}

/// A document at its rank.
struct Placed {
    document: usize,
    score: f64,
    grade: Grade,
    gain: f64,
    force: f64,
    curvature: f64,
}

/// Documents with one score, at consecutive ranks.
struct Group {
    ranks: Range<usize>,
    score: f64,
    /// Mean discount of the ranks.
    discount: f64,
    /// Its only grade, if it has one.
    grade: Option<Grade>,
}

impl Swaps<'_> {
    /// Returns the force λ on each document of a query, and its curvature Σ ρ (1 − p). `factor`: the weight of the query
    /// over its best DCG@k.
    ///
    /// Documents with equal scores share their ranks: the change of NDCG@k is the mean over their orders. Cost:
    /// O(n log n + n k), and O(n²) while many documents share the ranks up to k.
    pub fn of(&self, scores: &[f64], grades: &[Grade], factor: f64) -> Vec<[f64; 2]> {
        let mut placed = self.placed(scores, grades);
        let groups = self.groups(&placed);
        let is_scaled = self.by_distance && groups.len() > 1;
        let weight = |distance: f64| if is_scaled { factor / (LEAST_DISTANCE + distance) } else { factor };
        for (index, upper) in groups.iter().enumerate() {
            // A swap of two documents beyond the cut-off changes nothing.
            if upper.discount == 0.0 {
                break;
            }
            if upper.grade.is_none() {
                let change = self.mean_change(&upper.ranks) * weight(0.0);
                pull_apart(&mut placed[upper.ranks.clone()], change);
            }
            for lower in &groups[index + 1..] {
                if upper.grade.is_some() && upper.grade == lower.grade {
                    continue;
                }
                let distance = upper.score - lower.score;
                let change = (upper.discount - lower.discount) * weight(distance);
                let e = libm::exp(-distance);
                let (in_order, reversed) = (change * e / (1.0 + e), change / (1.0 + e));
                let (above, below) = placed.split_at_mut(lower.ranks.start);
                for above in &mut above[upper.ranks.clone()] {
                    for below in &mut below[..lower.ranks.len()] {
                        let gained = (above.gain - below.gain).abs();
                        let force = match above.grade.cmp(&below.grade) {
                            std::cmp::Ordering::Greater => gained * in_order,
                            std::cmp::Ordering::Less => -gained * reversed,
                            std::cmp::Ordering::Equal => continue,
                        };
                        let curvature = gained * in_order / (1.0 + e);
                        above.force += force;
                        below.force -= force;
                        above.curvature += curvature;
                        below.curvature += curvature;
                    }
                }
            }
        }
        let mut forces = vec![[0.0; 2]; placed.len()];
        for one in placed {
            forces[one.document] = [one.force, one.curvature];
        }
        forces
    }

    /// Returns the documents by falling score, those with equal scores by falling grade.
    fn placed(&self, scores: &[f64], grades: &[Grade]) -> Vec<Placed> {
        let by_grade = by_falling_level(grades);
        let of_grades: Vec<f64> = by_grade.iter().map(|&document| scores[document as usize]).collect();
        let of = |&place: &u32| {
            let document = by_grade[place as usize] as usize;
            let (grade, score) = (grades[document], scores[document]);
            Placed { document, score, grade, gain: self.gain.of(grade), force: 0.0, curvature: 0.0 }
        };
        // Documents with equal scores keep their order, which is that of their grades.
        Ranking::by_scores(&of_grades).order().iter().map(of).collect()
    }

    fn groups(&self, placed: &[Placed]) -> Vec<Group> {
        let mut start = 0;
        let of = |same: &[Placed]| {
            let ranks = start..start + same.len();
            start = ranks.end;
            let discount = self.discounts[ranks.clone()].iter().sum::<f64>() / same.len() as f64;
            let grade = same[0].grade;
            let is_only = same[same.len() - 1].grade == grade;
            Group { ranks, score: same[0].score, discount, grade: is_only.then_some(grade) }
        };
        placed.chunk_by(|one, other| one.score == other.score).map(of).collect()
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

/// Adds the forces among documents of equal score, which are sorted by falling grade. Cost: O(n · grades).
fn pull_apart(placed: &mut [Placed], change: f64) {
    let mut grades: Vec<(Grade, f64, f64)> = Vec::new();
    for same in placed.chunk_by(|one, other| one.grade == other.grade) {
        grades.push((same[0].grade, same[0].gain, same.len() as f64));
    }
    for same in placed.chunk_by_mut(|one, other| one.grade == other.grade) {
        let (mut force, mut curvature) = (0.0, 0.0);
        for &(grade, gain, count) in grades.iter().filter(|(grade, ..)| *grade != same[0].grade) {
            let sum = count * (gain - same[0].gain).abs() * change;
            force += if same[0].grade > grade { 0.5 * sum } else { -0.5 * sum };
            curvature += 0.25 * sum;
        }
        for one in same {
            one.force += force;
            one.curvature += curvature;
        }
    }
}
