//! Discounts: the weight of a rank, independent of the document there.

use std::sync::LazyLock;

/// 1 / log2 of 0, 1, 2, …, precomputed so that the top ranks need no logarithms.
static INVERSE_LOGARITHMS: LazyLock<[f64; 1024]> = LazyLock::new(|| std::array::from_fn(inverse_logarithm));

fn inverse_logarithm(argument: usize) -> f64 {
    1.0 / libm::log2(argument as f64)
}

/// Discount of a rank, at most 1 and never increasing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Discount {
    /// 1 / log2(j + 2) at rank j from 0, so 1 / log2(rank + 1) for ranks counted from 1.
    /// Source: Tewari 2015; Tsai et al. 2007.
    #[default]
    Log2RankPlusOne,
    /// 1 at the first two ranks, then 1 / log2(j + 1) at rank j from 0.
    /// Source: Chakrabarti et al. 2008, section 2.2.3.
    FlatTopTwo,
}

impl Discount {
    /// Returns the discount of one rank, counted from 0.
    pub fn at(self, rank: usize) -> f64 {
        let argument = match self {
            Self::Log2RankPlusOne => rank + 2,
            Self::FlatTopTwo => rank.max(1) + 1,
        };
        INVERSE_LOGARITHMS.get(argument).copied().unwrap_or_else(|| inverse_logarithm(argument))
    }

    /// Returns the discounts of ranks 0 to `n` − 1, with 0 from rank `cut_off` on.
    pub fn vector(self, n: usize, cut_off: Option<usize>) -> Vec<f64> {
        let counted = cut_off.map_or(n, |cut_off| cut_off.min(n));
        let mut discounts = vec![0.0; n];
        for (rank, discount) in discounts[..counted].iter_mut().enumerate() {
            *discount = self.at(rank);
        }
        discounts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discounts_follow_their_definitions() {
        // log2 2 = 1, log2 4 = 2, log2 8 = 3: exact.
        assert_eq!([0, 2, 6].map(|rank| Discount::Log2RankPlusOne.at(rank)), [1.0, 0.5, 1.0 / 3.0]);
        assert_eq!([0, 1, 3, 7].map(|rank| Discount::FlatTopTwo.at(rank)), [1.0, 1.0, 0.5, 1.0 / 3.0]);
    }

    #[test]
    fn a_vector_is_cut() {
        let full = Discount::Log2RankPlusOne.vector(4, None);
        assert_eq!(full.len(), 4);
        assert_eq!(Discount::Log2RankPlusOne.vector(4, Some(2)), [full[0], full[1], 0.0, 0.0]);
        assert_eq!(Discount::Log2RankPlusOne.vector(4, Some(9)), full);
        assert!(Discount::FlatTopTwo.vector(0, Some(3)).is_empty());
    }
}
