//! Sums over the documents of a leaf by bin, for a strip of features at a time. Must not know what is summed.
//!
//! Source: Ke et al. 2017 (LightGBM), algorithm 1; the bins of the larger child are those of the parent minus those of
//! the smaller child. Sums are of whole numbers, so that a difference is exact and no sum depends on the order of
//! documents.

/// Number of features whose bins are summed in one pass over documents. Their sums fill 24 kB, which fits the first
/// cache.
const BLOCK: usize = 4;

/// Number of blocks in a strip.
const BLOCKS: usize = 4;

/// Number of features whose bins stand together for every document, so that one fetch from memory brings them all.
pub(super) const STRIP: usize = BLOCK * BLOCKS;

/// The bins of a document for the features of a strip.
pub(super) type Codes = [u8; STRIP];

/// Number of bins of a feature, at most. A bin is a byte.
const BINS: usize = 256;

/// Number of documents whose bins are fetched at once.
const FETCHED: usize = 1024;

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

    /// Takes away the documents of another bin, all of them among these.
    pub fn subtract(&mut self, part: Self) {
        self.sums = [self.sums[0] - part.sums[0], self.sums[1] - part.sums[1]];
        self.documents -= part.documents;
    }
}

/// The bins of every feature of a block.
type Histogram = [[Bin; BINS]; BLOCK];

/// The bins of the features of a strip for every leaf of a growing tree that can still be split.
pub(super) struct Histograms {
    /// Whether a tree may use a feature of the block.
    is_used: Vec<bool>,
    /// The histograms of a leaf, one per block, stand at its slot.
    slots: Vec<Vec<Histogram>>,
}

impl Histograms {
    /// `is_used`: whether a tree may use each feature of the strip, at most [`STRIP`].
    pub fn new(is_used: &[bool]) -> Self {
        let blocks = is_used.chunks(BLOCK).map(|block| block.contains(&true));
        Self { is_used: blocks.collect(), slots: Vec::new() }
    }

    /// Returns the bins of one feature of the strip.
    pub fn bins(&self, slot: usize, feature: usize) -> &[Bin] {
        &self.slots[slot][feature / BLOCK][feature % BLOCK]
    }

    /// Sums documents into a slot. `codes`: the bins of every document. `amounts`: of these documents, in their order.
    pub fn sum(&mut self, slot: usize, codes: &[Codes], documents: &[u32], amounts: &[Amounts]) {
        while slot >= self.slots.len() {
            self.slots.push(vec![[[Bin::default(); BINS]; BLOCK]; self.is_used.len()]);
        }
        let histograms = &mut self.slots[slot];
        histograms.as_flattened_mut().as_flattened_mut().fill(Bin::default());
        // The bins of many documents are fetched at once, because they are far apart in memory.
        let mut fetched = [[0; STRIP]; FETCHED];
        for (documents, amounts) in documents.chunks(FETCHED).zip(amounts.chunks(FETCHED)) {
            for (fetched, &document) in fetched.iter_mut().zip(documents) {
                *fetched = codes[document as usize];
            }
            let used =
                histograms.iter_mut().zip(&self.is_used).enumerate().filter(|(_, (_, is_used))| **is_used);
            for (block, (histogram, _)) in used {
                for (codes, &amounts) in fetched.iter().zip(amounts) {
                    let (blocks, _) = codes.as_chunks::<BLOCK>();
                    for (bins, &code) in histogram.iter_mut().zip(&blocks[block]) {
                        bins[usize::from(code)].add(amounts, 1);
                    }
                }
            }
        }
    }

    /// Leaves in slot `of` what is not in slot `part`.
    pub fn subtract(&mut self, of: usize, part: usize) {
        let Ok([of, part]) = self.slots.get_disjoint_mut([of, part]) else { return };
        let part = part.as_flattened().as_flattened();
        for (of, part) in of.as_flattened_mut().as_flattened_mut().iter_mut().zip(part) {
            of.subtract(*part);
        }
    }
}
