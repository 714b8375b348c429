//! One iteration in slow motion: oracle, plane, QP and update, with the figures of each. It trains nothing.

use serde::Serialize;

use super::certificate::{Slacks, distance, norm};
use super::{LedgerPlane, Trainer};
use crate::inspect::Inspection;
use crate::util::error::Error;
use crate::util::sorting::sorted;

/// How many of the largest changes are listed.
const LARGEST: usize = 5;

/// The four phases of one iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Motion {
    /// The iteration.
    pub iteration: usize,
    /// Index of the query whose oracle and cut are shown.
    pub query: usize,
    /// Result of the oracle.
    pub oracle: OracleStep,
    /// Planes that were added to the working set.
    pub cut: CutStep,
    /// QP and update; `None` until the next iteration has been reached.
    pub next: Option<NextStep>,
}

/// Result of the oracle for the query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OracleStep {
    /// Id of the query in the file.
    pub id: String,
    /// Number of documents.
    pub documents: usize,
    /// Number of documents at different ranks in the violator and in the model's ranking.
    pub moved: usize,
    /// Δ of the violator.
    pub loss: f64,
    /// `⟨w, δψ⟩` of the violator.
    pub margin: f64,
    /// H: Δ minus margin.
    pub hinge: f64,
    /// Name of the search that found the violator.
    pub oracle: String,
    /// Number of queries whose oracle was called.
    pub queries: usize,
}

/// The planes that were added.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CutStep {
    /// The plane of the query, or of all queries together; `None` if its violation was below the tolerance.
    pub plane: Option<CutPlane>,
    /// Whether a plane sums the violators of all queries.
    pub shared: bool,
    /// Number of planes that this iteration added.
    pub added: usize,
    /// Number of queries with a plane among them.
    pub queries: usize,
}

/// The figures of a plane when it is added.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CutPlane {
    /// Δ.
    pub loss: f64,
    /// `‖δψ‖`.
    pub norm: f64,
    /// `⟨w, δψ⟩`.
    pub margin: f64,
    /// The ξ that the earlier planes allowed.
    pub allowed: f64,
    /// Its violation: `Δ − ⟨w, δψ⟩` minus that ξ.
    pub violation: f64,
}

/// The QP and the update of w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NextStep {
    /// Whether a round ended here. The reference was then realigned, and no QP was solved.
    pub realigned: bool,
    /// Change of the dual variables.
    pub qp: QpStep,
    /// Change of w.
    pub update: UpdateStep,
}

/// Change of the dual variables.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QpStep {
    /// Planes with positive α before.
    pub support_before: usize,
    /// Planes with positive α after.
    pub support_after: usize,
    /// Planes whose α changed.
    pub changed: usize,
    /// Planes that were dropped because they reached the idle limit.
    pub dropped: usize,
    /// U: the largest sum of the α of one slack.
    pub bound: f64,
    /// Dual objective before.
    pub dual_before: f64,
    /// Dual objective after.
    pub dual_after: f64,
    /// The largest changes of α, the largest first.
    pub largest: Vec<DualChange>,
}

/// A dual variable that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DualChange {
    /// Id of the query; `None` for a plane that sums all queries.
    pub id: Option<String>,
    /// Iteration whose oracle found the plane.
    pub found_at: usize,
    /// α before.
    pub before: f64,
    /// α after.
    pub after: f64,
}

/// Change of w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UpdateStep {
    /// `‖w‖` before.
    pub norm_before: f64,
    /// `‖w‖` after.
    pub norm_after: f64,
    /// Norm of the change of w.
    pub distance: f64,
    /// Fraction of the way from the best w so far to the minimiser; 1 is the minimiser.
    pub step_fraction: f64,
    /// Primal objective before.
    pub primal_before: f64,
    /// Primal objective after.
    pub primal_after: f64,
    /// The weights with the largest changes, the largest first.
    pub largest: Vec<WeightChange>,
}

/// A weight that changed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeightChange {
    /// The feature, from 0.
    pub feature: usize,
    /// Weight before.
    pub before: f64,
    /// Weight after.
    pub after: f64,
}

impl Trainer {
    /// Returns the phases of an iteration, with oracle and plane of the inspected query. Cost: O(d × planes).
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, or a run without a ledger.
    pub fn motion(&self, inspection: &Inspection) -> Result<Motion, Error> {
        let (iteration, query) = (inspection.iteration, inspection.query);
        let iterate = self.iteration(iteration)?;
        let planes = self.written_ledger()?.planes(iteration, iterate.round, &iterate.w);
        Ok(Motion {
            iteration,
            query,
            cut: self.cut(iteration, query, &Slacks::of(&planes))?,
            next: self.next_step(iteration, &planes)?,
            oracle: OracleStep::of(inspection, self.used_queries().len()),
        })
    }

