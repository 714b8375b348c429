//! The expected hinge of a structured loss as a function of two or three scores, and its exact minimiser.
//!
//! H is the largest of finitely many planes, so the expected hinge is linear between lines along which two planes are
//! equal. δψ does not change if the same number is added to all scores. Scores of sum 0 therefore suffice: a line for
//! two documents, a plane for three.

use crate::data::Grade;
use crate::loss::{LossSpec, RankingLoss};
use crate::ranking::Ranking;

/// Values that are equal up to this share are equal: the rounding of a few sums.
const EQUAL: f64 = 1e-11;

/// Two vectors of length 1 that span the scores of three documents with sum 0. Two documents have the first alone.
const BASIS: [[f64; 3]; 2] = [
    [std::f64::consts::FRAC_1_SQRT_2, -std::f64::consts::FRAC_1_SQRT_2, 0.0],
    [0.408_248_290_463_863, 0.408_248_290_463_863, -0.816_496_580_927_726],
];

/// The expected hinge at every point that can be a minimiser.
pub(super) struct Polyhedral {
    n: usize,
    points: Vec<[f64; 2]>,
    /// The hinge of every case at every point.
    hinges: Vec<Vec<f64>>,
}

/// `Δ − ⟨c, x⟩`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Plane {
    loss: f64,
    slope: [f64; 2],
}

/// The points x with `⟨normal, x⟩ = offset`; the normal has length 1.
#[derive(Debug, Clone, Copy)]
struct Line {
    normal: [f64; 2],
    offset: f64,
}

impl Polyhedral {
    /// Binds the loss to the grades of every case. `orders`: all orders of the two or three documents.
    ///
    /// The minimiser of least norm is 0, the foot of 0 on a line, or the meeting of two lines, whatever the
    /// probabilities are, because the border of a set of minimisers consists of pieces of lines. Cost: lines² · planes.
    pub fn bind(loss: &LossSpec, cases: &[Vec<Grade>], orders: &[Vec<usize>]) -> Self {
        let rankings: Vec<Ranking> = orders
            .iter()
            .map(|order| Ranking::from_order(order.iter().map(|&document| document as u32).collect()))
            .collect();
        let cases: Vec<Vec<Vec<Plane>>> =
            cases.iter().map(|grades| slacks(loss, grades, &rankings)).collect();
        let mut lines: Vec<Line> = Vec::new();
        for planes in cases.iter().flatten() {
            for (at, one) in planes.iter().enumerate() {
                for line in planes[at + 1..].iter().filter_map(|other| Line::between(one, other)) {
                    if !lines.iter().any(|known| known.is_same(&line)) {
                        lines.push(line);
                    }
                }
            }
        }
        let mut points = vec![[0.0; 2]];
        for (at, line) in lines.iter().enumerate() {
            points.push(line.normal.map(|part| part * line.offset));
            points.extend(lines[at + 1..].iter().filter_map(|other| line.meeting(other)));
        }
        let hinge = |slacks: &Vec<Vec<Plane>>, point: &[f64; 2]| -> f64 {
            let largest =
                |planes: &Vec<Plane>| planes.iter().map(|plane| plane.at(point)).fold(0.0, f64::max);
            slacks.iter().map(largest).sum()
        };
        let hinges =
            points.iter().map(|point| cases.iter().map(|slacks| hinge(slacks, point)).collect()).collect();
        Self { n: orders.first().map_or(0, Vec::len), points, hinges }
    }

    /// Returns the scores of least norm among those that minimise the expected hinge.
    pub fn minimiser(&self, probabilities: &[f64]) -> Vec<f64> {
        let expected =
            |hinges: &Vec<f64>| -> f64 { hinges.iter().zip(probabilities).map(|(h, p)| h * p).sum() };
        let values: Vec<f64> = self.hinges.iter().map(expected).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let norm = |[x, y]: &[f64; 2]| x * x + y * y;
        let minimisers = self.points.iter().zip(&values).filter(|(_, value)| **value <= least + EQUAL);
        let nearest =
            minimisers.map(|(point, _)| point).min_by(|one, other| norm(one).total_cmp(&norm(other)));
        let [x, y] = nearest.copied().unwrap_or_default();
        (0..self.n).map(|document| x * BASIS[0][document] + y * BASIS[1][document]).collect()
    }
}

/// The planes of each slack of a loss, without repeats.
fn slacks(loss: &LossSpec, grades: &[Grade], rankings: &[Ranking]) -> Vec<Vec<Plane>> {
    let of_group = |group: Vec<&dyn RankingLoss>| {
        let mut planes: Vec<Plane> = Vec::new();
        for bound in group.into_iter().filter_map(|loss| loss.bind(grades)) {
            for ranking in rankings {
                let coefficients = bound.delta_psi(ranking);
                let along = |basis: [f64; 3]| coefficients.iter().zip(basis).map(|(c, part)| c * part).sum();
                let [first, second] = BASIS.map(along);
                let second = if grades.len() > 2 { second } else { 0.0 };
                let plane = Plane { loss: bound.delta(ranking), slope: [first, second] };
                if !planes.contains(&plane) {
                    planes.push(plane);
                }
            }
        }
        planes
    };
    loss.slack_groups().into_iter().map(of_group).collect()
}

impl Plane {
    fn at(&self, [x, y]: &[f64; 2]) -> f64 {
        self.loss - self.slope[0] * x - self.slope[1] * y
    }
}

impl Line {
    /// Where two planes are equal; `None` for parallel planes.
    fn between(one: &Plane, other: &Plane) -> Option<Self> {
        let [x, y] = [0, 1].map(|at| one.slope[at] - other.slope[at]);
        // One direction for each line: its normal points to the right, or upwards.
        let is_right = x > EQUAL || (x.abs() <= EQUAL && y > 0.0);
        let length = if is_right { x.hypot(y) } else { -x.hypot(y) };
        let offset = (one.loss - other.loss) / length;
        (length.abs() > EQUAL).then_some(Self { normal: [x / length, y / length], offset })
    }

    /// Whether the lines are the same up to rounding, for lines with normals of one direction.
    fn is_same(&self, other: &Self) -> bool {
        let parts = |line: &Self| [line.normal[0], line.normal[1], line.offset];
        parts(self).iter().zip(parts(other)).all(|(one, other)| (one - other).abs() <= EQUAL)
    }

    /// Where two lines meet; `None` for parallel lines.
    fn meeting(&self, other: &Self) -> Option<[f64; 2]> {
        let ([a, b], [c, d]) = (self.normal, other.normal);
        let determinant = a * d - b * c;
        let x = (self.offset * d - b * other.offset) / determinant;
        let y = (a * other.offset - self.offset * c) / determinant;
        (determinant.abs() > EQUAL).then_some([x, y])
    }
}
