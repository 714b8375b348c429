//! `cargo bench`: times of the two kernels, of the oracles, and of the merge against assignment solvers on the same
//! scores.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use rankscope::data::{Dataset, generate_letor};
use rankscope::linalg::assignment;
use rankscope::loss::margin;
use rankscope::loss::merge::GradeMerge;
use rankscope::method::catalog;
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::ScoredDocuments;

/// Returns numbers in [0, 1) from a xorshift generator.
fn uniform(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 11) as f64 / (1u64 << 53) as f64
}

fn kernels(criterion: &mut Criterion) {
    let data = Dataset::from_letor(&generate_letor(75, 1000, 1)).expect("the generator writes LETOR");
    let w: Vec<f64> = (0..data.n_features()).map(|feature| feature as f64 / 10.0 - 0.5).collect();
    let scores = data.scores(0..data.n_documents(), &w);
    let mut group = criterion.benchmark_group("kernels, 75 queries of about 1,000 documents, 12 features");
    group.bench_function("X w", |bench| bench.iter(|| data.scores(0..data.n_documents(), black_box(&w))));
    group.bench_function("Xᵀ κ", |bench| {
        bench.iter(|| {
            let mut into = vec![0.0; data.n_features()];
            data.pull_back(0..data.n_documents(), black_box(&scores), &mut into);
            into
        });
    });
    group.finish();
}

fn losses(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("oracles, 1,000 documents, 10 % good");
    let mut state = 7;
    let grades: Vec<u8> = (0..1000).map(|_| u8::from(uniform(&mut state) < 0.1)).collect();
    let scores: Vec<f64> = (0..1000).map(|_| uniform(&mut state)).collect();
    for method in catalog().methods.iter().filter(|method| method.name != "combo") {
        let settings = TrainingSettings { method: method.name.to_owned(), ..TrainingSettings::default() };
        let config = settings.parse().expect("defaults fit");
        let loss = config.learner.loss().expect("a structured loss").slack_groups()[0][0]
            .bind(&grades)
            .expect("good and bad documents");
        group.bench_function(method.name, |bench| {
            bench.iter(|| {
                let y = loss.most_violated(black_box(&scores));
                loss.delta(&y) - margin(&loss.delta_psi(&y), &scores)
            });
        });
    }
    group.finish();
}

fn assignments(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("DORM NDCG@10, three gains");
    group.sample_size(10);
    for n in [50, 100, 200] {
        let mut state = 3;
        let gain: Vec<f64> = (0..n).map(|_| (uniform(&mut state).powi(3) * 3.0).floor()).collect();
        let scores: Vec<f64> = (0..n).map(|_| uniform(&mut state)).collect();
        let discount: Vec<f64> =
            (0..n).map(|j| if j < 10 { 1.0 / (j as f64 + 2.0).log2() } else { 0.0 }).collect();
        let decay: Vec<f64> = (0..n).map(|j| 1.0 / (j as f64 + 1.0).sqrt()).collect();
        let cell =
            |document: usize, rank: usize| decay[rank] * scores[document] - discount[rank] * gain[document];
        let merge = GradeMerge::new(&gain, &discount).expect("few states");
        group.bench_with_input(BenchmarkId::new("merge", n), &n, |bench, _| {
            bench.iter(|| merge.most_violated(&ScoredDocuments::new(black_box(&scores).clone()), &decay));
        });
        group.bench_with_input(BenchmarkId::new("shortest augmenting paths", n), &n, |bench, &n| {
            bench.iter(|| assignment::maximize(n, cell));
        });
        group.bench_with_input(BenchmarkId::new("crate pathfinding", n), &n, |bench, &n| {
            let weights =
                Matrix::from_fn(n, n, |(row, column)| (cell(row, column) * 2f64.powi(36)).round() as i64);
            bench.iter(|| kuhn_munkres(black_box(&weights)));
        });
    }
    group.finish();
}

criterion_group!(benches, kernels, losses, assignments);
criterion_main!(benches);
