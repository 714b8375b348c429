//! The text form of a measure, such as `NDCG@10`: printed and parsed. Computes nothing.

use std::fmt;
use std::str::FromStr;

use super::{Discount, Gain, Measure, RankUtility};
use crate::data::{Grade, MAX_GRADE};
use crate::diversity::MAX_DIVERSE_RANKS;
use crate::error::{Error, shown};

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let at = |f: &mut fmt::Formatter, name: &str, cut_off: Option<usize>| {
            f.write_str(name)?;
            cut_off.map_or(Ok(()), |k| write!(f, "@{k}"))
        };
        let gain_suffix = |f: &mut fmt::Formatter, gain: Gain| {
            if gain == Gain::Linear { f.write_str("+linear") } else { Ok(()) }
        };
        let suffixes = |f: &mut fmt::Formatter, gain: Gain, discount: Discount| {
            gain_suffix(f, gain)?;
            if discount == Discount::FlatTopTwo {
                f.write_str("+flat")?;
            }
            Ok(())
        };
        match *self {
            Self::Ndcg { cut_off, gain, discount } => {
                at(f, "NDCG", cut_off)?;
                suffixes(f, gain, discount)
            }
            Self::Dcg { cut_off, gain, discount } => {
                at(f, "DCG", cut_off)?;
                suffixes(f, gain, discount)
            }
            Self::DiverseNdcg { cut_off, gain, discount } => {
                at(f, "dNDCG", Some(cut_off))?;
                suffixes(f, gain, discount)
            }
            Self::Repeats { cut_off } => at(f, "repeats", Some(cut_off)),
            Self::Cost => f.write_str("cost"),
            Self::AveragePrecision => f.write_str("AP"),
            Self::ReciprocalRank { cut_off } => at(f, "RR", cut_off),
            Self::Precision { cut_off } => at(f, "P", Some(cut_off)),
            Self::Recall { cut_off } => at(f, "Recall", Some(cut_off)),
            Self::Success { cut_off } => at(f, "Success", Some(cut_off)),
            Self::WinnerTakesAll => f.write_str("WTA"),
            Self::ExpectedReciprocalRank { cut_off, max_grade, gain } => {
                at(f, "ERR", cut_off)?;
                max_grade.map_or(Ok(()), |grade| write!(f, ":{grade}"))?;
                gain_suffix(f, gain)
            }
            Self::Auc => f.write_str("AUC"),
            Self::ExpectedRankUtility { utility, normalized } => {
                f.write_str(if normalized { "ERU" } else { "ERU-raw" })?;
                if utility == RankUtility::default() {
                    return Ok(());
                }
                write!(f, ":{},{}", utility.half_life(), utility.neutral())
            }
        }
    }
}

/// Grammar of [`Measure`] for error messages.
pub const GRAMMAR: &str = "ndcg[@k], dcg[@k] (both with +linear and +flat), ap, rr[@k], p@k, recall@k, success@k, wta, \
     err[@k][:grade] (with +linear), auc, eru[:half-life,neutral], eru-raw[:half-life,neutral], \
     dndcg@k (with +linear and +flat), repeats@k, cost; k is a whole number from 1";

impl FromStr for Measure {
    type Err = Error;

    /// Parses a measure in any letter case; `map` and `mrr` mean `ap` and `rr`.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, GRAMMAR)
    }
}

