//! Stable sorts that share one compiled routine, because each further instance of the standard library's sort adds
//! about 6 kB to the WebAssembly module. The inner loops of learners have sorts of their own. Must not know what is
//! sorted.

use std::cmp::Ordering;

/// Sorts indices; those that compare equal keep their order. Cost: O(n log n) comparisons, and O(n) memory.
pub(crate) fn sort_indices(indices: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    let before = indices.to_vec();
    // Nothing here has 2³² items.
    let mut places: Vec<u32> = (0..before.len() as u32).collect();
    sort_documents(&mut places, &|one, other| compare(before[one as usize], before[other as usize]));
    for (index, place) in indices.iter_mut().zip(places) {
        *index = before[place as usize];
    }
}

/// Sorts numbers as `f64::total_cmp` does. Cost: O(n log n).
pub(crate) fn sort_numbers(numbers: &mut [f64]) {
    numbers.sort_unstable_by(f64::total_cmp);
}

/// Sorts documents of a query; those that compare equal keep their order. Cost: O(n log n) comparisons.
pub(crate) fn sort_documents(documents: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    documents.sort_by(|&one, &other| compare(one, other));
}

/// Returns the documents of a query by falling level; those of one level keep their order. Cost: O(n + greatest level).
pub(crate) fn by_falling_level(levels: &[u8]) -> Vec<u32> {
    let greatest = levels.iter().copied().max().unwrap_or(0);
    // The next rank of a document of each level, from the greatest level to 0.
    let mut next = vec![0_u32; usize::from(greatest) + 2];
    for &level in levels {
        next[usize::from(greatest - level) + 1] += 1;
    }
    for place in 0..usize::from(greatest) {
        next[place + 1] += next[place];
    }
    let mut order = vec![0; levels.len()];
    for (document, &level) in levels.iter().enumerate() {
        let rank = &mut next[usize::from(greatest - level)];
        order[*rank as usize] = document as u32;
        *rank += 1;
    }
    order
}

/// Returns the items in order; those that compare equal keep theirs. Cost: O(n log n) comparisons, and O(n) memory.
pub(crate) fn sorted<T>(items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    sort_indices(&mut order, &|one, other| compare(&items[one], &items[other]));
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| slots[index].take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        let by_number = sorted(items, &|one, other| one.0.cmp(&other.0));
        assert_eq!(by_number, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
        assert_eq!(by_falling_level(&[1, 0, 255, 1, 3, 0, 255]), [2, 6, 4, 0, 3, 1, 5]);
        assert_eq!(by_falling_level(&[]), [0; 0]);
        let mut documents = [3, 0, 2, 1];
        sort_documents(&mut documents, &|one, other| (other / 2).cmp(&(one / 2)));
        assert_eq!(documents, [3, 2, 0, 1]);
    }
}
