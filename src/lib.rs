//! Structured max-margin learning to rank.
//!
//! Read data, train, evaluate, and save the model:
//!
//! ```
//! use std::sync::Arc;
//! use rankscope::data::{Dataset, generate_letor};
//! use rankscope::experiment::{Progress, TrainingRun};
//! use rankscope::metric::{Measure, Undefined};
//! use rankscope::settings::TrainingSettings;
//!
//! let data = Dataset::from_letor(&generate_letor(40, 20, 1))?; // 40 queries of about 20 documents
//! let [train, _, test] = data.split_by_query([0.5, 0.0, 0.5], 1)?;
//!
//! let settings = TrainingSettings { method: "dorm".into(), measure: "ndcg@10".into(), c: 10.0, ..Default::default() };
//! let mut run = TrainingRun::new(Arc::new(train), &settings)?;
//! let stop = loop {
//!     match run.advance(1000) {
//!         Progress::Stepped { report } => println!("iteration {}: gap {:?}", report.iteration, report.gap),
//!         Progress::Stopped { stop } => break stop,
//!         Progress::Working { .. } => {}
//!     }
//! };
//! println!("{} iterations", stop.iterations);
//!
//! let model = run.model()?;
//! let measure: Measure = "ndcg@10".parse()?;
//! let evaluation = model.evaluate(&test, &[measure], Undefined::Skip)?;
//! assert!(evaluation.means[0].value > Some(0.5));
//! let file = model.json(); // the same file as that of the command line and of the page
//! # assert_eq!(rankscope::model::Model::parse(&file)?.weights()?, model.weights()?);
//! # Ok::<(), rankscope::error::Error>(())
//! ```
//!
//! The features of the crate are `charts` (drawing with plotters), `threads` (several threads for one run, see
//! [`threads`]) and `cli` (the program, which needs all). All are on by default. A program that trains, evaluates and
//! exports needs none of them: it turns them off with `default-features = false`.
//!
//! Reading order: [`ranking`] and [`data`] are the basis. [`metric`] measures rankings. [`loss`] defines structured
//! losses with their separation oracles. [`svm`] trains with them, through the stepper of [`learner`]. [`descent`],
//! [`boosting`], [`perceptron`] and [`fixed`] are further learners, which implement the same trait. [`experiment`] runs
//! everything. [`inspection`] and [`explanation`] analyse a run, [`model`] stores its result, [`export`] converts it,
//! and [`agreement`] compares two models.

pub mod agreement;
pub mod assignment;
pub mod baseline;
pub mod boosting;
#[cfg(feature = "charts")]
pub mod chart;
pub mod checksum;
mod cholesky;
mod column_block;
pub mod data;
pub mod descent;
pub mod diversity;
mod dot;
pub mod error;
pub mod escape;
pub mod experiment;
pub mod explanation;
pub mod export;
pub mod factorization;
pub mod inspection;
pub mod learner;
pub mod loss;
pub mod marks;
pub mod menu_entry;
pub mod method;
pub mod metric;
pub mod model;
pub mod perceptron;
pub mod ranking;
pub mod ratings;
mod row;
pub mod scorer;
pub mod scoring;
pub mod selection;
mod serde_message;
pub mod settings;
mod sorting;
pub mod statistics;
pub mod svm;
pub mod threads;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
