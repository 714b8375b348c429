//! Messages of serde, serde_json and serde-wasm-bindgen in plain words. The originals name Rust types, which readers
//! of a model file and callers from JavaScript do not know. Must not know what is parsed.

use crate::util::error::shown;
use crate::util::escape::visible;
use crate::util::menu_entry::nearest;

/// The seen and the expected kinds of value, by serde's names.
const KINDS: [(&str, &str); 19] = [
    ("f64", "a number"),
    ("f32", "a number"),
    ("u8", "a whole number from 0 to 255"),
    ("u32", "a whole number from 0 to 4294967295"),
    // Larger values do not exist in the module, whose addresses have 32 bits.
    ("usize", "a whole number from 0 to 4294967295"),
    // Larger values have no exact form in JavaScript.
    ("u64", "a whole number from 0 to 9007199254740991"),
    ("a string", "text"),
    ("a boolean", "true or false"),
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("a map", "an object"),
    ("map", "an object"),
    ("string or map", "a known word"),
    ("variant identifier", "a known word"),
    // serde_wasm_bindgen does not distinguish null from undefined.
    ("null", "null"),
    ("unit value", "an absent value"),
    ("unit", "an absent value"),
    ("unit variant", "a word"),
    ("newtype variant", "an object"),
];

/// Beginnings of serde_json's messages about a text that is not JSON.
const SYNTAX: [(&str, &str); 4] = [
    ("EOF while parsing a ", "the text ends within a "),
    ("EOF while parsing an ", "the text ends within an "),
    ("expected ident", "a word that is not JSON"),
    ("recursion limit exceeded", "it is nested too deeply"),
];

/// Rewrites a message in plain words, in one line of at most 300 characters.
///
/// Quoted untrusted words stay as they are, except for their length. The place at the end of a message of serde_json
/// is removed.
pub(crate) fn plain_words(message: &str) -> String {
    let message = message.strip_prefix("Error: ").unwrap_or(message);
    let words = rewritten(without_place(message)).unwrap_or_else(|| syntax(without_place(message)));
    let words = visible(&words);
    match words.char_indices().nth(300) {
        None => words.into_owned(),
        Some((end, _)) => format!("{}…", &words[..end]),
    }
}

/// Rewrites the part after the beginning of a message of serde; `None` if it has another form.
type Reword<'a> = &'a dyn Fn(&str) -> Option<String>;

fn rewritten(message: &str) -> Option<String> {
    let wrong = |rest: &str| {
        let (value, expected) = cut_at_last(rest, ", expected ")?;
        Some(format!("{} is not {}", seen(value), kind(expected)))
    };
    let length = |rest: &str| {
        let (length, expected) = cut_at_last(rest, ", expected ")?;
        Some(format!("a list of {length} values is not {}", kind(expected)))
    };
    let word = |rest: &str| {
        let (word, known) = cut_at_last(rest, "`, expected ")?;
        let known = known.strip_prefix("one of ").unwrap_or(known).replace('`', "");
        Some(format!("{} is not among the known words: {known}", shown(word)))
    };
    let key = |rest: &str| {
        let (word, known) = cut_at_last(rest, "`, expected ")?;
        let known: Vec<&str> = known.split('`').skip(1).step_by(2).collect();
        Some(format!("{} is not among its keys; the nearest are {}", shown(word), nearest(word, &known)))
    };
    let missing = |rest: &str| Some(format!("the key {} is missing", shown(rest.strip_suffix('`')?)));
    let twice = |rest: &str| Some(format!("the key {} occurs twice", shown(rest.strip_suffix('`')?)));
    let beginnings: [(&str, Reword); 7] = [
        ("invalid type: ", &wrong),
        ("invalid value: ", &wrong),
        ("invalid length ", &length),
        ("unknown variant `", &word),
        ("unknown field `", &key),
        ("missing field `", &missing),
        ("duplicate field `", &twice),
    ];
    beginnings.iter().find_map(|(beginning, ours)| ours(message.strip_prefix(beginning)?))
}

/// Rewrites a value in serde's notation: `string "x"`, `` integer `5` ``, `sequence`.
fn seen(value: &str) -> String {
    if let Some(text) = value.strip_prefix("string \"").and_then(|text| text.strip_suffix('"')) {
        return format!("\"{}\"", first_40(text));
    }
    // `` integer `5` ``, `` floating point `1.0` ``, `` boolean `true` ``
    if let Some(literal) = value.strip_suffix('`').and_then(|value| value.split('`').nth(1)) {
        return first_40(literal.strip_suffix(".0").unwrap_or(literal));
    }
    match value.strip_prefix("JsValue(") {
        Some(list) if list.starts_with('[') => "a list".to_owned(),
        Some(_) => "an object".to_owned(),
        None => kind(value),
    }
}

fn first_40(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn kind(name: &str) -> String {
    if let Some((_, ours)) = KINDS.iter().find(|(theirs, _)| *theirs == name) {
        return (*ours).to_owned();
    }
    let of_size = |size: &str| format!("a list of {size} values");
    name.strip_prefix("a tuple of size ").map_or_else(|| "an object".to_owned(), of_size)
}

/// Splits a text at the last occurrence of a mark.
fn cut_at_last<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    // A search from the end would add code that the module needs nowhere else.
    let (place, _) = text.match_indices(mark).last()?;
    Some((&text[..place], &text[place + mark.len()..]))
}

