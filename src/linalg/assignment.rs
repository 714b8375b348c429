//! Linear assignment with dual prices. Must not know rankings.

/// An optimal one-to-one assignment of rows to columns, with prices that prove it optimal.
#[derive(Debug, Clone, PartialEq)]
pub struct Assignment {
    /// Column of every row.
    pub column_of_row: Vec<usize>,
    /// Dual price of every row.
    pub row_prices: Vec<f64>,
    /// Dual price of every column.
    pub column_prices: Vec<f64>,
}

/// Assigns `n` rows to `n` columns so that the sum of `value(row, column)` is maximal.
///
/// The prices satisfy `row_prices[i] + column_prices[j] >= value(i, j)` for all pairs, with equality for assigned pairs
/// (up to rounding). Therefore the sum of all prices is an upper bound for every assignment.
///
/// `value` must be finite. It is called O(n³) times and its results are not stored, so memory is O(n).
/// Cost: O(n³).
/// Source: shortest augmenting paths with potentials (Kuhn 1955, Munkres 1957, in the form of Tomizawa 1971).
pub fn maximize(n: usize, value: impl Fn(usize, usize) -> f64) -> Assignment {
    maximize_some(n, n, value)
}

/// Returns about how many elementary steps [`maximize`] takes for `n` rows. One takes about a nanosecond.
pub fn steps(n: usize) -> f64 {
    (n as f64).powi(3)
}

/// Same as [`maximize`] for `rows` rows and at least as many columns, of which some stay free.
///
/// The prices of all columns are at least 0 up to rounding, and those of free columns are 0. Therefore the sum of all
/// prices is still an upper bound. Cost: O(rows² · columns).
///
/// # Panics
/// If there are fewer columns than rows.
pub fn maximize_some(rows: usize, columns: usize, value: impl Fn(usize, usize) -> f64) -> Assignment {
    let mut solver = Solver::with_columns(rows, columns);
    while solver.rows_done() < rows {
        solver.assign_next(&value);
    }
    solver.finish()
}

/// Index 0 is a virtual column where every search starts. Rows and columns count from 1.
const NONE: usize = 0;

/// [`maximize`] in steps of one row, for callers that interleave other work.
#[derive(Debug, Clone)]
pub struct Solver {
    n_rows: usize,
    n_columns: usize,
    rows_done: usize,
    row_prices: Vec<f64>,
    column_prices: Vec<f64>,
    row_of_column: Vec<usize>,
    previous_column: Vec<usize>,
    distance: Vec<f64>,
    visited: Vec<bool>,
}

impl Solver {
    /// Starts an assignment of `n` rows to `n` columns.
    pub fn new(n: usize) -> Self {
        Self::with_columns(n, n)
    }

    /// Starts an assignment of rows to at least as many columns.
    ///
    /// # Panics
    /// If there are fewer columns than rows.
    pub fn with_columns(n_rows: usize, n_columns: usize) -> Self {
        assert!(n_rows <= n_columns, "{n_rows} rows need as many columns, not {n_columns}");
        Self {
            n_rows,
            n_columns,
            rows_done: 0,
            row_prices: vec![0.0; n_rows + 1],
            column_prices: vec![0.0; n_columns + 1],
            row_of_column: vec![NONE; n_columns + 1],
            previous_column: vec![NONE; n_columns + 1],
            distance: vec![f64::INFINITY; n_columns + 1],
            visited: vec![false; n_columns + 1],
        }
    }

    /// Number of assigned rows. The current assignment is optimal for these rows alone.
    pub fn rows_done(&self) -> usize {
        self.rows_done
    }

    /// Assigns one more row along a shortest augmenting path. `value` must be the same in every call.
    ///
    /// Returns about how many times it called `value`. Cost: O(rows · columns).
    ///
    /// # Panics
    /// If all rows are already assigned, or a value is not finite.
    pub fn assign_next(&mut self, value: impl Fn(usize, usize) -> f64) -> usize {
        let Self { row_prices, column_prices, row_of_column, previous_column, distance, visited, .. } = self;
        let (n_rows, n_columns) = (self.n_rows, self.n_columns);
        assert!(self.rows_done < n_rows, "all {n_rows} rows are assigned");
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
            asked += n_columns;
            for next in 1..=n_columns {
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
            for other in 0..=n_columns {
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
        // Shift the assignments along the path.
        while column != 0 {
            let previous = previous_column[column];
            row_of_column[column] = row_of_column[previous];
            column = previous;
        }
        asked
    }

    /// Returns the assignment after all rows are assigned.
    ///
    /// # Panics
    /// If a row is not assigned yet.
    pub fn finish(self) -> Assignment {
        let Self { n_rows, n_columns, rows_done, row_prices, column_prices, row_of_column, .. } = self;
        assert!(rows_done == n_rows, "{rows_done} of {n_rows} rows are assigned");
        let mut column_of_row = vec![0; n_rows];
        for column in (1..=n_columns).filter(|&column| row_of_column[column] != NONE) {
            column_of_row[row_of_column[column] - 1] = column - 1;
        }
        // The search minimises the negated values. The prices of the maximum are the negated prices.
        let negated = |prices: &[f64]| prices[1..].iter().map(|price| -price).collect();
        Assignment { column_of_row, row_prices: negated(&row_prices), column_prices: negated(&column_prices) }
    }
}
