//! Paired tests compared with SciPy's values, which `scipy/make.py` writes, and the unpaired one with printed values.

use crate::support::assert_close;
use crate::test;
use rankscope::metric::statistics::{
    Sample, bootstrap_mean, paired_t, sign_flip, unpaired_t, weighted_bootstrap, weighted_sample,
    weighted_sign_flip, wilcoxon,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    differences: Vec<f64>,
    /// Statistic and p-value.
    t: [f64; 2],
    wilcoxon: [f64; 2],
}

#[test]
fn paired_tests_agree_with_scipy() {
    let reference: Reference =
        serde_json::from_str(include_str!("scipy/statistics.json")).expect("it is the file of the script");
    assert!(reference.cases.len() >= 12);
    for Case { differences, t, wilcoxon: signed_rank } in reference.cases {
        let what = format!("{} differences", differences.len());
        let seen = paired_t(&differences).expect("they are not all equal");
        assert_close(seen.statistic, t[0], 1e-12, &format!("{what}: t"));
        assert_close(seen.p, t[1], 1e-10, &format!("{what}: p of t"));
        let seen = wilcoxon(&differences).expect("they are not all 0");
        assert_close(seen.statistic, signed_rank[0], 1e-12, &format!("{what}: rank sum"));
        assert_close(seen.p, signed_rank[1], 1e-10, &format!("{what}: p of the rank sum"));
    }
}

#[test]
fn tests_are_undefined_for_too_few_or_equal_differences() {
    assert_eq!(paired_t(&[]), None);
    assert_eq!(paired_t(&[0.5]), None);
    assert_eq!(paired_t(&[0.5, 0.5, 0.5]), None);
    assert_eq!(wilcoxon(&[]), None);
    assert_eq!(wilcoxon(&[0.0, 0.0]), None);
}

/// Le and Smola 2007, table 4: mean and standard deviation of DORM and of the best other model over 10 repetitions. The
/// paper prints 0.0006, 0.8706 and 0.006.
#[test]
fn the_unpaired_test_gives_the_p_values_of_a_printed_table() {
    let sample = |mean: f64, deviation: f64| Sample {
        count: 10,
        mean,
        standard_error: Some(deviation / 10.0_f64.sqrt()),
    };
    for (ours, other, printed) in [
        ((62.82, 1.9), (59.89, 1.18), "0.0006"),
        ((87.84, 0.32), (87.82, 0.21), "0.8706"),
        ((65.05, 1.27), (63.41, 1.14), "0.0071"),
    ] {
        let [ours, other] = [ours, other].map(|(mean, deviation)| sample(mean, deviation));
        let test = unpaired_t(&ours, &other).expect("they vary");
        assert_eq!(format!("{:.4}", test.p), printed);
        let back = unpaired_t(&other, &ours).expect("they vary");
        assert_eq!((back.statistic, back.p), (-test.statistic, test.p));
    }
}

#[test]
fn the_unpaired_test_pools_the_variances_of_unequal_numbers() {
    let [one, other] = [vec![1.0, 2.0, 4.0, 5.0], vec![2.0, 6.0]].map(|values| Sample::of(&values));
    let test = unpaired_t(&one, &other).expect("they vary");
    // Sums of squares 10 and 8, 4 degrees of freedom, means 3 and 4.
    let error = (18.0_f64 / 4.0 * (1.0 / 4.0 + 1.0 / 2.0)).sqrt();
    assert_close(test.statistic, -1.0 / error, 1e-12, "t");
    // With 4 degrees of freedom, P(T > t) = 1/2 − s (1 + (1 − s²)/2) / 2 for s = t / √(4 + t²).
    let s = (1.0 / error) / (4.0 + 1.0 / (error * error)).sqrt();
    assert_close(test.p, 1.0 - s * (1.0 + (1.0 - s * s) / 2.0), 1e-9, "p");
    let equal = Sample::of(&[0.5, 0.5]);
    assert_eq!(unpaired_t(&equal, &equal), None);
    assert_eq!(unpaired_t(&one, &Sample::of(&[1.0])), None);
    assert_eq!(unpaired_t(&Sample::of(&[]), &one), None);
}

/// Values and weights; the last takes no part.
const PAIRS: [(f64, f64); 7] =
    [(0.3, 2.0), (-0.1, 0.5), (0.4, 1.0), (0.25, 3.0), (-0.2, 1.5), (0.05, 4.0), (9.0, 0.0)];

