//! Scaling of features, fitted on training data and applied to any data. Must not know grades.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Dataset;
use crate::util::error::{Error, shown};

/// Scaling of features before training.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scaling {
    /// Unscaled features.
    #[default]
    None,
    /// Scaling to `[0, 1]` within each query, as in LETOR.
    Query,
    /// Share of the query's documents with a smaller value, from 0 to 1.
    Rank,
    /// Scaling to `[0, 1]` over the training data.
    MinMax,
    /// Scaling to mean 0 and standard deviation 1 over the training data.
    Standard,
}

/// A scaling with its parameters from the training data, one value per feature.
///
/// A feature that is constant in the training data becomes 0, or ½ by rank. Features that are missing in other data
/// count as 0 before the scaling. Features beyond the fitted ones are dropped. Values are not clipped, so other data may
/// leave `[0, 1]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FittedScaling {
    /// Unscaled features.
    None,
    /// `(x − min) / (max − min)` with the extremes of the document's query.
    Query,
    /// `(documents of the query with a smaller value + ½ others with the same value) / (n − 1)` for n documents; ½ for
    /// n = 1.
    Rank,
    /// `(x − minimum) / (maximum − minimum)`.
    MinMax {
        /// Smallest value of each feature.
        minimum: Vec<f64>,
        /// Largest value of each feature.
        maximum: Vec<f64>,
    },
    /// `(x − mean) / standard_deviation`.
    Standard {
        /// Mean of each feature.
        mean: Vec<f64>,
        /// Root of the mean squared deviation of each feature; 0 for a constant feature.
        standard_deviation: Vec<f64>,
    },
}

impl Scaling {
    /// All scalings.
    pub const ALL: [Self; 5] = [Self::None, Self::Query, Self::Rank, Self::MinMax, Self::Standard];

    /// Name of the scaling in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Query => "query",
            Self::Rank => "rank",
            Self::MinMax => "minmax",
            Self::Standard => "standard",
        }
    }

    /// Fits the scaling to the training data. Cost: at most three passes over the data.
    pub fn fit(self, train: &Dataset) -> FittedScaling {
        match self {
            Self::None => FittedScaling::None,
            Self::Query => FittedScaling::Query,
            Self::Rank => FittedScaling::Rank,
            Self::MinMax => {
                let (minimum, maximum) = extremes(train, 0..train.n_documents());
                FittedScaling::MinMax { minimum, maximum }
            }
            Self::Standard => {
                let (mean, standard_deviation) = moments(train);
                FittedScaling::Standard { mean, standard_deviation }
            }
        }
    }
}

impl fmt::Display for Scaling {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Scaling {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|scaling| scaling.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            Error::config(
                "scale",
                format!("{} is not one of none, query, rank, minmax, standard", shown(text)),
            )
        })
    }
}

impl FittedScaling {
    /// The kind of this scaling.
    pub fn scaling(&self) -> Scaling {
        match self {
            Self::None => Scaling::None,
            Self::Query => Scaling::Query,
            Self::Rank => Scaling::Rank,
            Self::MinMax { .. } => Scaling::MinMax,
            Self::Standard { .. } => Scaling::Standard,
        }
    }

    /// Whether a scaled value depends on the other documents of the query.
    pub fn is_by_query(&self) -> bool {
        matches!(self, Self::Query | Self::Rank)
    }

    /// Number of features that the scaling was fitted to; `None` for a scaling without parameters.
    pub fn n_features(&self) -> Option<usize> {
        match self {
            Self::None | Self::Query | Self::Rank => None,
            Self::MinMax { minimum, .. } => Some(minimum.len()),
            Self::Standard { mean, .. } => Some(mean.len()),
        }
    }

    /// Checks a scaling that was read from a file.
    ///
    /// Errors: lists of different length, a value that is not finite, a maximum below its minimum, a negative
    /// deviation.
    pub fn check(&self) -> Result<(), Error> {
        let (names, first, second) = match self {
            Self::None | Self::Query | Self::Rank => return Ok(()),
            Self::MinMax { minimum, maximum } => (["minimum", "maximum"], minimum, maximum),
            Self::Standard { mean, standard_deviation } => {
                (["mean", "standard deviation"], mean, standard_deviation)
            }
        };
        let fault = |problem: String| Err(Error::data(format!("scaling {}: {problem}", self.scaling())));
        if first.len() != second.len() {
            return fault(format!("{} and {} differ in length", names[0], names[1]));
        }
        for (index, (&first, &second)) in first.iter().zip(second).enumerate() {
            let feature = index + 1;
            for (name, value) in names.into_iter().zip([first, second]) {
                if !value.is_finite() {
                    return fault(format!("{name} of feature {feature} is {value}, not finite"));
                }
            }
            let lowest = if self.scaling() == Scaling::MinMax { first } else { 0.0 };
            if second < lowest {
                return fault(format!("{} of feature {feature} is {second}, below {lowest}", names[1]));
            }
        }
        Ok(())
    }

