//! Models of other programs: the scores that those programs gave, every kind of gap, and what is refused.
//!
//! `foreign/` has data with and without gaps, models that LightGBM 4.7 and XGBoost 3.2 trained on them, and the scores
//! of those programs.

use rankscope::Error;
use rankscope::data::{DataReader, Dataset, ReadingSettings};
use rankscope::model::{Model, read_model};
use rankscope::ranking::scorer::{Scorer, TreeNode, WeakLearner};

const PLAIN: [&[u8]; 6] = [
    include_bytes!("foreign/complete/lightgbm.txt"),
    include_bytes!("foreign/complete/lightgbm.json"),
    include_bytes!("foreign/complete/xgboost.json"),
    include_bytes!("foreign/complete/xgboost.ubj"),
    include_bytes!("foreign/complete/xgboost-dump.json"),
    include_bytes!("foreign/complete/data.csv"),
];
const GAPS: [&[u8]; 6] = [
    include_bytes!("foreign/gaps/lightgbm.txt"),
    include_bytes!("foreign/gaps/lightgbm.json"),
    include_bytes!("foreign/gaps/xgboost.json"),
    include_bytes!("foreign/gaps/xgboost.ubj"),
    include_bytes!("foreign/gaps/xgboost-dump.json"),
    include_bytes!("foreign/gaps/data.csv"),
];
const SCORES: [[&str; 2]; 2] = [
    [
        include_str!("foreign/complete/lightgbm-scores.txt"),
        include_str!("foreign/complete/xgboost-scores.txt"),
    ],
    [include_str!("foreign/gaps/lightgbm-scores.txt"), include_str!("foreign/gaps/xgboost-scores.txt")],
];

fn opened(bytes: &[u8]) -> Model {
    read_model(bytes).expect("a model")
}

fn read(bytes: &[u8], names: &[Option<String>]) -> Dataset {
    let rules = ReadingSettings {
        missing: "model".to_owned(),
        ignore: vec!["docid".to_owned()],
        ..ReadingSettings::default()
    };
    let mut reader = DataReader::new(&rules, None).expect("known rules").like(names);
    reader.push(bytes);
    reader.finish().expect("data").parsed.dataset
}

fn letor(text: &str) -> Dataset {
    Dataset::from_letor(text).expect("LETOR lines")
}

fn numbers(text: &str) -> Vec<f64> {
    text.lines().map(|line| line.parse().expect("a score per line")).collect()
}

fn message(bytes: &[u8]) -> String {
    read_model(bytes).expect_err("no model").to_string()
}

#[test]
fn scores_are_those_of_the_program() {
    for (files, [lightgbm, xgboost]) in [PLAIN, GAPS].into_iter().zip(SCORES) {
        let (lightgbm, xgboost) = (numbers(lightgbm), numbers(xgboost));
        for (format, bytes) in files[..5].iter().enumerate() {
            let model = opened(bytes);
            let scores = model.score(&read(files[5], &model.names)).expect("scores");
            if format < 2 {
                // LightGBM computes in 64 bits, so the bits are the same.
                assert_eq!(scores, lightgbm, "format {format}");
                continue;
            }
            // The file of scores has nine digits. A dump has no base score, which is below 2e-9 here.
            let within = if format == 4 { 2e-7 } else { 1e-8 };
            for (ours, theirs) in scores.iter().zip(&xgboost) {
                assert!(
                    (ours - theirs).abs() <= within * theirs.abs(),
                    "format {format}: {ours} for {theirs}"
                );
            }
        }
    }
}

#[test]
fn the_two_files_of_one_model_give_one_scorer() {
    for files in [PLAIN, GAPS] {
        let scorers: Vec<Scorer> = files[..4].iter().map(|bytes| opened(bytes).scorer).collect();
        assert!(scorers[2] == scorers[3], "JSON and UBJSON of XGBoost");
        let rows: Vec<Vec<f64>> = (-9..9).map(|step| vec![f64::from(step) / 3.0; 7]).collect();
        let [text, dump] =
            [0, 1].map(|at| rows.iter().map(|row| scorers[at].score_row(row)).collect::<Vec<_>>());
        assert_eq!(text, dump, "text and dump of LightGBM");
    }
}

