//! Structured max-margin learning to rank.
//!
//! Read data, train, evaluate, and save the model:
//!
//! ```
//! use std::sync::Arc;
//! use rankscope::data::{Dataset, generate_letor};
//! use rankscope::run::{Progress, TrainingRun};
//! use rankscope::metric::{Measure, Undefined};
//! use rankscope::method::settings::TrainingSettings;
//!
//! let data = Dataset::from_letor(&generate_letor(40, 20, 1))?; // 40 queries of about 20 documents
//! let [train, _, test] = data.split_by_query([0.5, 0.0, 0.5], 1)?;
//!
//! let settings = TrainingSettings { method: "dorm".into(), measure: "ndcg@10".into(), c: 10.0, ..Default::default() };
//! let mut run = TrainingRun::new(Arc::new(train), &settings)?;
//! let stop = loop {
//!     match run.advance(1000) {
//!         Progress::Stepped { report } => println!("iteration {}: gap {:?}", report.step.iteration, report.step.gap),
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
//! # Ok::<(), rankscope::Error>(())
//! ```
//!
//! The features of the crate are `charts` (drawing with plotters), `threads` (several threads for one run, see
//! [`util::threads`]) and `cli` (the program, which needs all). All are on by default. A program that trains, evaluates
//! and exports needs none of them: it turns them off with `default-features = false`.
//!
//! Reading order: [`data`] and [`ranking`] are the basis. [`metric`] measures rankings. [`loss`] defines structured
//! losses with their separation oracles, and [`learner`] trains with them. [`method`] names losses and learners, and
//! [`run`] trains one method on one data set. [`inspect`] explains one query, [`model`] stores the result, [`export`]
//! converts it. [`ranker`] takes models and runs of other programs, and [`study`] trains many methods on many data
//! sets. [`data_report`] finds faults of data. [`judgements`] joins ratings of documents with the logged features of
//! search engines. [`pages`] makes features of pages, links and queries. [`ratings`] factorizes ratings. [`clicks`]
//! reads, simulates and summarises click logs. [`theory`] computes statements of learning theory.

#[cfg(feature = "charts")]
pub mod chart;
pub mod clicks;
pub mod data;
pub mod data_report;
pub mod export;
pub mod inspect;
pub mod judgements;
pub mod learner;
pub mod linalg;
pub mod loss;
pub mod method;
pub mod metric;
pub mod model;
pub mod pages;
pub mod ranker;
pub mod ranking;
pub mod ratings;
pub mod run;
pub mod study;
pub mod theory;
pub mod util;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use util::error::Error;
