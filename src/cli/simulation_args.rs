//! What commands that simulate users share: the users, and the rankers whose lists they see.

use std::path::Path;

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{Logger, SimulationSettings, Users};
use rankscope::data::Dataset;
use rankscope::model::Model;

use super::args::parse_seed;
use super::click_args::scores_of_rows;
use super::reading::{DataFiles, ReadingArgs};
use super::{Failure, files};

/// What stands before the file of a model that ranks.
const MODEL: &str = "model:";

/// Simulated users.
#[derive(Debug, Args)]
pub struct UserArgs {
    /// Model of users: pbm (position-based), trust, dcm (dependent clicks) or dbn (dynamic Bayesian network)
    #[arg(long, value_name = "USERS", default_value = "pbm")]
    pub users: String,
    /// Users of pbm and trust examine rank j, from 1, with probability j^-ETA [default: 1]
    #[arg(long, value_name = "ETA", allow_negative_numbers = true)]
    pub eta: Option<f64>,
    /// Probability of a click on an examined document of grade 0, for pbm, dcm and dbn [default: 0.1]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub noise: Option<f64>,
    /// Seed of every random draw
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: u64,
}

impl UserArgs {
    /// Returns settings with these users, and refuses options without effect.
    pub fn settings(&self) -> Result<SimulationSettings, Error> {
        let users: Users = self.users.parse()?;
        if self.eta.is_some() && !users.are_independent() {
            let problem = format!("users of {} go down the list and have no eta; leave it out", users.name());
            return Err(Error::config("eta", problem));
        }
        if self.noise.is_some() && users == Users::Trust {
            return Err(Error::config("noise", "users of trust have noise of their own; leave it out"));
        }
        let defaults = SimulationSettings::default();
        let (eta, noise) = (self.eta.unwrap_or(defaults.eta), self.noise.unwrap_or(defaults.noise));
        Ok(SimulationSettings { users, eta, noise, seed: self.seed, ..defaults })
    }
}

/// The rankers of a command line, whose models are read before the data.
pub struct Rankers {
    given: Vec<Given>,
}

enum Given {
    Named(Logger),
    Model { text: String, model: Box<Model> },
}

impl Rankers {
    /// Returns the files of models among texts such as `feature:3` and `model:FILE`.
    pub fn files<'a>(texts: &[&'a str]) -> Vec<&'a Path> {
        texts.iter().filter_map(|text| text.strip_prefix(MODEL)).map(Path::new).collect()
    }

    /// Reads texts and models.
    pub fn read(texts: &[&str]) -> Result<Self, Failure> {
        let given = |text: &&str| match text.strip_prefix(MODEL) {
            Some(path) => {
                let model = Box::new(files::read_model(Path::new(path))?);
                Ok(Given::Model { text: (*text).to_owned(), model })
            }
            None => Ok(Given::Named(Logger::parse(text)?)),
        };
        Ok(Self { given: texts.iter().map(given).collect::<Result<_, Failure>>()? })
    }

    /// Reads data as the first model among the rankers needs them.
    pub fn read_data(&self, reading: &ReadingArgs, file: &Path) -> Result<Dataset, Failure> {
        let model = self.given.iter().find_map(|given| match given {
            Given::Named(_) => None,
            Given::Model { model, .. } => Some(model),
        });
        let reading = match model {
            Some(model) => DataFiles::of_model(reading, model)?,
            None => DataFiles::new(reading)?,
        };
        reading.read(file)
    }

    /// Returns the rankers on data, in their order.
    pub fn on(self, data: &Dataset) -> Result<Vec<Logger>, Failure> {
        let logger = |given| match given {
            Given::Named(logger) => Ok(logger),
            Given::Model { text, model } => Ok(Logger::by_scores(&text, scores_of_rows(&model, data)?)),
        };
        self.given.into_iter().map(logger).collect()
    }
}
