//! Exports: folded models, tables, names, commands, explanations and previews.

use std::sync::Arc;

use proptest::prelude::*;
use rankscope::Error;
use rankscope::chart::{ChartSeries, ChartSpec, Figure, FigurePanel, figure_svg};
use rankscope::data::{
    Dataset, FittedMap, FittedScaling, LetorParser, ReadingSettings, generate_letor, labels, parse_names,
};
use rankscope::export::command::{CommandFiles, train_command};
use rankscope::export::table::{ExportColumn, ExportTable, write};
use rankscope::export::{ModelFormat, folded_weights, model};
use rankscope::loss::Decay;
use rankscope::method::settings::TrainingSettings;
use rankscope::model::{Model, Reading};
use rankscope::ranking::scorer::Scorer;
use rankscope::run::{Progress, TrainingRun};
use serde_json::Value;

fn trained(settings: &TrainingSettings) -> (Arc<Dataset>, TrainingRun) {
    let text = generate_letor(12, 10, 3);
    let data = Arc::new(Dataset::from_letor(&text).expect("the generated sample is sound"));
    let mut run = TrainingRun::new(Arc::clone(&data), settings).expect("settings fit the data");
    while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
    (data, run)
}

fn settings(scale: &str) -> TrainingSettings {
    TrainingSettings { scale: scale.to_owned(), ..TrainingSettings::default() }
}

fn named(names: &[&str]) -> Vec<Option<String>> {
    names.iter().map(|name| (!name.is_empty()).then(|| (*name).to_owned())).collect()
}

/// Compares the document order of two scorings in every query, without pairs that are too close for rounding.
fn same_ranking(data: &Dataset, one: &[f64], other: &[f64]) {
    let mut decided = 0;
    for query in data.queries() {
        for i in query.documents.clone() {
            for j in query.documents.clone() {
                if one[i] - one[j] > 1e-9 {
                    decided += 1;
                    assert!(other[i] > other[j], "documents {i} and {j} change places");
                }
            }
        }
    }
    assert!(decided > 100, "the scores differ");
}

#[test]
fn folded_weights_rank_raw_documents_as_the_model_does() {
    for scale in ["none", "minmax", "standard"] {
        let (data, run) = trained(&settings(scale));
        let trained = run.model().expect("a model");
        let folded = folded_weights(&trained).expect("it can be folded");
        let scores = trained.score(&data).expect("scores");
        same_ranking(&data, &scores, &data.scores(0..data.n_documents(), &folded));

        // The exported formats contain exactly these weights.
        let names = named(&["title \"x\"", "", "body\\é"]);
        // Features without a name in the list have that of the model, which the head of the data names.
        let all = trained.names_under(&names);
        let expected = labels(&all, folded.len()).expect("labels");
        let text = model(&trained, ModelFormat::Elasticsearch, &names, "m \"1\"").expect("a definition");
        let outer: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(outer["model"]["name"], "m \"1\"");
        assert_eq!(outer["model"]["model"]["type"], "model/linear");
        let definition = outer["model"]["model"]["definition"].as_str().expect("a text");
        let definition: Value = serde_json::from_str(definition).expect("JSON in JSON");
        assert_eq!(definition.as_object().expect("flat").len(), folded.len());
        let text = model(&trained, ModelFormat::Solr, &names, "m").expect("a model");
        let solr: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(solr["class"], "org.apache.solr.ltr.model.LinearModel");
        for (place, (label, weight)) in expected.iter().zip(&folded).enumerate() {
            assert_eq!(definition[label].as_f64(), Some(*weight), "{label}");
            assert_eq!(solr["features"][place]["name"], label.as_str());
            assert_eq!(solr["params"]["weights"][label].as_f64(), Some(*weight), "{label}");
        }
        let json = model(&trained, ModelFormat::Json, &names, "").expect("the model file");
        let renamed = trained.with_names(&all).expect("names");
        assert_eq!(Model::parse(&json).expect("a model file"), renamed);
    }
}