/// The numbers of documents of every node of every tree.
fn documents(bytes: &[u8]) -> Vec<Vec<Option<u32>>> {
    let scorer = opened(bytes).scorer;
    let of_node = |node: &TreeNode| match *node {
        TreeNode::Split { documents, .. } | TreeNode::Leaf { documents, .. } => documents,
    };
    let of_term = |weak: &WeakLearner| match weak {
        WeakLearner::Tree { nodes } => nodes.iter().map(of_node).collect(),
        WeakLearner::Feature { .. } | WeakLearner::Stump { .. } => Vec::new(),
    };
    scorer.ensembles().iter().flatten().map(|term| of_term(&term.weak)).collect()
}

#[test]
fn lightgbm_counts_the_documents_of_every_node() {
    // Level by level; the numbers stand in the line Tree=0 of the file.
    let first = [360, 205, 155, 119, 86, 52, 103, 45, 41, 16, 36].map(Some);
    for bytes in &GAPS[..2] {
        let counts = documents(bytes);
        assert_eq!(counts.len(), 6);
        assert_eq!(counts[0], first);
        assert!(counts.iter().all(|tree| tree[0] == Some(360)), "all documents pass every root");
    }
    // The other programs write no numbers of documents, and a file without them can be read.
    let ranklib = "## LambdaMART\n<ensemble><tree id=\"1\" weight=\"0.1\"><split><feature>1</feature><threshold>0.5</threshold>\
                   <split pos=\"left\"><output>1</output></split><split pos=\"right\"><output>2</output></split></split>\
                   </tree></ensemble>";
    let without = stump(6);
    for bytes in [GAPS[2], GAPS[3], GAPS[4], ranklib.as_bytes(), without.as_bytes()] {
        let counts = documents(bytes);
        assert!(counts.iter().flatten().count() > 2);
        assert!(counts.iter().flatten().all(Option::is_none));
    }
    // A tree that was not trained here says 0.
    let zeros = without.replace("is_linear=0", "leaf_count=0 0\ninternal_count=0\nis_linear=0");
    assert_eq!(documents(zeros.as_bytes()), [[None; 3]]);
}

#[test]
fn a_dump_says_what_it_lacks() {
    let notes = |bytes: &[u8]| opened(bytes).foreign.expect("another program").notes.join("\n");
    assert!(notes(PLAIN[4]).contains("no base score"));
    assert!(!notes(PLAIN[4]).contains("6 digits"), "nine digits write every float");
    let short = br#"[{"nodeid":0,"split":"a","split_condition":0.5,"yes":1,"no":2,"missing":1,"children":[
        {"nodeid":1,"leaf":0.25},{"nodeid":2,"leaf":-0.125}]}]"#;
    assert!(notes(short).contains("6 digits"));
}

#[test]
fn the_model_file_keeps_a_foreign_model() {
    for bytes in GAPS[..5].iter().copied().chain([&b"## Coordinate Ascent\n1:0.2 39:0.7\n"[..]]) {
        let model = opened(bytes);
        assert_eq!(Model::parse(&model.json()), Ok(model.clone()));
        assert_eq!(opened(model.json().as_bytes()), model);
    }
}

/// A table with the columns of its features the other way round.
fn turned(table: &[u8]) -> String {
    let text = std::str::from_utf8(table).expect("text");
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let features: Vec<&str> = cells[3..].iter().rev().copied().collect();
        format!("{},{}\n", cells[..3].join(","), features.join(","))
    };
    text.lines().map(line).collect()
}

#[test]
fn features_of_a_table_join_by_name() {
    for bytes in &PLAIN[..5] {
        let model = opened(bytes);
        let [straight, turned] = [PLAIN[5], turned(PLAIN[5]).as_bytes()]
            .map(|data| model.score(&read(data, &model.names)).expect("scores"));
        assert_eq!(straight, turned);
    }
}

