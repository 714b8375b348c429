//! What a document of a list costs at a rank: the part of a merge that does not depend on scores.

/// The costs of all lists by rank.
#[derive(Debug, Clone)]
pub enum Costs {
    /// Discount times gain: `a_j b`.
    Product {
        /// a_j of the first K ranks, non-increasing.
        discount: Vec<f64>,
        /// b of each list.
        gains: Vec<f64>,
        /// Lists by increasing gain.
        ascending: Vec<usize>,
        /// `sums[j]`: sum of the first j discounts.
        sums: Vec<f64>,
    },
    /// Any cost, one row per list: the costs at the first K ranks, then the cost behind them. An infinite cost forbids
    /// the place.
    Table {
        /// K + 1 costs of each list.
        rows: Vec<Vec<f64>>,
        /// Number of documents of each list.
        lengths: Vec<usize>,
        /// No ranking costs less.
        least: f64,
    },
}

impl Costs {
    /// The costs `a_j b`. `discount`: of the first K ranks; `gains`: by list. Cost: O(K + L log L).
    pub fn product(discount: &[f64], gains: Vec<f64>, ascending: Vec<usize>) -> Self {
        let partial = discount.iter().scan(0.0, |sum, a| {
            *sum += a;
            Some(*sum)
        });
        let sums = std::iter::once(0.0).chain(partial).collect();
        Self::Product { discount: discount.to_vec(), gains, ascending, sums }
    }

    /// The costs of a table. `rows`: K + 1 costs of each list; `lengths`: documents of each list. Cost: O(K L).
    pub fn table(rows: Vec<Vec<f64>>, lengths: Vec<usize>) -> Self {
        let n: usize = lengths.iter().sum();
        let head = rows.first().map_or(0, |row| row.len().saturating_sub(1));
        let used = || rows.iter().zip(&lengths).filter(|(_, length)| **length > 0).map(|(row, _)| row);
        let least_at = |rank: usize| used().map(|row| row[rank]).fold(f64::INFINITY, f64::min);
        let behind = if n > head { (n - head) as f64 * least_at(head) } else { 0.0 };
        let least = (0..head).map(least_at).sum::<f64>() + behind;
        Self::Table { rows, lengths, least }
    }

    /// The cost of a document of a list at a rank below K.
    pub fn at(&self, list: usize, rank: usize) -> f64 {
        match self {
            Self::Product { discount, gains, .. } => discount[rank] * gains[list],
            Self::Table { rows, .. } => rows[list][rank],
        }
    }

    /// Whether documents behind the first K ranks cost nothing.
    pub fn is_product(&self) -> bool {
        matches!(self, Self::Product { .. })
    }

    /// The list with the lowest gain; the first list for a table.
    pub fn cheapest(&self) -> usize {
        match self {
            Self::Product { ascending, .. } => ascending.first().copied().unwrap_or(0),
            Self::Table { .. } => 0,
        }
    }

    /// A bound of the absolute costs of a ranking, without forbidden places. Rounding errors are relative to it.
    pub fn magnitude(&self) -> f64 {
        let largest = |values: &[f64]| {
            values.iter().filter(|value| value.is_finite()).fold(0.0_f64, |most, value| most.max(value.abs()))
        };
        match self {
            Self::Product { gains, sums, .. } => largest(gains) * largest(sums),
            Self::Table { rows, lengths, .. } => {
                let n: usize = lengths.iter().sum();
                n as f64 * rows.iter().map(|row| largest(row)).fold(0.0, f64::max)
            }
        }
    }

    /// The cost of the documents behind the first K ranks, if `counts` of each list stand before. Cost: O(L).
    pub fn behind(&self, counts: &[usize]) -> f64 {
        let Self::Table { rows, lengths, .. } = self else { return 0.0 };
        let left = counts.iter().zip(lengths).map(|(count, length)| length - count);
        // A forbidden place costs nothing where no document stands: 0 times infinity is no number.
        rows.iter()
            .zip(left)
            .filter(|(_, left)| *left > 0)
            .filter_map(|(row, left)| Some(left as f64 * row.last()?))
            .sum()
    }

    /// A lower bound of the cost of any order with `counts` documents of each list in the first K ranks.
    pub fn bound(&self, counts: &[usize]) -> f64 {
        match self {
            // No order costs less than the lowest gains first.
            Self::Product { gains, ascending, sums, .. } => {
                let mut rank = 0;
                let mut cost = 0.0;
                for &list in ascending {
                    let end = rank + counts[list];
                    cost += gains[list] * (sums[end] - sums[rank]);
                    rank = end;
                }
                cost
            }
            Self::Table { least, .. } => *least,
        }
    }
}
