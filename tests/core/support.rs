//! Small random problems for tests, generated from a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rankscope::data::{Dataset, Grade, QueryRows};
use rankscope::method::settings::TrainingSettings;

/// Generator of small random numbers.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Returns an integer from `low` to `high`, both included.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        low + (self.0.next_u64() % (high - low + 1) as u64) as i64
    }

    /// Returns a number in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns grades with many ties.
    pub fn grades(&mut self, n: usize, highest: Grade) -> Vec<Grade> {
        (0..n).map(|_| self.integer(0, i64::from(highest)) as Grade).collect()
    }

    /// Returns negative, zero and positive scores with many ties.
    pub fn scores(&mut self, n: usize) -> Vec<f64> {
        let tied = self.integer(0, 1) == 0;
        (0..n)
            .map(|_| if tied { self.integer(-2, 2) as f64 / 2.0 } else { 4.0 * self.uniform() - 2.0 })
            .collect()
    }

    /// Returns a data set of random queries.
    pub fn dataset(
        &mut self,
        n_queries: usize,
        n_documents: usize,
        n_features: usize,
        highest: Grade,
    ) -> Dataset {
        let queries: Vec<QueryRows> = (0..n_queries)
            .map(|query| QueryRows {
                id: query.to_string(),
                grades: self.grades(n_documents, highest),
                features: (0..n_documents * n_features).map(|_| self.uniform()).collect(),
                comments: Vec::new(),
            })
            .collect();
        Dataset::from_queries(n_features, &queries).expect("the numbers are finite")
    }
}

/// Returns every order of `0..n`.
pub fn permutations(n: usize) -> Vec<Vec<u32>> {
    fn extend(prefix: &mut Vec<u32>, n: usize, all: &mut Vec<Vec<u32>>) {
        if prefix.len() == n {
            all.push(prefix.clone());
            return;
        }
        for document in 0..n as u32 {
            if !prefix.contains(&document) {
                prefix.push(document);
                extend(prefix, n, all);
                prefix.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), n, &mut all);
    all
}

/// Returns settings of DORM with every measure, decay profile and reference ranking.
pub fn dorm_settings() -> Vec<TrainingSettings> {
    const MEASURES: [&str; 15] = [
        "ndcg@3",
        "ndcg",
        "ndcg@2+linear+flat",
        "ndcg@4+flat",
        "dcg@4",
        "dcg",
        "dcg@2+flat",
        "p@2",
        "wta",
        "mwta",
        "mrr",
        "rr@2",
        "eru",
        "eru:2,1",
        "eru-raw:3,0",
    ];
    const DECAYS: [(&str, f64, Option<usize>); 11] = [
        ("power:0.25", 2.0, None),
        ("power:0.3333333333333333", 2.0, None),
        ("power:0.5", 1.0, None),
        ("power:1", 1.0, Some(3)),
        ("power:2", 1.0, None),
        ("power:3", 1.0, None),
        ("power:0", 1.0, None),
        ("log", 1.0, None),
        ("loglog", 1.0, Some(5)),
        ("measure", 1.0, None),
        ("list:2,2,0.5", 1.0, None),
    ];
    let mut all = Vec::new();
    for measure in MEASURES {
        for (decay, offset, decay_cut) in DECAYS {
            for reference in ["fixed", "averaged", "aligned"] {
                all.push(TrainingSettings {
                    measure: measure.to_owned(),
                    decay: decay.to_owned(),
                    offset,
                    decay_cut,
                    reference: reference.to_owned(),
                    ..TrainingSettings::default()
                });
            }
        }
    }
    all
}

/// Costs of positions, some with many ideal rankings, some that rise with the rank.
const COSTS: [&str; 4] = [
    "(1 - 2^grade) / log2(rank + 1)",
    "if(rank <= 2, if(grade = 1, 0, 1), 0)",
    "rank * min(grade, 2) - if(rank > n / 2, grade^2, 0)",
    r#"[{"grade": 0, "cost": [2, 0, 1]}, {"grade": 1, "cost": [0, 1, 0.5]}, {"grade": 2, "cost": [0.5, 0.25, 1]},
        {"grade": 3, "cost": [0.5, 0.25, 1]}]"#,
];

