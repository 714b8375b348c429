//! The certificate of one iteration: the lower bound that proves how far w is from the optimum. Must not know
//! oracles.
//!
//! The dual is solved to a tolerance, so the dual variables of an iteration can give a lower bound below an earlier
//! one. The certificate uses those of the best iteration of the round, and names it. At the first iteration of a later
//! round w is not Σ α δψ, and the certificate says so.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::{LedgerPlane, Trainer};
use crate::util::error::Error;
use crate::util::sorting;

/// The order of the planes of a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum LedgerOrder {
    /// Dual variable.
    #[default]
    Dual,
    /// Iteration whose oracle found the plane.
    FoundAt,
    /// Δ.
    Loss,
    /// The ξ that the plane requires.
    Demand,
}

/// A request for a page of planes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LedgerPage {
    /// Order of the rows. Equal rows keep the order of the iterations that found them, then of the data.
    pub order: LedgerOrder,
    /// Whether the greatest row comes first.
    pub descending: bool,
    /// First row. If it lies behind the last row, the last page is returned.
    pub offset: usize,
    /// Number of rows, at least one.
    pub count: usize,
}

/// The lower bound of one iteration with its parts, and a page of its planes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Certificate {
    /// The iteration.
    pub iteration: usize,
    /// Number of realignments before this iteration.
    pub round: usize,
    /// Whether a later round begins here. w is then the best w of the round before, not the minimiser.
    pub restarted: bool,
    /// `‖w‖`.
    pub norm: f64,
    /// `‖w − Σ α δψ‖`. If w is the minimiser, this is 0 up to the tolerance of the QP: half its square is at most the
    /// gap of the working set when the QP was solved.
    pub residual: f64,
    /// Fraction of the way from the best previous w to the minimiser; 1 is the minimiser. It has no meaning where a
    /// round begins.
    pub step_fraction: f64,
    /// `½‖w‖²`.
    pub length_cost: f64,
    /// `U Σ H`: the cost of the slack at w.
    pub slack_cost: f64,
    /// `½‖w‖² + U Σ H`: the primal objective.
    pub primal: f64,
    /// `Σ α Δ` of the dual variables of iteration `proved_at`.
    pub gain: f64,
    /// `½‖Σ α δψ‖²` of the same dual variables.
    pub pull: f64,
    /// `Σ α Δ − ½‖Σ α δψ‖²`: the lower bound. It is the highest dual objective of the round so far, and equals the
    /// report's up to rounding.
    pub dual: f64,
    /// The iteration whose dual variables prove the lower bound. It can be earlier than `iteration`: the QP is solved
    /// to a tolerance, so later dual variables can give a lower value.
    pub proved_at: usize,
    /// Dual objective of the iteration's own dual variables, which are in `rows`.
    pub own_dual: f64,
    /// U = C/m.
    pub bound: f64,
    /// The greatest `Σ α` of a slack: at most U, up to rounding.
    pub fullest: f64,
    /// Planes in the working set.
    pub planes: usize,
    /// Planes with α above 0: the support vectors.
    pub support: usize,
    /// Bytes of the ledger.
    pub bytes: usize,
    /// Rank of the first row among all planes, from 0.
    pub offset: usize,
    /// The requested planes.
    pub rows: Vec<LedgerRow>,
}

/// A plane of the working set at one iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LedgerRow {
    /// Its slack. Slack and `found_at` identify the plane.
    pub slack: usize,
    /// Iteration whose oracle found the plane.
    pub found_at: usize,
    /// Index of its query; `None` for a plane that sums all queries.
    pub query: Option<usize>,
    /// Id of its query in the file; `None` for a plane that sums all queries.
    pub id: Option<String>,
    /// Δ.
    pub loss: f64,
    /// α.
    pub dual: f64,
    /// α / U.
    pub share: f64,
    /// `Δ − ⟨w, δψ⟩`: the ξ that the plane requires. A negative value requires nothing.
    pub demand: f64,
    /// ξ of its slack minus `demand`: 0 for a plane that constrains w.
    pub room: f64,
}

