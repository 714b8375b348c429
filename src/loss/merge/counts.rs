//! Number of ways to take documents from lists of limited length. Must not know scores.

/// Returns the number of ways in which lists of the given `capacities` fill at most `places` places, or `None` if it
/// overflows. Cost: O(lists · places).
pub fn ways(capacities: &[usize], places: usize) -> Option<usize> {
    // `ways[t]`: number of ways in which the lists so far can fill at most t places. At first, only the empty filling
    // is possible.
    let mut ways = vec![1_usize; places + 1];
    for &capacity in capacities {
        let mut sums = Vec::with_capacity(places + 1);
        let mut sum = 0_usize;
        for t in 0..=places {
            // This list takes 0 … capacity of t places, and the earlier lists fill the rest exactly.
            let exact = ways[t] - t.checked_sub(capacity + 1).map_or(0, |t| ways[t]);
            sum = sum.checked_add(exact)?;
            sums.push(sum);
        }
        ways = sums;
    }
    ways.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_counted() {
        let check = |capacities: &[usize], places: usize| {
            let mut fillings = vec![0];
            for &capacity in capacities {
                fillings =
                    fillings.iter().flat_map(|sum| (0..=capacity).map(move |count| sum + count)).collect();
            }
            let expected = fillings.iter().filter(|&&sum| sum <= places).count();
            assert_eq!(ways(capacities, places), Some(expected), "{capacities:?} {places}");
        };
        for capacities in [&[][..], &[0], &[3], &[2, 0, 3], &[1, 4, 2, 2]] {
            (0..8).for_each(|places| check(capacities, places));
        }
        assert!(ways(&[usize::MAX / 2 - 1; 60], 3000).is_none());
    }
}
