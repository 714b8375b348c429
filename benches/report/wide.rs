//! Time and memory with hundreds and thousands of features, most of them 0.

use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::method::settings::TrainingSettings;

use crate::data::Random;
use crate::training::{dorm, train};
use crate::{Row, seconds};

const REPETITIONS: usize = 5;
const FEATURES: usize = 10_000;

/// Returns the rows of the LightGBM sample, if it is there, and of a made data set of 10,000 features.
pub fn rows() -> Vec<Row> {
    let mut rows = vec![sample()];
    let text = letor(150, 20, 40);
    let data = Arc::new(Dataset::from_letor(&text).expect("the generated data are valid"));
    rows.push(memory(&data, &text));
    let ranksvm = TrainingSettings { method: "ranksvm".to_owned(), ..TrainingSettings::default() };
    let logistic = TrainingSettings { method: "ranknet-linear".to_owned(), ..TrainingSettings::default() };
    rows.push(run("wide dorm", &data, &dorm(10.0, "fixed", "n-slack")));
    rows.push(run("wide ranksvm", &data, &ranksvm));
    rows.push(run("wide ranknet-linear", &data, &logistic));
    rows
}

/// Returns the folder of real data: the one that the variable `RANKSCOPE_DATA` names, or `../shared/data`.
fn folder() -> PathBuf {
    let named = std::env::var_os("RANKSCOPE_DATA").map(PathBuf::from);
    named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"))
}

fn sample() -> Row {
    let path = folder().join("lightgbm-train.txt.gz");
    let mut text = String::new();
    let read = std::fs::File::open(&path)
        .and_then(|file| flate2::read::GzDecoder::new(file).read_to_string(&mut text));
    if read.is_err() {
        let note =
            "skipped: no lightgbm-train.txt.gz; the variable RANKSCOPE_DATA names its folder".to_owned();
        return Row { row: "wide lightgbm".to_owned(), unit: "s", values: Vec::new(), note };
    }
    let data = Arc::new(Dataset::from_letor(&text).expect("it is LETOR text"));
    run("wide lightgbm", &data, &dorm(1000.0, "aligned", "n-slack"))
}

fn run(name: &str, data: &Arc<Dataset>, settings: &TrainingSettings) -> Row {
    let mut note = String::new();
    let values = (0..REPETITIONS)
        .map(|_| {
            let (time, (_, stop)) = seconds(|| train(data, settings));
            let gap = 100.0 * stop.gap.unwrap_or(f64::NAN);
            note =
                format!("{} documents, {} iterations, gap {gap:.3} %", data.n_documents(), stop.iterations);
            time
        })
        .collect();
    Row { row: name.to_owned(), unit: "s", values, note }
}

fn memory(data: &Dataset, text: &str) -> Row {
    let stored = text.matches(':').count() - data.n_documents();
    let compressed = 12 * stored + 8 * (data.n_documents() + 1);
    Row {
        row: "wide memory".to_owned(),
        unit: "times",
        values: vec![data.feature_bytes() as f64 / compressed as f64],
        note: format!("{stored} values other than 0, {:.2} MB", data.feature_bytes() as f64 / 1e6),
    }
}

/// Returns graded documents with about `stored` features of 10,000. Low numbers are frequent, as words are. The grade
/// is a noisy sum over the features.
fn letor(queries: usize, documents: usize, stored: usize) -> String {
    let mut random = Random::new(1);
    let worth: Vec<f64> = (0..FEATURES).map(|_| random.normal()).collect();
    let mut text = String::new();
    for query in 0..queries {
        for document in 0..documents {
            let mut features: Vec<usize> =
                (0..stored).map(|_| (FEATURES as f64 * random.uniform().powi(3)) as usize).collect();
            if query + document == 0 {
                features.push(FEATURES - 1);
            }
            features.sort_unstable();
            features.dedup();
            let values: Vec<f64> = features.iter().map(|_| 0.001 + random.uniform()).collect();
            let sum: f64 = features.iter().zip(&values).map(|(&feature, value)| worth[feature] * value).sum();
            let seen = sum + random.normal();
            let grade = u8::from(seen > 1.0) + u8::from(seen > 4.0);
            let _ = write!(text, "{grade} qid:{query}");
            for (feature, value) in features.iter().zip(&values) {
                let _ = write!(text, " {}:{value:.3}", feature + 1);
            }
            text.push('\n');
        }
    }
    text
}
