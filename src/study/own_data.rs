//! A study on other data than its own.

use super::cell_settings::StudyKind;
use super::check::check;
use super::data_format::{DataEntry, DataFields, Sample, Split};
use super::format::{Size, Study};
use crate::util::error::Error;

/// Folds of the cross-validation that chooses settings where there are no validation data.
const FOLDS: usize = 5;

impl Study {
    /// Returns the study on another data set. Numbers of training queries become shares, as the numbers are shares of a
    /// generated sample; settings that validation data choose are chosen by a cross-validation if there are none. The
    /// threshold of good documents is the default, and what the study found on its own data is left out.
    ///
    /// # Errors
    /// [`Error::Config`] for a study on ratings or on lists that it makes, and for data that cannot be used.
    pub fn on(&self, data: &DataFields) -> Result<Self, Error> {
        let refuse = |problem: &str| Err(Error::config("study", problem.to_owned()));
        if self.kind() == StudyKind::Ratings {
            return refuse(
                "it is on ratings, and cannot run on documents; give \"data\" with ratings in a copy of it",
            );
        }
        let makes_lists =
            |entry: &DataEntry| entry.0.sample.as_ref().is_some_and(|sample| sample.list.is_some());
        if self.data.iter().any(makes_lists) {
            return refuse("it is about lists that it makes, so other data cannot answer it");
        }
        let total = self.data.first().and_then(|entry| training_queries(&entry.0));
        let mut study = self.clone();
        study.here.clear();
        study.data = vec![DataEntry(data.clone())];
        // A threshold belongs to the scale of grades of the study's own data.
        study.fixed.0.retain(|(key, _)| key != "threshold");
        let names = |study: &Self| study.axes().pop().map_or_else(Vec::new, |axis| axis.levels);
        let old = names(&study);
        if let Some(total) = total {
            for size in &mut study.sizes {
                if let Size::Queries(queries) = *size {
                    let percent = libm::round(1e4 * queries as f64 / total) / 100.0;
                    *size = Size::Percent(percent.clamp(0.01, 100.0));
                }
            }
        }
        let sizes: Vec<(String, String)> = old.into_iter().zip(names(&study)).collect();
        let own: Vec<&str> = self.data.iter().map(|entry| entry.0.name.as_str()).collect();
        study.claims.retain(|claim| !claim.is_about(&own));
        study.claims.iter_mut().for_each(|claim| claim.rename("size", &sizes));
        let has_validation = data.valid.is_some()
            || data.split.as_ref().is_some_and(|split| split.shares.is_none_or(|shares| shares[1] > 0.0))
            || data.sample.is_some();
        if let Some(select) = study.select.as_mut().filter(|select| select.on == "valid" && !has_validation) {
            select.on = format!("cv:{FOLDS}");
        }
        check(&mut study)?;
        Ok(study)
    }
}

/// Returns the number of training queries of a generated sample; `None` if it is not known.
fn training_queries(data: &DataFields) -> Option<f64> {
    let Sample { queries, .. } = data.sample.as_ref()?;
    match data.split.as_ref()? {
        Split { shares: Some([train, ..]), .. } => Some((*queries as f64 * train).max(1.0)),
        _ => None,
    }
}
