//! Numbering of the ways to take documents from lists of limited length. Must not know scores.

/// Numbering without gaps, in lexicographic order, of the counts of documents taken from each list.
///
/// The lists have the given `capacities` and fill at most `places` places. A further list takes the remaining places.
#[derive(Debug, Clone)]
pub struct Numbering {
    capacities: Vec<usize>,
    places: usize,
    /// `ways[l][t]`: number of ways in which lists l, l+1, … can fill at most t places.
    ways: Vec<Vec<usize>>,
}

impl Numbering {
    /// Returns `None` if the number of ways overflows. Cost: O(lists · places).
    pub fn new(capacities: &[usize], places: usize) -> Option<Self> {
        // After the last list, only the empty filling is possible.
        let mut ways = vec![vec![1; places + 1]];
        for &capacity in capacities.iter().rev() {
            let rest = &ways[ways.len() - 1];
            let mut sums = Vec::with_capacity(places + 1);
            let mut sum = 0_usize;
            for t in 0..=places {
                // This list takes 0 … capacity of t places, and the later lists fill the rest exactly.
                let exact = rest[t] - t.checked_sub(capacity + 1).map_or(0, |t| rest[t]);
                sum = sum.checked_add(exact)?;
                sums.push(sum);
            }
            ways.push(sums);
        }
        ways.reverse();
        Some(Self { capacities: capacities.to_vec(), places, ways })
    }

    /// Number of ways to fill at most all places.
    pub fn len(&self) -> usize {
        self.ways[0][self.places]
    }

    /// Returns the number of these counts, one count per list. Cost: O(lists).
    pub fn index_of(&self, counts: &[usize]) -> usize {
        let mut rest = self.places;
        let mut index = 0;
        for (list, &count) in counts.iter().enumerate() {
            // Ways in which this list takes fewer than `count` and the later lists fill at most the remaining places.
            index += (0..count).map(|fewer| self.ways[list + 1][rest - fewer]).sum::<usize>();
            rest -= count;
        }
        index
    }

    /// Calls `visit(number, counts, sum of counts)` for all ways in order.
    pub fn for_each(&self, mut visit: impl FnMut(usize, &[usize], usize)) {
        let mut counts = vec![0; self.capacities.len()];
        let mut sum = 0;
        let mut index = 0;
        'next: loop {
            visit(index, &counts, sum);
            index += 1;
            for list in (0..counts.len()).rev() {
                if sum < self.places && counts[list] < self.capacities[list] {
                    counts[list] += 1;
                    sum += 1;
                    continue 'next;
                }
                sum -= counts[list];
                counts[list] = 0;
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn every_way_has_its_number() {
        for capacities in [&[][..], &[0], &[3], &[2, 0, 3], &[1, 4, 2, 2]] {
            for places in 0..8 {
                let numbering = Numbering::new(capacities, places).unwrap();
                let mut seen = 0;
                numbering.for_each(|index, counts, sum| {
                    assert_eq!(index, seen);
                    assert_eq!(numbering.index_of(counts), index);
                    assert_eq!(sum, counts.iter().sum::<usize>());
                    assert!(
                        sum <= places && counts.iter().zip(capacities).all(|(count, most)| count <= most)
                    );
                    seen += 1;
                });
                assert_eq!(numbering.len(), seen);
            }
        }
        assert!(Numbering::new(&[usize::MAX / 2 - 1; 60], 3000).is_none());
    }
}
