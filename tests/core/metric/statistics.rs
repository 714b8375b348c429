//! Paired tests compared with SciPy's values, which `scipy/make.py` writes.

use crate::support::assert_close;
use crate::test;
use rankscope::metric::statistics::{paired_t, wilcoxon};
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
