//! Click logs as text: round trips of all formats, and faults with their lines.

use rankscope::Error;
use rankscope::clicks::{
    Cell, ClickReader, ClickWriter, Keep, LogBuilder, LogFormat, LogNames, MAX_RANKERS, Session, Sessions,
    SimulationSettings, Simulator, Users,
};
use rankscope::data::{Dataset, QueryRows};

use super::support::{listed, logger, read_in, written};

const GRADES: [&[u8]; 3] = [&[0, 2, 1, 0, 1], &[1, 0, 2], &[2]];

#[test]
fn sessions_read_back_as_they_were_drawn() {
    let data = listed(&GRADES);
    for propensities in [false, true] {
        let (first, second) = (logger("feature:1"), logger("feature:-1"));
        let with = |seed| SimulationSettings {
            users: Users::Dcm,
            swap: 3,
            seed,
            propensities,
            ..Default::default()
        };
        // The reader numbers rankers as they appear, so the first session must have the first ranker.
        let has_first = |seed: &u64| {
            let mut sessions = Sessions::new(&data, &first, Some(&second), &with(*seed)).expect("settings");
            sessions.draw().ranker == 0
        };
        let settings = with((1..100).find(has_first).expect("a coin"));
        let mut simulator =
            Simulator::new(&data, &first, Some(&second), &settings, Keep::Sessions).expect("settings");
        simulator.grow(300).expect("a small log");
        let drawn = simulator.snapshot().expect("a log");
        assert_eq!(drawn.has_propensities(), propensities);
        assert!(drawn.visits().is_some_and(|visits| visits.len() > 100));
        let names = LogNames::lines(&data);
        for format in [LogFormat::JsonLines, LogFormat::Impressions] {
            let sessions = Sessions::new(&data, &first, Some(&second), &settings).expect("settings");
            let text = written(sessions, 300, &names, format, propensities);
            for size in [1, 7, 1 << 16] {
                assert_eq!(read_in(&data, &names, &text, size), Ok(drawn.clone()), "{format:?} {size}");
            }
            let tabs = text.replace(',', "\t");
            if format == LogFormat::Impressions {
                assert_eq!(read_in(&data, &names, &tabs, 100), Ok(drawn.clone()), "tabs");
            }
        }
        let writer = ClickWriter::new(&names, LogFormat::Counts, true, propensities);
        let text = writer.heading() + &writer.counts(&drawn).collect::<String>();
        let counts = read_in(&data, &names, &text, 11).expect("counts");
        assert_eq!(counts.cells(), drawn.cells());
        assert_eq!(counts.sessions_of_queries(), drawn.sessions_of_queries());
        assert_eq!(counts.sessions_of_rankers(), drawn.sessions_of_rankers());
        assert!(counts.visits().is_none() && counts.n_rankings(0, 0).is_none());
    }
}

