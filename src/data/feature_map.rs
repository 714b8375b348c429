//! Feature maps: fixed functions of the features, so that a linear ranker becomes a polynomial or a kernel one.
//!
//! With a kernel k, the best w is a sum over training documents, `w = Σ β_i φ(x_i)`. A factor F with `K = F Fᵀ` gives
//! the same problem over the rows of F. A map computes such rows, so learners see a data set as usual and do not
//! change. It is fitted to the scaled and prepared training data. Must not know grades or learners.

mod poly;
mod rbf;

use std::borrow::Cow;
use std::str::FromStr;

use serde::Deserialize;
use serde::Serialize;

use super::Dataset;
use crate::util::error::{Error, shown};

pub use poly::PolyMap;
pub use rbf::{Landmark, RbfMap};

/// The highest degree of monomials.
pub const MAX_DEGREE: usize = 9;
/// The largest number of landmarks. The dual takes Newton steps for up to this number of columns.
pub const MAX_LANDMARKS: usize = 300;
/// The number of landmarks if none is given.
pub const USUAL_LANDMARKS: usize = 100;

/// A feature map before it is fitted.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum FeatureMap {
    /// The features themselves.
    #[default]
    None,
    /// All monomials of degree 1 to `degree`.
    Poly {
        /// The largest degree, `1..=MAX_DEGREE`.
        degree: usize,
    },
    /// The kernel `k(x, x') = exp(−γ |x − x'|²)` on landmarks.
    Rbf {
        /// γ; `None` for 1 / median squared distance.
        gamma: Option<f64>,
        /// The largest number of landmarks, `1..=MAX_LANDMARKS`.
        landmarks: usize,
    },
}

/// A feature map with its parameters from the training data. A model file contains it.
///
/// Features that are missing in other data count as 0. Features beyond the fitted ones are dropped.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FittedMap {
    /// The features themselves.
    #[default]
    None,
    /// Monomials.
    Poly(PolyMap),
    /// The coordinates of a kernel on landmarks.
    Rbf(RbfMap),
}

/// What a map made of the training data.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MapReport {
    /// `poly` or `rbf`.
    pub kind: &'static str,
    /// Number of features before the map.
    pub features: usize,
    /// Number of columns after the map; for `rbf` the number of landmarks.
    pub columns: usize,
    /// γ of the kernel.
    pub gamma: Option<f64>,
    /// Share of the trace of K that the landmarks leave out, in `[0, 1]`. At 0 training equals that of the exact
    /// kernel machine.
    pub residual: Option<f64>,
}

/// A map with the mapped training data. The data are `None` without a map.
#[derive(Debug, Default)]
pub struct Mapped {
    /// The map.
    pub map: FittedMap,
    /// Its figures; `None` without a map.
    pub report: Option<MapReport>,
    /// The mapped training data.
    pub data: Option<Dataset>,
}

/// A document that a kernel map compares with, for display.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LandmarkInfo {
    /// The name of its query.
    pub query: String,
    /// Its index within the query, from 0, after the preparation.
    pub document: usize,
    /// Its line in the file, from 1; `None` for generated data.
    pub line: Option<usize>,
    /// The start of the comment of its line; empty if there is none.
    pub comment: String,
    /// Its features after the scaling.
    pub features: Vec<f64>,
}

impl FeatureMap {
    /// Fits the map to scaled training data and maps them. `seed`: of the pairs for the median distance.
    ///
    /// Cost: O(documents · columns) for monomials, and O(documents · P · (P + features)) for P landmarks, with memory
    /// for one value per document and column. The kernel matrix is never built.
    ///
    /// # Errors
    /// [`Error::Config`] if the map would take too many columns, steps or bytes, or if γ cannot be found;
    /// [`Error::Numeric`] if a monomial is too large.
    pub fn fit(self, train: &Dataset, seed: u64) -> Result<Mapped, Error> {
        match self {
            Self::None => Ok(Mapped::default()),
            Self::Poly { degree } => {
                let map = PolyMap::new(degree, train)?;
                let data = map.fit(train)?;
                let report = MapReport {
                    kind: "poly",
                    features: train.n_features(),
                    columns: data.n_features(),
                    gamma: None,
                    residual: None,
                };
                Ok(Mapped { map: FittedMap::Poly(map), report: Some(report), data: Some(data) })
            }
            Self::Rbf { gamma, landmarks } => {
                let (map, data, residual) = RbfMap::fit(gamma, landmarks, train, seed)?;
                let report = MapReport {
                    kind: "rbf",
                    features: train.n_features(),
                    columns: data.n_features(),
                    gamma: Some(map.gamma()),
                    residual: Some(residual),
                };
                Ok(Mapped { map: FittedMap::Rbf(map), report: Some(report), data: Some(data) })
            }
        }
    }
}

