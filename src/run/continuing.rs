//! A run that goes on from a model. Must not know how rounds are made.

use std::sync::Arc;

use super::TrainingRun;
use super::patience::Patience;
use crate::data::Dataset;
use crate::method::method;
use crate::method::settings::TrainingSettings;
use crate::model::Model;
use crate::util::error::{Error, shown};

/// Returns the settings of a model for a run that goes on from it, with no number of rounds. A foreign model has no
/// settings of its own, so LambdaMART goes on from it with its defaults.
pub fn settings_of(model: &Model) -> TrainingSettings {
    let mut settings = TrainingSettings { rounds: None, ..model.settings.clone() };
    if model.foreign.is_some() {
        "lambdamart".clone_into(&mut settings.method);
    }
    settings
}

/// Adds the rounds of a model to those of the settings, or to those that the method makes if none are given.
///
/// # Errors
/// [`Error::Config`] for a method without rounds, or for more rounds than the program can count.
pub fn add_rounds(model: &Model, settings: &mut TrainingSettings) -> Result<(), Error> {
    let usual = method(&settings.method)?.training.iter().find(|option| option.name == "rounds");
    let Some(usual) = usual.and_then(|option| option.setting.if_absent) else {
        let problem = format!("{} has no rounds to go on with; the boosting methods have", settings.method);
        return Err(Error::config("from", problem));
    };
    let rounds = n_rounds(model).saturating_add(settings.rounds.unwrap_or(usual));
    settings.rounds = Some(rounds);
    settings.parse().map(drop)
}

impl TrainingRun {
    /// Returns a run that goes on from a model. `settings`: as [`settings_of`] returns them, changed at will; their
    /// rounds come after those of the model.
    ///
    /// # Errors
    /// As [`add_rounds`], [`TrainingRun::new`] and [`TrainingRun::continue_from`].
    pub fn after(train: Arc<Dataset>, model: &Model, mut settings: TrainingSettings) -> Result<Self, Error> {
        add_rounds(model, &mut settings)?;
        let mut run = Self::new(train, &settings)?;
        run.continue_from(model)?;
        Ok(run)
    }

    /// Takes the rounds of a model as the first ones of this run, whose own rounds follow. Call it before the first
    /// slice of work. The run reports the rounds of the model too, so validation data choose among all of them, and it
    /// ends with the same bits as a run that made all rounds. Their figures lack the choice, the weight and the edge.
    ///
    /// Cost: the first passes of all rounds of the model, without a search.
    ///
    /// # Errors
    /// [`Error::Config`] if the model has another method, other features, other names of them, another scaling or
    /// feature map, or if the method cannot go on from a model.
    pub fn continue_from(&mut self, model: &Model) -> Result<(), Error> {
        let refused = |problem: String| Err(Error::config("from", problem));
        let own = &self.settings.method;
        if model.foreign.is_none() && model.settings.method != *own {
            let of = &model.settings.method;
            return refused(format!("the model is of {of}, and this run of {own}; go on with --method {of}"));
        }
        let (of_model, of_data) = (model.n_features, self.n_features());
        if of_model != of_data {
            return refused(format!(
                "the model has {of_model} features, and the training data have {of_data}"
            ));
        }
        let named = model.names.iter().zip(self.train.feature_names()).enumerate();
        if let Some((place, of_model, of_data)) = named
            .filter_map(|(place, (of_model, of_data))| Some((place, of_model.as_ref()?, of_data.as_ref()?)))
            .find(|(_, of_model, of_data)| of_model != of_data)
        {
            let (of_model, of_data) = (shown(of_model), shown(of_data));
            return refused(format!(
                "feature {} is {of_model} in the model, and {of_data} in the training data; give the data of the model",
                place + 1
            ));
        }
        if model.scaling != self.scaling || model.map != self.map {
            return refused(
                "the features of the model are scaled or mapped by other numbers; train on its data with its --scale and \
                 --map"
                    .to_owned(),
            );
        }
        self.learner.learner_mut().begin_with(&model.scorer)?;
        self.patience = Patience::new(self.config.patience, n_rounds(model));
        Ok(())
    }
}

/// Returns the number of rounds of a model.
pub fn n_rounds(model: &Model) -> usize {
    model.scorer.ensembles().first().map_or(0, Vec::len)
}
