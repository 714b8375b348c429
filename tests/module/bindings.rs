//! The bindings in a real browser, with the same numbers as natively.

use crate::{golden, test};
use js_sys::{Reflect, Uint8Array};
use rankscope::wasm::{
    Checksum, Dataset, LetorReader, Model, Training, catalog, check_settings, generate_sample, profiles,
};
use tsify::Ts;
use wasm_bindgen::prelude::*;

fn object(pairs: &[(&str, JsValue)]) -> JsValue {
    let object = js_sys::Object::new();
    for (key, value) in pairs {
        Reflect::set(&object, &JsValue::from_str(key), value).expect("a plain object takes properties");
    }
    object.into()
}

fn get(object: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(object.clone(), |object, key| {
        Reflect::get(&object, &JsValue::from_str(key)).expect("an object has properties")
    })
}

fn number(object: &JsValue, path: &str) -> f64 {
    get(object, path).as_f64().unwrap_or_else(|| panic!("{path} is not a number"))
}

fn text(object: &JsValue, path: &str) -> String {
    get(object, path).as_string().unwrap_or_else(|| panic!("{path} is not a text"))
}

/// Converts a value to the argument type of the bindings.
fn js<T: JsCast>(value: impl Into<JsValue>) -> T {
    value.into().unchecked_into()
}

fn sample(queries: u32, documents: u32) -> Vec<u8> {
    generate_sample(js(queries), js(documents), js(1)).expect("a sample of this size can be made")
}

fn dataset(text: &[u8]) -> Dataset {
    let mut reader = LetorReader::new();
    // The file arrives in chunks.
    for chunk in text.chunks(1000) {
        reader.push(js(Uint8Array::from(chunk))).expect("bytes");
    }
    reader.finish().unwrap_or_else(|_| panic!("LETOR text"))
}

/// Trains to the end and returns every report and the stop.
fn train(training: &mut Training) -> (Vec<JsValue>, JsValue) {
    let mut reports = Vec::new();
    loop {
        let progress: JsValue = training.advance(js(7)).expect("progress has a JS form").into();
        match text(&progress, "state").as_str() {
            "stepped" => reports.push(get(&progress, "report")),
            "stopped" => return (reports, get(&progress, "stop")),
            _ => {}
        }
    }
}

#[test]
fn a_run_can_be_trained_and_inspected() {
    let data = dataset(&sample(20, 12));
    assert_eq!(number(&data.summary().expect("a summary").into(), "queries"), 20.0);
    let settings = object(&[
        ("c", 5.0.into()),
        ("measures", js_sys::Array::of2(&"ndcg@10".into(), &"ap".into()).into()),
    ]);
    let mut training = Training::new(&data, Ts::new_unchecked(settings)).expect("the run starts");
    training.watch_validation(&data).unwrap();
    let (reports, stop) = train(&mut training);
    assert_eq!(text(&stop, "reason"), "converged");
    assert!(number(&stop, "gap") <= 1e-3);
    let last = reports.last().expect("at least one report");
    assert_eq!(text(last, "train.0.measure"), "ndcg@10");
    assert_eq!(number(last, "train.1.value"), number(last, "valid.1.value"), "the same data, the same value");
    assert_eq!(get(last, "test.length").as_f64(), Some(0.0));

    let iteration = number(&stop, "iterations") as u32;
    let rows = training.queries(js(iteration)).expect("the iteration was reached");
    let row: JsValue = rows.into_iter().next().expect("a query is used").into();
    let query = number(&row, "query") as u32;
    let inspection: JsValue = training.inspect(js(iteration), js(query)).expect("the query is used").into();
    assert_eq!(number(&inspection, "hinge"), number(&row, "slack"));
    assert_eq!(training.weights(js(0)).expect("w = 0"), vec![0.0; 12]);
    assert!(training.weights(js(iteration + 1)).is_err() && training.inspect(js(0), js(999)).is_err());

    let model = training.model().expect("finite weights");
    let again = Model::parse(js(model.json())).expect("its own file");
    assert_eq!(model.weights(), again.weights());
    assert_eq!(
        again.score(&data).expect("finite scores").len() as f64,
        number(&data.summary().expect("a summary").into(), "documents")
    );
    let means =
        again.evaluate(&data, js(js_sys::Array::of1(&"ndcg@10".into())), js("skip")).expect("a measure");
    let mean: JsValue = means.into_iter().next().expect("one mean").into();
    let best = number(&stop, "best_iteration") as usize;
    assert_eq!(number(&mean, "value"), number(&reports[best], "train.0.value"));
}