#[test]
fn weighted_means_have_the_standard_error_of_a_ratio() {
    let sample = weighted_sample(&PAIRS);
    let pairs = &PAIRS[..6];
    let n = pairs.len() as f64;
    let total: f64 = pairs.iter().map(|(_, w)| w).sum();
    let mean = pairs.iter().map(|(x, w)| x * w).sum::<f64>() / total;
    // The three sums of Gatz and Smith 1995, equation 2, after Cochran.
    let mean_weight = total / n;
    let sum = |term: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(x, w)| term(x, w)).sum::<f64>();
    let products = sum(&|x, w| (w * x - mean_weight * mean).powi(2));
    let crossed = sum(&|x, w| (w - mean_weight) * (w * x - mean_weight * mean));
    let weights = sum(&|_, w| (w - mean_weight).powi(2));
    let variance =
        n / ((n - 1.0) * total * total) * (products - 2.0 * mean * crossed + mean * mean * weights);
    assert_eq!(sample.count, 6);
    assert_close(sample.mean, mean, 1e-14, "mean");
    assert_close(sample.standard_error.expect("two values"), variance.sqrt(), 1e-13, "standard error");
    // A query of weight 2 has the mean of the query twice, and is one query.
    let twice = weighted_sample(&[(0.3, 1.0), (0.3, 1.0), (-0.1, 1.0)]);
    let double = weighted_sample(&[(0.3, 2.0), (-0.1, 1.0)]);
    assert_close(double.mean, twice.mean, 1e-15, "mean of a query twice");
    assert!(double.standard_error > twice.standard_error);
    assert_eq!(weighted_sample(&[]), Sample { count: 0, mean: 0.0, standard_error: None });
    assert_eq!(weighted_sample(&[(2.0, 3.0)]).standard_error, None);
}

#[test]
fn equal_weights_change_no_statistic() {
    let values: Vec<f64> = PAIRS.iter().map(|(value, _)| *value).collect();
    let plain = Sample::of(&values);
    for weight in [1.0, 0.25, 8.0] {
        let pairs: Vec<(f64, f64)> = values.iter().map(|value| (*value, weight)).collect();
        let sample = weighted_sample(&pairs);
        assert_eq!((sample.count, sample.mean), (plain.count, plain.mean));
        let [seen, expected] = [sample, plain].map(|sample| sample.standard_error.expect("seven values"));
        assert_close(seen, expected, 1e-14, "standard error");
        assert_eq!(weighted_bootstrap(&pairs, 500, 3), bootstrap_mean(&values, 500, 3));
        assert_eq!(weighted_sign_flip(&pairs, 500, 3), sign_flip(&values, 500, 3));
    }
    assert_eq!(weighted_bootstrap(&[(1.0, 0.0)], 10, 1), None);
    assert_eq!(weighted_sign_flip(&[], 10, 1), 1.0);
}

#[test]
fn weighted_resampling_is_close_to_all_resamples_and_all_signs() {
    let pairs = &PAIRS[..6];
    let mean = |chosen: &[(f64, f64)]| {
        let total: f64 = chosen.iter().map(|(_, w)| w).sum();
        chosen.iter().map(|(x, w)| x * w).sum::<f64>() / total
    };
    let mut means: Vec<f64> = (0..6_usize.pow(6))
        .map(|code| {
            let chosen: Vec<(f64, f64)> = (0..6).map(|at| pairs[code / 6_usize.pow(at) % 6]).collect();
            mean(&chosen)
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[(share * means.len() as f64) as usize];
    let interval = weighted_bootstrap(&PAIRS, 40_000, 5).expect("there are pairs");
    assert!((interval.low - at(0.025)).abs() < 0.004, "{interval:?}, {}", at(0.025));
    assert!((interval.high - at(0.975)).abs() < 0.004, "{interval:?}, {}", at(0.975));
    let unweighted = bootstrap_mean(&PAIRS[..6].iter().map(|pair| pair.0).collect::<Vec<_>>(), 40_000, 5);
    assert!((unweighted.expect("values").low - interval.low).abs() > 0.02, "the weights matter");

    let seen = mean(pairs).abs();
    let signed = |bits: u32| {
        let sign = |at: usize| if bits >> at & 1 == 1 { -1.0 } else { 1.0 };
        let flipped: Vec<(f64, f64)> =
            pairs.iter().enumerate().map(|(at, (x, w))| (sign(at) * x, *w)).collect();
        mean(&flipped).abs() >= seen - 1e-12
    };
    let exact = (0..64).filter(|bits| signed(*bits)).count() as f64 / 64.0;
    let p = weighted_sign_flip(&PAIRS, 100_000, 3);
    assert!((p - exact).abs() < 0.006, "{p}, exactly {exact}");
    let plain = sign_flip(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>(), 100_000, 3);
    assert!((p - plain).abs() > 0.02, "the weights matter: {p}, {plain}");
}
