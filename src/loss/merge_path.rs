//! The merge of good into bad documents, which the partial-order losses share.
//!
//! In an optimal ranking the good documents stand in score order, and so do the bad documents. Therefore a ranking is a
//! monotone path: b_g, the number of bad documents before the g-th good one, never decreases with g. If Δ is a constant
//! plus Σ_g cell(g, b_g), one table with a running maximum over each row gives the best path.
//!
//! Source: Chakrabarti et al. 2008, Fact 3.2; Yue et al. 2007, Algorithm 2. The shortcuts for NDCG in Chakrabarti et
//! al., Facts 3.3 and 3.4, are not exact, as the tests show, and are not used here.

use crate::metric::{Labels, Measure};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};

use super::{LeadingGoods, PartialOrder, QueryLoss, Realignment, Reference, SearchCells, SearchForm, margin};

const CELLS_PER_WORD: usize = 64;

/// Cost of the search of a [`PartialOrderLoss`], beyond sorting.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchCost {
    /// Estimated elementary steps, about a nanosecond each.
    pub steps: f64,
    /// Memory in bytes.
    pub bytes: f64,
}

impl SearchCost {
    /// Cost of [`ScoredLists::best_path`].
    pub fn of_best_path(order: &PartialOrder) -> Self {
        let cells = order.n_good() as f64 * (order.n_bad() as f64 + 1.0);
        Self { steps: cells, bytes: cells / 8.0 }
    }
}

/// Good and bad documents of a query in score order.
#[derive(Debug)]
pub struct ScoredLists {
    /// Good documents by decreasing score; ties keep document order.
    pub good: Vec<u32>,
    /// Bad documents by decreasing score; ties keep document order.
    pub bad: Vec<u32>,
    /// Scores of `good`.
    pub good_scores: Vec<f64>,
    /// Scores of `bad`.
    pub bad_scores: Vec<f64>,
    /// `bad_sums[b]`: sum of the b highest scores of bad documents.
    pub bad_sums: Vec<f64>,
    /// 2 / (n₊ n₋).
    pub scale: f64,
}

impl ScoredLists {
    /// Splits the documents of a query. Cost: O(n).
    pub fn new(order: &PartialOrder, documents: &ScoredDocuments) -> Self {
        let (n_good, n_bad) = (order.n_good(), order.n_bad());
        let (mut good, mut bad) = (Vec::with_capacity(n_good), Vec::with_capacity(n_bad));
        let (mut good_scores, mut bad_scores) = (Vec::with_capacity(n_good), Vec::with_capacity(n_bad));
        let mut bad_sums = Vec::with_capacity(n_bad + 1);
        let mut sum = 0.0;
        bad_sums.push(sum);
        for &document in documents.order() {
            let score = documents.scores()[document as usize];
            if order.is_good(document) {
                good.push(document);
                good_scores.push(score);
            } else {
                bad.push(document);
                bad_scores.push(score);
                sum += score;
                bad_sums.push(sum);
            }
        }
        let scale = 2.0 / (good.len() as f64 * bad.len() as f64);
        Self { good, bad, good_scores, bad_scores, bad_sums, scale }
    }

    /// The term of −⟨w, δψ⟩ for the g-th good document, if the b highest-scored bad documents stand before it.
    pub fn score_term(&self, g: usize, b: usize) -> f64 {
        // Unlike usize, several u32 at once are made floats.
        self.scale * (self.bad_sums[b] - f64::from(b as u32) * self.good_scores[g])
    }

    /// Returns the ranking in which `path[g]` bad documents stand before the g-th good one. Cost: O(n).
    pub fn ranking(&self, path: &[usize]) -> Ranking {
        let mut order = Vec::with_capacity(self.good.len() + self.bad.len());
        let mut placed = 0;
        for (&good, &bad_before) in self.good.iter().zip(path) {
            order.extend_from_slice(&self.bad[placed..bad_before]);
            placed = bad_before;
            order.push(good);
        }
        order.extend_from_slice(&self.bad[placed..]);
        Ranking::from_search(order)
    }

