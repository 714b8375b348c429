//! The table of a study by definition, its files, and its plots.

use super::cells::{Loaded, SMALL, load, results};
use crate::support::assert_close;
use rankscope::chart::{MarksKind, MarksPlot, MarksPoint, MarksSeries, marks_svg};
use rankscope::metric::statistics::{
    Sample, bootstrap_mean, holm, paired_t, sign_flip, unpaired_t, wilcoxon,
};
use rankscope::study::{CellResult, OVERVIEW_FIGURES, REPORT_FIGURES, STOP_FIGURES, StudyTable};

fn table(loaded: &Loaded, results: &[Option<CellResult>]) -> StudyTable {
    StudyTable::new(&loaded.study, &loaded.cells, results, &loaded.sets)
}

/// The mean over seeds of every test query of a place, with folds one after the other.
fn by_query(loaded: &Loaded, results: &[Option<CellResult>], place: &[usize], record: usize) -> Vec<f64> {
    let mut folds: Vec<Vec<Vec<f64>>> = Vec::new();
    for (cell, result) in loaded.cells.iter().zip(results).filter(|(cell, _)| cell.place == place) {
        folds.resize(folds.len().max(cell.fold + 1), Vec::new());
        let values = &result.as_ref().expect("it is finished").queries[record];
        folds[cell.fold].push(values.iter().map(|value| value.unwrap_or(f64::NAN)).collect());
    }
    let mean = |seeds: &Vec<Vec<f64>>, query: usize| {
        seeds.iter().map(|seed| seed[query]).sum::<f64>() / seeds.len() as f64
    };
    let values = folds.iter().flat_map(|seeds| (0..seeds[0].len()).map(move |query| mean(seeds, query)));
    values.filter(|value| !value.is_nan()).collect()
}

