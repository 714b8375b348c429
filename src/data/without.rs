//! Data without some of their features, by number or by name. Must not know text formats.

use super::Dataset;
use super::letor_line::quoted;
use crate::util::error::Error;
use crate::util::menu_entry::nearest;

/// Returns for each feature whether it is left out. `given`: numbers from 1, or names. `is_further`: a feature that the
/// data lack is no fault.
pub(super) fn left_out(
    given: &[String],
    names: &[Option<&str>],
    is_further: bool,
) -> Result<Vec<bool>, String> {
    let mut is_left_out = vec![false; names.len()];
    for given in given {
        let place = match given.parse::<usize>() {
            Ok(number) => number.checked_sub(1).filter(|&place| place < names.len()),
            Err(_) => names.iter().position(|name| *name == Some(given)),
        };
        match place {
            Some(place) => is_left_out[place] = true,
            None if is_further => {}
            None => return Err(unknown(given, names)),
        }
    }
    Ok(is_left_out)
}

fn unknown(given: &str, names: &[Option<&str>]) -> String {
    let known: Vec<&str> = names.iter().copied().flatten().collect();
    let advice = match given.parse::<usize>() {
        Err(_) if !known.is_empty() => format!("the nearest are {}", nearest(given, &known)),
        _ => format!("the data have {} features", names.len()),
    };
    format!("no feature {}; {advice}", quoted(given))
}

/// Returns the numbers from 1 of the features that are left out.
pub(super) fn numbers(is_left_out: &[bool]) -> Vec<usize> {
    (0..is_left_out.len()).filter(|&place| is_left_out[place]).map(|place| place + 1).collect()
}

impl Dataset {
    /// Returns the data without some features, given by number from 1 or by name. The others move up, so that a
    /// training has the bits of a file without these columns. They keep the numbers of the whole data as names: `f4`
    /// for one without a name. Cost: a copy.
    ///
    /// # Errors
    /// [`Error::Config`] for a feature that the data do not have.
    pub fn without_features(&self, features: &[String]) -> Result<Self, Error> {
        Ok(self.leave_out(features, false)?.0)
    }

    /// Returns the data without the features that these are in the training data, given by number or by name there. A
    /// feature that only the training data have is no fault.
    ///
    /// # Errors
    /// As [`Self::without_features`] of the training data.
    pub(crate) fn without_those_of(&self, training: &Self, features: &[String]) -> Result<Self, Error> {
        let (_, numbers) = training.select_queries(&[]).leave_out(features, false)?;
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        Ok(self.leave_out(&numbers, true)?.0)
    }

    /// Returns data as [`Self::without_features`], and the numbers of the features that are left out. `is_further`: a
    /// feature that the data lack is no fault.
    pub(super) fn leave_out(
        &self,
        features: &[String],
        is_further: bool,
    ) -> Result<(Self, Vec<usize>), Error> {
        let n = self.n_features().max(self.feature_names().len());
        let own = |place: usize| self.feature_names().get(place).and_then(Option::as_deref);
        let names: Vec<Option<&str>> = (0..n).map(own).collect();
        let is_left_out =
            left_out(features, &names, is_further).map_err(|problem| Error::config("without", problem))?;
        let kept = || (0..n).filter(|&place| !is_left_out[place]);
        let columns: Vec<Option<usize>> =
            kept().filter(|&place| place < self.n_features()).map(Some).collect();
        let mut rest = self.with_columns(&columns);
        let label = |place: usize| own(place).map_or_else(|| format!("f{}", place + 1), str::to_owned);
        rest.feature_names = kept().map(|place| Some(label(place))).collect();
        Ok((rest, numbers(&is_left_out)))
    }
}
