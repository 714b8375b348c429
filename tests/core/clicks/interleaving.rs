//! Team-draft interleaving against the expectation over all drafts and clicks.

use rankscope::clicks::{Interleaving, Logger, SimulationSettings, Users, interleave};
use rankscope::data::{Dataset, generate_shop};

use super::super::test;

fn compared(data: &str, names: [&str; 2], settings: &SimulationSettings, sessions: u64) -> Interleaving {
    let data = Dataset::from_letor(data).expect("it is valid");
    let [first, second] = names.map(|name| Logger::parse(name).expect("it is a ranker"));
    interleave(&data, &first, &second, settings, sessions).expect("they fit")
}

/// Returns the expected sign over both coins of the two drafts of three documents, and all patterns of clicks.
fn expected(relevance: [f64; 3], orders: [[usize; 3]; 2], ranks: usize) -> f64 {
    let mut sum = 0.0;
    // Coins: who drafts first, and who does among equal teams after two documents.
    for coins in 0..4 {
        let (mut list, mut teams) = (Vec::new(), Vec::new());
        for rank in 0..ranks {
            let team = match rank {
                0 => coins & 1,
                1 => 1 - (coins & 1),
                _ => coins >> 1,
            };
            let document =
                orders[team].into_iter().find(|document| !list.contains(document)).expect("one is left");
            list.push(document);
            teams.push(team);
        }
        for pattern in 0..1_u32 << ranks {
            let (mut chance, mut difference) = (0.25, 0_i32);
            for rank in 0..ranks {
                let p = (0.1 + 0.9 * relevance[list[rank]]) / (rank as f64 + 1.0);
                let is_click = pattern >> rank & 1 == 1;
                chance *= if is_click { p } else { 1.0 - p };
                difference += i32::from(is_click) * (2 * teams[rank] as i32 - 1);
            }
            sum += chance * f64::from(difference.signum());
        }
    }
    sum
}

#[test]
fn the_mean_sign_is_that_of_all_drafts_and_clicks() {
    // Orders: 0, 1, 2 and 2, 0, 1.
    let data = "1 qid:a 1:3 2:2\n0 qid:a 1:2 2:1\n2 qid:a 1:1 2:3\n";
    let relevance = [1.0 / 3.0, 0.0, 1.0];
    for ranks in [2, 3] {
        let expected = expected(relevance, [[0, 1, 2], [2, 0, 1]], ranks);
        let settings = SimulationSettings { cut: ranks, ..SimulationSettings::default() };
        let outcome = compared(data, ["feature:1", "feature:2"], &settings, 200_000);
        let error = outcome.standard_error.expect("there are many sessions");
        assert!((outcome.preference - expected).abs() < 4.0 * error, "{outcome:?}: {expected}");
        let [first, second] = outcome.wins.map(|wins| wins as f64);
        assert_eq!(outcome.preference, (second - first) / 200_000.0);
        assert_eq!(outcome.wins[0] + outcome.wins[1] + outcome.ties, 200_000);
        // The sum over sessions of (sign − mean)².
        let mean = outcome.preference;
        let squares =
            first * (-1.0 - mean).powi(2) + second * (1.0 - mean).powi(2) + outcome.ties as f64 * mean * mean;
        assert!((error - (squares / 199_999.0 / 200_000.0).sqrt()).abs() < 1e-12);
    }
}

#[test]
fn equal_orders_win_equally_often() {
    // Feature 2 orders as feature 1 does.
    let data = "1 qid:a 1:3 2:30\n0 qid:a 1:2 2:20\n2 qid:a 1:1 2:10\n";
    for users in [Users::Pbm, Users::Trust, Users::Dcm, Users::Dbn] {
        let settings = SimulationSettings { users, ..SimulationSettings::default() };
        let outcome = compared(data, ["feature:1", "feature:2"], &settings, 50_000);
        let error = outcome.standard_error.expect("there are many sessions");
        assert!(outcome.preference.abs() < 4.0 * error, "{outcome:?}");
    }
}

#[test]
fn users_of_the_shop_prefer_what_matches_to_what_is_popular() {
    let [train, _] = generate_shop(1);
    let outcome =
        compared(&train, ["feature:popular", "feature:match"], &SimulationSettings::default(), 3000);
    assert!(outcome.low > Some(0.0), "{outcome:?}");
}

#[test]
fn settings_without_meaning_are_refused() {
    let data = Dataset::from_letor("1 qid:a 1:1 2:2\n").expect("it is valid");
    let [one, two] = ["feature:1", "feature:2"].map(|name| Logger::parse(name).expect("it is a ranker"));
    let usual = SimulationSettings::default();
    let refused = |second: &Logger, settings: &SimulationSettings, sessions| {
        interleave(&data, &one, second, settings, sessions).expect_err("it has no meaning").to_string()
    };
    assert!(refused(&two, &SimulationSettings { swap: 3, ..usual.clone() }, 1).contains("no swaps"));
    assert!(refused(&two, &usual, 0).contains("1 to"));
    assert!(refused(&one, &usual, 1).contains("first"));
    let bad = Dataset::from_letor("0 qid:a 1:1 2:2\n").expect("it is valid");
    assert!(interleave(&bad, &one, &two, &usual, 1).is_err());
    let one_session = interleave(&data, &one, &two, &usual, 1).expect("it is a session");
    assert_eq!((one_session.standard_error, one_session.low), (None, None));
}
