//! Three documents: the expected measure of the six orders along a tilt, and the order that each loss picks.
//!
//! Minimisers of a convex loss form a convex set. For these grades the best order jumps at t = 0 from 120 to 021, which
//! are not neighbours. A loss that is right on both sides has minimisers of both orders at t = 0, and between them
//! documents 0 and 1 meet, where every order is worse. So no convex loss is right everywhere.

use serde::Serialize;

use super::expected_loss::{Loss, all_orders, orders_by_scores};
use super::scored_methods::{ScoredMethod, scored_methods};
use crate::data::Grade;
use crate::metric::{Labels, Measure};
use crate::ranking::{Ranking, TiedRanking};
use crate::util::error::Error;

/// Largest tilt of the curves, and their steps on each side of 0.
const MOST_TILT: f64 = 0.1;
const STEPS: i32 = 40;

/// Values that differ by less are equal.
const EQUAL: f64 = 1e-10;

/// The six orders of three documents, and the picks of all losses.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListCalibration {
    /// Key of the measure.
    pub measure: &'static str,
    /// The six orders.
    pub orders: Vec<ListOrder>,
    /// The grades of the three documents in every case.
    pub cases: Vec<Vec<Grade>>,
    /// The losses.
    pub methods: Vec<ScoredMethod>,
    /// At the tilt of the options.
    pub at: ListPoint,
    /// Along the tilt.
    pub points: Vec<ListPoint>,
}

/// An order of the documents.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListOrder {
    /// The documents from the first rank, such as `021`.
    pub name: String,
    /// The document of every rank.
    pub documents: Vec<usize>,
}

/// One tilt.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListPoint {
    /// Tilt t.
    pub t: f64,
    /// Probabilities of the cases.
    pub probabilities: Vec<f64>,
    /// Expected measure of every order.
    pub values: Vec<f64>,
    /// Numbers of the best orders.
    pub best: Vec<usize>,
    /// What every loss picks.
    pub picks: Vec<Pick>,
}

/// The order of the minimiser of a loss.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Pick {
    /// The scores that minimise the expected loss.
    pub scores: Vec<f64>,
    /// Numbers of the orders by falling score; several if scores are tied.
    pub orders: Vec<usize>,
    /// Mean over these orders of the best value minus that of the order.
    pub regret: f64,
    /// The greatest regret of these orders.
    pub worst_regret: f64,
}

/// The cases of a measure, with the value of every order in every case.
struct Problem {
    measure: &'static str,
    cases: Vec<Vec<Grade>>,
    orders: Vec<Vec<usize>>,
    /// By case, then by order.
    values: Vec<Vec<f64>>,
    losses: Vec<(ScoredMethod, Loss)>,
}

impl ListCalibration {
    /// Computes the picks along the tilt, and at tilt `t` in −0.2..=0.2. `measure`: `ap`, `rr`, `err+linear` or `dcg`.
    ///
    /// # Errors
    /// [`Error::Config`] for a name that is not a measure.
    pub(super) fn at(measure: &'static str, t: f64) -> Result<Self, Error> {
        let problem = Problem::new(measure)?;
        let tilts = (-STEPS..=STEPS).map(|step| MOST_TILT * f64::from(step) / f64::from(STEPS));
        let name = |order: &Vec<usize>| order.iter().map(ToString::to_string).collect();
        Ok(Self {
            measure,
            orders: problem
                .orders
                .iter()
                .map(|order| ListOrder { name: name(order), documents: order.clone() })
                .collect(),
            cases: problem.cases.clone(),
            methods: problem.losses.iter().map(|(method, _)| method.clone()).collect(),
            at: problem.point(t),
            points: tilts.map(|t| problem.point(t)).collect(),
        })
    }

