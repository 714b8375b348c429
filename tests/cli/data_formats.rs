//! Data files in the formats of other programs, and the rules for what LETOR does not have.

use std::fs;

use rankscope::data::generate_letor;

use crate::support::{Folder, fails, gzip, messages, ok, rankscope};

/// Number of features of the generated sample, which leaves out zeros.
const WIDTH: usize = 12;

/// Writes a LETOR text in the other formats: without queries beside group sizes, from index 0, as a table.
fn written(text: &str) -> [String; 4] {
    let (mut bare, mut zero, mut table, mut sizes) =
        (String::new(), String::new(), String::new(), Vec::new());
    let mut last = "";
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [grade, qid, features @ ..] = &words[..] else { continue };
        if *qid != last {
            sizes.push(0);
            last = qid;
        }
        *sizes.last_mut().expect("a query has begun") += 1;
        bare += &format!("{grade} {}\n", features.join(" "));
        zero += &format!("{grade} {qid}");
        if table.is_empty() {
            let names: Vec<String> = (1..=WIDTH).map(|index| format!("f{index}")).collect();
            table = format!("qid,label,{}\n", names.join(","));
        }
        let mut values = ["0"; WIDTH];
        for feature in features {
            let (index, value) = feature.split_once(':').expect("a feature");
            let index = index.parse::<usize>().expect("an index") - 1;
            zero += &format!(" {index}:{value}");
            values[index] = value;
        }
        table += &format!("{},{grade},{}", &qid[4..], values.join(","));
        zero.push('\n');
        table.push('\n');
    }
    let sizes: Vec<String> = sizes.iter().map(i32::to_string).collect();
    [bare, zero, table, sizes.join("\n")]
}

#[test]
fn every_format_trains_and_scores_as_its_letor_twin() {
    let folder = Folder::new();
    // Without the head, which names the features: a model with names would search the tables for them.
    let made = generate_letor(6, 8, 3);
    let text: String =
        made.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let [bare, zero, table, sizes] = written(&text);
    let data = folder.file("data.txt", &text);
    let expected =
        ok(&["train", &data, "--json", "--max-iterations", "4", "--out", &folder.path("model.json")]);
    let model = folder.path("model.json");
    let scores = ok(&["score", &data, "--model", &model]);

    let beside = folder.file("bare.txt.gz", gzip(&bare));
    folder.file("bare.txt.query", &sizes);
    let alone = folder.file("alone.txt", &bare);
    let groups = folder.file("sizes", &sizes);
    let zero = folder.file("zero.txt", &zero);
    let table = folder.file("table.csv", &table);
    for (arguments, read_as) in [
        (&[&*beside][..], "group sizes from"),
        (&[&alone, "--group-sizes", &groups], "group sizes from"),
        (&[&zero, "--zero-based"], "read as LETOR; feature indices from 0"),
        (&[&table], "read as CSV: grades from column `label`, queries from column `qid`"),
        (&[&table, "--label", "2", "--qid", "qid"], "read as CSV"),
    ] {
        let run = [&["train", "--json", "--max-iterations", "4"], arguments].concat();
        let output = rankscope(&run);
        assert!(messages(&output).contains(read_as), "{run:?}: {}", messages(&output));
        let lines = |text: &str| -> Vec<String> {
            // The last line names the files.
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines[..lines.len() - 1].to_vec()
        };
        let seen = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(lines(&seen), lines(&expected), "{run:?}");
        assert_eq!(ok(&[&["score", "--model", &model], arguments].concat()), scores, "{arguments:?}");
    }
    let said = messages(&rankscope(&["score", &data, "--model", &model]));
    assert_eq!(said, "", "plain LETOR text needs no line");
    fails(&["train", &alone], 1, &["alone.txt: line 1: the lines have no qid", "--group-sizes FILE"]);
    fails(&["train", &zero], 1, &["is 0; indices start at 1, or at 0 with --zero-based"]);
    let few = folder.file("few", "5\n");
    fails(
        &["train", &alone, "--group-sizes", &few],
        1,
        &["alone.txt", "sum to 5, but the data have 42 documents"],
    );
    fails(&["train", &alone, "--group-sizes", "-"], 2, &["--group-sizes", "standard input"]);
    fails(&["train", &alone, "--group-sizes", &folder.path("none")], 1, &["none"]);
}

#[test]
fn columns_of_further_files_are_found_by_name() {
    let folder = Folder::new();
    let train = folder.file("train.csv", "label,qid,a,b\n2,1,5,0\n0,1,1,9\n1,2,4,1\n0,2,2,2\n");
    let test = folder.file("test.csv", "b,note,a,label,qid\n0,x,5,2,1\n9,y,1,0,1\n");
    let model = folder.path("model.json");
    let args = ["train", &train, "--test", &test, "--ignore", "note", "--out", &model];
    // The training data have no such column.
    fails(&args, 1, &["train.csv", "--ignore: no column `note`"]);
    ok(&["train", &train, "--test", &test, "--out", &model]);
    let expected =
        ok(&["score", &folder.file("twin.txt", "2 qid:1 1:5 2:0\n0 qid:1 1:1 2:9\n"), "--model", &model]);
    let like = ["score", &test, "--model", &model, "--columns-like", &train];
    assert_eq!(ok(&like), expected);
    assert_eq!(ok(&["score", &test, "--model", &model]), expected, "the model has the names");
    let other = folder.file("other.csv", "label,qid,a,z\n2,1,5,0\n0,1,1,9\n");
    fails(
        &["score", &other, "--model", &model],
        1,
        &["no column `b`, which is a feature of the training data"],
    );
    let letor = folder.file("data.txt", "1 qid:1 1:1\n");
    let said = messages(&rankscope(&["score", &letor, "--model", &model, "--label", "y"]));
    assert!(said.contains("read as LETOR; --label, --qid, --docid and --ignore are for tables"), "{said}");
    fails(
        &["score", &test, "--model", &model, "--columns-like", &letor],
        2,
        &["needs a table with a header"],
    );
}

