//! The targets on a bounded number of random inputs: noise, and almost valid texts, which reach deeper than noise.

use std::panic::catch_unwind;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::TARGETS;

/// Generates pieces of a grammar in any order.
fn pieces(pieces: &[&str], most: usize) -> impl Strategy<Value = Vec<u8>> + use<> {
    let pieces: Vec<Vec<u8>> = pieces.iter().map(|piece| piece.as_bytes().to_vec()).collect();
    let noise = vec(any::<u8>(), 1..4);
    vec(prop_oneof![30 => select(pieces), 1 => noise], 0..most).prop_map(|pieces| pieces.concat())
}

/// Generates a text after a byte that determines how the text is cut.
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

const TABLE: [&str; 30] = [
    "label,qid,x,title\n",
    "qid\trel\tx\n",
    "y;group;x\n",
    "x,label\n",
    "1,a,0.5,shoes\n",
    "0,a,,\n",
    "-1,b,NaN,\"a, b\"\n",
    "0.5,b b,7,\"two\nlines\"\r\n",
    "2\ta\t1\n",
    "1;2;3\n",
    "3,1\n",
    "1,q,1e308,0\n",
    "1,q,-1e308,0\n",
    "1 1:0.5 2:3\n",
    "0 0:1\n",
    "-1 qid:a 1:nan\n",
    "1 qid:b 2:0.5 # x\n",
    "2\n1\n\0",
    "3\n\0",
    "0\n\0",
    "1",
    ",",
    "\"",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "# a: b\n",
    "\u{feff}",
    "\0",
];

/// Ratings, a byte 0, and a log.
const CLICK_LOGS: [&str; 30] = [
    "query,rank,document,impressions,clicks\n",
    "query\tranker\trank\tdocument\timpressions\tclicks\tpropensity\n",
    "query,session,rank,document,click\n",
    "query,session,rank,document,click,propensity,ranker\n",
    "a,1,1,40,20\n",
    "a,2,2,40,3\n",
    "a,1,2,1e9,0.5\n",
    "b,1,5,30,31\n",
    "a\tA\t1\t1\t40\t20\t1\n",
    "a\tB\t2\t1\t30\t10\t0.25\n",
    "a,s1,1,1,1\n",
    "a,s1,2,3,0\n",
    "b,s2,1,4,1,0.5,A\n",
    "b,s2,2,5,0,1,A\n",
    "c,s3,1,1,0\n",
    "{\"query\":\"a\",\"documents\":[1,2,3],\"clicks\":[0]}\n",
    "{\"query\":\"a\",\"documents\":[3,2,1],\"clicks\":[0,2],\"ranker\":\"B\"}\n",
    "{\"query\":\"b\",\"documents\":[5,4],\"clicks\":[1],\"propensities\":[1,0.5]}\n",
    "{\"query\":",
    "\"b\"",
    ",\"documents\":[",
    "4",
    ",\"clicks\":[",
    "]",
    "}\n",
    ",",
    "\n",
    "-1",
    "0.5",
    "\t",
];

const JUDGEMENTS: [&str; 36] = [
    "query,docid,rating\na,x,2\na,y,0\nb b,x,1\n\0",
    "query,docid,rating\n",
    "a,x,3\n",
    "b b,y,\n",
    "c,,\n",
    "a,\"x, \"\"1\"\"\",0\n",
    "2 qid:1 # x a\n",
    "# qid:1: a*1\n",
    "0 qid:2 # y b\n",
    "\0",
    "{\"query\":\"a\",",
    "{\"query\":\"b b\",",
    "{",
    "\"hits\":{\"hits\":[",
    "{\"_id\":\"x\",\"fields\":{\"_ltrlog\":[{\"e\":[",
    "{\"_id\":\"y\",\"fields\":{\"_ltrlog\":[{\"e\":[",
    "{\"name\":\"title\",\"value\":1.5}",
    "{\"name\":\"a, b:#\",\"value\":-2e-300}",
    "{\"name\":\"title\"}",
    "{\"name\":\" \",\"value\":\"NaN\"}",
    "]}]}}",
    "]}}\n",
    "\"responses\":[{",
    "]}}]}\n",
    "\"responseHeader\":{\"params\":{\"q\":\"b b\",\"fl\":\"[features efi.k='a']\"}},",
    "\"response\":{\"docs\":[",
    "{\"id\":\"x\",\"[features]\":\"title=1.0,body=2.0E-5\"}",
    "{\"id\":\"y\",\"[features]\":\"title=,=b=3\"}",
    "]}}",
    "{\"error\":{\"reason\":\"r\"}}\n",
    ",",
    "[",
    "]",
    "}",
    "\n",
    "1e999",
];

