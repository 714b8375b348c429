//! The most memory of loading, where the features of a data set exist once from the text to the scaled parts; and of
//! rounds of trees.

#![cfg(not(target_arch = "wasm32"))]
#![allow(unsafe_code, reason = "an allocator that counts is unsafe by its trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rankscope::data::{Dataset, LetorParser, QueryRows};
use rankscope::learner::boosting::{LambdaMart, LambdaMartConfig, TreeConfig};
use rankscope::learner::{Advance, Learner};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::Undefined;
use rankscope::model::Model;
use rankscope::run::TrainingRun;

/// The system's allocator, which counts the bytes in use and the most of them.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Ordering::SeqCst) + layout.size();
        MOST.fetch_max(now, Ordering::SeqCst);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::SeqCst);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the most bytes that `work` had in use beyond those before it, and its result.
fn most<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = IN_USE.load(Ordering::SeqCst);
    MOST.store(before, Ordering::SeqCst);
    let result = work();
    (MOST.load(Ordering::SeqCst) - before, result)
}

const FEATURES: usize = 60;

/// Returns LETOR text of 20,000 documents. Rows end with zeros that are left out, so their lengths differ.
fn text() -> String {
    let mut text = String::new();
    for document in 0..20_000 {
        let _ = write!(text, "{} qid:{}", document % 3, document / 100);
        for feature in 1..=FEATURES - document % 4 {
            let _ = write!(text, " {feature}:0.{}", (document * 7 + feature * 13) % 997 + 1);
        }
        text.push('\n');
    }
    text
}

/// All in one test, because tests of one program run at the same time and count together.
#[test]
fn the_most_memory_is_little_more_than_what_is_kept() {
    loading_takes_at_most_1_3_times_the_final_set();
    rounds_of_trees_need_few_bytes_a_document();
}

fn loading_takes_at_most_1_3_times_the_final_set() {
    let text = text();
    let (reading, data) = most(|| {
        let mut parser = LetorParser::new();
        text.as_bytes().chunks(1 << 18).for_each(|chunk| parser.push(chunk));
        parser.finish().expect("LETOR text").dataset
    });
    drop(text);
    let (of_set, copy) = most(|| data.select_queries(&(0..data.n_queries()).collect::<Vec<_>>()));
    drop(copy);
    let set = 8 * data.n_documents() * data.n_features();
    assert!(of_set >= set, "{of_set} bytes of {set}");
    let check = |what: &str, most: usize| {
        assert!(most as f64 <= 1.3 * set as f64, "{what}: {most} bytes, the set has {set}");
    };
    check("reading", reading);

    // What follows has the set from the start.
    let held = |beyond: usize| set + beyond;
    let (splitting, [train, valid, _]) = most(|| data.into_split([0.8, 0.2, 0.0], 1).expect("queries"));
    check("splitting", held(splitting));
    let settings = TrainingSettings { scale: "minmax".to_owned(), ..TrainingSettings::default() };
    let (scaling, run) = most(|| {
        let mut run = TrainingRun::new(Arc::new(train), &settings).expect("the settings fit");
        run.watch_validation(Arc::new(valid)).expect("the same features");
        run
    });
    check("scaling", held(scaling));
    drop(run);

    let data: Dataset = Dataset::from_letor(&self::text()).expect("LETOR text");
    let weights = vec!["1"; FEATURES].join(",");
    let model = Model::parse(&format!(
        r#"{{ "format": "rankscope-model", "version": 1, "settings": {{ "scale": "query" }}, "max_grade": 2,
            "scaling": {{ "kind": "query" }}, "weights": [{weights}] }}"#
    ))
    .expect("a model");
    let (evaluating, _) =
        most(|| model.evaluate(&data, &["ndcg@10".parse().expect("a measure")], Undefined::Skip));
    check("evaluating", held(evaluating));
}

/// Beside what a round begins with: bins, scores, amounts, and documents by leaf.
fn rounds_of_trees_need_few_bytes_a_document() {
    // More documents than are sorted exactly, with features that have more values than bins.
    let (queries, documents, features) = (1_100, 100, 32);
    let value = |row: usize, feature: usize| ((row * (2 * feature + 3) * 7919) % 100_003) as f64;
    let all: Vec<QueryRows> = (0..queries)
        .map(|query| {
            let rows = query * documents..(query + 1) * documents;
            QueryRows {
                id: query.to_string(),
                grades: rows.clone().map(|row| (row * 31 % 7 / 3) as u8).collect(),
                features: rows
                    .flat_map(|row| (0..features).map(move |feature| value(row, feature)))
                    .collect(),
                comments: Vec::new(),
            }
        })
        .collect();
    let data = Arc::new(Dataset::from_queries(features, &all).expect("data"));
    drop(all);
    let n = data.n_documents() as f64;
    let tree = TreeConfig { leaves: 4, ..TreeConfig::default() };
    let config = LambdaMartConfig { rounds: 3, tree, ..LambdaMartConfig::default() };
    let mut learner = LambdaMart::learner(Arc::clone(&data), config).expect("a learner");
    while !matches!(learner.advance(usize::MAX), Advance::Stepped(_)) {}
    let (most, _) = most(|| while !matches!(learner.advance(usize::MAX), Advance::Stopped(_)) {});
    // The amounts of the smaller leaf have up to 8, and the documents that a split moves up to 4.
    assert!((most as f64) < 13.0 * n, "{} bytes a document", most as f64 / n);
}
