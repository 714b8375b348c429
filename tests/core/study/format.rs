//! Refusals of studies: each names the place and the reason.

use super::cells::SMALL;
use rankscope::Error;
use rankscope::method::METHODS;
use rankscope::method::settings::TrainingSettings;
use rankscope::study::{CellSettings, Study};

fn check(from: &str, to: &str, words: &[&str]) {
    let json = SMALL.replacen(from, to, 1);
    assert_ne!(json, SMALL, "{from} is not in the study");
    let error = Study::parse(&json).expect_err(to).to_string();
    for word in words {
        assert!(error.contains(word), "{to}: {error:?} does not say {word:?}");
    }
}

#[test]
fn unknown_and_double_keys_are_refused_with_their_line() {
    check(
        "\"title\": \"small\",",
        "\"titel\": \"small\",",
        &["line 2", "\"titel\" is not among its keys", "title"],
    );
    check("\"gap\": 0.01", "\"gap\": 0.01, \"gap\": 0.02", &["line 6", "\"gap\" occurs twice"]);
    check("\"by\":", "\"bye\":", &["line 7", "\"bye\""]);
    check("\"documents\": 8", "\"docs\": 8", &["line 3", "\"docs\""]);
    check(
        "\"mark\": \"line\"",
        "\"mark\": \"lines\"",
        &["line 11", "\"lines\" is not among the known words"],
    );
    for json in ["", "{", "[]", "null", "{\"rankscope\": \"study\"}"] {
        assert!(matches!(Study::parse(json), Err(Error::Parse { .. })), "{json}");
    }
}

