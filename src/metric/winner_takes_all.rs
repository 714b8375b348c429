//! Winner takes all: only the top document counts.

use super::Labels;
use crate::ranking::TiedRanking;

/// Probability that the top document has the query's highest grade.
///
/// `None` if no grade is above 0.
/// Cost: O(n).
/// Source: Le and Smola 2007, section 3.2; ties as an expected value.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
    let &highest = labels.grades.iter().max()?;
    if highest == 0 {
        return None;
    }
    let (_, top) = ranking.groups().next()?;
    let winners = top.iter().filter(|&&document| labels.grades[document as usize] == highest).count();
    Some(winners as f64 / top.len() as f64)
}
