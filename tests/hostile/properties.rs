//! The targets on a bounded number of random inputs: nearly sound texts, which reach deeper than plain noise, and noise.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::targets::{letor, model, names, numbers, settings, words};

/// Pieces of a grammar in any order.
fn pieces(pieces: &[&str], most: usize) -> impl Strategy<Value = Vec<u8>> + use<> {
    let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect();
    let noise = vec(any::<u8>(), 1..4);
    vec(prop_oneof![30 => select(pieces), 1 => noise], 0..most).prop_map(|pieces| pieces.concat())
}

/// Text from its pieces behind a byte that chooses how it is cut.
fn cut(text: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (any::<u8>(), text).prop_map(|(first, text)| [vec![first], text].concat())
}

const LETOR: [&str; 26] = [
    "1 ",
    "0 qid:1 ",
    "2 qid:a ",
    "31 ",
    "qid:",
    "qid:1 ",
    "1:0.5 ",
    "2:-1e-3 ",
    "3:7",
    "4:1e308 ",
    "5:-1e-320 ",
    "6:123456789012345678901 ",
    "100000:1",
    "0:1",
    ":",
    " ",
    "\t",
    "\r\n",
    "\n",
    "\n",
    "# x",
    "# 1: title\n",
    "# features: a, b, 3 c\n",
    "\u{feff}",
    "é",
    "nan",
];

const WORDS: [&str; 30] = [
    "power:",
    "list:",
    "log",
    "loglog",
    "measure",
    "ndcg",
    "dcg",
    "p",
    "rr",
    "err",
    "eru",
    "eru-raw",
    "mwta",
    "auc",
    "top:",
    "exp:",
    "constant",
    "inverse-rank",
    "@",
    "+linear",
    "+flat",
    ":",
    ",",
    "-",
    "1",
    "0.5",
    "1e308",
    "inf",
    "NaN",
    " ",
];

/// Values for a field of settings: sound ones more often than others.
fn value() -> impl Strategy<Value = String> {
    select(vec![
        "\"dorm\"",
        "\"svm-map\"",
        "\"svm-mrr\"",
        "\"combo\"",
        "\"owpc\"",
        "\"ndcg@10\"",
        "\"p@2\"",
        "\"eru:2,1\"",
        "\"eru:1.0000001,0\"",
        "\"mwta\"",
        "\"list:1,1,0\"",
        "\"list:1e100,1e-300\"",
        "\"power:1e300\"",
        "\"top:1e-300\"",
        "\"exp:1e-300\"",
        "\"1-slack\"",
        "\"averaged\"",
        "\"fixed\"",
        "\"standard\"",
        "\"minmax\"",
        "\"sum\"",
        "\"po\"",
        "\"separate\"",
        "0",
        "1",
        "2",
        "1e-300",
        "1e300",
        "1e-6",
        "1e9",
        "-1",
        "31",
        "255",
        "256",
        "4294967295",
        "1e999",
        "true",
        "false",
        "null",
        "[]",
        "[\"svm-map\",\"svm-auc\"]",
        "{}",
        "\"\"",
        "\"\\u0000\"",
    ])
    .prop_map(str::to_owned)
}

fn settings_json() -> impl Strategy<Value = Vec<u8>> {
    let keys = select(vec![
        "method",
        "measure",
        "decay",
        "offset",
        "decay_cut",
        "reference",
        "cut_off",
        "discount",
        "feature_map",
        "generator",
        "pairs",
        "components",
        "slacks",
        "working_set",
        "c",
        "gap",
        "max_iterations",
        "threshold",
        "scale",
        "drop_zero",
        "drop_near_duplicates",
        "seed",
        "measures",
    ]);
    vec((keys, value()), 0..5).prop_map(|fields| {
        let fields: Vec<String> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
        format!("{{{}}}", fields.join(",")).into_bytes()
    })
}

fn model_json() -> impl Strategy<Value = Vec<u8>> {
    let number = select(vec!["0", "1", "-1", "1e-300", "1e300", "-1.7e308", "1e999", "5e-324", "null"]);
    let numbers = vec(number, 0..4).prop_map(|numbers| format!("[{}]", numbers.join(",")));
    let scaling =
        (select(vec!["none", "query", "minmax", "standard", "x"]), numbers.clone(), numbers.clone())
            .prop_map(|(kind, first, second)| match kind {
                "minmax" => format!("{{\"kind\":\"minmax\",\"minimum\":{first},\"maximum\":{second}}}"),
                "standard" => {
                    format!("{{\"kind\":\"standard\",\"mean\":{first},\"standard_deviation\":{second}}}")
                }
                kind => format!("{{\"kind\":\"{kind}\"}}"),
            });
    (0..3_u8, scaling, numbers, settings_json()).prop_map(|(version, scaling, weights, settings)| {
        let settings = String::from_utf8(settings).expect("it is made of text");
        format!(
            "{{\"format\":\"rankscope-model\",\"version\":{version},\"settings\":{settings},\"max_grade\":4,\
             \"scaling\":{scaling},\"weights\":{weights}}}"
        )
        .into_bytes()
    })
}

/// What breaks a promise is kept in `cases/`, under a name that says what it was.
fn bounded(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(bounded(2_000))]

    #[test]
    fn letor_text(text in cut(pieces(&LETOR, 60))) { letor(&text) }

    #[test]
    fn letor_noise(text in vec(any::<u8>(), 0..200)) { letor(&text) }

    #[test]
    fn grammars(text in pieces(&WORDS, 8)) { words(&text) }

    #[test]
    fn feature_names(text in pieces(&["1", " ", ":", "\n", "\r\n", "title", "# x\n", "100000 a", "é", "\u{0}", "99999999999"], 30)) {
        names(&text);
    }

    #[test]
    fn settings_files(text in settings_json()) { settings(&text) }

    #[test]
    fn model_files(text in model_json()) { model(&text) }

    #[test]
    fn model_noise(text in pieces(&["{", "}", "[", "]", ":", ",", "\"format\"", "\"weights\"", "1e999", "null", "\n"], 30)) {
        model(&text);
    }
}

proptest! {
    #![proptest_config(bounded(500))]

    #[test]
    fn extreme_numbers(bytes in vec(any::<u8>(), 5..120)) { numbers(&bytes) }
}
