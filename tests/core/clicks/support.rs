//! Small data and logs for the tests of clicks.

use std::io::Read as _;

use rankscope::Error;
use rankscope::clicks::{
    ClickLog, ClickReader, ClickWriter, Keep, LogFormat, LogNames, Logger, Sessions, SimulationSettings,
    Simulator,
};
use rankscope::data::{Dataset, QueryRows};

/// Returns data with one feature, by which the documents stand in file order.
pub fn listed(queries: &[&[u8]]) -> Dataset {
    let queries: Vec<QueryRows> = queries
        .iter()
        .enumerate()
        .map(|(index, grades)| QueryRows {
            id: format!("q{index}"),
            grades: grades.to_vec(),
            features: (0..grades.len()).map(|document| -(document as f64)).collect(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(1, &queries).expect("finite features")
}

pub fn logger(text: &str) -> Logger {
    Logger::parse(text).expect("a logger")
}

/// Returns the log of so many sessions of the logger `feature:1`.
pub fn simulated(data: &Dataset, settings: &SimulationSettings, keep: Keep, sessions: u64) -> ClickLog {
    let mut simulator = Simulator::new(data, &logger("feature:1"), None, settings, keep).expect("settings");
    simulator.grow(sessions).expect("a small log");
    simulator.snapshot().expect("a log")
}

/// Returns the text of drawn sessions.
pub fn written(
    mut sessions: Sessions,
    n: u64,
    names: &LogNames,
    format: LogFormat,
    propensities: bool,
) -> String {
    let writer = ClickWriter::new(names, format, true, propensities);
    let rankers = sessions.rankers().to_vec();
    let mut text = writer.heading();
    for number in 1..=n {
        let session = sessions.draw();
        writer.push_session(&mut text, number, &rankers[session.ranker], &session);
    }
    text
}

/// Reads a log in chunks of `size` bytes.
pub fn read_in(data: &Dataset, names: &LogNames, text: &str, size: usize) -> Result<ClickLog, Error> {
    let mut reader = ClickReader::new(data, names);
    for chunk in text.as_bytes().chunks(size) {
        reader.push(chunk);
    }
    reader.finish()
}

/// Returns a part of fold 1 of MQ2008; `None` unless `RANKSCOPE_DATA` names the folder that has it. The project may not
/// publish these data.
pub fn mq2008(part: &str) -> Option<Dataset> {
    let folder = std::env::var_os("RANKSCOPE_DATA").map(std::path::PathBuf::from)?;
    let packed =
        std::fs::read(folder.join(format!("mq2008-fold1-{part}.txt.gz"))).expect("the file of the folder");
    let mut text = String::new();
    flate2::read::MultiGzDecoder::new(packed.as_slice()).read_to_string(&mut text).expect("LETOR text");
    Some(Dataset::from_letor(&text).expect("LETOR text"))
}