#[test]
fn a_log_has_the_clicks_of_its_sessions() {
    let data = listed(&GRADES);
    let text = "{\"query\":\"q1\",\"documents\":[8,6],\"clicks\":[0],\"ranker\":\"A\"}\n\
                {\"query\":\"q1\",\"documents\":[8,6],\"clicks\":[]}\n\
                \n\
                {\"query\":\"q0\",\"documents\":[\"1\",2,3],\"clicks\":[2,0],\"ranker\":\"A\",\"time\":7}\r\n\
                {\"query\":\"q1\",\"documents\":[6,8],\"clicks\":[],\"ranker\":\"A\"}";
    let log = read_in(&data, &LogNames::lines(&data), text, 5).expect("a log");
    let cell = |query, ranker, rank, document, impressions, clicks| Cell {
        query,
        ranker,
        rank,
        document,
        impressions,
        clicks,
        propensity: None,
    };
    let of_first = [cell(0, 0, 0, 0, 1.0, 1.0), cell(0, 0, 1, 1, 1.0, 0.0), cell(0, 0, 2, 2, 1.0, 1.0)];
    let of_second = [
        cell(1, 0, 0, 0, 1.0, 0.0),
        cell(1, 0, 0, 2, 1.0, 1.0),
        cell(1, 0, 1, 0, 1.0, 0.0),
        cell(1, 0, 1, 2, 1.0, 0.0),
        cell(1, 1, 0, 2, 1.0, 0.0),
        cell(1, 1, 1, 0, 1.0, 0.0),
    ];
    assert_eq!(log.cells_of(0), of_first);
    assert_eq!(log.cells_of(1), of_second);
    assert_eq!(log.cells_of(2), []);
    assert_eq!(log.rankers(), ["A", ""]);
    assert_eq!(log.n_sessions(), 4.0);
    assert_eq!(log.sessions_of_queries(), [1.0, 3.0, 0.0]);
    assert_eq!(log.sessions_of_rankers(), [3.0, 1.0]);
    assert_eq!(
        [(0, 0), (1, 0), (1, 1), (2, 0)].map(|(q, r)| log.n_rankings(q, r)),
        [Some(1), Some(2), Some(1), Some(0)]
    );
    let visits = log.visits().expect("sessions");
    let sessions: Vec<_> = visits.iter().map(|visit| (visit.query, visit.ranker)).collect();
    assert_eq!(sessions, [(1, 0), (0, 0)]);
    let clicks: Vec<_> = visits.iter().flat_map(|visit| visit.clicks().collect::<Vec<_>>()).collect();
    let places: Vec<_> = clicks.iter().map(|click| (click.rank, click.document)).collect();
    assert_eq!(places, [(0, 2), (0, 0), (2, 2)]);

    let summary = log.summary(Some(&[1.0, 0.5, 0.25])).expect("propensities of all ranks");
    assert_eq!((summary.sessions, summary.clicks, summary.queries_seen), (4.0, 3.0, 2));
    assert_eq!((summary.documents, summary.never_shown, summary.never_clicked), (9, 4, 2));
    assert_eq!(summary.most_rankings, Some(2));
    assert_eq!(summary.rankings_per_query, Some(4.0 / 3.0));
    let weights = summary.weights.expect("weights");
    assert_eq!((weights.largest, weights.effective_clicks), (4.0, 36.0 / 18.0));
    // Wilson: 2 of 4, by hand: (0.5 + 1.9208/4 ± 1.96 √(0.25/4 + 0.9604/16)) / (1 + 3.8416/4).
    let first = summary.ranks[0];
    assert_eq!((first.rank, first.impressions, first.clicks, first.rate), (1, 4.0, 2.0, 0.5));
    assert!((first.low - 0.150_039).abs() < 1e-5 && (first.high - 0.849_961).abs() < 1e-5, "{first:?}");
    assert!(log.summary(Some(&[1.0, 0.5])).is_err(), "rank 3 has a click");
    assert!(log.summary(Some(&[1.0, 0.5, 0.0])).is_err());
    assert_eq!(log.summary(None).expect("no propensities").weights, None);
}

#[test]
fn counts_of_one_place_are_added() {
    let data = listed(&GRADES);
    let text = "rank\tquery\timpressions\tclicks\tdocument\tpropensity\n\
                1\tq0\t1.5\t0.5\t3\t1\n2\tq0\t1\t1\t3\t.5\n1\tq0\t2\t1\t3\t1.0\n2\tq0\t1\t0\t3\t.25\n";
    let log = read_in(&data, &LogNames::lines(&data), text, 3).expect("counts");
    let found: Vec<_> = log.cells().iter().map(|c| (c.rank, c.impressions, c.clicks, c.propensity)).collect();
    assert_eq!(found, [(0, 3.5, 1.5, Some(1.0)), (1, 1.0, 0.0, Some(0.25)), (1, 1.0, 1.0, Some(0.5))]);
    assert_eq!((log.n_sessions(), log.has_propensities()), (3.5, true));
    let weights = log.summary(None).expect("a summary").weights.expect("weights");
    assert_eq!((weights.largest, weights.effective_clicks), (2.0, 3.5 * 3.5 / 5.5));
}

