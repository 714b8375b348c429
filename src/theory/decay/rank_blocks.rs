//! Blocks of ranks on which a learned decay is constant. Must not know scores or losses.

use serde::Serialize;

/// First ranks of the blocks, from 0: the ranks 0 to 9 are alone.
const FIRST_RANKS: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50, 100];

/// Ranks that share a value of c, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankBlock {
    /// The first rank.
    pub first: usize,
    /// The last rank.
    pub last: usize,
}

/// The blocks of the ranks of the longest query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RankBlocks(Vec<RankBlock>);

impl RankBlocks {
    /// Returns the blocks of `n_ranks` ranks: 0 to 9 alone, 10–14, 15–19, 20–29, 30–49, 50–99, and all from 100.
    pub fn new(n_ranks: usize) -> Self {
        let ends = FIRST_RANKS.iter().skip(1).copied().chain([usize::MAX]);
        let blocks = FIRST_RANKS.iter().zip(ends).filter(|(first, _)| **first < n_ranks);
        Self(blocks.map(|(&first, end)| RankBlock { first, last: end.min(n_ranks) - 1 }).collect())
    }

    /// The blocks, from the top.
    pub fn blocks(&self) -> &[RankBlock] {
        &self.0
    }

    /// Returns the values by rank at the first rank of each block.
    pub fn firsts(&self, by_rank: &[f64]) -> Vec<f64> {
        self.0.iter().map(|block| by_rank[block.first]).collect()
    }

    /// Returns values by block as values by rank.
    pub fn by_rank(&self, by_block: &[f64]) -> Vec<f64> {
        let ranks = self.0.iter().zip(by_block);
        ranks.flat_map(|(block, &value)| std::iter::repeat_n(value, block.last + 1 - block.first)).collect()
    }
}
