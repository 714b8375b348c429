//! Simulated users against all their click patterns, expected counts against the formulas, and growth of logs.

use rankscope::clicks::{
    AFTER_CLICK, AFTER_NONE, ClickLog, Keep, Logger, Sessions, SimulationSettings, Simulator, Users,
    attraction, examination, expected_log, relevance, trust,
};
use rankscope::data::{Dataset, generate_shop};

use super::support::{listed, logger, mq2008, simulated};
use crate::support::permutations;

const GRADES: [u8; 4] = [0, 2, 1, 0];
const ALL_USERS: [Users; 4] = [Users::Pbm, Users::Trust, Users::Dcm, Users::Dbn];

/// Returns the probability of a pattern of clicks on a list of grades, from the definitions of the users.
fn probability(users: Users, eta: f64, noise: f64, list: &[u8], pattern: &[bool]) -> f64 {
    // For users who go down the list: the patterns of where they stop.
    let rel = |rank: usize| relevance(list[rank], 2);
    let gamma = |rank: usize| attraction(rel(rank), noise);
    let independent = |p: &dyn Fn(usize) -> f64| -> f64 {
        (0..list.len()).map(|rank| if pattern[rank] { p(rank) } else { 1.0 - p(rank) }).product()
    };
    let last_examined = |after_click: &dyn Fn(usize) -> f64| -> f64 {
        (0..list.len())
            .filter(|&last| !pattern[last + 1..].contains(&true))
            .map(|last| {
                let clicks: f64 = (0..=last)
                    .map(|rank| if pattern[rank] { gamma(rank) } else { 1.0 - gamma(rank) })
                    .product();
                let on = |rank: usize| if pattern[rank] { after_click(rank) } else { AFTER_NONE };
                let goes: f64 = (0..last).map(on).product();
                clicks * goes * if last + 1 == list.len() { 1.0 } else { 1.0 - on(last) }
            })
            .sum()
    };
    match users {
        Users::Pbm => independent(&|rank| gamma(rank) * examination(rank, eta)),
        Users::Trust => independent(&|rank| {
            let (a, b) = trust(rank, eta);
            a * rel(rank) + b
        }),
        Users::Dcm => last_examined(&|_| AFTER_CLICK),
        Users::Dbn => last_examined(&|rank| AFTER_NONE * (1.0 - rel(rank))),
    }
}

fn patterns() -> impl Iterator<Item = [bool; 4]> {
    (0..16).map(|bits: u32| std::array::from_fn(|rank| bits >> rank & 1 == 1))
}

#[test]
fn drawn_patterns_have_their_probabilities() {
    let data = listed(&[&GRADES]);
    const DRAWS: usize = 200_000;
    for users in ALL_USERS {
        let settings = SimulationSettings { users, eta: 0.7, noise: 0.15, seed: 5, ..Default::default() };
        let mut sessions = Sessions::new(&data, &logger("feature:1"), None, &settings).expect("settings");
        let mut counts = [0_usize; 16];
        for _ in 0..DRAWS {
            let session = sessions.draw();
            assert_eq!(session.documents, [0, 1, 2, 3]);
            counts[session.clicks.iter().map(|click| 1 << click).sum::<usize>()] += 1;
        }
        let exact = patterns().map(|pattern| probability(users, 0.7, 0.15, &GRADES, &pattern));
        let (mut chi_square, mut cells, mut total) = (0.0, 0.0, 0.0);
        for (count, exact) in counts.into_iter().zip(exact) {
            let expected = exact * DRAWS as f64;
            total += exact;
            if expected < 1e-9 {
                assert_eq!(count, 0, "{users:?}");
            } else {
                assert!(expected > 5.0, "{users:?}: {expected}");
                chi_square += (count as f64 - expected).powi(2) / expected;
                cells += 1.0;
            }
        }
        assert!((total - 1.0_f64).abs() < 1e-12);
        let freedom: f64 = cells - 1.0;
        assert!(chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(), "{users:?}: {chi_square} of {freedom}");
    }
}

/// Returns every list of the documents 0 to 3 that a session may show, with its probability.
fn lists(swap: usize, shuffle: usize, is_random: bool) -> Vec<(f64, Vec<u32>)> {
    if is_random || shuffle > 0 {
        let first = if is_random { 4 } else { shuffle.min(4) };
        let orders = permutations(first);
        let share = 1.0 / orders.len() as f64;
        let whole = |order: Vec<u32>| order.into_iter().chain(first as u32..4).collect();
        return orders.into_iter().map(|order| (share, whole(order))).collect();
    }
    if swap > 0 {
        let last = swap.min(4) - 1;
        let swapped = (1..=last).map(|other| {
            let mut list = vec![0, 1, 2, 3];
            list.swap(0, other);
            (0.5 / last as f64, list)
        });
        return swapped.chain([(0.5, vec![0, 1, 2, 3])]).collect();
    }
    vec![(1.0, vec![0, 1, 2, 3])]
}