    /// Returns the scaled value of a feature (from 0), as [`apply`](Self::apply) computes it; 0 for a feature that was
    /// not fitted. `None` for a scaling that [depends on the query](Self::is_by_query).
    ///
    /// The scaled value never falls as `x` grows.
    pub fn value(&self, feature: usize, x: f64) -> Option<f64> {
        match self {
            Self::None => Some(x),
            Self::Query | Self::Rank => None,
            Self::MinMax { minimum, maximum } => {
                Some(pair(minimum, maximum, feature).map_or(0.0, |(low, high)| to_unit(x, low, high)))
            }
            Self::Standard { mean, standard_deviation } => Some(
                pair(mean, standard_deviation, feature)
                    .map_or(0.0, |(mean, unit)| divide_difference(x, mean, unit)),
            ),
        }
    }

    /// Returns the data with scaled features. Values outside the range of f64 become the nearest finite value.
    ///
    /// Cost: at most two passes over the data, by rank also a sort of every feature, and memory for a copy. Without
    /// scaling the data are only borrowed.
    pub fn apply<'a>(&self, data: &'a Dataset) -> Cow<'a, Dataset> {
        match self {
            Self::None => Cow::Borrowed(data),
            _ => Cow::Owned(self.apply_to(data.clone())),
        }
    }

    /// [`apply`](Self::apply) to data that are not needed any more: in place, unless another data set shares the
    /// features or the number of features is not the fitted one.
    pub fn apply_to(&self, mut data: Dataset) -> Dataset {
        match self {
            Self::None => data,
            Self::Query => {
                let mut rescaled = Rescaled::of(&data, data.n_features());
                for query in 0..data.n_queries() {
                    let rows = data.query(query).documents;
                    let (minimum, maximum) = extremes(&data, rows.clone());
                    for row in rows {
                        rescaled.scale(&mut data, row, |feature, x| {
                            to_unit(x, minimum[feature], maximum[feature])
                        });
                    }
                }
                rescaled.or(data)
            }
            Self::Rank => {
                let mut rescaled = Rescaled::of(&data, data.n_features());
                for query in 0..data.n_queries() {
                    let rows = data.query(query).documents;
                    let shares = shares_below(&data, rows.clone());
                    let n = rows.len();
                    for (place, row) in rows.enumerate() {
                        rescaled.scale(&mut data, row, |feature, _| shares[feature * n + place]);
                    }
                }
                rescaled.or(data)
            }
            Self::MinMax { minimum, maximum } => {
                map(data, minimum.len(), |feature, x| to_unit(x, minimum[feature], maximum[feature]))
            }
            Self::Standard { mean, standard_deviation } => map(data, mean.len(), |feature, x| {
                divide_difference(x, mean[feature], standard_deviation[feature])
            }),
        }
    }
}

/// Applies `scale` to every value, after cutting rows or padding them with zeros to `n_features`.
fn map(mut data: Dataset, n_features: usize, scale: impl Fn(usize, f64) -> f64) -> Dataset {
    let mut rescaled = Rescaled::of(&data, n_features);
    for row in 0..data.n_documents() {
        rescaled.scale(&mut data, row, &scale);
    }
    rescaled.or(data)
}

/// Where scaled rows go: to their old places, or, if the rows change their length or their zeros are left out, to
/// another data set. A matrix without its zeros must not become dense as a whole.
enum Rescaled {
    InPlace,
    Anew(Box<Dataset>),
}

impl Rescaled {
    fn of(data: &Dataset, n_features: usize) -> Self {
        let fits = data.n_features() == n_features && data.stores_all_values();
        if fits { Self::InPlace } else { Self::Anew(Box::new(data.with_features(n_features))) }
    }

    /// Scales the next row. A value that `data` do not have is 0.
    fn scale(&mut self, data: &mut Dataset, row: usize, scale: impl Fn(usize, f64) -> f64) {
        match self {
            Self::InPlace => {
                for (feature, value) in data.features_mut().row_mut(row).iter_mut().enumerate() {
                    *value = scale(feature, *value);
                }
            }
            Self::Anew(scaled) => {
                let values = data.features(row);
                let value = |feature: usize| values.get(feature).copied().unwrap_or(0.0);
                scaled.features_mut().push_with(|feature| scale(feature, value(feature)));
            }
        }
    }

    /// Returns the scaled data.
    fn or(self, data: Dataset) -> Dataset {
        match self {
            Self::InPlace => data,
            Self::Anew(mut scaled) => {
                scaled.features_mut().settle();
                *scaled
            }
        }
    }
}

fn pair(first: &[f64], second: &[f64], feature: usize) -> Option<(f64, f64)> {
    Some((*first.get(feature)?, *second.get(feature)?))
}

/// Returns `(x − low) / (high − low)`, or 0 if `low` and `high` are equal.
fn to_unit(x: f64, low: f64, high: f64) -> f64 {
    let range = high - low;
    if range.is_finite() {
        divide_difference(x, low, range)
    } else {
        // For extremes near ±1e308, halves are exact and their difference is finite.
        divide_difference(x / 2.0, low / 2.0, high / 2.0 - low / 2.0)
    }
}

