//! Generated data in the shapes of the report, with the same bytes on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rankscope::data::{Dataset, QueryRows};

/// Size of a data set, and properties of its grades and features.
pub struct Shape {
    /// Number of queries.
    pub queries: usize,
    /// Total number of documents.
    pub documents: usize,
    /// Number of features.
    pub features: usize,
    /// Highest grade. Two grades above 0 are the most, or four in the shares of [`WEB`].
    pub max_grade: u8,
    /// Standard deviation of each feature's own noise, relative to 1 for what its family has in common.
    pub own_noise: f64,
}

/// Size of the training part of fold 1 of MQ2008, without the queries whose documents all have one grade.
pub const SMALL: Shape = Shape { queries: 339, documents: 7_903, features: 46, max_grade: 2, own_noise: 0.3 };
/// A data set at the upper end for one browser tab. Its features have little in common, so that runs are long.
pub const LARGE: Shape = Shape { queries: 75, documents: 75_000, features: 44, max_grade: 1, own_noise: 2.0 };

/// The shape of web search: five grades, half of the documents with grade 0 and one in a hundred with grade 4.
pub const WEB: Shape =
    Shape { queries: 1_500, documents: 150_000, features: 136, max_grade: 4, own_noise: 2.0 };

/// Lower bounds of the grades 1 to 4 of [`WEB`].
const WEB_STEPS: [f64; 4] = [0.1, 1.2, 2.2, 3.0];

/// Generator of uniform and normal numbers.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

/// Returns graded documents with noisy features, scaled to [0, 1] within each query and rounded to six digits as in
/// LETOR.
///
/// As in LETOR, features form families of nearly equal features, the statistics of one text field. If a document lacks
/// a field, all features of that field are 0. Features of the query are constant within it.
pub fn made(shape: &Shape, seed: u64) -> Dataset {
    let mut random = Random::new(seed);
    let families = families(shape.features, &mut random);
    let queries: Vec<QueryRows> = lengths(shape)
        .into_iter()
        .enumerate()
        .map(|(index, n)| query(index, n, shape, &families, &mut random))
        .collect();
    Dataset::from_queries(shape.features, &queries).expect("the generated data are valid")
}

/// A family of nearly equal features.
struct Family {
    features: Vec<usize>,
    /// Weight of the document's relevance in these features, relative to noise of variance 1.
    strength: f64,
    /// Share of the documents without the field.
    lacking: f64,
}

/// Share of the features in each family. All remaining features belong to the query alone.
const FAMILY_SHARES: [f64; 7] = [0.24, 0.17, 0.13, 0.11, 0.11, 0.06, 0.06];

fn families(features: usize, random: &mut Random) -> Vec<Family> {
    let mut first = 0;
    FAMILY_SHARES
        .iter()
        .map(|share| {
            let size = (share * features as f64).round() as usize;
            let features = (first..features.min(first + size)).collect();
            first += size;
            Family {
                features,
                strength: (random.normal() * 0.4).clamp(-0.4, 0.8),
                lacking: 0.7 * random.uniform(),
            }
        })
        .collect()
}

/// Returns the number of documents of each query.
///
/// Long queries have equal lengths. Otherwise lengths are as uneven as in MQ2008, where nearly half of the queries have
/// 8 documents and one in twenty has 119.
fn lengths(shape: &Shape) -> Vec<usize> {
    let Shape { queries, documents, .. } = *shape;
    if documents >= 100 * queries {
        return (0..queries)
            .map(|index| documents / queries + usize::from(index < documents % queries))
            .collect();
    }
    let (short, long, longest) = (queries * 5 / 11, queries / 12, queries / 20);
    let middle = queries - short - long - longest;
    let left = documents - (8 * short + 56 * long + 119 * longest);
    let mut lengths = vec![8; short];
    lengths.extend((0..middle).map(|index| left / middle + usize::from(index < left % middle)));
    lengths.extend(vec![56; long]);
    lengths.extend(vec![119; longest]);
    lengths
}

fn query(index: usize, n: usize, shape: &Shape, families: &[Family], random: &mut Random) -> QueryRows {
    let supply = 0.4 * random.normal();
    let worth: Vec<f64> = (0..n).map(|_| random.normal() + supply).collect();
    let mut grades: Vec<u8> = worth
        .iter()
        .map(|worth| {
            let seen = worth + 0.7 * random.normal();
            if shape.max_grade > 2 {
                return WEB_STEPS.iter().map(|&step| u8::from(seen > step)).sum();
            }
            u8::from(seen > 0.9) + if shape.max_grade > 1 { u8::from(seen > 1.75) } else { 0 }
        })
        .collect();
    // Every query has at least two grades.
    let best = (0..n).fold(0, |best, i| if worth[i] > worth[best] { i } else { best });
    let worst = (0..n).fold(0, |worst, i| if worth[i] < worth[worst] { i } else { worst });
    grades[best] = grades[best].max(1);
    grades[worst] = 0;
    let mut features = vec![0.0; n * shape.features];
    for family in families {
        let said: Vec<Option<f64>> = worth
            .iter()
            .map(|worth| {
                let said = family.strength * worth + random.normal();
                (random.uniform() >= family.lacking).then_some(said)
            })
            .collect();
        for &feature in &family.features {
            let column: Vec<Option<f64>> =
                said.iter().map(|said| said.map(|said| said + shape.own_noise * random.normal())).collect();
            let (least, most) = column
                .iter()
                .flatten()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
            for (document, value) in column.into_iter().enumerate() {
                let scaled = match value {
                    Some(value) if most > least => (value - least) / (most - least),
                    _ => 0.0,
                };
                features[document * shape.features + feature] = (scaled * 1e6).round() / 1e6;
            }
        }
    }
    QueryRows { id: (index + 1).to_string(), grades, features, comments: Vec::new() }
}

/// Returns the data set as LETOR text with all features.
pub fn letor(data: &Dataset) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for query in data.queries() {
        for row in query.documents.clone() {
            let _ = write!(text, "{} qid:{}", data.grade(row), query.id);
            for (index, value) in data.features(row).iter().enumerate() {
                let _ = write!(text, " {}:{value:.6}", index + 1);
            }
            let _ = writeln!(text, " #docid = GX{row:03}-{:02}-{:07}", row % 97, row * 31 % 9_999_991);
        }
    }
    text
}
