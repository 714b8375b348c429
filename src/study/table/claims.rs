//! Whether the results of a study say what a paper claims.

use serde::Serialize;

use super::super::claim_format::Claim;
use super::super::claims::{FoundClaim, FoundSide};
use super::super::plan::Axis;
use super::super::records::Record;
use super::{ByQuery, StudyRow, interval};
use crate::metric::statistics::Sample;

/// What the results say about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The difference has the claimed sign, and its interval is on that side of 0.
    SameSign,
    /// The interval of the difference contains 0; of values without an interval, the difference is 0.
    WithinNoise,
    /// The difference has the other sign, and its interval is on that side of 0.
    Opposite,
    /// A value is missing so far.
    NotMeasured,
}

impl Verdict {
    /// Returns the verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::SameSign => "same sign",
            Self::WithinNoise => "within noise",
            Self::Opposite => "opposite",
            Self::NotMeasured => "not measured",
        }
    }
}

impl ClaimResult {
    /// Returns the verdict in words. Without an interval the words say that the sign alone decides.
    pub fn words(&self) -> String {
        match (self.verdict, self.interval) {
            (Verdict::NotMeasured, _) | (_, Some(_)) => self.verdict.words().to_owned(),
            (Verdict::WithinNoise, None) => "equal, no interval".to_owned(),
            (verdict, None) => format!("{}, no interval", verdict.words()),
        }
    }
}

/// A claim with its verdict on one data set.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClaimResult {
    /// The claim.
    pub claim: String,
    /// Empty for the values of the levels, or `spread over AXIS`.
    pub of: String,
    /// The recorded name.
    pub measure: String,
    /// Where it is printed.
    pub paper: String,
    /// Index of the data set.
    pub data: usize,
    /// The level that was best among all others, if the claim is about them.
    pub against: Option<String>,
    /// Value of the left side minus that of the right one.
    pub difference: Option<f64>,
    /// Value of the left level over that of the right one, if the claim names a factor.
    pub ratio: Option<f64>,
    /// Ends of its 95 % bootstrap interval over test queries; `None` for values that are not measures on test data.
    pub interval: Option<[f64; 2]>,
    /// The verdict.
    pub verdict: Verdict,
}

/// Returns the verdicts on all claims, for every data set that is asked. `queries`: values by row, record and query.
pub(super) fn verdicts(
    claims: &[Claim],
    axes: &[Axis],
    records: &[Record],
    rows: &[StudyRow],
    queries: &[Vec<ByQuery>],
) -> Vec<ClaimResult> {
    let mut results = Vec::new();
    for claim in claims {
        let Ok(found) = claim.find(axes, records) else { continue };
        let n_data = axes.first().map_or(0, |axis| axis.levels.len());
        // A claim that compares data sets asks one question.
        let asked = match found.at.first().copied().flatten() {
            _ if found.compares_data() => 0..1,
            Some(data) => data..data + 1,
            None => 0..n_data,
        };
        results.extend(asked.map(|data| found.result(claim, data, axes, rows, queries)));
    }
    results
}

/// A side of a claim as a weighted sum of rows, so that the difference of two sides has a value of every query.
struct Terms {
    terms: Vec<(f64, usize)>,
    value: f64,
}

/// The rows of a study with their values.
struct Values<'a> {
    rows: &'a [StudyRow],
    queries: &'a [Vec<ByQuery>],
    record: usize,
}

impl Values<'_> {
    fn mean(&self, row: usize) -> Option<f64> {
        self.rows.get(row)?.values.get(self.record)?.mean
    }

    /// Returns the sum of the terms for each query that all rows have a value of.
    fn by_query(&self, terms: &[(f64, usize)]) -> Vec<f64> {
        let Some((&(weight, first), others)) = terms.split_first() else { return Vec::new() };
        let scaled = |weight: f64, value: Option<f64>| value.map(|value| weight * value);
        let folds = |row: usize| self.queries[row][self.record].iter();
        let mut sums: ByQuery =
            folds(first).map(|fold| fold.iter().map(|value| scaled(weight, *value)).collect()).collect();
        for &(weight, row) in others {
            // Folds without results so far are absent or empty.
            sums.truncate(folds(row).len());
            for (sums, fold) in sums.iter_mut().zip(folds(row)) {
                sums.truncate(fold.len());
                for (sum, value) in sums.iter_mut().zip(fold) {
                    *sum = sum.zip(scaled(weight, *value)).map(|(sum, value)| sum + value);
                }
            }
        }
        sums.into_iter().flatten().flatten().collect()
    }
}

