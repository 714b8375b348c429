//! Losses checked against their definitions, independently of the searches; also the choice of search.

use crate::support::{Random, assert_close, dorm_settings};
use rankscope::learner::cutting_plane::WorkingSetScheme;
use rankscope::loss::{
    Decay, DecayProfile, Generator, MrrFeatureMap, Profiles, QueryLoss, RankingMeasure, Reference,
    published_greedy,
};
use rankscope::method::catalog;
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::Labels;
use rankscope::ranking::scoring::{LARGEST_SCORE, check_scores};
use rankscope::ranking::{Ranking, TiedRanking};

fn bind(settings: &TrainingSettings, grades: &[u8]) -> Option<Box<dyn QueryLoss>> {
    settings.parse().expect("valid settings").learner.loss().expect("a structured loss").slack_groups()[0][0]
        .bind(grades)
}

fn dorm(measure: &str, decay: &str) -> TrainingSettings {
    TrainingSettings { measure: measure.to_owned(), decay: decay.to_owned(), ..TrainingSettings::default() }
}

#[test]
fn dorm_has_the_loss_of_its_measure() {
    let mut random = Random::new(41);
    // Modified WTA and the reciprocal rank of one document are not reported measures.
    let own = ["mwta", "mrr", "rr@2"];
    let all = dorm_settings();
    for settings in all.iter().step_by(33).filter(|settings| !own.contains(&settings.measure.as_str())) {
        let measure = settings.parse().expect("valid settings").learner.reported_measure();
        for _ in 0..20 {
            let n = random.integer(2, 8) as usize;
            let grades = random.grades(n, 3);
            let Some(loss) = bind(settings, &grades) else { continue };
            let labels = Labels {
                grades: &grades,
                groups: &[],
                max_grade: 3,
                threshold: settings.threshold,
                unjudged: 0,
            };
            let value =
                |y: &TiedRanking| measure.value(y, &labels).expect("a query that is used has a value");
            let best = value(&TiedRanking::strict(loss.reference()));
            let scores = random.scores(n);
            let y = Ranking::by_scores(&scores);
            let lost = best - value(&TiedRanking::strict(&y));
            assert_close(loss.delta(&y), lost, 1e-12, &settings.measure);
            let tied = TiedRanking::by_scores(&scores);
            assert_close(loss.expected_delta(&tied), best - value(&tied), 1e-12, &settings.measure);
        }
    }
}

#[test]
fn measures_of_dorm_alone_have_their_gains_and_discounts() {
    let check = |measure: &str, gain: &[f64], discount: &[f64]| {
        let loss = bind(&dorm(measure, "power:0.5"), &[1, 2, 0, 2]).expect("three grades");
        let positions = loss.positions().expect("DORM has positions");
        for (seen, expected) in positions.gain.iter().zip(gain).chain(positions.discount.iter().zip(discount))
        {
            assert_close(*seen, *expected, 1e-12, measure);
        }
    };
    // Only the first of the best documents has a gain.
    check("mrr", &[0.0, 1.0, 0.0, 0.0], &[1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0]);
    let best = 3.0 + 3.0 / 3_f64.log2() + 1.0 / 2.0;
    check("mwta", &[1.0 / best, 3.0 / best, 0.0, 3.0 / best], &[1.0, 1.0 / 3_f64.log2(), 1.0 / 2.0, 0.0]);
}

#[test]
fn the_cheapest_search_is_chosen() {
    let check = |settings: &TrainingSettings, grades: &[u8], name: &str| {
        let oracle = bind(settings, grades).expect("two grades").oracle();
        assert!(oracle.contains(name), "{oracle} is not {name}");
    };
    let grades: Vec<u8> = (0..60).map(|document| document % 5).collect();
    check(&dorm("ndcg", "measure"), &grades, "one sort");
    check(&dorm("ndcg@10", "measure"), &grades, "one sort");
    check(&dorm("ndcg@3", "power:0.5"), &grades, "merge of 5 lists");
    check(&dorm("ndcg", "power:0.5"), &grades, "assignment");
    // c = 2 and a = 1/5 on the first five ranks.
    let method = |name: &str| TrainingSettings { method: name.to_owned(), ..TrainingSettings::default() };
    check(&method("svm-precision"), &grades, "one sort by s − 0.1·b");
    let ndcg = |k: usize| TrainingSettings { cut_off: Some(k), ..method("svm-ndcg") };
    check(&ndcg(59), &grades, "documents, clipped (48 good, 12 bad documents)");
    check(&ndcg(60), &grades, "bad documents (48 good, 12 bad documents)");
    // A path over all pairs has one place before each bad document and one place after the last.
    let pairs = 48.0 * 13.0;
    for (method, name, steps) in [
        ("svm-auc", "leads by less than ½", 0.0),
        ("svm-map", "(48 good, 12 bad documents)", pairs),
        // Ten rows of ten cells, and a tail for every good document and row.
        ("svm-ndcg", "(48 good, 12 bad documents)", 100.0 + 11.0 * 48.0),
        ("svm-mrr", "before the worst good one", 0.0),
        ("owpc", "leads by less than 1", 0.0),
    ] {
        check(&TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() }, &grades, name);
        let loss =
            bind(&TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() }, &grades);
        assert_eq!(loss.expect("two grades").search_steps(), steps, "{method}");
    }
}