const RATINGS: [&str; 24] = [
    "1,a,4\n",
    "1,b,2\n",
    "2,a,1\n",
    "2,b,5\n",
    "1,c,3\n",
    "2,c,3\n",
    "3,a,31\n",
    "3,b,0.5\n",
    "3,c,0\n",
    "user,item,rating\n",
    "movieId,userId,rating\n",
    "1::a::3",
    "1\ta\t3",
    "\"1\",\"a, b\",2",
    "\"\"",
    "\"",
    ",",
    "::",
    "\t",
    "\n",
    "\r\n",
    "\u{feff}",
    "1e999",
    " ",
];

const FACTORS: [&str; 8] = [
    "{\"format\":\"rankscope-factors\",\"version\":1,\"settings\":{\"rank\":1},\"c\":1,\"rounds\":1,\"users\":[",
    "{\"name\":\"u\",\"factors\":[1.5]}",
    ",{\"name\":\"v\",\"factors\":[-1e100]}",
    "],\"items\":[",
    "{\"name\":\"a\",\"bias\":0,\"factors\":[1e999]}",
    "{\"name\":\"a\",\"title\":\"A\",\"bias\":1,\"factors\":[2]}",
    "]}",
    "null",
];

const WORDS: [&str; 47] = [
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
    "err+linear",
    "eru",
    "eru-raw",
    "mwta",
    "dndcg",
    "repeats",
    "auc",
    "recall",
    "success",
    "nDCG",
    "AP",
    "ERR",
    "ndcg_cut_",
    "(rel=",
    "(dcg='",
    ")",
    "key:",
    "feature:",
    "none",
    "site",
    "=",
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

/// Generates values for a field of settings, valid values more often than others.
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
        "\"dndcg@2\"",
        "\"key:site\"",
        "\"feature:1\"",
        "\"feature:9\"",
        "[\"repeats@2\",\"dndcg@3\"]",
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
        "group",
        "c",
        "gap",
        "max_iterations",
        "threshold",
        "scale",
        "map",
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
        (select(vec!["none", "query", "rank", "minmax", "standard", "x"]), numbers.clone(), numbers.clone())
            .prop_map(|(kind, first, second)| match kind {
                "minmax" => format!("{{\"kind\":\"minmax\",\"minimum\":{first},\"maximum\":{second}}}"),
                "standard" => {
                    format!("{{\"kind\":\"standard\",\"mean\":{first},\"standard_deviation\":{second}}}")
                }
                kind => format!("{{\"kind\":\"{kind}\"}}"),
            });
    (0..6_u8, scaling, map_json(), numbers, (settings_json(), origin_json())).prop_map(
        |(version, scaling, map, weights, (settings, origin))| {
            let settings = String::from_utf8(settings).expect("it is made of text");
            let map = if version < 3 { String::new() } else { format!(",\"features\":2,\"map\":{map}") };
            let origin = if version < 5 { String::new() } else { origin };
            let version = match version {
                5 => 4,
                version => version.min(3),
            };
            format!(
            "{{\"format\":\"rankscope-model\",\"version\":{version},\"settings\":{settings},\"max_grade\":4,\
             \"scaling\":{scaling},\"weights\":{weights}{map}{origin}}}"
        )
        .into_bytes()
        },
    )
}

/// Generates names and provenance of a model, some of them sound.
fn origin_json() -> impl Strategy<Value = String> {
    let name = select(vec!["null", "\"a\"", "\"b\"", "\"\"", "\"\\n\"", "\"f1\"", "1"]);
    let names = vec(name, 0..4).prop_map(|names| names.join(","));
    let number = select(vec!["0", "60", "1e999", "-1", "18446744073709551615", "null", "\"x\""]);
    let sum = select(vec!["865aec9b88d58154", "865AEC9B88D58154", "", "x", "\\u202e"]);
    (names, number.clone(), number, sum).prop_map(|(names, size, share, sum)| {
        format!(
            ",\"names\":[{names}],\"provenance\":{{\"train\":{{\"file\":\"`{sum}`\",\"checksum\":\"{sum}\",\
             \"queries\":{size}}},\"split\":[{share},20,20],\"measured\":{{\"test\":[{{\"measure\":\"{sum}\",\
             \"value\":{share}}}]}}}}"
        )
    })
}

