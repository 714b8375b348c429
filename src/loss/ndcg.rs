//! SVM-NDCG and SVM-NDCG-NC: Δ is one minus NDCG with binary labels, clipped or not, and the feature map is ψ_po.

use crate::data::Grade;
use crate::metric::{Discount, Gain, Measure, NDCG};

use super::merge_path::{PartialOrderLoss, ScoredLists, SearchCost};
use super::{PartialOrder, QueryLoss, RankingLoss, Reference};

/// The NDCG loss with gain 1 for good and 0 for bad documents.
///
/// Δ(y) = 1 − Σ_g D(g + b_g) / DCG*, where b_g bad documents stand before the g-th good one, g from 0.
/// Cost of the oracle: O(n log n + n₊ n₋); clipped at k: O(n log n + k n₊).
/// Source: Chakrabarti et al. 2008, sections 2.2.3 and 3.4. Their greedy choice per row (Fact 3.4) and their table of
/// min(n₊, k) rows (Fact 3.3) miss the optimum. The clipped table here also accounts for the later good documents.
#[derive(Debug, Clone)]
pub struct Ndcg {
    /// Number of ranks that count; `None` counts all (NDCG-NC).
    pub cut_off: Option<usize>,
    /// Discount of a rank.
    pub discount: Discount,
    /// Which ranking with Δ = 0 is y*, if a cut-off leaves a choice.
    pub reference: Reference,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl Ndcg {
    fn measure(&self) -> Measure {
        Measure { gain: Gain::Linear, discount: self.discount, ..NDCG.at(self.cut_off) }
    }
}

impl RankingLoss for Ndcg {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let order = PartialOrder::bind(grades, self.threshold)?;
        let n = grades.len();
        let mut discounts = self.discount.vector(n, self.cut_off);
        let ideal: f64 = discounts[..order.n_good()].iter().sum();
        // The last of the ranks that the good documents fill may have the discount of the next ones.
        let count = order.n_good().min(self.cut_off.unwrap_or(n));
        let ranks = discounts.partition_point(|&discount| discount >= discounts[count - 1]);
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
                let loss = PartialOrderLoss::new(order, self.measure(), search, share, cost, what)?;
                Some(Box::new(loss.with_reference(count, ranks, self.reference)))
            }
            _ => {
                let cost = SearchCost::of_best_path(&order);
                let search = move |lists: &ScoredLists| lists.best_path(|g, b| -discounts[g + b]);
                let what = "merge of good into bad documents";
                let loss = PartialOrderLoss::new(order, self.measure(), search, share, cost, what)?;
                Some(Box::new(loss.with_reference(count, ranks, self.reference)))
            }
        }
    }
}

/// Cost of [`clipped_path`]: the cells of the table at one byte each, and the tail of every row.
fn clipped_cost(order: &PartialOrder, k: usize) -> SearchCost {
    let (k, n_good) = (k as f64, order.n_good() as f64);
    let rows = n_good.min(k);
    let cells = rows * k.min(order.n_bad() as f64 + 1.0);
    SearchCost { steps: cells + (rows + 1.0) * n_good, bytes: cells }
}

/// The best path if only the first k = `discounts.len()` ranks count.
///
/// Good documents 0 … h−1 stand within the first k ranks, the others behind them. If g + b_g ≥ k, good document g only
/// adds its score term. Its best b_g is the number of bad documents that score above it, but at least k − h. The
/// minimum is needed because good document h must stand behind rank k. Both numbers are non-decreasing in g, so the
/// tail is a path. The table of the first k ranks has at most k(k+1)/2 cells.
fn clipped_path(lists: &ScoredLists, discounts: &[f64]) -> Vec<usize> {
    let k = discounts.len();
    let (n_good, n_bad) = (lists.good.len(), lists.bad.len());
    let wanted = lists.threshold_path(0.0);
    let tail = |h: usize| -> f64 {
        let least = k - h;
        (h..n_good).map(|g| lists.score_term(g, wanted[g].max(least))).sum()
    };

    // best[b]: value of the best path of the good documents so far, with b_g ≤ b and all within the first k ranks.
    let mut best = vec![0.0; k.min(n_bad) + 1];
    let mut rows: Vec<Vec<bool>> = Vec::new();
    let mut winner = (f64::NEG_INFINITY, 0);
    for h in 0..=n_good.min(k) {
        // Good documents 0 … h−1 are in the table. Any others need at least k − h bad documents before them.
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
        // Row of good document h: b_h from 0 to k − 1 − h.
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
    // Row lengths never increase from one good document to the next, so b stays within the row when tracing back.
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
