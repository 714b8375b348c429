//! The text form of a measure, such as `NDCG@10`: printed and parsed. Computes nothing.

use std::fmt;
use std::str::FromStr;

use super::{
    CutOff, Discount, Gain, GainTable, Generator, MEASURES, Measure, MeasureKind, RankUtility,
    USUAL_PERSISTENCE,
};
use crate::data::{Grade, MAX_GRADE};
use crate::util::error::{Error, shown};

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.kind.name)?;
        self.cut_off.map_or(Ok(()), |k| write!(f, "@{k}"))?;
        self.max_grade.map_or(Ok(()), |grade| write!(f, ":{grade}"))?;
        match self.gain {
            Gain::Exponential => {}
            Gain::Linear => f.write_str("+linear")?,
            Gain::Table(table) => write!(f, "+gain:{table}")?,
        }
        if self.discount == Discount::FlatTopTwo {
            f.write_str("+flat")?;
        }
        if self.persistence != USUAL_PERSISTENCE {
            write!(f, ":{}", self.persistence)?;
        }
        if self.is_graded {
            f.write_str("+graded")?;
        }
        if self.kind.parameters.generator {
            write!(f, ":{}", self.generator)?;
        }
        if self.utility != RankUtility::USUAL {
            write!(f, ":{},{}", self.utility.half_life(), self.utility.neutral())?;
        }
        Ok(())
    }
}

/// Returns the grammar of [`Measure`] for error messages.
fn grammar() -> String {
    let names: Vec<&str> = MEASURES.iter().map(|kind| kind.grammar).collect();
    format!("{}; k is a whole number from 1", names.join(", "))
}

impl FromStr for Measure {
    type Err = Error;

    /// Parses a measure in any letter case; `map` and `mrr` mean `ap` and `rr`.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, &grammar())
    }
}

impl Measure {
    /// Parses a measure. An error lists the measures of `grammar`, those that can be used in its place.
    ///
    /// # Errors
    /// [`Error::Config`] with the text and the grammar.
    pub(crate) fn parse(text: &str, grammar: &str) -> Result<Self, Error> {
        parsed(text.trim())
            .map_err(|problem| Error::config("measure", format!("{} {problem}; use {grammar}", shown(text))))
    }
}

/// Returns a measure, or the problem as the end of a sentence.
fn parsed(text: &str) -> Result<Measure, String> {
    let lower = text.to_ascii_lowercase();
    let word = lower.split(['@', ':', '+']).next().unwrap_or_default();
    let Some(kind) = kind_of(word) else { return Err("is not a measure".to_owned()) };
    let takes = kind.parameters;
    let rest = &lower[word.len()..];
    if takes.utility {
        return Ok(Measure { utility: rank_utility(rest)?, ..kind.whole() });
    }
    if takes.generator {
        let generator = rest.strip_prefix(':').ok_or("needs a generator, as in owpc-error:inverse-rank")?;
        return Ok(Measure { generator: read_generator(generator)?, ..kind.whole() });
    }
    let mut suffixes = rest.split('+');
    let mut stem = suffixes.next().unwrap_or_default();
    let mut measure = kind.whole();
    if let Some((before, grade)) = stem.split_once(':').filter(|_| takes.max_grade) {
        let grade = cut_off(grade).filter(|&grade| grade <= usize::from(MAX_GRADE));
        measure.max_grade =
            Some(grade.ok_or_else(|| format!("has no greatest grade from 1 to {MAX_GRADE}"))? as Grade);
        stem = before;
    }
    if let Some((before, chance)) = stem.split_once(':').filter(|_| takes.persistence) {
        let chance = chance.parse().ok().filter(|chance| 0.0 < *chance && *chance < 1.0);
        measure.persistence = chance.ok_or("has no chance above 0 and below 1 after the colon")?;
        stem = before;
    }
    if stem.contains(':') {
        return Err("takes no number after a colon".to_owned());
    }
    if let Some(k) = stem.strip_prefix('@') {
        measure.cut_off = Some(cut_off(k).ok_or("has no whole cut-off from 1")?);
    }
    for suffix in suffixes {
        match suffix {
            "linear" if takes.gain => measure.gain = Gain::Linear,
            _ if takes.gain && takes.discount && suffix.starts_with("gain:") => {
                measure.gain = Gain::Table(GainTable::parse(&suffix["gain:".len()..])?);
            }
            "graded" if takes.graded => measure.is_graded = true,
            "flat" if takes.discount => measure.discount = Discount::FlatTopTwo,
            "flat" if takes.gain => return Err("takes the suffix +linear only".to_owned()),
            _ if takes.gain => return Err("has an unknown suffix".to_owned()),
            _ => return Err("is not a measure that takes a suffix".to_owned()),
        }
    }
    match (takes.cut_off, measure.cut_off) {
        (CutOff::Required | CutOff::AtMost(_), None) => Err(format!("needs a cut-off, as in {word}@5")),
        (CutOff::None, Some(_)) => Err("takes no cut-off".to_owned()),
        (CutOff::AtMost(most), Some(k)) if k > most => Err(format!("counts more than {most} ranks")),
        _ => Ok(measure),
    }
}

