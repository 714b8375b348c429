//! The sums over pairs for the search of FRank. Must not know scorers.

use std::ops::Range;

use super::{FRank, Round, pair_weight};
use crate::learner::boosting::columns::Column;
use crate::learner::boosting::line_search::minimise;
use crate::learner::boosting::pairs::PairQuery;
use crate::learner::boosting::rank_boost::smoothed_half_log;

/// Largest exact step.
const LONGEST_STEP: f64 = 64.0;
/// Sums of pairs use this many lanes, so that vector instructions give the same bits.
const LANES: usize = 4;
/// Number of documents that share a pass over the worse documents. With more, the registers do not suffice.
const ROWS: usize = 3;
/// More than all rounding in an objective between 0 and 1.
const ROUNDING: f64 = 1e-8;

/// The best cut of a feature.
pub(super) struct BestCut {
    pub cut: usize,
    /// (√W₊ − √W₋)²/m, the estimated decrease.
    pub edge: f64,
    /// α by equation 3.
    pub formula: f64,
    /// Whether pairs oppose the step.
    pub opposed: bool,
    /// (W₊ − W₋)/m.
    pub pull: f64,
}

impl FRank {
    /// Calls `visit(query, place of the better document, places of the worse ones, their pairs)` for every document
    /// that is better than another one.
    pub(super) fn each_row(&self, mut visit: impl FnMut(usize, usize, Range<usize>, Range<usize>)) {
        let mut pair = 0;
        for (index, query) in self.pairs.queries.iter().enumerate() {
            let end = query.places.end;
            for level in query.levels.windows(2) {
                for place in level[0]..level[1] {
                    let n_worse = end - level[1];
                    visit(index, place, level[1]..end, pair..pair + n_worse);
                    pair += n_worse;
                }
            }
        }
    }

    /// Returns the best cut of a feature; `None` without a cut. Cost: O(pairs + codes).
    ///
    /// W₊ − W₋ is the pull on the documents above the cut. For W₊ + W₋, a pair adds W where the interval between its
    /// two codes begins and subtracts W where it ends; prefix sums then give every cut. Both are first summed per
    /// document, because neighbours in memory add faster than entries of a table.
    pub(super) fn best_cut(&self, column: &Column, round: &Round) -> Option<BestCut> {
        let begins = self.begins(column, round);
        let mut by_code = vec![[0.0; 2]; column.n_codes()];
        for ((&code, begins), pull) in column.codes.iter().zip(&begins).zip(&round.pull) {
            let of_code = &mut by_code[code as usize];
            *of_code = [of_code[0] + begins, of_code[1] - pull];
        }
        let (mut both, mut difference) = (0.0, 0.0);
        let mut best = None::<(usize, [f64; 2])>;
        let mut promised = 0.0;
        for (cut, [begins, pull]) in by_code[..column.n_cuts()].iter().enumerate() {
            (both, difference) = (both + begins, difference + pull);
            // (√W₊ − √W₋)² is at most (W₊ − W₋)²/(W₊ + W₋), which needs no root. The margins exceed all rounding.
            if difference * difference < both * (0.999 * promised - 1e-12 * both) {
                continue;
            }
            // Rounding can leave a tiny negative sum where the exact sum is 0.
            let sums =
                [(both + difference) / 2.0, (both - difference) / 2.0].map(|weight: f64| weight.max(0.0));
            let root = sums[0].sqrt() - sums[1].sqrt();
            if best.is_none() || root * root > promised {
                (best, promised) = (Some((cut, sums)), root * root);
            }
        }
        let (cut, [plus, minus]) = best?;
        let all = round.of_query.iter().fold(0.0, |sum, weight| sum + weight);
        let least = all / (2.0 * self.pairs.weighted_pairs.max(1.0));
        if least <= 0.0 {
            return None;
        }
        let formula = smoothed_half_log(plus, minus, least);
        let opposed = if formula > 0.0 { minus >= least } else { plus >= least };
        let m = self.pairs.total_weight;
        Some(BestCut { cut, edge: promised / m, formula, opposed, pull: (plus - minus) / m })
    }

