//! The states of a merge, as rows of cells. Must not know scores.

/// Rows of cells, and the steps between rows.
///
/// A cell is the number of documents of each list except the last, which takes the remaining ranks. Cells that differ
/// only in the count of the second-to-last list form a row. The lists before it are the outer lists.
#[derive(Default)]
pub struct Layout {
    /// Rows, in lexicographic order of the counts of the outer lists.
    pub rows: Vec<Row>,
    /// Steps, row by row.
    pub steps: Vec<Step>,
    /// Counts of the outer lists, row by row.
    pub outer: Vec<u32>,
    /// Number of cells of all rows.
    pub n_cells: usize,
    /// Counts of a row with one document less.
    before: Vec<u32>,
}

/// Cells that differ only in the count of the second-to-last list, which is their index in the row.
pub struct Row {
    /// Number of the first cell.
    pub start: u32,
    /// Number of documents taken from the outer lists.
    pub taken: u32,
    /// Greatest count of the second-to-last list.
    pub last: u32,
    /// Index of its first step; its steps end at the first step of the next row.
    pub first_step: u32,
}

/// A transition to the cells of a row from the row with one document less of an outer list.
pub struct Step {
    /// The outer list.
    pub list: u32,
    /// Index of that document among the leaders.
    pub leader: u32,
    /// Number of the first cell of the other row.
    pub start: u32,
}

impl Layout {
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>()
            + self.steps.capacity() * size_of::<Step>()
            + self.outer.capacity() * size_of::<u32>()
    }

    /// Builds the row without documents of the outer lists, and all rows that `wanted` does not exclude by their
    /// counts of the outer lists. Where it excludes counts, it also excludes all that are nowhere smaller.
    ///
    /// `capacities`: how many documents of each list can stand in the first `head` ranks; at least two lists.
    /// `offsets`: index of each list's first leader.
    pub fn lay(
        &mut self,
        capacities: &[usize],
        offsets: &[usize],
        head: usize,
        mut wanted: impl FnMut(&[u32]) -> bool,
    ) {
        self.rows.clear();
        self.steps.clear();
        self.outer.clear();
        self.n_cells = 0;
        let n_outer = capacities.len() - 2;
        let mut counts = vec![0; n_outer];
        let mut taken = 0;
        'rows: loop {
            self.push(&counts, offsets, taken, capacities[n_outer].min(head - taken));
            for list in (0..n_outer).rev() {
                if taken < head && (counts[list] as usize) < capacities[list] {
                    counts[list] += 1;
                    taken += 1;
                    if wanted(&counts) {
                        continue 'rows;
                    }
                }
                taken -= counts[list] as usize;
                counts[list] = 0;
            }
            return;
        }
    }

    /// Adds the row behind the last one.
    fn push(&mut self, counts: &[u32], offsets: &[usize], taken: usize, last: usize) {
        let first_step = self.steps.len() as u32;
        self.before.clear();
        self.before.extend_from_slice(counts);
        for (list, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            self.before[list] -= 1;
            // The row with one document less of the last outer list is the previous row. A row that was excluded is not
            // part of any best order, so its step is left out.
            let from = if list + 1 == counts.len() { self.rows.last() } else { self.row_of(&self.before) };
            if let Some(&Row { start, .. }) = from {
                let leader = offsets[list] as u32 + count - 1;
                self.steps.push(Step { list: list as u32, leader, start });
            }
            self.before[list] += 1;
        }
        self.outer.extend_from_slice(counts);
        let (start, taken) = (self.n_cells as u32, taken as u32);
        self.rows.push(Row { start, taken, last: last as u32, first_step });
        self.n_cells += last + 1;
    }

    /// Returns the row with these counts of the outer lists. Cost: O(log rows).
    pub fn row_of(&self, counts: &[u32]) -> Option<&Row> {
        let outer = |row: usize| &self.outer[row * counts.len()..][..counts.len()];
        let mut range = 0..self.rows.len();
        while range.len() > 1 {
            let middle = range.start + range.len() / 2;
            if outer(middle) > counts {
                range.end = middle;
            } else {
                range.start = middle;
            }
        }
        self.rows.get(range.start).filter(|_| outer(range.start) == counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_fill_the_ranks_has_its_cell() {
        let mut layout = Layout::default();
        layout.lay(&[2, 3, 4, 5], &[0, 2, 5, 9], 6, |_| true);
        let mut cells = 0;
        for (outer, row) in layout.outer.chunks(2).zip(&layout.rows) {
            let taken = outer.iter().sum::<u32>();
            assert_eq!((row.start, row.taken, row.last), (cells, taken, 4.min(6 - taken)), "{outer:?}");
            assert_eq!(layout.row_of(outer).map(|row| row.start), Some(cells));
            cells += row.last + 1;
        }
        assert_eq!((layout.rows.len(), layout.n_cells), (3 * 4, cells as usize));
        // Each row can be reached by one more document of either outer list, if it has any.
        assert_eq!(layout.steps.len(), 2 * 4 + 3 * 3);

        layout.lay(&[2, 3, 4, 5], &[0, 2, 5, 9], 6, |outer| outer[0] + 2 * outer[1] <= 2);
        assert_eq!(layout.outer, [0, 0, 0, 1, 1, 0, 2, 0]);
        assert_eq!(layout.steps.len(), 3);
        assert!(layout.row_of(&[1, 1]).is_none());
    }
}