impl FoundClaim {
    /// Whether the two sides are values of two data sets. Their queries are no pairs.
    fn compares_data(&self) -> bool {
        self.axis == 0 || self.over == Some(0) || self.left.at.is_some_and(|(axis, _)| axis == 0)
    }

    /// Returns the row of a place of this claim. `given`: levels by axis that replace the others.
    fn row(&self, rows: &[StudyRow], data: usize, given: &[(usize, usize)]) -> Option<usize> {
        let level = |axis: usize| match given.iter().find(|(at, _)| *at == axis) {
            Some((_, level)) => *level,
            None => self.at[axis].unwrap_or(data),
        };
        rows.iter().position(|row| row.place.iter().enumerate().all(|(axis, &at)| at == level(axis)))
    }

    /// Returns a side without its factor; `None` if a value is missing. A spread is the row with the largest mean minus
    /// the one with the smallest, the first among equal ones.
    fn terms(
        &self,
        values: &Values,
        data: usize,
        axes: &[Axis],
        level: usize,
        side: &FoundSide,
    ) -> Option<Terms> {
        let mut given = vec![(self.axis, level)];
        given.extend(side.at);
        let Some(over) = self.over else {
            let row = self.row(values.rows, data, &given)?;
            return Some(Terms { terms: vec![(1.0, row)], value: values.mean(row)? });
        };
        let of_level = |level: usize| {
            let given = [given.as_slice(), &[(over, level)]].concat();
            let row = self.row(values.rows, data, &given)?;
            Some((row, values.mean(row)?))
        };
        let means = (0..axes[over].levels.len()).map(of_level).collect::<Option<Vec<(usize, f64)>>>()?;
        let most = means.iter().copied().reduce(|most, next| if next.1 > most.1 { next } else { most })?;
        let least =
            means.iter().copied().reduce(|least, next| if next.1 < least.1 { next } else { least })?;
        Some(Terms { terms: vec![(1.0, most.0), (-1.0, least.0)], value: most.1 - least.1 })
    }

    fn result(
        &self,
        claim: &Claim,
        data: usize,
        axes: &[Axis],
        rows: &[StudyRow],
        queries: &[Vec<ByQuery>],
    ) -> ClaimResult {
        let values = Values { rows, queries, record: self.record };
        let side = |side: &FoundSide, level| self.terms(&values, data, axes, level, side);
        let left = self.left.level.and_then(|level| side(&self.left, level));
        let right = match self.right.level {
            Some(right) => side(&self.right, right).map(|terms| (right, terms)),
            None => (0..axes[self.axis].levels.len())
                .filter(|&level| Some(level) != self.left.level)
                .filter_map(|level| Some((level, side(&self.right, level)?)))
                .reduce(|best, next| {
                    let is_harder = if self.is_larger {
                        next.1.value > best.1.value
                    } else {
                        next.1.value < best.1.value
                    };
                    if is_harder { next } else { best }
                }),
        };
        let mut result = ClaimResult {
            claim: claim.claim.clone(),
            of: claim.of.clone(),
            measure: claim.measure.clone(),
            paper: claim.paper.clone(),
            data,
            against: None,
            difference: None,
            ratio: None,
            interval: None,
            verdict: Verdict::NotMeasured,
        };
        let (Some(left), Some((level, right))) = (left, right) else { return result };
        if self.right.level.is_none() {
            result.against = Some(axes[self.axis].levels[level].clone());
        }
        if self.left.factor != 1.0 || self.right.factor != 1.0 {
            result.ratio = Some(left.value / right.value).filter(|ratio| ratio.is_finite());
        }
        let scaled = |side: &Terms, factor: f64| -> Vec<(f64, usize)> {
            side.terms.iter().map(|(weight, row)| (factor * weight, *row)).collect()
        };
        let terms = [scaled(&left, self.left.factor), scaled(&right, -self.right.factor)].concat();
        let pairs = if self.compares_data() { Vec::new() } else { values.by_query(&terms) };
        result.interval = interval(&pairs);
        let difference = match pairs.is_empty() {
            false => Sample::of(&pairs).mean,
            true => self.left.factor * left.value - self.right.factor * right.value,
        };
        result.difference = Some(difference);
        let [low, high] = result.interval.unwrap_or([difference; 2]);
        let (is_above, is_below) = (low > 0.0, high < 0.0);
        result.verdict = match (is_above, is_below) {
            (false, false) => Verdict::WithinNoise,
            _ if is_above == self.is_larger => Verdict::SameSign,
            _ => Verdict::Opposite,
        };
        result
    }
}