impl Trainer {
    /// Returns the lower bound of an iteration with its proof, and a page of its planes. Cost: O(d × planes).
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, or a run without a ledger.
    pub fn certificate(&self, iteration: usize, page: LedgerPage) -> Result<Certificate, Error> {
        let iterate = self.iteration(iteration)?;
        let ledger = self.written_ledger()?;
        let planes = ledger.planes(iteration, iterate.round, &iterate.w);
        let point = ledger.dual_point(iteration, iterate.round, iterate.w.len());
        let proved_at = self.proved_at(iteration)?;
        let proof = match proved_at == iteration {
            true => point.clone(),
            false => ledger.dual_point(proved_at, iterate.round, iterate.w.len()),
        };
        let (bound, norm) = (self.bound(), norm(&iterate.w));
        let length_cost = 0.5 * norm * norm;
        let slacks = Slacks::of(&planes);
        let count = page.count.max(1);
        let last = planes.len().saturating_sub(1);
        let offset = page.offset.min(last - last % count);
        let order = sorted(&planes, page);
        let rows = order.into_iter().skip(offset).take(count).map(|plane| {
            let query = self.query_of(plane.slack);
            LedgerRow {
                slack: plane.slack,
                found_at: plane.found_at,
                query,
                id: query.map(|query| self.query_id(query)),
                loss: plane.loss,
                dual: plane.dual,
                share: plane.dual / bound,
                demand: plane.demand(),
                room: slacks.allowed(plane.slack) - plane.demand(),
            }
        });
        Ok(Certificate {
            iteration,
            round: iterate.round,
            restarted: self.restarts(iteration)?,
            step_fraction: iterate.step_fraction,
            norm,
            residual: distance(&iterate.w, &point.w),
            length_cost,
            slack_cost: iterate.primal - length_cost,
            primal: iterate.primal,
            gain: proof.gain,
            pull: proof.pull(),
            dual: proof.objective(),
            proved_at,
            own_dual: point.objective(),
            bound,
            fullest: slacks.fullest(),
            planes: planes.len(),
            support: planes.iter().filter(|plane| plane.dual > 0.0).count(),
            bytes: ledger.bytes(),
            offset,
            rows: rows.collect(),
        })
    }

    /// Returns the iteration with the highest dual objective of its round up to `iteration`; the latest of equal
    /// ones. Earlier rounds are excluded, because their dual variables bound the problem with another reference.
    fn proved_at(&self, iteration: usize) -> Result<usize, Error> {
        let iterate = self.iteration(iteration)?;
        let history = self.history();
        let first = history.partition_point(|before| before.round < iterate.round);
        let best = (first..=iteration).max_by(|&a, &b| history[a].dual.total_cmp(&history[b].dual));
        Ok(best.unwrap_or(iteration))
    }
}

/// ξ and the sum of the dual variables, by slack.
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

    /// Returns the smallest ξ of a slack that its planes allow; 0 without planes.
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
        LedgerOrder::FoundAt => a.found_at.cmp(&b.found_at),
        LedgerOrder::Loss => a.loss.total_cmp(&b.loss),
        LedgerOrder::Demand => a.demand().total_cmp(&b.demand()),
    };
    let turned = |order: Ordering| if page.descending { order.reverse() } else { order };
    sorting::sorted(planes.iter().collect(), &|a, b| turned(by(a, b)))
}

/// Returns `‖a − b‖`.
pub(super) fn distance(a: &[f64], b: &[f64]) -> f64 {
    norm(&a.iter().zip(b).map(|(a, b)| a - b).collect::<Vec<_>>())
}

pub(super) fn norm(w: &[f64]) -> f64 {
    crate::linalg::dot::dot(w, w).sqrt()
}
