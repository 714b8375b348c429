//! Rankers that learn by descent on a smooth loss of the scores.
//!
//! A [`ScoreLoss`] bound to the grades of a query returns the loss of its scores, the pull on every document and the
//! curvature. Each loss is one file. [`Objective`] adds the features: it evaluates `½‖w − w₀‖² + Σ_q c_q l_q(X_q w)`
//! query by query. [`Minimiser`] minimises it. Three learners report: [`Descent`] for the convex losses, with a
//! certificate, [`SmoothRank`] for smoothed measures, and [`TwoLayer`] for a network.
//!
//! # Conventions
//! The pull on a document is λ_i = −∂loss/∂s_i: positive pushes it up. For a linear scorer −∂loss/∂w = Xᵀλ.
//!
//! Must not know cutting planes or the page.
//!
//! # The objective
//!
//! `½‖w‖² + C · mean loss` is 1-strongly convex, so ½‖∇P‖² bounds the distance to the optimum: this is the gap. With
//! few features every step is a Newton step with a Cholesky factor, otherwise a limited-memory step. Losses of single
//! documents (ridge, binary logistic) have a free bias, which is solved for at every w. The objective of w alone
//! therefore stays strongly convex.

mod approx_ndcg;
mod bias;
mod binary_logistic;
mod by_scores;
mod clicks;
mod config;
mod curvature;
mod elsewhere;
mod exponential_push;
mod gauss_hermite;
mod lambda_rank;
mod lambda_rounds;
mod lbfgs;
mod learner;
mod levels;
mod list_mle;
mod list_net;
mod magnitude;
mod member;
mod minimiser;
mod network;
mod network_learner;
mod norm_push;
mod objective;
mod pair_logistic;
mod ridge;
mod score_loss;
mod smooth_measure;
mod smooth_rank;
mod soft_rank;
mod squared_hinge;

pub use approx_ndcg::ApproxNdcg;
pub use binary_logistic::BinaryLogistic;
pub use clicks::{
    ClickLogistic, ClickMagnitude, ClickPairLogistic, ClickRidge, ClickSoftmax, ClickSquaredHinge,
};
pub use config::{DescentConfig, SmoothRankConfig, TwoLayerConfig};
pub use exponential_push::ExponentialPush;
pub use lambda_rank::LambdaRank;
pub use lambda_rounds::{LambdaRounds, LambdaRoundsConfig};
pub use learner::Descent;
pub use list_mle::ListMle;
pub use list_net::ListNet;
pub use magnitude::MagnitudePreserving;
pub use minimiser::{Method, Minimiser, Progress};
pub use network_learner::TwoLayer;
pub use norm_push::{MOST_NORM, NormPush};
pub use objective::{Objective, Point};
pub use pair_logistic::PairLogistic;
pub use ridge::Ridge;
pub use score_loss::{Curvature, QueryScoreLoss, ScoreLoss, Targets, Weighting};
pub use smooth_measure::{SmoothMeasure, SmoothedMeasure};
pub use smooth_rank::SmoothRank;
pub use soft_rank::{RankDistribution, SoftRank};
pub use squared_hinge::SquaredHinge;

pub(crate) use config::{at_least_one, check_history};
pub(crate) use elsewhere::PartitionObjective;
pub(crate) use lbfgs::LimitedMemory;
pub(crate) use levels::Levels;