/// Returns expected impressions and clicks of a session, by rank and document.
fn enumerated(settings: &SimulationSettings, is_random: bool) -> [[(f64, f64); 4]; 4] {
    let mut expected = [[(0.0, 0.0); 4]; 4];
    for (share, list) in lists(settings.swap, settings.shuffle, is_random) {
        let cut = if settings.cut == 0 { 4 } else { settings.cut };
        let grades: Vec<u8> = list.iter().map(|&document| GRADES[document as usize]).collect();
        for (rank, &document) in list.iter().take(cut).enumerate() {
            let clicks: f64 = patterns()
                .filter(|pattern| pattern[rank])
                .map(|pattern| probability(settings.users, settings.eta, settings.noise, &grades, &pattern))
                .sum();
            let cell = &mut expected[rank][document as usize];
            *cell = (cell.0 + share, cell.1 + share * clicks);
        }
    }
    expected
}

/// Checks impressions and clicks of a log within so many standard deviations, and 1e-9.
fn check_cells(log: &ClickLog, expected: &[[(f64, f64); 4]; 4], sessions: f64, deviations: f64, what: &str) {
    let mut found = [[(0.0, 0.0); 4]; 4];
    for cell in log.cells() {
        found[cell.rank as usize][cell.document as usize] = (cell.impressions, cell.clicks);
    }
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        for (count, p) in [(found.0, expected.0), (found.1, expected.1)] {
            let spread = deviations * (sessions * p * (1.0 - p).max(0.0)).sqrt() + 1e-9 * sessions;
            assert!((count - p * sessions).abs() <= spread, "{what}: {count} of {}", p * sessions);
        }
    }
}

#[test]
fn expected_and_drawn_counts_are_those_of_all_lists_and_patterns() {
    let data = listed(&[&GRADES]);
    for users in ALL_USERS {
        for (logger_text, swap, shuffle, cut) in [
            ("feature:1", 0, 0, 0),
            ("feature:1", 3, 0, 0),
            ("feature:1", 10, 0, 2),
            ("feature:1", 0, 3, 0),
            ("feature:1", 0, 9, 3),
            ("random", 0, 0, 0),
            ("random", 0, 0, 2),
        ] {
            let settings = SimulationSettings { users, swap, shuffle, cut, seed: 9, ..Default::default() };
            let what = format!("{users:?} {logger_text} swap {swap} shuffle {shuffle} cut {cut}");
            let is_random = logger_text == "random";
            let exact = enumerated(&settings, is_random);
            let logger = logger(logger_text);
            let expected = expected_log(&data, &logger, None, &settings, 250.0);
            if matches!(users, Users::Dcm | Users::Dbn) && (is_random || shuffle > 0) {
                assert!(expected.is_err(), "{what}");
            } else {
                check_cells(&expected.expect("expected counts"), &exact, 250.0, 0.0, &what);
            }
            for keep in [Keep::Sessions, Keep::Counts] {
                let mut simulator = Simulator::new(&data, &logger, None, &settings, keep).expect("settings");
                simulator.grow(40_000).expect("a small log");
                let log = simulator.snapshot().expect("a log");
                assert_eq!(log.n_sessions(), 40_000.0);
                check_cells(&log, &exact, 40_000.0, 4.5, &what);
                if !is_random && shuffle == 0 {
                    let rankings = if swap > 0 { swap.min(4) } else { 1 };
                    // A cut list does not show every swap.
                    assert!(log.n_rankings(0, 0).is_some_and(|found| found == rankings), "{what}");
                }
            }
        }
    }
}

#[test]
fn counted_sessions_are_spread_over_queries_and_rankers() {
    let data = listed(&[&[0, 1], &[1, 0, 2], &[2]]);
    let (first, second) = (logger("feature:1"), logger("feature:-1"));
    for swap in [0, 3] {
        let settings = SimulationSettings { share: 0.3, seed: 2, swap, ..Default::default() };
        let mut simulator =
            Simulator::new(&data, &first, Some(&second), &settings, Keep::Counts).expect("settings");
        assert!(!simulator.draws_sessions());
        const SESSIONS: f64 = 1e10;
        for _ in 0..4 {
            simulator.grow(SESSIONS as u64 / 4).expect("a log");
        }
        let log = simulator.snapshot().expect("a log");
        assert_eq!(log.n_sessions(), SESSIONS);
        let near =
            |found: f64, p: f64| (found - SESSIONS * p).abs() < 5.0 * (SESSIONS * p * (1.0 - p)).sqrt();
        assert!(
            log.sessions_of_queries().iter().all(|&n| near(n, 1.0 / 3.0)),
            "{:?}",
            log.sessions_of_queries()
        );
        let of_rankers = log.sessions_of_rankers();
        assert!(near(of_rankers[0], 0.7) && near(of_rankers[1], 0.3), "{of_rankers:?}");
        let expected =
            expected_log(&data, &first, Some(&second), &settings, SESSIONS).expect("expected counts");
        assert_eq!(expected.cells().len(), log.cells().len());
        for (drawn, expected) in log.cells().iter().zip(expected.cells()) {
            let key = |cell: &rankscope::clicks::Cell| (cell.query, cell.ranker, cell.rank, cell.document);
            assert_eq!(key(drawn), key(expected));
            assert!(near(drawn.impressions, expected.impressions / SESSIONS), "{drawn:?} {expected:?}");
            assert!(near(drawn.clicks, expected.clicks / SESSIONS), "{drawn:?} {expected:?}");
        }
    }
}