impl FromStr for FeatureMap {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let fault = |problem: String| Error::config("map", problem);
        let lower = text.trim().to_ascii_lowercase();
        let mut parts = lower.split(':');
        let map = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("none"), None, None, None) => Self::None,
            (Some("poly"), Some(degree), None, None) => {
                let degree = degree.parse().ok().filter(|degree| (1..=MAX_DEGREE).contains(degree));
                let degree = degree.ok_or_else(|| {
                    fault(format!("{}: the degree is not a whole number from 1 to {MAX_DEGREE}", shown(text)))
                })?;
                Self::Poly { degree }
            }
            (Some("rbf"), gamma, landmarks, None) => {
                let gamma = match gamma {
                    None | Some("auto") => None,
                    Some(given) => {
                        let gamma =
                            given.parse().ok().filter(|gamma: &f64| gamma.is_finite() && *gamma > 0.0);
                        Some(gamma.ok_or_else(|| {
                            fault(format!("{}: gamma is neither a number above 0 nor auto", shown(text)))
                        })?)
                    }
                };
                let count = landmarks.map_or(Some(USUAL_LANDMARKS), |count| count.parse().ok());
                let landmarks =
                    count.filter(|count| (1..=MAX_LANDMARKS).contains(count)).ok_or_else(|| {
                        fault(format!(
                            "{}: the number of landmarks is not a whole number from 1 to {MAX_LANDMARKS}",
                            shown(text)
                        ))
                    })?;
                Self::Rbf { gamma, landmarks }
            }
            _ => return Err(fault(format!("{} is not none, poly:D or rbf[:GAMMA[:P]]", shown(text)))),
        };
        Ok(map)
    }
}

impl FittedMap {
    /// Returns whether the learner sees the features themselves.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Name of its kind: `none`, `poly` or `rbf`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Poly(_) => "poly",
            Self::Rbf(_) => "rbf",
        }
    }

    /// Returns the number of features before the map; `None` without a map.
    pub fn n_features(&self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Poly(map) => Some(map.n_features()),
            Self::Rbf(map) => Some(map.n_features()),
        }
    }

    /// Returns the number of columns after the map; `None` without a map.
    pub fn n_columns(&self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Poly(map) => Some(map.n_columns()),
            Self::Rbf(map) => Some(map.n_columns()),
        }
    }

    /// Returns the features that are multiplied in each column of a polynomial map, from 0; empty for other maps.
    pub fn monomials(&self) -> Vec<Vec<usize>> {
        match self {
            Self::Poly(map) => map.monomials(),
            _ => Vec::new(),
        }
    }

    /// Returns the landmarks of a kernel map in the order in which they were chosen; empty for other maps.
    pub fn landmarks(&self) -> Vec<LandmarkInfo> {
        match self {
            Self::Rbf(map) => map.landmarks().iter().map(Landmark::info).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the coefficient u of each landmark, so that the score is `Σ_p u_p k(x_p, x)`: `u = L⁻ᵀ w`. `None` for
    /// other maps, and for a w of another length. Cost: O(P²).
    pub fn coefficients(&self, w: &[f64]) -> Option<Vec<f64>> {
        match self {
            Self::Rbf(map) => map.coefficients(w),
            _ => {
                let _ = w;
                None
            }
        }
    }

    /// Checks a map that was read from a file.
    ///
    /// # Errors
    /// [`Error::Data`] naming the part whose size or numbers cannot come from a fitted map.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::None => Ok(()),
            Self::Poly(map) => map.check(),
            Self::Rbf(map) => map.check(),
        }
    }

    /// Returns the mapped data. `data`: scaled as the training data were. Values outside the range of f64 become the
    /// nearest finite value.
    ///
    /// Training rows get the bits that [`FeatureMap::fit`] gave them. Without a map the data are only borrowed.
    pub fn apply<'a>(&self, data: &'a Dataset) -> Cow<'a, Dataset> {
        match self {
            Self::None => Cow::Borrowed(data),
            Self::Poly(map) => Cow::Owned(map.apply(data)),
            Self::Rbf(map) => Cow::Owned(map.apply(data)),
        }
    }
}

/// Returns a copy of the data with `row(features, mapped)` as the rows. Names of raw features are dropped.
fn with_rows(data: &Dataset, n_columns: usize, row: impl Fn(&[f64], &mut Vec<f64>)) -> Dataset {
    let mut mapped = data.with_features(n_columns);
    mapped.feature_names = Vec::new();
    let mut values = Vec::with_capacity(n_columns);
    for document in 0..data.n_documents() {
        values.clear();
        row(&data.features(document), &mut values);
        values.iter_mut().for_each(|value| *value = in_range(*value));
        mapped.features_mut().push(&values);
    }
    mapped.features_mut().settle();
    mapped
}

/// Returns the nearest finite number; 0 for NaN, which only damaged numbers of a model file can cause.
fn in_range(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(-f64::MAX, f64::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let check = |text: &str, expected: FeatureMap| assert_eq!(text.parse(), Ok(expected), "{text}");
        check("none", FeatureMap::None);
        check(" Poly:3 ", FeatureMap::Poly { degree: 3 });
        check("rbf", FeatureMap::Rbf { gamma: None, landmarks: 100 });
        check("rbf:4", FeatureMap::Rbf { gamma: Some(4.0), landmarks: 100 });
        check("RBF:auto:7", FeatureMap::Rbf { gamma: None, landmarks: 7 });
        check("rbf:0.5:300", FeatureMap::Rbf { gamma: Some(0.5), landmarks: 300 });
    }

    #[test]
    fn other_settings_are_refused() {
        for text in [
            "",
            "poly",
            "poly:",
            "poly:0",
            "poly:10",
            "poly:2:3",
            "none:1",
            "rbf:",
            "rbf:0",
            "rbf:-1",
            "rbf:nan",
            "rbf:inf",
            "rbf:1:",
            "rbf:1:0",
            "rbf:1:301",
            "rbf:1:5:6",
            "kernel",
            "poly:99999999999999999999",
        ] {
            let refused: Result<FeatureMap, Error> = text.parse();
            assert!(matches!(refused, Err(Error::Config { field: "map", .. })), "{text:?}: {refused:?}");
        }
    }
}
