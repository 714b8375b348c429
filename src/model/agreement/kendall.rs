//! Kendall's rank correlation of two rankings with ties. Must not know scores or labels.

use crate::ranking::TiedRanking;
use crate::util::sorting::sorted;

/// Returns Kendall's tau-b, `(P − Q) / √((n₀ − n₁)(n₀ − n₂))` over the `n₀ = n (n − 1) / 2` pairs of documents.
///
/// P pairs have the same order in both rankings, and Q pairs the opposite order. n₁ pairs are tied in `a`, n₂ in `b`.
/// The value lies in [−1, 1]. It is `None` if a ranking has fewer than two documents or ties all of them.
///
/// Cost: O(n log n). Sources: Kendall 1945, The treatment of ties in ranking problems; Knight 1966 for the count.
///
/// # Panics
/// If the rankings differ in length.
pub fn tau_b(a: &TiedRanking, b: &TiedRanking) -> Option<f64> {
    assert_eq!(a.len(), b.len(), "both rankings have the same documents");
    let places: Vec<(usize, usize)> = super::first_ranks(a).into_iter().zip(super::first_ranks(b)).collect();
    let places = sorted(places, &|one, other| one.cmp(other));
    let all = pairs(places.len());
    let tied_in_a = tied(places.iter().map(|place| place.0));
    let tied_in_both = tied(places.iter().copied());
    let mut by_b: Vec<usize> = places.iter().map(|place| place.1).collect();
    let opposite = inversions(&mut by_b);
    // `inversions` has sorted this list.
    let tied_in_b = tied(by_b.into_iter());
    let ordered = (all - tied_in_a) as f64 * (all - tied_in_b) as f64;
    // P + Q is the number of pairs that are tied in neither ranking.
    let difference = (all + tied_in_both) as f64 - (tied_in_a + tied_in_b) as f64 - 2.0 * opposite as f64;
    (ordered > 0.0).then(|| difference / libm::sqrt(ordered))
}

fn pairs(n: usize) -> u64 {
    let n = n as u64;
    n * n.saturating_sub(1) / 2
}

/// Returns the number of pairs of equal items in a sorted list.
fn tied<T: PartialEq>(sorted: impl Iterator<Item = T>) -> u64 {
    let (mut sum, mut run, mut last) = (0, 0, None);
    for item in sorted {
        run = if last.as_ref() == Some(&item) { run + 1 } else { 0 };
        sum += run;
        last = Some(item);
    }
    sum
}

/// Returns the number of pairs with the greater item first, counted by a merge sort that leaves the list sorted.
fn inversions(items: &mut Vec<usize>) -> u64 {
    let n = items.len();
    let mut merged = items.clone();
    let (mut count, mut width) = (0, 1);
    while width < n {
        for start in (0..n).step_by(2 * width) {
            let (middle, end) = ((start + width).min(n), (start + 2 * width).min(n));
            let (mut left, mut right) = (start, middle);
            for slot in &mut merged[start..end] {
                let take_left = left < middle && (right == end || items[left] <= items[right]);
                let from = if take_left { &mut left } else { &mut right };
                *slot = items[*from];
                *from += 1;
                if !take_left {
                    count += (middle - left) as u64;
                }
            }
        }
        std::mem::swap(items, &mut merged);
        width *= 2;
    }
    count
}
