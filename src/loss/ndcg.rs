//! SVM-NDCG and SVM-NDCG-NC: one minus NDCG of good and bad documents, clipped or not, with ψ_po.

use crate::data::Grade;
use crate::metric::{Discount, Gain, Measure};

use super::merge_path::{PartialOrderLoss, ScoredLists, SearchCost};
use super::{PartialOrder, QueryLoss, RankingLoss};

/// The NDCG loss with gain 1 for good and 0 for bad documents.
///
/// Δ(y) = 1 − Σ_g D(g + b_g) / DCG*, where b_g bad documents stand before the g-th good one, g from 0.
/// Cost of the oracle: O(n log n + n₊ n₋); clipped at k: O(n log n + k n₊).
/// Source: Chakrabarti et al. 2008, sections 2.2.3 and 3.4. Their greedy choice row by row (Fact 3.4) and their
/// table of min(n₊, k) rows (Fact 3.3) miss the optimum; the clipped table here carries the later goods too.
#[derive(Debug, Clone)]
pub struct Ndcg {
    /// Ranks that count; `None` counts all of them (NDCG-NC).
    pub cut_off: Option<usize>,
    /// Worth of a rank.
    pub discount: Discount,
    /// Grade from which on a document is good.
    pub threshold: Grade,
}

impl Ndcg {
    fn measure(&self) -> Measure {
        Measure::Ndcg { cut_off: self.cut_off, gain: Gain::Linear, discount: self.discount }
    }
}

impl RankingLoss for Ndcg {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let order = PartialOrder::bind(grades, self.threshold)?;
        let n = grades.len();
        let mut discounts = self.discount.vector(n, self.cut_off);
        let ideal: f64 = discounts[..order.n_good()].iter().sum();
        for discount in &mut discounts {
            *discount /= ideal;
        }
        let worth = discounts.clone();
        let share = move |g: usize, b: usize| worth[g] - worth[g + b];
        match self.cut_off {
            Some(k) if k < n => {
                let cost = clipped_cost(&order, k);
                let search = move |lists: &ScoredLists| clipped_path(lists, &discounts[..k]);
                let what = "merge of good into bad documents, clipped";
                Some(Box::new(PartialOrderLoss::new(order, self.measure(), search, share, cost, what)?))
            }
            _ => {
                let cost = SearchCost::of_best_path(&order);
                let search = move |lists: &ScoredLists| lists.best_path(|g, b| -discounts[g + b]);
                let what = "merge of good into bad documents";
                Some(Box::new(PartialOrderLoss::new(order, self.measure(), search, share, cost, what)?))
            }
        }
    }
}

/// What [`clipped_path`] takes: rows of the table, a byte for a cell, and a tail for each.
fn clipped_cost(order: &PartialOrder, k: usize) -> SearchCost {
    let (k, n_good) = (k as f64, order.n_good() as f64);
    let rows = n_good.min(k);
    let cells = rows * k.min(order.n_bad() as f64 + 1.0);
    SearchCost { steps: cells + (rows + 1.0) * n_good, bytes: cells }
}

/// The best path when only the first k = `discounts.len()` ranks count.
///
/// Goods 0 … h−1 stand within the first k ranks, the others behind. Where g + b_g ≥ k nothing but the scores counts,
/// so good g wants the bad documents that beat it before it, and at least the k − h that good h needs to be behind
/// rank k; both only grow with g, so the tail is a path. The first k ranks are a table of k(k+1)/2 cells at the most.
fn clipped_path(lists: &ScoredLists, discounts: &[f64]) -> Vec<usize> {
    let k = discounts.len();
    let (n_good, n_bad) = (lists.good.len(), lists.bad.len());
    let wanted = lists.threshold_path(0.0);
    let tail = |h: usize| -> f64 {
        let least = k - h;
        (h..n_good).map(|g| lists.score_term(g, wanted[g].max(least))).sum()
    };

    // best[b]: value of the best path of the goods so far with b_g ≤ b, all within the first k ranks.
    let mut best = vec![0.0; k.min(n_bad) + 1];
    let mut rows: Vec<Vec<bool>> = Vec::new();
    let mut winner = (f64::NEG_INFINITY, 0);
    for h in 0..=n_good.min(k) {
        // Goods 0 … h−1 are in the table. The others need k − h bad documents before them, if there are others.
        let ends = if h == n_good { Some(0.0) } else { (k - h <= n_bad).then(|| tail(h)) };
        if let Some(tail) = ends {
            // b_{h−1} ≤ k − h holds for every path in the table.
            let head = best[best.len() - 1];
            if head + tail > winner.0 {
                winner = (head + tail, h);
            }
        }
        if h == n_good.min(k) {
            break;
        }
        // Row of good h: b_h from 0 to k − 1 − h.
        let width = (k - h).min(n_bad + 1);
        let mut row = vec![false; width];
        let mut running = f64::NEG_INFINITY;
        best.truncate(width);
        for (b, best) in best.iter_mut().enumerate() {
            let value = *best + lists.score_term(h, b) - discounts[h + b];
            if value > running {
                running = value;
                row[b] = true;
            }
            *best = running;
        }
        rows.push(row);
    }

    let (_, h) = winner;
    let mut path = vec![0; n_good];
    // Rows never get longer from one good to the next, so b stays inside on the way back.
    let mut b = rows.get(h.wrapping_sub(1)).map_or(0, |row| row.len() - 1);
    for g in (0..h).rev() {
        while !rows[g][b] {
            b -= 1;
        }
        path[g] = b;
    }
    for g in h..n_good {
        path[g] = wanted[g].max(k - h);
    }
    path
}
