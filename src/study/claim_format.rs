//! The part of a study's file that describes what a paper claims.

use serde::{Deserialize, Serialize};

use super::ordered::Ordered;

/// The word for the best of all other levels of the axis.
pub(super) const OTHERS: &str = "all others";

/// A claim: one level of an axis has a larger value than another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// `A > B` or `A < B`, where A and B are levels of one axis, or B is `all others`. `>` means a larger value, whatever
    /// is better. A side can be `NUMBER × A`, and both sides can name a level of another axis: `A at LEVEL`.
    pub claim: String,
    /// A recorded name; the first one if empty.
    #[serde(default)]
    pub measure: String,
    /// Empty for the value of a side, or `spread over AXIS`: largest minus smallest value over the levels of an axis.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub of: String,
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

/// What a side of a claim can mean.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading<'a> {
    /// The number before the level; 1 without one.
    pub factor: f64,
    /// The level.
    pub level: &'a str,
    /// The level of another axis.
    pub at: Option<&'a str>,
}

impl<'a> Reading<'a> {
    /// Returns all that a side can mean. The whole side as the name of a level stands first, because such a name can
    /// contain the signs.
    pub fn all(side: &'a str) -> Vec<Self> {
        let whole = Self { factor: 1.0, level: side, at: None };
        let product = [" × ", " * "].into_iter().find_map(|sign| {
            let (factor, level) = side.split_once(sign)?;
            let factor =
                factor.trim().parse().ok().filter(|factor: &f64| factor.is_finite() && *factor > 0.0)?;
            Some(Self { factor, level: level.trim(), at: None })
        });
        let plain = [Some(whole), product].into_iter().flatten();
        let with_at = plain.clone().filter_map(|reading| {
            let (level, at) = reading.level.rsplit_once(" at ")?;
            Some(Self { level: level.trim(), at: Some(at.trim()), ..reading })
        });
        plain.chain(with_at).collect()
    }

    /// Returns the side with other names; `None` if no name is another one.
    fn renamed(self, new: impl Fn(&str) -> Option<String>) -> Option<String> {
        let (level, at) = (new(self.level), self.at.and_then(&new));
        if level.is_none() && at.is_none() {
            return None;
        }
        let factor = if self.factor == 1.0 { String::new() } else { format!("{} × ", self.factor) };
        let level = level.unwrap_or_else(|| self.level.to_owned());
        let at = at.or_else(|| self.at.map(str::to_owned)).map_or_else(String::new, |at| format!(" at {at}"));
        Some(format!("{factor}{level}{at}"))
    }
}

impl Claim {
    /// Returns the two sides of the claim, and whether the left one is claimed to be larger.
    pub(super) fn sides(&self) -> Option<([&str; 2], bool)> {
        let split = |sign| self.claim.split_once(sign).map(|(left, right)| [left.trim(), right.trim()]);
        split(" > ").map(|sides| (sides, true)).or_else(|| split(" < ").map(|sides| (sides, false)))
    }

    /// Whether it compares data sets with these names, or is about one of several.
    pub(super) fn is_about(&self, data: &[&str]) -> bool {
        let names = |reading: Reading| {
            data.contains(&reading.level) || reading.at.is_some_and(|at| data.contains(&at))
        };
        let compares = self.sides().is_some_and(|([left, _], _)| Reading::all(left).into_iter().any(names));
        compares || self.of == "spread over data" || (data.len() > 1 && self.at.get("data").is_some())
    }

    /// Replaces names of the levels of an axis, in the claim and where it holds.
    pub(super) fn rename(&mut self, axis: &str, names: &[(String, String)]) {
        let new = |old: &str| names.iter().find(|(name, _)| name == old).map(|(_, new)| new.clone());
        self.at.0.retain(|(name, _)| name != "data");
        for (_, level) in self.at.0.iter_mut().filter(|(name, _)| name == axis) {
            *level = new(level).unwrap_or_else(|| level.clone());
        }
        let renamed = |side: &str| Reading::all(side).into_iter().find_map(|reading| reading.renamed(new));
        if let Some(([left, right], is_larger)) = self.sides()
            && let Some(left) = renamed(left)
        {
            let sign = if is_larger { '>' } else { '<' };
            self.claim = format!("{left} {sign} {}", renamed(right).unwrap_or_else(|| right.to_owned()));
        }
    }
}
