//! Feature values sorted once: the cuts of a feature, and the documents above each cut. Must not know grades.

use crate::data::Dataset;
use crate::util::sorting::sort_numbers;

/// With more documents than this, every feature is divided into [`MOST_BINS`] bins.
pub(super) const MOST_EXACT_DOCUMENTS: usize = 100_000;
/// Number of bins of a feature with many documents.
pub(super) const MOST_BINS: usize = 255;

/// One feature over some documents, with every value replaced by a code.
///
/// Cut c separates codes up to c from codes above it.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// The code of each document: the index of its value among the distinct values, or its bin.
    pub codes: Vec<u32>,
    /// The smallest value of each code.
    low: Vec<f64>,
    /// The largest value of each code. Equal to `low` if codes are distinct values.
    high: Vec<f64>,
}

/// The columns of the features over the documents of all pairs, made one at a time.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    n_features: usize,
    made: Vec<Column>,
}

impl Columns {
    /// Starts with no column of `n_features`.
    pub fn new(n_features: usize) -> Self {
        Self { n_features, made: Vec::new() }
    }

    /// Makes the column of the next feature over `rows` of the data; `None` once all are made. Cost: O(n log n).
    pub fn make_next(&mut self, data: &Dataset, rows: &[u32]) -> Option<&Column> {
        let feature = self.made.len();
        if feature == self.n_features {
            return None;
        }
        let values = rows.iter().map(|&row| data.value(row as usize, feature)).collect();
        self.made.push(Column::new(values, Column::most_codes(rows.len())));
        self.made.last()
    }

    /// Returns the column of a feature; `None` beyond the last.
    pub fn get(&self, feature: usize) -> Option<&Column> {
        self.made.get(feature)
    }

    /// Returns the number of features.
    pub fn n_features(&self) -> usize {
        self.n_features
    }
}

impl Column {
    /// Sorts the values of a feature into at most `most_codes` codes. Bins hold about equally many documents.
    ///
    /// Cost: O(n log n).
    pub fn new(mut values: Vec<f64>, most_codes: usize) -> Self {
        // Adding 0 makes −0 equal to +0.
        values.iter_mut().for_each(|value| *value += 0.0);
        let mut sorted = values.clone();
        sort_numbers(&mut sorted);
        let n_distinct = sorted.chunk_by(|one, other| one == other).count();
        let binned = n_distinct > most_codes;
        let (mut low, mut high, mut done) = (Vec::new(), Vec::new(), 0);
        for same in sorted.chunk_by(|one, other| one == other) {
            // A value belongs to the bin of its first document, so that equal values share a bin.
            let full = low.len() * values.len() / most_codes;
            match high.last_mut() {
                Some(high) if binned && done < full => *high = same[0],
                _ => {
                    low.push(same[0]);
                    high.push(same[0]);
                }
            }
            done += same.len();
        }
        drop(sorted);
        let code = |value: &f64| high.partition_point(|high| high < value) as u32;
        Self { codes: values.iter().map(code).collect(), low, high }
    }

    /// Returns the largest number of codes of a feature.
    pub fn most_codes(n_documents: usize) -> usize {
        if n_documents > MOST_EXACT_DOCUMENTS { MOST_BINS } else { n_documents }
    }

    /// Returns the number of codes: distinct values, or bins.
    pub fn n_codes(&self) -> usize {
        self.low.len()
    }

    /// Returns the number of cuts.
    pub fn n_cuts(&self) -> usize {
        self.low.len().saturating_sub(1)
    }

    /// Returns the threshold between two neighbouring codes of the given documents: the midpoint of their values.
    pub fn threshold(&self, below: usize, above: usize) -> f64 {
        midpoint(self.high[below], self.low[above])
    }

    /// Returns the documents in ascending order of their codes; ties keep document order. Cost: O(n + codes).
    pub fn order(&self) -> Vec<u32> {
        let mut next = vec![0_usize; self.n_codes() + 1];
        for &code in &self.codes {
            next[code as usize + 1] += 1;
        }
        for code in 1..next.len() {
            next[code] += next[code - 1];
        }
        let mut order = vec![0; self.codes.len()];
        for (document, &code) in self.codes.iter().enumerate() {
            let place = &mut next[code as usize];
            order[*place] = document as u32;
            *place += 1;
        }
        order
    }
}

/// Returns the midpoint of two values, or the lower one if the midpoint rounds to an end. `v < above`.
fn midpoint(v: f64, above: f64) -> f64 {
    let middle = v / 2.0 + above / 2.0;
    if middle > v && middle < above { middle } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_separate_neighbouring_values() {
        let next = f64::from_bits(1.0_f64.to_bits() + 1);
        let values = [3.0, -0.0, 1.0, 0.0, next, f64::MAX, -f64::MAX, 5e-324];
        let column = Column::new(values.to_vec(), 8);
        assert_eq!(column.codes, [5, 1, 3, 1, 4, 6, 0, 2]);
        for cut in 0..column.n_cuts() {
            let threshold = column.threshold(cut, cut + 1);
            for (value, &code) in values.iter().zip(&column.codes) {
                assert_eq!(*value > threshold, code as usize > cut, "{value} at {threshold}");
            }
        }
        assert_eq!(column.threshold(4, 5), next / 2.0 + 1.5);
        assert_eq!(column.threshold(3, 4), 1.0);
        assert_eq!(column.order(), [6, 1, 3, 7, 2, 4, 0, 5]);
    }

    #[test]
    fn bins_hold_about_equally_many_documents_and_never_part_equal_values() {
        let values: Vec<f64> = (0..1000).map(|i| f64::from(i * 7919 % 1000 / 3)).collect();
        for most in [1, 2, 10, 50] {
            let column = Column::new(values.clone(), most);
            assert!(column.n_codes() <= most);
            let mut counts = vec![0; column.n_codes()];
            for (value, &code) in values.iter().zip(&column.codes) {
                counts[code as usize] += 1;
                assert!(column.low[code as usize] <= *value && *value <= column.high[code as usize]);
            }
            assert!(counts.iter().all(|&count| count <= 1000 / most + 6), "{counts:?}");
            for cut in 0..column.n_cuts() {
                assert!(column.high[cut] < column.low[cut + 1]);
            }
        }
    }
}