#[test]
fn values_that_cannot_be_used_are_refused_with_their_place() {
    check("\"study\"", "\"lesson\"", &["rankscope", "\"lesson\" is not \"study\""]);
    check("\"small\"", "\"\"", &["title"]);
    check(
        "\"seed\": 3 }",
        "\"seed\": 3 }, \"grades\": \"comment:x\"",
        &["data[0]", "\"grades\" is for files"],
    );
    check("\"queries\": 40", "\"queries\": 0", &["data[0]", "at least one query"]);
    check("\"queries\": 40", "\"queries\": 400000000", &["data[0]", "maximum"]);
    check("\"seed\": 3 }", "\"seed\": 3 }, \"test\": \"x\"", &["data[0]", "no files"]);
    check("\"seed\": 3 }", "\"seed\": 3 }, \"split\": { \"folds\": 2 }", &["split.folds", "3 to 100"]);
    check("\"seed\": 3 }", "\"seed\": 3 }, \"split\": {}", &["either \"folds\" or \"shares\""]);
    check(
        "\"seed\": 3 }",
        "\"seed\": 3 }, \"split\": { \"shares\": [0.5, 0, 0.5] }",
        &["split.shares", "validation data is 0"],
    );
    check(
        "\"sample\": { \"queries\": 40, \"documents\": 8, \"seed\": 3 }",
        "\"train\": \"a\"",
        &["no \"test\""],
    );
    check(
        "\"sample\": { \"queries\": 40, \"documents\": 8, \"seed\": 3 }",
        "\"train\": \"a\", \"test\": \"b\"",
        &["data[0]", "no \"valid\""],
    );
    check("\"ranksvm\"", "\"rankvsm\"", &["method rankvsm", "is not one of"]);
    check("\"ranksvm\"", "\"DORM\"", &["factors.method[1]", "occurs twice"]);
    check("\"ranksvm\"", "{ \"method\": \"ranksvm\" }", &["needs a name"]);
    check("\"ranksvm\"", "7", &["factors.method[1]", "7 is not text"]);
    check(
        "\"measure\": \"ndcg@5\"",
        "\"mesure\": \"ndcg@5\"",
        &["factors.method[0].mesure", "nearest are measure"],
    );
    check("\"measure\": \"ndcg@5\"", "\"measure\": \"best\"", &["method DORM", "best"]);
    check("\"method\": [", "\"size\": [", &["factors.size", "another meaning"]);
    check("\"factors\": {", "\"factors\": { \"c\": [],", &["factors.c", "empty"]);
    check("\"factors\": {", "\"factors\": { \"c\": [1],", &["select.grid.c", "also a factor"]);
    check("[6, ", "[0, ", &["0 is not a size"]);
    check("[6, ", "[\"0%\", ", &["is not a size"]);
    check("[6, ", "[\"all\", ", &["sizes[2]", "twice"]);
    check("[1, 2],", "[],", &["seeds", "empty"]);
    check("[1, 2],", "[9007199254740992],", &["seeds", "larger"]);
    check("\"gap\": 0.01", "\"seed\": 1", &["fixed.seed", "seeds"]);
    check("\"gap\": 0.01", "\"gap\": 7", &["gap"]);
    check("\"gap\": 0.01", "\"gap\": \"small\"", &["fixed.gap", "is not a number"]);
    check("\"setting\": \"c\", ", "", &["select.setting", "missing"]);
    check("\"setting\": \"c\", \"grid\": [1, 10]", "\"grid\": {}", &["select.grid", "no setting"]);
    check("\"grid\": [1, 10]", "\"grid\": [1, -10]", &["select.grid", "-10"]);
    check("\"grid\": [1, 10]", "\"grid\": [1, \"x\"]", &["select.grid.c[1]"]);
    check("\"by\": \"ndcg@5\"", "\"by\": \"ndcg@0\"", &["select.by", "ndcg@0"]);
    check("\"by\": \"ndcg@5\"", "\"on\": \"test\"", &["select.on", "\"test\""]);
    check("\"by\": \"ndcg@5\"", "\"on\": \"cv:1\"", &["select.on", "cv:K"]);
    check("\"ndcg@3..5\"", "\"ndcg@5..3\"", &["record[0]", "range"]);
    check("\"map\",", "\"map\", \"map\",", &["record[2]", "twice"]);
    check("report.norm", "report.nrom", &["record[5]", "nearest are", "norm"]);
    check("\"iterations\"", "\"iteration\"", &["record[8]", "report.FIGURE"]);
    check("\"baseline\": \"DORM\"", "\"baseline\": \"dorm\"", &["compare.baseline", "DORM, ranksvm"]);
    check("\"baseline\": \"DORM\"", "\"baseline\": \"DORM\", \"unit\": \"fold\"", &["compare.unit", "query"]);
    check("\"baseline\": \"DORM\"", "\"baseline\": \"DORM\", \"tests\": []", &["compare.tests", "empty"]);
    check(
        "\"measure\": \"ndcg@5\" }",
        "\"measure\": \"ndcg@5\", \"c\": 3 }",
        &["select.grid.c", "the level \"DORM\" of method also sets it", "remove it"],
    );
    check("\"y\": \"ndcg@5\", \"line\"", "\"y\": \"ndcg@9\", \"line\"", &["plots[0].y", "not recorded"]);
    check(
        "\"x\": \"size\", \"y\": \"ndcg@5\"",
        "\"x\": \"sise\", \"y\": \"ndcg@5\"",
        &["plots[0].x", "sise"],
    );
    check("\"line\": \"method\"", "\"line\": \"size\"", &["plots[0].line"]);
    check("\"x\": \"rank\"", "\"x\": \"size\"", &["plots[1].x", "rank"]);
    check("1/sqrt", "sqrt", &["plots[2].x_of"]);
    check("spread over method", "spread over size", &["plots[2].y_of"]);
    check(
        "\"mark\": \"scatter\", \"x\": \"report.norm\"",
        "\"mark\": \"line\", \"x\": \"report.norm\"",
        &["plots[3].x", "scatter"],
    );
    check(
        "\"mark\": \"box\", \"x\": \"method\", \"y\": \"map\"",
        "\"mark\": \"box\", \"x\": \"method\", \"y\": \"planes\"",
        &["plots[5].y"],
    );
    check("\"ratio\": \"last\"", "\"ratio\": \"end\"", &["plots[7].ratio"]);
}

