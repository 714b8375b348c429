//! The directions of a plane of w, and the path on it.

use serde::{Deserialize, Serialize};

use crate::linalg::dot::{add_scaled, dot};
use crate::util::error::Error;

/// A plane of w: a point of it, and two directions, orthogonal and of length 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeightAxes {
    /// The two features, from 0, whose weights are the coordinates. `None`: the first direction leads to the best w,
    /// and the second is the direction in which the path leaves that line most.
    pub features: Option<(usize, usize)>,
    /// w₀, the point at (0, 0), orthogonal to the directions: 0, or the best w without the weights of two features.
    pub origin: Vec<f64>,
    /// The first direction, one number per feature.
    pub x: Vec<f64>,
    /// The second direction.
    pub y: Vec<f64>,
}

/// The w of an iteration on the plane.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PathPoint {
    /// `⟨w, x⟩`.
    pub x: f64,
    /// `⟨w, y⟩`.
    pub y: f64,
    /// Distance of w from the plane; 0 for data with two features.
    pub off: f64,
}

impl WeightAxes {
    /// Returns the plane through 0, the best w, and the part of the path that is farthest from that line; or the slice
    /// through the best w along two features. `path`: w of every iteration. Cost: O(40 d × iterations).
    ///
    /// # Errors
    /// [`Error::Absent`] for one feature; [`Error::Config`] for features that do not exist or are equal.
    pub(super) fn of(path: &[&[f64]], best: &[f64], features: Option<[usize; 2]>) -> Result<Self, Error> {
        let d = best.len();
        let unit = |feature: usize| (0..d).map(|at| f64::from(u8::from(at == feature))).collect::<Vec<f64>>();
        if d < 2 {
            return Err(Error::absent("plane", "the data have one feature, so all w lie on a line"));
        }
        if d == 2 || features.is_some() {
            let [first, second] = features.unwrap_or([0, 1]);
            if first == second || first.max(second) >= d {
                let problem = format!("{first} and {second} are not two of the {d} features, counted from 0");
                return Err(Error::config("features", problem));
            }
            let mut origin = best.to_vec();
            (origin[first], origin[second]) = (0.0, 0.0);
            return Ok(Self { features: Some((first, second)), origin, x: unit(first), y: unit(second) });
        }
        let x = normalized(best.to_vec()).or_else(|| leading(path, None)).unwrap_or_else(|| unit(0));
        let y = leading(path, Some(&x)).or_else(|| {
            // A path on one line: the feature that is farthest from it.
            let least = (0..d).min_by(|&i, &j| x[i].abs().total_cmp(&x[j].abs())).unwrap_or(0);
            normalized(without(unit(least), &x))
        });
        Ok(Self { features: None, origin: vec![0.0; d], y: y.unwrap_or_else(|| unit(1)), x })
    }

    /// Returns whether the plane goes through w = 0.
    pub(super) fn holds_zero(&self) -> bool {
        self.origin.iter().all(|weight| *weight == 0.0)
    }

    /// Returns the w at a point of the plane. Cost: O(d).
    pub(super) fn at(&self, (a, b): (f64, f64)) -> Vec<f64> {
        let mut w = self.origin.clone();
        add_scaled(a, &self.x, &mut w);
        add_scaled(b, &self.y, &mut w);
        w
    }

    /// Checks the number of features, which a caller can get wrong.
    ///
    /// # Errors
    /// [`Error::Config`] for a direction of another length, or a number that is not finite.
    pub(super) fn check(&self, n_features: usize) -> Result<(), Error> {
        let is_sound =
            |vector: &Vec<f64>| vector.len() == n_features && vector.iter().all(|value| value.is_finite());
        if [&self.origin, &self.x, &self.y].into_iter().all(is_sound) {
            return Ok(());
        }
        let problem =
            format!("the origin and each direction have one finite number per feature, {n_features}");
        Err(Error::config("axes", problem))
    }

    /// Returns the place of a w. Cost: O(d).
    pub(super) fn place(&self, w: &[f64]) -> PathPoint {
        let (x, y) = (dot(w, &self.x), dot(w, &self.y));
        let mut rest = w.to_vec();
        add_scaled(-1.0, &self.origin, &mut rest);
        add_scaled(-x, &self.x, &mut rest);
        add_scaled(-y, &self.y, &mut rest);
        PathPoint { x, y, off: dot(&rest, &rest).sqrt() }
    }
}

/// Returns the part of a vector that is orthogonal to a direction of length 1.
fn without(mut vector: Vec<f64>, direction: &[f64]) -> Vec<f64> {
    add_scaled(-dot(&vector, direction), direction, &mut vector);
    vector
}

/// Returns the vector with length 1; `None` for 0, and where its length is not a number.
fn normalized(mut vector: Vec<f64>) -> Option<Vec<f64>> {
    let norm = dot(&vector, &vector).sqrt();
    if !(norm > 0.0 && norm.is_finite()) {
        return None;
    }
    vector.iter_mut().for_each(|value| *value /= norm);
    Some(vector)
}

/// Returns the direction in which the points are farthest from 0 in the sum of squares, orthogonal to `direction`, by
/// power iteration; `None` if they have no such part. Cost: O(40 d × points).
fn leading(points: &[&[f64]], direction: Option<&[f64]>) -> Option<Vec<f64>> {
    let rest = |vector: Vec<f64>| match direction {
        Some(direction) => without(vector, direction),
        None => vector,
    };
    let parts: Vec<Vec<f64>> = points.iter().map(|point| rest(point.to_vec())).collect();
    let length = |vector: &[f64]| dot(vector, vector);
    let most = points.iter().map(|point| length(point)).fold(0.0, f64::max);
    let start = parts.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    // What rounding leaves of a path on one line is no direction.
    if length(start) <= 1e-20 * most {
        return None;
    }
    let mut direction = normalized(start.clone())?;
    for _ in 0..40 {
        let mut next = vec![0.0; direction.len()];
        parts.iter().for_each(|part| add_scaled(dot(part, &direction), part, &mut next));
        direction = normalized(rest(next))?;
    }
    Some(direction)
}
