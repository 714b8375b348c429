//! Made data in the shapes that the report speaks of. The same bytes on every machine.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rankscope::data::{Dataset, MadeQuery};

/// How many queries, documents and features a data set has.
pub struct Shape {
    /// Number of queries.
    pub queries: usize,
    /// Number of documents of all queries.
    pub documents: usize,
    /// Number of features.
    pub features: usize,
    /// Highest grade.
    pub max_grade: u8,
}

/// What the training part of fold 1 of MQ2008 comes to without the queries whose documents all have one grade.
pub const SMALL: Shape = Shape { queries: 339, documents: 7_903, features: 46, max_grade: 2 };
/// A large set for one tab.
pub const LARGE: Shape = Shape { queries: 75, documents: 75_000, features: 44, max_grade: 1 };

/// A generator of uniform and normal numbers.
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

/// Graded documents whose features tell the grade through noise, scaled to [0, 1] within each query and rounded to
/// six digits as in LETOR; a third of the features are 0 for most documents, so that many values tie.
pub fn made(shape: &Shape, seed: u64) -> Dataset {
    let mut random = Random::new(seed);
    let mean = shape.documents as f64 / shape.queries as f64;
    let strengths: Vec<f64> = (0..shape.features).map(|_| (random.normal() * 0.5).clamp(-0.6, 1.2)).collect();
    let mut queries = Vec::new();
    let mut left = shape.documents;
    for index in 0..shape.queries {
        let rest = shape.queries - index;
        let equal = shape.documents.is_multiple_of(shape.queries) && mean >= 100.0;
        let n = match (rest, equal) {
            (1, _) => left,
            (_, true) => left / rest,
            _ => ((left as f64 / rest as f64 * (0.3 + 1.4 * random.uniform())) as usize)
                .clamp(6, left - 6 * (rest - 1)),
        };
        left -= n;
        queries.push(query(index, n, shape, &strengths, &mut random));
    }
    Dataset::from_queries(shape.features, &queries).expect("made data are well formed")
}

fn query(index: usize, n: usize, shape: &Shape, strengths: &[f64], random: &mut Random) -> MadeQuery {
    let supply = 0.4 * random.normal();
    let worth: Vec<f64> = (0..n).map(|_| random.normal() + supply).collect();
    let mut grades: Vec<u8> = worth
        .iter()
        .map(|worth| {
            let seen = worth + 0.7 * random.normal();
            u8::from(seen > 1.1) + if shape.max_grade > 1 { u8::from(seen > 2.0) } else { 0 }
        })
        .collect();
    // Every query has something to rank.
    let best = (0..n).fold(0, |best, i| if worth[i] > worth[best] { i } else { best });
    let worst = (0..n).fold(0, |worst, i| if worth[i] < worth[worst] { i } else { worst });
    grades[best] = grades[best].max(1);
    grades[worst] = 0;
    let mut features = vec![0.0; n * shape.features];
    for (feature, strength) in strengths.iter().enumerate() {
        let sparse = feature % 3 == 2;
        let column: Vec<f64> = worth
            .iter()
            .map(|worth| {
                let value = strength * worth + random.normal();
                if sparse && value < 1.0 { 0.0 } else { value }
            })
            .collect();
        let (least, most) =
            column.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), &v| (a.min(v), b.max(v)));
        for (document, value) in column.into_iter().enumerate() {
            let scaled = if most > least { (value - least) / (most - least) } else { 0.0 };
            features[document * shape.features + feature] = (scaled * 1e6).round() / 1e6;
        }
    }
    MadeQuery { id: (index + 1).to_string(), grades, features, comments: Vec::new() }
}

/// The data set as LETOR text, all features written.
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
