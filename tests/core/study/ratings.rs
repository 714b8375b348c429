//! Studies on ratings: their cells are runs over ratings, users are the units of chance, and what has no meaning for
//! ratings is refused.

use std::sync::Arc;

use crate::study::cells::{load, results, train};
use rankscope::Error;
use rankscope::ratings::factorization::{
    FactorizationSettings, RatingsModel, RatingsProgress, RatingsResult, RatingsRun,
};
use rankscope::ratings::{GeneratedRatings, RatingsReader, ReadRatings, generate_ratings};
use rankscope::study::{CellSettings, SourceData, Study, StudyKind, StudySession, StudyTable};
use rankscope::util::checksum::Checksum;

/// Checksum of all results of [`SMALL`], on every target.
const GOLDEN: &str = "bc7cc5b7fd521c5b";

const SMALL: &str = r#"{
  "rankscope": "study", "title": "small ratings",
  "data": [{ "name": "made", "ratings": { "generate": { "users": 24, "items": 32, "seed": 2 } } }],
  "factors": { "model": ["item-mean", "squared-error", "ranking"], "protocol": ["weak", "strong"] },
  "seeds": [1, 2],
  "fixed": { "rank": 1, "c": [30, 300], "rounds": 1, "turns": 2, "keep": 12 },
  "record": ["ndcg@10", "ndcg", "eru", "report.objective", "seconds"],
  "compare": { "baseline": "squared-error" },
  "plots": [{ "mark": "line", "x": "protocol", "y": "ndcg@10", "line": "model" }]
}"#;

fn read(text: &str) -> ReadRatings {
    let mut reader = RatingsReader::new("ceil".parse().expect("a scale"));
    reader.push(text.as_bytes());
    reader.finish().expect("ratings")
}

fn made() -> ReadRatings {
    let options = GeneratedRatings { users: 24, items: 32, seed: 2, ..GeneratedRatings::default() };
    read(&generate_ratings(options).expect("small"))
}

fn of_ratings(settings: &CellSettings) -> (RatingsModel, FactorizationSettings) {
    match settings {
        CellSettings::Ratings(settings) => (settings.model, settings.training.clone()),
        CellSettings::Documents(_) | CellSettings::Ranker(_) => panic!("it trains on documents"),
    }
}

fn run_of(settings: &FactorizationSettings) -> (RatingsRun, RatingsResult) {
    let (kept, _) = made().ratings.filtered(settings.filter()).expect("enough ratings");
    let mut run = RatingsRun::new(&kept, settings).expect("the settings are right");
    loop {
        if let RatingsProgress::Finished { result } = run.advance(1000).expect("in range") {
            return (run, *result);
        }
    }
}

#[test]
fn a_cell_on_ratings_is_the_run_over_them_for_any_slices() {
    let loaded = load(SMALL);
    assert_eq!(loaded.study.kind(), StudyKind::Ratings);
    assert_eq!(loaded.cells.len(), 3 * 2 * 2);
    let mut checksum = Checksum::default();
    for cell in &loaded.cells {
        let result = train(&loaded, cell, 7);
        assert_eq!(result, train(&loaded, cell, usize::MAX));
        assert_eq!(result.failure, None);
        checksum.push(result.json().as_bytes());
        let (model, settings) = of_ratings(&cell.settings);
        assert_eq!(settings.seed, cell.seed);
        let (run, expected) = run_of(&settings);
        let method = expected.methods.iter().find(|one| one.name == model.name()).expect("it is trained");
        // A model has the same values whether the ranking is trained after it or not.
        assert_eq!(result.values[..3], method.means[..], "{} {:?}", method.name, cell.place);
        for (measure, of_users) in result.queries[..3].iter().enumerate() {
            let users: Vec<_> = run.user_measures(model).iter().map(|values| values[measure]).collect();
            assert_eq!(*of_users, users);
            assert_eq!(of_users.iter().flatten().count(), method.users[measure]);
        }
        let objective = (model == RatingsModel::Ranking).then_some(expected.objective);
        assert_eq!(result.values[3..], [objective, None], "the time is the caller's");
        let (weight, picked) = &result.picked[0];
        assert_eq!(weight, if model == RatingsModel::Ranking { "c" } else { "lambda" });
        assert_eq!(picked.as_f64(), Some(method.chosen.weight));
    }
    assert_eq!(checksum.hex(), GOLDEN);
}

