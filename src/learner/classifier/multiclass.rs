//! The multiclass hinge: a score for every grade, and the own grade's shall win by 1. Must not know features.

use crate::data::{Dataset, Grade};
use crate::util::error::Error;

use super::hinge::{class_weights, shares};
use super::{ClassHinge, Tangent};

/// `Σ_i c_i max_k ([k ≠ r_i] + s_ik − s_i r_i)` over the grades k of the data; each grade has the same total weight.
///
/// Every class has a weight of the constant feature. The ranker is `w = Σ_k k w_k`, without constants, because they
/// change no order. Without balance or constants the frequent grades win everywhere.
///
/// Source: Crammer and Singer 2001, equation 4; classes as grades, as in Le and Smola 2007.
#[derive(Debug, Clone)]
pub struct MulticlassHinge {
    /// The grades that occur, ascending.
    grades: Vec<Grade>,
    /// Index in `grades` by row.
    class_of: Vec<usize>,
    /// c by row.
    shares: Vec<f64>,
}

impl MulticlassHinge {
    /// Returns the hinge over all documents.
    ///
    /// # Errors
    /// [`Error::Data`] if all documents have the same grade.
    pub fn new(data: &Dataset) -> Result<Self, Error> {
        let mut grades: Vec<Grade> = (0..data.n_documents()).map(|row| data.grade(row)).collect();
        grades.sort_unstable();
        grades.dedup();
        if grades.len() < 2 {
            let grade = grades.first().copied().unwrap_or(0);
            return Err(Error::data(format!(
                "all documents have grade {grade}; a multiclass SVM needs documents of two different grades"
            )));
        }
        let class_of: Vec<usize> = (0..data.n_documents())
            .map(|row| grades.partition_point(|&grade| grade < data.grade(row)))
            .collect();
        let weights = class_weights(data, grades.len(), |row| class_of[row]);
        let shares = shares(data, |row| 1.0 / weights[class_of[row]]);
        Ok(Self { grades, class_of, shares })
    }
}

impl ClassHinge for MulticlassHinge {
    fn n_classes(&self) -> usize {
        self.grades.len()
    }

    fn has_constant(&self) -> bool {
        true
    }

    fn factors(&self) -> Vec<f64> {
        self.grades.iter().map(|&grade| f64::from(grade)).collect()
    }

    fn tangent(&self, scores: &[f64]) -> Tangent {
        let n = self.class_of.len();
        let (mut value, mut slope) = (0.0, vec![0.0; scores.len()]);
        for (row, (&own, &share)) in self.class_of.iter().zip(&self.shares).enumerate() {
            let own_score = scores[own * n + row];
            // The own class gives 0, and the first class wins a tie of the others.
            let (mut worst, mut most) = (own, 0.0);
            for class in (0..self.grades.len()).filter(|&class| class != own) {
                let excess = 1.0 + scores[class * n + row] - own_score;
                if excess > most {
                    (worst, most) = (class, excess);
                }
            }
            if worst != own {
                value += share * most;
                slope[worst * n + row] += share;
                slope[own * n + row] -= share;
            }
        }
        Tangent { value, slope }
    }
}
