//! Reports and results of a run over ratings, as plain data.

use serde::{Deserialize, Serialize};

use super::{FactorCertificate, FactorStep, UserDifference};

/// Settings that held-out ratings chose.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TunedSettings {
    /// λ of the item mean and the squared error, C of MMMF and the ranking; JRank has none.
    pub weight: f64,
    /// Sweeps of the squared error, of JRank and of MMMF, rounds of the ranking; 0 rounds are the biases alone.
    pub rounds: usize,
    /// Mean NDCG@10 on the held-out ratings; none if it is undefined for every user.
    pub held_out: Option<f64>,
    /// Whether the weight is the smallest or the greatest of those tried, so that a value beyond may be better.
    pub at_edge: bool,
}

/// A model of ratings. The ranking starts from the squared error; the others stand alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RatingsModel {
    /// The shrunk mean of an item, the same for every user.
    ItemMean,
    /// A factorisation of least squared error, with biases.
    SquaredError,
    /// PRank on pairs of a user and an item.
    #[serde(rename = "jrank")]
    JRank,
    /// Maximum-margin factorisation.
    Mmmf,
    /// The ranking factorisation.
    #[default]
    Ranking,
}

impl RatingsModel {
    /// All models, in the order of [`RatingsResult::methods`].
    pub const ALL: [Self; 5] = [Self::ItemMean, Self::SquaredError, Self::JRank, Self::Mmmf, Self::Ranking];

    /// The models that a run trains if its settings ask for them.
    pub const BASELINES: [Self; 2] = [Self::JRank, Self::Mmmf];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::ItemMean => "item-mean",
            Self::SquaredError => "squared-error",
            Self::JRank => "jrank",
            Self::Mmmf => "mmmf",
            Self::Ranking => "ranking",
        }
    }
}

/// A trained model and its measures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RatingsMethod {
    /// `item-mean`, `squared-error`, `jrank`, `mmmf` or `ranking`.
    pub name: &'static str,
    /// The settings.
    pub chosen: TunedSettings,
    /// Mean NDCG@10, NDCG and ERU over the users for whom they are defined.
    pub means: Vec<Option<f64>>,
    /// Number of these users.
    pub users: Vec<usize>,
    /// The ranking minus this model by every measure, over users; empty for the ranking itself.
    pub behind: Vec<Option<UserDifference>>,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RatingsResult {
    /// Item mean, squared error, the baselines of the settings, ranking.
    pub methods: Vec<RatingsMethod>,
    /// Names of the measures.
    pub measures: Vec<&'static str>,
    /// Users that the ranking learned from; the ratings of the others rank equally well in any order.
    pub users_used: usize,
    /// The bound for any rank after the biases alone.
    pub biases: Option<FactorCertificate>,
    /// The same bound at the end.
    pub certificate: FactorCertificate,
    /// J of the ranking.
    pub objective: f64,
    /// Singular values of U Vᵀ.
    pub singular_values: Vec<f64>,
}

/// Result of a slice of work.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RatingsProgress {
    /// Work goes on: candidates done, and candidates in all.
    Working {
        /// Candidates done.
        done: usize,
        /// Candidates in all.
        of: usize,
    },
    /// A step of the ranking factorisation is finished.
    Stepped {
        /// C.
        c: f64,
        /// Whether this is the training with the chosen settings. Before it, a part of the ratings is held out.
        is_final: bool,
        /// The report.
        step: FactorStep,
        /// Mean NDCG@10 on the held-out ratings, after the biases and after every round.
        held_out: Option<f64>,
    },
    /// The run has ended.
    Finished {
        /// The result.
        result: Box<RatingsResult>,
    },
}
