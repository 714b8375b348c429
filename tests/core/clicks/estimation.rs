//! Estimates of propensities: derivatives by finite differences, expectations by enumeration, recovery and coverage.

use rankscope::clicks::{
    Cell, ClickLog, ConditionalLikelihood, Curve, EstimationSettings, Keep, LogBuilder, Logger,
    PropensityEstimate, SimulationSettings, Simulator, Source, estimate, expected_log,
};
use rankscope::data::Dataset;
use rankscope::metric::statistics::Sample;

use super::support::{listed, logger, simulated};
use crate::support::Random;

fn counts(data: &Dataset, cells: &[(u32, u32, u32, f64, f64)]) -> ClickLog {
    let mut builder = LogBuilder::new(data);
    for &(query, document, rank, impressions, clicks) in cells {
        let cell = Cell { query, ranker: 0, rank, document, impressions, clicks, propensity: None };
        builder.add_counts(&cell).expect("consistent counts");
    }
    builder.finish().expect("a log")
}

/// Returns cells of random documents, each at three of five ranks, with clicks at every rank.
fn random_cells(random: &mut Random, queries: u32, documents: u32) -> Vec<(u32, u32, u32, f64, f64)> {
    let mut cells = Vec::new();
    for query in 0..queries {
        for document in 0..documents {
            for rank in [0, 1 + document % 3, 4] {
                let impressions = random.integer(1, 9);
                let clicks = random.integer(i64::from(document < 3), impressions);
                cells.push((query, document, rank, impressions as f64, clicks as f64));
            }
        }
    }
    cells
}

fn power(log: &ClickLog) -> PropensityEstimate {
    estimate(log, &EstimationSettings::default()).expect("an estimate")
}

fn free(ranks: usize) -> EstimationSettings {
    EstimationSettings { curve: Curve::Free, ranks, ..Default::default() }
}

#[test]
fn derivatives_are_those_of_finite_differences() {
    let mut random = Random::new(3);
    let data = listed(&[[1; 5].as_slice(); 3]);
    let log = counts(&data, &random_cells(&mut random, 3, 5));
    let likelihood = ConditionalLikelihood::new(&log, 5).expect("documents at two ranks");
    let at: Vec<f64> = (0..5).map(|_| -2.0 * random.uniform()).collect();
    let moved = |rank: usize, step: f64| {
        let mut at = at.clone();
        at[rank] += step;
        at
    };
    let (gradient, information) = (likelihood.gradient(&at), likelihood.information(&at));
    let step = 1e-5;
    for rank in 0..5 {
        let (low, high) = (moved(rank, -step), moved(rank, step));
        let slope = (likelihood.value(&high) - likelihood.value(&low)) / (2.0 * step);
        assert!((slope - gradient[rank]).abs() < 1e-6, "{slope} {}", gradient[rank]);
        let (low, high) = (likelihood.gradient(&low), likelihood.gradient(&high));
        for other in 0..5 {
            let second = (low[other] - high[other]) / (2.0 * step);
            assert!((second - information[rank * 5 + other]).abs() < 1e-6);
        }
    }
    // The spread has the gradient of each query, from a log of this query alone.
    let mut spread = [0.0; 25];
    for query in 0..3 {
        let of_query: Vec<_> = log
            .cells_of(query)
            .iter()
            .map(|c| (c.query, c.document, c.rank, c.impressions, c.clicks))
            .collect();
        let alone = ConditionalLikelihood::new(&counts(&data, &of_query), 5).expect("documents");
        let gradient = alone.gradient(&at);
        (0..25).for_each(|place| spread[place] += gradient[place / 5] * gradient[place % 5]);
    }
    for (found, expected) in likelihood.spread(&at).iter().zip(spread) {
        assert!((found - expected).abs() < 1e-9);
    }
}

#[test]
fn the_expected_gradient_is_zero_at_the_true_curve() {
    // One document, shown twice at rank 0, twice at rank 1 and once at rank 2: all 32 patterns of clicks.
    let data = listed(&[&[1, 0, 0]]);
    let ranks = [0, 0, 1, 1, 2_usize];
    let p = [1.0, 0.4, 0.3];
    for gamma in [0.2, 0.9] {
        let mut mean = [0.0; 3];
        for pattern in 1..1_u32 << 5 {
            let mut chance = 1.0;
            let mut clicks = [0.0; 3];
            for (place, &rank) in ranks.iter().enumerate() {
                let is_click = pattern >> place & 1 == 1;
                chance *= if is_click { gamma * p[rank] } else { 1.0 - gamma * p[rank] };
                clicks[rank] += f64::from(u8::from(is_click));
            }
            let cells = [(0, 0, 0, 2.0, clicks[0]), (0, 0, 1, 2.0, clicks[1]), (0, 0, 2, 1.0, clicks[2])];
            let likelihood = ConditionalLikelihood::new(&counts(&data, &cells), 3).expect("a click");
            let gradient = likelihood.gradient(&p.map(f64::ln));
            (0..3).for_each(|rank| mean[rank] += chance * gradient[rank]);
        }
        assert!(mean.iter().all(|value| value.abs() < 1e-15), "{mean:?}");
    }
}

