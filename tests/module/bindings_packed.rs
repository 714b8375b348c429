//! `Packer` and `Unpacker` in a real browser: the same set on the other side, and errors in sentences.

use crate::test;
use js_sys::{Reflect, Uint8Array};
use rankscope::wasm::{Dataset, LetorReader, Packer, Unpacker};
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

fn packed(data: &Dataset) -> Vec<Vec<u8>> {
    let mut packer = Packer::new(data);
    std::iter::from_fn(|| packer.next_piece()).collect()
}

fn summary(data: &Dataset) -> String {
    let summary: JsValue = data.summary().expect("a summary").into();
    String::from(js_sys::JSON::stringify(&summary).expect("plain data"))
}

#[test]
fn a_set_comes_back() {
    let head = "# features: length, age\n2 qid:a 1:1 2:0.25 # x\n0 qid:b 2:1\n1 qid:a\n".to_owned();
    let long = (0..2000).map(|row| {
        let values: String = (1..=80).map(|feature| format!(" {feature}:{}.5", row % feature)).collect();
        format!("{} qid:c{}{values}\n", row % 5, row / 20)
    });
    for data in [read(&head), read(&(head.clone() + &long.collect::<String>()))] {
        let pieces = packed(&data);
        let mut unpacker = Unpacker::new();
        for piece in &pieces {
            unpacker.push(js(Uint8Array::from(piece.as_slice()))).expect("its own bytes");
        }
        let copy = unpacker.finish().unwrap_or_else(|_| panic!("its own bytes"));
        assert_eq!(summary(&copy), summary(&data));
        assert_eq!(packed(&copy), pieces);
        for document in 0..2 {
            assert_eq!(copy.features(js(0), js(document)), data.features(js(0), js(document)));
        }
    }
}

#[test]
fn other_bytes_are_errors() {
    let message =
        |fault: JsValue| Reflect::get(&fault, &"message".into()).ok().and_then(|text| text.as_string());
    let mut unpacker = Unpacker::new();
    let fault = unpacker.push(js(Uint8Array::from([7; 100].as_slice()))).expect_err("they are no data set");
    let expected =
        "the packed data cannot be used: they do not begin as this version of the program writes them";
    assert!(message(fault).is_some_and(|message| message.starts_with(expected)));
    let fault = unpacker.push(js("text")).expect_err("text is not bytes");
    assert!(message(fault).is_some_and(|message| message.contains("Uint8Array")));
    let fault = Unpacker::new().finish().err().expect("nothing was pushed");
    assert!(message(fault).is_some_and(|message| message.contains("the bytes end here")));
}