#[test]
fn too_many_trainings_are_refused_before_any_starts() {
    let seeds: Vec<String> = (0..400).map(|seed| seed.to_string()).collect();
    check("[1, 2],", &format!("[{}],", seeds.join(",")), &["more than 5000 trainings", "at most 5000"]);
    let seeds: Vec<String> = (0..4000).map(|seed| seed.to_string()).collect();
    check("[1, 2],", &format!("[{}],", seeds.join(",")), &["at least 36000 trainings"]);
    // The largest number is accepted: 15 trainings for every seed, 333 seeds.
    let seeds: Vec<String> = (0..333).map(|seed| seed.to_string()).collect();
    let study =
        Study::parse(&SMALL.replace("[1, 2],", &format!("[{}],", seeds.join(",")))).expect("4,995 trainings");
    let cells = study.cells().expect("it was checked");
    assert_eq!(cells.iter().map(|cell| cell.trainings).sum::<usize>(), 4995);
}

#[test]
fn sizes_beyond_the_data_are_refused_with_the_data() {
    let study =
        Study::parse(&SMALL.replace("[6, ", "[25, ")).expect("the file does not say how many there are");
    let data = study.sources()[0].generated().expect("a sample").expect("LETOR text");
    let error = rankscope::study::StudySets::new(&study, &[data]).expect_err("24 train");
    assert!(error.to_string().contains("sizes[0]: data \"made\" has 24 training queries"), "{error}");
}

#[test]
fn the_word_all_stands_for_every_method() {
    let text = |factors: &str| {
        format!(
            r#"{{ "rankscope": "study", "title": "t", "data": [{{ "name": "s", "sample": {{ "queries": 9 }} }}],
            "factors": {factors} }}"#
        )
    };
    let study = Study::parse(&text(r#"{ "method": "all" }"#)).expect("a study");
    let methods: Vec<&str> = METHODS.iter().map(|method| method.label).collect();
    assert_eq!(study.axes()[1].levels, methods);
    assert_eq!(Study::parse(&study.json()).expect("its own text"), study);
    for (factors, words) in [
        (r#"{ "c": "all" }"#, "factors.c: \"all\" is not a list of levels; only the methods can be \"all\""),
        (r#"{ "method": "every" }"#, "is not a list of levels"),
        (r#"{ "method": 1 }"#, "is not a list of levels"),
    ] {
        let problem = Study::parse(&text(factors)).expect_err(factors).to_string();
        assert!(problem.contains(words), "{problem}");
    }
}

#[test]
fn older_names_of_settings_are_read() {
    let text = |more: &str| {
        format!(
            r#"{{ "rankscope": "study", "title": "t", "data": [{{ "name": "s", "sample": {{ "queries": 9 }} }}], {more} }}"#
        )
    };
    let rates = |more: &str| -> Vec<f64> {
        let study = Study::parse(&text(more)).unwrap_or_else(|error| panic!("{more}: {error}"));
        assert_eq!(Study::parse(&study.json()).expect("its own text"), study);
        let cells = study.cells().expect("they were checked");
        cells
            .iter()
            .map(|cell| match &cell.settings {
                CellSettings::Documents(settings) => settings.learning_rate,
                CellSettings::Ratings(_) | CellSettings::Ranker(_) => f64::NAN,
            })
            .collect()
    };
    assert_eq!(rates(r#""fixed": { "method": "ranknet", "rate": 0.3 }"#), [0.3]);
    assert_eq!(rates(r#""fixed": { "method": "ranknet" }, "factors": { "rate": [0.3, 0.2] }"#), [0.3, 0.2]);
    let grid = r#""fixed": { "method": "ranknet" }, "select": { "setting": "rate", "grid": [0.3, 0.2] }"#;
    let cells = Study::parse(&text(grid)).expect("a study").cells().expect("they were checked");
    assert_eq!(cells[0].candidates.len(), 2);
    let settings: TrainingSettings =
        serde_json::from_str(r#"{ "rate": 0.3 }"#).expect("settings of a model file");
    assert_eq!(settings.learning_rate, 0.3);
    let json = serde_json::to_string(&settings).expect("JSON");
    assert!(json.contains("learning_rate") && !json.contains("\"rate\""), "{json}");
}
