//! Whether a measure fits data: the gains of their grades. Computes no value.

use super::{Gain, Measure};
use crate::data::Grade;
use crate::util::error::Error;

impl Measure {
    /// Returns the measure with a gain that was given apart from its name.
    ///
    /// # Errors
    /// [`Error::Config`] if the measure has no gain, none from a table, or names another gain itself.
    pub fn with_gain(self, gain: Gain) -> Result<Self, Error> {
        let takes = self.kind.parameters;
        let refused = |problem: &str| Err(Error::config("label_gain", format!("{self} {problem}")));
        if !takes.gain {
            return refused("has no gain of grades; ndcg, dcg and dndcg have one");
        }
        if !takes.discount && matches!(gain, Gain::Table(_)) {
            return refused("takes the gain linear only; ndcg, dcg and dndcg take gains of grades");
        }
        if self.gain != Gain::Exponential && self.gain != gain {
            return refused("names another gain itself; give only one of them");
        }
        Ok(Self { gain, ..self })
    }

    /// Checks that the gain of every grade up to `greatest`, the greatest grade of the data, is exact. In a table, the
    /// last gain counts for all higher grades.
    ///
    /// # Errors
    /// [`Error::Config`] with the measures that can be used instead.
    pub fn check_grades(&self, greatest: Grade) -> Result<(), Error> {
        let takes = self.kind.parameters;
        if !takes.gain || self.gain != Gain::Exponential {
            return Ok(());
        }
        let highest = self.max_grade.map_or(greatest, |most| most.min(greatest));
        let Some(problem) = self.gain.problem(highest) else { return Ok(()) };
        let linear = Self { gain: Gain::Linear, ..*self }.key();
        let other = match takes.discount {
            true => format!("or gains of the grades, as in {}+gain:0,1,3", self.kind.at(self.cut_off).key()),
            false => format!("or a greatest grade, as in {}:4", self.kind.at(self.cut_off).key()),
        };
        Err(Error::config("measures", format!("{self}: {problem}; use {linear}, {other}")))
    }

    /// Checks that a method can be trained for the measure on data with the grade `greatest`: every grade needs a gain
    /// of its own that is exact.
    ///
    /// # Errors
    /// [`Error::Config`] with what to give instead.
    pub fn check_trained(&self, greatest: Grade) -> Result<(), Error> {
        let takes = self.kind.parameters;
        if !(takes.gain && takes.discount) {
            return self.check_grades(greatest);
        }
        let refused = |problem| {
            let remedy = "give linear, or a gain of every grade, as in 0,1,3,7";
            Err(Error::config("label_gain", format!("{problem}; {remedy}")))
        };
        self.gain.problem(greatest).map_or(Ok(()), refused)
    }
}