/// Most names that a range stands for.
const LONGEST_RANGE: usize = 200;

/// Returns the names that a range stands for: `ndcg@1..3` gives `ndcg@1`, `ndcg@2`, `ndcg@3`. Any other name is
/// returned as it is.
///
/// # Errors
/// A sentence for a range whose ends are not whole numbers in order.
pub fn expand_range(name: &str) -> Result<Vec<String>, String> {
    let name = name.trim();
    let Some((head, (first, rest))) =
        name.split_once('@').and_then(|(head, tail)| Some((head, tail.split_once("..")?)))
    else {
        return Ok(vec![name.to_owned()]);
    };
    let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (last, suffix) = rest.split_at(digits);
    let ends = (first.parse::<usize>().ok(), last.parse::<usize>().ok());
    match ends {
        (Some(first), Some(last)) if 1 <= first && first <= last && last - first < LONGEST_RANGE => {
            Ok((first..=last).map(|k| format!("{head}@{k}{suffix}")).collect())
        }
        _ => Err(format!("{} is not a range of cut-offs such as ndcg@1..10", shown(name))),
    }
}

/// Returns the kind with a name in lower case.
fn kind_of(word: &str) -> Option<&'static MeasureKind> {
    let has_name =
        |kind: &&&MeasureKind| kind.name.eq_ignore_ascii_case(word) || kind.other_names.contains(&word);
    MEASURES.iter().find(has_name).copied()
}

/// Parses a cut-off from 1 to `u32::MAX`, so that native and wasm accept the same values.
pub(super) fn cut_off(text: &str) -> Option<usize> {
    // `parse` alone would accept a sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let k: u32 = text.parse().ok().filter(|&k| digits && k > 0)?;
    usize::try_from(k).ok()
}

fn read_generator(text: &str) -> Result<Generator, String> {
    text.parse().map_err(|error| match error {
        Error::Config { problem, .. } => format!("has no generator: {problem}"),
        other => other.to_string(),
    })
}

/// Parses the part after `eru` or `eru-raw`: nothing, or `:half-life,neutral`.
fn rank_utility(rest: &str) -> Result<RankUtility, String> {
    if rest.is_empty() {
        return Ok(RankUtility::USUAL);
    }
    let numbers = rest.strip_prefix(':').ok_or("is not a measure")?;
    let number = |text: &str| text.trim().parse().ok();
    let (half_life, neutral) = numbers
        .split_once(',')
        .and_then(|(half_life, neutral)| Some((number(half_life)?, number(neutral)?)))
        .ok_or("needs two numbers, as in eru:5,0")?;
    match RankUtility::new(half_life, neutral) {
        Ok(utility) => Ok(utility),
        Err(Error::Config { problem, .. }) => Err(format!("is out of range: {problem}")),
        Err(other) => Err(other.to_string()),
    }
}
