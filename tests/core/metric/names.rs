//! Names of ir_measures and trec_eval, each with its meaning, and with its value on an example computed by hand.

use proptest::prelude::*;
use rankscope::data::Grade;
use rankscope::metric::{Labels, MEASURES, Measure, NamedMeasure, OTHER_NAMES, ReadMeasure, Tool, menu};
use rankscope::ranking::TiedRanking;

fn read(name: &str) -> NamedMeasure {
    NamedMeasure::read(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the value for documents that the scores rank as grades 1, 0, 2, 0, 1.
fn value(read: &ReadMeasure) -> f64 {
    let grades: [Grade; 5] = [1, 0, 2, 0, 1];
    let labels =
        Labels { grades: &grades, groups: &[], max_grade: 2, threshold: read.threshold, unjudged: 0 };
    let ranking = TiedRanking::by_scores(&[5.0, 4.0, 3.0, 2.0, 1.0]);
    read.measure.value(&ranking, &labels).expect("the example has a value")
}

#[test]
fn names_have_the_meaning_of_their_program() {
    let (log_3, log_4, log_6) = (3_f64.log2(), 4_f64.log2(), 6_f64.log2());
    // DCG at ranks 1, 3 and 5, over the best DCG with the grades 2, 1, 1.
    let linear = (1.0 + 2.0 / log_4 + 1.0 / log_6) / (2.0 + 1.0 / log_3 + 1.0 / log_4);
    let exponential = (1.0 + 3.0 / log_4 + 1.0 / log_6) / (3.0 + 1.0 / log_3 + 1.0 / log_4);
    // Good documents at ranks 1, 3 and 5; from grade 2 on only at rank 3.
    let average_precision = (1.0 + 2.0 / 3.0 + 3.0 / 5.0) / 3.0;
    // s = 1/16, 3/16, 1/16 of greatest grade 4; 1/4, 3/4, 1/4 of greatest grade 2; 1/2 each of greatest grade 1.
    let err_of_4 =
        1.0 / 16.0 + (15.0 / 16.0) * (3.0 / 16.0) / 3.0 + (15.0 / 16.0) * (13.0 / 16.0) * (1.0 / 16.0) / 5.0;
    let err_of_2 =
        1.0 / 4.0 + (3.0 / 4.0) * (3.0 / 4.0) / 3.0 + (3.0 / 4.0) * (1.0 / 4.0) * (1.0 / 4.0) / 5.0;
    let err_of_1 = 1.0 / 2.0 + (1.0 / 2.0) * (1.0 / 2.0) / 3.0 + (1.0 / 4.0) * (1.0 / 2.0) / 5.0;
    // s = 1/2, 1 at ranks 1 and 3, where every reader stops.
    let linear_err = 1.0 / 2.0 + (1.0 / 2.0) / 3.0;
    let (ir, trec, own) = (Tool::IrMeasures, Tool::TrecEval, Tool::Rankscope);
    let table: &[(&str, Tool, &str, Grade, f64)] = &[
        ("nDCG@10", ir, "ndcg@10+linear", 1, linear),
        ("nDCG", ir, "ndcg+linear", 1, linear),
        ("nDCG(dcg='exp-log2')@10", ir, "ndcg@10", 1, exponential),
        ("nDCG(dcg=\"log2\", judged_only=False)@10", ir, "ndcg@10+linear", 1, linear),
        ("NDCG(dcg='log2')@10", ir, "ndcg@10+linear", 1, linear),
        ("AP", ir, "ap", 1, average_precision),
        ("AP(rel=2)", ir, "ap", 2, 1.0 / 3.0),
        ("MAP(rel=2)", ir, "ap", 2, 1.0 / 3.0),
        ("AP@5", ir, "ap@5", 1, average_precision),
        ("AP(cutoff=4)", ir, "ap@4", 1, (1.0 + 2.0 / 3.0) / 3.0),
        ("Rprec", ir, "rprec", 1, 2.0 / 3.0),
        ("RPrec(rel=2)", ir, "rprec", 2, 0.0),
        ("RBP(p=0.5, rel=1)", ir, "rbp:0.5", 1, 0.5 * (1.0 + 0.25 + 0.0625)),
        ("RBP(rel=2)@3", ir, "rbp@3", 2, 0.2 * 0.64),
        ("Judged(cutoff=5)", ir, "judged@5", 1, 1.0),
        ("Judged@5", own, "judged@5", 1, 1.0),
        ("P@5", ir, "p@5", 1, 3.0 / 5.0),
        ("P(rel=2)@5", ir, "p@5", 2, 1.0 / 5.0),
        ("Precision( rel = 2 )@ 5", ir, "p@5", 2, 1.0 / 5.0),
        ("R@10", ir, "recall@10", 1, 1.0),
        ("R@2", ir, "recall@2", 1, 1.0 / 3.0),
        ("Recall(rel=2, cutoff=3)", ir, "recall@3", 2, 1.0),
        ("Success@5", ir, "success@5", 1, 1.0),
        ("Success(rel=2)@2", ir, "success@2", 2, 0.0),
        ("RR", ir, "rr", 1, 1.0),
        ("RR@10", ir, "rr@10", 1, 1.0),
        ("RR(rel=2)@10", ir, "rr@10", 2, 1.0 / 3.0),
        ("RR(rel=2)@2", ir, "rr@2", 2, 0.0),
        ("ERR@10", ir, "err@10:4", 1, err_of_4),
        ("recip_rank", trec, "rr", 1, 1.0),
        ("ndcg_cut_10", trec, "ndcg@10+linear", 1, linear),
        ("map_cut_10", trec, "ap@10", 1, average_precision),
        ("ndcg_cut.10", trec, "ndcg@10+linear", 1, linear),
        ("P_10", trec, "p@10", 1, 3.0 / 10.0),
        ("P.10", trec, "p@10", 1, 3.0 / 10.0),
        ("recall_10", trec, "recall@10", 1, 1.0),
        ("recall_2", trec, "recall@2", 1, 1.0 / 3.0),
        ("success_5", trec, "success@5", 1, 1.0),
        // Names of Rankscope keep their meaning in any letter case, unless the case makes them those of ir_measures.
        ("ndcg", own, "ndcg", 1, exponential),
        ("ndcg@10", own, "ndcg@10", 1, exponential),
        ("NDCG@10", own, "ndcg@10", 1, exponential),
        ("Ndcg@10", own, "ndcg@10", 1, exponential),
        ("ndcg@10+linear", own, "ndcg@10+linear", 1, linear),
        ("map", own, "ap", 1, average_precision),
        ("MAP", own, "ap", 1, average_precision),
        ("mrr", own, "rr", 1, 1.0),
        ("p@5", own, "p@5", 1, 3.0 / 5.0),
        ("recall@10", own, "recall@10", 1, 1.0),
        ("success@5", own, "success@5", 1, 1.0),
        ("err@10", own, "err@10", 1, err_of_2),
        ("err@10:4", own, "err@10:4", 1, err_of_4),
        ("ERR@10:4", own, "err@10:4", 1, err_of_4),
        ("err:1", own, "err:1", 1, err_of_1),
        ("err@10+linear", own, "err@10+linear", 1, linear_err),
        ("ERR@10+linear", own, "err@10+linear", 1, linear_err),
        ("ERR:2+linear", own, "err:2+linear", 1, linear_err),
    ];
    for &(name, tool, key, threshold, expected) in table {
        let named = read(name);
        let read = named.with_scale(None, None, 1);
        assert_eq!(
            (named.tool(), read.measure.key().as_str(), read.threshold),
            (tool, key, threshold),
            "{name}"
        );
        let seen = value(&read);
        assert!((seen - expected).abs() <= 1e-15, "{name}: {seen}, expected {expected}");
        let is_same = name.to_ascii_lowercase().parse() == Ok(read.measure) && threshold == 1;
        assert_eq!(read.name, if is_same { name.to_ascii_lowercase() } else { name.to_owned() });
    }
    for name in OTHER_NAMES {
        assert!(table.iter().any(|(listed, ..)| listed == name), "{name} has a value here");
    }
}

#[test]
fn a_second_meaning_is_noted() {
    let note = |name: &str, own_threshold| read(name).with_scale(None, None, own_threshold).note;
    let noted = [
        ("nDCG@10", "nDCG@10: linear gain g, as in ir_measures; ndcg@10 has the gain 2^g − 1"),
        ("ndcg_cut_10", "ndcg_cut_10: linear gain g, as in trec_eval; ndcg@10 has the gain 2^g − 1"),
        (
            "ERR@10",
            "ERR@10: greatest grade 4, as in ir_measures by gdeval; err@10 takes the greatest grade of the data",
        ),
        ("NDCG@10", "NDCG@10: gain 2^g − 1; the linear gain of ir_measures is nDCG@10 or ndcg@10+linear"),
        ("ndcg", "ndcg: gain 2^g − 1; the linear gain of trec_eval is nDCG or ndcg+linear"),
    ];
    for (name, expected) in noted {
        assert_eq!(note(name, 1).as_deref(), Some(expected));
    }
    for name in
        ["ndcg@10", "AP", "AP(rel=2)", "P@5", "map", "MAP", "nDCG(dcg='exp-log2')@10", "err@10", "err@10:4"]
    {
        assert_eq!(note(name, 1), None, "{name}");
    }
    let expected = "AP: good from grade 1, as in ir_measures; ap would be good from grade 2";
    assert_eq!(note("AP", 2).as_deref(), Some(expected));
}

#[test]
fn the_name_precedes_the_option_and_the_option_what_is_usual() {
    let scale = |name: &str, threshold, max_grade, own| {
        let read = read(name).with_scale(threshold, max_grade, own);
        (read.measure.key(), read.threshold)
    };
    for (name, expected) in [("AP(rel=3)", 3), ("AP", 2), ("P_5", 2), ("ap", 2)] {
        assert_eq!(scale(name, Some(2), None, 1).1, expected, "{name} with the option 2");
    }
    for (name, expected) in [("AP(rel=3)", 3), ("AP", 1), ("P_5", 1), ("ap", 5)] {
        assert_eq!(scale(name, None, None, 5).1, expected, "{name} with a model of threshold 5");
    }
    for (name, expected) in [
        ("ERR@9", "err@9:3"),
        ("err@9", "err@9:3"),
        ("err@9:2", "err@9:2"),
        ("ap", "ap"),
        ("err@9+linear", "err@9:3+linear"),
    ] {
        assert_eq!(scale(name, None, Some(3), 1).0, expected, "{name} with the greatest grade 3");
    }
}

#[test]
fn names_that_cannot_be_computed_are_refused_with_the_reason() {
    for (name, problem) in [
        ("map_cut", "needs a cut-off, as in map_cut_10"),
        ("map@0", "has no whole cut-off"),
        ("Rprec@3", "takes no cut-off"),
        ("RBP(rel=1, p=1)", "needs p above 0 and below 1"),
        ("AP(p=0.5)", "takes no parameter p"),
        ("infAP", "of ir_measures is a measure that Rankscope does not have"),
        ("RBP(p=0.8)", "needs rel, as in RBP(rel=1)"),
        ("bpref", "of trec_eval is a measure that Rankscope does not have"),
        ("iprec_at_recall_0.10", "of trec_eval is a measure that Rankscope does not have"),
        ("nDCG@0", "has no whole cut-off from 1"),
        ("nDCG(dcg='log3')@10", "needs dcg='log2' or dcg='exp-log2'"),
        ("nDCG(gains={1:3})@10", "has the parameter \"gains\", which Rankscope does not have"),
        ("nDCG(rel=2)@10", "takes no parameter rel"),
        ("AP(dcg='log2')", "takes no parameter dcg"),
        ("AP(rel=0)", "needs rel from 1 to 255"),
        ("AP(rel=256)", "needs rel from 1 to 255"),
        ("AP(rel=2", "lacks a closing bracket"),
        ("AP(2)", "needs key=value"),
        ("AP(rel=2)x", "something other than @k"),
        ("RR(judged_only=True)", "needs judged_only=False"),
        ("Judged(rel=1)@5", "takes no parameter rel"),
        ("P", "needs a cut-off, as in P@5"),
        ("R", "needs a cut-off, as in R@5"),
        ("r@10", "is not a measure"),
        ("ndcg_cut", "needs a cut-off, as in ndcg_cut_10"),
        ("p_10", "is not a measure"),
    ] {
        let message = NamedMeasure::read(name).expect_err(name).to_string();
        assert!(
            message.starts_with(&format!("measure: {name:?} ")) && message.contains(problem),
            "{message}"
        );
    }
}

#[test]
fn the_list_of_measures_is_complete() {
    let name_of = |key: &str| key.split(['@', ':', '+', '[']).next().unwrap_or_default().to_owned();
    let listed: Vec<String> = MEASURES.iter().map(|entry| name_of(entry.grammar)).collect();
    for choice in menu() {
        assert!(listed.contains(&name_of(choice.name)), "{} is listed", choice.name);
    }
    for entry in MEASURES {
        let measure: Measure = entry.example.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(name_of(&measure.key()), name_of(entry.grammar));
        let conventions = measure.conventions(3, 5);
        assert_eq!(conventions.good_from, measure.needs_threshold().then_some(3), "{}", entry.example);
    }
    let greatest =
        |text: &str| text.parse::<Measure>().map(|measure| measure.conventions(1, 5).greatest_grade);
    assert_eq!((greatest("err"), greatest("err:4"), greatest("ap")), (Ok(Some(5)), Ok(Some(4)), Ok(None)));
}

#[test]
fn conventions_in_words() {
    let check = |text: &str, expected: &str| {
        let measure: Measure = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(measure.conventions(2, 4).text(), expected);
    };
    check("ndcg@10", "gain 2^g − 1, discount 1/log2(rank + 1)");
    check("dcg+linear+flat", "gain g, discount 1 at ranks 1 and 2, then 1/log2(rank)");
    check("recall@3", "good from grade 2");
    check("err@3", "greatest grade 4");
    check("err@3+linear", "gain g, greatest grade 4");
    check("eru", "gain g, discount 2^(−(rank − 1)/(5 − 1))");
    check("eru:3,1", "gain max(g − 1, 0), discount 2^(−(rank − 1)/(3 − 1))");
    check("eru:3,-1", "gain g + 1, discount 2^(−(rank − 1)/(3 − 1))");
    check("wta", "");
}

/// Measures whose value depends on which grades are good: they must say so, and others must not.
#[test]
fn the_threshold_is_stated_where_it_matters() {
    let grades: [Grade; 6] = [1, 0, 2, 1, 0, 2];
    let ranking = TiedRanking::by_scores(&[6.0, 5.0, 4.0, 3.0, 2.0, 1.0]);
    let computed = menu().into_iter().filter_map(|choice| choice.name.parse::<Measure>().ok());
    for measure in computed.filter(|measure| !measure.needs_groups() && measure.kind.name != "cost") {
        // Success@5 is 1 for both thresholds.
        if measure.kind.name == "Success" {
            continue;
        }
        let value = |threshold| {
            measure.value(
                &ranking,
                &Labels { grades: &grades, groups: &[], max_grade: 2, threshold, unjudged: 0 },
            )
        };
        assert_eq!(
            value(1) != value(2),
            measure.needs_threshold() && measure.key() != "recall@10",
            "{measure}"
        );
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(nDCG|AP|P|R|ERR|Success|RR|MAP|ndcg_cut|recall|P|map_cut|é)?[@_.:(]?(rel|dcg|cutoff)?[='\"(]*[0-9a-z,)=-]{0,6}[@)_+]{0,2}[0-9]{0,3}") {
        if let Ok(named) = NamedMeasure::read(&text) {
            let read = named.with_scale(None, None, 1);
            prop_assert_eq!(read.measure.key().parse(), Ok(read.measure));
        }
    }

    #[test]
    fn any_characters_are_read_or_refused(text in any::<String>()) {
        let _ = NamedMeasure::read(&text);
    }
}