    /// Returns the path in which good document g stands behind all bad documents with a score above s_g − `margin`.
    /// Cost: O(n).
    pub fn threshold_path(&self, margin: f64) -> Vec<usize> {
        let mut b = 0;
        let mut path = Vec::with_capacity(self.good.len());
        for score in &self.good_scores {
            while b < self.bad.len() && self.bad_scores[b] > score - margin {
                b += 1;
            }
            path.push(b);
        }
        path
    }

    /// Returns the path with the greatest `Σ_g cell(g, b_g) − ⟨w, δψ⟩`; of equal paths, the one with fewer bad
    /// documents first.
    ///
    /// Cost: O(n₊ n₋) steps, and one bit of memory per step.
    pub fn best_path(&self, cell: impl Fn(usize, usize) -> f64) -> Vec<usize> {
        let width = self.bad.len() + 1;
        // After row g, best[b] is the value of the best path of good documents 0 … g with b_g ≤ b.
        let mut best = vec![0.0; width];
        // One bit per cell: whether the best path with b_g ≤ b has b_g = b.
        let words = width.div_ceil(CELLS_PER_WORD);
        let mut ends_here = vec![0_u64; words * self.good.len()];
        for (g, ends_here) in ends_here.chunks_exact_mut(words).enumerate() {
            let mut running = f64::NEG_INFINITY;
            for ((word, best), ends_here) in best.chunks_mut(CELLS_PER_WORD).enumerate().zip(ends_here) {
                let first = word * CELLS_PER_WORD;
                // A loop of its own, so that the compiler can compute several cells at once.
                for (b, value) in (first..).zip(&mut *best) {
                    *value = *value + cell(g, b) + self.score_term(g, b);
                }
                (running, *ends_here) = running_maxima(best, running);
            }
        }
        let mut path = vec![0; self.good.len()];
        let mut b = width - 1;
        for (g, ends_here) in ends_here.chunks_exact(words).enumerate().rev() {
            while ends_here[b / CELLS_PER_WORD] >> (b % CELLS_PER_WORD) & 1 == 0 {
                b -= 1;
            }
            path[g] = b;
        }
        path
    }
}

/// Replaces every value by the greatest so far, at least `greatest`. Returns the last one, and a bit for every value
/// that is greater than all before it.
///
/// `values`: at most [`CELLS_PER_WORD`].
fn running_maxima(values: &mut [f64], mut greatest: f64) -> (f64, u64) {
    let greater = |one: f64, other: f64| if other > one { other } else { one };
    let mut bits = 0;
    let (groups, rest) = values.as_chunks_mut::<4>();
    for (place, group) in groups.iter_mut().enumerate() {
        // The maxima of the group itself do not wait for the group before it.
        let mut own = *group;
        for i in 1..own.len() {
            own[i] = greater(own[i - 1], own[i]);
        }
        let mut before = greatest;
        for (i, value) in group.iter_mut().enumerate() {
            bits |= u64::from(*value > before) << (4 * place + i);
            before = greater(greatest, own[i]);
            *value = before;
        }
        greatest = before;
    }
    for (place, value) in (4 * groups.len()..).zip(rest) {
        bits |= u64::from(*value > greatest) << place;
        greatest = greater(greatest, *value);
        *value = greatest;
    }
    (greatest, bits)
}

/// A loss with ψ_po whose Δ is one minus a measure, with a search for its violator.
///
/// `search` returns the path of the violator. Δ comes from the measure, so that search and definition check each other.
pub struct PartialOrderLoss<S> {
    order: PartialOrder,
    star: LeadingGoods,
    measure: Measure,
    search: S,
    share: Box<dyn Fn(usize, usize) -> f64 + Send + Sync>,
    cost: SearchCost,
    description: &'static str,
}

