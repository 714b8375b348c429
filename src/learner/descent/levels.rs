//! The documents of a query by grade, and the pairs between grades. Must not know scores.

use crate::data::Grade;
use crate::loss::PairTable;
use crate::ranking::Ranking;
use crate::util::sorting::by_falling_level;

/// The documents of a query with at least two grades, grouped by grade.
#[derive(Debug, Clone)]
pub(crate) struct Levels {
    /// Documents of every grade that occurs, the highest grade first, in document order.
    documents: Vec<Vec<u32>>,
    /// Index in `documents` of the grade of every document.
    level_of: Vec<u32>,
    /// One entry per pair of levels with a positive weight: the better level, the worse level, and the weight of its
    /// pairs.
    pairs: Vec<(usize, usize, f64)>,
    n_pairs: usize,
}

impl Levels {
    /// `None` if all grades are equal. Cost: O(n) and the number of grades squared.
    pub fn bind(grades: &[Grade], table: &PairTable) -> Option<Self> {
        let mut present: Vec<Grade> =
            by_falling_level(grades).into_iter().map(|document| grades[document as usize]).collect();
        present.dedup();
        if present.len() < 2 {
            return None;
        }
        let mut documents = vec![Vec::new(); present.len()];
        let mut level_of = Vec::with_capacity(grades.len());
        for (document, grade) in grades.iter().enumerate() {
            let level = present.partition_point(|other| other > grade);
            documents[level].push(document as u32);
            level_of.push(level as u32);
        }
        let mut pairs = Vec::new();
        let mut n_pairs = 0;
        for better in 0..present.len() {
            for worse in better + 1..present.len() {
                n_pairs += documents[better].len() * documents[worse].len();
                let weight = table.weight(present[better], present[worse]);
                if weight > 0.0 {
                    pairs.push((better, worse, weight));
                }
            }
        }
        Some(Self { documents, level_of, pairs, n_pairs })
    }

    /// Returns the number of pairs of documents with different grades.
    pub fn n_pairs(&self) -> usize {
        self.n_pairs
    }

    /// Returns the number of levels.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Returns the documents of a level, in document order.
    pub fn documents(&self, level: usize) -> &[u32] {
        &self.documents[level]
    }

    /// Returns the pairs of levels: better level, worse level, and the positive weight of their pairs of documents.
    pub fn pairs(&self) -> &[(usize, usize, f64)] {
        &self.pairs
    }

    /// Returns the documents of every level by falling score; ties keep document order. Cost: O(n log n).
    pub fn sorted(&self, scores: &[f64]) -> Vec<Vec<u32>> {
        let mut sorted: Vec<Vec<u32>> =
            self.documents.iter().map(|level| Vec::with_capacity(level.len())).collect();
        for &document in Ranking::by_scores(scores).order() {
            sorted[self.level_of[document as usize] as usize].push(document);
        }
        sorted
    }
}