    /// Returns the result as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        let ListPoint { t, probabilities, values, best, picks } = &self.at;
        let names = |numbers: &[usize]| {
            numbers.iter().map(|&number| self.orders[number].name.as_str()).collect::<Vec<_>>().join(" or ")
        };
        let mut lines = vec![format!("{} of three documents at tilt t = {t}", self.measure.to_uppercase())];
        for (grades, probability) in self.cases.iter().zip(probabilities) {
            lines.push(format!("    grades {grades:?} with probability {probability:.4}"));
        }
        lines.push(String::new());
        lines.push(format!("{:<26} {:>10}", "order", "expected"));
        for (number, (order, value)) in self.orders.iter().zip(values).enumerate() {
            let mark = if best.contains(&number) { "  best" } else { "" };
            lines.push(format!("{:<26} {value:>10.7}{mark}", order.name));
        }
        lines.push(String::new());
        lines.push(format!("{:<26} {:>10} {:>10}  picks", "loss", "regret", "at worst"));
        for (method, pick) in self.methods.iter().zip(picks) {
            let Pick { orders, regret, worst_regret, .. } = pick;
            lines.push(format!(
                "{:<26} {regret:>10.7} {worst_regret:>10.7}  {}",
                method.label,
                names(orders)
            ));
        }
        lines
    }
}

impl Problem {
    fn new(measure: &'static str) -> Result<Self, Error> {
        let cases: [[Grade; 3]; 4] = match measure {
            "rr" => [[0, 0, 1], [1, 1, 0], [1, 0, 0], [0, 1, 0]],
            "err+linear" => [[0, 0, 1], [2, 2, 0], [2, 0, 0], [0, 2, 0]],
            _ => [[1, 0, 1], [0, 1, 1], [1, 0, 0], [0, 1, 0]],
        };
        let cases: Vec<Vec<Grade>> = cases.into_iter().map(Vec::from).collect();
        let orders = all_orders(3);
        let of: Measure = measure.parse()?;
        let max_grade = cases.iter().flatten().copied().max().unwrap_or(0);
        let value = |grades: &[Grade], order: &[usize]| {
            let order = order.iter().map(|&document| document as u32).collect();
            let labels = Labels { grades, groups: &[], max_grade, threshold: 1, unjudged: 0 };
            // Every case has a good document, so every measure here has a value.
            of.value(&TiedRanking::strict(&Ranking::from_order(order)), &labels).unwrap_or(0.0)
        };
        let values =
            cases.iter().map(|grades| orders.iter().map(|order| value(grades, order)).collect()).collect();
        let losses = scored_methods(&cases, &orders)?;
        Ok(Self { measure, cases, orders, values, losses })
    }

    /// The probabilities of the cases. For RR and ERR a tilt moves probability from both good documents to one of them.
    fn probabilities(&self, t: f64) -> Vec<f64> {
        let both_or_one = |third: f64, both: f64| vec![third, both - t.abs(), t.max(0.0), (-t).max(0.0)];
        match self.measure {
            "rr" => both_or_one(1.0 / 3.0, 2.0 / 3.0),
            "err+linear" => both_or_one(0.5, 0.5),
            _ => vec![0.3 + t, 0.3 - t, 0.2 + t, 0.2 - t],
        }
    }

    fn point(&self, t: f64) -> ListPoint {
        let probabilities = self.probabilities(t);
        let expected = |order: usize| -> f64 {
            self.values.iter().zip(&probabilities).map(|(values, p)| values[order] * p).sum()
        };
        let values: Vec<f64> = (0..self.orders.len()).map(expected).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best = (0..values.len()).filter(|&order| values[order] >= most - EQUAL).collect();
        let pick = |(_, loss): &(ScoredMethod, Loss)| {
            let scores = loss.minimiser(&probabilities);
            let orders = orders_by_scores(&scores, &self.orders);
            let regrets: Vec<f64> = orders.iter().map(|&order| most - values[order]).collect();
            Pick {
                scores,
                regret: regrets.iter().sum::<f64>() / regrets.len() as f64,
                worst_regret: regrets.iter().copied().fold(0.0, f64::max),
                orders,
            }
        };
        let picks = self.losses.iter().map(pick).collect();
        ListPoint { t, probabilities, values, best, picks }
    }
}
