//! Feature names and provenance of a model.

use super::Model;
use super::provenance::{PROGRAM, Provenance, Reading};
use crate::data::{Dataset, check_names};
use crate::method::effective_options;
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;

impl Model {
    /// Returns the model with these names of its features, by place; features without a name are `None`.
    ///
    /// # Errors
    /// [`Error::Data`] for more names than features, equal names, and names that a names file could not have.
    pub fn with_names(mut self, names: &[Option<String>]) -> Result<Self, Error> {
        let last = names.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        let names = &names[..last];
        if names.len() > self.n_features {
            return Err(Error::data(format!(
                "names: feature {} has a name, but the model has {} features",
                names.len(),
                self.n_features
            )));
        }
        check_names(names)?;
        self.names = names.to_vec();
        Ok(self)
    }

    /// Returns the model with its provenance. An empty program stands for this one.
    ///
    /// # Errors
    /// As [`Provenance::check`].
    pub fn with_provenance(mut self, mut provenance: Provenance) -> Result<Self, Error> {
        provenance.check()?;
        if provenance.program.is_empty() {
            PROGRAM.clone_into(&mut provenance.program);
        }
        self.provenance = Some(provenance);
        Ok(self)
    }

    /// Returns the model as `rankscope train` would write it: with names and provenance, and with the defaults for
    /// settings that have no effect.
    ///
    /// # Errors
    /// As [`Model::with_names`] and [`Model::with_provenance`].
    pub fn described(self, names: &[Option<String>], provenance: Provenance) -> Result<Self, Error> {
        let has_validation = provenance.valid.is_some();
        let mut settings = TrainingSettings::default();
        for option in effective_options(&self.settings)? {
            // Without validation data nothing can be chosen by them.
            if has_validation || !option.needs_validation() {
                option.set(&mut settings, &option.text(&self.settings))?;
            }
        }
        let names = &names[..names.len().min(self.n_features)];
        let mut provenance = provenance;
        if let Some(reading) = &mut provenance.reading
            && reading.columns.iter().map(Some).eq(names.iter().map(Option::as_ref))
        {
            reading.columns.clear();
        }
        provenance.reading = provenance.reading.filter(|reading| *reading != Reading::default());
        Self { settings, ..self }.with_names(names)?.with_provenance(provenance)
    }

    /// Returns the name of a feature, from 0: its own, or `f1`, `f2`, ….
    pub fn feature_name(&self, feature: usize) -> String {
        let own = self.names.get(feature).and_then(Option::as_deref);
        own.map_or_else(|| format!("f{}", feature.saturating_add(1)), str::to_owned)
    }

    /// Returns the other names with this model's names where they have none.
    pub fn names_under(&self, names: &[Option<String>]) -> Vec<Option<String>> {
        let n = names.len().max(self.names.len());
        let name = |list: &[Option<String>], place: usize| list.get(place).cloned().flatten();
        (0..n).map(|place| name(names, place).or_else(|| name(&self.names, place))).collect()
    }

    /// Returns how its training data were read, if by other rules than those of plain LETOR text.
    pub fn reading(&self) -> Option<&Reading> {
        self.provenance.as_ref()?.reading.as_ref()
    }

    /// Returns a sentence about features that the data and the model call by different names; `None` if there are none.
    /// The model uses features by their indices, so other names may mean other columns.
    pub fn name_conflict(&self, data: &Dataset) -> Option<String> {
        if self.join(data).is_some() {
            return None;
        }
        if self.reading().is_some_and(|reading| !reading.columns.is_empty()) {
            return None;
        }
        let both = self.names.iter().zip(data.feature_names()).enumerate();
        let mut conflicts = both.filter_map(|(place, names)| match names {
            (Some(ours), Some(theirs)) if ours != theirs => Some((place + 1, ours, theirs)),
            _ => None,
        });
        let (index, ours, theirs) = conflicts.next()?;
        let more = match conflicts.count() {
            0 => String::new(),
            1 => ", and 1 more name differs".to_owned(),
            more => format!(", and {more} more names differ"),
        };
        Some(format!(
            "feature {index} is {theirs:?} in the data and {ours:?} in the model{more}; the model takes features by \
             index, so check that the columns are the same"
        ))
    }
}
