//! The laboratory of online passes in the catalogue: its options and its text. Must not know how it is computed.

use std::sync::Arc;

use super::{OnlineToBatchExperiment, OnlineToBatchOptions, OnlineToBatchResult, PassResult};
use crate::data::Dataset;
use crate::theory::shared::{DELTA, SCALE, SEED, scaled};
use crate::theory::{Lab, LabOption, LabValues};
use crate::util::error::Error;

/// The laboratory.
pub(in crate::theory) static ONLINE_TO_BATCH: Lab = Lab {
    name: "online-to-batch",
    title: "Online to batch",
    summary: "Is the risk of the mean iterate at most the mean loss that one pass paid?",
    source: "Tewari 2015, \"The online protocol\"; Cesa-Bianchi, Conconi and Gentile 2004",
    needs_data: true,
    takes_test: false,
    options: &[
        LabOption::number("radius", "B", "10", [0.01, 1000.0], "Largest norm of w."),
        LabOption::number(
            "share",
            "Test share",
            "0.3",
            [0.1, 0.9],
            "Share of the queries that are test queries.",
        ),
        LabOption::whole("orders", "Orders", "30", [0.0, 1000.0], "Passes in shuffled orders."),
        DELTA,
        SEED,
        SCALE,
    ],
};

/// Runs the laboratory.
///
/// # Errors
/// As the experiment; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(
    data: Option<&Dataset>,
    values: &LabValues,
) -> Result<OnlineToBatchResult, Error> {
    let (share, seed) = (values.number("share"), values.whole("seed") as u64);
    let data = scaled(data, values)?;
    let [train, _, test] = data.split_by_query([1.0 - share, 0.0, share], seed)?;
    let options = OnlineToBatchOptions {
        radius: values.number("radius"),
        delta: values.number("delta"),
        orders: values.whole("orders"),
        seed,
    };
    let mut experiment = OnlineToBatchExperiment::new(Arc::new(train), Arc::new(test), options)?;
    loop {
        experiment.advance(usize::MAX)?;
        if let Some(result) = experiment.result() {
            return Ok(result);
        }
    }
}

impl OnlineToBatchResult {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let PassResult { paid, largest_gradient, mean_iterate, last_iterate } = self.file_order;
        let mut lines = vec![
            format!(
                "{} training queries, {} test queries, B = {}, M = {:.6}",
                self.queries, self.test_queries, self.radius, self.largest_loss
            ),
            format!("{:<24} {:>12} {:>14} {:>14}", "order", "mean paid", "test loss of w̄", "of the last w"),
            format!("{:<24} {paid:>12.10} {mean_iterate:>14.10} {last_iterate:>14.10}", "file"),
        ];
        if let Some(shuffled) = &self.shuffled {
            lines.push(format!(
                "{:<24} {:>12.10} {:>14.10} {:>14.10}",
                format!("mean of {} shuffles", shuffled.passes.len()),
                shuffled.paid.mean,
                shuffled.mean_iterate.mean,
                shuffled.last_iterate.mean
            ));
            lines.push(format!(
                "w̄ had at most the loss that was paid in {:.3} of the shuffles",
                shuffled.held
            ));
        }
        lines.push(format!(
            "largest gradient {largest_gradient:.10}; deviation M sqrt(2 ln(1/δ)/T) = {:.6}",
            self.deviation
        ));
        lines
    }
}