#[test]
fn inexpressible_models_are_rejected_with_a_reason() {
    let (_, run) = trained(&settings("query"));
    let per_query = run.model().expect("a model");
    for format in [ModelFormat::Elasticsearch, ModelFormat::Solr] {
        let refused = model(&per_query, format, &[], "m").expect_err("per-query scaling");
        assert!(refused.to_string().contains("scales every query"), "{refused}");
    }
    assert!(model(&per_query, ModelFormat::Json, &[], "m").is_ok(), "the model file keeps it");

    let narrow = FittedScaling::MinMax { minimum: vec![0.0, 2.0], maximum: vec![1e-300, 2.0] };
    let made = Model::new(
        TrainingSettings::default(),
        2,
        narrow,
        FittedMap::None,
        Scorer::Linear { weights: vec![1e100, 5.0] },
        2,
    )
    .expect("finite");
    let refused = folded_weights(&made).expect_err("out of range");
    assert!(refused.to_string().contains("feature 1"), "{refused}");
    let wide = FittedScaling::MinMax { minimum: vec![-f64::MAX, 2.0], maximum: vec![f64::MAX, 2.0] };
    let made = Model::new(
        TrainingSettings::default(),
        2,
        wide,
        FittedMap::None,
        Scorer::Linear { weights: vec![1e300, 5.0] },
        2,
    )
    .expect("finite");
    let folded = folded_weights(&made).expect("the range is halved first");
    assert!((folded[0] - 1e300 / f64::MAX / 2.0).abs() < 1e-18, "{folded:?}");
    assert_eq!(folded[1], 0.0, "no spread, no weight");

    let refused = model(&made, ModelFormat::Solr, &named(&["f2"]), "m").expect_err("one name for two");
    assert!(refused.to_string().contains("features 1 and 2"), "{refused}");
    assert!(model(&made, ModelFormat::Solr, &[], " ").is_err(), "a model without a name");
    assert!("word".parse::<ModelFormat>().is_err());
}

#[test]
fn names_files_are_read_or_rejected_by_line() {
    let read = |text: &str| parse_names(text).map_err(|error| error.to_string());
    assert_eq!(read("title\n\n# said\r\n2 grams\n"), Ok(named(&["title", "2 grams"])));
    assert_eq!(read("2 body text\n1:title: x"), Ok(named(&["title: x", "body text"])));
    assert_eq!(read("\u{feff}3 : c"), Ok(named(&["", "", "c"])));
    for (text, line, reason) in [
        ("", 1, "no names"),
        ("1 a\nb\n", 2, "has no index"),
        ("1 a\n1 b", 2, "named twice"),
        ("a\nb\n\na", 4, "already the name of feature 1"),
        ("0 a", 1, "1 to 100000"),
        ("99999999999999999999999 a", 1, "too large"),
        ("a\u{7}b", 1, "control"),
        (&"x".repeat(101), 1, "longer than 100"),
    ] {
        let Err(Error::Parse { problems, total }) = parse_names(text) else { panic!("{text:?} is at fault") };
        assert_eq!((problems.len(), total, problems[0].line), (1, 1, line), "{text:?}");
        assert!(problems[0].problem.contains(reason), "{text:?}: {}", problems[0].problem);
    }
}

#[test]
fn the_head_of_a_letor_file_names_features() {
    let names = |text: &str| {
        let data = Dataset::from_letor(text).expect("sound");
        (data.summary().feature_names, data.summary().warnings)
    };
    let document = "1 qid:1 1:0.5 2:1 # 1: of a document\n# features: late\n";
    let (found, warnings) = names(&format!("# made by hand: yes\n# 2: body\n#1:title bm25\n\n{document}"));
    assert_eq!((found, warnings.len()), (named(&["title bm25", "body"]), 0));
    assert_eq!(names(&format!("# Features: a, b ,c\n{document}")).0, named(&["a", "b", "c"]));
    assert_eq!(names(&format!("# features: 2 body,1:title\n{document}")).0, named(&["title", "body"]));
    assert_eq!(
        names(&generate_letor(1, 2, 1)).0[1].as_deref(),
        Some("bm25_title"),
        "the sample names its own"
    );
    assert_eq!(names(document).0, Vec::<Option<String>>::new());
    let (found, warnings) = names(&format!("# 1: a\n# 1: b\n{document}"));
    assert_eq!(found, named(&["a"]));
    assert_eq!(warnings[0].line, 2, "{warnings:?}");
    assert!(warnings[0].problem.contains("named twice"));

    // The head is read correctly for any chunks, and parts of the data keep the names.
    let text = format!("# 2: body\n# 1: title\n{document}0 qid:2 1:1\n");
    for cut in 0..text.len() {
        let mut parser = LetorParser::new();
        parser.push(&text.as_bytes()[..cut]);
        parser.push(&text.as_bytes()[cut..]);
        let data = parser.finish().expect("sound").dataset;
        assert_eq!(data.select_queries(&[1]).summary().feature_names, named(&["title", "body"]));
    }
}

