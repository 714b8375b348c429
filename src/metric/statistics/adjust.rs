//! Adjusted p-values for a table of comparisons.

use crate::util::sorting::sort_indices;

/// Returns p-values after Holm's step-down adjustment, which bounds the chance of any false finding in the table.
///
/// `p`: one p-value per comparison, in any order. Returns `max_{i ≤ j} min(1, (m − i) p_(i))` in the order of the
/// input, i from 0 in increasing order of p. Cost: O(m log m). Source: Holm, *A simple sequentially rejective multiple
/// test procedure*, Scandinavian Journal of Statistics 1979.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    sort_indices(&mut order, &|a, b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![1.0; p.len()];
    let mut greatest = 0.0_f64;
    for (place, &index) in order.iter().enumerate() {
        greatest = greatest.max((p[index] * (p.len() - place) as f64).min(1.0));
        adjusted[index] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holm_steps_down() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
        assert_eq!(holm(&[0.5, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }
}