#[test]
fn documents_may_have_ids() {
    let comments: Vec<String> = ["a,b", "c \"d\"", "é"].iter().map(|&id| id.to_owned()).collect();
    let query = |id: &str| QueryRows {
        id: id.to_owned(),
        grades: vec![0, 1, 0],
        features: vec![3.0, 2.0, 1.0],
        comments: comments.clone(),
    };
    let data = Dataset::from_queries(1, &[query("x,y"), query("z")]).expect("finite features");
    let names = LogNames::ids(&data, &|row| data.comment(row).to_owned()).expect("different ids");
    let settings = SimulationSettings::default();
    let sessions = Sessions::new(&data, &logger("feature:1"), None, &settings).expect("settings");
    let drawn = super::support::simulated(&data, &settings, Keep::Sessions, 50);
    for format in [LogFormat::JsonLines, LogFormat::Impressions] {
        let text = written(sessions.clone(), 50, &names, format, false);
        assert_eq!(read_in(&data, &names, &text, 9), Ok(drawn.clone()), "{text}");
    }
    let missing = read_in(&data, &names, "{\"query\":\"z\",\"documents\":[\"é\",\"e\"],\"clicks\":[]}", 99);
    let problem = missing.expect_err("no such id").to_string();
    assert!(problem.contains("the query \"z\" has no document \"e\"; its first is \"a,b\""), "{problem}");
    assert!(LogNames::ids(&data, &|_| "same".to_owned()).is_err());
    assert!(LogNames::ids(&data, &|_| String::new()).is_err());
}

