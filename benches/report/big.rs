//! A web-search sized set: 30,000 queries, 3.7 million documents and 136 features, the shape of MSLR-WEB30K.
//!
//! The set is a file of 5 GB in the folder for temporary files, which the part removes. The part needs 8 GB of memory.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rankscope::data::{DataReader, Dataset, ReadingSettings};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};
use rankscope::util::threads;

use crate::data::Random;
use crate::threads::SLICE;
use crate::training::bare_pair;
use crate::{Row, memory, seconds};

const QUERIES: usize = 30_000;
const DOCUMENTS: usize = 3_700_000;
const FEATURES: usize = 136;
/// Bytes of a call of the reader, as in `rankscope train`.
const CHUNK: usize = 1 << 18;

/// Returns the rows of reading, memory and training.
pub fn rows() -> Vec<Row> {
    let file = TemporaryFile(std::env::temp_dir().join(format!("rankscope-big-{}.txt", std::process::id())));
    let path = &file.0;
    write(path).expect("the folder for temporary files has 6 GB");
    let (spent, data) = seconds(|| read(path).expect("it was just written"));
    let megabytes = std::fs::metadata(path).map_or(0.0, |file| file.len() as f64 / 1e6);
    let note = format!("{megabytes:.0} MB, {} documents", data.n_documents());
    let mut rows =
        vec![Row { row: "big parsing".to_owned(), unit: "MB/s", values: vec![megabytes / spent], note }];
    let matrix = (8 * data.n_documents() * data.n_features()) as f64;
    let [train, valid, _] = data.into_split([0.9, 0.1, 0.0], 1).expect("there are enough queries");
    let settings = |method: &str| TrainingSettings {
        method: method.to_owned(),
        scale: "minmax".to_owned(),
        gap: 0.01,
        c: 1.0,
        ..TrainingSettings::default()
    };
    // Scaled in place, because nothing else holds the data.
    let mut run = TrainingRun::new(Arc::new(train), &settings("ranksvm")).expect("the settings fit the data");
    run.watch_validation(Arc::new(valid)).expect("they are like the training data");
    rows.extend(memory::peak().map(|bytes| Row {
        row: "big memory".to_owned(),
        unit: "times",
        values: vec![bytes / matrix],
        note: format!("{:.2} GB for a matrix of {:.2} GB", bytes / 1e9, matrix / 1e9),
    }));
    drop(run);
    let data = Arc::new(read(path).expect("it was just written"));
    drop(file);
    for (method, working_set) in
        [("ranksvm", "n-slack"), ("svm-map", "n-slack"), ("ranksvm", "1-slack"), ("svm-map", "1-slack")]
    {
        let settings = TrainingSettings {
            scale: "none".to_owned(),
            working_set: working_set.to_owned(),
            ..settings(method)
        };
        rows.push(threads::alone(|| train_to_the_end(&data, &settings)));
        let all = train_to_the_end(&data, &settings);
        rows.last_mut().expect("it was pushed").note +=
            &format!("; with {} threads {}", threads::count(), all.note);
    }
    rows
}

/// A file that is removed in the end.
struct TemporaryFile(PathBuf);

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Trains to the gap, and returns the time of an iteration in pairs of bare passes by one thread.
fn train_to_the_end(data: &Arc<Dataset>, settings: &TrainingSettings) -> Row {
    let pair = bare_pair(data);
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the settings fit the data");
    run.leave_out_ledger();
    let (spent, stop) = seconds(|| {
        loop {
            if let Progress::Stopped { stop } = run.advance(SLICE) {
                return stop;
            }
        }
    });
    let iterations = stop.iterations + 1;
    Row {
        row: format!("big {} {}", settings.method, settings.working_set),
        unit: "pairs",
        values: vec![spent / iterations as f64 / pair],
        note: format!(
            "{iterations} iterations, gap {:.2} %, {spent:.0} s; the pair {pair:.2} s",
            100.0 * stop.gap.unwrap_or(f64::NAN)
        ),
    }
}

/// Calls `take` with the documents of one query after the other: grade and features between 0 and 1 with 4 decimals.
fn generate(mut take: impl FnMut(usize, u8, &[u16])) {
    let mut random = Random::new(1);
    let strengths: Vec<f64> = (0..FEATURES).map(|_| 0.35 * random.normal()).collect();
    // A sum of uniform numbers is nearly normal and much faster.
    let noise = |random: &mut Random| 2.0 * (random.uniform() + random.uniform() + random.uniform() - 1.5);
    let mut row = vec![0; FEATURES];
    for query in 0..QUERIES {
        let supply = 0.5 * random.normal();
        let n = DOCUMENTS / QUERIES / 2 + (random.uniform() * (DOCUMENTS / QUERIES) as f64) as usize + 1;
        for _ in 0..n {
            let worth = random.normal();
            let seen = worth + 0.8 * random.normal() + supply;
            let grade = [0.3, 1.1, 1.9, 2.6].iter().filter(|&&step| seen > step).count() as u8;
            for (value, strength) in row.iter_mut().zip(&strengths) {
                let said = (strength * worth + noise(&mut random)) / 8.0 + 0.5;
                *value = (said.clamp(0.0, 0.9999) * 1e4) as u16;
            }
            take(query + 1, grade, &row);
        }
    }
}

/// Writes the set as LETOR text.
fn write(path: &Path) -> std::io::Result<()> {
    let mut file = BufWriter::with_capacity(CHUNK, File::create(path)?);
    let mut problem = Ok(());
    let mut line = Vec::new();
    generate(|query, grade, row| {
        line.clear();
        line.extend_from_slice(format!("{grade} qid:{query}").as_bytes());
        for (index, value) in row.iter().enumerate() {
            line.push(b' ');
            digits(index as u16 + 1, 1, &mut line);
            line.extend_from_slice(b":0.");
            digits(*value, 4, &mut line);
        }
        line.push(b'\n');
        if problem.is_ok() {
            problem = file.write_all(&line);
        }
    });
    problem.and_then(|()| file.flush())
}

/// Appends a number with at least this many digits. Formatting takes longer than everything else here.
fn digits(number: u16, least: usize, into: &mut Vec<u8>) {
    let all = [10_000, 1_000, 100, 10, 1].map(|unit| b'0' + (number / unit % 10) as u8);
    let first = all.iter().position(|&digit| digit != b'0').unwrap_or(5).min(5 - least);
    into.extend_from_slice(&all[first..]);
}

fn read(path: &Path) -> Result<Dataset, Box<dyn std::error::Error>> {
    let mut reader = DataReader::new(&ReadingSettings::default(), None)?;
    let (mut file, mut chunk) = (File::open(path)?, vec![0; CHUNK]);
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(reader.finish()?.parsed.dataset),
            n => reader.push(&chunk[..n]),
        }
    }
}