#[test]
fn users_are_compared_user_by_user() {
    let loaded = load(SMALL);
    let results = results(&loaded);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results, &loaded.sets);
    let strong = table.rows.iter().find(|row| row.place == [0, 2, 1, 0]).expect("the strong ranking");
    // Two seeds draw four of 24 new users each; a user whom neither draws has no value.
    let tested = strong.values[1].queries;
    assert!((4..=8).contains(&tested), "{tested}");
    assert_eq!(strong.values[1].skipped, 24 - tested);
    let against = strong.values[1].against.as_ref().expect("a baseline");
    let queries = table.row_queries(2 * 2 + 1, &loaded.cells, &results, &loaded.sets);
    assert_eq!(queries.len(), 24);
    assert_eq!(queries[0].query, "u1");
    let differences: Vec<f64> =
        queries.iter().filter_map(|user| Some((*user.values.get(1)?)? - (*user.baseline.get(1)?)?)).collect();
    assert_eq!(differences.len(), against.queries);
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    assert!((mean - against.mean).abs() < 1e-12);
    let notes = table.notes(&loaded.study).join("\n");
    assert!(notes.contains("24 users") || notes.contains("users, "), "{notes}");
    assert!(notes.contains("user by user"), "{notes}");
    assert!(!notes.contains("quer"), "{notes}");
    let csv = table.cells_csv(&loaded.study, &loaded.cells, &results, &loaded.sets);
    assert!(
        csv.lines().next().expect("a head").contains("picked_lambda,picked_sweeps,picked_c,picked_turns")
    );
}

#[test]
fn users_that_a_filter_leaves_out_keep_their_places() {
    // The first user has too few ratings to be tested.
    let options = GeneratedRatings { users: 24, items: 32, seed: 2, ..GeneratedRatings::default() };
    let text = generate_ratings(options).expect("small");
    let kept = text.lines().enumerate().filter(|(line, _)| !(5..30).contains(line)).map(|(_, line)| line);
    let text: Vec<&str> = kept.collect();
    let generate = "\"generate\": { \"users\": 24, \"items\": 32, \"seed\": 2 }";
    let json = SMALL.replace(generate, "\"file\": \"r.csv\"");
    let mut session = StudySession::new(&json).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(session.outline().files, ["r.csv"]);
    assert_eq!((session.grades_of("r.csv"), session.grades_of("other")), (Some("ceil"), None));
    assert!(session.prepare().is_err_and(|error| error.to_string().contains("r.csv")));
    let ratings = SourceData::Ratings(Arc::new(read(&text.join("\n")).ratings));
    assert!(matches!(session.give("other.csv", ratings.clone()), Err(Error::Absent { .. })));
    session.give("r.csv", ratings).expect("it is named");
    session.prepare().expect("all data are there");
    let mut run = session.start(0).expect("a cell");
    while !matches!(run.advance(1000), rankscope::study::CellProgress::Done) {}
    let result = run.finish(&[]);
    assert_eq!(result.queries[0].len(), 24);
    assert_eq!(result.queries[1][0], None);
    assert!(result.queries[1][1..].iter().all(Option::is_some));
    let of_cell = session.ratings(0).expect("a cell on ratings");
    assert_eq!((of_cell.file.as_deref(), of_cell.settings.keep), (Some("r.csv"), 12));
    assert!(session.settings(0).is_err() && session.data(0).is_err());
}

#[test]
fn what_has_no_meaning_for_ratings_is_refused_with_its_place() {
    let check = |from: &str, to: &str, words: &[&str]| {
        let json = SMALL.replacen(from, to, 1);
        assert_ne!(json, SMALL, "{from} is not in the study");
        let error = Study::parse(&json).expect_err(to).to_string();
        for word in words {
            assert!(error.contains(word), "{to}: {error:?} does not say {word:?}");
        }
    };
    check("\"ranking\"]", "\"rankings\"]", &["factors.model[2]", "rankings"]);
    check("\"rank\": 1", "\"rank\": 0", &["rank", "0 is not a whole number from 1"]);
    check("\"rank\": 1", "\"rnak\": 1", &["fixed.rnak", "\"rnak\" is not a setting", "rank"]);
    check("\"rank\": 1", "\"grades\": \"double\"", &["fixed.grades", "beside their file"]);
    check("\"eru\"", "\"map\"", &["record[2]", "ndcg@10, ndcg, eru"]);
    check("\"report.objective\"", "\"report.gap\"", &["record[3]", "report.objective"]);
    check("\"seeds\"", "\"sizes\": [5], \"seeds\"", &["sizes", "\"keep\""]);
    check(
        "\"seeds\"",
        "\"select\": { \"setting\": \"c\", \"grid\": [1, 2] }, \"seeds\"",
        &["select", "chooses by itself"],
    );
    check("\"users\": 24", "\"users\": 1", &["data[0]", "ratings.generate", "at least 2"]);
    check("\"users\": 24", "\"users\": 24000000", &["data[0]", "maximum"]);
    check("{ \"generate\":", "{ \"grades\": \"half\", \"generate\":", &["ratings.grades", "half"]);
    check("{ \"generate\":", "{ \"file\": \"a\", \"generate\":", &["either \"file\" or \"generate\""]);
    check("\"ratings\": {", "\"train\": \"a\", \"ratings\": {", &["data[0]", "stand alone"]);
    check(
        "\"data\": [",
        "\"data\": [{ \"name\": \"other\", \"sample\": { \"queries\": 9, \"documents\": 4 } }, ",
        &["data[1]", "make two"],
    );
    check("\"baseline\"", "\"unit\": \"query\", \"baseline\"", &["compare.unit", "\"user\""]);
}
