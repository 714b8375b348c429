//! DCG from clicks: unbiased by enumeration, with the error of its definition.

use rankscope::clicks::{
    Cell, ClickLog, Discounts, Keep, LogBuilder, Propensities, PropensitySource, Session, Sessions,
    SimulationSettings, Users, evaluate_clicks, expected_log, relevance,
};
use rankscope::data::Dataset;

use super::support::{listed, logger, simulated};
use crate::support::Random;

const P: [f64; 3] = [1.0, 0.5, 0.2];
const GAMMA: [f64; 3] = [0.9, 0.3, 0.5];
const RANKINGS: [[u32; 3]; 2] = [[0, 1, 2], [2, 0, 1]];

fn reversed(data: &Dataset) -> Discounts {
    let scores: Vec<f64> = (0..data.n_documents()).map(|row| row as f64).collect();
    Discounts::by_scores(data, &scores, None).expect("finite scores")
}

/// Returns the chance of the clicks of one list, and their places.
fn pattern(ranking: [u32; 3], pattern: usize) -> (f64, Vec<u32>) {
    let chance = (0..3).map(|rank| {
        let click = P[rank] * GAMMA[ranking[rank] as usize];
        if pattern >> rank & 1 == 1 { click } else { 1.0 - click }
    });
    (chance.product(), (0..3).filter(|rank| pattern >> rank & 1 == 1).collect())
}

fn log_of(data: &Dataset, sessions: &[([u32; 3], Vec<u32>)]) -> ClickLog {
    let mut builder = LogBuilder::new(data);
    for (documents, clicks) in sessions {
        let session = Session { query: 0, ranker: 0, documents, clicks, propensities: Some(&P) };
        builder.add_session(&session).expect("a session");
    }
    builder.finish().expect("a log")
}

/// Returns the counts of sessions, without the sessions.
fn counts_of(data: &Dataset, log: &ClickLog) -> ClickLog {
    let mut builder = LogBuilder::new(data);
    log.cells().iter().for_each(|cell| builder.add_counts(cell).expect("a count"));
    builder.finish().expect("a log")
}

#[test]
fn the_mean_and_its_squared_error_are_unbiased_over_all_clicks() {
    let data = listed(&[&[1, 0, 0]]);
    let discounts = reversed(&data);
    let curve = Propensities::new(P.to_vec()).expect("a curve");
    let expected: f64 = discounts.values().iter().zip(GAMMA).map(|(discount, gamma)| discount * gamma).sum();
    for ranking in RANKINGS {
        let variance: f64 = (0..3)
            .map(|rank| {
                let document = ranking[rank] as usize;
                let (weight, click) = (discounts.values()[document] / P[rank], P[rank] * GAMMA[document]);
                weight * weight * click * (1.0 - click)
            })
            .sum();
        // Mean and squared error from two sessions, from their counts, and from the propensities of the log.
        let mut sums = [[0.0; 2]; 3];
        for code in 0..64 {
            let (first, second) = (pattern(ranking, code % 8), pattern(ranking, code / 8));
            let log = log_of(&data, &[(ranking, first.1), (ranking, second.1)]);
            let counts = counts_of(&data, &log);
            let chances = PropensitySource::Curve(&curve);
            for (place, (log, chances)) in
                [(&log, chances), (&counts, chances), (&counts, PropensitySource::Log)]
                    .into_iter()
                    .enumerate()
            {
                let found = evaluate_clicks(log, &discounts, None, chances, None).expect("an estimate").new;
                let error = found.standard_error.expect("two sessions");
                sums[place][0] += first.0 * second.0 * found.mean;
                sums[place][1] += first.0 * second.0 * error * error;
            }
        }
        for [mean, squared_error] in sums {
            assert!((mean - expected).abs() < 1e-14, "{mean} {expected}");
            assert!((squared_error - variance / 2.0).abs() < 1e-13, "{squared_error} {variance}");
        }
    }
}

