//! LambdaMART on a set whose grades follow a nonlinear rule, beside LightGBM. `scripts/lib/bench/trees.mjs` runs both.
//!
//! 1,200 queries for training and 400 for the test, of 100 documents each with 136 features, and five grades.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::boosting::{LambdaMart, LambdaMartConfig, TreeConfig};
use rankscope::learner::{Advance, Learner};
use rankscope::metric::{Labels, NDCG, Undefined};
use rankscope::ranking::TiedRanking;
use rankscope::util::threads;

use crate::data::Random;
use crate::{Row, seconds};

const DOCUMENTS: usize = 100;
const FEATURES: usize = 136;
/// Lowest relevance of the grades 1 to 4, as shares of the documents below them.
const BELOW: [f64; 4] = [0.5, 0.75, 0.9, 0.97];
const LEAVES: [usize; 2] = [10, 31];

/// Returns the training and the test set.
pub fn sets() -> [Dataset; 2] {
    let mut random = Random::new(7);
    let weights: Vec<f64> = (0..20).map(|_| random.normal()).collect();
    let [train, test] = [(1_200, 1), (400, 2)].map(|(queries, seed)| documents(queries, seed, &weights));
    let mut sorted: Vec<f64> = train.iter().map(|(_, worth)| *worth).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let steps = BELOW.map(|share| sorted[(share * sorted.len() as f64) as usize]);
    [train, test].map(|documents| graded(&documents, &steps))
}

/// Returns the features of documents and what they are worth.
fn documents(queries: usize, seed: u64, weights: &[f64]) -> Vec<(Vec<f64>, f64)> {
    let mut random = Random::new(seed);
    let mut all = Vec::with_capacity(queries * DOCUMENTS);
    for _ in 0..queries {
        let of_query = 0.3 * random.normal();
        for _ in 0..DOCUMENTS {
            let mut x: Vec<f64> = (0..FEATURES).map(|_| random.uniform()).collect();
            x[60..100].iter_mut().filter(|x| **x < 0.5).for_each(|x| *x = 0.0);
            x[100..].iter_mut().for_each(|x| *x = (*x * 10.0).round());
            x[..100].iter_mut().for_each(|x| *x = (*x * 1e4).round() / 1e4);
            let rule = (6.0 * x[0]).sin() * weights[0]
                + 4.0 * x[1] * x[2]
                + if x[3] > 0.6 { 1.5 * x[4] } else { -x[5] }
                + 2.0 * (x[60] - x[61]).abs()
                + x[100].ln_1p() * x[6]
                + f64::from(u8::from((x[7] > 0.5) != (x[8] > 0.3)))
                + 0.5 * (9..19).map(|feature| weights[feature] * x[feature]).sum::<f64>();
            let worth = rule + random.normal() + of_query;
            all.push((x, worth));
        }
    }
    all
}

fn graded(documents: &[(Vec<f64>, f64)], steps: &[f64; 4]) -> Dataset {
    let queries: Vec<QueryRows> = documents
        .chunks(DOCUMENTS)
        .enumerate()
        .map(|(index, documents)| QueryRows {
            id: index.to_string(),
            grades: documents
                .iter()
                .map(|(_, worth)| steps.iter().filter(|step| worth >= step).count() as u8)
                .collect(),
            features: documents.iter().flat_map(|(features, _)| features.iter().copied()).collect(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(FEATURES, &queries).expect("the generated data are valid")
}

/// Writes the sets as little-endian numbers for LightGBM: features of 8 bytes, then grades of one byte.
pub fn write(folder: &Path) -> std::io::Result<()> {
    for (data, name) in sets().iter().zip(["train", "test"]) {
        let mut features = BufWriter::new(File::create(folder.join(format!("{name}.f64")))?);
        let mut grades = BufWriter::new(File::create(folder.join(format!("{name}.u8")))?);
        for row in 0..data.n_documents() {
            for value in data.features(row).iter() {
                features.write_all(&value.to_le_bytes())?;
            }
            grades.write_all(&[data.grade(row)])?;
        }
        features.flush()?;
        grades.flush()?;
    }
    Ok(())
}

/// Returns the seconds of training, from binding the labels to the last tree, without measures and reports; and with all
/// threads. The note has the mean NDCG@10 on the test set.
pub fn rows() -> Vec<Row> {
    let [train, test] = sets();
    let train = Arc::new(train);
    let mut rows = Vec::new();
    for leaves in LEAVES {
        let tree = TreeConfig { leaves, min_documents: 20, ..TreeConfig::default() };
        let config = LambdaMartConfig { tree, ..LambdaMartConfig::default() };
        for count in [1, 2] {
            let row = || row(&train, &test, &config);
            let (sorting, values, ndcg) = threads::within(count, row).expect("the threads start");
            rows.push(Row {
                row: format!("seconds trees {leaves} {count}"),
                unit: "s",
                values: vec![values],
                note: format!("{ndcg} {sorting}"),
            });
        }
    }
    rows
}

/// Returns the seconds of the sort into bins, the seconds of the rounds, and the mean NDCG@10 on the test set.
fn row(train: &Arc<Dataset>, test: &Dataset, config: &LambdaMartConfig) -> (f64, f64, f64) {
    let mut learner =
        LambdaMart::learner(Arc::clone(train), config.clone()).expect("the settings fit the data");
    let (sorting, ()) = seconds(|| while !matches!(learner.advance(usize::MAX), Advance::Stepped(_)) {});
    let (rounds, ()) = seconds(|| while !matches!(learner.advance(usize::MAX), Advance::Stopped(_)) {});
    let scorer = learner.best().1;
    let mut scores = vec![0.0; test.n_documents()];
    scorer.score(test, 0..test.n_documents(), &mut scores);
    let values: Vec<Option<f64>> = test
        .queries()
        .map(|query| {
            let labels =
                Labels { grades: query.grades, groups: &[], max_grade: 4, threshold: 1, unjudged: 0 };
            NDCG.at(Some(10)).value(&TiedRanking::by_scores(&scores[query.documents.clone()]), &labels)
        })
        .collect();
    let mean = rankscope::metric::Mean::of(values, Undefined::Skip).value.unwrap_or(f64::NAN);
    (sorting, rounds, mean)
}