    fn cut(&self, iteration: usize, query: usize, slacks: &Slacks) -> Result<CutStep, Error> {
        let cuts = self.written_ledger()?.cuts(iteration, &self.iteration(iteration)?.w);
        let mut queries: Vec<usize> = cuts.iter().filter_map(|cut| self.query_of(cut.slack)).collect();
        queries.dedup();
        let shared = self.shares_one_slack();
        let about = cuts.iter().filter(|cut| shared || self.query_of(cut.slack) == Some(query));
        let plane = about
            .map(|cut| {
                let allowed = slacks.allowed(cut.slack);
                let violation = cut.loss - cut.margin - allowed;
                CutPlane { loss: cut.loss, norm: cut.norm, margin: cut.margin, allowed, violation }
            })
            .reduce(|most, next| if next.violation > most.violation { next } else { most });
        let queries = if shared && !cuts.is_empty() { self.used_queries().len() } else { queries.len() };
        Ok(CutStep { plane, shared, added: cuts.len(), queries })
    }

    fn next_step(&self, iteration: usize, before: &[LedgerPlane]) -> Result<Option<NextStep>, Error> {
        let (Ok(old), Ok(new)) = (self.iteration(iteration), self.iteration(iteration + 1)) else {
            return Ok(None);
        };
        let ledger = self.written_ledger()?;
        let after = ledger.planes(iteration + 1, new.round, &new.w);
        let support = |planes: &[LedgerPlane]| planes.iter().filter(|plane| plane.dual > 0.0).count();
        let dual = |iteration, round| ledger.dual_point(iteration, round, old.w.len()).objective();
        let changes = dual_changes(before, &after);
        let named = |(plane, before, after): &(LedgerPlane, f64, f64)| {
            let id = self.query_of(plane.slack).map(|query| self.query_id(query));
            DualChange { id, found_at: plane.found_at, before: *before, after: *after }
        };
        let update = UpdateStep {
            norm_before: norm(&old.w),
            norm_after: norm(&new.w),
            distance: distance(&old.w, &new.w),
            step_fraction: new.step_fraction,
            primal_before: old.primal,
            primal_after: new.primal,
            largest: weight_changes(&old.w, &new.w),
        };
        let kept_planes = after.iter().filter(|plane| plane.found_at < iteration).count();
        Ok(Some(NextStep {
            realigned: new.round != old.round,
            qp: QpStep {
                support_before: support(before),
                support_after: support(&after),
                changed: changes.len(),
                dropped: before.len() - kept_planes,
                bound: self.bound(),
                dual_before: dual(iteration, old.round),
                dual_after: dual(iteration + 1, new.round),
                largest: changes.iter().take(LARGEST).map(named).collect(),
            },
            update,
        }))
    }
}

impl OracleStep {
    fn of(inspection: &Inspection, queries: usize) -> Self {
        let ranks = inspection.predicted.iter().zip(&inspection.violator);
        Self {
            documents: inspection.documents.len(),
            moved: ranks.filter(|(model, violator)| model != violator).count(),
            id: inspection.id.clone(),
            loss: inspection.loss,
            margin: inspection.margin,
            hinge: inspection.hinge,
            oracle: inspection.oracle.clone(),
            queries,
        }
    }
}

/// Returns the planes whose α changed, with α before and after, the largest change first.
fn dual_changes(before: &[LedgerPlane], after: &[LedgerPlane]) -> Vec<(LedgerPlane, f64, f64)> {
    // Both lists are ordered by the iteration that found a plane, then by slack. One pass therefore joins them.
    let key = |plane: &LedgerPlane| (plane.found_at, plane.slack);
    let (mut before, mut after) = (before.iter().peekable(), after.iter().peekable());
    let mut changes = Vec::new();
    loop {
        let (plane, old, new) = match (before.peek(), after.peek()) {
            (Some(old), Some(new)) if key(old) == key(new) => {
                let joined = (**new, old.dual, new.dual);
                before.next();
                after.next();
                joined
            }
            (Some(old), Some(new)) if key(old) > key(new) => {
                let joined = (**new, 0.0, new.dual);
                after.next();
                joined
            }
            (Some(old), _) => {
                let joined = (**old, old.dual, 0.0);
                before.next();
                joined
            }
            (None, Some(new)) => {
                let joined = (**new, 0.0, new.dual);
                after.next();
                joined
            }
            (None, None) => break,
        };
        if old != new {
            changes.push((plane, old, new));
        }
    }
    sorted(changes, &|(_, a, b), (_, c, d)| (d - c).abs().total_cmp(&(b - a).abs()))
}

fn weight_changes(before: &[f64], after: &[f64]) -> Vec<WeightChange> {
    let pairs = before.iter().zip(after).enumerate();
    let changed = pairs.filter(|(_, (before, after))| before != after);
    let changes: Vec<WeightChange> =
        changed.map(|(feature, (&before, &after))| WeightChange { feature, before, after }).collect();
    let mut changes =
        sorted(changes, &|a, b| (b.after - b.before).abs().total_cmp(&(a.after - a.before).abs()));
    changes.truncate(LARGEST);
    changes
}