    /// Returns Σ W of the pairs whose interval of codes begins at a document, minus those that end there.
    fn begins(&self, column: &Column, round: &Round) -> Vec<f64> {
        // f64 holds codes, whole numbers below 2³², exactly, and compares them in vectors.
        let codes: Vec<f64> = column.codes.iter().map(|&code| f64::from(code)).collect();
        let mut begins = vec![0.0; codes.len()];
        let mut weights = round.weights.as_slice();
        for query in &self.pairs.queries {
            for level in query.levels.windows(2) {
                let worse = level[1]..query.places.end;
                let (better, others) = begins.split_at_mut(worse.start);
                let others = &mut others[..worse.len()];
                let (mut codes_of, mut better) = (&codes[level[0]..level[1]], &mut better[level[0]..]);
                // Documents of one grade have the same worse documents, so several of them share a pass.
                while !codes_of.is_empty() {
                    let rows = if codes_of.len() < ROWS { 1 } else { ROWS };
                    let of_rows;
                    (of_rows, weights) = weights.split_at(rows * worse.len());
                    match codes_of.first_chunk() {
                        Some(own) => subtract::<ROWS>(own, &codes[worse.clone()], of_rows, others, better),
                        None => subtract(&[codes_of[0]], &codes[worse.clone()], of_rows, others, better),
                    }
                    (codes_of, better) = (&codes_of[rows..], &mut better[rows..]);
                }
            }
        }
        begins
    }

    /// Returns J with α h added to the scores. Cost: one division and one root per pair, for the documents that the
    /// cut separates from a worse one. The other documents keep their sums.
    pub(super) fn objective(&self, column: &Column, cut: usize, alpha: f64, round: &Round) -> f64 {
        // e^{−H} is multiplied by e^{−α} if only the better document is above the cut, and by e^{α} if only the worse
        // one is.
        let (less, more) = (libm::exp(-alpha), libm::exp(alpha));
        let is_above = |code: u32| code as usize > cut;
        let factors: [Vec<f64>; 2] = [
            column.codes.iter().map(|&code| if is_above(code) { more } else { 1.0 }).collect(),
            column.codes.iter().map(|&code| if is_above(code) { 1.0 } else { less }).collect(),
        ];
        let mut above_before = Vec::with_capacity(column.codes.len() + 1);
        above_before.push(0);
        for &code in &column.codes {
            above_before.push(above_before[above_before.len() - 1] + usize::from(is_above(code)));
        }
        let mut roots = vec![0.0; self.pairs.queries.len()];
        self.each_row(|query, place, worse, pairs| {
            let own = is_above(column.codes[place]);
            let n_above = above_before[worse.end] - above_before[worse.start];
            let n_same = if own { n_above } else { worse.len() - n_above };
            roots[query] += if n_same == worse.len() {
                round.roots[place]
            } else {
                sum_of_roots(&round.exponentials[pairs], &factors[usize::from(own)][worse])
            };
        });
        self.mean_of_queries(|query, index| 1.0 - roots[index] / query.n_pairs)
    }

    pub(super) fn mean_of_queries(&self, value: impl Fn(&PairQuery, usize) -> f64) -> f64 {
        let queries = self.pairs.queries.iter().enumerate();
        let sum = queries.fold(0.0, |sum, (index, query)| sum + query.weight * value(query, index));
        sum / self.pairs.total_weight
    }

    /// Returns the α that minimises J along a cut. `formula`: α by equation 3. `opposed`: whether pairs oppose the
    /// step.
    pub(super) fn exact_step(
        &self,
        column: &Column,
        cut: usize,
        formula: f64,
        opposed: bool,
        round: &Round,
    ) -> f64 {
        // p_q/|P_q|, e^{−H} and h_i − h_j of the pairs that the cut separates.
        let mut separated: Vec<(f64, f64, f64)> = Vec::new();
        self.each_row(|query, place, worse, pairs| {
            let above = |code: u32| f64::from(u8::from(code as usize > cut));
            let share = self.pairs.queries[query].weight / self.pairs.queries[query].n_pairs;
            let own = above(column.codes[place]);
            for (&code, &exponential) in column.codes[worse].iter().zip(&round.exponentials[pairs]) {
                let difference = own - above(code);
                if difference != 0.0 {
                    separated.push((share, exponential, difference));
                }
            }
        });
        let slope = |alpha: f64| {
            let factors = [libm::exp(alpha), libm::exp(-alpha)];
            separated.iter().fold(0.0, |sum, (share, exponential, difference)| {
                sum - difference * pair_weight(*share, exponential * factors[usize::from(*difference > 0.0)])
            })
        };
        // Equation 3 is a quarter of the exact step if all H are 0. Without opposing pairs J falls without end.
        let mut most = (4.0 * formula).clamp(-LONGEST_STEP, LONGEST_STEP);
        while opposed && most != 0.0 && most.abs() < LONGEST_STEP && slope(most) * most < 0.0 {
            most *= 2.0;
        }
        if most == 0.0 { 0.0 } else { minimise(most, slope) }
    }

