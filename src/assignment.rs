//! Linear assignment with its dual prices. Knows nothing of ranking.

/// A best one-to-one assignment of rows to columns, with the prices that prove it.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// Column of every row.
    pub column_of_row: Vec<usize>,
    /// Dual price of every row.
    pub row_prices: Vec<f64>,
    /// Dual price of every column.
    pub column_prices: Vec<f64>,
}

/// Assigns `n` rows to `n` columns so that the sum of `value(row, column)` is greatest.
///
/// The prices satisfy `row_prices[i] + column_prices[j] >= value(i, j)` for all pairs, with equality on the
/// assigned ones (up to rounding), so no assignment can be worth more than the sum of all prices.
///
/// `value` must be finite; it is asked O(n³) times and never stored, so memory is O(n).
/// Cost: O(n³).
/// Source: shortest augmenting paths with potentials (Kuhn 1955, Munkres 1957, in the form of Tomizawa 1971).
pub fn maximize(n: usize, value: impl Fn(usize, usize) -> f64) -> Assignment {
    // Index 0 of these is a virtual column where every search starts; rows and columns count from 1.
    const NONE: usize = 0;
    let mut row_prices = vec![0.0; n + 1];
    let mut column_prices = vec![0.0; n + 1];
    let mut row_of_column = vec![NONE; n + 1];
    let mut previous_column = vec![NONE; n + 1];
    let mut distance = vec![f64::INFINITY; n + 1];
    let mut visited = vec![false; n + 1];

    for new_row in 1..=n {
        row_of_column[0] = new_row;
        distance.fill(f64::INFINITY);
        visited.fill(false);
        let mut column = 0;
        while row_of_column[column] != NONE {
            visited[column] = true;
            let row = row_of_column[column];
            let mut step = f64::INFINITY;
            let mut nearest = NONE;
            for next in 1..=n {
                if visited[next] {
                    continue;
                }
                let reduced = -value(row - 1, next - 1) - row_prices[row] - column_prices[next];
                if reduced < distance[next] {
                    distance[next] = reduced;
                    previous_column[next] = column;
                }
                if distance[next] < step {
                    step = distance[next];
                    nearest = next;
                }
            }
            for other in 0..=n {
                if visited[other] {
                    row_prices[row_of_column[other]] += step;
                    column_prices[other] -= step;
                } else {
                    distance[other] -= step;
                }
            }
            assert!(nearest != NONE, "every value of an assignment is finite");
            column = nearest;
        }
        // Shift the assignments along the path that was found.
        while column != 0 {
            let previous = previous_column[column];
            row_of_column[column] = row_of_column[previous];
            column = previous;
        }
    }

    let mut column_of_row = vec![0; n];
    for column in 1..=n {
        column_of_row[row_of_column[column] - 1] = column - 1;
    }
    // The search minimises the negated values; negated prices belong to the maximum.
    let negated = |prices: &[f64]| prices[1..].iter().map(|price| -price).collect();
    Assignment { column_of_row, row_prices: negated(&row_prices), column_prices: negated(&column_prices) }
}
