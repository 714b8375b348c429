//! All monomials of the features up to a degree.

use serde::{Deserialize, Serialize};

use super::super::{Dataset, MAX_FEATURES};
use super::{MAX_DEGREE, with_rows};
use crate::util::error::{Error, brief};

/// The largest number of columns. More make every step of the dual slow.
const MAX_COLUMNS: usize = 2000;
/// The largest number of values of the mapped training data, 800 MB.
const MAX_VALUES: usize = 100_000_000;

/// All monomials of degree 1 to `degree`, by degree, and within a degree by the sorted list of their features:
/// x1, x2, x1², x1 x2, x2², x1³, …
///
/// The constant is left out, because it cancels in the differences of a ranking. Columns have no further factors.
/// Therefore the scalar product of two rows is not the kernel `(1 + ⟨x, x'⟩)^D`, which weighs the monomials.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolyMap {
    degree: usize,
    features: usize,
}

/// A monomial: an earlier one times a feature.
struct Monomial {
    /// The earlier one; `None` for the feature itself.
    parent: Option<usize>,
    /// The feature, at least that of the earlier one.
    feature: usize,
}

impl PolyMap {
    /// Returns the map for the features of these data.
    ///
    /// # Errors
    /// [`Error::Config`] for too many columns or values.
    pub(super) fn new(degree: usize, train: &Dataset) -> Result<Self, Error> {
        let (features, documents) = (train.n_features(), train.n_documents());
        let map = Self { degree, features };
        let columns = map.n_columns();
        if columns > MAX_COLUMNS {
            return Err(Error::config(
                "map",
                format!(
                    "{features} features have {} monomials up to degree {degree}, more than {MAX_COLUMNS}; choose a \
                     smaller degree, or rbf",
                    more(columns)
                ),
            ));
        }
        if columns.saturating_mul(documents) > MAX_VALUES {
            return Err(Error::config(
                "map",
                format!(
                    "{documents} documents with {columns} monomials are more than {MAX_VALUES} values; choose a smaller \
                     degree, or fewer documents"
                ),
            ));
        }
        Ok(map)
    }

    /// Returns the mapped training data.
    ///
    /// # Errors
    /// [`Error::Numeric`] for a monomial outside the range of f64.
    pub(super) fn fit(&self, train: &Dataset) -> Result<Dataset, Error> {
        let data = self.apply(train);
        for document in 0..data.n_documents() {
            if data.features(document).iter().any(|value| value.abs() == f64::MAX) {
                let largest = train.features(document).iter().fold(0.0_f64, |most, x| most.max(x.abs()));
                return Err(Error::Numeric {
                    stage: "map",
                    problem: format!(
                        "a monomial of degree {} of a document with the value {} is out of range; scale the features",
                        self.degree,
                        brief(largest)
                    ),
                });
            }
        }
        Ok(data)
    }

    pub(super) fn n_features(&self) -> usize {
        self.features
    }

    /// C(features + degree, degree) − 1, at most `usize::MAX`.
    pub(super) fn n_columns(&self) -> usize {
        let mut binomial: u128 = 1;
        for factor in 1..=self.degree as u128 {
            // Each partial product is a binomial coefficient, so the division is exact.
            binomial = binomial.saturating_mul(self.features as u128 + factor) / factor;
        }
        usize::try_from(binomial - 1).unwrap_or(usize::MAX)
    }

    /// Returns the features that each column multiplies.
    pub(super) fn monomials(&self) -> Vec<Vec<usize>> {
        let mut lists: Vec<Vec<usize>> = Vec::new();
        for Monomial { parent, feature } in self.plan() {
            let mut list = parent.map_or_else(Vec::new, |parent| lists[parent].clone());
            list.push(feature);
            lists.push(list);
        }
        lists
    }

    /// Checks a map from a file.
    pub(super) fn check(&self) -> Result<(), Error> {
        let fault = |problem: String| Err(Error::data(format!("map poly: {problem}")));
        if !(1..=MAX_DEGREE).contains(&self.degree) {
            return fault(format!("the degree {} is not from 1 to {MAX_DEGREE}", self.degree));
        }
        if self.features > MAX_FEATURES || self.n_columns() > MAX_COLUMNS {
            return fault(format!(
                "{} features have {} monomials up to degree {}, more than {MAX_COLUMNS}",
                self.features,
                more(self.n_columns()),
                self.degree
            ));
        }
        Ok(())
    }

    pub(super) fn apply(&self, data: &Dataset) -> Dataset {
        let plan = self.plan();
        with_rows(data, plan.len(), |x, row| {
            for Monomial { parent, feature } in &plan {
                let value = x.get(*feature).copied().unwrap_or(0.0);
                // A product of 0 and a value beyond the range is NaN, so the earlier monomial is cut first.
                row.push(parent.map_or(value, |parent| (row[parent] * value).clamp(-f64::MAX, f64::MAX)));
            }
        })
    }

    fn plan(&self) -> Vec<Monomial> {
        let mut plan: Vec<Monomial> =
            (0..self.features).map(|feature| Monomial { parent: None, feature }).collect();
        let mut previous = 0..plan.len();
        for _ in 1..self.degree {
            let start = plan.len();
            for parent in previous {
                for feature in plan[parent].feature..self.features {
                    plan.push(Monomial { parent: Some(parent), feature });
                }
            }
            previous = start..plan.len();
        }
        plan
    }
}

/// A number of columns for a message.
fn more(columns: usize) -> String {
    if columns == usize::MAX { "very many".to_owned() } else { columns.to_string() }
}