/// The run is the first one in `golden.rs`, started through the bindings.
#[test]
fn reports_equal_the_native_reports_bit_for_bit() {
    let data = dataset(golden::letor().as_bytes());
    let settings = Ts::new_unchecked(object(&[]));
    let (reports, _) = train(&mut Training::new(&data, settings).expect("the run starts"));
    let keys = ["primal", "dual", "gap", "mean_slack", "mean_loss", "norm", "train.0.value"];
    let mut checksum = Checksum::new();
    for report in &reports {
        for key in keys {
            let bytes = number(report, key).to_le_bytes();
            checksum.push(js(Uint8Array::from(bytes.as_slice()))).expect("bytes");
        }
    }
    assert_eq!(checksum.hex(), golden::checksum_of("dorm"));
}

#[test]
fn errors_are_javascript_errors_with_a_cause() {
    let fault =
        check_settings(Ts::new_unchecked(object(&[("method", "dance".into())]))).expect_err("no such method");
    assert!(fault.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&fault, "name"), "RankscopeError");
    assert_eq!((text(&fault, "cause.kind"), text(&fault, "cause.field")), ("config".into(), "method".into()));

    let mut reader = LetorReader::new();
    reader.push(js(Uint8Array::from(b"1 qid:1 1:1\nx qid:1 1:1\n".as_slice()))).expect("bytes");
    let Err(fault) = reader.finish() else { panic!("a broken file was read") };
    assert_eq!(text(&fault, "cause.kind"), "parse");
    assert_eq!(number(&fault, "cause.problems.0.line"), 2.0);
    assert_eq!(number(&fault, "cause.total"), 1.0);

    for nonsense in [JsValue::NULL, 5.into(), "x".into(), object(&[("c", "many".into())])] {
        let fault = check_settings(Ts::new_unchecked(nonsense)).expect_err("nonsense is refused");
        assert_eq!(text(&fault, "name"), "RankscopeError");
    }
    let data = dataset(b"1 qid:1 1:1\n0 qid:1 1:0\n");
    assert!(
        data.documents(js(1)).is_err()
            && data.features(js(0), js(2)).is_err()
            && data.split(js(0.5), js(0.0), js(0.0), js(1)).is_err()
    );
}

#[test]
fn the_catalogue_and_the_profiles_are_available() {
    let catalog: JsValue = catalog().expect("a catalogue").into();
    assert_eq!(text(&catalog, "methods.0.name"), "dorm");
    assert_eq!(text(&catalog, "defaults.measure"), "ndcg@10");
    let measures = js_sys::Array::from(&get(&catalog, "measures"));
    for measure in measures.iter() {
        let name = match get(&measure, "default_cut_off").as_f64() {
            Some(k) => format!("{}@{k}", text(&measure, "name")),
            None => text(&measure, "name"),
        };
        let method = text(&measure, "methods.0");
        // Measures of groups are refused without groups.
        let group = if name.starts_with("dndcg") { "key:site" } else { "none" };
        let fields =
            [("method", method.as_str().into()), ("measure", name.as_str().into()), ("group", group.into())];
        let settings = Ts::new_unchecked(object(&fields));
        check_settings(settings).unwrap_or_else(|_| panic!("{name} is in the catalogue"));
    }
    let profiles: JsValue =
        profiles(Ts::new_unchecked(get(&catalog, "defaults")), js(3)).expect("profiles").into();
    assert_eq!(number(&profiles, "c.0"), 1.0);
    assert_eq!(number(&profiles, "a.1"), 1.0 / libm::log2(3.0));
}

#[test]
fn data_are_read_from_javascript_bytes() {
    let bytes = Uint8Array::from(&b"2 qid:7 3:0.5 # a name\n0 qid:7 1:1\n"[..]);
    let data = dataset(&bytes.to_vec());
    let documents = data.documents(js(0)).expect("the query is there");
    let document: JsValue = documents.into_iter().next().expect("a document").into();
    assert_eq!((text(&document, "comment"), number(&document, "grade")), ("a name".into(), 2.0));
    assert_eq!(data.features(js(0), js(0)).expect("the document is there"), [0.0, 0.0, 0.5]);
}