/// Returns settings of every other method of the catalogue with every kind of option.
pub fn partial_order_settings() -> Vec<TrainingSettings> {
    let method = |name: &str, change: &dyn Fn(&mut TrainingSettings)| {
        let mut settings = TrainingSettings { method: name.to_owned(), ..TrainingSettings::default() };
        change(&mut settings);
        settings
    };
    let mut all = vec![method("svm-auc", &|_| ()), method("svm-map", &|_| ())];
    for discount in ["standard", "flat"] {
        for k in [1, 2, 3, 5, 50] {
            all.push(method("svm-ndcg", &|s| (s.cut_off, s.discount) = (Some(k), discount.to_owned())));
        }
        all.push(method("svm-ndcg-nc", &|s| s.discount = discount.to_owned()));
    }
    for feature_map in ["mrr", "po"] {
        for k in [None, Some(1), Some(2), Some(4)] {
            all.push(method("svm-mrr", &|s| (s.cut_off, s.feature_map) = (k, feature_map.to_owned())));
        }
    }
    for generator in ["constant", "top:10", "top:50", "inverse-rank", "exp:5", "exp:20"] {
        all.push(method("owpc", &|s| s.generator = generator.to_owned()));
    }
    // The infinite push reads no generator; this one defines it.
    all.push(method("infinite-push", &|s| s.generator = "top:0.0001".to_owned()));
    for pairs in ["mean", "sum"] {
        // All grades have a loss for every grade, which pair_hinges.rs tests.
        all.push(method("ranksvm", &|s| (s.pairs, s.pairs_of) = (pairs.to_owned(), "threshold".to_owned())));
    }
    for reference in ["fixed", "averaged"] {
        all.push(method("svm-ndcg", &|s| (s.cut_off, s.reference) = (Some(2), reference.to_owned())));
        all.push(method("svm-mrr", &|s| {
            (s.feature_map, s.reference) = ("po".to_owned(), reference.to_owned());
        }));
    }
    for reference in ["fixed", "averaged", "aligned"] {
        all.push(method("svm-precision", &|s| (s.cut_off, s.reference) = (Some(2), reference.to_owned())));
        for cost in COSTS {
            all.push(method("dorm-cost", &|s| {
                (s.cost, s.reference) = (cost.to_owned(), reference.to_owned());
            }));
        }
    }
    all
}

/// Returns grades and scores of a query with each document first that can be the relevant one of the reciprocal rank of
/// DORM; for any other loss, the query as it is.
///
/// Before the first realignment the first document with the highest grade counts.
pub fn relevant_first(
    settings: &TrainingSettings,
    grades: &[Grade],
    scores: &[f64],
) -> Vec<(Vec<Grade>, Vec<f64>)> {
    let highest = grades.iter().max();
    let moves = settings.method == "dorm" && ["mrr", "rr@2"].contains(&settings.measure.as_str());
    let firsts = (0..grades.len()).filter(|&document| moves && Some(&grades[document]) == highest);
    let swapped = |first: usize| {
        let (mut grades, mut scores) = (grades.to_vec(), scores.to_vec());
        grades.swap(0, first);
        scores.swap(0, first);
        (grades, scores)
    };
    let all: Vec<_> = firsts.map(swapped).collect();
    if all.is_empty() { vec![(grades.to_vec(), scores.to_vec())] } else { all }
}

pub fn assert_close(seen: f64, expected: f64, tolerance: f64, what: &str) {
    assert!(
        (seen - expected).abs() <= tolerance * expected.abs().max(1.0),
        "{what}: {seen}, expected {expected}"
    );
}
