//! Runs and judgements of TREC as their readers take them, tables of scores, types of JSON lines, and `--quiet`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;

use rankscope::data::generate_letor;
use serde_json::Value;

use crate::support::{Folder, fails, json_lines, messages, ok, rankscope};

/// Scores of documents by query.
type Run = BTreeMap<String, HashMap<String, f64>>;

/// Reads a run as ir_measures (`parse_trec_run`) and trec_eval (`get_trec_results.c`) do: six columns at white space, a
/// whole rank, a number as score, no document twice in a query. Also checks that ranks count from 1.
fn read_run(text: &str) -> Run {
    let mut run = Run::new();
    let mut ranks: HashMap<String, i64> = HashMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [query, q0, document, rank, score, tag] = columns[..] else { panic!("not six columns: {line}") };
        assert_eq!(q0, "Q0");
        assert!(!tag.is_empty());
        let next = ranks.entry(query.to_owned()).or_insert(0);
        *next += 1;
        assert_eq!(rank.parse::<i64>(), Ok(*next), "{line}");
        let score: f64 = score.parse().expect("a score");
        assert!(score.is_finite());
        let old = run.entry(query.to_owned()).or_default().insert(document.to_owned(), score);
        assert!(old.is_none(), "trec_eval refuses {document} twice in {query}");
    }
    run
}

/// Reads judgements: four columns at white space, a whole grade.
fn read_qrels(text: &str) -> BTreeMap<String, HashMap<String, i64>> {
    let mut qrels: BTreeMap<String, HashMap<String, i64>> = BTreeMap::new();
    for line in text.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let [query, "0", document, grade] = columns[..] else { panic!("not four columns: {line}") };
        let old = qrels
            .entry(query.to_owned())
            .or_default()
            .insert(document.to_owned(), grade.parse().expect("a grade"));
        assert!(old.is_none(), "{document} twice in {query}");
    }
    qrels
}

/// Orders the documents of a query as `comp_sim_docno` of trec_eval does: by score, equal ones by id, the last first.
fn as_trec_eval(scores: &HashMap<String, f64>, narrow: bool) -> Vec<String> {
    let value = |score: f64| if narrow { f64::from(score as f32) } else { score };
    let mut order: Vec<&String> = scores.keys().collect();
    order.sort_by(|one, other| {
        value(scores[*other]).total_cmp(&value(scores[*one])).then_with(|| other.cmp(one))
    });
    order.into_iter().cloned().collect()
}

/// Returns data with a document id in every comment, and its model. The query 7 has close and equal scores.
fn data_and_model(folder: &Folder) -> (String, String) {
    let mut text: String = generate_letor(6, 12, 3)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .enumerate()
        .map(|(row, line)| {
            format!("{} # docid = GX-{row} inc = 1\n", line.split('#').next().unwrap_or_default())
        })
        .collect();
    for (name, value) in
        [("a", "0.5"), ("b", "0.5000000000001"), ("c", "0.5"), ("d", "0.5000000000002"), ("e", "0")]
    {
        text += &format!("1 qid:7 1:{value} #docid {name}\n");
    }
    let data = folder.file("data.txt", text);
    let out = folder.path("model.json");
    ok(&["train", &data, "--c", "100", "--out", &out]);
    (data, out)
}

#[test]
fn runs_keep_the_order_of_the_model_in_trec_eval() {
    let folder = Folder::new();
    let (data, model) = data_and_model(&folder);
    let text = ok(&["score", &data, "--model", &model, "--format", "trec", "--tag", "mine"]);
    assert!(text.lines().all(|line| line.ends_with(" mine")));
    let run = read_run(&text);
    let written: BTreeMap<String, Vec<String>> = text.lines().fold(BTreeMap::new(), |mut order, line| {
        let columns: Vec<&str> = line.split(' ').collect();
        order.entry(columns[0].to_owned()).or_insert_with(Vec::new).push(columns[2].to_owned());
        order
    });
    let scores: Vec<f64> =
        ok(&["score", &data, "--model", &model]).lines().map(|line| line.parse().expect("a score")).collect();
    assert_eq!(run.values().map(HashMap::len).sum::<usize>(), scores.len());
    for (query, scores) in &run {
        for narrow in [false, true] {
            assert_eq!(as_trec_eval(scores, narrow), written[query], "query {query}, 32 bits: {narrow}");
        }
    }
    let close = &run["7"];
    assert_eq!(close["a"], close["c"], "equal scores stay equal");
    assert_eq!(close.values().map(|score| score.to_bits()).collect::<HashSet<_>>().len(), 4);

    // Query by query, the measure of the run is that of `eval` where nothing is tied.
    let qrels = read_qrels(&ok(&["score", &data, "--format", "qrels"]));
    assert_eq!(qrels.keys().collect::<Vec<_>>(), run.keys().collect::<Vec<_>>());
    let eval: Value = serde_json::from_str(&ok(&[
        "eval",
        &data,
        "--model",
        &model,
        "--measures",
        "RR(rel=2)",
        "--per-query",
        "--json",
    ]))
    .expect("JSON");
    for row in eval["per_query"].as_array().expect("rows").iter().take(6) {
        let query = row["query"].as_str().expect("an id");
        let place = written[query].iter().position(|document| qrels[query][document] >= 2);
        let expected = place.map(|place| 1.0 / (place + 1) as f64);
        assert_eq!(row["measures"]["RR(rel=2)"].as_f64(), expected, "query {query}");
    }
}