#[test]
fn the_estimate_is_the_mean_over_sessions_by_definition() {
    let data = Random::new(2).dataset(8, 6, 2, 2);
    let settings = SimulationSettings { swap: 4, ..Default::default() };
    let (first, second) = (logger("feature:1"), logger("feature:2"));
    let mut sessions = Sessions::new(&data, &first, Some(&second), &settings).expect("settings");
    let mut random = Random::new(7);
    let mut scores = || (0..data.n_documents()).map(|_| random.uniform()).collect::<Vec<f64>>();
    let lists =
        [scores(), scores()].map(|scores| Discounts::by_scores(&data, &scores, Some(3)).expect("scores"));
    let mut builder = LogBuilder::new(&data);
    sessions.rankers().iter().for_each(|name| drop(builder.ranker(name)));
    let mut values: Vec<[f64; 2]> = Vec::new();
    for _ in 0..300 {
        let session = sessions.draw();
        builder.add_session(&session).expect("a session");
        let start = data.query(session.query).documents.start;
        let value = |list: &Discounts| {
            let click = |&rank: &u32| {
                let row = start + session.documents[rank as usize] as usize;
                list.values()[row] * f64::from(rank + 1)
            };
            session.clicks.iter().map(click).sum::<f64>()
        };
        values.push([value(&lists[0]), value(&lists[1])]);
    }
    let log = builder.finish().expect("a log");
    let curve = Propensities::power(1.0, 6).expect("a power law");
    let found = evaluate_clicks(&log, &lists[0], Some(&lists[1]), PropensitySource::Curve(&curve), None)
        .expect("an estimate");
    let check = |found: rankscope::clicks::SessionMean, values: Vec<f64>| {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let error = (variance / n).sqrt();
        let sizes = || values.iter().map(|value| value.abs());
        let share = sizes().fold(0.0, f64::max) / sizes().sum::<f64>();
        let bounds = [mean - 1.96 * error, mean + 1.96 * error];
        let found = [
            found.mean,
            found.standard_error.expect("sessions"),
            found.low.expect("sessions"),
            found.high.expect("sessions"),
            found.largest_share,
        ];
        for (found, expected) in found.iter().zip([mean, error, bounds[0], bounds[1], share]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    };
    check(found.new, values.iter().map(|[new, _]| *new).collect());
    check(found.old.expect("two rankers"), values.iter().map(|[_, old]| *old).collect());
    check(found.difference.expect("two rankers"), values.iter().map(|[new, old]| new - old).collect());
}

#[test]
fn expected_counts_give_the_value_of_the_grades() {
    let data = Random::new(4).dataset(10, 7, 2, 2);
    let discounts = reversed(&data);
    let value = |gain: &dyn Fn(usize) -> f64| {
        let rows = 0..data.n_documents();
        rows.map(|row| discounts.values()[row] * gain(row)).sum::<f64>() / 10.0
    };
    let rel = |row: usize| relevance(data.grade(row), data.max_grade());
    let log = |settings: &SimulationSettings| {
        expected_log(&data, &logger("feature:1"), None, settings, 1000.0).expect("expected counts")
    };
    let of = |log: &ClickLog, curve: &Propensities, clip| {
        evaluate_clicks(log, &discounts, None, PropensitySource::Curve(curve), clip).expect("an estimate")
    };
    let pbm = log(&SimulationSettings::default());
    let curve = Propensities::power(1.0, 7).expect("a power law");
    let found = of(&pbm, &curve, None);
    assert!((found.new.mean - value(&|row| 0.1 + 0.9 * rel(row))).abs() < 1e-12);
    assert!(found.notes[0].contains("does not contain the error of the propensities"));
    let clipped = of(&pbm, &curve, Some(0.5));
    assert!(clipped.new.mean < found.new.mean - 0.01);
    assert!(clipped.notes.iter().any(|note| note.contains("below 0.5 count as 0.5")), "{:?}", clipped.notes);
    // Users who trust the order click bad documents too. A and B remove this.
    let trusting = log(&SimulationSettings { users: Users::Trust, ..Default::default() });
    let trust = Propensities::trust(1.0, 7).expect("trust");
    assert!((of(&trusting, &trust, None).new.mean - value(&rel)).abs() < 1e-12);
    assert!(of(&trusting, &curve, None).new.mean > value(&rel) + 0.1);
}

#[test]
fn intervals_cover_in_95_of_100_logs() {
    let data = Random::new(4).dataset(50, 8, 2, 2);
    let discounts = reversed(&data);
    let gain = |row: usize| 0.1 + 0.9 * relevance(data.grade(row), data.max_grade());
    let truth = (0..data.n_documents()).map(|row| discounts.values()[row] * gain(row)).sum::<f64>() / 50.0;
    let curve = Propensities::power(1.0, 8).expect("a power law");
    for keep in [Keep::Sessions, Keep::Counts] {
        let covered = (0..100).filter(|&seed| {
            let log = simulated(&data, &SimulationSettings { seed, ..Default::default() }, keep, 2000);
            let found = evaluate_clicks(&log, &discounts, None, PropensitySource::Curve(&curve), None)
                .expect("estimate");
            found.new.low <= Some(truth) && Some(truth) <= found.new.high
        });
        // 89 or more have probability 0.996 if the coverage is 0.95.
        assert!(covered.count() >= 89, "{keep:?}");
    }
}

#[test]
fn tied_documents_share_the_mean_discount() {
    let data = listed(&[&[1, 0, 0, 0], &[0, 1]]);
    let tied = Discounts::by_scores(&data, &[1.0, 2.0, 2.0, 0.0, 5.0, 7.0], Some(2)).expect("scores");
    let second = 1.0 / 3.0_f64.log2();
    let mean = 0.5 * (1.0 + second);
    for (found, expected) in tied.values().iter().zip([0.0, mean, mean, 0.0, second, 1.0]) {
        assert!((found - expected).abs() < 1e-15);
    }
    let strict = Discounts::by_scores(&data, &[2.0, 3.0, 1.0, 4.0, 0.0, 1.0], Some(2)).expect("scores");
    for (found, expected) in strict.values().iter().zip([0.0, second, 0.0, 1.0, second, 1.0]) {
        assert!((found - expected).abs() < 1e-15);
    }
    for (error, expected) in [
        (Discounts::by_scores(&data, &[1.0], None), "1 scores for 6 documents"),
        (Discounts::by_scores(&data, &[f64::NAN; 6], None), "the score of document 1 is NaN"),
    ] {
        let error = error.expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn what_makes_an_estimate_doubtful_is_said() {
    let data = listed(&[&[1, 0, 0, 0], &[1, 0]]);
    let mut builder = LogBuilder::new(&data);
    for session in 0..100_u32 {
        // One click at rank 2 among clicks at rank 1.
        let clicks: &[u32] = if session == 0 { &[0, 1] } else { &[0] };
        let clicks = if session < 20 { clicks } else { &[] };
        let session = Session { query: 0, ranker: 0, documents: &[0, 1], clicks, propensities: None };
        builder.add_session(&session).expect("a session");
    }
    let log = builder.finish().expect("a log");
    let discounts = Discounts::by_scores(&data, &[3.0, 4.0, 2.0, 1.0, 0.0, 1.0], Some(3)).expect("scores");
    let curve = Propensities::power(2.0, 4).expect("a power law");
    let found =
        evaluate_clicks(&log, &discounts, None, PropensitySource::Curve(&curve), None).expect("an estimate");
    assert_eq!((found.top_documents, found.never_shown, found.queries_without_sessions), (3, 1, 1));
    let notes = found.notes.join("\n");
    for expected in [
        "One session makes 28 % of the value",
        "never shows 1 of the 3 documents that the ranker puts on top",
        "1 of 2 queries have no session",
    ] {
        assert!(notes.contains(expected), "{notes}");
    }
}

#[test]
fn logs_without_the_needed_numbers_are_refused() {
    let data = listed(&[&[1, 0, 0]]);
    let discounts = reversed(&data);
    let curve = Propensities::new(P.to_vec()).expect("a curve");
    let check = |log: &ClickLog, chances: PropensitySource, clip: Option<f64>, expected: &str| {
        let error = evaluate_clicks(log, &discounts, None, chances, clip).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    let usual = PropensitySource::Curve(&curve);
    let log = log_of(&data, &[(RANKINGS[0], vec![0, 2]), (RANKINGS[1], vec![1])]);
    let counts = counts_of(&data, &log);
    evaluate_clicks(&log, &discounts, None, usual, None).expect("sessions need no fixed ranking");
    check(&counts, usual, None, "shown in several rankings by one ranker, and counts do not say");
    let trust = Propensities::trust(1.0, 3).expect("trust");
    check(&log, PropensitySource::Curve(&trust), None, "A and B need one ranking for each query and ranker");
    check(
        &log,
        PropensitySource::Curve(&trust),
        Some(0.1),
        "clip: propensities with A and B are not clipped",
    );
    let short = Propensities::new(vec![1.0]).expect("a curve");
    check(
        &log,
        PropensitySource::Curve(&short),
        None,
        "the log shows documents at rank 3, which has no propensity; give propensities",
    );
    for clip in [0.0, 1.5, f64::NAN] {
        check(&log, usual, Some(clip), "is not above 0 and at most 1; give none to clip nothing");
    }
    let empty = LogBuilder::new(&data).finish().expect("an empty log");
    check(&empty, usual, None, "the log has no sessions");
    let mut builder = LogBuilder::new(&data);
    let cell =
        Cell { query: 0, ranker: 0, rank: 0, document: 0, impressions: 2.0, clicks: 1.0, propensity: None };
    builder.add_counts(&cell).expect("a count");
    check(
        &builder.finish().expect("a log"),
        PropensitySource::Log,
        None,
        "the log has no propensities; give a file",
    );
    let other = reversed(&listed(&[&[1, 0]]));
    let error = evaluate_clicks(&log, &other, None, usual, None).expect_err("other data").to_string();
    assert!(error.contains("2 discounts for the 3 documents"), "{error}");
}
