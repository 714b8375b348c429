//! The ideal rankings of a loss, and the best of them for given scores. Depends on labels; must not know ψ.
//!
//! Documents of a *class* have the same gain, and ranks of a *block* the same discount. A ranking is ideal, that is
//! Δ = 0, iff every block holds the right number of documents of each class. Inside a block every order is ideal, also
//! across classes. Of a class that lies in several blocks, any documents may stand in any of them. With a cut-off the
//! last block is everything behind it, so no order is prescribed there.
//!
//! Among the ideal rankings, this one maximises `Σ_j c_j s_y(j)` for any c that does not increase: the documents of
//! each class fill its places from the first block on, in decreasing score; then every block is sorted by score.
//! Exchanging two documents that stand otherwise never lowers the sum.

use std::ops::Range;

use crate::ranking::ScoredDocuments;

/// The ideal rankings of one query of n documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdealSet {
    /// Class of each document.
    class_of: Vec<u32>,
    /// First place of each class in `places`.
    first_place: Vec<u32>,
    /// Block of every place, class after class; the blocks of a class ascend.
    places: Vec<u32>,
    /// First rank of every block.
    first_rank: Vec<u32>,
}

impl IdealSet {
    /// Returns the ideal rankings from one of them. Cost: O(n).
    ///
    /// `ideal`: documents by decreasing gain. `gain`: by document. `discount`: by rank, non-increasing.
    pub fn of_product(ideal: &[u32], gain: &[f64], discount: &[f64]) -> Self {
        let blocks = equal_runs(discount);
        let (mut class_of, mut first_place) = (vec![0; ideal.len()], Vec::new());
        for (rank, &document) in ideal.iter().enumerate() {
            if rank == 0 || gain[document as usize] != gain[ideal[rank - 1] as usize] {
                first_place.push(rank as u32);
            }
            class_of[document as usize] = first_place.len() as u32 - 1;
        }
        let mut places = Vec::with_capacity(ideal.len());
        for (number, block) in blocks.iter().enumerate() {
            places.resize(block.end, number as u32);
        }
        let first_rank = blocks.iter().map(|block| block.start as u32).collect();
        Self { class_of, first_place, places, first_rank }
    }

    /// Returns the ideal rankings from the number of documents of every class in every block. Cost: O(n).
    ///
    /// `class_of`: by document. `counts`: by class, one number per block. `blocks`: ranks of every block, in order.
    pub fn of_counts(class_of: &[usize], counts: &[Vec<usize>], blocks: &[Range<usize>]) -> Self {
        let mut places = Vec::with_capacity(class_of.len());
        let mut first_place = Vec::with_capacity(counts.len());
        for of_class in counts {
            first_place.push(places.len() as u32);
            for (block, &count) in of_class.iter().enumerate() {
                places.resize(places.len() + count, block as u32);
            }
        }
        let class_of = class_of.iter().map(|&class| class as u32).collect();
        let first_rank = blocks.iter().map(|block| block.start as u32).collect();
        Self { class_of, first_place, places, first_rank }
    }

    /// Calls `place(rank, document)` for every rank of the ideal ranking with the greatest `Σ_j c_j s_y(j)`, highest
    /// scores first. Ties keep document order. Cost: O(n).
    pub fn for_each_aligned(&self, documents: &ScoredDocuments, mut place: impl FnMut(usize, u32)) {
        let (mut next_place, mut next_rank) = (self.first_place.clone(), self.first_rank.clone());
        for &document in documents.order() {
            let next = &mut next_place[self.class_of[document as usize] as usize];
            let rank = &mut next_rank[self.places[*next as usize] as usize];
            place(*rank as usize, document);
            (*next, *rank) = (*next + 1, *rank + 1);
        }
    }

    /// Returns the mean of a weight of the ranks over all ideal rankings, one number per document.
    ///
    /// A document has the mean of its class over the places of the class, and a place has the mean of its block.
    /// `weights`: by rank. Cost: O(n).
    pub fn mean(&self, weights: &[f64]) -> Vec<f64> {
        let ends = self.first_rank.iter().skip(1).map(|&rank| rank as usize).chain([weights.len()]);
        let of_block: Vec<f64> = self
            .first_rank
            .iter()
            .zip(ends)
            .map(|(&first, end)| mean(&weights[first as usize..end]))
            .collect();
        let ends = self.first_place.iter().skip(1).map(|&place| place as usize).chain([self.places.len()]);
        let of_class: Vec<f64> = self
            .first_place
            .iter()
            .zip(ends)
            .map(|(&first, end)| {
                let places = &self.places[first as usize..end];
                places.iter().map(|&block| of_block[block as usize]).sum::<f64>() / places.len().max(1) as f64
            })
            .collect();
        self.class_of.iter().map(|&class| of_class[class as usize]).collect()
    }
}

/// Returns the blocks of ranks with the same discount, in order. Cost: O(n).
pub fn equal_runs(discount: &[f64]) -> Vec<Range<usize>> {
    let mut start = 0;
    let run = |run: &[f64]| {
        let ranks = start..start + run.len();
        start = ranks.end;
        ranks
    };
    discount.chunk_by(|one, other| one == other).map(run).collect()
}

fn mean(weights: &[f64]) -> f64 {
    weights.iter().sum::<f64>() / weights.len().max(1) as f64
}