#[test]
fn the_table_of_scores_has_the_order_of_the_file() {
    let folder = Folder::new();
    let (data, model) = data_and_model(&folder);
    let table = ok(&["score", &data, "--model", &model, "--format", "tsv"]);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["query", "document", "grade", "score", "rank"]);
    let plain = ok(&["score", &data, "--model", &model]);
    assert_eq!(ok(&["score", &data, "--model", &model, "--format", "scores"]), plain);
    for (row, score) in rows[1..].iter().zip(plain.lines()) {
        assert_eq!(row[3].parse::<f64>(), score.parse(), "{row:?}");
    }
    let run = ok(&["score", &data, "--model", &model, "--format", "trec"]);
    for line in run.lines() {
        let columns: Vec<&str> = line.split(' ').collect();
        let row = rows.iter().find(|row| row[1] == columns[2]).expect("the document");
        assert_eq!((row[0], row[4]), (columns[0], columns[3]), "the same ranks");
    }
}

#[test]
fn ids_come_from_comments_or_lines_and_the_source_is_said() {
    let folder = Folder::new();
    let some =
        folder.file("some.txt", "# head\n1 qid:a 1:1 # docid = X1\n0 qid:b 1:0\n0 qid:a 1:2 # docid=X3\n");
    let output = rankscope(&["score", &some, "--format", "qrels"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a 0 2 1\na 0 4 0\nb 0 3 0\n");
    assert!(messages(&output).contains("the comment of line 3 has no docid"), "{}", messages(&output));
    let arguments = ["score", &some, "--format", "qrels", "--ids", "comments"];
    fails(&arguments, 1, &["line 3", "docid", "--ids lines"]);
    let named = folder.file("named.txt", "1 qid:a 1:1 # docid = X1\n0 qid:a 1:2 # x docid=X3\n");
    assert_eq!(ok(&["score", &named, "--format", "qrels"]), "a 0 X1 1\na 0 X3 0\n");
    assert_eq!(ok(&["score", &named, "--format", "qrels", "--ids", "lines"]), "a 0 1 1\na 0 2 0\n");

    // White space separates the columns, also white space that is not ASCII.
    for id in ["\"two words\"", "a\u{a0}b"] {
        let spaced = folder.file("spaced.txt", format!("1 qid:a 1:1 # docid = {id}\n"));
        let result = rankscope(&["score", &spaced, "--format", "qrels"]);
        if id.starts_with('"') {
            assert_eq!(result.status.code(), Some(1));
            assert!(messages(&result).contains("line 1") && messages(&result).contains("white space"));
        }
        assert!(!String::from_utf8_lossy(&result.stdout).contains('\u{a0}'));
    }
    let twice =
        folder.file("twice.txt", "1 qid:a 1:1 # docid=X\n0 qid:a 1:2 # docid=X\n0 qid:b 1:2 # docid=X\n");
    fails(&["score", &twice, "--format", "qrels"], 1, &["line 2", "already in line 1", "--ids lines"]);
}

#[test]
fn first_words_of_comments_name_documents() {
    let folder = Folder::new();
    let said = |text: &str| {
        let data = folder.file("data.txt", text);
        let output = rankscope(&["score", &data, "--format", "qrels"]);
        (String::from_utf8_lossy(&output.stdout).into_owned(), messages(&output))
    };
    let (qrels, words) =
        said("4 qid:1 1:1 # 7555 rambo\n0 qid:1 1:2 # 1370 rambo\n1 qid:2 1:3 # 7555 rocky\n");
    assert_eq!(qrels, "1 0 7555 4\n1 0 1370 0\n2 0 7555 1\n", "a name may stand in two queries");
    assert!(words.contains("first words of the comments"), "{words}");
    for text in [
        "1 qid:1 1:1 # page one\n0 qid:1 1:2 # page two\n",
        "1 qid:1 1:1 # site=a\n0 qid:1 1:2 # site=b\n",
        "1 qid:1 1:1 # type = A\n0 qid:1 1:2 # kind = B\n",
        "1 qid:1 1:1 # 7555\n0 qid:1 1:2\n",
    ] {
        assert_eq!(said(text).0, "1 0 1 1\n1 0 2 0\n", "no names: {text}");
    }
    let data = folder.file("data.txt", "1 qid:1 1:1 # page one\n0 qid:1 1:2 # page two\n");
    fails(&["score", &data, "--format", "qrels", "--ids", "comments"], 1, &["line 1", "--ids lines"]);
}

#[test]
fn scores_and_explanations_need_no_grades() {
    let folder = Folder::new();
    let train = folder.file("train.csv", "query,grade,bm25,pop\n1,1,2,3\n1,0,1,2\n2,0,2,1\n2,1,3,1\n");
    let model = folder.path("model.json");
    ok(&["train", &train, "--method", "regression", "--out", &model]);
    let table = "query,docid,bm25,pop\n\"q, 1\",8629,2.5,8\n\"q, 1\",4050,1,4\n";
    let table = folder.file("table.csv", table);
    let scores = ok(&["score", &table, "--model", &model]);
    let graded = folder.file("graded.txt", "1 qid:q 1:2.5 2:8\n0 qid:q 1:1 2:4\n");
    assert_eq!(scores, ok(&["score", &graded, "--model", &model]));
    for text in ["0.5 qid:q 1:2.5 2:8\n999 qid:q 1:1 2:4\n", "qid:q 1:2.5 2:8\nNA qid:q 1:1 2:4\n"] {
        let lines = folder.file("lines.txt", text);
        let output = rankscope(&["score", &lines, "--model", &model]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), scores, "{text}");
        assert!(messages(&output).contains("2 documents without a grade"), "{}", messages(&output));
    }
    let rows = ok(&["score", &table, "--model", &model, "--format", "tsv"]);
    let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert_eq!((rows[0][1], rows[0][2], rows[0][4]), ("8629", "", "1"), "the cell of the grade is empty");
    let mixed = folder.file("mixed.txt", "1 qid:q 1:2.5 2:8 # a\n0.5 qid:q 1:1 2:4 # b\n");
    let rows = ok(&["score", &mixed, "--model", &model, "--format", "tsv"]);
    let grades: Vec<&str> = rows.lines().skip(1).filter_map(|line| line.split('\t').nth(2)).collect();
    assert_eq!(grades, ["1", ""]);
    fails(&["score", &table, "--format", "qrels"], 1, &["no column holds the grades"]);
    fails(&["eval", &table, "--model", &model], 1, &["no column holds the grades"]);

    let text = ok(&["explain", &mixed, "--model", &model, "--query", "q"]);
    assert!(text.contains("document 0: id a, grade 1, rank 1 of 2"), "{text}");
    assert!(text.contains("document 1: id b, no grade, rank 2 of 2"), "{text}");
    let text = ok(&["explain", &graded, "--model", &model, "--query", "q", "--documents", "1,0"]);
    assert!(text.contains("document 1: line 2, grade 0, rank 2 of 2"), "{text}");
    let answer = ok(&["explain", &mixed, "--model", &model, "--query", "q", "--json"]);
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["ids"], serde_json::json!(["a", "b"]));
    assert_eq!(answer["grades"], serde_json::json!([1, null]));
    assert_eq!(answer["ranks"], serde_json::json!([1, 2]));
}

