//! The expected value of a smooth convex loss of the scores, and its minimiser.

use crate::data::Grade;
use crate::learner::descent::{QueryScoreLoss, ScoreLoss};
use crate::linalg::cholesky::Cholesky;
use crate::loss::PairTable;

/// Weight of ½‖s‖². It decides between several minimisers, and keeps the minimiser finite where the loss has none.
const RIDGE: f64 = 1e-9;

/// Most Newton steps. A loss of three scores takes about ten.
const MOST_STEPS: usize = 200;

/// Twice the decrease that Newton's model predicts. Below it, one more step is exact to about 1e-12, since the error of
/// the next step is about the square of that of the present one.
const CONVERGED: f64 = 1e-12;

/// Share of a value that sums of a few losses may differ by.
const ROUNDING: f64 = 1e-15;

/// A smooth loss, bound to the grades of every case.
pub(super) struct SmoothLoss {
    n: usize,
    cases: Vec<Vec<Term>>,
}

/// A loss in one order of the documents, which it reads as if it were that of a file.
struct Term {
    loss: Box<dyn QueryScoreLoss>,
    order: Vec<usize>,
    weight: f64,
}

/// Value, gradient and Hessian, row by row.
struct Expansion {
    value: f64,
    gradient: Vec<f64>,
    hessian: Vec<f64>,
}

impl SmoothLoss {
    /// Binds the loss to the grades of every case. `orders`: the orders of the documents over which the loss is
    /// averaged, because some losses break ties of grades by the order of the file.
    pub fn bind(loss: &dyn ScoreLoss, cases: &[Vec<Grade>], orders: &[Vec<usize>]) -> Self {
        let table = PairTable::equal();
        let term = |grades: &Vec<Grade>, order: &Vec<usize>| {
            let grades: Vec<Grade> = order.iter().map(|&document| grades[document]).collect();
            let loss = loss.bind(&grades, &table)?;
            let weight = 1.0 / (orders.len() * loss.size()) as f64;
            Some(Term { loss, order: order.clone(), weight })
        };
        let terms = |grades| orders.iter().filter_map(|order| term(grades, order)).collect();
        Self { n: cases.first().map_or(0, Vec::len), cases: cases.iter().map(terms).collect() }
    }

    /// Returns the scores that minimise the expected loss, by Newton steps with halving, up to rounding.
    ///
    /// `probabilities`: of the cases.
    pub fn minimiser(&self, probabilities: &[f64]) -> Vec<f64> {
        let mut scores = vec![0.0; self.n];
        let mut here = self.expansion(&scores, probabilities);
        for _ in 0..MOST_STEPS {
            let mut step = here.gradient.clone();
            Cholesky::new(here.hessian.clone(), self.n).solve(&mut step);
            let descent: f64 = step.iter().zip(&here.gradient).map(|(step, slope)| step * slope).sum();
            let mut share = 1.0;
            let next = loop {
                let moved: Vec<f64> =
                    scores.iter().zip(&step).map(|(score, step)| score - share * step).collect();
                let there = self.expansion(&moved, probabilities);
                if there.value <= here.value - 1e-4 * share * descent + ROUNDING * here.value.abs() {
                    break Some((moved, there));
                }
                share *= 0.5;
                if share < 1e-12 {
                    break None;
                }
            };
            let Some((moved, there)) = next else { break };
            // The last step doubles the digits once more, so it is taken before the stop.
            let is_last = descent < CONVERGED;
            (scores, here) = (moved, there);
            if is_last {
                break;
            }
        }
        scores
    }

    fn expansion(&self, scores: &[f64], probabilities: &[f64]) -> Expansion {
        let n = self.n;
        let square: f64 = scores.iter().map(|score| score * score).sum();
        let mut sum = Expansion {
            value: 0.5 * RIDGE * square,
            gradient: scores.iter().map(|score| RIDGE * score).collect(),
            hessian: (0..n * n).map(|at| if at % (n + 1) == 0 { RIDGE } else { 0.0 }).collect(),
        };
        for (terms, probability) in self.cases.iter().zip(probabilities).filter(|&(_, &p)| p > 0.0) {
            for term in terms {
                term.add(scores, probability * term.weight, &mut sum);
            }
        }
        sum
    }
}

impl Term {
    fn add(&self, scores: &[f64], weight: f64, sum: &mut Expansion) {
        let n = scores.len();
        let scores: Vec<f64> = self.order.iter().map(|&document| scores[document]).collect();
        let mut pull = vec![0.0; n];
        sum.value += weight * self.loss.evaluate(&scores, &mut pull);
        for (&document, pull) in self.order.iter().zip(&pull) {
            sum.gradient[document] -= weight * pull;
        }
        let Some(curvature) = self.loss.curvature(&scores) else { return };
        for (column, &document) in self.order.iter().enumerate() {
            let unit: Vec<f64> = (0..n).map(|at| f64::from(u8::from(at == column))).collect();
            let mut products = vec![0.0; n];
            curvature(&unit, &mut products);
            for (&row, product) in self.order.iter().zip(&products) {
                sum.hessian[row * n + document] += weight * product;
            }
        }
    }
}
