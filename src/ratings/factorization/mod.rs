//! Factorisations of ratings: scores `s_ui = b_i + ⟨U_u, V_i⟩` of items for users. Must not know files or terminals.
//!
//! [`RankingFactorization`] minimises a structured ranking loss, [`SquaredError`] squared errors, and [`ItemMean`] is
//! the untrained line. [`RatingsRun`] tunes, trains and measures all three. Beside them it trains further baselines if the
//! settings ask for them: [`JRank`], a perceptron on pairs of user and item, and [`MaxMargin`], maximum-margin
//! factorisation.

mod balance;
mod certificate;
mod factors;
mod file;
mod item_mean;
mod item_step;
mod jrank;
mod max_margin;
mod measuring;
mod planes;
mod ranker;
mod result;
mod run;
mod settings;
mod spectral;
mod squared_error;
mod step;
mod swept;
mod user_step;
mod view;

pub use balance::{SmallSvd, rebalance};
pub use certificate::{FactorCertificate, SpectralBound};
pub use factors::{Factors, RatingScorer};
pub use file::FactorModel;
pub use item_mean::ItemMean;
pub use jrank::JRank;
pub use max_margin::{MaxMargin, MaxMarginConfig};
pub use measuring::{MEASURES, UserDifference, UserMeasures, compare, mean, measure};
pub use ranker::RankingFactorization;
pub use result::{RatingsMethod, RatingsModel, RatingsProgress, RatingsResult, TunedSettings};
pub use run::RatingsRun;
pub use settings::FactorizationSettings;
pub use spectral::{SparseRows, bound_spectral_norm};
pub use squared_error::{SquaredError, SquaredErrorConfig};
pub use step::{FactorEnd, FactorProgress, FactorStep, RankerConfig, StepKind};
pub use swept::SweptModel;
pub use view::{TasteView, UserSlack, UserView, UserViolation};