#[test]
fn features_of_data_with_names_join_by_name_and_numbers_from_zero_by_number() {
    let model = opened(
        b"tree\nnum_tree_per_iteration=1\nmax_feature_idx=1\nfeature_names=a b\n\nTree=0\nnum_leaves=2\n\
        split_feature=1\nthreshold=0.5\ndecision_type=0\nleft_child=-1\nright_child=-2\nleaf_value=1 2\n",
    );
    let score = |text: &str| model.score(&letor(text)).expect("scores");
    assert_eq!(score("# features: b, a\n1 qid:1 1:1 2:0\n0 qid:1 1:0 2:1\n"), [2.0, 1.0]);
    assert_eq!(score("# features: x, b\n1 qid:1 1:1 2:0\n0 qid:1 1:0 2:1\n"), [1.0, 2.0], "a is not used");
    let other = letor("# features: x, y\n1 qid:1 1:1 2:0\n0 qid:1 1:0 2:1\n");
    assert_eq!(model.score(&other), Ok(vec![1.0, 2.0]), "by index");
    assert!(model.name_conflict(&other).expect("other names").contains("\"x\""));
    // Column_0 is not used, and the data have one feature less.
    let model = opened(
        stump(0)
            .replace("max_feature_idx=0", "max_feature_idx=2")
            .replace("split_feature=0", "split_feature=2")
            .replace("Column_0", "Column_0 Column_1 Column_2")
            .as_bytes(),
    );
    let two = letor("1 qid:1 1:-9 2:1\n0 qid:1 1:9 2:-1\n");
    assert_eq!(model.score(&two), Ok(vec![2.0, 1.0]));
    assert!(model.join_note(&two).expect("a note").contains("counts from 0"));
    assert_eq!(
        model
            .evaluate(&two, &["p@1".parse().expect("a measure")], rankscope::metric::Undefined::Skip)
            .expect("values")
            .means[0]
            .value,
        Some(1.0)
    );
}

/// A tree of LightGBM with one split at 0.5, which sends a gap where `kind` says.
fn stump(kind: u8) -> String {
    format!(
        "tree\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=0\nobjective=lambdarank\nfeature_names=Column_0\n\n\
         Tree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=0\nthreshold=-0.5\ndecision_type={kind}\nleft_child=-1\n\
         right_child=-2\nleaf_value=1 2\nis_linear=0\n\nend of trees\n"
    )
}

#[test]
fn gaps_go_as_in_lightgbm() {
    // decision_type: 2 goes left by default; 0, 4 and 8 say that nothing, 0 or NaN counts as missing.
    let table: [(u8, [f64; 4]); 6] = [
        // -1, 0, 1, a gap
        (0, [1.0, 2.0, 2.0, 2.0]),
        (2, [1.0, 2.0, 2.0, 2.0]),
        (4, [1.0, 2.0, 2.0, 2.0]),
        (6, [1.0, 1.0, 2.0, 1.0]),
        (8, [1.0, 2.0, 2.0, 2.0]),
        (10, [1.0, 2.0, 2.0, 1.0]),
    ];
    for (kind, expected) in table {
        let scorer = opened(stump(kind).as_bytes()).scorer;
        let scores = [-1.0, 0.0, 1.0, f64::NAN].map(|x| scorer.score_row(&[x]));
        assert_eq!(scores, expected, "decision_type {kind}");
    }
    let model = opened(stump(6).as_bytes());
    assert!(model.names.is_empty(), "Column_0 is a number, not a name");
    // LightGBM takes 1e-36 for 0.
    assert_eq!(model.scorer.score_row(&[1e-36]), 1.0);
    assert_eq!(model.scorer.score_row(&[1e-34]), 2.0);
}

