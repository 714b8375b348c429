//! Tests with known distributions: of paired differences, and of two lists of repetitions.

use super::Sample;
use crate::util::sorting::sorted;

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestResult {
    /// Test statistic.
    pub statistic: f64,
    /// Two-sided p-value.
    pub p: f64,
}

/// Returns the two-sided paired t-test of the hypothesis that the mean of the differences is 0.
///
/// `None` for fewer than two differences, or if all are equal and the statistic is undefined.
/// Cost: O(n). Source: Student 1908; as SciPy's `ttest_rel`.
pub fn paired_t(differences: &[f64]) -> Option<TestResult> {
    let sample = Sample::of(differences);
    let error = sample.standard_error.filter(|&error| error > 0.0)?;
    let statistic = sample.mean / error;
    let distribution = StudentsT::new(0.0, 1.0, (sample.count - 1) as f64).ok()?;
    Some(TestResult { statistic, p: (2.0 * distribution.sf(statistic.abs())).min(1.0) })
}

/// Returns the two-sided unpaired t-test of the hypothesis that two samples with equal variances have equal means. The
/// statistic is that of the first mean minus the second one.
///
/// `None` for a sample of fewer than two values, or if both samples have no variance and the statistic is undefined.
/// Source: Student 1908; as SciPy's `ttest_ind_from_stats` with `equal_var=True`.
pub fn unpaired_t(one: &Sample, other: &Sample) -> Option<TestResult> {
    let squares = |sample: &Sample| {
        let n = sample.count as f64;
        // The standard error is that of the mean, so its square has n − 1 and n below.
        sample.standard_error.map(|error| error * error * n * (n - 1.0))
    };
    let [n, m] = [one, other].map(|sample| sample.count as f64);
    let freedom = n + m - 2.0;
    let variance = (squares(one)? + squares(other)?) / freedom;
    let error = Some(libm::sqrt(variance * (1.0 / n + 1.0 / m))).filter(|&error| error > 0.0)?;
    let statistic = (one.mean - other.mean) / error;
    let distribution = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(TestResult { statistic, p: (2.0 * distribution.sf(statistic.abs())).min(1.0) })
}

/// Returns the two-sided Wilcoxon signed-rank test of the hypothesis that the differences are symmetric around 0.
///
/// Differences of 0 are left out. Equal absolute values share their mean rank. The statistic is the smaller rank sum.
/// The distribution is exact for at most [`MOST_EXACT`] differences without ties or zeros, else normal with the
/// variance corrected for ties. `None` if all differences are 0. Cost: O(n log n), O(n³) if exact.
/// Source: Wilcoxon 1945; as SciPy's `wilcoxon` with `zero_method="wilcox"` and without continuity correction.
pub fn wilcoxon(differences: &[f64]) -> Option<TestResult> {
    let sizes: Vec<f64> = differences.iter().copied().filter(|&one| one != 0.0).collect();
    let sizes = sorted(sizes, &|a, b| a.abs().total_cmp(&b.abs()));
    let n = sizes.len();
    if n == 0 {
        return None;
    }
    let (mut positive, mut ties, mut place) = (0.0, 0.0, 0);
    for group in sizes.chunk_by(|a, b| a.abs() == b.abs()) {
        let count = group.len() as f64;
        let rank = place as f64 + 0.5 * (count + 1.0);
        positive += rank * group.iter().filter(|one| **one > 0.0).count() as f64;
        ties += count * count * count - count;
        place += group.len();
    }
    let count = n as f64;
    let all = 0.5 * count * (count + 1.0);
    let statistic = positive.min(all - positive);
    let p = if n <= MOST_EXACT && ties == 0.0 && n == differences.len() {
        exact(n, statistic)
    } else {
        let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
        let z = (statistic - 0.5 * all) / variance.sqrt();
        2.0 * Normal::standard().cdf(z)
    };
    Some(TestResult { statistic, p: p.min(1.0) })
}

/// Largest number of differences for which the distribution of rank sums is counted.
const MOST_EXACT: usize = 50;

/// Returns twice the share of the 2^n subsets of the ranks 1 to n whose sum is at most `sum`.
fn exact(n: usize, sum: f64) -> f64 {
    let most = n * (n + 1) / 2;
    let mut counts = vec![0.0; most + 1];
    counts[0] = 1.0;
    for rank in 1..=n {
        for total in (rank..=most).rev() {
            counts[total] += counts[total - rank];
        }
    }
    let below: f64 = counts[..=sum as usize].iter().sum();
    2.0 * below * libm::exp2(-(n as f64))
}
