//! One label that is 1 with probability p, else −1: the conditional risk `p φ(f) + (1 − p) φ(−f)` of six losses φ.
//!
//! A convex φ is calibrated if and only if it has a slope below 0 at 0. Then ψ(excess error) is at most the excess
//! risk.
//! Source: Bartlett, Jordan and McAuliffe 2006, theorems 1 and 2; Tewari 2015, "calibration".

use serde::Serialize;

/// Ends of the curves in f.
const MOST: f64 = 3.0;
const POINTS: usize = 121;
const TRANSFORM_POINTS: usize = 51;

/// The six losses at one p.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BinaryCalibration {
    /// Probability of the label 1.
    pub p: f64,
    /// The values of f of the curves.
    pub f: Vec<f64>,
    /// The values of θ of the transforms.
    pub theta: Vec<f64>,
    /// The losses.
    pub losses: Vec<BinaryLoss>,
}

/// One loss φ of the margin.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BinaryLoss {
    /// Name.
    pub name: &'static str,
    /// φ(t) in plain text.
    pub formula: &'static str,
    /// ψ(θ) in plain text; empty for a loss that is not calibrated.
    pub transform_formula: &'static str,
    /// Whether φ is differentiable at 0 with a slope below 0.
    pub is_calibrated: bool,
    /// The conditional risk at every f.
    pub risk: Vec<f64>,
    /// The minimiser, of several the one nearest to 0; absent if it is infinite.
    pub minimiser: Option<f64>,
    /// The least conditional risk.
    pub least_risk: f64,
    /// ψ at every θ: the smallest excess risk of a wrong sign at p = (1 + θ)/2.
    pub transform: Vec<f64>,
}

/// How a loss is computed.
struct Form {
    name: &'static str,
    formula: &'static str,
    transform_formula: &'static str,
    /// Whether φ is differentiable at 0 with a slope below 0.
    is_calibrated: bool,
    phi: fn(f64) -> f64,
    /// The minimiser of the conditional risk, which may be infinite.
    minimiser: fn(f64) -> f64,
    transform: fn(f64) -> f64,
}

const FORMS: &[Form] = &[
    Form {
        name: "hinge",
        formula: "max(0, 1 − t)",
        transform_formula: "θ",
        is_calibrated: true,
        phi: |t| (1.0 - t).max(0.0),
        minimiser: |p| if p == 0.5 { 0.0 } else { (p - 0.5).signum() },
        transform: |theta| theta,
    },
    Form {
        name: "logistic",
        formula: "log(1 + e^(−t))",
        transform_formula: "½ [(1 + θ) log(1 + θ) + (1 − θ) log(1 − θ)]",
        is_calibrated: true,
        phi: |t| libm::log1p(libm::exp(-t.abs())) + (-t).max(0.0),
        minimiser: |p| libm::log(p / (1.0 - p)),
        transform: |theta| {
            let term = |x: f64| if x == 0.0 { 0.0 } else { x * libm::log(x) };
            0.5 * (term(1.0 + theta) + term(1.0 - theta))
        },
    },
    Form {
        name: "exponential",
        formula: "e^(−t)",
        transform_formula: "1 − √(1 − θ²)",
        is_calibrated: true,
        phi: |t| libm::exp(-t),
        minimiser: |p| 0.5 * libm::log(p / (1.0 - p)),
        transform: |theta| 1.0 - (1.0 - theta * theta).sqrt(),
    },
    Form {
        name: "square",
        formula: "(1 − t)²",
        transform_formula: "θ²",
        is_calibrated: true,
        phi: |t| (1.0 - t) * (1.0 - t),
        minimiser: |p| 2.0 * p - 1.0,
        transform: |theta| theta * theta,
    },
    Form {
        name: "squared ramp from 0",
        formula: "max(0, −t)²",
        transform_formula: "",
        is_calibrated: false,
        phi: |t| (-t).max(0.0) * (-t).max(0.0),
        minimiser: |_| 0.0,
        transform: |_| 0.0,
    },
    Form {
        name: "perceptron",
        formula: "max(0, −t)",
        transform_formula: "",
        is_calibrated: false,
        phi: |t| (-t).max(0.0),
        minimiser: |_| 0.0,
        transform: |_| 0.0,
    },
];

impl BinaryCalibration {
    /// Computes the risks at `p` in 0..=1.
    pub(super) fn at(p: f64) -> Self {
        let f: Vec<f64> =
            (0..POINTS).map(|at| MOST * (2.0 * at as f64 / (POINTS - 1) as f64 - 1.0)).collect();
        let theta: Vec<f64> =
            (0..TRANSFORM_POINTS).map(|at| at as f64 / (TRANSFORM_POINTS - 1) as f64).collect();
        let losses = FORMS.iter().map(|form| form.at(p, &f, &theta)).collect();
        Self { p, f, theta, losses }
    }

    /// Returns the result as lines of text.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("label 1 with probability p = {}, else −1; the right sign is that of 2p − 1", self.p),
            format!("{:<20} {:<16} {:>11} {:>11}  calibrated", "loss", "φ(t)", "minimiser", "least risk"),
        ];
        for BinaryLoss { name, formula, minimiser, least_risk, is_calibrated, transform_formula, .. } in
            &self.losses
        {
            let minimiser = minimiser.map_or_else(|| "infinite".to_owned(), |f| format!("{f:.7}"));
            let calibrated =
                if *is_calibrated { format!("ψ(θ) = {transform_formula}") } else { "no".to_owned() };
            lines.push(format!("{name:<20} {formula:<16} {minimiser:>11} {least_risk:>11.7}  {calibrated}"));
        }
        lines
    }
}

impl Form {
    fn at(&self, p: f64, f: &[f64], theta: &[f64]) -> BinaryLoss {
        let minimiser = (self.minimiser)(p);
        BinaryLoss {
            name: self.name,
            formula: self.formula,
            transform_formula: self.transform_formula,
            is_calibrated: self.is_calibrated,
            risk: f.iter().map(|&f| self.risk(p, f)).collect(),
            minimiser: minimiser.is_finite().then_some(minimiser),
            least_risk: if minimiser.is_finite() { self.risk(p, minimiser) } else { 0.0 },
            transform: theta.iter().map(|&theta| (self.transform)(theta)).collect(),
        }
    }

    fn risk(&self, p: f64, f: f64) -> f64 {
        p * (self.phi)(f) + (1.0 - p) * (self.phi)(-f)
    }
}