#[test]
fn links_dart_and_linear_boosters_score_as_in_xgboost() {
    let file = |booster: &str, objective: &str, base: &str| {
        format!(
            r#"{{"learner":{{"feature_names":[],"gradient_booster":{booster},"learner_model_param":{{"base_score":"{base}",
            "num_class":"0","num_feature":"2"}},"objective":{{"name":"{objective}"}}}},"version":[3,0,0]}}"#
        )
    };
    let tree = r#"{"left_children":[1,-1,-1],"right_children":[2,-1,-1],"split_indices":[1,0,0],
        "split_conditions":[0.5,-1.0,2.0],"default_left":[true,false,false]}"#;
    let gbtree = format!(r#"{{"name":"gbtree","model":{{"trees":[{tree}]}}}}"#);
    let score = |text: String, row: [f64; 2]| opened(text.as_bytes()).scorer.score_row(&row);
    // Values below the threshold go left, the threshold itself goes right.
    assert_eq!(score(file(&gbtree, "rank:pairwise", "0.5"), [9.0, 0.4]), -0.5);
    assert_eq!(score(file(&gbtree, "rank:pairwise", "0.5"), [9.0, 0.5]), 2.5);
    assert_eq!(score(file(&gbtree, "rank:pairwise", "0.5"), [9.0, f64::NAN]), -0.5);
    // The greatest number that rounds to a float below 0.5, and the next one.
    let below = 0.5 - 2f64.powi(-26);
    assert_eq!(score(file(&gbtree, "rank:pairwise", "0"), [0.0, below.next_down()]), -1.0);
    assert_eq!(score(file(&gbtree, "rank:pairwise", "0"), [0.0, below]), 2.0);
    let logistic = score(file(&gbtree, "binary:logistic", "0.5"), [0.0, 1.0]);
    assert!((logistic - 1.0 / (1.0 + (-2.0f64).exp())).abs() < 1e-15, "{logistic}");
    let dart = format!(
        r#"{{"name":"dart","gbtree":{{"model":{{"trees":[{tree},{tree}]}}}},"weight_drop":[0.5,0.25]}}"#
    );
    assert_eq!(score(file(&dart, "rank:ndcg", "0"), [0.0, 1.0]), 1.5);
    let linear = r#"{"name":"gblinear","model":{"weights":[0.5,-2.0,0.125]}}"#;
    assert_eq!(score(file(linear, "rank:ndcg", "1"), [4.0, 1.0]), 1.125);
    assert!(
        opened(file(&gbtree, "count:poisson", "0.5").as_bytes()).foreign.expect("XGBoost").notes[0]
            .contains("link")
    );
}

#[test]
fn ranklib_and_svm_rank_score_by_hand() {
    let data = letor("1 qid:1 1:1 2:0.25 3:4\n0 qid:1 1:0 2:0.75 3:-1\n");
    let scores = |text: &str| opened(text.as_bytes()).score(&data).expect("scores");
    let mart = "## MART\n## No. of trees = 2\n\n<ensemble>\n\t<tree id=\"1\" weight=\"0.5\">\n<split>\n<feature> 2 </feature>\n\
        <threshold> 0.25 </threshold>\n<split pos=\"left\">\n<output> -1.0 </output>\n</split>\n<split pos=\"right\">\n\
        <feature> 1 </feature>\n<threshold> 0.0 </threshold>\n<split pos=\"left\">\n<output> 2.0 </output>\n</split>\n\
        <split pos=\"right\">\n<output> 4.0 </output>\n</split>\n</split>\n</split>\n</tree>\n\
        <tree id=\"2\" weight=\"1.0\">\n<split>\n<output> 0.25 </output>\n</split>\n</tree>\n</ensemble>\n";
    assert_eq!(scores(mart), [-0.25, 1.25]);
    assert_eq!(scores("## Coordinate Ascent\n## Restart = 5\n1:0.5 2:2 3:-1\n"), [-3.0, 2.5]);
    assert_eq!(
        scores("## AdaRank\n## Iteration = 500\n2:1.0 2:0.5 1:0.25\n"),
        [0.625, 1.125],
        "a feature may come twice"
    );
    assert_eq!(scores("## RankBoost\n## Iteration = 300\n1:0.5:2.0 3:-1.0:0.25\n"), [2.25, 0.0]);
    assert_eq!(scores("## Linear Regression\n## Lambda = 1.0E-10\n0:0.5 1:1 2:2 3:0\n"), [2.0, 2.0]);
    let svm = |b: &str| {
        format!(
            "SVM-light Version V6.20\n0 # kernel type\n3 # kernel parameter -d \n1 # kernel parameter -g \n\
             1 # kernel parameter -s \n1 # kernel parameter -r \nempty# kernel parameter -u \n3 # highest feature index \n\
             2 # number of training documents \n2 # number of support vectors plus 1 \n{b} # threshold b, each following \
             line is a SV (starting with alpha*y)\n1 1:0.5 3:2 #\n0.5 2:4 #\n"
        )
    };
    assert_eq!(scores(&svm("0")), [9.0, -0.5]);
    assert_eq!(scores(&svm("1")), [8.0, -1.5]);
    assert!(message(svm("0").replacen("\n0 #", "\n2 #", 1).as_bytes()).contains("an RBF kernel"));
}

