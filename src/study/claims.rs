//! The claims of a study with the axes, levels and records that they name.

use super::claim_format::{Claim, OTHERS, Reading};
use super::plan::{Axis, fault};
use super::records::Record;
use crate::util::error::{Error, shown};

/// A claim whose names are found in a study.
pub(super) struct FoundClaim {
    /// The axis of both levels.
    pub axis: usize,
    pub left: FoundSide,
    pub right: FoundSide,
    /// Whether the left side is claimed to have the larger value.
    pub is_larger: bool,
    pub record: usize,
    /// The axis over whose levels the spread of a side is taken; `None` for the value itself.
    pub over: Option<usize>,
    /// Level by axis; `None` for the claim's own axis, and for the data if every data set is asked.
    pub at: Vec<Option<usize>>,
}

/// A side of a claim.
pub(super) struct FoundSide {
    /// `None` for all others.
    pub level: Option<usize>,
    /// The number that its value is multiplied by.
    pub factor: f64,
    /// Another axis and its level that this side alone has.
    pub at: Option<(usize, usize)>,
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

fn level_of(axis: &Axis, name: &str) -> Option<usize> {
    axis.levels.iter().position(|level| level == name)
}

impl Claim {
    /// Finds what the claim names.
    ///
    /// # Errors
    /// A sentence for a name that the study does not have.
    pub(super) fn find(&self, axes: &[Axis], records: &[Record]) -> Result<FoundClaim, String> {
        let ([left_text, right_text], is_larger) = self
            .sides()
            .ok_or_else(|| format!("{} is not of the form \"A > B\" or \"A < B\"", shown(&self.claim)))?;
        let rights = Reading::all(right_text);
        let pairs = Reading::all(left_text)
            .into_iter()
            .flat_map(|left| rights.iter().map(move |right| (left, *right)));
        let found = pairs.clone().find_map(|(left, right)| sides_of(axes, left, right));
        let Some((axis, left, right)) = found else {
            // What is wrong with the levels of an axis is said before the axis is doubted.
            let is_on_one_side = |(left, right): (Reading, Reading)| {
                left.at.is_some() != right.at.is_some()
                    && sides_of(axes, Reading { at: None, ..left }, Reading { at: None, ..right }).is_some()
            };
            return Err(match pairs.into_iter().any(is_on_one_side) {
                true => format!(
                    "{} has a level after \"at\" on one side only; write \"A at LEVEL > B at LEVEL\"",
                    shown(&self.claim)
                ),
                false => format!("no axis has the levels {} and {}", shown(left_text), shown(right_text)),
            });
        };
        let record = records.iter().position(|record| record.name == self.measure);
        let record = record.ok_or_else(|| format!("measure: {} is not recorded", shown(&self.measure)))?;
        let of_sides = left.at.map(|(at, _)| at);
        let over = match self.of.as_str() {
            "" => None,
            of => Some(over(of, axes, axis, of_sides)?),
        };
        for (name, value) in &self.at.0 {
            let known = axes.iter().enumerate().find(|(_, axis)| axis.name == *name);
            match known {
                Some((at, _)) if at == axis => {
                    return Err(format!("at: {} is the axis of the claim", shown(name)));
                }
                Some((at, _)) if Some(at) == of_sides => {
                    return Err(format!(
                        "at: the sides of the claim have levels of {}; remove one of them",
                        shown(name)
                    ));
                }
                Some((at, _)) if Some(at) == over => {
                    return Err(format!("at: {} is the axis of the spread; remove it", shown(name)));
                }
                Some((_, one)) if level_of(one, value).is_some() => {}
                Some(_) => return Err(format!("at.{name}: {} is not one of its levels", shown(value))),
                None => return Err(format!("at: {} is not an axis", shown(name))),
            }
        }
        let at = axes.iter().enumerate().map(|(at, one)| match self.at.get(&one.name) {
            _ if at == axis => None,
            Some(value) => level_of(one, value),
            None if at == 0 => None,
            None => one.levels.len().checked_sub(1),
        });
        Ok(FoundClaim { axis, left, right, is_larger, record, over, at: at.collect() })
    }
}

/// Finds the first axis that has the levels of both sides, and the levels of another axis if the sides name some.
fn sides_of(axes: &[Axis], left: Reading, right: Reading) -> Option<(usize, FoundSide, FoundSide)> {
    let at_of = |axis: usize| match (left.at, right.at) {
        (None, None) => Some((None, None)),
        (Some(left), Some(right)) => {
            axes.iter().enumerate().filter(|(at, _)| *at != axis).find_map(|(at, one)| {
                Some((Some((at, level_of(one, left)?)), Some((at, level_of(one, right)?))))
            })
        }
        _ => None,
    };
    axes.iter().enumerate().filter(|(_, axis)| axis.levels.len() > 1).find_map(|(at, axis)| {
        let left_level = level_of(axis, left.level)?;
        let right_level = if right.level == OTHERS { None } else { Some(level_of(axis, right.level)?) };
        let (left_at, right_at) = at_of(at)?;
        let is_same = right_level == Some(left_level) && left_at == right_at;
        let side = |level, reading: Reading, at| FoundSide { level, factor: reading.factor, at };
        (!is_same).then(|| (at, side(Some(left_level), left, left_at), side(right_level, right, right_at)))
    })
}

/// Finds the axis of a spread, which is none of the axes of the sides.
fn over(of: &str, axes: &[Axis], axis: usize, of_sides: Option<usize>) -> Result<usize, String> {
    let named =
        of.strip_prefix("spread over ").and_then(|name| axes.iter().position(|axis| axis.name == name));
    let others = |at: &usize| *at != axis && Some(*at) != of_sides && axes[*at].levels.len() > 1;
    named.filter(others).ok_or_else(|| {
        let names: Vec<&str> = (0..axes.len()).filter(others).map(|at| axes[at].name.as_str()).collect();
        match names.is_empty() {
            true => format!("of: {}: no other axis has several levels; leave \"of\" out", shown(of)),
            false => format!(
                "of: {} is not \"spread over AXIS\" with another axis of several levels: {}",
                shown(of),
                names.join(", ")
            ),
        }
    })
}