#[test]
fn among_equal_paths_the_one_with_fewer_bad_documents_first_wins() {
    // Δ of the inverted pair is ½ for MAP and MRR, and 1 − 1/log2 3 for NDCG. The inversion costs 2 (s_g − s_b) in
    // ψ_po.
    let ndcg = 1.0 - 1.0 / 3_f64.log2();
    for (method, delta) in [("svm-map", 0.5), ("svm-mrr", 0.5), ("svm-ndcg-nc", ndcg)] {
        let settings = TrainingSettings {
            method: method.to_owned(),
            feature_map: "po".to_owned(),
            ..TrainingSettings::default()
        };
        let loss = bind(&settings, &[0, 1]).expect("two grades");
        let violator = |difference: f64| loss.most_violated(&[0.0, difference]).order().to_vec();
        assert_eq!(violator(0.5 * delta - 0.01), [0, 1], "{method}: inverted");
        assert_eq!(violator(0.5 * delta + 0.01), [1, 0], "{method}: not inverted");
        if delta == 0.5 {
            assert_eq!(violator(0.25), [1, 0], "{method}: the same");
        }
    }
}

#[test]
fn decay_profiles_follow_their_formulas() {
    type Formula = fn(f64) -> f64;
    let shapes: [(&str, f64, Formula); 6] = [
        ("power:0.5", 1.0, |j| (j + 1.0).powf(-0.5)),
        ("power:2", 2.0, |j| (j + 2.0).powf(-2.0)),
        ("power:0", 1.0, |_| 1.0),
        ("log", 1.0, |j| 1.0 / (j + 3.0).ln()),
        ("loglog", 1.0, |j| 1.0 / (j + 3.0).ln().ln()),
        ("list:3,2,2,0.5", 1.0, |j| [3.0, 2.0, 2.0, 0.5].get(j as usize).copied().unwrap_or(0.0)),
    ];
    // More ranks than are precomputed.
    let n = 1500;
    for (text, offset, formula) in shapes {
        for cut in [None, Some(1), Some(3), Some(1200), Some(5000)] {
            let profile = DecayProfile::new(text.parse().expect(text), offset, cut).expect(text);
            let seen = profile.vector(&vec![0.7; n]);
            assert_eq!(seen.len(), n);
            for (rank, seen) in seen.iter().enumerate() {
                let expected = if rank < cut.unwrap_or(n) { formula(rank as f64) } else { 0.0 };
                assert_close(*seen, expected, 1e-12, &format!("{text} cut at {cut:?}, rank {rank}"));
            }
        }
    }
    let measure = DecayProfile::new(Decay::Measure, 1.0, Some(2)).expect("c = a");
    assert_eq!(measure.vector(&[0.9, 0.8, 0.7, 0.6]), [0.9, 0.8, 0.0, 0.0]);
}

#[test]
fn profiles_are_known_unless_they_depend_on_the_grades() {
    let profiles = |settings: &TrainingSettings| {
        let Profiles { c, a } = settings.profiles(4).expect("valid settings");
        (c, a)
    };
    let power = vec![1.0, 2_f64.powf(-0.5), 3_f64.powf(-0.5), 0.5];
    let discount = vec![1.0, 1.0 / 3_f64.log2(), 0.0, 0.0];
    let check = |settings: &TrainingSettings, c: &[f64], a: &[f64]| {
        let (seen_c, seen_a) = profiles(settings);
        assert_eq!((seen_c.len(), seen_a.len()), (c.len(), a.len()), "{}", settings.measure);
        for (seen, expected) in seen_c.iter().zip(c).chain(seen_a.iter().zip(a)) {
            assert_close(*seen, *expected, 1e-12, &settings.measure);
        }
    };
    check(&dorm("ndcg@2", "power:0.5"), &power, &discount);
    check(&dorm("ndcg@2", "measure"), &discount, &discount);
    // The cut-off of modified WTA depends on the grades.
    check(&dorm("mwta", "power:0.5"), &power, &[]);
    check(&dorm("mwta", "measure"), &[], &[]);
    check(&TrainingSettings { method: "svm-map".to_owned(), ..TrainingSettings::default() }, &[], &[]);
}