#[test]
fn what_cannot_be_opened_gets_one_sentence() {
    for (bytes, words) in [
        (&b""[..], "an empty file"),
        (b"binf\0\0\0", "the old binary format of XGBoost"),
        (b"\x80\x04\x95", "a Python pickle"),
        (b"CBM1\0", "a CatBoost model"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\xff\xfe\x00", "byte 1 is not UTF-8"),
        (b"1 qid:3 1:0.5\n", "data in LETOR format"),
        (b"q1 Q0 d3 1 0.5 tag\n", "a run in TREC's format"),
        (b"a,b,c\n1,2,3\n", "a table"),
        (b"booster[0]:\n0:[f2<1]\n", "a text dump of XGBoost"),
        (b"{\"a\": 1}", "a JSON file of another kind"),
        (b"<?xml version=\"1.0\"?>", "an XML file"),
    ] {
        let said = message(bytes);
        assert!(said.contains(words) && said.contains("can be opened"), "{said:?} does not say {words:?}");
        assert!(!said.contains('\n'), "{said:?}");
    }
    let categorical = stump(1);
    assert!(message(categorical.as_bytes()).contains("by categories"));
    assert!(message(stump(0).replace("is_linear=0", "is_linear=1").as_bytes()).contains("linear_tree"));
    assert!(message(stump(0).replace("iteration=1", "iteration=3").as_bytes()).contains("classes"));
    assert!(
        message(stump(0).replace("leaf_value=1 2", "leaf_value=1").as_bytes())
            .contains("leaf_value has 1 values")
    );
    assert!(message(b"## ListNet\n1 2 3\n").contains("the method \"listnet\""));
    assert!(
        message(b"## LambdaMART\n<ensemble>\n<tree weight=\"1\"><split><output> 1 </output>\n")
            .contains("complete")
    );
    let endless = stump(0).replace("left_child=-1", "left_child=0");
    assert!(message(endless.as_bytes()).contains("two parents"));
}

#[test]
fn data_with_gaps_train_nothing() {
    let data = read(GAPS[5], &[]);
    assert!(data.has_gaps());
    let run = rankscope::run::TrainingRun::new(std::sync::Arc::new(data), &Default::default());
    let Err(Error::Data { problem }) = run else { panic!("gaps are no numbers") };
    assert!(problem.contains("values are missing"), "{problem}");
}

#[test]
fn splits_and_gains_of_features_are_those_that_lightgbm_counts() {
    for [bytes, ..] in [PLAIN, GAPS] {
        let model = opened(bytes);
        let text = std::str::from_utf8(bytes).expect("text");
        // LightGBM writes how many splits each feature has.
        let (_, own) = text.split_once("feature_importances:\n").expect("a block of importances");
        let mut own: Vec<(&str, usize)> = own
            .lines()
            .take_while(|line| !line.is_empty())
            .map(|line| line.rsplit_once('=').expect("name=count"))
            .map(|(name, count)| (name, count.parse().expect("a count")))
            .collect();
        let uses = model.scorer.features();
        let named: Vec<String> = uses.iter().map(|one| model.feature_name(one.feature)).collect();
        let mut counted: Vec<(&str, usize)> =
            named.iter().map(String::as_str).zip(uses.iter().map(|one| one.uses)).collect();
        own.sort_unstable();
        counted.sort_unstable();
        assert_eq!(counted, own);
        // The gains of its trees, feature by feature.
        let lines = |start: &'static str| text.lines().filter_map(move |line| line.strip_prefix(start));
        let mut gains = vec![0.0; model.n_features];
        for (features, of_splits) in lines("split_feature=").zip(lines("split_gain=")) {
            for (feature, gain) in features.split(' ').zip(of_splits.split(' ')) {
                gains[feature.parse::<usize>().expect("a feature")] += gain.parse::<f64>().expect("a gain");
            }
        }
        for one in uses {
            // The nodes are added in another order.
            let (sum, own) = (one.importance, gains[one.feature]);
            assert!(
                (sum - own).abs() <= 1e-12 * own,
                "{}: {sum}, not {own}",
                model.feature_name(one.feature)
            );
        }
    }
}

#[test]
fn the_ways_of_documents_are_those_that_lightgbm_counts() {
    for (bytes, data) in [(PLAIN[0], PLAIN[5]), (GAPS[0], GAPS[5]), (GAPS[1], GAPS[5])] {
        let model = opened(bytes);
        let data = read(data, &model.names);
        for (tree, counted) in documents(bytes).into_iter().enumerate() {
            let mut passed = vec![0; counted.len()];
            for query in data.queries() {
                for document in 0..query.documents.len() {
                    let paths = model.tree_paths(&data, query.index, [document, 0], [0, tree]).expect("ways");
                    paths.nodes[0].iter().for_each(|&node| passed[node] += 1);
                }
            }
            assert_eq!(passed.into_iter().map(Some).collect::<Vec<_>>(), counted, "tree {tree}");
        }
    }
}

#[test]
fn ways_of_documents_end_at_their_scores_and_name_their_values() {
    for files in [PLAIN, GAPS] {
        for bytes in &files[..5] {
            let model = opened(bytes);
            // The columns stand in another order, so the features are joined by name.
            let data = read(turned(files[5]).as_bytes(), &[]);
            let scores = model.score(&data).expect("scores");
            let rows = data.query(3).documents;
            let pair = [1, 4];
            for (ensemble, terms) in model.scorer.ensembles().iter().enumerate() {
                for (round, term) in terms.iter().enumerate() {
                    let paths = model.tree_paths(&data, 3, pair, [ensemble, round]).expect("ways");
                    let difference = scores[rows.start + 1] - scores[rows.start + 4];
                    assert_eq!(
                        paths.differences.last().map(|last| last.to_bits()),
                        Some(difference.to_bits())
                    );
                    assert_eq!(paths.differences.len(), terms.len());
                    let WeakLearner::Tree { nodes } = &term.weak else { panic!("a tree") };
                    for (place, document) in pair.into_iter().enumerate() {
                        let splits = &paths.nodes[place][..paths.values[place].len()];
                        for (&node, value) in splits.iter().zip(&paths.values[place]) {
                            let TreeNode::Split { feature, .. } = nodes[node] else { panic!("a split") };
                            let name = &model.names[feature];
                            let column = data.feature_names().iter().position(|other| other == name);
                            let own = data.value(rows.start + document, column.expect("a column"));
                            assert_eq!(value.to_bits(), own.to_bits(), "{name:?}");
                        }
                    }
                }
            }
            assert!(matches!(model.tree_paths(&data, 999, pair, [0, 0]), Err(Error::Config { .. })));
            assert!(matches!(model.tree_paths(&data, 3, [0, 999], [0, 0]), Err(Error::Absent { .. })));
            assert!(matches!(model.tree_paths(&data, 3, pair, [0, 999]), Err(Error::Absent { .. })));
        }
    }
}
