//! Ratings: the reader, filters, the generated sample and splits.

use rankscope::Error;
use rankscope::ratings::{
    Filter, GeneratedRatings, GradeScale, Protocol, Ratings, RatingsReader, ReadRatings, SplitPlan,
    TitlesReader, generate_ratings,
};

fn read(text: &str) -> Result<ReadRatings, Error> {
    let mut reader = RatingsReader::new(GradeScale::Ceil);
    reader.push(text.as_bytes());
    reader.finish()
}

fn triples(ratings: &Ratings) -> Vec<String> {
    let rows = ratings.rows();
    let name = |user: usize, (item, grade): (u32, u8)| {
        format!("{} {} {grade}", ratings.users()[user], ratings.items()[item as usize])
    };
    (0..rows.n_users()).flat_map(|user| rows.row(user).map(move |rated| name(user, rated))).collect()
}

#[test]
fn every_known_layout_gives_the_same_ratings() {
    let expected = ["1 a 4", "1 b 5", "2 a 1"];
    for text in [
        "1,a,4\n1,b,5\n2,a,1\n",
        "user,item,rating\n1,a,4\n1,b,5\n2,a,1",
        "userId,movieId,rating,timestamp\r\n1,a,4.0,964982703\r\n1,b,4.5,9\r\n2,a,0.5,9\r\n",
        "\u{feff}rating,user_id,item_id\n4,1,a\n5,1,b\n1,2,a\n",
        "1\ta\t4\t881250949\n1\tb\t5\t8\n2\ta\t1\t8\n",
        "1::a::4::978300760\n\n1::b::5::9\n2::a::1::9\n",
        "\"user\",\"item\",\"rating\"\n\"1\",\"a\",\"4\"\n1, b ,5\n2,\"a\",1\n",
        "1,a,2\n1,b,5\n2,a,1\n1,a,3\n1,a,4\n",
    ] {
        let ratings = read(text).unwrap_or_else(|error| panic!("{text:?}: {error}")).ratings;
        assert_eq!(triples(&ratings), expected, "{text:?}");
    }
}

#[test]
fn the_report_counts_what_was_read() {
    let report = read("1,a,2\n1,b,5\n2,a,1\n1,a,3.5\n").expect("it is sound").report;
    assert_eq!((report.lines, report.ratings, report.replaced, report.users, report.items), (4, 3, 1, 2, 2));
    assert_eq!(report.grades, [0, 1, 0, 0, 1, 1]);
}

#[test]
fn faults_have_a_place_and_a_remedy() {
    let check = |text: &str, line: usize, column: usize, words: &str| {
        let Err(Error::Parse { problems, .. }) = read(text) else { panic!("{text:?} is read") };
        let first = &problems[0];
        assert_eq!((first.line, first.column), (line, column), "{text:?}: {}", first.problem);
        assert!(first.problem.contains(words), "{text:?}: {}", first.problem);
    };
    check("", 1, 1, "no ratings");
    check("user,item,rating\n", 1, 1, "no ratings");
    check("1,a,4\n1,b\n", 2, 4, "the line ends before the rating");
    check("1,a,4\n1,b,x\n", 2, 5, "expected a number");
    check("1,a,4\n1,b,inf\n", 2, 5, "expected a number");
    check("1,a,4\n1,b,-1\n", 2, 5, "out of range");
    check("1,a,4\n1,b,99\n", 2, 5, "out of range");
    check("1,a,4\n,b,3\n", 2, 1, "the user is empty");
    check("1,a,4\n1,\"b,3\n", 2, 3, "not closed");
    check("who,what,stars\n1,a,4\n", 1, 1, "no column named user");
    check("one two three\n", 1, 14, "1 of the 3 fields");
    let mut reader = RatingsReader::new(GradeScale::Ceil);
    reader.push(b"1,a,4\n1,\xFF,4\n");
    let error = reader.finish().expect_err("it is not UTF-8").to_string();
    assert!(error.starts_with("line 2, column 3: byte 0xFF is not UTF-8"), "{error}");
    let many = "1,a,x\n".repeat(50);
    let Err(Error::Parse { problems, total }) = read(&("1,a,1\n".to_owned() + &many)) else {
        panic!("it is read")
    };
    assert_eq!((problems.len(), total), (20, 50));
}

