//! The laboratory of combined losses: which weights of several losses are fair, and what do other weights cost?
//!
//! Weights C_l that are chosen with w do not help: minimising over them picks the easiest loss, and maximising picks a
//! loss that cannot be learned. The regret of a loss is what the mean slack R_l loses against training alone, R_l*, as
//! a share of all that training could gain. The laboratory minimises the largest regret:
//!
//! `½‖w‖² + C max_l (R_l(w) − R_l*)/(R_l(0) − R_l*)`
//!
//! R_l* is the mean slack of the model that is trained with loss l and C alone. A model with a longer w can have less
//! slack, so that a ratio may be negative. A loss of which training alone takes less than a thousandth of R_l(0) is
//! left out. The dual variables of the planes of l add up to C λ_l, so that the minimiser also minimises
//! ½‖w‖² + Σ C_l R_l with C_l = C λ_l/(R_l(0) − R_l*). Other λ give other points of the Pareto front, and a lower dual.
//!
//! Source: Chakrabarti et al. 2008, section 3.7, which leaves the weights open; minimax regret after Savage 1951. The
//! solution by cutting planes with one slack follows Joachims, Finley and Yu 2009.

mod components;
mod laboratory;
mod solver;

use std::sync::Arc;

use serde::Serialize;

use crate::data::Dataset;
use crate::learner::cutting_plane::check_c;
use crate::linalg::dot::dot;
use crate::loss::LossSpec;
use crate::method::settings::TrainingSettings;
use crate::theory::pairs::{MOST_OPERATIONS, check_count};
use crate::util::error::{Error, brief};

use components::Components;
pub(super) use laboratory::{COMBINED_LOSSES, run};
use solver::{Goal, Ratio, Solution, Solver};

/// Settings of [`combined_losses`].
#[derive(Debug, Clone, PartialEq)]
pub struct CombinedLossesOptions {
    /// The components, as in the settings of SVM-COMBO.
    pub components: Vec<String>,
    /// C.
    pub c: f64,
    /// Number of weights of the front, from 0 to 1.
    pub points: usize,
    /// Relative gap of every solution.
    pub gap: f64,
}

/// The most points of the front.
pub const MOST_POINTS: usize = 101;
/// A component takes part if training alone takes at least this share of its mean slack at w = 0.
pub const LEAST_SHARE: f64 = 1e-3;
/// Relative gap of a component that is trained alone: R_l* needs more digits than the objective.
const ALONE_GAP: f64 = 1e-5;
/// Passes for the estimate of the work: of a component alone and of the largest ratio, then of each point of the front.
/// They include the time of the duals.
const USUAL_PASSES: [f64; 2] = [600.0, 60.0];

/// The results of the laboratory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CombinedLossesResult {
    /// C.
    pub c: f64,
    /// The components.
    pub components: Vec<CombinedLoss>,
    /// ½‖w‖² + C times the largest ratio.
    pub objective: f64,
    /// A lower bound on it, for every w.
    pub dual: f64,
    /// ‖w‖.
    pub norm: f64,
    /// The models of other weights, if two components take part, from weight 0 of the first one; else empty.
    pub front: Vec<FrontPoint>,
}

/// One component.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CombinedLoss {
    /// Its name, with its own options.
    pub name: String,
    /// m_l: the queries that it can use, or the sum of their weights.
    pub queries: f64,
    /// R_l(0).
    pub at_zero: f64,
    /// R_l*: its mean slack where it is trained alone.
    pub alone: f64,
    /// λ_l, C_l and the ratio of the result; `None` if it is left out.
    pub part: Option<CombinedPart>,
    /// R_l of the result.
    pub slack: f64,
    /// R_l of the model of each component that is trained alone.
    pub of_alone: Vec<f64>,
    /// The same as ratios; empty if it is left out.
    pub ratios_of_alone: Vec<f64>,
}

/// The part of a component in the result.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CombinedPart {
    /// λ_l. They add up to 1.
    pub share: f64,
    /// C_l = C λ_l/(R_l(0) − R_l*).
    pub weight: f64,
    /// (R_l(w) − R_l*)/(R_l(0) − R_l*).
    pub ratio: f64,
}

/// The model of other weights.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FrontPoint {
    /// λ of the first component that takes part; that of the second is 1 minus it.
    pub share: f64,
    /// R of both.
    pub slacks: [f64; 2],
    /// Ratios of both.
    pub ratios: [f64; 2],
    /// The dual function: a lower bound on min_w ½‖w‖² + C Σ λ_l ratio_l, up to the gap.
    pub dual: f64,
}

impl CombinedLossesOptions {
    /// Checks every value against its range, and returns the components with their names.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<Vec<(String, LossSpec)>, Error> {
        check_c(self.c)?;
        check_count("points", self.points, 2, MOST_POINTS)?;
        let settings = TrainingSettings {
            method: "combo".to_owned(),
            components: self.components.clone(),
            slacks: "separate".to_owned(),
            c: self.c,
            gap: self.gap,
            ..TrainingSettings::default()
        };
        match settings.parse()?.learner.loss() {
            Some(LossSpec::Combo(combo)) => Ok(combo.components.clone()),
            _ => Err(Error::config("components", "these are no components of a combination")),
        }
    }
}

