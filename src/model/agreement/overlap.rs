//! Rank-biased overlap of two rankings with ties. Must not know scores or labels.

use crate::ranking::TiedRanking;

/// Returns the extrapolated rank-biased overlap of two rankings of the same n documents.
///
/// `RBO_ext = A_n pⁿ + (1 − p) / p · Σ_{d=1}^{n} A_d pᵈ`, where A_d is the agreement of the first d ranks. A tied group
/// counts as a whole from its first rank on. Therefore the prefixes S and T may be longer than d, and
/// `A_d = 2 |S ∩ T| / (|S| + |T|)`. `p` in (0, 1) is the probability that a reader continues to the next rank.
///
/// The value lies in (0, 1]. It is above 0 because both rankings agree at depth n. It is `None` without documents.
///
/// Cost: O(n). Source: Webber, Moffat and Zobel 2010, A similarity measure for indefinite rankings: equation 23 with
/// the agreement of equation 28.
///
/// # Panics
/// If the rankings differ in length.
pub fn rbo(a: &TiedRanking, b: &TiedRanking, p: f64) -> Option<f64> {
    assert_eq!(a.len(), b.len(), "both rankings have the same documents");
    let n = a.len();
    // Number of documents that join the prefix at each rank: of `a`, of `b`, and of both.
    let (mut in_a, mut in_b, mut in_both) = (vec![0_usize; n], vec![0_usize; n], vec![0_usize; n]);
    for (first_a, first_b) in super::first_ranks(a).into_iter().zip(super::first_ranks(b)) {
        in_a[first_a] += 1;
        in_b[first_b] += 1;
        in_both[first_a.max(first_b)] += 1;
    }
    let (mut sizes, mut common) = (0, 0);
    let (mut sum, mut weight, mut agreement) = (0.0, 1.0, 0.0);
    for rank in 0..n {
        sizes += in_a[rank] + in_b[rank];
        common += in_both[rank];
        agreement = 2.0 * common as f64 / sizes as f64;
        sum += (1.0 - p) * weight * agreement;
        weight *= p;
    }
    (n > 0).then_some(sum + agreement * weight)
}