/// Generates feature maps of two features, some of them sound.
fn map_json() -> impl Strategy<Value = String> {
    let degree = select(vec!["0", "1", "2", "9", "10", "-1", "1e9", "18446744073709551615"]);
    let features = select(vec!["0", "1", "2", "3", "100000", "18446744073709551615"]);
    let poly = (degree, features.clone()).prop_map(|(degree, features)| {
        format!("{{\"kind\":\"poly\",\"degree\":{degree},\"features\":{features}}}")
    });
    let number = || {
        select(vec!["0", "1", "0.5", "-0.5", "1e-6", "1e-7", "1e-300", "1e300", "-1.7e308", "1e999", "null"])
    };
    let numbers = move |counts: std::ops::Range<usize>| vec(number(), counts).prop_map(|all| all.join(","));
    let landmark = (numbers(1..4), numbers(0..4)).prop_map(|(features, factor)| {
        format!("{{\"query\":\"a\",\"document\":0,\"features\":[{features}],\"factor\":[{factor}]}}")
    });
    let sound = (numbers(2..3), numbers(2..3)).prop_map(|(first, second)| {
        format!(
            "{{\"query\":\"a\",\"document\":0,\"features\":[{first}],\"factor\":[1]}},\
             {{\"query\":\"b\",\"document\":1,\"features\":[{second}],\"factor\":[0.5,1e-6]}}"
        )
    });
    let landmarks = prop_oneof![vec(landmark, 0..4).prop_map(|all| all.join(",")), sound];
    let rbf = (number(), features, landmarks).prop_map(|(gamma, features, landmarks)| {
        format!("{{\"kind\":\"rbf\",\"gamma\":{gamma},\"features\":{features},\"landmarks\":[{landmarks}]}}")
    });
    prop_oneof![poly, rbf, Just("{\"kind\":\"none\"}".to_owned())]
}

/// Generates a study from the valid case: up to three of its words, numbers and marks are replaced or removed.
fn study_json() -> impl Strategy<Value = Vec<u8>> {
    const VALID: &str = include_str!("cases/studies/valid");
    const PIECES: [&str; 34] = [
        "",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "true",
        "0",
        "1",
        "-1",
        "2.5",
        "1e999",
        "18446744073709551615",
        "\"\"",
        "\"all\"",
        "\"101%\"",
        "\"50%\"",
        "\"ndcg@1..99999999999\"",
        "\"ndcg@1..10\"",
        "\"cv:2\"",
        "\"valid\"",
        "\"combo\"",
        "\"owpc\"",
        "\"method\"",
        "\"c\"",
        "\"seed\"",
        "\"spread over size\"",
        "\"report.norm\"",
        "\"first\"",
        "{}",
        "[]",
        "\"\u{202e}é\\n\"",
    ];
    let change = (0..VALID.len(), select(PIECES.to_vec()), any::<bool>());
    vec(change, 0..4).prop_map(|changes| {
        let mut text = VALID.to_owned();
        for (place, piece, inserts) in changes {
            // The next word, number or mark from that place.
            let is_end = |letter: char| " ,:[]{}\n".contains(letter);
            let mut start = place.min(text.len());
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            let length = match text[start..].find(is_end) {
                Some(0) => 1,
                Some(length) => length,
                None => text.len() - start,
            };
            text.replace_range(start..if inserts { start } else { start + length }, piece);
        }
        text.into_bytes()
    })
}

/// An input that violates a guarantee is stored in `cases/`, under a name that describes the violation.
/// `TIMES=20 cargo test --release --test hostile properties` tries 20 times as many inputs.
fn bounded(cases: u32) -> ProptestConfig {
    let times: u32 = std::env::var("TIMES").map_or(1, |text| text.parse().expect("a number"));
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases.saturating_mul(times)) }
}

/// Runs a target. If it panics, the failure ends with one line: the command that stores the input as a case.
fn held(name: &str, bytes: &[u8]) -> Result<(), TestCaseError> {
    let (_, target) = TARGETS.iter().find(|(other, _)| *other == name).expect("the target is in the list");
    catch_unwind(|| target(bytes)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text =
            text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message");
        TestCaseError::fail(format!("{text}\nStore the input:\n{}\n", command(name, bytes)))
    })
}