#[test]
fn tables_escape_special_characters() {
    let texts = |head: &str, texts: &[&str]| ExportColumn {
        head: head.to_owned(),
        texts: Some(texts.iter().map(|&text| text.to_owned()).collect()),
        numbers: None,
    };
    let numbers = |head: &str, numbers: &[Option<f64>]| ExportColumn {
        head: head.to_owned(),
        texts: None,
        numbers: Some(numbers.to_vec()),
    };
    let table = ExportTable {
        columns: vec![
            texts("query", &["=1+1", "a,\"b\"|c_1 50% \\x", "[x] <b>"]),
            numbers("slack ξ", &[Some(-0.123_456_789), Some(1e-9), Some(f64::NAN)]),
            numbers("NDCG@10", &[Some(3.0), None, Some(-0.0)]),
        ],
    };
    assert_eq!(
        write(&table, "csv").expect("CSV"),
        "query,slack ξ,NDCG@10\n'=1+1,-0.123456789,3\n\"a,\"\"b\"\"|c_1 50% \\x\",0.000000001,\n[x] <b>,,-0\n"
    );
    assert_eq!(
        write(&table, "markdown").expect("Markdown"),
        "| query | slack ξ | NDCG@10 |\n| --- | --: | --: |\n| =1+1 | -0.1235 | 3 |\n\
         | a,\"b\"\\|c\\_1 50% \\\\x | 1.000e-9 |  |\n| \\[x\\] &lt;b&gt; |  | 0 |\n"
    );
    assert_eq!(
        write(&table, "latex").expect("LaTeX"),
        "\\begin{tabular}{lrr}\n  \\hline\n  query & slack $\\xi$ & NDCG@10 \\\\\n  \\hline\n\
         \x20 =1+1 & $-0.1235$ & 3 \\\\\n\
         \x20 a,\"b\"\\textbar{}c\\_1 50\\% \\textbackslash{}x & $1.000 \\cdot 10^{-9}$ &  \\\\\n\
         \x20 {[}x{]} \\textless{}b\\textgreater{} &  & 0 \\\\\n  \\hline\n\\end{tabular}\n"
    );
    for formula in ["=x", "+x", "-5", "@x", "\tx", "\rx"] {
        let one = ExportTable { columns: vec![texts("a", &[formula])] };
        let csv = write(&one, "csv").expect("CSV");
        assert!(csv[2..].trim_start_matches('"').starts_with('\''), "{formula:?} is text: {csv:?}");
    }
    // Cells with other separators, and characters that are special after a line end.
    let hostile = ["a;=1+1", "a\n=1+1", "a\t@x", "＝1", "a;b-c", "a,-b", "*x"];
    let one = ExportTable { columns: vec![numbers("n", &[Some(1.0); 7]), texts("a", &hostile)] };
    assert_eq!(
        write(&one, "csv").expect("CSV"),
        "n,a\n1,\"a;'=1+1\"\n1,\"a\n'=1+1\"\n1,\"a\t'@x\"\n1,'＝1\n1,\"a;b-c\"\n1,\"a,-b\"\n1,*x\n"
    );
    for (format, line, heads, separator, separators) in
        [("markdown", "|\n", 2, '|', 3), ("latex", " \\\\\n", 1, '&', 1)]
    {
        let text = write(&one, format).expect("a format");
        assert_eq!(text.matches(line).count(), hostile.len() + heads, "{format}: a line per row: {text}");
        let mut rows = text.lines().filter(|row| row.contains('x'));
        assert!(rows.all(|row| row.matches(separator).count() == separators), "{text}");
    }
    assert!(write(&one, "latex").expect("LaTeX").contains("& {*}x"), "no star behind a line end");
    assert!(write(&table, "pdf").is_err());
    let uneven = ExportTable { columns: vec![texts("a", &["x"]), texts("b", &[])] };
    assert!(write(&uneven, "csv").is_err());
}

