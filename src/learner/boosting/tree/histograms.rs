//! Sums over the documents of a leaf by bin, for four features at a time. Must not know what is summed.
//!
//! Source: Ke et al. 2017 (LightGBM), algorithm 1; the bins of the larger child are those of the parent minus those of the
//! smaller child. Sums are of whole numbers, so that a difference is exact and no sum depends on the order of documents.

/// Number of features whose bins are summed in one pass over the documents. Their sums fill 24 kB, which fits the first
/// cache, and the bins of a document are read together.
pub(super) const BLOCK: usize = 4;

/// Number of bins of a feature, at most. A bin is a byte.
const BINS: usize = 256;

/// Number of documents whose bins are fetched at once.
const FETCHED: usize = 256;

/// Target and divisor of a document, or their sums, in whole quanta.
pub(super) type Amounts = [i64; 2];

/// The documents of one bin and leaf.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bin {
    pub sums: Amounts,
    pub documents: u32,
}

impl Bin {
    pub fn add(&mut self, sums: Amounts, documents: u32) {
        self.sums = [self.sums[0] + sums[0], self.sums[1] + sums[1]];
        self.documents += documents;
    }
}

/// The bins of every feature of a block.
type Histogram = [[Bin; BINS]; BLOCK];

/// The bins of [`BLOCK`] features for every leaf of a growing tree that can still be split.
pub(super) struct BlockHistograms {
    /// The histogram of a leaf stands at its slot.
    slots: Vec<Box<Histogram>>,
}

impl BlockHistograms {
    pub fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Returns the bins of one feature of the block.
    pub fn bins(&self, slot: usize, feature: usize) -> &[Bin] {
        &self.slots[slot][feature]
    }

    /// Sums documents into a slot. `codes`: the bins of every document. `amounts`: of these documents, in their order.
    pub fn sum(&mut self, slot: usize, codes: &[[u8; BLOCK]], documents: &[u32], amounts: &[Amounts]) {
        while slot >= self.slots.len() {
            self.slots.push(Box::new([[Bin::default(); BINS]; BLOCK]));
        }
        let histogram = &mut *self.slots[slot];
        *histogram = [[Bin::default(); BINS]; BLOCK];
        // The bins of many documents are fetched at once, because they are far apart in memory.
        let mut fetched = [[0; BLOCK]; FETCHED];
        for (documents, amounts) in documents.chunks(FETCHED).zip(amounts.chunks(FETCHED)) {
            for (fetched, &document) in fetched.iter_mut().zip(documents) {
                *fetched = codes[document as usize];
            }
            for (codes, &amounts) in fetched.iter().zip(amounts) {
                for (bins, &code) in histogram.iter_mut().zip(codes) {
                    bins[usize::from(code)].add(amounts, 1);
                }
            }
        }
    }

    /// Leaves in slot `of` what is not in slot `part`.
    pub fn subtract(&mut self, of: usize, part: usize) {
        let Ok([of, part]) = self.slots.get_disjoint_mut([of, part]) else { return };
        for (of, part) in of.iter_mut().flatten().zip(part.iter().flatten()) {
            of.sums = [of.sums[0] - part.sums[0], of.sums[1] - part.sums[1]];
            of.documents -= part.documents;
        }
    }
}
