//! What a paper claims of two levels, and whether the results of a study say the same.

use serde::{Deserialize, Serialize};

use super::format::Study;
use super::ordered::Ordered;
use super::plan::{Axis, fault};
use super::records::Record;
use super::table::{ByQuery, StudyRow, differences, interval};
use crate::metric::statistics::Sample;
use crate::util::error::{Error, shown};

/// The word for the best of all other levels of the axis.
const OTHERS: &str = "all others";

/// A claim: one level of an axis has a larger value than another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// `A > B` or `A < B`, where A and B are levels of one axis, or B is `all others`. `>` means a larger value, whatever
    /// is better.
    pub claim: String,
    /// A recorded name; the first one if empty.
    #[serde(default)]
    pub measure: String,
    /// Levels of other axes by their names; an axis that is not given has its last level, and every data set is a
    /// question of its own.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub at: Ordered<String>,
    /// Where it is printed, such as `DORM, figure 5`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paper: String,
}

fn is_empty(at: &Ordered<String>) -> bool {
    at.0.is_empty()
}

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

/// A claim whose names are found in a study.
struct Found {
    axis: usize,
    left: usize,
    /// `None` for all others.
    right: Option<usize>,
    is_larger: bool,
    record: usize,
    /// Level by axis; `None` for the claim's own axis, and for the data if every data set is asked.
    at: Vec<Option<usize>>,
}

/// Checks the claims of a study, and fills in their measures.
///
/// # Errors
/// [`Error::Config`] with the place of a name that the study does not have.
pub(super) fn check_claims(claims: &mut [Claim], axes: &[Axis], records: &[Record]) -> Result<(), Error> {
    for (index, claim) in claims.iter_mut().enumerate() {
        if let (true, Some(first)) = (claim.measure.is_empty(), records.first()) {
            claim.measure.clone_from(&first.name);
        }
        claim.find(axes, records).map_err(|problem| fault(&format!("claims[{index}]"), problem))?;
    }
    Ok(())
}

impl Claim {
    /// Returns the two sides of the claim, and whether the left one is claimed to be larger.
    fn sides(&self) -> Option<([&str; 2], bool)> {
        let split = |sign| self.claim.split_once(sign).map(|(left, right)| [left.trim(), right.trim()]);
        split(" > ").map(|sides| (sides, true)).or_else(|| split(" < ").map(|sides| (sides, false)))
    }

    /// Whether it compares data sets with these names, or is about one of several.
    pub(super) fn is_about(&self, data: &[&str]) -> bool {
        let compares = self.sides().is_some_and(|([left, _], _)| data.contains(&left));
        compares || (data.len() > 1 && self.at.get("data").is_some())
    }

    /// Replaces names of the levels of an axis, in the claim and where it holds.
    pub(super) fn rename(&mut self, axis: &str, names: &[(String, String)]) {
        let new = |old: &str| names.iter().find(|(name, _)| name == old).map(|(_, new)| new.clone());
        self.at.0.retain(|(name, _)| name != "data");
        for (_, level) in self.at.0.iter_mut().filter(|(name, _)| name == axis) {
            *level = new(level).unwrap_or_else(|| level.clone());
        }
        if let Some(([left, right], is_larger)) = self.sides()
            && let Some(left) = new(left)
        {
            let sign = if is_larger { '>' } else { '<' };
            self.claim = format!("{left} {sign} {}", new(right).unwrap_or_else(|| right.to_owned()));
        }
    }

    fn find(&self, axes: &[Axis], records: &[Record]) -> Result<Found, String> {
        let ([left, right], is_larger) = self
            .sides()
            .ok_or_else(|| format!("{} is not of the form \"A > B\" or \"A < B\"", shown(&self.claim)))?;
        let level = |axis: &Axis, name: &str| axis.levels.iter().position(|level| level == name);
        let found = axes.iter().enumerate().find_map(|(at, axis)| {
            let left = level(axis, left)?;
            let right = if right == OTHERS { None } else { Some(level(axis, right)?) };
            (right != Some(left) && axis.levels.len() > 1).then_some((at, left, right))
        });
        let Some((axis, left, right)) = found else {
            return Err(format!("no axis has the levels {} and {}", shown(left), shown(right)));
        };
        let record = records.iter().position(|record| record.name == self.measure);
        let record = record.ok_or_else(|| format!("measure: {} is not recorded", shown(&self.measure)))?;
        for (name, value) in &self.at.0 {
            let known = axes.iter().enumerate().find(|(_, axis)| axis.name == *name);
            match known {
                Some((at, one)) if at != axis && level(one, value).is_some() => {}
                Some((at, _)) if at == axis => {
                    return Err(format!("at: {} is the axis of the claim", shown(name)));
                }
                Some(_) => return Err(format!("at.{name}: {} is not one of its levels", shown(value))),
                None => return Err(format!("at: {} is not an axis", shown(name))),
            }
        }
        let at = axes.iter().enumerate().map(|(at, one)| match self.at.get(&one.name) {
            _ if at == axis => None,
            Some(value) => level(one, value),
            None if at == 0 => None,
            None => one.levels.len().checked_sub(1),
        });
        Ok(Found { axis, left, right, is_larger, record, at: at.collect() })
    }
}

/// Returns the verdicts on all claims, for every data set that is asked. `queries`: values by row, record and query.
pub(super) fn verdicts(
    study: &Study,
    axes: &[Axis],
    rows: &[StudyRow],
    queries: &[Vec<ByQuery>],
) -> Vec<ClaimResult> {
    let records = study.records();
    let mut results = Vec::new();
    for claim in &study.claims {
        let Ok(found) = claim.find(axes, &records) else { continue };
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

impl Found {
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