fn syntax(message: &str) -> String {
    let known = SYNTAX.iter().find_map(|(theirs, ours)| Some((message.strip_prefix(theirs)?, ours)));
    known.map_or_else(|| message.to_owned(), |(rest, ours)| format!("{ours}{rest}"))
}

/// Removes ` at line 1 column 2`.
fn without_place(message: &str) -> &str {
    let place = |(_, place): &(&str, &str)| {
        place.split(" column ").all(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    cut_at_last(message, " at line ").filter(place).map_or(message, |(before, _)| before)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::plain_words;
    use crate::model::Model;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        One,
        Two,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "serde fills the fields, and not every field is read")]
    struct Sample {
        number: f64,
        grade: u8,
        seed: u64,
        limit: Option<usize>,
        text: String,
        flag: bool,
        list: Vec<f64>,
        pair: (usize, usize),
        word: Word,
    }

    /// Returns a sample in which one key has another value.
    fn with(key: &str, value: &str) -> String {
        let sound = [
            ("number", "1.5"),
            ("grade", "2"),
            ("seed", "3"),
            ("limit", "null"),
            ("text", "\"a\""),
            ("flag", "true"),
            ("list", "[1]"),
            ("pair", "[1, 2]"),
            ("word", "\"one\""),
        ];
        let pairs =
            sound.map(|(known, sound)| format!("{known:?}: {}", if known == key { value } else { sound }));
        format!("{{{}}}", pairs.join(", "))
    }

    fn message(json: &str) -> String {
        plain_words(&serde_json::from_str::<Sample>(json).expect_err(json).to_string())
    }

    #[test]
    fn types_of_rust_become_plain_words() {
        for (key, value, expected) in [
            ("number", "\"u64\"", "\"u64\" is not a number"),
            ("number", "{\"a\": 1}", "an object is not a number"),
            ("grade", "-1", "-1 is not a whole number from 0 to 255"),
            ("grade", "1.5", "1.5 is not a whole number from 0 to 255"),
            ("grade", "256", "256 is not a whole number from 0 to 255"),
            ("seed", "1e300", "1e+300 is not a whole number from 0 to 9007199254740991"),
            ("seed", "null", "null is not a whole number from 0 to 9007199254740991"),
            ("limit", "[]", "a list is not a whole number from 0 to 4294967295"),
            ("text", "7", "7 is not text"),
            ("flag", "\"yes, expected u8\"", "\"yes, expected u8\" is not true or false"),
            ("list", "true", "true is not a list"),
            ("pair", "[1]", "a list of 1 values is not a list of 2 values"),
            ("word", "\"three\"", "\"three\" is not among the known words: one or two"),
        ] {
            assert_eq!(message(&with(key, value)), expected, "{key}: {value}");
        }
    }

    #[test]
    fn keys_and_syntax_are_told_in_plain_words() {
        for (json, expected) in [
            ("{\"number\": 1, \"number\": 2}", "the key \"number\" occurs twice"),
            ("{}", "the key \"number\" is missing"),
            ("{\"numbr\": 1}", "\"numbr\" is not among its keys; the nearest are number"),
            ("7", "7 is not an object"),
            ("[1.0]", "a list of 1 values is not an object"),
            ("{\"number\": 1", "the text ends within an object"),
            ("{\"list\": [1", "the text ends within a list"),
            ("{\"number\": nul}", "a word that is not JSON"),
        ] {
            assert_eq!(message(json), expected, "{json}");
        }
    }

    #[test]
    fn words_of_strangers_stay_and_are_cut() {
        let long = message(&with("number", &format!("{:?}", "é".repeat(1000))));
        assert_eq!(long, format!("\"{}…\" is not a number", "é".repeat(40)));
        assert_eq!(plain_words("a\u{1b}[2J\nb\u{202e}"), "a\\u{1b}[2J\\nb\\u{202e}");
        assert_eq!(plain_words(&"\u{202e}".repeat(400)).chars().count(), 301);
        assert_eq!(plain_words(&"x".repeat(1000)).chars().count(), 301);
        assert_eq!(plain_words("no place at line x column 2"), "no place at line x column 2");
    }

    #[test]
    fn no_type_of_rust_is_in_the_errors_of_a_model_file() {
        for json in [
            "5",
            "[]",
            "{\"format\": 5}",
            "{\"version\": \"1\"}",
            "{\"version\": -1}",
            "{\"settings\": 5}",
            "{\"settings\": {\"seed\": -1}}",
            "{\"settings\": {\"seed\": \"x\"}}",
            "{\"settings\": {\"max_iterations\": 0.5}}",
            "{\"settings\": {\"threshold\": 300}}",
            "{\"settings\": {\"components\": {}}}",
            "{\"settings\": {\"drop_zero\": 1}}",
            "{\"scaling\": 5}",
            "{\"scaling\": {\"kind\": \"x\"}}",
            "{\"scaling\": {\"kind\": 5}}",
            "{\"scaling\": {\"kind\": \"minmax\", \"minimum\": 5}}",
            "{\"weights\": [\"x\"]}",
        ] {
            let error = Model::parse(json).expect_err(json).to_string();
            for theirs in
                ["struct", "enum", "u64", "u32", "u8", "usize", "f64", "sequence", "invalid type", "`"]
            {
                assert!(!error.contains(theirs), "{json}: {error}");
            }
        }
    }
}
