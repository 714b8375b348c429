//! DORM with at most one document of a group in the first n ranks.
//!
//! Only the rankings of the [rule](crate::ranking::diversity) are compared. c and a are 0 from rank n on, so a ranking
//! matters by its first n ranks alone, and the oracle assigns groups to ranks:
//! `W_gj = max_{i in g} (c_j s_i − a_j b_i)`. Among the documents of a group with equal gain only the best score can
//! win. If c were not cut, the constraint matrix would have three entries in a column, and its linear program would
//! have fractional optima.
//!
//! Any ranking stands for the one that the rule makes of it, so Δ and δψ have a meaning for all of them. The ranking by
//! scores under the rule maximises ⟨w, ψ(y)⟩, because c never increases.
//!
//! Source: Le and Smola, Direct Optimization of Ranking Measures, section 5.1.
//!
//! Of each gain, the best documents of n groups are enough for the assignment. A query in which all documents belong to
//! different groups has the oracles of NDCG, with the same bits. n is at most 100.

use crate::linalg::assignment;
use crate::metric::{best_diverse, descending};
use crate::ranking::diversity::Diversity;
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::sorting::sort_documents;

use super::ideal_set::equal_runs;
use super::position_decay::{by_document, changed};
use super::{DiscountGain, Positions, QueryLoss, Realignment, Reference};

/// The loss of one query that has two documents of a group.
pub(super) struct QueryDiverse {
    rule: Diversity,
    measure: DiscountGain,
    decay: Vec<f64>,
    mode: Reference,
    /// Level of each document by its gain; the highest gain is level 0.
    levels: Vec<usize>,
    n_levels: usize,
    reference: Ranking,
    reference_coefficients: Vec<f64>,
    best: f64,
}

/// A document that can stand for its group, with the column of the group in the assignment.
struct Candidate {
    column: usize,
    document: u32,
}

impl QueryDiverse {
    /// Returns the loss, or `None` if all diverse rankings have the same value.
    ///
    /// `measure`: gains that are not normalised; its discounts and `decay` are 0 after the ranks of the rule. Cost: O(n
    /// log n), and for averaged ties that of [`Diversity::expected_weights`].
    pub fn new(rule: Diversity, mut measure: DiscountGain, decay: Vec<f64>, mode: Reference) -> Option<Self> {
        let gain = &mut measure.gain;
        let best = best_diverse(&rule, gain, &measure.discount);
        if best == 0.0 || !can_lose(&rule, gain, &measure.discount) {
            return None;
        }
        gain.iter_mut().for_each(|gain| *gain /= best);
        let tied = TiedRanking::by_scores(gain);
        let mut levels = vec![0; gain.len()];
        for (level, (_, documents)) in tied.groups().enumerate() {
            documents.iter().for_each(|&document| levels[document as usize] = level);
        }
        let n_levels = tied.groups().count();
        let ideal: Vec<u32> = tied.groups().flat_map(|(_, documents)| documents).copied().collect();
        let reference = rule.apply(&ideal);
        let reference_coefficients = match mode {
            Reference::Fixed => by_document(&reference, &decay),
            // The rule is applied to every order of the tied documents, and every order of a block is ideal.
            Reference::Averaged | Reference::Aligned | Reference::Ramp => {
                let discount = &measure.discount[..rule.ranks()];
                let of_block = equal_runs(discount).into_iter().flat_map(|ranks| {
                    let mean = decay[ranks.clone()].iter().sum::<f64>() / ranks.len() as f64;
                    ranks.map(move |_| mean)
                });
                rule.expected_weights(&tied, &of_block.collect::<Vec<f64>>())
            }
        };
        let mut loss = Self {
            rule,
            measure,
            decay,
            mode,
            levels,
            n_levels,
            reference,
            reference_coefficients,
            best: 0.0,
        };
        loss.best = loss.value(&loss.reference);
        Some(loss)
    }

    /// Σ_j a_j b_y(j) of a diverse ranking.
    fn value(&self, y: &Ranking) -> f64 {
        let counted = self.measure.discount[..self.rule.ranks()].iter();
        counted.zip(y.order()).map(|(a, &document)| a * self.measure.gain[document as usize]).sum()
    }

    /// The ideal diverse ranking with the greatest ⟨w, ψ(y)⟩: the best score stands for a group, the groups of a gain
    /// fill its places in decreasing score, and every block of ranks with the same discount is sorted by score.
    fn aligned(&self, documents: &ScoredDocuments) -> Ranking {
        let mut order = documents.order().to_vec();
        let level = |document: u32| self.levels[document as usize];
        // The sort is stable, so documents of equal gain keep the order of their scores.
        sort_documents(&mut order, &|i, l| level(i).cmp(&level(l)));
        let mut order = self.rule.apply(&order).order().to_vec();
        let mut place = vec![0_u32; order.len()];
        for (rank, &document) in documents.order().iter().enumerate() {
            place[document as usize] = rank as u32;
        }
        for ranks in equal_runs(&self.measure.discount[..self.rule.ranks()]) {
            sort_documents(&mut order[ranks], &|i, l| place[i as usize].cmp(&place[l as usize]));
        }
        Ranking::from_order(order)
    }