#[test]
fn estimates_maximise_the_likelihood() {
    let mut random = Random::new(11);
    let data = listed(&[[1; 5].as_slice(); 4]);
    for _ in 0..20 {
        let log = counts(&data, &random_cells(&mut random, 4, 5));
        let likelihood = ConditionalLikelihood::new(&log, 5).expect("documents at two ranks");
        let value =
            |eta: f64| likelihood.value(&(1..=5).map(|rank| -eta * f64::from(rank).ln()).collect::<Vec<_>>());
        // A search by thirds knows no derivative.
        let (mut low, mut high) = (-5.0, 5.0);
        while high - low > 1e-9 {
            let third = (high - low) / 3.0;
            if value(low + third) < value(high - third) { low += third } else { high -= third }
        }
        let settings = EstimationSettings { ranks: 5, ..Default::default() };
        let eta = estimate(&log, &settings).expect("an estimate").eta.expect("a power law").value;
        // The maximum is flat, so the search by thirds is exact to the root of the rounding.
        assert!((eta - low).abs() < 1e-6, "{eta} {low}");
        let curve = estimate(&log, &free(5)).expect("an estimate");
        let log_p: Vec<f64> = curve.ranks.iter().map(|rank| rank.p.value.ln()).collect();
        assert!(likelihood.gradient(&log_p).iter().all(|value| value.abs() < 1e-9));
    }
}

#[test]
fn intervals_are_those_of_the_sandwich() {
    let mut random = Random::new(5);
    let data = listed(&[[1; 5].as_slice(); 30]);
    let log = counts(&data, &random_cells(&mut random, 30, 5));
    let likelihood = ConditionalLikelihood::new(&log, 3).expect("documents at two ranks");
    let of = |log_p: &[f64]| (likelihood.information(log_p), likelihood.spread(log_p));

    let eta = estimate(&log, &EstimationSettings { ranks: 3, ..Default::default() }).expect("estimate").eta;
    let eta = eta.expect("a power law");
    let x: Vec<f64> = (1..=3).map(|rank| -f64::from(rank).ln()).collect();
    let (information, spread) = of(&x.iter().map(|x| eta.value * x).collect::<Vec<_>>());
    let quadratic = |matrix: &[f64]| (0..9).map(|at| matrix[at] * x[at / 3] * x[at % 3]).sum::<f64>();
    let error = quadratic(&spread).sqrt() / quadratic(&information);
    assert!((eta.high.expect("bounds") - eta.value - 1.96 * error).abs() < 1e-9);
    assert!((eta.value - eta.low.expect("bounds") - 1.96 * error).abs() < 1e-9);

    let curve = estimate(&log, &free(3)).expect("an estimate");
    let log_p: Vec<f64> = curve.ranks.iter().map(|rank| rank.p.value.ln()).collect();
    let (h, s) = of(&log_p);
    // The inverse of the 2 × 2 block of ranks 1 and 2.
    let determinant = h[4] * h[8] - h[5] * h[7];
    let inverse = [[h[8], -h[5]], [-h[7], h[4]]].map(|row| row.map(|value| value / determinant));
    let s = [[s[4], s[5]], [s[7], s[8]]];
    for (at, row) in inverse.iter().enumerate() {
        let variance: f64 =
            (0..4).map(|place| row[place / 2] * s[place / 2][place % 2] * row[place % 2]).sum();
        let bound = curve.ranks[at + 1].p.high.expect("bounds").ln();
        assert!((bound - log_p[at + 1] - 1.96 * variance.sqrt()).abs() < 1e-9);
    }
    assert_eq!(curve.ranks[0].p.low, Some(1.0));
}

/// Returns data of two features with unequal orders.
fn two_features(queries: usize) -> Dataset {
    Random::new(1).dataset(queries, 12, 2, 2)
}

