//! Polylines in device pixels: gaps, decimation, clipping and dashes. Must not know values or colours.

use crate::util::sorting::sort_indices;

/// A point in device pixels, before rounding.
pub(super) type Point = (f64, f64);

/// Clipping rectangle in device pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Frame {
    /// Returns a point that rounding has moved just beyond an edge on this edge, so that a line along it is not cut
    /// off.
    fn snapped(&self, (x, y): Point) -> Point {
        const ROUNDING: f64 = 1e-6;
        let within = |value: f64, low: f64, high: f64| match value.clamp(low, high) {
            edge if (edge - value).abs() <= ROUNDING => edge,
            _ => value,
        };
        (within(x, self.left, self.right), within(y, self.top, self.bottom))
    }

    pub(super) fn contains(&self, (x, y): Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    /// Returns the part of a segment inside the frame. Source: Liang and Barsky 1984.
    fn clip(&self, from: Point, to: Point) -> Option<(Point, Point)> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        let edges = [
            (-dx, from.0 - self.left),
            (dx, self.right - from.0),
            (-dy, from.1 - self.top),
            (dy, self.bottom - from.1),
        ];
        for (outward, room) in edges {
            if outward == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if outward < 0.0 {
                enter = enter.max(room / outward);
            } else {
                leave = leave.min(room / outward);
            }
        }
        let at = |share: f64| match share {
            0.0 => from,
            1.0 => to,
            _ => (from.0 + share * dx, from.1 + share * dy),
        };
        (enter <= leave).then(|| (at(enter), at(leave)))
    }

    /// Clips a polyline to the frame and returns the pieces inside.
    pub(super) fn clip_line(&self, line: &[Point]) -> Vec<Vec<Point>> {
        let line: Vec<Point> = line.iter().map(|&point| self.snapped(point)).collect();
        if let [point] = line[..] {
            return if self.contains(point) { vec![vec![point]] } else { Vec::new() };
        }
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        for ends in line.windows(2) {
            let Some((from, to)) = self.clip(ends[0], ends[1]) else { continue };
            match pieces.last_mut() {
                Some(piece) if from == ends[0] && piece.last() == Some(&from) => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
        }
        pieces
    }

    /// Clips a polygon to the frame. Edges along the frame are kept, because they do not change the filled area.
    /// Source: Sutherland and Hodgman 1974.
    pub(super) fn clip_polygon(&self, polygon: Vec<Point>) -> Vec<Point> {
        // One edge each: the bounded coordinate, the sign that points inwards, and the bound.
        let edges = [
            (false, 1.0, self.left),
            (false, -1.0, self.right),
            (true, 1.0, self.top),
            (true, -1.0, self.bottom),
        ];
        edges.into_iter().fold(polygon, |polygon, (vertical, sign, bound)| {
            let room = |(x, y): Point| sign * (if vertical { y } else { x } - bound);
            let mut corners = Vec::with_capacity(polygon.len() + 4);
            for (index, &to) in polygon.iter().enumerate() {
                let from = polygon[(index + polygon.len() - 1) % polygon.len()];
                let (room_from, room_to) = (room(from), room(to));
                if (room_from < 0.0) != (room_to < 0.0) {
                    let share = room_from / (room_from - room_to);
                    corners.push((from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1)));
                }
                if room_to >= 0.0 {
                    corners.push(to);
                }
            }
            corners
        })
    }
}

/// Returns polylines of consecutive points, reduced to what pixels can show: see [`columns`] and [`straightened`].
pub(super) fn lines(points: impl Iterator<Item = Option<Point>>) -> Vec<Vec<Point>> {
    columns(points).iter().map(|line| straightened(line)).collect()
}

/// Returns polylines of consecutive points, with at most four points per pixel column.
///
/// `points`: one per iteration with increasing x; `None` is a gap. Gaps narrower than a pixel column are closed,
/// because they are invisible. If a column has three or more points, its first, lowest, highest and last points are
/// kept. They draw the same pixels. Cost: O(n).
fn columns(points: impl Iterator<Item = Option<Point>>) -> Vec<Vec<Point>> {
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut column = Column::default();
    let mut gap = true;
    for point in points {
        let Some(point) = point else {
            gap = true;
            continue;
        };
        let x = libm::round(point.0);
        if column.points.is_empty() || x != column.x {
            let broken = gap && (column.points.is_empty() || x > column.x + 1.0);
            column.flush(&mut lines);
            if broken {
                lines.push(Vec::new());
            }
            column.x = x;
        }
        column.points.push(point);
        gap = false;
    }
    column.flush(&mut lines);
    lines
}

/// The points of one pixel column in order.
#[derive(Default)]
struct Column {
    x: f64,
    points: Vec<Point>,
}

