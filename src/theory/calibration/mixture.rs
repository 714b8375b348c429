//! Two documents with grades (2,0) with probability p, else (0,1): from which p on each loss puts document 0 first.

use serde::Serialize;

use super::expected_loss::{Loss, all_orders};
use super::scored_methods::{ScoredMethod, scored_methods};
use crate::data::Grade;
use crate::metric::{DCG, Labels, MeasureKind, NDCG};
use crate::ranking::{Ranking, TiedRanking};
use crate::util::error::Error;

/// The grades of the two documents in both cases.
const CASES: [[Grade; 2]; 2] = [[2, 0], [0, 1]];

/// Halvings of the interval of p: as many as a number between 0 and 1 has digits.
const HALVINGS: usize = 60;

/// Points of the curves.
const POINTS: usize = 101;

/// The two orders of two documents, and the p at which each loss changes the order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DcgCalibration {
    /// The p at which the best order for DCG changes.
    pub dcg_border: f64,
    /// The p at which the best order for NDCG changes.
    pub ndcg_border: f64,
    /// Expected measures at the p of the options.
    pub at: DcgPoint,
    /// Expected measures from p = 0 to 1.
    pub points: Vec<DcgPoint>,
    /// The losses.
    pub methods: Vec<Crossing>,
}

/// Expected measures at one p; of the order 01 first, then of 10.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DcgPoint {
    /// Probability of the grades (2,0).
    pub p: f64,
    /// Expected DCG.
    pub dcg: Vec<f64>,
    /// Expected NDCG.
    pub ndcg: Vec<f64>,
}

/// The order of a loss.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Crossing {
    /// The loss.
    pub method: ScoredMethod,
    /// The p above which document 0 is first.
    pub border: f64,
    /// Score of document 0 minus that of document 1, at the p of the options.
    pub difference: f64,
    /// Best expected DCG minus that of the picked order, at the p of the options; for equal scores the mean of both.
    pub dcg_regret: f64,
    /// The same for NDCG.
    pub ndcg_regret: f64,
}

impl DcgCalibration {
    /// Computes the borders, and the orders at `p` in 0..=1.
    ///
    /// # Errors
    /// None: the catalogue has every method.
    pub(super) fn at(p: f64) -> Result<Self, Error> {
        let orders = all_orders(2);
        let cases: Vec<Vec<Grade>> = CASES.iter().map(|grades| grades.to_vec()).collect();
        let at = DcgPoint::at(p, &orders);
        let crossing = |(method, loss): (ScoredMethod, Loss)| {
            let difference = |p: f64| {
                let scores = loss.minimiser(&[p, 1.0 - p]);
                scores[0] - scores[1]
            };
            let here = difference(p);
            Crossing {
                method,
                border: border(|p| difference(p) > 0.0),
                difference: here,
                dcg_regret: regret(&at.dcg, here),
                ndcg_regret: regret(&at.ndcg, here),
            }
        };
        let is_better = |p: f64, values: fn(&DcgPoint) -> &Vec<f64>| {
            let point = DcgPoint::at(p, &orders);
            values(&point)[0] > values(&point)[1]
        };
        Ok(Self {
            dcg_border: border(|p| is_better(p, |point| &point.dcg)),
            ndcg_border: border(|p| is_better(p, |point| &point.ndcg)),
            methods: scored_methods(&cases, &orders)?.into_iter().map(crossing).collect(),
            points: (0..POINTS).map(|at| DcgPoint::at(at as f64 / (POINTS - 1) as f64, &orders)).collect(),
            at,
        })
    }

    /// Returns the result as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        let DcgPoint { p, dcg, ndcg } = &self.at;
        let mut lines = vec![
            format!("grades (2,0) with probability p = {p}, else (0,1)"),
            format!("order 01: expected DCG {:.7}, NDCG {:.7}", dcg[0], ndcg[0]),
            format!("order 10: expected DCG {:.7}, NDCG {:.7}", dcg[1], ndcg[1]),
            String::new(),
            format!(
                "{:<26} {:>13}  {:<6} {:>11} {:>11}",
                "document 0 is first", "above p", "order", "DCG regret", "NDCG regret"
            ),
            format!("{:<26} {:>13.10}", "best for DCG", self.dcg_border),
            format!("{:<26} {:>13.10}", "best for NDCG", self.ndcg_border),
        ];
        lines.extend(self.methods.iter().map(|one| {
            let order = match one.difference {
                difference if is_tied(difference) => "tied",
                difference if difference > 0.0 => "01",
                _ => "10",
            };
            let Crossing { method, border, dcg_regret, ndcg_regret, .. } = one;
            format!("{:<26} {border:>13.10}  {order:<6} {dcg_regret:>11.7} {ndcg_regret:>11.7}", method.label)
        }));
        lines
    }
}

impl DcgPoint {
    fn at(p: f64, orders: &[Vec<usize>]) -> Self {
        let expected = |kind: &'static MeasureKind| {
            let value = |order: &Vec<usize>, grades: &[Grade]| {
                let order = order.iter().map(|&document| document as u32).collect();
                let labels = Labels { grades, groups: &[], max_grade: 2, threshold: 1, unjudged: 0 };
                // Both cases have a good document, so the measure has a value.
                kind.whole().value(&TiedRanking::strict(&Ranking::from_order(order)), &labels).unwrap_or(0.0)
            };
            let mean = |order| p * value(order, &CASES[0]) + (1.0 - p) * value(order, &CASES[1]);
            orders.iter().map(mean).collect()
        };
        Self { p, dcg: expected(&DCG), ndcg: expected(&NDCG) }
    }
}

fn is_tied(difference: f64) -> bool {
    difference.abs() < 1e-9
}

fn regret(values: &[f64], difference: f64) -> f64 {
    let best = values[0].max(values[1]);
    match difference {
        difference if is_tied(difference) => best - 0.5 * (values[0] + values[1]),
        difference if difference > 0.0 => best - values[0],
        _ => best - values[1],
    }
}

/// Returns the p above which a condition holds that does not hold below it.
fn border(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if holds(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}
