//! Features that are left out, by number or by name. Must not know any format.

use super::settings::Rules;
use crate::data::Dataset;
use crate::data::letor_line::quoted;
use crate::util::error::Error;
use crate::util::menu_entry::nearest;

impl Rules {
    /// Returns for each feature whether it is left out. `names`: of the features. A feature that a further file lacks is
    /// no fault.
    pub fn left_out(&self, names: &[Option<&str>]) -> Result<Vec<bool>, String> {
        let mut is_left_out = vec![false; names.len()];
        for given in &self.without {
            let place = match given.parse::<usize>() {
                Ok(number) => number.checked_sub(1).filter(|&place| place < names.len()),
                Err(_) => names.iter().position(|name| *name == Some(given)),
            };
            match place {
                Some(place) => is_left_out[place] = true,
                None if self.stored.is_some() => {}
                None => return Err(unknown(given, names)),
            }
        }
        Ok(is_left_out)
    }
}

fn unknown(given: &str, names: &[Option<&str>]) -> String {
    let known: Vec<&str> = names.iter().copied().flatten().collect();
    let count = format!("the data have {} features", names.len());
    let advice = match given.parse::<usize>() {
        Err(_) if !known.is_empty() => format!("the nearest are {}", nearest(given, &known)),
        _ => count,
    };
    format!("no feature {}; {advice}", quoted(given))
}

/// Returns data of lines with indices without some of their features, and the numbers of these. The names of the other
/// features keep the indices of the file: `f4` for one without a name.
///
/// # Errors
/// [`Error::Config`] for a feature that the data do not have.
pub(super) fn leave_out(data: Dataset, rules: &Rules) -> Result<(Dataset, Vec<usize>), Error> {
    let n = data.n_features().max(data.feature_names().len());
    let own = |place: usize| data.feature_names().get(place).and_then(Option::as_deref);
    let names: Vec<Option<&str>> = (0..n).map(own).collect();
    let is_left_out = rules.left_out(&names).map_err(|problem| Error::config("without", problem))?;
    let kept = || (0..n).filter(|&place| !is_left_out[place]);
    let columns: Vec<Option<usize>> = kept().filter(|&place| place < data.n_features()).map(Some).collect();
    let mut rest = data.with_columns(&columns);
    let label = |place: usize| own(place).map_or_else(|| format!("f{}", place + 1), str::to_owned);
    rest.feature_names = kept().map(|place| Some(label(place))).collect();
    Ok((rest, numbers(&is_left_out)))
}

/// Returns the numbers from 1 of the features that are left out.
pub(super) fn numbers(is_left_out: &[bool]) -> Vec<usize> {
    (0..is_left_out.len()).filter(|&place| is_left_out[place]).map(|place| place + 1).collect()
}