#[test]
fn options_of_runs_without_effect_are_refused() {
    let folder = Folder::new();
    let (data, model) = data_and_model(&folder);
    fails(&["score", &data], 2, &["--model"]);
    fails(&["score", &data, "--format", "trec"], 2, &["--model"]);
    fails(&["score", &data, "--format", "word"], 2, &["word", "qrels"]);
    let with = |extra: &[&str], words: &[&str]| {
        fails(&[&["score", &data, "--model", &model][..], extra].concat(), 2, words);
    };
    with(&["--format", "qrels"], &["model", "leave it out"]);
    with(&["--tag", "x"], &["tag", "trec"]);
    with(&["--format", "trec", "--tag", "a b"], &["tag", "white space"]);
    with(&["--ids", "lines"], &["ids"]);
    with(&["--format", "tsv", "--ids", "names"], &["names", "comments"]);
    with(&["--format", "trec", "--diverse", "--group", "feature:1"], &["diverse", "tsv"]);
    let ranks = ok(&["score", &data, "--model", &model, "--diverse", "--group", "feature:1"]);
    let table =
        ok(&["score", &data, "--model", &model, "--diverse", "--group", "feature:1", "--format", "tsv"]);
    let of_table: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split('\t').nth(4)).collect();
    assert_eq!(of_table, ranks.lines().collect::<Vec<_>>());
}