#[test]
fn titles_are_read_beside_ratings() {
    let read = |text: &str| {
        let mut reader = TitlesReader::new();
        text.as_bytes().chunks(3).for_each(|chunk| reader.push(chunk));
        reader.finish()
    };
    let titles =
        read("movieId,title,genres\n1,\"Usual Suspects, The (1995)\",Crime\n2,Up,\n").expect("sound");
    assert_eq!((titles.len(), titles.get("1")), (2, Some("Usual Suspects, The (1995)")));
    let titles = read("1::Up (2009)::Comedy\n").expect("sound");
    assert_eq!(titles.get("1"), Some("Up (2009)"));
    assert!(read("").is_err());
    assert!(read("a\n").is_err());
}

#[test]
fn a_filter_leaves_out_items_first_and_counts() {
    let ratings = read("1,a,1\n1,b,2\n2,a,3\n2,b,4\n2,c,5\n3,c,1\n3,a,2\n4,d,1\n").expect("sound").ratings;
    let (kept, report) = ratings.filtered(Filter { item_ratings: 2, user_ratings: 2 }).expect("some stay");
    assert_eq!(triples(&kept), ["1 a 1", "1 b 2", "2 a 3", "2 b 4", "2 c 5", "3 c 1", "3 a 2"]);
    assert_eq!((report.ratings_left_out, report.users_left_out, report.items_left_out), (1, 1, 1));
    let (kept, report) = ratings.filtered(Filter { item_ratings: 2, user_ratings: 3 }).map_or_else(
        |error| {
            assert!(error.to_string().starts_with("1 of 4 users"), "{error}");
            (None, None)
        },
        |(kept, report)| (Some(kept), Some(report)),
    );
    assert!(kept.is_none() && report.is_none(), "one user is too few");
}

#[test]
fn splits_cover_the_ratings_once() {
    let text = generate_ratings(GeneratedRatings { users: 20, items: 40, ..GeneratedRatings::default() });
    let ratings = read(&text.expect("the size is right")).expect("sound").ratings;
    for protocol in [Protocol::Weak, Protocol::Strong] {
        let plan = SplitPlan { protocol, keep: 12, seed: 5 };
        let split = ratings.split(plan).expect("some test");
        assert_eq!(split, ratings.split(plan).expect("some test"), "the seed decides");
        let mut new = 0;
        for user in 0..20 {
            let all = |parts: &[&rankscope::ratings::Rows]| {
                let mut row: Vec<_> = parts.iter().flat_map(|rows| rows.row(user)).collect();
                row.sort_unstable();
                row
            };
            let mut whole: Vec<_> = ratings.rows().row(user).collect();
            whole.sort_unstable();
            assert_eq!(all(&[&split.train, &split.given, &split.test]), whole);
            assert_eq!(all(&[&split.fit, &split.held_out]), all(&[&split.train]));
            let is_new = !split.given.items(user).is_empty();
            new += usize::from(is_new);
            let known = if is_new { split.given.items(user) } else { split.train.items(user) };
            let tested = protocol == Protocol::Weak || is_new;
            assert_eq!(known.len(), if tested { 12 } else { 40 });
        }
        assert_eq!(new, if protocol == Protocol::Strong { 4 } else { 0 });
    }
    assert!(
        ratings.split(SplitPlan { protocol: Protocol::Weak, keep: 40, seed: 1 }).is_err(),
        "nothing to test"
    );
    assert!(ratings.split(SplitPlan { protocol: Protocol::Weak, keep: 1, seed: 1 }).is_err());
}

#[test]
fn the_sample_depends_on_its_options_only() {
    let options = GeneratedRatings { users: 9, items: 30, noise: false, scale: false, seed: 2 };
    let older = r#"{ "users": 9, "items": 30, "whim": false, "scale": false, "seed": 2 }"#;
    assert_eq!(serde_json::from_str::<GeneratedRatings>(older).expect("an older key is read"), options);
    let text = generate_ratings(options).expect("the size is right");
    assert_eq!(generate_ratings(options).as_ref(), Ok(&text));
    let ratings = read(&text).expect("sound").ratings;
    // Without `scale`, every user gives every grade equally often.
    let counts = |user: usize| {
        (1..=5)
            .map(|grade| ratings.rows().grades(user).iter().filter(|&&one| one == grade).count())
            .collect::<Vec<_>>()
    };
    assert!((0..9).all(|user| counts(user) == counts(0)));
    assert!(counts(0).iter().all(|&count| count > 0));
    assert_ne!(generate_ratings(GeneratedRatings { noise: true, ..options }).expect("size"), text);
    assert_ne!(generate_ratings(GeneratedRatings { scale: true, ..options }).expect("size"), text);
    assert!(generate_ratings(GeneratedRatings { users: 1, ..options }).is_err());
    assert!(generate_ratings(GeneratedRatings { users: usize::MAX, ..options }).is_err());
}
