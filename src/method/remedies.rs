//! Changes that are likely to help if the optimum of a bound is w = 0. Trains nothing.
//!
//! On data with hopeless queries the structured hinge of a loss can be lowest at w = 0 for every C. A tighter bound,
//! a measure that counts more ranks, another feature map, or an earlier iterate chosen by validation data can then
//! rank better.

use serde::Serialize;

use super::effective_options;
use crate::loss::Reference;
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;

/// A change of one setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Remedy {
    /// Key of the setting.
    pub setting: &'static str,
    /// Its new value.
    pub value: String,
    /// The text of a button for the change.
    pub label: &'static str,
    /// Reason in one sentence.
    pub reason: &'static str,
}

impl Remedy {
    /// Returns the change as an option of the command line.
    pub fn flag(&self) -> String {
        format!("--{} {}", self.setting.replace('_', "-"), self.value)
    }
}

/// Returns the changes that are likely to help with these settings, the most likely first.
///
/// `has_validation`: whether there are validation data.
///
/// # Errors
/// [`Error::Config`] for settings that cannot be used.
pub fn remedies(settings: &TrainingSettings, has_validation: bool) -> Result<Vec<Remedy>, Error> {
    settings.parse()?;
    let effective = effective_options(settings)?;
    let uncut = without_cut_off(&settings.measure);
    // Only a reference that does not follow w is looser than the aligned one.
    let follows = matches!(settings.reference.parse()?, Reference::Aligned | Reference::Ramp);
    let mut all = vec![
        Remedy {
            setting: "reference",
            value: "aligned".to_owned(),
            label: "Align the reference",
            reason: "It compares with the ideal ranking that the model likes best, which is the tightest bound.",
        },
        Remedy {
            setting: "reference",
            value: "ramp".to_owned(),
            label: "Use the ramp bound",
            reason: "It gives up hopeless queries, which would pull w to 0; it needs a C of 10 or more.",
        },
        Remedy {
            setting: "measure",
            value: uncut,
            label: "Count all ranks",
            reason: "Without a cut-off every rank of a hopeless query counts, so w can lower its loss.",
        },
        Remedy {
            setting: "feature_map",
            value: "po".to_owned(),
            label: "Use ψ_po",
            reason: "It averages over all pairs, so one bad document cannot outweigh all others.",
        },
        Remedy {
            setting: "class_weights",
            value: "balanced".to_owned(),
            label: "Balance the classes",
            reason: "Good and bad documents then weigh the same, so calling every document bad no longer pays.",
        },
    ];
    if has_validation {
        all.push(Remedy {
            setting: "choose",
            value: "validation".to_owned(),
            label: "Choose by validation",
            reason: "An iterate before the optimum can rank far better than the optimum itself.",
        });
    }
    all.retain(|remedy| {
        let Some(option) = effective.iter().find(|option| option.name == remedy.setting) else {
            return false;
        };
        let is_looser = || !follows && option.choices.iter().any(|choice| choice.name == settings.reference);
        let mut changed = settings.clone();
        (remedy.value != "aligned" || is_looser())
            && option.set(&mut changed, &remedy.value).is_ok()
            && changed != *settings
            && changed.parse().is_ok()
    });
    Ok(all)
}

/// Returns a measure without `@k`.
fn without_cut_off(measure: &str) -> String {
    match measure.split_once('@') {
        Some((name, rest)) => name.to_owned() + rest.trim_start_matches(|digit: char| digit.is_ascii_digit()),
        None => measure.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedies_fit_the_method_and_change_something() {
        let check =
            |method: &str, change: &dyn Fn(&mut TrainingSettings), has_validation, expected: &[&str]| {
                let mut settings =
                    TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
                change(&mut settings);
                let flags: Vec<String> = remedies(&settings, has_validation)
                    .expect("they can be used")
                    .iter()
                    .map(Remedy::flag)
                    .collect();
                assert_eq!(flags, expected, "{method}");
            };
        check("dorm", &|_| (), false, &["--reference ramp", "--measure ndcg"]);
        check("dorm", &|s| s.reference = "ramp".to_owned(), true, &["--measure ndcg", "--choose validation"]);
        let averaged = |s: &mut TrainingSettings| s.reference = "averaged".to_owned();
        check("dorm", &averaged, false, &["--reference aligned", "--reference ramp", "--measure ndcg"]);
        let linear = |s: &mut TrainingSettings| s.measure = "ndcg@10+linear".to_owned();
        check("dorm", &linear, false, &["--reference ramp", "--measure ndcg+linear"]);
        // A measure of precision needs its cut-off.
        check("dorm", &|s| s.measure = "p@5".to_owned(), false, &["--reference ramp"]);
        // The ramp bound does not fit ψ_mrr.
        check("svm-mrr", &|_| (), false, &["--feature-map po"]);
        check("svm-mrr", &|s| s.feature_map = "po".to_owned(), false, &["--reference ramp"]);
        // The components have their own options.
        check("combo", &|_| (), true, &["--feature-map po", "--choose validation"]);
        check("svm-binary", &|_| (), false, &["--class-weights balanced"]);
        check("owpc", &|s| s.choose = "validation".to_owned(), true, &["--reference ramp"]);
        assert!(remedies(&TrainingSettings { c: -1.0, ..TrainingSettings::default() }, false).is_err());
    }
}