/// Checks that a log has these faults, as (line, part of the problem).
fn check_faults(text: &str, expected: &[(usize, &str)]) {
    let data = listed(&GRADES);
    match read_in(&data, &LogNames::lines(&data), text, 13) {
        Err(Error::Parse { problems, total }) => {
            let lines: Vec<usize> = problems.iter().map(|problem| problem.line).collect();
            assert_eq!(lines, expected.iter().map(|one| one.0).collect::<Vec<_>>(), "{problems:?}");
            assert_eq!(total, expected.len());
            for (problem, (_, part)) in problems.iter().zip(expected) {
                assert!(problem.problem.contains(part), "{text}: {problem:?} lacks {part}");
                assert!(problem.column >= 1);
            }
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn faults_of_json_lines_have_their_lines() {
    let line = |rest: &str| format!("{{\"query\":\"q0\",{rest}}}\n");
    let sound = line("\"documents\":[1,2],\"clicks\":[0]");
    let check = |bad: &str, part: &str| check_faults(&format!("{sound}{bad}{sound}"), &[(2, part)]);
    check("{\"query\":\"q9\",\"documents\":[1],\"clicks\":[]}\n", "the data have no query \"q9\"");
    check(&line("\"documents\":[1,99],\"clicks\":[]"), "the data have no document in line 99");
    check(
        &line("\"documents\":[1,6],\"clicks\":[]"),
        "line 6 of the data is a document of the query \"q1\", not of \"q0\"",
    );
    check(&line("\"documents\":[0],\"clicks\":[]"), "\"0\" is not a line");
    check(&line("\"documents\":[\"d7\"],\"clicks\":[]"), "--ids");
    check(&line("\"documents\":[1,2,1],\"clicks\":[]"), "the document at place 2 stands at place 0 already");
    check(&line("\"documents\":[],\"clicks\":[]"), "the session shows no documents");
    check(&line("\"documents\":[1,2],\"clicks\":[2]"), "a click at place 2 of a list of 2 documents");
    check(&line("\"documents\":[1,2],\"clicks\":[1,1]"), "two clicks at place 1");
    check(&line("\"documents\":[1,2],\"clicks\":[-1]"), "invalid value: integer `-1`");
    check(&line("\"documents\":[1.5],\"clicks\":[]"), "a text or a whole number");
    check(&line("\"documents\":[1]"), "missing field `clicks`");
    check(&line("\"documents\":[1],\"clicks\":[],\"propensities\":[0.5]"), "some have none");
    check("not json\n", "the line is not a session");
    check("{\"query\":\"q0\"\n", "EOF");
    let first = line("\"documents\":[1,2],\"clicks\":[0],\"propensities\":[1,0.5]");
    let of_propensities = |bad: &str, part: &str| {
        let bad = line(&format!("\"documents\":[1,2],\"clicks\":[],\"propensities\":{bad}"));
        check_faults(&format!("{first}{bad}"), &[(2, part)]);
    };
    of_propensities("[1]", "1 propensities for 2 documents");
    of_propensities("[1,0]", "the propensity is 0; expected a number above 0, at most 1");
    of_propensities("[1,1.5]", "the propensity is 1.5");
    check_faults("", &[(1, "no sessions")]);
    check_faults("\n\n", &[(1, "no sessions")]);
}

#[test]
fn faults_of_impressions_have_their_lines() {
    let heading = "query,session,rank,document,click,propensity,ranker\n";
    let sound = "q0,s,1,1,0,1,A\nq0,s,2,2,1,.5,A\n";
    let check =
        |bad: &str, line: usize, part: &str| check_faults(&format!("{heading}{sound}{bad}"), &[(line, part)]);
    check("q9,t,1,1,0,1,A\n", 4, "the data have no query \"q9\"");
    check("q0,t,1,77,0,1,A\n", 4, "the data have no document in line 77");
    check("q0,t,0,1,0,1,A\n", 4, "the rank is \"0\"");
    check("q0,t,1,1,2,1,A\n", 4, "the click is \"2\"; expected 0 or 1");
    check("q0,t,1,1,0,0,A\n", 4, "the propensity is \"0\"");
    check("q0,t,1,1,0,x,A\n", 4, "the propensity is \"x\"");
    check("q0,t,1,1,0,1,A\nq0,t,1,2,0,1,A\n", 5, "the session \"t\" has the rank twice");
    check("q0,t,1,1,0,1,A\nq0,t,2,1,0,1,A\n", 5, "the session \"t\" has the document twice");
    check("q0,t,1,1,0,1,A\nq0,t,2,2,0,1,B\n", 5, "the ranker \"B\" is not that of the session's first line");
    check("q0,t,1,1,0,1,A\nq0,t,3,2,0,1,A\n", 4, "the session \"t\" has no line with rank 2");
    check(
        "q1,t,1,6,0,1,A\nq0,s,3,3,0,1,A\n",
        5,
        "the session \"s\" has no line with rank 1; its lines stand together",
    );
    check("q0,t,1,1\n", 4, "the line has 4 of the");
    check("q0,t,1,\"1,0,1,A\n", 4, "not closed");
    check_faults("query,session,rank,document\nq0,s,1,1\n", &[(1, "has no column click")]);
    check_faults("hello\nworld\n", &[(1, "has no column query")]);
    check_faults(heading, &[(1, "no sessions")]);
    // Lines of a session may stand in any order.
    let data = listed(&GRADES);
    let names = LogNames::lines(&data);
    let turned = format!("{heading}q0,s,2,2,1,.5,A\nq0,s,1,1,0,1,A\n");
    assert_eq!(read_in(&data, &names, &turned, 8), read_in(&data, &names, &format!("{heading}{sound}"), 8));
}

#[test]
fn faults_of_counts_have_their_lines() {
    let heading = "query,ranker,rank,document,impressions,clicks\n";
    let check =
        |bad: &str, part: &str| check_faults(&format!("{heading}q0,A,1,1,9,3\n{bad}\n"), &[(3, part)]);
    check("q7,A,1,1,1,0", "the data have no query \"q7\"");
    check("q0,A,1,8,1,0", "not of \"q0\"");
    check("q0,A,1,1,1,2", "2 clicks of 1 impressions");
    check("q0,A,1,1,0,0", "the impressions are 0");
    check("q0,A,1,1,1,-1", "the clicks are -1");
    check("q0,A,1,1,inf,0", "the number of impressions is \"inf\"");
    check("q0,A,6,1,1,0", "rank 6 of a query of 5 documents");
    check("q0,A,x,1,1,0", "the rank is \"x\"");
    let data = listed(&GRADES);
    let without_first = format!("{heading}q0,A,2,1,9,3\n");
    let problem =
        read_in(&data, &LogNames::lines(&data), &without_first, 50).expect_err("no sessions").to_string();
    assert!(problem.contains("none at the first rank"), "{problem}");
}

#[test]
fn a_builder_states_its_bounds() {
    let data = listed(&GRADES);
    let mut builder = LogBuilder::new(&data);
    for number in 0..MAX_RANKERS {
        builder.ranker(&number.to_string()).expect("within the bound");
    }
    assert!(builder.ranker("more").expect_err("one more").to_string().contains("maximum of 1000"));
    let session = |query, documents| Session { query, ranker: 0, documents, clicks: &[], propensities: None };
    assert!(builder.add_session(&session(3, &[0])).is_err());
    assert!(builder.add_session(&session(0, &[5])).is_err());
    builder.add_session(&session(0, &[4])).expect("a session");
    let counts =
        Cell { query: 0, ranker: 0, rank: 0, document: 0, impressions: 1.0, clicks: 0.0, propensity: None };
    assert!(builder.add_counts(&counts).expect_err("not both").to_string().contains("not both"));
    assert_eq!(builder.finish().expect("a log").cells().len(), 1);
    let reader = ClickReader::new(&data, &LogNames::lines(&data));
    assert_eq!(reader.format(), None);
}
