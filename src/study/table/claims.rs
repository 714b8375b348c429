//! Whether the results of a study say what a paper claims.

use serde::Serialize;

use super::super::claim_format::Claim;
use super::super::claims::FoundClaim;
use super::super::plan::Axis;
use super::super::records::Record;
use super::{ByQuery, StudyRow, differences, interval};
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

/// A claim with its verdict on one data set.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClaimResult {
    /// The claim.
    pub claim: String,
    /// The recorded name.
    pub measure: String,
    /// Where it is printed.
    pub paper: String,
    /// Index of the data set.
    pub data: usize,
    /// The level that was best among all others, if the claim is about them.
    pub against: Option<String>,
    /// Value of the left level minus that of the right one.
    pub difference: Option<f64>,
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
        // If the data are the axis of the claim, there is one question.
        let asked = match (found.axis, found.at.first().copied().flatten()) {
            (0, _) => 0..1,
            (_, Some(data)) => data..data + 1,
            _ => 0..n_data,
        };
        results.extend(asked.map(|data| found.result(claim, data, axes, rows, queries)));
    }
    results
}

impl FoundClaim {
    fn result(
        &self,
        claim: &Claim,
        data: usize,
        axes: &[Axis],
        rows: &[StudyRow],
        queries: &[Vec<ByQuery>],
    ) -> ClaimResult {
        let row_of = |level: usize| {
            rows.iter().position(|row| {
                row.place.iter().enumerate().all(|(axis, &at)| match self.at[axis] {
                    _ if axis == self.axis => at == level,
                    Some(wanted) => at == wanted,
                    None => at == data,
                })
            })
        };
        let mean = |row: usize| rows[row].values.get(self.record).and_then(|value| value.mean);
        let left = row_of(self.left);
        let right = match self.right {
            Some(right) => row_of(right).map(|row| (right, row)),
            None => (0..axes[self.axis].levels.len())
                .filter(|&level| level != self.left)
                .filter_map(|level| row_of(level).map(|row| (level, row)))
                .filter(|(_, row)| mean(*row).is_some())
                .reduce(|best, next| {
                    let is_harder = if self.is_larger {
                        mean(next.1) > mean(best.1)
                    } else {
                        mean(next.1) < mean(best.1)
                    };
                    if is_harder { next } else { best }
                }),
        };
        let mut result = ClaimResult {
            claim: claim.claim.clone(),
            measure: claim.measure.clone(),
            paper: claim.paper.clone(),
            data,
            against: None,
            difference: None,
            interval: None,
            verdict: Verdict::NotMeasured,
        };
        let (Some(left), Some((level, right))) = (left, right) else { return result };
        if self.right.is_none() {
            result.against = Some(axes[self.axis].levels[level].clone());
        }
        let pairs = differences(&queries[left][self.record], &queries[right][self.record]);
        result.interval = interval(&pairs);
        result.difference = match pairs.is_empty() {
            false => Some(Sample::of(&pairs).mean),
            true => mean(left).zip(mean(right)).map(|(left, right)| left - right),
        };
        let Some(difference) = result.difference else { return result };
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
