//! The certificate of one iteration: what proves how far its w is from the best, plane by plane. Knows no oracle.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::TrainingRun;
use crate::error::Error;
use crate::svm::LedgerPlane;

/// By what the planes of a ledger are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LedgerOrder {
    /// Dual variable.
    #[default]
    Dual,
    /// Iteration whose oracle found the plane.
    Born,
    /// Δ.
    Loss,
    /// The ξ that the plane asks for.
    Demand,
}

/// Which rows of a ledger are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LedgerPage {
    /// What the rows are sorted by. Equal ones keep the order of birth and data.
    pub order: LedgerOrder,
    /// The greatest first.
    pub descending: bool,
    /// The first row wanted; a page that would begin behind the last row is the last page.
    pub offset: usize,
    /// Rows wanted, at least one.
    pub count: usize,
}

/// The lower bound of one iteration with what it is made of, and a page of its planes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Certificate {
    /// The iteration.
    pub iteration: usize,
    /// How often the reference had been re-aligned.
    pub round: usize,
    /// Whether the round begins here: w is then the best w of the round before, not the one that the planes make.
    pub restarted: bool,
    /// `‖w‖`.
    pub norm: f64,
    /// `‖w − Σ α δψ‖`. Where w is the minimizer, it is 0 but for the tolerance of the QP: half its square is at most what
    /// the gap of the working set was when it counted as solved.
    pub apart: f64,
    /// How far w lies on the way from the best w before it to the minimizer over the planes; 1 is the minimizer. Of no
    /// meaning where a round begins.
    pub outward: f64,
    /// `½‖w‖²`.
    pub length_cost: f64,
    /// `U Σ H`: what the slack costs at w.
    pub slack_cost: f64,
    /// `½‖w‖² + U Σ H`: the primal objective.
    pub primal: f64,
    /// `Σ α Δ`.
    pub gain: f64,
    /// `½‖Σ α δψ‖²`.
    pub pull: f64,
    /// `Σ α Δ − ½‖Σ α δψ‖²`: the dual objective.
    pub dual: f64,
    /// U = C/m.
    pub bound: f64,
    /// The greatest `Σ α` of a slack: at most U, but for rounding.
    pub fullest: f64,
    /// Planes in the working set.
    pub planes: usize,
    /// Planes with α above 0: the support vectors.
    pub support: usize,
    /// Bytes that the history of planes and dual variables takes.
    pub bytes: usize,
    /// Rank of the first row among all planes, from 0.
    pub offset: usize,
    /// The planes asked for.
    pub rows: Vec<LedgerRow>,
}

/// A plane of the working set at one iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LedgerRow {
    /// Its slack; with the iteration of birth it names the plane.
    pub slack: usize,
    /// Iteration whose oracle found it.
    pub born: usize,
    /// Index of its query; none for a plane that sums all queries.
    pub query: Option<usize>,
    /// The query's name in the file; none for a plane that sums all queries.
    pub id: Option<String>,
    /// Δ.
    pub loss: f64,
    /// α.
    pub dual: f64,
    /// α / U.
    pub share: f64,
    /// `Δ − ⟨w, δψ⟩`: the ξ that the plane asks for; nothing if negative.
    pub demand: f64,
    /// How far ξ of its slack is above that: 0 for the planes that hold w back.
    pub room: f64,
}

impl TrainingRun {
    /// What proves how good the w of an iteration is, with a page of its planes. Cost: O(d × planes).
    ///
    /// # Errors
    /// [`Error::Config`] for an iteration that has not been reached, or a run without a ledger.
    pub fn certificate(&self, iteration: usize, page: LedgerPage) -> Result<Certificate, Error> {
        let kept = self.kept(iteration)?;
        let trainer = self.trainer();
        let ledger = self.ledger()?;
        let planes = ledger.planes(iteration, kept.round, &kept.w);
        let point = ledger.dual_point(iteration, kept.round, kept.w.len());
        let (bound, norm) = (trainer.bound(), norm(&kept.w));
        let length_cost = 0.5 * norm * norm;
        let slacks = Slacks::of(&planes);
        let count = page.count.max(1);
        let last = planes.len().saturating_sub(1);
        let offset = page.offset.min(last - last % count);
        let order = sorted(&planes, page);
        let rows = order.into_iter().skip(offset).take(count).map(|plane| {
            let query = trainer.query_of(plane.slack);
            Ok(LedgerRow {
                slack: plane.slack,
                born: plane.born,
                query,
                id: query.map(|query| self.query_id(query)).transpose()?,
                loss: plane.loss,
                dual: plane.dual,
                share: plane.dual / bound,
                demand: plane.demand(),
                room: slacks.allowed(plane.slack) - plane.demand(),
            })
        });
        Ok(Certificate {
            iteration,
            round: kept.round,
            restarted: self.restarts(iteration)?,
            outward: kept.outward,
            norm,
            apart: distance(&kept.w, &point.w),
            length_cost,
            slack_cost: kept.primal - length_cost,
            primal: kept.primal,
            gain: point.gain,
            pull: point.pull(),
            dual: point.objective(),
            bound,
            fullest: slacks.fullest(),
            planes: planes.len(),
            support: planes.iter().filter(|plane| plane.dual > 0.0).count(),
            bytes: ledger.bytes(),
            offset,
            rows: rows.collect::<Result<_, Error>>()?,
        })
    }
}

/// The ξ that the planes of every slack allow, and what their dual variables add up to.
pub(super) struct Slacks(Vec<(f64, f64)>);

impl Slacks {
    pub(super) fn of(planes: &[LedgerPlane]) -> Self {
        let n_slacks = planes.iter().map(|plane| plane.slack + 1).max().unwrap_or(0);
        let mut slacks = vec![(0.0_f64, 0.0); n_slacks];
        for plane in planes {
            let (allowed, used) = &mut slacks[plane.slack];
            *allowed = allowed.max(plane.demand());
            *used += plane.dual;
        }
        Self(slacks)
    }

    /// The smallest ξ of a slack that its planes allow; 0 without planes.
    pub(super) fn allowed(&self, slack: usize) -> f64 {
        self.0.get(slack).map_or(0.0, |(allowed, _)| *allowed)
    }

    fn fullest(&self) -> f64 {
        self.0.iter().map(|(_, used)| *used).fold(0.0, f64::max)
    }
}

fn sorted(planes: &[LedgerPlane], page: LedgerPage) -> Vec<&LedgerPlane> {
    let by = |a: &LedgerPlane, b: &LedgerPlane| match page.order {
        LedgerOrder::Dual => a.dual.total_cmp(&b.dual),
        LedgerOrder::Born => a.born.cmp(&b.born),
        LedgerOrder::Loss => a.loss.total_cmp(&b.loss),
        LedgerOrder::Demand => a.demand().total_cmp(&b.demand()),
    };
    let turned = |order: Ordering| if page.descending { order.reverse() } else { order };
    let mut sorted: Vec<&LedgerPlane> = planes.iter().collect();
    sorted.sort_by(|a, b| turned(by(a, b)));
    sorted
}

/// `‖a − b‖`.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    norm(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

pub(super) fn norm(w: &[f64]) -> f64 {
    crate::kernel::dot(w, w).sqrt()
}
