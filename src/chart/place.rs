//! Free places for short notes in a plot. Must not know values, colours or fonts.

use super::path::{Frame, Point};

/// Which cells of a plot are covered by lines or notes.
pub(super) struct Occupied {
    frame: Frame,
    cell: f64,
    columns: usize,
    rows: usize,
    taken: Vec<bool>,
}

impl Occupied {
    /// Returns an empty grid over a plot. `cell`: side of a cell in device pixels, positive.
    pub(super) fn new(frame: Frame, cell: f64) -> Self {
        let cells = |length: f64| libm::ceil(length / cell).max(1.0) as usize;
        let (columns, rows) = (cells(frame.right - frame.left), cells(frame.bottom - frame.top));
        Self { frame, cell, columns, rows, taken: vec![false; columns * rows] }
    }

    /// Returns a grid without cells, for a plot without notes: nothing is marked, and no box has room.
    pub(super) fn unused(frame: Frame) -> Self {
        Self { frame, cell: 1.0, columns: 0, rows: 0, taken: Vec::new() }
    }

    /// Marks the cells that a polyline inside the plot crosses. Cost: O(length of the line in cells).
    pub(super) fn add_line(&mut self, line: &[Point]) {
        if self.taken.is_empty() {
            return;
        }
        for ends in line.windows(2) {
            let (from, to) = (ends[0], ends[1]);
            let length = squared(to.0 - from.0, to.1 - from.1).sqrt();
            let steps = libm::ceil(2.0 * length / self.cell).max(1.0) as usize;
            for step in 0..=steps {
                let share = step as f64 / steps as f64;
                self.take((from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1)));
            }
        }
        if let &[point] = line {
            self.take(point);
        }
    }

    fn take(&mut self, (x, y): Point) {
        let (column, row) = (self.column(x), self.row(y));
        self.taken[row * self.columns + column] = true;
    }

    fn column(&self, x: f64) -> usize {
        (((x - self.frame.left) / self.cell).max(0.0) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.frame.top) / self.cell).max(0.0) as usize).min(self.rows - 1)
    }

    /// Returns the upper left corner of a free box, and marks the box as taken. `None` if there is no room.
    ///
    /// `size`: width and height in device pixels. `centre`: the centre of the returned box is as near to it as
    /// possible, and at most `reach` pixels away. Cost: O(cells).
    pub(super) fn place(&mut self, size: (f64, f64), centre: Point, reach: f64) -> Option<Point> {
        let wide = libm::ceil(size.0 / self.cell) as usize + 1;
        let high = libm::ceil(size.1 / self.cell) as usize + 1;
        if wide > self.columns || high > self.rows {
            return None;
        }
        let sums = self.sums();
        let at = |column: usize, row: usize| sums[row * (self.columns + 1) + column];
        let (mut least, mut best) = (reach * reach, None);
        for row in 0..=self.rows - high {
            for column in 0..=self.columns - wide {
                let corner = self.corner(column, row);
                let distance =
                    squared(corner.0 + size.0 / 2.0 - centre.0, corner.1 + size.1 / 2.0 - centre.1);
                // Only a box that is near enough is looked into.
                if distance > least || (distance == least && best.is_some()) {
                    continue;
                }
                let inside = at(column + wide, row + high) + at(column, row)
                    - at(column, row + high)
                    - at(column + wide, row);
                if inside == 0 {
                    (least, best) = (distance, Some((column, row)));
                }
            }
        }
        let (column, row) = best?;
        for line in row..row + high {
            self.taken[line * self.columns + column..line * self.columns + column + wide].fill(true);
        }
        Some(self.corner(column, row))
    }

    /// Returns the upper left corner of a box that starts half a cell inside a cell.
    fn corner(&self, column: usize, row: usize) -> Point {
        let place = |cells: usize| (cells as f64 + 0.5) * self.cell;
        (self.frame.left + place(column), self.frame.top + place(row))
    }

    /// Returns how many cells above and left of every corner are taken: an integral image.
    fn sums(&self) -> Vec<u32> {
        let wide = self.columns + 1;
        let mut sums = vec![0; wide * (self.rows + 1)];
        for row in 0..self.rows {
            for column in 0..self.columns {
                let own = u32::from(self.taken[row * self.columns + column]);
                sums[(row + 1) * wide + column + 1] =
                    own + sums[row * wide + column + 1] + sums[(row + 1) * wide + column]
                        - sums[row * wide + column];
            }
        }
        sums
    }
}

/// Returns the square of a distance, which needs no root to be compared.
fn squared(dx: f64, dy: f64) -> f64 {
    dx * dx + dy * dy
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 10.0, right: 110.0, top: 0.0, bottom: 60.0 };

    #[test]
    fn notes_avoid_lines_and_each_other() {
        let mut occupied = Occupied::new(FRAME, 4.0);
        occupied.add_line(&[(10.0, 30.0), (110.0, 30.0)]);
        let (x, y) = occupied.place((40.0, 12.0), (60.0, 28.0), 100.0).expect("room above or below the line");
        assert!(y + 12.0 <= 28.0 || y >= 30.0, "{y}");
        let (other, below) = occupied.place((40.0, 12.0), (60.0, 28.0), 100.0).expect("room beside the note");
        assert!((other - x).abs() >= 40.0 || (below - y).abs() >= 12.0, "the notes do not overlap");
    }

    #[test]
    fn an_unused_grid_has_no_room() {
        let mut unused = Occupied::unused(FRAME);
        unused.add_line(&[(10.0, 30.0), (110.0, 30.0)]);
        assert_eq!(unused.place((1.0, 1.0), (60.0, 28.0), 1e9), None);
    }

    #[test]
    fn a_note_without_room_has_no_place() {
        let mut occupied = Occupied::new(FRAME, 4.0);
        assert_eq!(occupied.place((200.0, 12.0), (60.0, 28.0), 1e9), None, "wider than the plot");
        assert_eq!(occupied.place((40.0, 12.0), (60.0, 600.0), 100.0), None, "out of reach");
        for row in 0..=60 {
            occupied.add_line(&[(10.0, f64::from(row)), (110.0, f64::from(row))]);
        }
        assert_eq!(occupied.place((10.0, 8.0), (60.0, 28.0), 1e9), None, "a full plot");
    }
}