/// Returns the combination with the least largest regret, and the front of two components.
///
/// Cost: about 200 passes of all oracles for the result and for each component, and 20 for each point of the front.
///
/// # Errors
/// As [`CombinedLossesOptions::check`]; [`Error::Data`] if a component has no query, if none can be learned, or if the
/// work would take too long; [`Error::Numeric`] if a number leaves its range.
pub fn combined_losses(
    data: Arc<Dataset>,
    options: &CombinedLossesOptions,
) -> Result<CombinedLossesResult, Error> {
    let highest = data.max_grade();
    let prepared = |(name, loss): (String, LossSpec)| {
        loss.check_grades(highest)?;
        Ok((name, loss.up_to(highest).weighted_by(&data).into_owned()))
    };
    let losses = options.check()?.into_iter().map(prepared).collect::<Result<Vec<_>, Error>>()?;
    let n = losses.len();
    let (c, d) = (options.c, data.n_features());
    let components = Components::new(data, losses)?;
    let [long, short] = USUAL_PASSES;
    let passes = long * (n as f64 + 1.0) + if n == 2 { short * options.points as f64 } else { 0.0 };
    let work = passes * components.operations();
    if work > MOST_OPERATIONS {
        return Err(Error::data(format!(
            "the passes would take about {} operations, and {MOST_OPERATIONS:e} is the limit; use fewer queries, fewer \
             components, or losses of few ranks",
            brief(work)
        )));
    }

    let at_zero: Vec<f64> = components.planes(&vec![0.0; d])?.iter().map(|plane| plane.slack).collect();
    let mut models = Vec::with_capacity(n);
    for component in 0..n {
        models.push(components.trained_alone(component, c, ALONE_GAP)?);
    }
    // of_alone[k][l]: R_l of the model of k.
    let mut of_alone: Vec<Vec<f64>> = Vec::with_capacity(n);
    for model in &models {
        of_alone.push(components.planes(model)?.iter().map(|plane| plane.slack).collect());
    }
    let ratio = |component: usize| {
        let alone = of_alone[component][component];
        let range = at_zero[component] - alone;
        (range >= LEAST_SHARE * at_zero[component]).then_some(Ratio { component, alone, range })
    };
    let ratios: Vec<Ratio> = (0..n).filter_map(ratio).collect();
    let Some(first) = ratios.first() else {
        return Err(Error::config(
            "c",
            format!("with C = {c} no component is learned, not even alone; raise C or take other losses"),
        ));
    };

    let mut solver = Solver::new(&components, &ratios, c, options.gap);
    let Solution { w, slacks, objective, dual, shares } =
        solver.solve(Goal::Largest, &models[first.component])?;
    let front = match &ratios[..] {
        [one, other] => front(&mut solver, [*one, *other], options.points, &w)?,
        _ => Vec::new(),
    };
    let combined = |(component, name): (usize, &str)| {
        let own = ratios.iter().position(|ratio| ratio.component == component);
        let part = |place: usize| {
            let (ratio, share) = (ratios[place], shares[place]);
            CombinedPart { share, weight: c * share / ratio.range, ratio: ratio.of(slacks[component]) }
        };
        let of_alone: Vec<f64> = of_alone.iter().map(|slacks| slacks[component]).collect();
        let as_ratios =
            |place: usize| of_alone.iter().map(|&slack| ratios[place].of(slack)).collect::<Vec<f64>>();
        CombinedLoss {
            name: name.to_owned(),
            queries: components.weights()[component],
            at_zero: at_zero[component],
            alone: of_alone[component],
            part: own.map(part),
            slack: slacks[component],
            ratios_of_alone: own.map(as_ratios).unwrap_or_default(),
            of_alone,
        }
    };
    Ok(CombinedLossesResult {
        c,
        components: components.names().enumerate().map(combined).collect(),
        objective,
        dual,
        norm: dot(&w, &w).sqrt(),
        front,
    })
}

/// Returns the models of `points` weights from 0 to 1.
fn front(
    solver: &mut Solver<'_>,
    ratios: [Ratio; 2],
    points: usize,
    start: &[f64],
) -> Result<Vec<FrontPoint>, Error> {
    let mut front = Vec::with_capacity(points);
    let mut w = start.to_vec();
    for point in 0..points {
        let share = point as f64 / (points - 1) as f64;
        let solution = solver.solve(Goal::Weighted(&[share, 1.0 - share]), &w)?;
        let slacks = ratios.map(|ratio| solution.slacks[ratio.component]);
        let ratios = [ratios[0].of(slacks[0]), ratios[1].of(slacks[1])];
        front.push(FrontPoint { share, slacks, ratios, dual: solution.dual });
        w = solution.w;
    }
    Ok(front)
}