#[test]
fn the_command_contains_changed_options_and_is_safe_in_a_shell() {
    let files = CommandFiles { train: "my train's.txt".to_owned(), ..CommandFiles::default() };
    assert_eq!(
        train_command(&TrainingSettings::default(), &files),
        r"rankscope train 'my train'\''s.txt' --method dorm --c 10"
    );
    let files = CommandFiles {
        train: "-x".to_owned(),
        valid: Some("$(v)".to_owned()),
        test: None,
        split: Some([60.0, 20.0, 20.0]),
        split_seed: Some(9),
        names: Some("my names".to_owned()),
        reading: None,
    };
    let other = TrainingSettings {
        decay: "list:1,0.5".to_owned(),
        decay_cut: Some(3),
        c: 1e-7,
        scale: "minmax".to_owned(),
        drop_zero: true,
        seed: 9,
        ..TrainingSettings::default()
    };
    assert_eq!(
        train_command(&other, &files),
        "rankscope train ./-x --valid '$(v)' --names 'my names' --split 60/20/20 --method dorm --decay list:1,0.5 \
         --decay-cut 3 --c 0.0000001 --seed 9 --scale minmax --drop-zero"
    );
    let chosen = TrainingSettings { choose: "validation".to_owned(), ..TrainingSettings::default() };
    let has_choice = |files: &CommandFiles| train_command(&chosen, files).contains("--choose validation");
    assert!(has_choice(&files));
    let without = |split| CommandFiles { valid: None, split, split_seed: None, ..files.clone() };
    assert!(has_choice(&without(Some([60.0, 20.0, 20.0]))));
    assert!(!has_choice(&without(None)), "without validation data there is nothing to choose by");
    assert!(!has_choice(&without(Some([70.0, 0.0, 30.0]))));
    let apart = CommandFiles { split_seed: Some(7), names: None, ..files };
    assert_eq!(
        train_command(&TrainingSettings::default(), &apart),
        "rankscope train ./-x --valid '$(v)' --split 60/20/20 --split-seed 7 --method dorm --c 10"
    );
    let rules = ReadingSettings {
        zero_based: true,
        ignore: vec!["doc id".to_owned(), "age".to_owned()],
        grades: "-1,0.5".to_owned(),
        ..ReadingSettings::default()
    };
    let text = |text: &str| Some(text.to_owned());
    let reading =
        Reading { rules, group_sizes: text("-sizes"), query_weight: text("column:w"), ..Reading::default() };
    let table = CommandFiles { train: "t".to_owned(), reading: Some(reading), ..CommandFiles::default() };
    assert_eq!(
        train_command(&TrainingSettings::default(), &table),
        "rankscope train t --group-sizes ./-sizes --query-weight column:w --ignore 'doc id,age' --grades=-1,0.5 --zero-based --method dorm --c 10"
    );
}

#[test]
fn the_contributions_add_up_to_the_difference_of_the_scores() {
    for scale in ["none", "query", "standard"] {
        let (data, run) = trained(&settings(scale));
        let last = run.inspect(2, 1).expect("iteration 2");
        let found = run.explain(2, 1, [3, 7]).expect("two documents");
        assert_eq!(found.scores, [last.documents[3].score, last.documents[7].score]);
        assert_eq!(found.difference, found.scores[0] - found.scores[1]);
        let differences: f64 = found.features.iter().map(|one| one.difference).sum();
        assert!((differences - found.difference).abs() < 1e-12);
        let weight = |one: &rankscope::model::explanation::FeaturePart| one.weight.expect("a linear scorer");
        let score: f64 = found.features.iter().map(|one| weight(one) * one.values[0]).sum();
        assert!((score - found.scores[0]).abs() < 1e-12);
        assert!(found.features.is_sorted_by(|a, b| a.difference.abs() >= b.difference.abs()));
        let one = &found.features[0];
        assert_eq!(one.difference, weight(one) * (one.values[0] - one.values[1]));
        if scale == "none" {
            let row = data.query(1).documents.start + 3;
            assert_eq!(one.values[0], data.features(row)[one.feature], "the values that the model sees");
        }
        let mirrored = run.explain(2, 1, [7, 3]).expect("the other way round");
        assert_eq!(mirrored.difference, -found.difference);
        assert!(run.explain(2, 1, [0, 0]).expect("itself").features.iter().all(|one| one.difference == 0.0));
        assert!(run.explain(2, 99, [0, 1]).is_err() && run.explain(2, 1, [0, 999]).is_err());
        assert!(run.explain(9999, 1, [0, 1]).is_err());
        assert!(run.explain(0, 1, [0, 1]).expect("w = 0").features.is_empty());
    }
}