#[test]
fn growth_in_steps_gives_the_bits_of_growth_at_once() {
    let data = listed(&[&[0, 1, 2], &GRADES, &[1]]);
    let (first, second) = (logger("feature:1"), logger("random"));
    for users in ALL_USERS {
        let settings = SimulationSettings { users, swap: 3, ..Default::default() };
        let start =
            || Simulator::new(&data, &first, Some(&second), &settings, Keep::Sessions).expect("settings");
        let (mut once, mut steps) = (start(), start());
        once.grow(500).expect("a log");
        let mut clicks = Vec::new();
        for step in [1, 0, 99, 250, 150] {
            steps.grow(step).expect("a log");
            clicks.push(steps.snapshot().expect("a log").visits().expect("sessions").clone());
        }
        assert_eq!(steps.n_sessions(), 500);
        assert_eq!(once.snapshot(), steps.snapshot());
        let last = clicks.pop().expect("five steps");
        for shorter in &clicks {
            for (one, other) in shorter.iter().zip(last.iter()) {
                assert_eq!(
                    (one.query, one.ranks, one.documents),
                    (other.query, other.ranks, other.documents)
                );
            }
        }
    }
}

#[test]
fn a_seed_gives_one_log() {
    let data = listed(&[&GRADES, &[1, 2]]);
    for keep in [Keep::Sessions, Keep::Counts] {
        let of = |seed| simulated(&data, &SimulationSettings { seed, ..Default::default() }, keep, 1000);
        assert_eq!(of(7), of(7));
        assert_ne!(of(7).cells(), of(8).cells());
    }
}

#[test]
fn clicks_divided_by_propensities_estimate_attraction() {
    let data = listed(&[&GRADES]);
    const SESSIONS: u64 = 100_000;
    for users in [Users::Pbm, Users::Dcm] {
        let settings = SimulationSettings { users, propensities: true, seed: 4, ..Default::default() };
        let log = simulated(&data, &settings, Keep::Sessions, SESSIONS);
        for (document, &grade) in GRADES.iter().enumerate() {
            let weights: Vec<f64> = log
                .cells()
                .iter()
                .filter(|cell| cell.document as usize == document)
                .flat_map(|cell| {
                    std::iter::repeat_n(1.0 / cell.propensity.expect("given"), cell.clicks as usize)
                })
                .collect();
            let mean = weights.iter().sum::<f64>() / SESSIONS as f64;
            let squares = weights.iter().map(|weight| weight * weight).sum::<f64>() / SESSIONS as f64;
            let error = ((squares - mean * mean) / SESSIONS as f64).sqrt();
            let gamma = attraction(relevance(grade, 2), settings.noise);
            assert!((mean - gamma).abs() < 4.0 * error, "{users:?} {document}: {mean} of {gamma}");
        }
    }
}

