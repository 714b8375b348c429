//! The claims of a study with the axes, levels and records that they name.

use super::claim_format::Claim;
use super::plan::{Axis, fault};
use super::records::Record;
use crate::util::error::{Error, shown};

/// The word for the best of all other levels of the axis.
const OTHERS: &str = "all others";

/// A claim whose names are found in a study.
pub(super) struct FoundClaim {
    /// The axis of both levels.
    pub axis: usize,
    pub left: usize,
    /// `None` for all others.
    pub right: Option<usize>,
    /// Whether the left level is claimed to have the larger value.
    pub is_larger: bool,
    pub record: usize,
    /// Level by axis; `None` for the claim's own axis, and for the data if every data set is asked.
    pub at: Vec<Option<usize>>,
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
    /// Finds what the claim names.
    ///
    /// # Errors
    /// A sentence for a name that the study does not have.
    pub(super) fn find(&self, axes: &[Axis], records: &[Record]) -> Result<FoundClaim, String> {
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
        Ok(FoundClaim { axis, left, right, is_larger, record, at: at.collect() })
    }
}
