//! Costs of positions: the violator, y* and its alignment against all permutations, and the texts of costs.

use std::borrow::Cow;
use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use rankscope::data::Dataset;
use rankscope::loss::{Class, PositionCost, QueryLabels, QueryLoss, Realignment, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::COST;
use rankscope::model::Model;
use rankscope::ranking::scorer::Scorer;
use rankscope::ranking::{Ranking, ScoredDocuments, TiedRanking};
use rankscope::run::{Progress, StepReport, TrainingRun};

fn settings(cost: &str, reference: &str) -> TrainingSettings {
    TrainingSettings {
        method: "dorm-cost".to_owned(),
        cost: cost.to_owned(),
        kind: "key:type".to_owned(),
        reference: reference.to_owned(),
        ..TrainingSettings::default()
    }
}

fn bind(
    settings: &TrainingSettings,
    grades: &[u8],
    kinds: &[Option<Cow<str>>],
) -> Option<Box<dyn QueryLoss>> {
    let config = settings.parse().expect("valid settings");
    let loss = config.learner.loss().expect("a structured loss");
    let labels = QueryLabels { grades, kinds, ..QueryLabels::default() };
    loss.slack_groups()[0][0].bind_query(&labels).expect("the cost has all classes")
}

/// A random table over three grades and two kinds, with few different costs so that ideal rankings are many.
///
/// `is_sorted`: in which sorting the classes is ideal, as costs are gain times a discount that does not increase.
fn random_table(random: &mut Random, is_sorted: bool) -> String {
    let columns = random.integer(1, 4);
    let mut discount: Vec<i64> = (0..columns).map(|_| random.integer(0, 2)).collect();
    discount.sort_unstable_by_key(|&value| -value);
    let mut rows = Vec::new();
    for grade in 0..3 {
        for kind in ["", r#", "kind": "a""#] {
            let gain = random.integer(0, 3);
            let quarters = |rank: usize| match is_sorted {
                true => -gain * discount[rank],
                false => random.integer(-4, 4),
            };
            let costs: Vec<String> =
                (0..columns as usize).map(quarters).map(|cost| (cost as f64 / 4.0).to_string()).collect();
            rows.push(format!(r#"{{"grade": {grade}{kind}, "cost": [{}]}}"#, costs.join(", ")));
        }
    }
    format!("[{}]", rows.join(", "))
}

/// The cost of a ranking by definition.
fn cost_of(cost: &PositionCost, classes: &[Class], y: &Ranking) -> f64 {
    let rows = cost.rows(classes, classes.len()).expect("the cost has all classes");
    let order = y.order().iter().enumerate();
    order
        .map(|(rank, &document)| {
            let row = &rows[document as usize];
            row[rank.min(row.len() - 1)]
        })
        .sum()
}

#[test]
fn violator_reference_and_alignment_are_the_best_of_all_rankings() {
    let mut random = Random::new(17);
    let mut bound = 0;
    for trial in 0..500 {
        let n = if trial % 20 == 0 { 7 } else { random.integer(2, 5) as usize };
        let grades = random.grades(n, 2);
        let kinds: Vec<Option<Cow<str>>> = (0..n)
            .map(|_| [None, Some("a".into()), Some("b".into())][random.integer(0, 2) as usize].clone())
            .collect();
        let text = random_table(&mut random, trial % 2 == 0);
        let cost: PositionCost = text.parse().expect("a table");
        let classes: Vec<Class> = grades
            .iter()
            .zip(&kinds)
            .map(|(&grade, kind)| Class { grade, kind: kind.as_deref().map(str::to_owned) })
            .collect();
        let all: Vec<Ranking> = permutations(n).into_iter().map(Ranking::from_order).collect();
        let least = all.iter().map(|y| cost_of(&cost, &classes, y)).fold(f64::MAX, f64::min);
        let most = all.iter().map(|y| cost_of(&cost, &classes, y)).fold(f64::MIN, f64::max);
        let Some(mut loss) = bind(&settings(&text, "aligned"), &grades, &kinds) else {
            assert_close(most, least, 1e-12, "a query is left out only if all rankings cost the same");
            continue;
        };
        bound += 1;
        let scores = random.scores(n);
        let documents = ScoredDocuments::new(scores.clone());
        let gain = loss.alignment_gain(&documents);
        let before = margin(&loss.delta_psi(loss.reference()), &scores);
        let unaligned = loss.delta_psi(&all[0]);
        let moved = loss.realign(&scores);
        let shift = match moved {
            Some(Realignment::Moved(shift)) => shift,
            Some(Realignment::Renewed) => panic!("Δ of a cost never changes"),
            None => vec![0.0; n],
        };
        assert_close(margin(&shift, &scores), gain, 1e-12, "the gain is that of the realignment");
        for (new, (old, shift)) in loss.delta_psi(&all[0]).iter().zip(unaligned.iter().zip(&shift)) {
            assert_close(*new, old + shift, 1e-12, "the shift is that of every δψ");
        }
        assert!(before.is_finite());

        assert_close(loss.delta(loss.reference()), 0.0, 1e-9, "y* has no loss");
        let psi = |y: &Ranking| -margin(&loss.delta_psi(y), &scores);
        let ideal = all.iter().filter(|y| cost_of(&cost, &classes, y) <= least + 1e-9);
        let best = ideal.map(&psi).fold(f64::MIN, f64::max);
        assert_close(best, 0.0, 1e-9, "the aligned y* is the ideal ranking with the greatest score");

        let value = |y: &Ranking| loss.delta(y) + psi(y);
        for y in &all {
            assert_close(loss.delta(y), cost_of(&cost, &classes, y) - least, 1e-9, "Δ by definition");
        }
        let found = value(&loss.most_violated(&scores));
        let best = all.iter().map(&value).fold(f64::MIN, f64::max);
        assert_close(found, best, 1e-9, &text);
        let tied = TiedRanking::by_scores(&vec![0.0; n]);
        let mean = all.iter().map(|y| loss.delta(y)).sum::<f64>() / all.len() as f64;
        assert_close(loss.expected_delta(&tied), mean, 1e-9, "the expected Δ is the mean over all orders");
    }
    assert!(bound > 250, "{bound} queries were bound");
}

#[test]
fn the_averaged_reference_is_the_mean_of_all_ideal_rankings() {
    let mut random = Random::new(18);
    for trial in 0..120 {
        let n = random.integer(2, 5) as usize;
        let grades = random.grades(n, 2);
        let kinds: Vec<Option<Cow<str>>> =
            (0..n).map(|_| [None, Some("a".into())][random.integer(0, 1) as usize].clone()).collect();
        let text = random_table(&mut random, trial % 2 == 0);
        let Some(loss) = bind(&settings(&text, "averaged"), &grades, &kinds) else { continue };
        // The mean of δψ over the ideal rankings is then 0.
        let ideal: Vec<Ranking> =
            permutations(n).into_iter().map(Ranking::from_order).filter(|y| loss.delta(y) <= 1e-9).collect();
        for document in 0..n {
            let sum: f64 = ideal.iter().map(|y| loss.delta_psi(y)[document]).sum();
            assert_close(sum / ideal.len() as f64, 0.0, 1e-12, &text);
        }
    }
}

#[test]
fn the_cost_of_dcg_finds_the_violators_of_dcg() {
    let mut random = Random::new(19);
    let cost = settings("(1 - 2^grade) / log2(rank + 1)", "averaged");
    let dcg = TrainingSettings {
        measure: "dcg".to_owned(),
        reference: "averaged".to_owned(),
        ..TrainingSettings::default()
    };
    for _ in 0..100 {
        let n = random.integer(2, 12) as usize;
        let (grades, scores) = (random.grades(n, 3), random.scores(n));
        let config = dcg.parse().expect("valid settings");
        let plain = config.learner.loss().expect("a structured loss").slack_groups()[0][0].bind(&grades);
        let table = bind(&cost, &grades, &vec![None; n]);
        let (Some(plain), Some(table)) = (&plain, &table) else {
            assert_eq!(plain.is_none(), table.is_none(), "both can use the query, or none");
            continue;
        };
        let y = table.most_violated(&scores);
        assert_close(plain.delta(&y), table.delta(&y), 1e-12, "Δ");
        for (a, b) in plain.delta_psi(&y).iter().zip(table.delta_psi(&y)) {
            assert_close(*a, b, 1e-12, "δψ");
        }
        let best = plain.most_violated(&scores);
        let hinge = |y: &Ranking| plain.delta(y) - margin(&plain.delta_psi(y), &scores);
        assert_close(hinge(&y), hinge(&best), 1e-12, "the violators are equally violated");
    }
}

#[test]
fn formulas_follow_the_usual_rules() {
    let class = Class { grade: 2, kind: Some("news".to_owned()) };
    let value = |text: &str| {
        let cost: PositionCost = text.parse().expect(text);
        // One document at rank 1 of n = 1, two classes so that the row is not shortened.
        cost.rows(std::slice::from_ref(&class), 1).expect(text)[0][0]
    };
    for (text, expected) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("-2^2", -4.0),
        ("2^-1", 0.5),
        ("2^3^2", 512.0),
        ("7 - 2 - 1", 4.0),
        ("8 / 4 / 2", 1.0),
        ("grade + rank + n", 4.0),
        ("min(3, 1, 2) + max(3, 1, 2)", 4.0),
        ("log2(8)", 3.0),
        ("if(grade >= 2, 5, 6)", 5.0),
        ("if(grade < 2, 5, 6)", 6.0),
        ("if(grade != 2, 5, 6)", 6.0),
        ("if(kind = \"news\", 1, 0)", 1.0),
        ("if(kind != \"news\", 1, 0)", 0.0),
        ("IF(Grade ≤ 2, 1, 0) − 1·1", 0.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn faults_of_a_cost_say_where_and_what() {
    for (text, place, what) in [
        ("", "character 1", "the formula ends"),
        ("1 +", "character 4", "a number, a name or ( is expected"),
        ("1 2", "character 3", "should end here"),
        ("grades", "character 1", "a known name is expected"),
        ("kind", "character 1", "compare it"),
        ("if(1, 2, 3)", "character 5", "a comparison is expected"),
        ("if(kind < \"a\", 2, 3)", "character 9", "= or != is expected"),
        ("if(kind = \"a, 2, 3)", "character 12", "ends with"),
        ("log2(8", "character 7", ") is expected"),
        ("1.2.3", "character 1", "is no number"),
        ("[]", "the table has no rows", "a table is written"),
        ("[{\"grade\": 1}]", "column", "a table is written"),
        ("[{\"grade\": 1, \"cost\": []}]", "row 1", "at least one"),
        (
            "[{\"grade\": 1, \"cost\": [1]}, {\"grade\": 0, \"cost\": [1, 2]}]",
            "row 2 has 2 costs",
            "row 1 has 1",
        ),
        ("[{\"grade\": 1, \"cost\": [1]}, {\"grade\": 1, \"cost\": [1]}]", "row 2", "same grade and kind"),
        ("[{\"grade\": 1, \"cost\": [1e30]}]", "row 1", "costs go from"),
        ("[{\"grade\": 999, \"cost\": [1]}]", "line 1", "from 0 to 255"),
    ] {
        let problem = text.parse::<PositionCost>().expect_err(text).to_string();
        assert!(problem.starts_with("cost: "), "{problem}");
        assert!(problem.contains(place) && problem.contains(what), "{text}: {problem}");
    }
    let deep = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    assert!(deep.parse::<PositionCost>().expect_err("too deep").to_string().contains("nested"));

    let of = |text: &str| {
        let classes = [Class { grade: 0, kind: Some("x".to_owned()) }, Class { grade: 1, kind: None }];
        text.parse::<PositionCost>().expect(text).rows(&classes, 3).expect_err(text).to_string()
    };
    let divided = of("1 / grade");
    assert!(
        divided.contains("grade = 0, rank = 1, n = 3") && divided.contains("division by zero"),
        "{divided}"
    );
    assert!(of("10^(100 * rank)").contains("beyond"));
    assert!(of("[{\"grade\": 1, \"cost\": [1]}]").contains("no row for grade 0 and kind \"x\""));
}

#[test]
fn the_rows_of_a_cost_are_those_of_its_grades_and_kinds() {
    let of = |cost: &str| settings(cost, "aligned").cost_rows(1, 3, 2).expect(cost);
    let rows = of("if(kind = \"a\", 0, rank) + if(kind != \"a\", grade, 0)");
    let seen: Vec<_> = rows.iter().map(|row| (row.grade, row.kind.as_deref(), &*row.costs)).collect();
    let expected: [(u8, Option<&str>, &[f64]); 4] = [
        (0, None, &[1.0, 2.0]),
        (0, Some("a"), &[0.0, 0.0]),
        (1, None, &[2.0, 3.0]),
        (1, Some("a"), &[0.0, 0.0]),
    ];
    assert_eq!(seen, expected);
    assert!(settings("1", "fixed").cost_rows(1, 0, 2).is_err());
    assert!(settings("1", "fixed").cost_rows(1, 1_000_000, 2).is_err());
}

#[test]
fn settings_that_do_not_fit_a_cost_are_refused() {
    let fault = |change: &dyn Fn(&mut TrainingSettings)| {
        let mut changed = settings("if(kind = \"a\", 0, rank)", "aligned");
        change(&mut changed);
        changed.parse().expect_err("it does not fit").to_string()
    };
    assert!(fault(&|s| s.kind = "none".to_owned()).contains("kind: the cost compares kinds"));
    assert!(fault(&|s| s.kind = "feature:1".to_owned()).contains("key:NAME"));
    assert!(fault(&|s| s.decay = "measure".to_owned()).contains("a cost has no discount"));
    assert!(fault(&|s| s.cost = "x".repeat(200_000)).contains("the most are"));
}

/// Two queries with kinds in the comments; the first document of the second one has no kind.
const KINDS: &str = "1 qid:1 1:1 # type=a\n0 qid:1 1:0.5 # type=b\n1 qid:1 1:0.2 # type=b\n\
                     1 qid:2 1:0\n0 qid:2 1:0 # type=a\n0 qid:2 1:1 # type=b\n";
const FIRST: &str = "if(rank = 1, if(kind = \"a\", 0, 1), 0) - grade / rank";

/// The reports of a run with the measure `cost`, on training and test data.
fn reports(settings: &TrainingSettings, test: &str) -> (Vec<StepReport>, Model) {
    let data = Dataset::from_letor(KINDS).expect("two queries");
    let mut run = TrainingRun::new(Arc::new(data), settings).expect("the run starts");
    run.watch_test(Arc::new(Dataset::from_letor(test).expect("data"))).expect("they have kinds");
    let mut reports = Vec::new();
    loop {
        match run.advance(1) {
            Progress::Stepped { report } => reports.push(report),
            Progress::Working { .. } => {}
            Progress::Stopped { .. } => return (reports, run.model().expect("a model")),
        }
    }
}

fn measured(method: &str) -> TrainingSettings {
    let measures = vec!["ndcg".to_owned(), "cost".to_owned()];
    TrainingSettings { method: method.to_owned(), measures, ..settings(FIRST, "aligned") }
}

#[test]
fn the_measure_is_the_cost_above_the_least_one() {
    // Test data whose documents keep their order by w > 0: b first costs 1 − 1/2, and a first at least −1.
    let test = "0 qid:9 1:1 # type=b\n1 qid:9 1:0 # type=a\n";
    let (of_cost, model) = reports(&measured("dorm-cost"), test);
    for report in &of_cost {
        let Some(planes) = report.step.planes() else { panic!("it has cutting planes") };
        let cost = report.train[1].value.expect("queries with different costs");
        assert_close(cost, planes.mean_loss, 1e-12, "the loss of the method");
    }
    assert_eq!(of_cost[0].test[1].value, Some(0.75), "the mean of both orders at w = 0");
    let Scorer::Linear { weights } = &model.scorer else { panic!("it is linear") };
    let expected = if weights[0] > 0.0 { 1.5 } else { 0.0 };
    let data = Dataset::from_letor(test).expect("data");
    let means = model.evaluate(&data, &[COST.whole()], Default::default()).expect("it has kinds").means;
    assert_eq!(means[0].value, Some(expected));
    // A method without the option measures the same cost at the same w.
    let (of_pairs, _) = reports(&measured("ranksvm"), test);
    assert_eq!(of_pairs[0].train, of_cost[0].train);
    assert_eq!(of_pairs[0].test, of_cost[0].test);
}

#[test]
fn a_cost_that_cannot_be_measured_is_refused() {
    let data = Arc::new(Dataset::from_letor(KINDS).expect("two queries"));
    let fault = |settings: TrainingSettings| match TrainingRun::new(Arc::clone(&data), &settings) {
        Ok(_) => panic!("it is accepted"),
        Err(fault) => fault.to_string(),
    };
    let with = |kind: &str| TrainingSettings { kind: kind.to_owned(), ..measured("ranksvm") };
    assert!(fault(with("none")).contains("kind: the cost compares kinds"));
    assert!(fault(with("key:host")).contains("no document has the key \"host\""));
    let table = "[{\"grade\": 1, \"cost\": [0, 1]}]".to_owned();
    assert!(fault(TrainingSettings { cost: table, ..with("key:type") }).contains("no row for grade 0"));
    let first = TrainingSettings {
        measures: vec!["cost".to_owned()],
        choose: "validation".to_owned(),
        ..with("key:type")
    };
    assert!(fault(first).contains("fewer is better"));
    let mut run = TrainingRun::new(Arc::clone(&data), &with("key:type")).expect("the run starts");
    let bare = Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:2\n").expect("two documents");
    let fault = run.watch_validation(Arc::new(bare)).expect_err("no kinds").to_string();
    assert!(fault.contains("of the validation data: no document has the key"), "{fault}");
}

/// A formula of many terms is no deep tree: it is parsed, evaluated and dropped on a small stack.
#[test]
fn a_long_formula_is_as_shallow_as_a_short_one() {
    let terms = 20_000;
    let check = move || {
        let class = [Class { grade: 2, kind: None }];
        let value =
            |text: String| text.parse::<PositionCost>().expect("a cost").rows(&class, 1).expect("rows")[0][0];
        assert_eq!(value(vec!["1"; terms].join("+")), terms as f64);
        assert_eq!(value(vec!["1"; terms].join(" - ")), 2.0 - terms as f64);
        assert_eq!(value(vec!["1"; terms].join("*")), 1.0);
        assert_eq!(value(format!("grade{}", "/1".repeat(terms))), 2.0);
        assert_eq!(value("8-3-2*2/4+1".to_owned()), 5.0);
    };
    std::thread::Builder::new()
        .stack_size(200_000)
        .spawn(check)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

/// Only kinds that the cost names make classes, so a kind per document needs no table of documents by ranks.
#[test]
fn kinds_that_the_cost_does_not_name_are_one_class() {
    let n = 50_000;
    let grades: Vec<u8> = (0..n).map(|document| (document % 2) as u8).collect();
    let kinds: Vec<Option<Cow<str>>> =
        (0..n).map(|document| Some(Cow::Owned(format!("kind-{document}")))).collect();
    let cost = "if(rank > 3, 0, if(kind = \"kind-7\", 1, grade))";
    let loss = bind(&settings(cost, "fixed"), &grades, &kinds).expect("the rankings differ");
    let best = loss.reference().order()[..3].iter().all(|&document| document % 2 == 0);
    assert!(best, "documents of grade 0 cost nothing at the first ranks");
}

#[test]
fn a_cost_with_too_many_classes_is_refused() {
    let n = 3_000;
    let words: Vec<String> = (0..n).map(|word| format!("{word}")).collect();
    let text = words.iter().map(|word| format!("if(kind=\"{word}\",rank,0)")).collect::<Vec<_>>().join("+");
    let cost: PositionCost = text.parse().expect("a cost");
    let classes: Vec<Class> = words.iter().map(|word| Class { grade: 0, kind: Some(word.clone()) }).collect();
    let problem = cost.rows(&classes, n).expect_err("too many costs").to_string();
    assert!(problem.contains("3000 classes") && problem.contains("name fewer kinds"), "{problem}");
}
