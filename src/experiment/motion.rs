//! One iteration in slow motion: oracle, cut, QP and update, each with its figures. Trains nothing.

use serde::Serialize;

use super::TrainingRun;
use super::certificate::{Slacks, distance, norm};
use crate::error::Error;
use crate::inspection::Inspection;
use crate::svm::LedgerPlane;

/// How many of the largest changes are told.
const LARGEST: usize = 5;

/// What an iteration does, from the w it starts with to the w it ends with.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Motion {
    /// The iteration.
    pub iteration: usize,
    /// Index of the query that the oracle and the cut are told of.
    pub query: usize,
    /// What the oracle found.
    pub oracle: OracleStep,
    /// What was added to the working set.
    pub cut: CutStep,
    /// The rest; none while the next iteration has not been reached.
    pub next: Option<NextStep>,
}

/// The oracle's answer for the query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OracleStep {
    /// The query's name in the file.
    pub id: String,
    /// Its documents.
    pub documents: usize,
    /// Documents that the violator puts at another rank than the model.
    pub moved: usize,
    /// Δ of the violator.
    pub loss: f64,
    /// `⟨w, δψ⟩` of the violator.
    pub margin: f64,
    /// H: their difference.
    pub hinge: f64,
    /// How the violator was found, in words.
    pub oracle: String,
    /// Queries whose oracle was asked.
    pub queries: usize,
}

/// The plane that was added.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CutStep {
    /// The plane of the query, or of all queries together; none if its violation was too small to matter.
    pub plane: Option<CutPlane>,
    /// Whether a plane sums the violators of all queries.
    pub shared: bool,
    /// Planes added by this iteration.
    pub added: usize,
    /// Queries with a plane among them.
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
    /// The ξ that the planes before allowed.
    pub allowed: f64,
    /// By how much it is violated: `Δ − ⟨w, δψ⟩` less that ξ.
    pub violation: f64,
}

/// The QP and the update of w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NextStep {
    /// Whether a round ended here: the reference was re-aligned instead of a QP solved.
    pub realigned: bool,
    /// How the dual variables moved.
    pub qp: QpStep,
    /// How w moved.
    pub update: UpdateStep,
}

/// How the dual variables moved.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QpStep {
    /// Planes with α above 0 before.
    pub support_before: usize,
    /// And after.
    pub support_after: usize,
    /// Planes whose α changed.
    pub changed: usize,
    /// Planes that were dropped because they had long been idle.
    pub dropped: usize,
    /// U: the most that the α of one slack add up to.
    pub bound: f64,
    /// Dual objective before.
    pub dual_before: f64,
    /// And after.
    pub dual_after: f64,
    /// The largest changes of α, the largest first.
    pub largest: Vec<DualChange>,
}

/// A dual variable that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DualChange {
    /// Name of the query; none for a plane that sums all queries.
    pub id: Option<String>,
    /// Iteration whose oracle found the plane.
    pub born: usize,
    /// α before.
    pub before: f64,
    /// α after.
    pub after: f64,
}

/// How w moved.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UpdateStep {
    /// `‖w‖` before.
    pub norm_before: f64,
    /// And after.
    pub norm_after: f64,
    /// How far w moved: the norm of the difference.
    pub distance: f64,
    /// How far it lies on the way from the best w so far to the minimizer over the planes; 1 is the minimizer.
    pub outward: f64,
    /// Primal objective before.
    pub primal_before: f64,
    /// And after.
    pub primal_after: f64,
    /// The weights that changed most, the most first.
    pub largest: Vec<WeightChange>,
}

/// A weight that changed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeightChange {
    /// The feature, from 0.
    pub feature: usize,
    /// Its weight before.
    pub before: f64,
    /// And after.
    pub after: f64,
}

impl TrainingRun {
    /// An iteration in slow motion, its oracle and cut told of one query. Cost: one call of the oracle, and
    /// O(d × planes).
    ///
    /// # Errors
    /// [`Error::Config`] for an iteration that has not been reached, a query that is not used, or a run without a
    /// ledger.
    pub fn motion(&self, iteration: usize, query: usize) -> Result<Motion, Error> {
        let inspection = self.inspect(iteration, query)?;
        let kept = self.kept(iteration)?;
        let planes = self.ledger()?.planes(iteration, kept.round, &kept.w);
        Ok(Motion {
            iteration,
            query,
            cut: self.cut(iteration, query, &Slacks::of(&planes))?,
            next: self.next_step(iteration, &planes)?,
            oracle: OracleStep::of(inspection, self.trainer().used_queries().len()),
        })
    }