/// Returns the shell command that writes these bytes as a case of a target.
fn command(name: &str, bytes: &[u8]) -> String {
    // Every shell knows octal escapes.
    let escaped: String = bytes.iter().map(|byte| format!("\\{byte:03o}")).collect();
    format!("printf '{escaped}' > tests/hostile/cases/{name}/NAME")
}

#[test]
fn the_command_writes_the_bytes() {
    let bytes: Vec<u8> = (0..=255).collect();
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("input");
    let command = command("numbers", &bytes).replace("tests/hostile/cases/numbers/NAME", "\"$0\"");
    let status = std::process::Command::new("sh").arg("-c").arg(command).arg(&path).status();
    assert!(status.expect("there is a shell").success());
    assert_eq!(std::fs::read(path).expect("it was written"), bytes);
}

proptest! {
    #![proptest_config(bounded(2_000))]

    #[test]
    fn letor_text(text in cut(pieces(&LETOR, 60))) { held("letor", &text)?; }

    #[test]
    fn format_text(text in cut(cut(pieces(&TABLE, 30)))) { held("formats", &text)?; }

    #[test]
    fn letor_noise(text in vec(any::<u8>(), 0..200)) { held("letor", &text)?; }

    #[test]
    fn ratings_text(text in cut(pieces(&RATINGS, 40))) { held("ratings", &text)?; }

    #[test]
    fn ratings_noise(text in vec(any::<u8>(), 0..200)) { held("ratings", &text)?; }

    #[test]
    fn click_log_text(text in pieces(&CLICK_LOGS, 30)) { held("click_logs", &text)?; }

    #[test]
    fn click_log_noise(text in vec(any::<u8>(), 0..200)) { held("click_logs", &text)?; }

    #[test]
    fn ratings_and_logs(text in pieces(&JUDGEMENTS, 30)) { held("judgements", &text)?; }

    #[test]
    fn logs_of_two_documents(one in pieces(&JUDGEMENTS, 3), other in pieces(&JUDGEMENTS, 3)) {
        let hit = |id: &str, more: &[u8]| {
            let log = format!("{{\"_id\":\"{id}\",\"fields\":{{\"_ltrlog\":[{{\"e\":[{{\"name\":\"t\",\"value\":1}}");
            [log.as_bytes(), b",", more, b"]}]}}"].concat()
        };
        let head = b"query,docid,rating\na,x,2\na,y,0\n\0{\"query\":\"a\",\"hits\":{\"hits\":[";
        held("judgements", &[&head[..], &hit("x", &one), b",", &hit("y", &other), b"]}}"].concat())?;
    }

    #[test]
    fn factors_json(text in pieces(&FACTORS, 8)) { held("factors", &text)?; }

    #[test]
    fn grammars(text in pieces(&WORDS, 8)) { held("words", &text)?; }

    #[test]
    fn feature_names(text in pieces(&["1", " ", ":", "\n", "\r\n", "title", "# x\n", "100000 a", "é", "\u{0}", "99999999999"], 30)) {
        held("names", &text)?;
    }

    #[test]
    fn settings_files(text in settings_json()) { held("settings", &text)?; }

    #[test]
    fn model_files(text in model_json()) { held("model", &text)?; }

    #[test]
    fn model_noise(text in pieces(&["{", "}", "[", "]", ":", ",", "\"format\"", "\"weights\"", "1e999", "null", "\n"], 30)) {
        held("model", &text)?;
    }

    #[test]
    fn scorers_of_all_kinds(bytes in vec(any::<u8>(), 1..120)) { held("scorers", &bytes)?; }

    #[test]
    fn exported_trees_and_networks(bytes in vec(any::<u8>(), 1..120)) { held("exports", &bytes)?; }
}

proptest! {
    #![proptest_config(bounded(500))]

    #[test]
    fn study_files(text in study_json()) { held("studies", &text)?; }

    #[test]
    fn extreme_numbers(bytes in vec(any::<u8>(), 5..120)) { held("numbers", &bytes)?; }

    #[test]
    fn small_data_and_any_settings(bytes in vec(any::<u8>(), 20..200)) { held("learners", &bytes)?; }
}