#[test]
fn json_lines_have_a_type() {
    let folder = Folder::new();
    let (data, model) = data_and_model(&folder);
    let types = |arguments: &[&str]| -> Vec<String> {
        let lines = json_lines(&ok(arguments));
        lines.iter().map(|line| line["type"].as_str().unwrap_or("none").to_owned()).collect()
    };
    let train = types(&["train", &data, "--json", "--c", "100"]);
    let (last, steps) = train.split_last().expect("lines");
    assert!(last == "result" && steps.len() > 2 && steps.iter().all(|kind| kind == "iteration"), "{train:?}");
    assert_eq!(types(&["eval", &data, "--model", &model, "--json"]), ["evaluation"]);
    assert_eq!(types(&["violators", &data, "--model", &model, "--query", "3", "--json"]), ["violator"]);
    assert_eq!(types(&["measures", "--json"]), ["measures"]);
    let compare =
        ["compare", &data, "--test", &data, "--valid", &data, "--methods", "dorm", "--c-grid", "1", "--json"];
    assert_eq!(types(&compare), ["comparison"]);
    let ratings = folder.file("ratings.csv", ok(&["generate-ratings", "40x30"]));
    let rest = ["--keep", "8", "--c", "100", "--rounds", "1", "--turns", "1", "--rank", "1", "--json"];
    let factorize = types(&[&["factorize", &ratings][..], &rest].concat());
    assert_eq!((&*factorize[0], &*factorize[factorize.len() - 1]), ("data", "result"));
    assert!(factorize[1..factorize.len() - 1].iter().all(|kind| kind == "step"), "{factorize:?}");
}

#[test]
fn quiet_prints_only_results_and_errors() {
    let folder = Folder::new();
    // The queries are interleaved, which is a warning.
    let apart = folder.file("apart.txt", "2 qid:a 1:1\n0 qid:b 1:2\n0 qid:a 1:3\n1 qid:b 1:4\n");
    let model = folder.path("model.json");
    let quiet = |arguments: &[&str]| {
        let output = rankscope(&[arguments, &["--quiet"]].concat());
        assert_eq!(messages(&output), "", "{arguments:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert_eq!(quiet(&["train", &apart, "--out", &model]).lines().count(), 1, "only the end");
    let json = quiet(&["train", &apart, "--json"]);
    assert_eq!(json_lines(&json).iter().map(|line| line["type"].clone()).collect::<Vec<_>>(), ["result"]);
    let means = quiet(&["eval", &apart, "--model", &model, "--measures", "err@10:1"]);
    assert!(means.starts_with("err@10:1 ") && !means.contains("note:"), "{means}");
    assert_eq!(quiet(&["eval", &apart, "--model", &model, "--per-query"]).lines().count(), 3);
    assert_eq!(quiet(&["score", &apart, "--model", &model, "--format", "trec"]).lines().count(), 4);
    quiet(&["violators", &apart, "--model", &model, "--query", "a"]);
    quiet(&["export", &model, "--format", "json"]);
    let few =
        ["compare", &apart, "--test", &apart, "--valid", &apart, "--methods", "owpc", "--c-grid", "1e-9"];
    assert_eq!(quiet(&few).lines().count(), 3);
    assert!(ok(&few).contains("learned little"), "{}", ok(&few));
    let output = rankscope(&["-q", "eval", &apart, "--model", &folder.path("none.json")]);
    assert!(output.status.code() == Some(1) && messages(&output).contains("none.json"), "errors stay");
    for command in [
        "train",
        "eval",
        "violators",
        "score",
        "compare",
        "study",
        "export",
        "methods",
        "measures",
        "factorize",
    ] {
        assert!(ok(&[command, "--help"]).contains("--quiet"), "{command}");
    }
}

#[test]
fn the_table_of_queries_stands_alone() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "1 qid:a 1:1\n0 qid:a 1:0\n0 qid:b 1:1\n0 qid:b 1:0\n");
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    let output = rankscope(&["eval", &data, "--model", &model, "--measures", "map,ndcg@10", "--per-query"]);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "query\tdocuments\tmap\tndcg@10\na\t2\t1.000000\t1.000000\nb\t2\t\t\n"
    );
    assert!(messages(&output).contains("map 1.000000 over 1 of 2 queries"), "{}", messages(&output));
    let _ = fs::remove_file(&model);
}