    /// Returns a lower bound of J with α h added to the scores, without a look at the pairs.
    ///
    /// √P has the derivative ½ √P (1 − P) in H, a second derivative below 0.05, and a third one below 0.07. By Taylor's
    /// theorem J therefore falls by at most `½ α (W₊ − W₋)/m` and the smaller of `½ · 0.05 α²` and
    /// `½ α² K + 0.07 |α|³/6`. K is the mean of the positive second derivatives.
    pub(super) fn least_objective(&self, pull: f64, alpha: f64, round: &Round) -> f64 {
        let square = alpha * alpha;
        let curved = (0.5 * round.curved * square + 0.07 / 6.0 * square * alpha.abs()).min(0.025 * square);
        round.objective - 0.5 * alpha * pull - curved - ROUNDING
    }
}

/// Subtracts from `better` what begins at the documents of these codes, and adds it to the worse documents.
///
/// `weights`: of the pairs, row by row. The order of every sum is that of one row after the other.
fn subtract<const ROWS: usize>(
    own: &[f64; ROWS],
    worse: &[f64],
    weights: &[f64],
    sums: &mut [f64],
    better: &mut [f64],
) {
    let change = |own: f64, other: f64, weight: f64| {
        let begins = if other < own { weight } else { 0.0 };
        let ends = if other > own { weight } else { 0.0 };
        begins - ends
    };
    let mut lanes = [[0.0; LANES]; ROWS];
    let rows: [_; ROWS] =
        std::array::from_fn(|row| weights[row * worse.len()..(row + 1) * worse.len()].as_chunks::<LANES>());
    let (worse, last_worse) = worse.as_chunks::<LANES>();
    let (sums, last_sums) = sums.as_chunks_mut::<LANES>();
    let n = worse.len();
    // Slices of equal length need no check of each index.
    let (sums, chunks) = (&mut sums[..n], rows.map(|(chunks, _)| &chunks[..n]));
    for place in 0..n {
        let mut sum = sums[place];
        for row in 0..ROWS {
            for lane in 0..LANES {
                let change = change(own[row], worse[place][lane], chunks[row][place][lane]);
                sum[lane] += change;
                lanes[row][lane] += change;
            }
        }
        sums[place] = sum;
    }
    for (lane, (other, sum)) in last_worse.iter().zip(last_sums).enumerate() {
        for row in 0..ROWS {
            let change = change(own[row], *other, rows[row].1[lane]);
            *sum += change;
            lanes[row][lane] += change;
        }
    }
    for (better, lanes) in better.iter_mut().zip(lanes) {
        *better -= add_lanes(lanes);
    }
}

fn add_lanes(lanes: [f64; LANES]) -> f64 {
    (lanes[0] + lanes[2]) + (lanes[1] + lanes[3])
}

/// Returns Σ √(1/(1 + e f)).
fn sum_of_roots(exponentials: &[f64], factors: &[f64]) -> f64 {
    let root = |exponential: f64, factor: f64| (1.0 / (1.0 + exponential * factor)).sqrt();
    let mut lanes = [0.0; LANES];
    let (exponentials, last_exponentials) = exponentials.as_chunks::<LANES>();
    let (factors, last_factors) = factors.as_chunks::<LANES>();
    for (exponentials, factors) in exponentials.iter().zip(factors) {
        for lane in 0..LANES {
            lanes[lane] += root(exponentials[lane], factors[lane]);
        }
    }
    for ((exponential, factor), lane) in last_exponentials.iter().zip(last_factors).zip(&mut lanes) {
        *lane += root(*exponential, *factor);
    }
    add_lanes(lanes)
}