#[test]
fn the_shortest_owpc_list_has_a_positive_weight() {
    let settings = TrainingSettings {
        method: "owpc".to_owned(),
        generator: "exp:0.01".to_owned(),
        ..TrainingSettings::default()
    };
    let loss = bind(&settings, &[1, 0]).expect("two grades");
    assert_eq!(
        loss.delta(&Ranking::from_order(vec![1, 0])),
        1.0,
        "2^−10,000 of a weight, relative to itself"
    );
}

#[test]
fn options_outside_their_range_are_rejected() {
    let parsed = |change: &dyn Fn(&mut TrainingSettings)| {
        let mut settings = TrainingSettings::default();
        change(&mut settings);
        settings.parse().map(|_| ())
    };
    for generator in
        ["steep", "inverse", "top", "top:0", "top:-5", "top:101", "exp:nan", "exp:0", "constant:5"]
    {
        let refused = parsed(&|s| (s.method, s.generator) = ("owpc".to_owned(), generator.to_owned()));
        let refused = refused.expect_err(generator).to_string();
        assert!(refused.starts_with("generator: "), "{refused}");
    }
    for (k, fits) in [(1, true), (100_000, true), (100_001, false), (1_000_000, false), (0, false)] {
        let seen = parsed(&|s| (s.method, s.cut_off) = ("svm-precision".to_owned(), Some(k)));
        assert_eq!(seen.is_ok(), fits, "precision at {k}");
    }
    for (components, fits) in [
        (&[][..], false),
        (&["svm-map"][..], false),
        (&["svm-map", "svm-auc"][..], true),
        (&["svm-map", "svm-auc", "owpc"][..], true),
        (&["svm-map", "SVM-MAP"][..], false),
        (&["svm-map", "dorm"][..], false),
    ] {
        let names: Vec<String> = components.iter().map(|&name| name.to_owned()).collect();
        let seen = parsed(&|s| (s.method, s.components) = ("combo".to_owned(), names.clone()));
        assert_eq!(seen.is_ok(), fits, "a combination of {components:?}");
    }
    for (discount, fits) in [("standard", true), (" Flat ", true), ("steep", false)] {
        let seen = parsed(&|s| (s.method, s.discount) = ("svm-ndcg".to_owned(), discount.to_owned()));
        assert_eq!(seen.is_ok(), fits, "discount {discount}");
    }
}

#[test]
fn the_published_greedy_search_takes_the_first_of_equal_places() {
    let settings =
        TrainingSettings { method: "svm-ndcg".to_owned(), cut_off: Some(1), ..TrainingSettings::default() };
    // The value is −1 before the bad document, and 2 (0 − 1/2) after it, where the discount is 0.
    let config = settings.parse().expect("valid settings");
    let loss = config.learner.loss().expect("a structured loss");
    let shown = published_greedy(loss, &[1, 0], &[0.5, 0.0]).expect("the query is bound");
    assert_eq!((shown.ranking, shown.hinge), (vec![0, 1], 0.0));
}

#[test]
fn scores_outside_the_range_of_the_searches_are_rejected() {
    assert!(check_scores(&[0.0, LARGEST_SCORE, -LARGEST_SCORE]).is_ok());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 2.0 * LARGEST_SCORE, -2.0 * LARGEST_SCORE] {
        let refused = check_scores(&[0.0, bad, f64::NAN]).expect_err("it is no score");
        assert!(refused.to_string().contains("document 2 is"), "{refused}");
    }
}

#[test]
fn options_print_and_parse() {
    fn check<T: std::str::FromStr + std::fmt::Display>(texts: &[&str])
    where
        T::Err: std::fmt::Debug,
    {
        for text in texts {
            let read = format!(" {} ", text.to_ascii_uppercase()).parse::<T>().expect(text);
            assert_eq!(read.to_string(), *text);
        }
    }
    let names = |choices: &[rankscope::util::menu_entry::Choice]| -> Vec<&'static str> {
        choices.iter().map(|choice| choice.name).collect()
    };
    check::<WorkingSetScheme>(&names(catalog().working_sets));
    check::<Reference>(&names(catalog().references));
    check::<MrrFeatureMap>(&["mrr", "po"]);
    check::<Generator>(&["constant", "top:12.5", "inverse-rank", "exp:100"]);
    check::<Decay>(&["power:0", "power:0.25", "log", "loglog", "measure", "list:2,1.5,0"]);
    check::<RankingMeasure>(&["NDCG@3", "DCG+linear", "P@5", "WTA", "mWTA", "MRR", "ERU:3,1", "ERU-raw"]);
}
