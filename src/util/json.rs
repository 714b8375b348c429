//! Structs from JSON and as JSON, with one copy of code for each: the packed WebAssembly module is 18 kB smaller than
//! with the readers and writers of serde_json. Must not know what the structs mean.

mod objects;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Deserializer, Error, Value};

use objects::Objects;

/// Reads a text. Structs are read only from objects. serde_json reads each of them from a list of its values too, which
/// is as much code again and hides faults.
///
/// # Errors
/// The fault of serde_json, with its place.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut given = Deserializer::from_str(text);
    let value = T::deserialize(Objects(&mut given))?;
    given.end()?;
    Ok(value)
}

/// Returns a struct as a value; null if it cannot be written as JSON. It goes through text, because each struct is
/// written as text anyway.
pub(crate) fn value_of<T: Serialize>(given: &T) -> Value {
    serde_json::to_string(given).and_then(|text| read(&text)).unwrap_or_default()
}

/// Returns a struct as JSON with a line per value, indented by two spaces; empty if it cannot be written as JSON.
pub(crate) fn pretty<T: Serialize>(given: &T) -> String {
    indented(&serde_json::to_string(given).unwrap_or_default())
}

/// Writes each value of a compact JSON text in its own line, as [`serde_json::to_string_pretty`] does.
fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0;
    let mut is_text = false;
    let mut is_escaped = false;
    let mut last = ' ';
    for now in json.chars() {
        let is_mark = !is_text;
        if is_text {
            is_text = now != '"' || is_escaped;
            is_escaped = now == '\\' && !is_escaped;
        } else {
            is_text = now == '"';
        }
        let closes = is_mark && matches!(now, '}' | ']');
        depth -= usize::from(closes);
        let is_empty = closes && matches!(last, '{' | '[');
        if (closes && !is_empty) || (matches!(last, '{' | '[' | ',') && !closes) {
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", depth));
        } else if last == ':' {
            out.push(' ');
        }
        out.push(now);
        depth += usize::from(is_mark && matches!(now, '{' | '['));
        last = if is_mark && !is_text { now } else { '"' };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Inner {
        a: Option<u8>,
        b: Vec<(usize, f64)>,
    }

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Plain,
        One(Inner),
        Both { x: Inner, y: String },
    }

    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Outer {
        inner: Option<Inner>,
        kinds: Vec<Kind>,
        any: Value,
    }

    const SAMPLE: &str = r#"{"inner":{"a":null,"b":[[1,0.1],[2,-1e300]]},"kinds":["plain",{"one":{"a":255,"b":[]}},
        {"both":{"x":{"a":1,"b":[]},"y":"{\"[,:]\\"}}],"any":{"z":[{},[],[[]],true,18446744073709551615,"\\\""]}}"#;

    #[test]
    fn a_struct_is_read_as_serde_json_reads_it() {
        let expected: Outer = serde_json::from_str(SAMPLE).expect("it is sound");
        assert_eq!(read::<Outer>(SAMPLE).expect("it is sound"), expected);
        assert_eq!(value_of(&expected), serde_json::from_str::<Value>(SAMPLE).expect("it is sound"));
    }

    #[test]
    fn faults_have_the_words_and_places_of_serde_json() {
        for text in [
            "{\"a\":256,\"b\":[]}",
            "{\"a\":1}",
            "{\"a\":1,\"b\":[[1,2,3]]}",
            "{\"a\":1,\"a\":1}",
            "{",
            "7",
            "",
        ] {
            let expected = serde_json::from_str::<Inner>(text).expect_err(text).to_string();
            assert_eq!(read::<Inner>(text).expect_err(text).to_string(), expected, "{text}");
        }
        assert!(read::<u8>("1 2").expect_err("too much").to_string().starts_with("trailing characters"));
    }

    #[test]
    fn a_struct_is_not_read_from_a_list() {
        let fault = read::<Inner>("[1, []]").expect_err("a list").to_string();
        assert!(fault.starts_with("invalid type: sequence, expected struct Inner"), "{fault}");
        assert!(read::<Outer>(r#"{"inner":[1,[]],"kinds":[],"any":0}"#).is_err());
        assert!(read::<Vec<Inner>>("[[1, []]]").is_err());
    }

    #[test]
    fn pretty_texts_are_those_of_serde_json() {
        let outer: Outer = read(SAMPLE).expect("it is sound");
        assert_eq!(pretty(&outer), serde_json::to_string_pretty(&outer).expect("it can be written"));
        for json in [
            "{}",
            "[]",
            "[[],{}]",
            "\"\"",
            "\"a,b\"",
            "[\"\\\\\",\"\\\"\",\"\"]",
            "{\"\":{\"{\":\":\"}}",
            "null",
        ] {
            let value: Value = serde_json::from_str(json).expect(json);
            assert_eq!(pretty(&value), serde_json::to_string_pretty(&value).expect(json));
        }
    }
}