impl Measure {
    /// Parses a measure. An error lists the measures of `grammar`, those that can be used in its place.
    ///
    /// # Errors
    /// [`Error::Config`] with the text and the grammar.
    pub(crate) fn parse(text: &str, grammar: &str) -> Result<Self, Error> {
        let fault =
            |problem: &str| Error::config("measure", format!("{} {problem}; use {grammar}", shown(text)));
        let lower = text.trim().to_ascii_lowercase();
        if let Some(rest) = lower.strip_prefix("eru") {
            return rank_utility(rest).map_err(|problem| fault(&problem));
        }
        let mut suffixes = lower.split('+');
        let stem = suffixes.next().unwrap_or_default();
        let (stem, max_grade) = match stem.split_once(':') {
            Some((stem, grade)) if stem.starts_with("err") => match cut_off(grade) {
                Some(grade) if grade <= usize::from(MAX_GRADE) => (stem, Some(grade as Grade)),
                _ => return Err(fault("has no greatest grade from 1 to 31")),
            },
            _ => (stem, None),
        };
        let (name, cut_off) = match stem.split_once('@') {
            Some((name, k)) => (name, Some(cut_off(k).ok_or_else(|| fault("has no whole cut-off from 1"))?)),
            None => (stem, None),
        };
        let mut gain = Gain::default();
        let mut discount = Discount::default();
        for suffix in suffixes {
            match (suffix, name) {
                ("linear", "ndcg" | "dcg" | "dndcg" | "err") => gain = Gain::Linear,
                ("flat", "ndcg" | "dcg" | "dndcg") => discount = Discount::FlatTopTwo,
                ("flat", "err") => return Err(fault("takes the suffix +linear only")),
                (_, "ndcg" | "dcg" | "dndcg" | "err") => return Err(fault("has an unknown suffix")),
                _ => return Err(fault("is not a measure that takes a suffix")),
            }
        }
        match (name, cut_off) {
            ("ndcg", cut_off) => Ok(Self::Ndcg { cut_off, gain, discount }),
            ("dcg", cut_off) => Ok(Self::Dcg { cut_off, gain, discount }),
            ("rr" | "mrr", cut_off) => Ok(Self::ReciprocalRank { cut_off }),
            ("err", cut_off) => Ok(Self::ExpectedReciprocalRank { cut_off, max_grade, gain }),
            ("p", Some(cut_off)) => Ok(Self::Precision { cut_off }),
            ("recall", Some(cut_off)) => Ok(Self::Recall { cut_off }),
            ("success", Some(cut_off)) => Ok(Self::Success { cut_off }),
            ("p" | "recall" | "success" | "dndcg" | "repeats", None) => {
                Err(fault(&format!("needs a cut-off, as in {name}@5")))
            }
            ("dndcg", Some(k)) if k > MAX_DIVERSE_RANKS => {
                Err(fault(&format!("counts more than {MAX_DIVERSE_RANKS} ranks")))
            }
            ("dndcg", Some(cut_off)) => Ok(Self::DiverseNdcg { cut_off, gain, discount }),
            ("repeats", Some(cut_off)) => Ok(Self::Repeats { cut_off }),
            ("ap" | "map", None) => Ok(Self::AveragePrecision),
            ("wta", None) => Ok(Self::WinnerTakesAll),
            ("auc", None) => Ok(Self::Auc),
            ("cost", None) => Ok(Self::Cost),
            ("ap" | "map" | "wta" | "auc" | "cost", Some(_)) => Err(fault("takes no cut-off")),
            _ => Err(fault("is not a measure")),
        }
    }
}

/// Parses a cut-off from 1 to `u32::MAX`, so that native and wasm accept the same values.
pub(super) fn cut_off(text: &str) -> Option<usize> {
    // `parse` alone would accept a sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let k: u32 = text.parse().ok().filter(|&k| digits && k > 0)?;
    usize::try_from(k).ok()
}

/// Parses the part after `eru`: `[-raw][:half-life,neutral]`.
fn rank_utility(rest: &str) -> Result<Measure, String> {
    let (rest, normalized) = match rest.strip_prefix("-raw") {
        Some(rest) => (rest, false),
        None => (rest, true),
    };
    if rest.is_empty() {
        return Ok(Measure::ExpectedRankUtility { utility: RankUtility::default(), normalized });
    }
    let numbers = rest.strip_prefix(':').ok_or("is not a measure")?;
    let number = |text: &str| text.trim().parse().ok();
    let (half_life, neutral) = numbers
        .split_once(',')
        .and_then(|(half_life, neutral)| Some((number(half_life)?, number(neutral)?)))
        .ok_or("needs two numbers, as in eru:5,0")?;
    match RankUtility::new(half_life, neutral) {
        Ok(utility) => Ok(Measure::ExpectedRankUtility { utility, normalized }),
        Err(Error::Config { problem, .. }) => Err(format!("is out of range: {problem}")),
        Err(other) => Err(other.to_string()),
    }
}
