//! The bindings of studies in a real browser, with the same results as natively.

use crate::study::{GOLDEN, SMALL};
use crate::test;
use js_sys::Reflect;
use rankscope::util::checksum::Checksum;
use rankscope::wasm::Study;
use wasm_bindgen::prelude::*;

fn js<T: JsCast>(value: impl Into<JsValue>) -> T {
    value.into().unchecked_into()
}

fn get(object: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(object.clone(), |object, key| {
        Reflect::get(&object, &JsValue::from_str(key)).expect("an object has properties")
    })
}

fn text(object: &JsValue, path: &str) -> String {
    get(object, path).as_string().unwrap_or_else(|| panic!("{path} is not a text"))
}

fn study(json: &str) -> Study {
    let mut study = Study::new(js(json)).unwrap_or_else(|_| panic!("a study"));
    study.prepare().expect("generated data");
    study
}

fn train(study: &Study, cell: u32) -> String {
    let mut run = study.start(js(cell)).unwrap_or_else(|_| panic!("cell {cell}"));
    loop {
        let progress: JsValue = run.advance(js(7)).expect("progress has a JS form").into();
        if text(&progress, "state") == "done" {
            let none = js_sys::Float64Array::new_with_length(0);
            return run.finish(js(none.clone()), js(none)).expect("a result");
        }
    }
}

#[test]
fn cells_have_the_same_results_as_natively() {
    let mut study = study(SMALL);
    let mut checksum = Checksum::default();
    for cell in study.cells().expect("it is prepared") {
        let cell: JsValue = cell.into();
        let number = get(&cell, "cell").as_f64().expect("a number") as u32;
        let result = train(&study, number);
        let key = text(&cell, "key");
        assert!(result.contains(&key));
        // The key has the version of the program in it.
        checksum.push(result.replacen(&key, "", 1).as_bytes());
        assert!(study.record(js(number), js(result.as_str())).expect("its own result"));
    }
    assert_eq!(checksum.hex(), GOLDEN);
    let table: JsValue = study.table().expect("results").into();
    assert_eq!(get(&table, "rows.length").as_f64(), Some(9.0));
    assert!(get(&table, "rows.3.values.2.against.tests.0.adjusted").as_f64().is_some());
    let plots = study.plots().expect("results");
    assert_eq!(plots.len(), 8);
    let svg = study.plot_svg(js(0)).expect("a plot").expect("it has values");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert!(study.markdown().expect("results").starts_with("# small\n"));
    assert!(study.latex().expect("results").contains("\\begin{tabular}"));
    assert!(study.cells_csv().expect("results").lines().count() > 18);
    assert!(study.queries_csv().expect("results").lines().count() > 18);
    assert!(study.notes().expect("results").iter().any(|note| note.starts_with("Warning")));
    assert_eq!(study.sheets().expect("results").len(), 2);
    let settings: JsValue = study.settings(js(0)).expect("a cell").into();
    assert_eq!(text(&settings, "method"), "dorm");
    let data: JsValue = study.data(js(0)).expect("a cell").into();
    assert!(text(&data, "train").contains("qid:"));
}

#[test]
fn a_wrong_study_is_refused_with_its_place() {
    let fault = |json: &str| match Study::new(js(json)) {
        Ok(_) => panic!("it is wrong"),
        Err(error) => error,
    };
    let broken = fault("{\n  \"rankscope\": study }");
    assert_eq!(get(&broken, "cause.problems.0.line").as_f64(), Some(2.0));
    let wrong = fault(&SMALL.replace("\"c\", \"grid\": [1", "\"c\", \"grid\": [-1"));
    assert_eq!(text(&wrong, "name"), "RankscopeError");
    assert!(text(&wrong, "message").contains("select.grid"), "{}", text(&wrong, "message"));
    let unprepared = Study::new(js(SMALL)).unwrap_or_else(|_| panic!("a study"));
    assert!(unprepared.cells().is_err() && unprepared.start(js(0)).is_err());
}