/// Returns `(x − origin) / unit`, finite; 0 if `unit` is 0.
fn divide_difference(x: f64, origin: f64, unit: f64) -> f64 {
    if unit == 0.0 {
        return 0.0;
    }
    let difference = x - origin;
    let quotient =
        if difference.is_finite() { difference / unit } else { (x / 2.0 - origin / 2.0) / unit * 2.0 };
    quotient.clamp(-f64::MAX, f64::MAX)
}

/// Returns, feature by feature, the share of the documents with a smaller value, one value per document. Equal values
/// count half. Cost: O(n d log n).
fn shares_below(data: &Dataset, documents: std::ops::Range<usize>) -> Vec<f64> {
    let (n, first) = (documents.len(), documents.start);
    let mut shares = vec![0.5; n * data.n_features()];
    if n < 2 {
        return shares;
    }
    let mut sorted: Vec<(f64, usize)> = Vec::with_capacity(n);
    for (feature, shares) in shares.chunks_exact_mut(n).enumerate() {
        sorted.clear();
        sorted.extend(documents.clone().map(|document| (data.value(document, feature), document - first)));
        sorted.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        // Zeros of both signs are equal, and neighbours in this order.
        let mut smaller = 0;
        for equal in sorted.chunk_by(|one, other| one.0 == other.0) {
            let share = (smaller as f64 + 0.5 * (equal.len() - 1) as f64) / (n - 1) as f64;
            for &(_, place) in equal {
                shares[place] = share;
            }
            smaller += equal.len();
        }
    }
    shares
}

/// Returns the smallest and largest value of each feature over a range of rows; 0 without rows.
pub(crate) fn extremes(data: &Dataset, mut documents: std::ops::Range<usize>) -> (Vec<f64>, Vec<f64>) {
    let Some(first) = documents.next() else {
        return (vec![0.0; data.n_features()], vec![0.0; data.n_features()]);
    };
    let mut minimum = data.features(first).to_vec();
    let mut maximum = minimum.clone();
    for document in documents {
        let row = data.features(document);
        for ((minimum, maximum), &x) in minimum.iter_mut().zip(&mut maximum).zip(row.iter()) {
            *minimum = if x < *minimum { x } else { *minimum };
            *maximum = if x > *maximum { x } else { *maximum };
        }
    }
    (minimum, maximum)
}

/// Returns mean and standard deviation (over n) of each feature. A constant feature has its value as mean and exactly 0
/// as deviation.
///
/// Values are divided by the largest magnitude, so that sums and squares stay in the range of f64.
fn moments(data: &Dataset) -> (Vec<f64>, Vec<f64>) {
    let (minimum, maximum) = extremes(data, 0..data.n_documents());
    let mut moments = Moments { minimum, maximum, relative_mean: None };
    let n = data.n_documents();
    moments.relative_mean = Some(averages(&moments.sums(data), n));
    moments.finish(&averages(&moments.sums(data), n))
}

/// Returns sums over n documents, divided by n.
pub(crate) fn averages(sums: &[f64], n: usize) -> Vec<f64> {
    sums.iter().map(|sum| sum / (n as f64).max(1.0)).collect()
}

/// Mean and standard deviation of every feature, in the making: sums over documents that may be in several data sets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Moments {
    /// Smallest value of each feature.
    pub minimum: Vec<f64>,
    /// Largest value of each feature.
    pub maximum: Vec<f64>,
    /// Mean of each feature, divided by its largest magnitude; `None` while it is not known.
    pub relative_mean: Option<Vec<f64>>,
}

impl Moments {
    fn is_constant(&self, feature: usize) -> bool {
        self.minimum[feature] >= self.maximum[feature]
    }

    fn magnitude(&self, feature: usize) -> f64 {
        self.minimum[feature].abs().max(self.maximum[feature].abs())
    }

    /// Returns the sum over the documents, per feature: of the values, or of squared deviations once the means are
    /// known. 0 for a constant feature. Cost: one pass.
    pub fn sums(&self, data: &Dataset) -> Vec<f64> {
        let magnitude: Vec<f64> = (0..self.minimum.len()).map(|feature| self.magnitude(feature)).collect();
        let mut sums = vec![0.0; data.n_features()];
        for document in 0..data.n_documents() {
            for (feature, (sum, x)) in sums.iter_mut().zip(data.features(document).iter()).enumerate() {
                if !self.is_constant(feature) {
                    let x = x / magnitude[feature];
                    *sum += match &self.relative_mean {
                        None => x,
                        Some(mean) => (x - mean[feature]) * (x - mean[feature]),
                    };
                }
            }
        }
        sums
    }

    /// Returns mean and standard deviation. `variance`: the mean of the squared deviations, once the means are known.
    pub fn finish(&self, variance: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mean = |(feature, mean): (usize, &f64)| match self.is_constant(feature) {
            true => self.minimum[feature],
            false => mean * self.magnitude(feature),
        };
        let means = self.relative_mean.iter().flatten().enumerate().map(mean).collect();
        let deviation = |(feature, variance): (usize, &f64)| variance.sqrt() * self.magnitude(feature);
        (means, variance.iter().enumerate().map(deviation).collect())
    }
}
