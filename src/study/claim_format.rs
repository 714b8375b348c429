//! The part of a study's file that describes what a paper claims.

use serde::{Deserialize, Serialize};

use super::ordered::Ordered;

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

impl Claim {
    /// Returns the two sides of the claim, and whether the left one is claimed to be larger.
    pub(super) fn sides(&self) -> Option<([&str; 2], bool)> {
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
}