    fn cut(&self, iteration: usize, query: usize, slacks: &Slacks) -> Result<CutStep, Error> {
        let trainer = self.trainer();
        let cuts = self.ledger()?.cuts(iteration, &self.kept(iteration)?.w);
        let mut queries: Vec<usize> = cuts.iter().filter_map(|cut| trainer.query_of(cut.slack)).collect();
        queries.dedup();
        let shared = self.shares_one_slack();
        let about = cuts.iter().filter(|cut| shared || trainer.query_of(cut.slack) == Some(query));
        let plane = about
            .map(|cut| {
                let allowed = slacks.allowed(cut.slack);
                let violation = cut.loss - cut.margin - allowed;
                CutPlane { loss: cut.loss, norm: cut.norm, margin: cut.margin, allowed, violation }
            })
            .reduce(|most, next| if next.violation > most.violation { next } else { most });
        let queries = if shared && !cuts.is_empty() { trainer.used_queries().len() } else { queries.len() };
        Ok(CutStep { plane, shared, added: cuts.len(), queries })
    }

    fn next_step(&self, iteration: usize, before: &[LedgerPlane]) -> Result<Option<NextStep>, Error> {
        let trainer = self.trainer();
        let (Ok(old), Ok(new)) = (self.kept(iteration), self.kept(iteration + 1)) else { return Ok(None) };
        let ledger = self.ledger()?;
        let after = ledger.planes(iteration + 1, new.round, &new.w);
        let support = |planes: &[LedgerPlane]| planes.iter().filter(|plane| plane.dual > 0.0).count();
        let dual = |iteration, round| ledger.dual_point(iteration, round, old.w.len()).objective();
        let changes = dual_changes(before, &after);
        let named = |(plane, before, after): &(LedgerPlane, f64, f64)| {
            let id = trainer.query_of(plane.slack).map(|query| self.query_id(query)).transpose()?;
            Ok(DualChange { id, born: plane.born, before: *before, after: *after })
        };
        let update = UpdateStep {
            norm_before: norm(&old.w),
            norm_after: norm(&new.w),
            distance: distance(&old.w, &new.w),
            outward: new.outward,
            primal_before: old.primal,
            primal_after: new.primal,
            largest: weight_changes(&old.w, &new.w),
        };
        let kept_planes = after.iter().filter(|plane| plane.born < iteration).count();
        Ok(Some(NextStep {
            realigned: new.round != old.round,
            qp: QpStep {
                support_before: support(before),
                support_after: support(&after),
                changed: changes.len(),
                dropped: before.len() - kept_planes,
                bound: trainer.bound(),
                dual_before: dual(iteration, old.round),
                dual_after: dual(iteration + 1, new.round),
                largest: changes.iter().take(LARGEST).map(named).collect::<Result<_, Error>>()?,
            },
            update,
        }))
    }
}

impl OracleStep {
    fn of(inspection: Inspection, queries: usize) -> Self {
        let ranks = inspection.predicted.iter().zip(&inspection.violator);
        Self {
            documents: inspection.documents.len(),
            moved: ranks.filter(|(model, violator)| model != violator).count(),
            id: inspection.id,
            loss: inspection.loss,
            margin: inspection.margin,
            hinge: inspection.hinge,
            oracle: inspection.oracle,
            queries,
        }
    }
}

/// The planes whose α changed, with α before and after, the largest change first.
fn dual_changes(before: &[LedgerPlane], after: &[LedgerPlane]) -> Vec<(LedgerPlane, f64, f64)> {
    // Both lists go by birth, and within an iteration by slack, so that one pass over them joins them.
    let key = |plane: &LedgerPlane| (plane.born, plane.slack);
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
    changes.sort_by(|(_, a, b), (_, c, d)| (d - c).abs().total_cmp(&(b - a).abs()));
    changes
}

fn weight_changes(before: &[f64], after: &[f64]) -> Vec<WeightChange> {
    let pairs = before.iter().zip(after).enumerate();
    let changed = pairs.filter(|(_, (before, after))| before != after);
    let mut changes: Vec<WeightChange> =
        changed.map(|(feature, (&before, &after))| WeightChange { feature, before, after }).collect();
    changes.sort_by(|a, b| (b.after - b.before).abs().total_cmp(&(a.after - a.before).abs()));
    changes.truncate(LARGEST);
    changes
}