impl Column {
    /// Moves the points that are kept to the last line.
    fn flush(&mut self, lines: &mut [Vec<Point>]) {
        let Some(line) = lines.last_mut() else { return };
        let by_height = |&a: &usize, &b: &usize| self.points[a].1.total_cmp(&self.points[b].1);
        let n = self.points.len();
        if n <= 2 {
            line.append(&mut self.points);
            return;
        }
        let lowest = (0..n).min_by(by_height).unwrap_or(0);
        let highest = (0..n).max_by(by_height).unwrap_or(0);
        let mut indices = [0, lowest.min(highest), lowest.max(highest), n - 1].to_vec();
        indices.dedup();
        line.extend(indices.into_iter().map(|index| self.points[index]));
        self.points.clear();
    }
}

/// Returns a polyline without the points that lie within half a pixel of the straight line past them.
///
/// Points are finally rounded to whole pixels, which turns a smooth curve of many points into a staircase. A few long
/// segments stay smooth. The ends are kept. Cost: O(n), with a cone of slopes that still pass near every skipped point.
fn straightened(line: &[Point]) -> Vec<Point> {
    const TOLERANCE: f64 = 0.5;
    let Some(&first) = line.first() else { return Vec::new() };
    let mut indices = vec![first];
    let mut anchor = first;
    let mut cone = (f64::NEG_INFINITY, f64::INFINITY);
    for ends in line.windows(2) {
        let (skipped, to) = (ends[0], ends[1]);
        let slope = (to.1 - anchor.1) / (to.0 - anchor.0);
        if !(slope.is_finite() && cone.0 <= slope && slope <= cone.1) {
            indices.push(skipped);
            anchor = skipped;
            cone = (f64::NEG_INFINITY, f64::INFINITY);
        }
        let (dx, dy) = (to.0 - anchor.0, to.1 - anchor.1);
        cone = (cone.0.max((dy - TOLERANCE) / dx), cone.1.min((dy + TOLERANCE) / dx));
    }
    indices.extend(line.last());
    indices.dedup();
    indices
}

/// Returns heights at least `apart` from each other, in the order of the wished ones and near to them.
///
/// The heights lie between `low` and `high` if there is room. Otherwise they continue below `high`. Cost: O(n log n).
pub(super) fn push_apart(wished: &[f64], apart: f64, low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wished.len()).collect();
    sort_indices(&mut order, &|a, b| wished[a].total_cmp(&wished[b]));
    let mut places = wished.to_vec();
    // Downwards from the top, then upwards from the bottom, which brings back what was pushed beyond the end.
    let mut least = low;
    for &at in &order {
        places[at] = places[at].max(least);
        least = places[at] + apart;
    }
    let mut most = high;
    for &at in order.iter().rev() {
        places[at] = places[at].min(most);
        most = places[at] - apart;
    }
    let over = low - places.iter().copied().fold(low, f64::min);
    places.iter().map(|place| place + over).collect()
}

/// Returns the dashes of a polyline, or the polyline itself if the pattern is empty or finer than pixels.
///
/// `dash`: lengths drawn and skipped in turn, none negative. `scale`: pixels per unit of these lengths.
pub(super) fn strokes(line: &[Point], dash: &[f64], scale: f64) -> Vec<Vec<Point>> {
    let pattern: Vec<f64> = dash.iter().map(|length| length * scale).collect();
    if pattern.iter().sum::<f64>() >= 1.0 { dashes(line, &pattern) } else { vec![line.to_vec()] }
}