#[test]
fn expected_counts_give_the_true_curve() {
    let data = two_features(15);
    let second = logger("feature:2");
    for eta in [0.0, 0.5, 1.0, 2.0] {
        let of = |swap, shuffle, second: Option<&Logger>| {
            let settings = SimulationSettings { eta, swap, shuffle, ..Default::default() };
            expected_log(&data, &logger("feature:1"), second, &settings, 1000.0).expect("expected counts")
        };
        for log in [of(10, 0, None), of(0, 10, None), of(0, 0, Some(&second))] {
            for source in [Source::Conditional, Source::AllPairs, Source::Pivot] {
                for curve in [Curve::Power, Curve::Free] {
                    let settings = EstimationSettings { source, curve, ..Default::default() };
                    let found = estimate(&log, &settings).expect("an estimate");
                    let error = found.eta.map_or(0.0, |found| (found.value - eta).abs());
                    assert!(error < 1e-9, "{source:?}: {:?} for {eta}", found.eta);
                    for (rank, one) in found.ranks.iter().enumerate() {
                        let p = (rank as f64 + 1.0).powf(-eta);
                        assert!((one.p.value - p).abs() < 1e-9, "{source:?} {curve:?}: {} {p}", one.p.value);
                    }
                }
            }
        }
    }
}

#[test]
fn intervals_cover_the_truth_in_95_of_100_logs() {
    // 100 logs with a coverage of 0.95 have 89 or more covered with probability 0.996, and below 0.85 rarely: 0.16.
    let data = two_features(100);
    let (first, second) = (logger("feature:1"), logger("feature:2"));
    let (mut covered, mut free_covered, mut etas) = (0, 0, Vec::new());
    for seed in 0..100 {
        let settings = SimulationSettings { seed, ..Default::default() };
        let mut simulator =
            Simulator::new(&data, &first, Some(&second), &settings, Keep::Counts).expect("settings");
        simulator.grow(2000).expect("a small log");
        let log = simulator.snapshot().expect("a log");
        let eta = power(&log).eta.expect("a power law");
        covered += u32::from(eta.low <= Some(1.0) && Some(1.0) <= eta.high);
        etas.push(eta.value);
        let p = estimate(&log, &free(5)).expect("an estimate").ranks[4].p;
        free_covered += u32::from(p.low <= Some(0.2) && Some(0.2) <= p.high);
    }
    assert!(covered >= 89, "{covered} of 100");
    assert!(free_covered >= 89, "{free_covered} of 100");
    // The mean of 100 estimates is within three of its standard errors.
    let sample = Sample::of(&etas);
    let error = sample.standard_error.expect("100 estimates");
    assert!((sample.mean - 1.0).abs() < 3.0 * error && error < 0.01, "{sample:?}");
}

