//! The values of an option that fit the other settings.

use super::{METHOD, loss_options, training_options};
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

/// Returns why each of the `alternatives`, an option and its value as text, does not fit the other settings; `None`
/// if it fits. A fault that the settings have without the alternative does not count. Cost: one check for each.
///
/// # Errors
/// [`Error::Config`] for an option that is not in the catalogue, or text that is not in the form of its value.
pub fn check_all(
    settings: &TrainingSettings,
    alternatives: &[(String, String)],
) -> Result<Vec<Option<String>>, Error> {
    let options = [vec![&METHOD], loss_options(), training_options()].concat();
    let anyway = settings.parse().err();
    let refusal = |(name, text): &(String, String)| {
        let option = options.iter().find(|option| option.name == name);
        let option =
            option.ok_or_else(|| Error::config("alternatives", format!("{} is no option", shown(name))))?;
        let mut changed = settings.clone();
        option.set(&mut changed, text)?;
        // Its own check comes first, because the existing fault can hide another one.
        let faults = [(option.check)(&changed).err(), changed.parse().err()];
        let fault = faults.into_iter().flatten().find(|fault| Some(fault) != anyway.as_ref());
        Ok(fault.map(|fault| match fault {
            Error::Config { problem, .. } => problem,
            other => other.to_string(),
        }))
    };
    alternatives.iter().map(refusal).collect()
}
