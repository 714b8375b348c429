//! Conventions of the measures: what a value depends on besides the ranking, for reports and documentation. Computes no
//! value.

use serde::Serialize;

use super::{Discount, Gain, Measure, Parameters};
use crate::data::Grade;

/// How tied scores count, for every measure.
pub const TIES: &str = "expected value over all orders of documents with equal scores";

/// The greatest grade of a table whose gains are listed; the name of the measure has those of longer tables.
const MOST_LISTED: Grade = 9;

/// The conventions of one value. Ranks count from 1 here; g is the grade of the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Conventions {
    /// Gain of a grade g; `None` if the measure has none.
    pub gain: Option<String>,
    /// Discount of a rank; `None` if the measure has none.
    pub discount: Option<String>,
    /// Grade from which a document is good; `None` if the measure does not depend on it.
    pub good_from: Option<Grade>,
    /// Greatest grade of the scale; `None` if the measure does not depend on it.
    pub greatest_grade: Option<Grade>,
    /// Possible values.
    pub range: &'static str,
    /// How tied scores count.
    pub ties: &'static str,
}

impl Conventions {
    /// Returns gain, discount, threshold and greatest grade as words, with commas between them; empty without any.
    pub fn text(&self) -> String {
        let named = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
        let parts = [
            named("gain", self.gain.clone()),
            named("discount", self.discount.clone()),
            named("good from grade", self.good_from.map(|grade| grade.to_string())),
            named("greatest grade", self.greatest_grade.map(|grade| grade.to_string())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Gain {
    /// Formula of the gain of a grade g.
    pub fn formula(&self) -> String {
        match self {
            Self::Exponential => "2^g − 1".to_owned(),
            Self::Linear => "g".to_owned(),
            Self::Table(table) if table.greatest_grade() > MOST_LISTED => {
                format!("of a table up to grade {}", table.greatest_grade())
            }
            Self::Table(table) => {
                let gains: Vec<String> = (0..=table.greatest_grade())
                    .map(|grade| format!("{} of grade {grade}", table.of(grade)))
                    .collect();
                gains.join(" and ")
            }
        }
    }
}

impl Discount {
    /// Formula of the discount of a rank, counted from 1.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Log2RankPlusOne => "1/log2(rank + 1)",
            Self::FlatTopTwo => "1 at ranks 1 and 2, then 1/log2(rank)",
        }
    }
}

impl Measure {
    /// Returns the conventions of a value.
    ///
    /// `threshold`: grade from which a document is good. `greatest`: highest grade of the data, for measures that state
    /// no greatest grade of their own.
    pub fn conventions(&self, threshold: Grade, greatest: Grade) -> Conventions {
        let Parameters { discount, gain, utility, max_grade, .. } = self.kind.parameters;
        let (gain, discount) = if discount {
            (Some(self.gain.formula()), Some(self.discount.formula().to_owned()))
        } else if utility {
            let gain = match self.utility.neutral() {
                0.0 => "g".to_owned(),
                neutral if neutral < 0.0 => format!("g + {}", -neutral),
                neutral => format!("max(g − {neutral}, 0)"),
            };
            (Some(gain), Some(format!("2^(−(rank − 1)/({} − 1))", self.utility.half_life())))
        } else {
            // The usual gain is part of the definition of ERR, so only the other one is stated.
            let states_gain = gain && self.gain != Gain::Exponential;
            (states_gain.then(|| self.gain.formula()), None)
        };
        Conventions {
            gain,
            discount,
            good_from: self.kind.needs_threshold.then_some(threshold),
            greatest_grade: match self.gain {
                Gain::Table(table) => Some(table.greatest_grade()),
                _ => max_grade.then(|| self.max_grade.unwrap_or(greatest)),
            },
            range: self.kind.range.text(),
            ties: TIES,
        }
    }
}