impl<S: Fn(&ScoredLists) -> Vec<usize> + Send + Sync> PartialOrderLoss<S> {
    /// Returns the loss of a query, or `None` if the Δ of its worst ranking is 0.
    ///
    /// `share(g, b)`: the part of Δ for the g-th good document behind b bad ones, 0 if b = 0. Only the inspection of
    /// the search calls it.
    pub fn new(
        order: PartialOrder,
        measure: Measure,
        search: S,
        share: impl Fn(usize, usize) -> f64 + Send + Sync + 'static,
        cost: SearchCost,
        description: &'static str,
    ) -> Option<Self> {
        let star = LeadingGoods::new(&order, order.n_good(), order.n_good(), Reference::Fixed);
        let loss = Self { order, star, measure, search, share: Box::new(share), cost, description };
        (loss.delta(&loss.order.worst()) > 1e-12).then_some(loss)
    }

    /// Chooses y* among the rankings with `count` good documents at the first `ranks` ranks, all of which have Δ = 0;
    /// see [`LeadingGoods::new`].
    pub fn with_reference(mut self, count: usize, ranks: usize, reference: Reference) -> Self {
        self.star = LeadingGoods::new(&self.order, count, ranks, reference);
        self
    }
}

impl<S: Fn(&ScoredLists) -> Vec<usize> + Send + Sync> QueryLoss for PartialOrderLoss<S> {
    fn delta(&self, y: &Ranking) -> f64 {
        self.expected_delta(&TiedRanking::strict(y))
    }

    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let labels =
            Labels { grades: self.order.labels(), groups: &[], max_grade: 1, threshold: 1, unjudged: 0 };
        // A query with good and bad documents has a value of every measure.
        self.measure.value(y, &labels).map_or(0.0, |value| (1.0 - value).max(0.0))
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        self.star.add_to(self.order.delta_psi(y))
    }

    /// ψ_po counts each pair separately, so the ranking by scores maximises ⟨w, ψ_po(y)⟩.
    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        Some(self.star.add_to(self.order.tied_delta_psi(y)))
    }

    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let lists = ScoredLists::new(&self.order, documents);
        lists.ranking(&(self.search)(&lists))
    }

    fn search_steps(&self) -> f64 {
        self.cost.steps
    }

    fn search_bytes(&self) -> f64 {
        self.cost.bytes
    }

    fn reference(&self) -> &Ranking {
        self.star.reference(&self.order)
    }

    fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        self.star.alignment_gain(&self.order, documents)
    }

    fn aligns(&self) -> bool {
        self.star.aligns(&self.order)
    }

    fn realign(&mut self, scores: &[f64]) -> Option<Realignment> {
        let documents = ScoredDocuments::new(scores.to_vec());
        self.star.realign(&self.order, &documents).map(Realignment::Moved)
    }

    /// The cells add up to `H` for the y* that all good documents lead.
    fn reference_value(&self, scores: &[f64]) -> Option<f64> {
        Some(margin(self.star.shift(), scores))
    }

    fn search_cells<'a>(&'a self, scores: &'a [f64]) -> Option<SearchCells<'a>> {
        let lists = ScoredLists::new(&self.order, &ScoredDocuments::new(scores.to_vec()));
        Some(SearchCells {
            form: SearchForm::Path,
            rows: lists.good.clone(),
            columns: lists.bad.clone(),
            value: Box::new(move |g, b| (self.share)(g, b) + lists.score_term(g, b)),
        })
    }

    fn oracle(&self) -> String {
        format!("{} ({} good, {} bad documents)", self.description, self.order.n_good(), self.order.n_bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_maxima_follow_their_definition() {
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 % 7.0
        };
        for n in 0..=CELLS_PER_WORD {
            for start in [f64::NEG_INFINITY, 3.0] {
                let values: Vec<f64> = (0..n).map(|_| draw()).collect();
                let mut maxima = values.clone();
                let (last, bits) = running_maxima(&mut maxima, start);
                let mut greatest = start;
                for (place, &value) in values.iter().enumerate() {
                    assert_eq!(bits >> place & 1 == 1, value > greatest, "{values:?} at {place}");
                    greatest = greatest.max(value);
                    assert_eq!(maxima[place], greatest, "{values:?} at {place}");
                }
                assert_eq!(last, greatest, "{values:?}");
                assert_eq!(bits.checked_shr(n as u32).unwrap_or(0), 0, "{values:?}");
            }
        }
    }
}