    /// The documents that can stand at one of the ranks, and the number of their groups.
    ///
    /// Of each gain these are the best documents of as many groups as there are ranks: if a later one stood at a rank,
    /// one of their groups would be free, and its document has the same gain and no lower score.
    fn candidates(&self, documents: &ScoredDocuments) -> (Vec<Candidate>, usize) {
        let mut taken = vec![0; self.n_levels];
        let mut seen = vec![false; self.n_levels * self.rule.n_groups()];
        let mut columns = vec![None; self.rule.n_groups()];
        let mut n_columns = 0;
        let mut orders = Vec::new();
        for &document in documents.order() {
            let level = self.levels[document as usize];
            let group = self.rule.group_of()[document as usize] as usize;
            let is_first = !std::mem::replace(&mut seen[level * self.rule.n_groups() + group], true);
            if !is_first || taken[level] == self.rule.ranks() {
                continue;
            }
            taken[level] += 1;
            let column = *columns[group].get_or_insert_with(|| {
                n_columns += 1;
                n_columns - 1
            });
            orders.push(Candidate { column, document });
        }
        (orders, n_columns)
    }
}

impl QueryLoss for QueryDiverse {
    fn delta(&self, y: &Ranking) -> f64 {
        (self.best - self.value(&self.rule.apply(y.order()))).max(0.0)
    }

    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let weights = self.rule.expected_weights(y, &self.measure.discount);
        let expected: f64 = weights.iter().zip(&self.measure.gain).map(|(weight, gain)| weight * gain).sum();
        (self.best - expected).max(0.0)
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let weights = by_document(&self.rule.apply(y.order()), &self.decay);
        self.reference_coefficients.iter().zip(&weights).map(|(star, one)| star - one).collect()
    }

    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        let weights = self.rule.expected_weights(y, &self.decay);
        Some(self.reference_coefficients.iter().zip(&weights).map(|(star, one)| star - one).collect())
    }

    /// Cost: O(n log n + ranks³ · gains).
    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let (candidates, n_columns) = self.candidates(documents);
        let ranks = self.rule.ranks();
        let DiscountGain { discount, gain } = &self.measure;
        // The best value of each group at each rank, and its document.
        let mut cells = vec![(f64::NEG_INFINITY, 0); ranks * n_columns];
        for &Candidate { column, document } in &candidates {
            let (score, gain) = (documents.scores()[document as usize], gain[document as usize]);
            for rank in 0..ranks {
                let value = self.decay[rank] * score - discount[rank] * gain;
                let cell = &mut cells[rank * n_columns + column];
                if value > cell.0 {
                    *cell = (value, document);
                }
            }
        }
        let found =
            assignment::maximize_some(ranks, n_columns, |rank, column| cells[rank * n_columns + column].0);
        let chosen = found.column_of_row.iter().enumerate();
        let mut order: Vec<u32> = chosen.map(|(rank, column)| cells[rank * n_columns + column].1).collect();
        let mut placed = vec![false; self.levels.len()];
        order.iter().for_each(|&document| placed[document as usize] = true);
        order.extend(documents.order().iter().filter(|&&document| !placed[document as usize]));
        Ranking::from_order(order)
    }

    fn search_steps(&self) -> f64 {
        let ranks = self.rule.ranks();
        let columns = self.rule.n_groups().min(ranks * self.n_levels);
        (ranks * ranks) as f64 * columns as f64
    }

    fn reference(&self) -> &Ranking {
        &self.reference
    }

    fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        if !self.aligns() {
            return 0.0;
        }
        let weights = by_document(&self.aligned(documents), &self.decay);
        let change = weights.iter().zip(&self.reference_coefficients).map(|(new, old)| new - old);
        change.zip(documents.scores()).map(|(change, score)| change * score).sum()
    }

    fn aligns(&self) -> bool {
        self.mode == Reference::Aligned
    }

    fn realign(&mut self, scores: &[f64]) -> Option<Realignment> {
        if !self.aligns() {
            return None;
        }
        self.reference = self.aligned(&ScoredDocuments::new(scores.to_vec()));
        let weights = by_document(&self.reference, &self.decay);
        let before = std::mem::replace(&mut self.reference_coefficients, weights);
        changed(&self.reference_coefficients, &before).map(Realignment::Moved)
    }

    fn oracle(&self) -> String {
        format!("assignment of {} groups to {} ranks", self.rule.n_groups(), self.rule.ranks())
    }

    fn positions(&self) -> Option<Positions<'_>> {
        Some(Positions {
            decay: &self.decay,
            discount: &self.measure.discount,
            gain: &self.measure.gain,
            reference_coefficients: &self.reference_coefficients,
        })
    }
}

/// Returns whether a diverse ranking is worse than the best one.
fn can_lose(rule: &Diversity, gain: &[f64], discount: &[f64]) -> bool {
    let discount = &discount[..rule.ranks()];
    if discount.iter().any(|&a| a != discount[0]) {
        // The highest gain is at the top of the best ranking, and the lowest can be.
        return gain.iter().any(|&one| one != gain[0]);
    }
    // The order of the ranks is worth nothing, so only what stands there is.
    let mut extremes = vec![(f64::INFINITY, f64::NEG_INFINITY); rule.n_groups()];
    for (&group, &gain) in rule.group_of().iter().zip(gain) {
        let (least, most) = &mut extremes[group as usize];
        (*least, *most) = (least.min(gain), most.max(gain));
    }
    let (least, most): (Vec<f64>, Vec<f64>) = extremes.into_iter().unzip();
    let (least, most) = (descending(&least), descending(&most));
    least[least.len() - rule.ranks()..] != most[..rule.ranks()]
}