#[test]
fn wrong_settings_are_refused_before_work() {
    let data = listed(&[&GRADES]);
    let check = |settings: SimulationSettings, part: &str| {
        let refused = Simulator::new(&data, &logger("feature:1"), None, &settings, Keep::Counts);
        let problem = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(problem.contains(part), "{settings:?}: {problem:?} lacks {part}");
    };
    let usual = SimulationSettings::default;
    for eta in [-1.0, f64::NAN, f64::INFINITY] {
        check(SimulationSettings { eta, ..usual() }, "eta: ");
    }
    for noise in [-0.1, 1.1, f64::NAN] {
        check(SimulationSettings { noise, ..usual() }, "noise: ");
    }
    check(SimulationSettings { share: 1.5, ..usual() }, "share: ");
    check(SimulationSettings { swap: 1, ..usual() }, "swap: 1 changes nothing");
    check(SimulationSettings { swap: 2, shuffle: 2, ..usual() }, "shuffle: ");
    check(SimulationSettings { users: Users::Trust, propensities: true, ..usual() }, "propensities: ");
    check(SimulationSettings { users: Users::Dbn, propensities: true, ..usual() }, "propensities: ");
    check(SimulationSettings { eta: 1e6, propensities: true, ..usual() }, "eta: ");
    let start = |logger: &Logger, second: Option<&Logger>, data: &Dataset| {
        Simulator::new(data, logger, second, &usual(), Keep::Counts)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    for text in ["feature:2", "feature:0", "feature:-2", "feature:name"] {
        assert!(
            start(&logger(text), None, &data).is_err_and(|problem| problem.contains("no feature")),
            "{text}"
        );
    }
    for text in ["", "feature:", "model", "Random"] {
        assert!(Logger::parse(text).is_err(), "{text}");
    }
    assert!(start(&logger("feature:1"), Some(&logger("feature:1")), &data).is_err(), "one name twice");
    assert!(start(&Logger::by_scores("m", vec![1.0]), None, &data).is_err(), "one score for four documents");
    assert!(start(&Logger::by_scores("m", vec![f64::NAN; 4]), None, &data).is_err());
    assert!(start(&logger("feature:1"), None, &listed(&[&[0, 0]])).is_err(), "nothing to find");
    let mut simulator =
        Simulator::new(&data, &logger("random"), None, &usual(), Keep::Counts).expect("settings");
    assert!(simulator.grow(u64::MAX).is_err());
    assert_eq!(simulator.n_sessions(), 0);
    for sessions in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(expected_log(&data, &logger("feature:1"), None, &usual(), sessions).is_err());
    }
}

#[test]
fn rising_and_falling_features_turn_the_list() {
    let data = listed(&[&GRADES]);
    for (text, expected) in [("feature:1", [0, 1, 2, 3]), ("feature:-1", [3, 2, 1, 0])] {
        let mut sessions =
            Sessions::new(&data, &logger(text), None, &SimulationSettings::default()).expect("settings");
        assert_eq!(sessions.draw().documents, expected);
    }
    // Ties keep file order.
    let mut tied = Sessions::new(
        &data,
        &Logger::by_scores("m", vec![1.0, 2.0, 1.0, 2.0]),
        None,
        &SimulationSettings::default(),
    )
    .expect("settings");
    assert_eq!(tied.draw().documents, [1, 3, 0, 2]);
}

#[test]
fn the_made_shop_has_its_grades_and_features() {
    let texts = generate_shop(1);
    assert_eq!(texts, generate_shop(1));
    assert_ne!(texts, generate_shop(2));
    for (text, n_queries) in texts.iter().zip([100, 400]) {
        let data = Dataset::from_letor(text).expect("LETOR text");
        assert_eq!((data.n_queries(), data.n_documents(), data.n_features()), (n_queries, 10 * n_queries, 4));
        let names: Vec<_> = data.feature_names().iter().flatten().map(String::as_str).collect();
        assert_eq!(names, ["match", "price", "dust", "popular"]);
        for query in data.queries() {
            let with = |grade: u8| query.grades.iter().filter(|&&one| one == grade).count();
            assert_eq!((with(2), with(1), with(0)), (1, 2, 7));
        }
        let rows = 0..data.n_documents();
        assert!(rows.clone().all(|row| data.features(row).iter().all(|value| (0.0..=1.0).contains(value))));
        let mean =
            |feature| rows.clone().map(|row| data.value(row, feature)).sum::<f64>() / rows.len() as f64;
        assert!(
            (0..4).all(|feature| (mean(feature) - 0.5).abs() < 0.04),
            "uniform, or a mean of uniform draws"
        );
    }
}

/// Clicks per session and click rates on MQ2008, if `RANKSCOPE_DATA` names a folder that has it. The numbers come from
/// an independent program.
#[test]
fn expected_rates_on_real_data_are_those_of_another_program() {
    let Some(data) = mq2008("train") else { return };
    let of = |users| {
        let settings = SimulationSettings { users, ..Default::default() };
        let log = expected_log(&data, &logger("feature:1"), None, &settings, 471.0).expect("expected counts");
        log.summary(None).expect("a summary")
    };
    let pbm = of(Users::Pbm);
    assert!((pbm.clicks_per_session.expect("sessions") - 0.706_573_3).abs() < 5e-8, "{pbm:?}");
    for (rank, rate) in [(1, 0.203_82), (2, 0.119_43), (3, 0.083_23), (5, 0.048_79)] {
        assert!((pbm.ranks[rank - 1].rate - rate).abs() < 6e-6, "rank {rank}: {:?}", pbm.ranks[rank - 1]);
    }
    let trust = of(Users::Trust);
    assert!((trust.clicks_per_session.expect("sessions") - 1.2828).abs() < 5e-5, "{trust:?}");
}
