//! `Dataset.from` in a real browser: the same data as from LETOR text, and faults that name argument, place and value.

use crate::test;
use js_sys::{Array, Float32Array, Float64Array, Int32Array, Reflect, Uint8Array};
use rankscope::wasm::{Dataset, LetorReader};
use wasm_bindgen::prelude::*;

/// Converts a value to the argument type of the bindings.
fn js<T: JsCast>(value: impl Into<JsValue>) -> T {
    value.into().unchecked_into()
}

fn read(text: &str) -> Dataset {
    let mut reader = LetorReader::new();
    reader.push(js(Uint8Array::from(text.as_bytes()))).expect("bytes");
    reader.finish().unwrap_or_else(|_| panic!("LETOR text"))
}

/// Sizes, grades and names as text, and the features of every document.
fn content(data: &Dataset) -> (String, Vec<Vec<f64>>) {
    let summary: JsValue = data.summary().expect("a summary").into();
    let features = (0..2).flat_map(|query| {
        let documents = data.documents(js(query)).expect("two queries").len() as u32;
        (0..documents).map(move |document| (query, document))
    });
    let features =
        features.map(|(query, document)| data.features(js(query), js(document)).expect("it exists"));
    (String::from(js_sys::JSON::stringify(&summary).expect("plain data")), features.collect())
}

fn message(result: Result<Dataset, JsValue>) -> String {
    let fault = result.err().expect("a fault");
    Reflect::get(&fault, &"message".into())
        .ok()
        .and_then(|text| text.as_string())
        .expect("an error has a message")
}

const VALUES: [f64; 6] = [0.5, 1.0, 0.25, 0.0, -1.5, 3.0];

#[test]
fn typed_arrays_make_the_data_set_of_the_text() {
    let text = "# features: length, age\n2 qid:1 1:0.5 2:1\n0 qid:1 1:0.25 2:0\n1 qid:2 1:-1.5 2:3\n";
    let expected = content(&read(text));
    let names = || Some(js(Array::of2(&"length".into(), &"age".into())));
    let in_32_bits: Vec<f32> = VALUES.iter().map(|&value| value as f32).collect();
    let made = Dataset::from(
        js(Float64Array::from(VALUES.as_slice())),
        js(Uint8Array::from([2, 0, 1].as_slice())),
        js(Int32Array::from([1, 1, 2].as_slice())),
        names(),
    );
    assert_eq!(content(&made.expect("sound arrays")), expected);
    let made = Dataset::from(
        js(Float32Array::from(in_32_bits.as_slice())),
        js(Array::of3(&2.into(), &0.into(), &1.into())),
        js(Array::of3(&"1".into(), &"1".into(), &"2".into())),
        names(),
    );
    assert_eq!(content(&made.expect("sound arrays")), expected);
}

#[test]
fn a_large_array_is_copied_in_pieces() {
    // More than one piece, with rows that do not divide its size.
    let (documents, features) = (100_001, 3);
    let values: Vec<f64> = (0..documents * features).map(f64::from).collect();
    let grades: Vec<u8> = (0..documents).map(|document| (document % 5) as u8).collect();
    let queries: Vec<i32> = (0..documents).map(|document| document / 10).collect();
    let made = Dataset::from(
        js(Float64Array::from(values.as_slice())),
        js(Uint8Array::from(grades.as_slice())),
        js(Int32Array::from(queries.as_slice())),
        None,
    );
    let made = made.expect("sound arrays");
    assert_eq!(
        made.features(js(10_000), js(0)).expect("the last document"),
        [300_000.0, 300_001.0, 300_002.0]
    );
    assert_eq!(made.features(js(4_370), js(3)).expect("it exists"), [131_109.0, 131_110.0, 131_111.0]);
}

#[test]
fn faults_name_the_argument_and_the_place() {
    let check = |features: JsValue, grades: JsValue, queries: JsValue, expected: &str| {
        let message = message(Dataset::from(js(features), js(grades), js(queries), None));
        assert!(message.starts_with(expected), "{message}\nis not\n{expected}");
    };
    let values = || JsValue::from(Float64Array::from(VALUES.as_slice()));
    let three = || JsValue::from(Uint8Array::from([1, 1, 2].as_slice()));
    check(
        three(),
        three(),
        three(),
        "features: a value of type object is not a Float64Array or Float32Array",
    );
    check(values(), 3.into(), three(), "grades: 3 is not an array of grades");
    check(values(), Array::of1(&"x".into()).into(), three(), "grades: entry 0 is not a number");
    check(values(), three(), Array::of2(&"x".into(), &1.into()).into(), "queries: entry 1 is not a text");
    check(
        values(),
        Float64Array::from([1.0, 2.0, 0.5].as_slice()).into(),
        three(),
        "grades: grades[2] is 0.5; a grade is a whole number from 0",
    );
    check(
        values(),
        three(),
        Uint8Array::from([1, 2, 1].as_slice()).into(),
        "queries: queries[2] continues query \"1\", which ended at queries[0]; sort the documents by query",
    );
    check(
        Float64Array::from([1.0, 2.0, f64::INFINITY].as_slice()).into(),
        three(),
        three(),
        "features: features[2] is inf, not finite: feature 1 of document 3, from 1",
    );
}
