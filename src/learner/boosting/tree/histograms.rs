//! Sums over the documents of a leaf by bin, for four features at a time. Must not know what is summed.
//!
//! Source: Ke et al. 2017 (LightGBM), algorithm 1, with the subtraction of section 5: the bins of the larger child are
//! those of the parent minus those of the smaller one. Sums are of whole numbers, so that the difference is exact and no
//! sum depends on the order of the documents.

/// Number of features whose bins are summed in one pass over the documents. Their sums fill 24 kB, which fits the first
/// cache, and the bins of a document are read together.
pub(super) const BLOCK: usize = 4;

/// Number of bins of a feature, at most. A bin is a byte.
const BINS: usize = 256;

/// What is summed over the documents of a leaf, in whole quanta.
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
        for (&document, amounts) in documents.iter().zip(amounts) {
            let codes = codes[document as usize];
            for (bins, code) in histogram.iter_mut().zip(codes) {
                let bin = &mut bins[usize::from(code)];
                bin.sums[0] += amounts[0];
                bin.sums[1] += amounts[1];
                bin.documents += 1;
            }
        }
    }

    /// Leaves in slot `of` what is not in slot `part`.
    pub fn subtract(&mut self, of: usize, part: usize) {
        let [of, part] = self.slots.get_disjoint_mut([of, part]).expect("two slots");
        for (of, part) in of.iter_mut().flatten().zip(part.iter().flatten()) {
            of.sums[0] -= part.sums[0];
            of.sums[1] -= part.sums[1];
            of.documents -= part.documents;
        }
    }
}

/// Numbers as whole quanta of a power of 2.
///
/// The quantum is so small that a sum over all documents still fits: about 2⁻⁶⁰ of the largest number times the number of
/// documents.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quantum {
    per_unit: f64,
}

impl Quantum {
    /// The quantum 1.
    pub const ONE: Self = Self { per_unit: 1.0 };

    /// Returns the quantum of these numbers.
    pub fn of(numbers: &[f64]) -> Self {
        let greatest = numbers.iter().fold(0.0_f64, |greatest, number| greatest.max(number.abs()));
        if greatest == 0.0 || !greatest.is_finite() {
            return Self::ONE;
        }
        let exponent = 61.0 - (numbers.len() as f64).log2().ceil() - greatest.log2().ceil();
        Self { per_unit: exponent.clamp(-1000.0, 1000.0).exp2() }
    }

    pub fn whole(self, number: f64) -> i64 {
        (number * self.per_unit).round() as i64
    }

    pub fn number(self, quanta: i64) -> f64 {
        quanta as f64 / self.per_unit
    }
}
