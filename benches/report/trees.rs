//! LambdaMART on a set whose grades follow a nonlinear rule, beside LightGBM. `scripts/lib/bench/trees.mjs` runs both.
//!
//! Queries of 100 documents with 136 features and five grades.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::boosting::{LambdaMart, LambdaMartConfig, TreeConfig};
use rankscope::learner::{Advance, Learner};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::{Labels, NDCG, Undefined};
use rankscope::ranking::TiedRanking;
use rankscope::util::threads::{self, alone};

use crate::data::Random;
use crate::training::whole;
use crate::{Row, memory, seconds};

const DOCUMENTS: usize = 100;
const FEATURES: usize = 136;
/// Lowest relevance of the grades 1 to 4, as shares of the documents below them.
const BELOW: [f64; 4] = [0.5, 0.75, 0.9, 0.97];

/// The size of the comparison.
pub struct Size {
    /// Numbers of queries for training and for the test.
    queries: [usize; 2],
    leaves: &'static [usize],
    /// Whether a module in a browser has memory for the data.
    fits_browser: bool,
}

/// A size that takes seconds.
pub const SMALL: Size = Size { queries: [1_200, 400], leaves: &[10, 31], fits_browser: true };
/// The documents of MSLR-WEB30K.
pub const LARGE: Size = Size { queries: [37_000, 400], leaves: &[31], fits_browser: false };

/// Returns the training and the test set.
fn sets(size: &Size) -> [Dataset; 2] {
    let mut random = Random::new(7);
    let weights: Vec<f64> = (0..20).map(|_| random.normal()).collect();
    // The documents are made twice, so that only their worth is kept meanwhile.
    let mut all = Vec::new();
    each_query(size.queries[0], 1, &weights, |_, worth| all.extend_from_slice(worth));
    all.sort_unstable_by(f64::total_cmp);
    let steps = BELOW.map(|share| all[(share * all.len() as f64) as usize]);
    drop(all);
    [(size.queries[0], 1), (size.queries[1], 2)].map(|(count, seed)| {
        let mut queries = Vec::with_capacity(count);
        each_query(count, seed, &weights, |features, worth| {
            let grade = |worth: &f64| steps.iter().filter(|step| worth >= step).count() as u8;
            queries.push(QueryRows {
                id: queries.len().to_string(),
                grades: worth.iter().map(grade).collect(),
                features: features.to_vec(),
                comments: Vec::new(),
            });
        });
        Dataset::from_queries(FEATURES, &queries).expect("the generated data are valid")
    })
}

/// Calls `take` with the features of one query after the other, row by row, and what its documents are worth.
fn each_query(count: usize, seed: u64, weights: &[f64], mut take: impl FnMut(&[f64], &[f64])) {
    let mut random = Random::new(seed);
    let (mut features, mut worth) = (vec![0.0; DOCUMENTS * FEATURES], vec![0.0; DOCUMENTS]);
    for _ in 0..count {
        let of_query = 0.3 * random.normal();
        for (x, worth) in features.chunks_mut(FEATURES).zip(&mut worth) {
            x.iter_mut().for_each(|x| *x = random.uniform());
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
            *worth = rule + random.normal() + of_query;
        }
        take(&features, &worth);
    }
}

/// Writes the sets as little-endian numbers for LightGBM and the browser: features of 8 bytes, then grades of one byte.
pub fn write(size: &Size, folder: &Path) -> std::io::Result<()> {
    for (data, name) in sets(size).iter().zip(["train", "test"]) {
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

/// Returns for every number of leaves and of threads the seconds of the rounds, without measures and reports; and the
/// most memory of the first training beside the data, over one byte a value. The notes have the mean NDCG@10 on the
/// test set, and the seconds of the sort into bins. The seconds of a whole run on one thread are for the comparison
/// with the browser.
pub fn rows(size: &Size) -> Vec<Row> {
    let [train, test] = sets(size);
    let train = Arc::new(train);
    let before = memory::start();
    let bins = (train.n_documents() * FEATURES) as f64;
    let mut rows = Vec::new();
    for &leaves in size.leaves {
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
            if rows.len() == 1
                && let (Some(before), Some(peak)) = (before, memory::peak())
            {
                rows.push(Row {
                    row: "memory".to_owned(),
                    unit: "times",
                    values: vec![(peak - before) / bins],
                    note: format!("{:.0} MB beside data of {:.0} MB", (peak - before) / 1e6, before / 1e6),
                });
            }
        }
    }
    if size.fits_browser {
        let settings = TrainingSettings { method: "lambdamart".to_owned(), ..TrainingSettings::default() };
        let values = vec![alone(|| whole(&train, &settings))];
        rows.push(Row { row: "run trees".to_owned(), unit: "s", values, note: String::new() });
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
