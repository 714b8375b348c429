//! Curves of propensities: the formulas, and faults of their file.

use rankscope::Error;
use rankscope::clicks::Propensities;

fn fault(json: &str) -> String {
    Propensities::from_json(json).expect_err(json).to_string()
}

#[test]
fn a_power_law_has_every_rank_and_another_curve_those_of_its_list() {
    let power = Propensities::power(2.0, 3).unwrap();
    assert_eq!(power.values(), [1.0, 0.25, 1.0 / 9.0]);
    assert_eq!(power.at(9), Some(0.01));
    assert_eq!(power.affine(0), None);
    let free = Propensities::new(vec![1.0, 0.5]).unwrap();
    assert_eq!((free.at(1), free.at(2), free.eta()), (Some(0.5), None, None));
    // Far down, the power law is smaller than any number.
    assert_eq!(Propensities::power(200.0, 2).unwrap().at(1000), None);
}

#[test]
fn trust_is_the_line_between_the_chances_of_bad_and_good_documents() {
    let trust = Propensities::trust(1.0, 60).unwrap();
    for rank in 0..60 {
        let (slope, offset) = trust.affine(rank).unwrap();
        let p = 1.0 / (rank as f64 + 1.0);
        let good = if rank < 48 { 0.98 - 0.01 * rank as f64 } else { 0.5 };
        assert!((slope + offset - p * good).abs() < 1e-15, "rank {rank}");
        assert!((offset - p * 0.65 / (rank as f64 + 1.0)).abs() < 1e-15, "rank {rank}");
    }
    assert_eq!(trust.affine(60), None);
}

#[test]
fn numbers_that_are_no_exponent_or_no_length_are_refused() {
    for (eta, ranks, expected) in [
        (-0.5, 3, "eta: -0.5 is not a finite number from 0"),
        (f64::NAN, 3, "eta: NaN is not a finite number"),
        (f64::INFINITY, 3, "eta: inf is not a finite number"),
        (2000.0, 3, "eta: 2000 makes the propensity of rank 3 zero"),
        (1.0, 0, "ranks: 0 ranks"),
        (1.0, usize::MAX, "use at most 1048576"),
    ] {
        let found = Propensities::power(eta, ranks).unwrap_err();
        assert!(matches!(found, Error::Config { .. }), "{found}");
        assert!(found.to_string().contains(expected), "{found}");
        assert!(Propensities::trust(eta, ranks).is_err());
    }
}

#[test]
fn a_file_restores_the_same_bits() {
    let free = Propensities::new(vec![1.0, 0.1 + 0.2]).unwrap();
    for propensities in [
        Propensities::power(0.7, 5).unwrap(),
        Propensities::power(0.7, 2).unwrap().with_eta_interval([0.6, 0.9]).unwrap(),
        Propensities::trust(1.3, 4).unwrap(),
        free.with_interval(vec![[1.0, 1.0], [0.25, 0.4]]).unwrap(),
    ] {
        let json = propensities.to_json();
        assert_eq!(Propensities::from_json(&json).unwrap(), propensities, "{json}");
    }
    let shortest = Propensities::from_json(r#"{"rankscope":"propensities","p":[1,0.5],"eta":1}"#).unwrap();
    assert_eq!(shortest, Propensities::power(1.0, 2).unwrap());
}

#[test]
fn faults_of_a_file_say_what_to_do() {
    let with = |rest: &str| format!(r#"{{"rankscope":"propensities",{rest}}}"#);
    for (json, expected) in [
        ("".to_owned(), "line 1, column 0: not a file of propensities"),
        (r#"{"p":[1]}"#.to_owned(), "the key \"rankscope\" is missing"),
        (
            r#"{"rankscope":"model","p":[1]}"#.to_owned(),
            "the file is \"model\"; a file of propensities begins",
        ),
        (with(r#""p":[1],"aeta":1"#), "\"aeta\" is not among its keys; the nearest are eta"),
        (with(r#""p":[]"#), "the list p has 0 ranks"),
        (with(r#""p":[1,0]"#), "p of rank 2 is 0; a propensity is above 0 and at most 1"),
        (with(r#""p":[1.5]"#), "p of rank 1 is 1.5"),
        (with(r#""p":[1,"x"]"#), "\"x\" is not a number"),
        (with(r#""p":[1,0.5],"eta":-1"#), "eta: -1 is not a finite number from 0"),
        (with(r#""p":[1,0.4],"eta":1"#), "p of rank 2 is 0.4, but (1/2)^1 is 0.5; leave eta out"),
        (with(r#""p":[1],"low":[1]"#), "give both or none"),
        (with(r#""p":[1],"low":[1,1],"high":[1,1]"#), "2 intervals for 1 ranks"),
        (
            with(r#""p":[1,0.5],"low":[1,0.6],"high":[1,0.7]"#),
            "rank 2 is 0.6 to 0.7, which does not enclose 0.5",
        ),
        (with(r#""p":[1],"eta_low":0,"eta_high":1"#), "an interval of eta without eta"),
        (with(r#""p":[1],"eta":1,"eta_low":0"#), "give eta_low and eta_high, or none"),
        (with(r#""p":[1],"eta":1,"eta_low":2,"eta_high":3"#), "the interval of eta is 2 to 3"),
        (with(r#""p":[1],"A":[0.5]"#), "need A and B"),
        (with(r#""p":[1],"A":[0.5],"B":[0.1,0.2]"#), "A has 1 values and B 2, p has 1"),
        (with(r#""p":[1],"A":[0],"B":[0.1]"#), "rank 1 has A = 0 and B = 0.1; A is above 0"),
        (with(r#""p":[1],"A":[0.9],"B":[0.2]"#), "A + B is at most 1"),
    ] {
        let found = fault(&json);
        assert!(found.contains(expected), "{json}: {found}");
    }
}