/// Cuts a polyline into dashes.
///
/// `pattern`: lengths drawn and skipped in turn, in pixels, with a positive sum. A pattern of odd length is repeated,
/// as on a canvas.
fn dashes(line: &[Point], pattern: &[f64]) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut drawn = true;
    let mut turn = 0;
    let mut left = pattern[0];
    for ends in line.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let length = libm::hypot(to.0 - from.0, to.1 - from.1);
        let mut done = 0.0;
        if drawn && piece.is_empty() {
            piece.push(from);
        }
        while length - done > left {
            done += left;
            let share = done / length;
            let point = (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
            if drawn {
                piece.push(point);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![point];
            }
            drawn = !drawn;
            turn = (turn + 1) % pattern.len();
            left = pattern[turn];
        }
        left -= length - done;
        if drawn {
            piece.push(to);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 0.0, right: 10.0, top: 0.0, bottom: 10.0 };

    #[test]
    fn rounding_does_not_cut_off_a_line_on_an_edge() {
        let pieces = FRAME.clip_line(&[(0.0, -1e-12), (10.0 + 1e-12, -1e-12)]);
        assert_eq!(pieces, [[(0.0, 0.0), (10.0, 0.0)]]);
    }

    #[test]
    fn lines_are_clipped_not_clamped() {
        let check = |line: &[Point], expected: &[&[Point]]| assert_eq!(FRAME.clip_line(line), expected);
        check(&[(0.0, 5.0), (4.0, 5.0), (4.0, 9.0)], &[&[(0.0, 5.0), (4.0, 5.0), (4.0, 9.0)]]);
        check(
            &[(0.0, 5.0), (2.0, 15.0), (4.0, 5.0)],
            &[&[(0.0, 5.0), (1.0, 10.0)], &[(3.0, 10.0), (4.0, 5.0)]],
        );
        check(&[(0.0, -5.0), (10.0, -1.0)], &[]);
        check(&[(8.0, 5.0), (12.0, 5.0)], &[&[(8.0, 5.0), (10.0, 5.0)]]);
        check(&[(3.0, 3.0)], &[&[(3.0, 3.0)]]);
        check(&[(3.0, 11.0)], &[]);
    }

    #[test]
    fn polygons_are_clipped() {
        let square = vec![(-5.0, 2.0), (5.0, 2.0), (5.0, 4.0), (-5.0, 4.0)];
        let mut clipped = FRAME.clip_polygon(square);
        clipped.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(clipped, [(0.0, 2.0), (0.0, 4.0), (5.0, 2.0), (5.0, 4.0)]);
        assert!(FRAME.clip_polygon(vec![(11.0, 0.0), (12.0, 0.0), (12.0, 3.0)]).is_empty());
    }

    #[test]
    fn straight_runs_keep_only_their_ends() {
        let check = |line: &[Point], expected: &[Point]| assert_eq!(straightened(line), expected);
        check(&[], &[]);
        check(&[(0.0, 1.0)], &[(0.0, 1.0)]);
        check(&[(0.0, 0.0), (1.0, 1.2), (2.0, 1.9), (3.0, 3.0)], &[(0.0, 0.0), (3.0, 3.0)]);
        check(
            &[(0.0, 0.0), (1.0, 0.0), (2.0, 4.0), (3.0, 0.0)],
            &[(0.0, 0.0), (1.0, 0.0), (2.0, 4.0), (3.0, 0.0)],
        );
        // Points with equal x are kept, because their slope is undefined.
        check(&[(1.0, 0.0), (1.0, 4.0), (1.0, 2.0)], &[(1.0, 0.0), (1.0, 4.0), (1.0, 2.0)]);
    }

    #[test]
    fn visible_gaps_break_lines() {
        let wide = [Some((0.0, 1.0)), None, Some((4.0, 1.0)), Some((6.0, 2.0))];
        assert_eq!(lines(wide.into_iter()), [vec![(0.0, 1.0)], vec![(4.0, 1.0), (6.0, 2.0)]]);
        let narrow = [None, Some((0.0, 1.0)), None, Some((0.2, 2.0)), None, Some((0.6, 1.0)), None];
        assert_eq!(lines(narrow.into_iter()), [vec![(0.0, 1.0), (0.2, 2.0), (0.6, 1.0)]]);
        assert!(lines([None, None].into_iter()).is_empty());
    }

    #[test]
    fn long_series_are_thinned_and_keep_their_extremes() {
        let points: Vec<Point> = (0..100_000)
            .map(|t| (t as f64 / 1000.0, if t == 5_400 { 99.0 } else { (t % 7) as f64 }))
            .collect();
        let thinned = lines(points.iter().copied().map(Some)).concat();
        assert!(thinned.len() <= 4 * 101);
        assert!(thinned.contains(&(5.4, 99.0)));
        assert_eq!((thinned[0], thinned[thinned.len() - 1]), (points[0], points[99_999]));
    }

    #[test]
    fn heights_are_pushed_apart_within_the_plot() {
        assert_eq!(push_apart(&[50.0, 10.0], 15.0, 0.0, 100.0), [50.0, 10.0], "far enough already");
        assert_eq!(push_apart(&[50.0, 50.0], 15.0, 0.0, 100.0), [50.0, 65.0]);
        assert_eq!(push_apart(&[100.0, 95.0, 99.0], 15.0, 0.0, 100.0), [100.0, 70.0, 85.0]);
        assert_eq!(push_apart(&[5.0, 5.0, 5.0], 15.0, 0.0, 20.0), [0.0, 15.0, 30.0], "without room");
        assert!(push_apart(&[], 15.0, 0.0, 20.0).is_empty());
    }

    #[test]
    fn dashes_follow_the_line() {
        let line = [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)];
        assert_eq!(dashes(&line, &[4.0, 2.0]), [vec![(0.0, 0.0), (4.0, 0.0)], vec![(5.0, 1.0), (5.0, 5.0)]]);
        assert_eq!(dashes(&line, &[20.0]), [line.to_vec()]);
    }
}
