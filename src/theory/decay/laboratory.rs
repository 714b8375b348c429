//! The laboratory of the learned decay in the catalogue: its options and its text. Must not know how it is computed.

use std::sync::Arc;

use super::{DecayExperiment, DecayOptions, DecayResult, DecayRound, RankBlock};
use crate::theory::shared::{SCALE, choice, scaled_sets};
use crate::theory::{Lab, LabData, LabOption, LabValues};
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

/// The relative gap of every step. Differences between rounds are small.
const GAP: f64 = 1e-4;

/// The laboratory.
pub(in crate::theory) static DECAY: Lab = Lab {
    name: "decay",
    title: "Learned decay",
    summary: "Which decay c of the feature map makes the bound of DORM least, and does it help on test data?",
    source: "Le, Smola, Chapelle and Teo 2010, section 6.3",
    needs_data: true,
    takes_test: true,
    options: &[
        LabOption::number("c", "C", "10", [0.1, 1e4], "Weight of the mean slack."),
        LabOption::choice("start", "Start", STARTS, "Decay c at the start."),
        LabOption::choice("measure", "Measure", MEASURES, "The measure of the loss Δ."),
        LabOption::whole("rounds", "Rounds", "4", [1.0, 10.0], "Most rounds; each moves c, then w."),
        SCALE,
    ],
};

const STARTS: &[Choice] = &[
    choice("power:0.5", "1/√(j+1)", "The usual decay."),
    choice("power:1", "1/(j+1)", "A fast decay."),
    choice("power:0.25", "(j+1)^−¼", "A slow decay."),
];

const MEASURES: &[Choice] = &[
    choice("ndcg@10", "NDCG@10", "NDCG of the first ten ranks."),
    choice("ndcg@5", "NDCG@5", "NDCG of the first five ranks."),
    choice("ndcg", "NDCG", "NDCG of all ranks."),
    choice("mrr", "MRR", "Reciprocal rank of the first relevant document."),
];

/// Runs the laboratory.
///
/// # Errors
/// As the experiment; [`Error::Data`] for data with gaps.
pub(in crate::theory) fn run(data: LabData<'_>, values: &LabValues) -> Result<DecayResult, Error> {
    let options = DecayOptions {
        measure: values.choice("measure").parse()?,
        start: values.choice("start").parse()?,
        c: values.number("c"),
        rounds: values.whole("rounds"),
        gap: GAP,
    };
    let (train, test) = scaled_sets(data, values)?;
    let test = test.map(|test| Arc::new(test.into_owned()));
    let mut experiment = DecayExperiment::new(Arc::new(train.into_owned()), test, options)?;
    loop {
        experiment.advance()?;
        if let Some(result) = experiment.result() {
            return Ok(result);
        }
    }
}

impl DecayResult {
    /// Returns the result as lines of text.
    pub(in crate::theory) fn lines(&self) -> Vec<String> {
        let Self { measure, rounds, discount, compared, .. } = self;
        let value = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
        let mut lines = vec![
            format!("m = {}, C = {}, {measure}, ϱ = {:.6}", self.queries, self.c, self.ratio),
            format!(
                "{:>6} {:>10} {:>10} {:>10} {:>14} {:>10} {:>10}",
                "round", "J", "C slack", "‖w‖", "from discount", "training", "test"
            ),
        ];
        for (number, round) in rounds.iter().enumerate() {
            let DecayRound { objective, slack, norm, difference, train_measure, test_measure, .. } = round;
            let (train, test) = (value(*train_measure), value(*test_measure));
            lines.push(format!(
                "{number:>6} {objective:>10.6} {slack:>10.6} {norm:>10.6} {difference:>14.4} {train:>10} {test:>10}"
            ));
        }
        let heads: String =
            (0..rounds.len()).map(|number| format!(" {:>8}", format!("round {number}"))).collect();
        lines.push(format!("{:>9}{heads} {:>9}", "c/c_0 at", "discount"));
        for (place, (block, a)) in self.blocks.iter().zip(discount).enumerate() {
            let values: String =
                rounds.iter().map(|round| format!(" {:>8.4}", round.decay[place] / round.decay[0])).collect();
            lines.push(format!("{:>9}{values} {a:>9.4}", ranks(block)));
        }
        if let [first, .., last] = &rounds[..] {
            lines.push(format!(
                "J fell by {:.2} % in {} rounds{}; in the first {compared} ranks c/c_0 differed from the discount by up to \
                 {:.3} at the start, and by up to {:.3} at the end",
                100.0 * self.fall,
                rounds.len() - 1,
                if self.settled { ", the last of which hardly lowered it" } else { "" },
                first.difference,
                last.difference
            ));
        }
        let changed = |change: f64, of: &str| format!("{measure} of the {of} data changed by {change:+.4}");
        lines.extend(self.train_change.map(|change| changed(change, "training")));
        lines.extend(self.test_change.map(|change| changed(change, "test")));
        lines
    }
}

/// Returns the ranks of a block in words, from 1.
fn ranks(block: &RankBlock) -> String {
    let (first, last) = (block.first + 1, block.last + 1);
    if first == last { format!("rank {first}") } else { format!("{first}–{last}") }
}