#[test]
fn rows_average_seeds_first_and_pool_folds() {
    for json in [
        SMALL.to_owned(),
        SMALL.replace("\"seed\": 3 } }]", "\"seed\": 3 }, \"split\": { \"folds\": 4, \"seed\": 2 } }]"),
    ] {
        let loaded = load(&json);
        let results = results(&loaded);
        let table = table(&loaded, &results);
        assert_eq!(table.rows.len(), 9);
        for row in &table.rows {
            let values = by_query(&loaded, &results, &row.place, 3);
            let sample = Sample::of(&values);
            let value = &row.values[3];
            assert_eq!(value.queries, sample.count);
            assert_close(value.mean.expect("it is defined"), sample.mean, 1e-14, "mean");
            let interval = bootstrap_mean(&values, 4000, 1).expect("there are values");
            assert_eq!(value.interval, Some([interval.low, interval.high]));
            let all: usize = loaded
                .cells
                .iter()
                .filter(|cell| cell.place == row.place && cell.seed == 1)
                .map(|cell| loaded.sets.test_queries(cell).len())
                .sum();
            assert_eq!(value.queries + value.skipped, all);
            let [least, .., most] = value.quartiles.expect("there are values");
            assert_eq!(least, values.iter().copied().fold(f64::INFINITY, f64::min));
            assert_eq!(most, values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        }
    }
}

#[test]
fn comparisons_pair_queries_and_adjust_within_their_family() {
    let loaded = load(SMALL);
    let results = results(&loaded);
    let table = table(&loaded, &results);
    let record = 2;
    for size in 0..3 {
        let baseline = by_query(&loaded, &results, &[0, 0, size], record);
        let mut p = Vec::new();
        for method in [1, 2] {
            let row = table.rows.iter().find(|row| row.place == [0, method, size]).expect("it is a place");
            let against = row.values[record].against.as_ref().expect("it is compared");
            let ours = by_query(&loaded, &results, &row.place, record);
            let differences: Vec<f64> =
                ours.iter().zip(&baseline).map(|(ours, theirs)| ours - theirs).collect();
            let sample = Sample::of(&differences);
            assert_close(against.mean, sample.mean, 1e-14, "difference");
            assert_eq!(against.detectable, sample.detectable_difference());
            assert_eq!(table.rows[against.baseline].place, [0, 0, size]);
            let tests: Vec<Option<f64>> = against.tests.iter().map(|test| test.p).collect();
            let expected = [
                Some(sign_flip(&differences, 10_000, 1)),
                paired_t(&differences).map(|test| test.p),
                wilcoxon(&differences).map(|test| test.p),
            ];
            assert_eq!(tests, expected);
            p.push(expected[0].expect("always defined"));
        }
        let adjusted = holm(&p);
        for (at, method) in [1, 2].into_iter().enumerate() {
            let row = table.rows.iter().find(|row| row.place == [0, method, size]).expect("it is a place");
            let against = row.values[record].against.as_ref().expect("it is compared");
            assert_eq!(against.tests[0].adjusted, Some(adjusted[at]));
        }
        let own = table.rows.iter().find(|row| row.place == [0, 0, size]).expect("the baseline");
        assert!(own.values.iter().all(|value| value.against.is_none()));
    }
    // Over the whole study, no adjusted value is smaller.
    let all =
        load(&SMALL.replace("\"baseline\": \"DORM\"", "\"baseline\": \"DORM\", \"adjust\": \"holm-all\""));
    let wider = StudyTable::new(&all.study, &all.cells, &results, &all.sets);
    let mut is_larger = false;
    for (row, wide) in table.rows.iter().zip(&wider.rows) {
        for (value, wide) in row.values.iter().zip(&wide.values) {
            let (Some(one), Some(other)) = (&value.against, &wide.against) else { continue };
            assert!(other.tests[0].adjusted >= one.tests[0].adjusted);
            is_larger |= other.tests[0].adjusted > one.tests[0].adjusted;
        }
    }
    assert!(is_larger);
}

#[test]
fn the_unpaired_test_takes_the_seeds_of_two_rows() {
    let json = SMALL.replace("\"baseline\": \"DORM\"", "\"baseline\": \"DORM\", \"tests\": [\"unpaired-t\"]");
    for json in
        [json.clone(), json.replace("\"seed\": 3 } }]", "\"seed\": 3 }, \"split\": { \"folds\": 4 } }]")]
    {
        let loaded = load(&json);
        let results = results(&loaded);
        let table = table(&loaded, &results);
        let record = 2;
        let by_seed = |place: &[usize]| {
            let of_seed = |seed: &u64| {
                let cells = loaded.cells.iter().zip(&results);
                let values: Vec<f64> = cells
                    .filter(|(cell, _)| cell.place == place && cell.seed == *seed)
                    .filter_map(|(_, result)| result.as_ref().expect("it is finished").values[record])
                    .collect();
                values.iter().sum::<f64>() / values.len() as f64
            };
            Sample::of(&loaded.study.seeds.iter().map(of_seed).collect::<Vec<f64>>())
        };
        let mut compared = 0;
        for row in &table.rows {
            let Some(against) = &row.values[record].against else { continue };
            let expected = unpaired_t(&by_seed(&row.place), &by_seed(&table.rows[against.baseline].place));
            assert_eq!(against.tests[0].p, expected.map(|test| test.p));
            compared += usize::from(expected.is_some());
        }
        assert!(compared > 0);
        let sheets = table.sheets(&loaded.study);
        let heads: Vec<&str> = sheets[1].columns.iter().map(|column| column.head.as_str()).collect();
        assert!(heads.ends_with(&["p unpaired-t", "adjusted"]), "{heads:?}");
        let shared = "unpaired-t compares the 2 seeds of two rows as if they were independent, but the repetitions share queries";
        for text in [table.markdown(&loaded.study), table.latex(&loaded.study)] {
            assert!(text.contains("p unpaired-t") && text.contains(shared), "{text}");
        }
    }
    let loaded = load(SMALL);
    assert!(table(&loaded, &results(&loaded)).warnings.iter().all(|warning| !warning.contains("unpaired-t")));
}

#[test]
fn limits_of_the_conclusions_are_warnings() {
    let loaded = load(SMALL);
    let results = results(&loaded);
    let table = table(&loaded, &results);
    let text = table.markdown(&loaded.study);
    for words in [
        "only 8 test queries that define ndcg@3, ndcg@4, ndcg@5, map",
        "c was picked at an end of its grid in 12 of 12 cells",
    ] {
        assert!(
            table.warnings.iter().any(|warning| warning.contains(words)),
            "{words}: {:?}",
            table.warnings
        );
        assert!(text.contains(words), "{text}");
    }
    let wide = load(&SMALL.replace("[1, 10]", "[1e-6, 1, 10, 1e6]"));
    let picked = |value: f64| {
        let mut results = results.clone();
        for result in results.iter_mut().flatten().filter(|result| !result.picked.is_empty()) {
            result.picked[0].1 = serde_json::json!(value);
        }
        StudyTable::new(&wide.study, &wide.cells, &results, &wide.sets).warnings
    };
    assert!(!picked(10.0).iter().any(|warning| warning.contains("end of its grid")));
    assert!(picked(1e6).iter().any(|warning| warning.contains("12 times")));
}

#[test]
fn files_have_every_value_and_plots_every_mark() {
    let loaded = load(SMALL);
    let results = results(&loaded);
    let table = table(&loaded, &results);
    let cells = table.cells_csv(&loaded.study, &loaded.cells, &results, &loaded.sets);
    assert_eq!(cells.lines().count(), 1 + 18 * 14);
    assert!(cells.starts_with(
        "data,method,size,fold,training_queries,seed,key,picked_c,stop,failure,program,record,value\n"
    ));
    let queries = table.queries_csv(&loaded.study, &loaded.cells, &results, &loaded.sets);
    assert_eq!(queries.lines().count(), 1 + 18 * 4 * 8);
    let value = results[0].as_ref().expect("it is finished").values[0].expect("it is defined");
    assert!(cells.contains(&format!(",ndcg@3,{value}\n")), "{value} with all its digits");
    let plots = table.plots(&loaded.study);
    assert_eq!(plots.len(), 8);
    let shapes: Vec<(usize, usize)> =
        plots.iter().map(|plot| (plot.series.len(), plot.series[0].points.len())).collect();
    // The difference of means has no norm.
    assert_eq!(shapes, [(3, 3), (9, 3), (1, 3), (2, 3), (3, 3), (3, 3), (3, 3), (2, 3)]);
    assert_eq!(plots[0].series[0].points.iter().map(|point| point.x).collect::<Vec<_>>(), [6.0, 12.0, 24.0]);
    assert_eq!(plots[1].series[0].points.iter().map(|point| point.x).collect::<Vec<_>>(), [3.0, 4.0, 5.0]);
    assert_close(plots[2].series[0].points[2].x, 1.0 / 6.0_f64.sqrt(), 1e-15, "one over the root");
    let ends =
        table.rows.iter().filter(|row| row.place[2] == 0).map(|row| row.values[2].mean.expect("defined"));
    let (low, high) =
        ends.fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    assert_eq!(plots[2].series[0].points[2].y, high - low);
    assert_eq!(plots[7].series[0].points[2].y, 1.0);
    // The names of a table count from 0, also if they are numbers.
    assert_eq!(plots[6].x_names, ["6", "50%", "all"]);
    assert_eq!(plots[6].series[0].points.iter().map(|point| point.x).collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
    for plot in &plots {
        let svg = marks_svg(plot).unwrap_or_else(|error| panic!("{error}"));
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{svg:.100}");
        assert!(svg.contains(&format!("<title>{}</title>", plot.title)));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        if plot.kind != MarksKind::Table {
            assert!(svg.contains(&plot.x_label));
        }
    }
    let none = StudyTable::new(&loaded.study, &loaded.cells, &vec![None; 18], &loaded.sets);
    for plot in none.plots(&loaded.study) {
        assert!(marks_svg(&plot).expect_err("nothing to draw").to_string().contains("no value to draw yet"));
    }
}

#[test]
fn numbers_are_places_of_a_line_and_names_of_bars() {
    let json = SMALL
        .replace("\"factors\": {", "\"factors\": { \"c\": [0.1, 1],")
        .replace("\"select\": { \"setting\": \"c\", \"grid\": [1, 10], \"by\": \"ndcg@5\" },", "")
        .replace("{ \"mark\": \"bars\", \"x\": \"method\"", "{ \"mark\": \"bars\", \"x\": \"c\"")
        .replace(
            "{ \"mark\": \"line\", \"x\": \"size\", \"y\": \"ndcg@5\"",
            "{ \"mark\": \"line\", \"x\": \"c\", \"y\": \"ndcg@5\"",
        );
    let loaded = load(&json);
    let plots = table(&loaded, &results(&loaded)).plots(&loaded.study);
    let xs = |plot: usize| plots[plot].series[0].points.iter().map(|point| point.x).collect::<Vec<_>>();
    assert_eq!((xs(0), plots[0].x_names.len()), (vec![0.1, 1.0], 0));
    assert_eq!((xs(4), plots[4].x_names.join(" ")), (vec![0.0, 1.0], "0.1 1".to_owned()));
}

#[test]
fn many_names_stand_in_rows_with_every_name_and_value() {
    let point = |at: usize| MarksPoint {
        x: at as f64,
        y: 0.5 + 0.01 * at as f64,
        interval: (at > 0).then_some([0.45, 0.6 + 0.01 * at as f64]),
        ..MarksPoint::default()
    };
    let plot = |count: usize, kind: MarksKind| MarksPlot {
        kind,
        title: "Rows".to_owned(),
        x_label: "method".to_owned(),
        y_label: "ndcg@10".to_owned(),
        x_names: (0..count).map(|at| format!("name {at}")).collect(),
        x_log: false,
        y_log: false,
        series: ["", "other"]
            .map(|name| MarksSeries { name: name.to_owned(), points: (0..count).map(point).collect() })
            .to_vec(),
    };
    for kind in [MarksKind::Bars, MarksKind::Scatter] {
        let svg = marks_svg(&plot(15, kind)).expect("there are values");
        assert!((0..15).all(|at| svg.contains(&format!(">name {at}<"))), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 30, "one dot per value, in their order");
        // Fewer names stand along x, under bars from 0.
        let few = marks_svg(&plot(14, kind)).expect("there are values");
        assert_eq!(few.matches("<circle").count(), if kind == MarksKind::Bars { 0 } else { 28 });
    }
}

#[test]
fn names_from_a_study_never_become_markup() {
    let loaded = load(
        &SMALL.replace("\"name\": \"DORM\"", "\"name\": \"<b>|*=1\"").replace("\"DORM\"", "\"<b>|*=1\""),
    );
    let results = results(&loaded);
    let table = table(&loaded, &results);
    let text = table.markdown(&loaded.study);
    assert!(text.contains("&lt;b>\\|\\*=1") && !text.contains("<b>"), "{text}");
    for plot in table.plots(&loaded.study) {
        assert!(!marks_svg(&plot).expect("there are values").contains("<b>"));
    }
}

#[test]
fn figures_have_the_names_of_lessons() {
    let expressions = include_str!("../../../www/features/learn/lessons/expressions.js");
    for (list, names) in
        [("REPORT", &REPORT_FIGURES[..23]), ("STOP", &STOP_FIGURES[..6]), ("OVERVIEW", &OVERVIEW_FIGURES[..])]
    {
        let list = expressions.split_once(&format!("const {list} =")).expect("the list").1;
        let list = list.split_once("]);").expect("its end").0;
        for name in names {
            assert!(list.contains(&format!("'{name}'")), "{name}");
        }
    }
}
