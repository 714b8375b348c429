//! The p-norm push: bad documents near the top count more, by a power of their loss.

use crate::data::{Dataset, Grade};
use crate::loss::PairTable;
use crate::util::error::{Error, shown};

use super::pair_logistic::Logistic;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// Largest p. Beyond it the loss is the largest of a query in floating point.
pub const MOST_NORM: f64 = 1000.0;

/// `[1/n⁻ Σ over bad b (1/n⁺ Σ over good g log(1 + e^{−(s_g − s_b)}))^p]^{1/p}`, the p-norm over bad documents of their
/// mean logistic loss.
///
/// p = 1 is the mean over all pairs of a good and a bad document, and for p → ∞ the worst bad document counts alone. The
/// loss is convex for p ≥ 1 and does not fall in p. Queries without both kinds are left out.
///
/// Cost: O(n⁺ n⁻), and 16 bytes for every pair in the curvature.
/// Source: Rudin 2009, *The p-norm push*, with the p-th root, so that hard queries do not dominate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NormPush {
    /// p, from 1 to [`MOST_NORM`].
    pub p: f64,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl NormPush {
    /// Checks p.
    ///
    /// # Errors
    /// [`Error::Config`] for a number outside its range.
    pub fn check_p(p: f64) -> Result<(), Error> {
        if (1.0..=MOST_NORM).contains(&p) {
            return Ok(());
        }
        Err(Error::config(
            "p",
            format!("{p} is not a number from 1 to {MOST_NORM}; below 1 the loss is not convex"),
        ))
    }

    /// Returns the places of good and of bad documents; `None` without both.
    pub(super) fn kinds(&self, grades: &[Grade]) -> Option<[Vec<u32>; 2]> {
        let places = |is_good: bool| -> Vec<u32> {
            (0..grades.len())
                .filter(|&i| (grades[i] >= self.threshold) == is_good)
                .map(|i| i as u32)
                .collect()
        };
        let kinds = [places(true), places(false)];
        kinds.iter().all(|places| !places.is_empty()).then_some(kinds)
    }
}

impl ScoreLoss for NormPush {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let [good, bad] = self.kinds(grades)?;
        Some(Box::new(QueryNormPush { p: self.p, good, bad }))
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        if data.queries().any(|query| self.kinds(query.grades).is_some()) {
            return Ok(());
        }
        let threshold = shown(&self.threshold.to_string());
        Err(Error::data(format!(
            "no query has a document of grade {threshold} or more and one below it; give another threshold"
        )))
    }
}

struct QueryNormPush {
    p: f64,
    good: Vec<u32>,
    bad: Vec<u32>,
}

/// The figures of the bad documents at some scores.
struct Norm {
    /// N.
    value: f64,
    /// a_b = ∂N/∂u_b.
    weights: Vec<f64>,
    /// (p − 1) a_b/u_b; 0 for p = 1 or u_b = 0, where u_b has no derivative in floating point either.
    bends: Vec<f64>,
}

impl Norm {
    /// Returns the norm of the mean losses u of the bad documents. The largest is divided out, so that no power leaves the
    /// range of floating point.
    fn of(u: &[f64], p: f64) -> Self {
        let n = u.len() as f64;
        let largest = u.iter().copied().fold(0.0, f64::max);
        if largest <= 0.0 {
            return Self { value: 0.0, weights: vec![0.0; u.len()], bends: vec![0.0; u.len()] };
        }
        let mean = u.iter().map(|&u| libm::pow(u / largest, p)).sum::<f64>() / n;
        let norm = libm::pow(mean, 1.0 / p);
        let scale = libm::pow(norm, 1.0 - p) / n;
        let weights = u.iter().map(|&u| libm::pow(u / largest, p - 1.0) * scale).collect();
        let bend = |&u: &f64| match u > 0.0 && p > 1.0 {
            true => (p - 1.0) * libm::pow(u / largest, p - 2.0) * scale / largest,
            false => 0.0,
        };
        Self { value: largest * norm, weights, bends: u.iter().map(bend).collect() }
    }
}

impl QueryNormPush {
    /// Returns the loss of every pair: the good documents of the first bad one, then those of the second, and so on.
    fn pairs<'a>(&'a self, scores: &'a [f64]) -> impl Iterator<Item = Logistic> + 'a {
        let of = move |bad: &u32| {
            let bad = scores[*bad as usize];
            self.good.iter().map(move |&good| Logistic::at(scores[good as usize] - bad))
        };
        self.bad.iter().flat_map(of)
    }
}

impl QueryScoreLoss for QueryNormPush {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let n_good = self.good.len();
        let share = 1.0 / n_good as f64;
        let (mut u, mut forces) = (vec![0.0; self.bad.len()], vec![0.0; self.bad.len() * n_good]);
        for (at, pair) in self.pairs(scores).enumerate() {
            u[at / n_good] += share * pair.value;
            forces[at] = share * pair.force;
        }
        let Norm { value, weights, .. } = Norm::of(&u, self.p);
        for ((&bad, weight), forces) in self.bad.iter().zip(weights).zip(forces.chunks_exact(n_good)) {
            for (&good, force) in self.good.iter().zip(forces) {
                pull[good as usize] += weight * force;
                pull[bad as usize] -= weight * force;
            }
        }
        value
    }

    /// `L = Σ_b a_b ∇²u_b + (p − 1) (Jᵀ diag(a_b/u_b) J − (Jᵀa)(Jᵀa)ᵀ/N)` with J = ∂u/∂s.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let n_good = self.good.len();
        let share = 1.0 / n_good as f64;
        let n_pairs = self.bad.len() * n_good;
        let (mut u, mut forces, mut curves) =
            (vec![0.0; self.bad.len()], vec![0.0; n_pairs], vec![0.0; n_pairs]);
        for (at, pair) in self.pairs(scores).enumerate() {
            u[at / n_good] += share * pair.value;
            forces[at] = share * pair.force;
            curves[at] = share * pair.curvature();
        }
        let norm = Norm::of(&u, self.p);
        Some(Box::new(move |v, out| {
            out.fill(0.0);
            // J v by bad document, and a · J v.
            let (mut moves, mut along) = (vec![0.0; self.bad.len()], 0.0);
            for (b, (&bad, forces)) in self.bad.iter().zip(forces.chunks_exact(n_good)).enumerate() {
                let toward = |(&good, force): (&u32, &f64)| force * (v[bad as usize] - v[good as usize]);
                moves[b] = self.good.iter().zip(forces).map(toward).sum();
                along += norm.weights[b] * moves[b];
            }
            let rank_one = if norm.value > 0.0 { (self.p - 1.0) * along / norm.value } else { 0.0 };
            for (b, &bad) in self.bad.iter().enumerate() {
                let row = b * n_good..(b + 1) * n_good;
                let weight = norm.weights[b];
                let outer = norm.bends[b] * moves[b] - rank_one * weight;
                for ((&good, force), curve) in self.good.iter().zip(&forces[row.clone()]).zip(&curves[row]) {
                    let term = weight * curve * (v[good as usize] - v[bad as usize]) - outer * force;
                    out[good as usize] += term;
                    out[bad as usize] -= term;
                }
            }
        }))
    }
}