#[test]
fn a_preview_runs_the_oracle_of_other_settings_at_the_same_w() {
    let (_, run) = trained(&settings("none"));
    let same = run.preview(3, 2, &settings("none")).expect("the same settings");
    let inspected = run.inspect(3, 2).expect("iteration 3");
    assert_eq!((&same.violator, same.hinge), (&inspected.violator, inspected.hinge));

    let other = TrainingSettings { decay: "list:1,1,0.2".to_owned(), ..settings("none") };
    let preview = run.preview(3, 2, &other).expect("another profile");
    assert_eq!(&preview.c[..4], [1.0, 1.0, 0.2, 0.0]);
    assert!((preview.hinge - (preview.loss - preview.margin)).abs() < 1e-15);
    assert_ne!(preview.margin, inspected.margin, "c has an effect where w is not 0");
    // At w = 0 every score is 0, so c changes only its own values.
    let zero = run.preview(0, 2, &other).expect("w = 0");
    assert_eq!((zero.margin, zero.hinge), (0.0, run.inspect(0, 2).expect("w = 0").hinge));
    let broken = TrainingSettings { decay: "list:0.5,1".to_owned(), ..settings("none") };
    assert!(run.preview(3, 2, &broken).is_err());
    assert!(run.preview(3, 999, &other).is_err());
}

#[test]
fn lists_are_corrected_by_their_running_minimum() {
    for (given, expected) in [
        ("list:1,0.5,0.7,0.2,-1,0.1", "list:1,0.5,0.5,0.2,0,0"),
        ("list:1,NaN,inf,0.5", "list:1,1,1,0.5"),
        ("list:1e300,1", "list:1e100,1"),
        ("power:2", "power:2"),
    ] {
        let mended: Decay =
            given.parse::<Decay>().expect("in the grammar").mended().expect("it can be mended");
        assert_eq!(mended, expected.parse().expect("in the grammar"), "{given}");
    }
    for hopeless in ["list:0,1", "list:-1", "list:nan,1"] {
        let refused = hopeless.parse::<Decay>().expect("in the grammar").mended().expect_err(hopeless);
        assert!(refused.to_string().contains("rank 1"), "{refused}");
    }
}

proptest! {
    #[test]
    fn a_mended_list_is_a_profile(values in prop::collection::vec(prop::num::f64::ANY, 1..12)) {
        let Ok(Decay::List(mended)) = Decay::List(values.clone()).mended() else {
            prop_assert!(!(values[0].is_finite() && values[0] > 0.0));
            return Ok(());
        };
        prop_assert_eq!(mended.len(), values.len());
        prop_assert!(rankscope::loss::DecayProfile::new(Decay::List(mended), 1.0, None).is_ok());
    }

    #[test]
    fn names_never_panic(text in "\\PC{0,200}") {
        let _ = parse_names(&text);
        let _ = Dataset::from_letor(&format!("# {text}\n1 qid:1 1:1\n"));
    }
}

#[test]
fn a_figure_is_a_document_with_titles_and_legends() {
    let series = |dash: Vec<f64>| ChartSeries {
        color: "#0072b2".to_owned(),
        dash,
        width: 2.0,
        values: vec![Some(3.0), Some(2.0), None, Some(1.5)],
    };
    let chart = ChartSpec {
        width: 400.0,
        height: 180.0,
        pixel_ratio: 1.0,
        foreground: "#222222".to_owned(),
        grid: "#dddddd".to_owned(),
        font_size: 12.0,
        x_maximum: 3.0,
        series: vec![series(vec![]), series(vec![6.0, 4.0])],
        band: None,
        cursor: None,
        marks: vec![],
        ring: None,
        y_minimum: None,
        y_maximum: None,
        y_floor: None,
        logarithmic: false,
        exits: vec![],
        notes: vec![],
    };
    let panel = |title: &str| FigurePanel {
        title: title.to_owned(),
        about: "½‖w‖² + C · mean ξ".to_owned(),
        labels: vec!["primal".to_owned(), "dual <&>".to_owned()],
        chart: chart.clone(),
    };
    let mut figure = Figure {
        background: "#ffffff".to_owned(),
        foreground: "#222222".to_owned(),
        caption: "own data · DORM".to_owned(),
        panels: vec![panel("Objective"), panel("Slack")],
    };
    let text = figure_svg(&figure).expect("a document");
    for part in [
        "<svg ",
        "</svg>",
        "Objective",
        "Slack",
        "primal",
        "dual &lt;&amp;&gt;",
        "own data · DORM",
        "½‖w‖²",
        "iteration",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    // The longest label has 8 letters. Title, caption and axis name are 2.6, 2.6 and 1.6 times the font size.
    assert_eq!(figure.size(), Ok((400 + 88, 31 + 2 * (31 + 180 + 19))));
    figure.panels[1].labels.pop();
    assert!(figure_svg(&figure).is_err(), "a label is missing");
    figure.panels.clear();
    assert!(figure_svg(&figure).is_err(), "nothing to draw");
}