#[test]
fn rules_are_needed_for_what_letor_lacks() {
    let folder = Folder::new();
    let table = "label,qid,a,b\n1.6,1,5,0\n0,1,,9\n-1,1,3,3\n";
    let data = folder.file("data.csv", table);
    let all = ["--unjudged", "drop", "--grades", "round", "--missing", "mean"];
    fails(&["train", &data], 1, &["--unjudged", "--grades round", "--missing zero"]);
    let output = rankscope(&[&["train", &data], &all[..]].concat());
    let said = messages(&output);
    assert!(output.status.success(), "{said}");
    for part in ["1 unjudged document left out", "labels rounded", "1 missing value taken as the mean"] {
        assert!(said.contains(part), "{said}");
    }
    for (option, value) in [("--unjudged", "keep"), ("--grades", "2,1"), ("--missing", "median")] {
        fails(&["train", &data, option, value], 2, &[&option[2..], value]);
    }
    fs::write(folder.path("data.csv.query"), "3\n").expect("a file beside the data");
    ok(&[&["train", &data], &all[..]].concat());
}

#[test]
fn a_damaged_file_of_group_sizes_is_refused_only_where_it_would_be_used() {
    let folder = Folder::new();
    let text = generate_letor(4, 5, 3);
    let [bare, _, table, sizes] = written(&text);
    let names = ["letor.txt", "table.csv", "bare.txt"];
    let [letor, table, bare] = [text, table, bare].map(String::into_bytes);
    let packed = gzip(&sizes);
    // A word in place of a number, an empty file, and a packed file that is cut off.
    for (damaged, words) in [
        (format!("5\nfive\n{sizes}").into_bytes(), "line 2"),
        (Vec::new(), "no group sizes"),
        (packed[..packed.len() / 2].to_vec(), ""),
    ] {
        for (name, text) in names.iter().zip([&letor, &table, &bare]) {
            for end in ["query", "group"] {
                let folder = Folder::new();
                let path = folder.file(name, text);
                folder.file(&format!("{name}.{end}"), &damaged);
                if *name == "bare.txt" {
                    fails(&["train", &path], 1, &[&format!("{name}.{end}"), words]);
                    fails(&["train", &folder.file("good.txt", &letor), "--valid", &path], 1, &[end, words]);
                } else {
                    ok(&["train", &path, "--test", &path]);
                }
            }
        }
    }
    // The second name does not stand in for a damaged first one.
    let path = folder.file("bare.txt", &bare);
    folder.file("bare.txt.query", &packed[..packed.len() / 2]);
    folder.file("bare.txt.group", &sizes);
    fails(&["train", &path], 1, &["bare.txt.query"]);
}

#[test]
fn pages_train_where_a_data_file_does() {
    let folder = Folder::new();
    let texts = ["learning to rank", "rank the teams", "deep learning", "cooking pasta"];
    let pages: Vec<String> = (0..4)
        .map(|page| {
            format!(
                "{{ \"url\": \"https://s.org/{page}\", \"id\": \"p{page}\", \"text\": \"{}\" }}",
                texts[page]
            )
        })
        .collect();
    let queries = r#"{ "query": "learning rank", "grades": { "p0": 2, "p2": 1 } }, { "query": "teams", "grades": { "p1": 1 } }"#;
    let json = format!(
        "{{ \"rankscope\": \"pages\", \"pages\": [{}],\n\"queries\": [{queries}] }}",
        pages.join(", ")
    );
    let (plain, packed) = (folder.file("pages.json", &json), folder.file("pages.json.gz", gzip(&json)));
    let model = folder.path("model.json");
    let output = rankscope(&["train", &plain, "--out", &model, "--max-iterations", "20"]);
    assert!(output.status.success(), "{}", messages(&output));
    assert!(
        messages(&output).contains("read as pages: 4 pages, 2 queries, 19 columns"),
        "{}",
        messages(&output)
    );
    // BM25 orders both queries as the grades do, so a model does so too.
    let table = ok(&["score", &packed, "--model", &model, "--format", "tsv"]);
    let first = |query: &str| -> String {
        let rows = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let best = rows.filter(|row| row[0] == query).find(|row| row[4] == "1").expect("a first rank");
        best[1].to_owned()
    };
    assert_eq!((first("learning_rank"), first("teams")), ("p0".to_owned(), "p1".to_owned()));
    assert!(ok(&["data", &plain]).contains("2 queries, 8 documents, 19 features"));
    let broken = folder.file("broken.json", json.replace("\"p1\": 1", "\"p9\": 1"));
    fails(&["train", &broken], 1, &["query 2: there is no page \"p9\"; name a page by its url or its id"]);
}
