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
    let mut solver = Solver::new(n);
    while solver.rows_done() < n {
        solver.assign_next(&value);
    }
    solver.finish()
}

/// Index 0 is a virtual column where every search starts; rows and columns count from 1.
const NONE: usize = 0;

/// [`maximize`] row by row, for callers that have other things to do in between.
#[derive(Debug, Clone)]
pub struct Solver {
    n: usize,
    rows_done: usize,
    row_prices: Vec<f64>,
    column_prices: Vec<f64>,
    row_of_column: Vec<usize>,
    previous_column: Vec<usize>,
    distance: Vec<f64>,
    visited: Vec<bool>,
}

impl Solver {
    /// No row of `n` is assigned yet.
    pub fn new(n: usize) -> Self {
        Self {
            n,
            rows_done: 0,
            row_prices: vec![0.0; n + 1],
            column_prices: vec![0.0; n + 1],
            row_of_column: vec![NONE; n + 1],
            previous_column: vec![NONE; n + 1],
            distance: vec![f64::INFINITY; n + 1],
            visited: vec![false; n + 1],
        }
    }

    /// Rows that are assigned so far; the best assignment of them alone.
    pub fn rows_done(&self) -> usize {
        self.rows_done
    }

    /// Assigns one more row, along a shortest augmenting path. `value` must be the same at every call.
    ///
    /// Returns how many values were asked for. Cost: O(n²).
    ///
    /// # Panics
    /// If all rows are assigned already, or a value is not finite.
    pub fn assign_next(&mut self, value: impl Fn(usize, usize) -> f64) -> usize {
        let Self { n, row_prices, column_prices, row_of_column, previous_column, distance, visited, .. } =
            self;
        assert!(self.rows_done < *n, "all {n} rows are assigned");
        self.rows_done += 1;
        let mut asked = 0;
        row_of_column[0] = self.rows_done;
        distance.fill(f64::INFINITY);
        visited.fill(false);
        let mut column = 0;
        while row_of_column[column] != NONE {
            visited[column] = true;
            let row = row_of_column[column];
            let mut step = f64::INFINITY;
            let mut nearest = NONE;
            asked += *n;
            for next in 1..=*n {
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
            for other in 0..=*n {
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
        asked
    }

    /// The assignment, once all rows are assigned.
    ///
    /// # Panics
    /// If rows are missing.
    pub fn finish(self) -> Assignment {
        let Self { n, rows_done, row_prices, column_prices, row_of_column, .. } = self;
        assert!(rows_done == n, "{rows_done} of {n} rows are assigned");
        let mut column_of_row = vec![0; n];
        for column in 1..=n {
            column_of_row[row_of_column[column] - 1] = column - 1;
        }
        // The search minimises the negated values; negated prices belong to the maximum.
        let negated = |prices: &[f64]| prices[1..].iter().map(|price| -price).collect();
        Assignment { column_of_row, row_prices: negated(&row_prices), column_prices: negated(&column_prices) }
    }
}
