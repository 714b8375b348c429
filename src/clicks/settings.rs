//! The settings of a simulation, with their checks.

use serde::{Deserialize, Serialize};

use super::users::{Users, check_users};
use crate::util::error::{Error, brief};

/// How sessions are simulated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SimulationSettings {
    /// How users examine a list, and click.
    pub users: Users,
    /// η of `pbm` and `trust`: rank j, from 0, is examined with probability (j + 1)^−η.
    pub eta: f64,
    /// Probability of a click on an examined document of grade 0, in [0, 1].
    pub noise: f64,
    /// Probability that a session has the second logger, in [0, 1].
    pub share: f64,
    /// Each session draws k from the ranks 1 to `swap` − 1, and a coin says whether the ranks 0 and k change places; 0
    /// for none.
    pub swap: usize,
    /// Each session has its first `shuffle` documents in random order; 0 for none.
    pub shuffle: usize,
    /// Number of documents shown; 0 for all.
    pub cut: usize,
    /// Whether the log gives propensities: the probability that a rank was examined, for `dcm` given the clicks above
    /// it. `trust` and `dbn` have none.
    pub propensities: bool,
    /// Seed of every draw.
    pub seed: u64,
}

impl Default for SimulationSettings {
    fn default() -> Self {
        Self {
            users: Users::Pbm,
            eta: 1.0,
            noise: 0.1,
            share: 0.5,
            swap: 0,
            shuffle: 0,
            cut: 0,
            propensities: false,
            seed: 1,
        }
    }
}

impl SimulationSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Config`] with the name of the first setting outside its range.
    pub fn check(&self) -> Result<(), Error> {
        check_users(self.eta, self.noise)?;
        if !(0.0..=1.0).contains(&self.share) {
            return Err(Error::config("share", format!("{} is not a number from 0 to 1", brief(self.share))));
        }
        for (name, value) in [("swap", self.swap), ("shuffle", self.shuffle)] {
            if value == 1 {
                return Err(Error::config(name, "1 changes nothing; give 2 or more ranks, or 0 for none"));
            }
        }
        if self.swap > 0 && self.shuffle > 0 {
            return Err(Error::config("shuffle", "it is given with swap; give one of both"));
        }
        match self.users {
            _ if !self.propensities => Ok(()),
            Users::Pbm | Users::Dcm => Ok(()),
            Users::Trust => {
                Err(Error::config("propensities", "users of trust have none, but A and B of every rank"))
            }
            Users::Dbn => {
                let problem =
                    "users of dbn see nothing below a good document that they clicked, which would be 0";
                Err(Error::config("propensities", problem))
            }
        }
    }
}