#[test]
fn logs_that_do_not_determine_the_curve_are_refused() {
    let data = listed(&[&[1, 0, 0, 0]]);
    let check = |cells: &[(u32, u32, u32, f64, f64)], settings: &EstimationSettings, expected: &str| {
        let error = estimate(&counts(&data, cells), settings).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    let usual = EstimationSettings::default();
    let still = [(0, 0, 0, 9.0, 5.0), (0, 1, 1, 9.0, 5.0)];
    check(&still, &usual, "no document was shown at two of the first 10 ranks");
    let unclicked = [(0, 0, 0, 9.0, 0.0), (0, 0, 1, 9.0, 0.0)];
    check(&unclicked, &usual, "none was clicked there; log more sessions");
    let high = [(0, 0, 0, 9.0, 3.0), (0, 0, 1, 9.0, 0.0)];
    check(&high, &usual, "was at its highest rank, so eta has no finite estimate");
    let low = [(0, 0, 0, 9.0, 0.0), (0, 0, 1, 9.0, 3.0)];
    check(&low, &usual, "was at its lowest rank");
    let all = EstimationSettings { source: Source::AllPairs, ..Default::default() };
    check(&high, &all, "no pair of ranks has clicks at both ranks");
    // Ranks 3 and 4 know each other, but not the first two.
    let apart = [(0, 0, 0, 9.0, 3.0), (0, 0, 1, 9.0, 2.0), (0, 1, 2, 9.0, 3.0), (0, 1, 3, 9.0, 2.0)];
    check(&apart, &free(4), "do not compare ranks 3, 4 with rank 1");
    check(&apart, &free(6), "do not compare ranks 3 to 6 with rank 1");
    check(&apart, &EstimationSettings { source: Source::AllPairs, ..free(4) }, "ranks 3, 4 with rank 1");
    // Nobody clicked at rank 3, so its propensity may be 0.
    let dark = [(0, 0, 0, 9.0, 3.0), (0, 0, 1, 9.0, 2.0), (0, 0, 2, 9.0, 0.0)];
    check(&dark, &free(3), "do not compare rank 3 with rank 1");
    let em = EstimationSettings { source: Source::Em, ..Default::default() };
    check(&dark, &em, "the log shows no document at ranks 4 to 10; use fewer ranks (--ranks)");

    for (settings, expected) in [
        (free(1), "ranks: 1 is not from 2 to 100"),
        (free(101), "ranks: 101 is not"),
        (EstimationSettings { start: f64::NAN, ..em.clone() }, "start: NaN is not a number from 0 to 10"),
        (EstimationSettings { steps: 0, ..em }, "steps: 0 is not from 1"),
    ] {
        check(&dark, &settings, expected);
    }
}

#[test]
fn em_approaches_the_truth_and_depends_on_its_start_with_one_ranking() {
    let data = two_features(15);
    let (first, second) = (logger("feature:1"), logger("feature:2"));
    let of = |second, start, curve| {
        let log = expected_log(&data, &first, second, &SimulationSettings::default(), 1e4).expect("a log");
        estimate(&log, &EstimationSettings { source: Source::Em, start, curve, ..Default::default() })
            .expect("an estimate")
    };
    let eta = |estimate: &PropensityEstimate| estimate.eta.expect("a power law").value;
    let (low, high) = (of(None, 0.5, Curve::Power), of(None, 2.0, Curve::Power));
    // Each start has its own end, and that of 0 is 0.
    assert!(eta(&high) - eta(&low) > 0.01, "{} {}", eta(&low), eta(&high));
    assert_eq!(eta(&of(None, 0.0, Curve::Power)), 0.0);
    assert!(low.notes[0].contains("depends on the start, eta = 0.5"), "{:?}", low.notes);
    assert_eq!((low.documents, low.eta.expect("eta").low), (0, None));
    let both = of(Some(&second), 0.5, Curve::Power);
    assert!((eta(&both) - 1.0).abs() < 0.02, "{}", eta(&both));
    assert!(!both.notes[0].contains("depends"), "{:?}", both.notes);
    let curve = of(Some(&second), 0.5, Curve::Free);
    let error = |rank: usize| (curve.ranks[rank].p.value * (rank as f64 + 1.0) - 1.0).abs();
    assert!((0..10).all(|rank| error(rank) < 0.05), "{:?}", curve.ranks);
}

#[test]
fn a_file_has_the_curve_within_its_range() {
    let data = two_features(100);
    let log = simulated(&data, &SimulationSettings { swap: 10, ..Default::default() }, Keep::Counts, 20_000);
    let found = power(&log);
    let eta = found.eta.expect("a power law");
    let file = found.propensities(20).expect("a power law");
    assert_eq!((file.n_ranks(), file.eta()), (20, Some(eta.value)));
    assert_eq!(file.eta_interval(), Some([eta.low.expect("low"), eta.high.expect("high")]));
    let [low, high] = file.interval().expect("bounds")[9];
    assert!((low - found.ranks[9].p.low.expect("low")).abs() < 1e-12);
    assert!((high - found.ranks[9].p.high.expect("high")).abs() < 1e-12);

    // More clicks below than above.
    let rising = [(0, 0, 0, 9.0, 2.0), (0, 0, 1, 9.0, 5.0), (0, 1, 0, 9.0, 4.0), (0, 1, 1, 9.0, 5.0)];
    let log = counts(&listed(&[&[1, 0, 0]]), &rising);
    let found = estimate(&log, &EstimationSettings { ranks: 2, ..Default::default() }).expect("an estimate");
    assert!(found.eta.expect("eta").value < 0.0);
    assert_eq!(found.propensities(2).expect("a curve").values(), [1.0, 1.0]);
    assert!(found.notes.iter().any(|note| note.contains("use eta = 0")), "{:?}", found.notes);
    assert!(found.notes.iter().any(|note| note.contains("too few for an interval")), "{:?}", found.notes);
    let found = estimate(&log, &free(2)).expect("an estimate");
    assert_eq!(found.propensities(2).expect("a curve").values(), [1.0, 1.0]);
    assert!(
        found.notes.iter().any(|note| note.contains("above that of rank 1 at rank 2")),
        "{:?}",
        found.notes
    );
}
