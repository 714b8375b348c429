//! The ledger: every plane that was ever in the working set, and the dual variables of every iteration.
//!
//! It lets the certificate recompute the dual of any iteration. It must not know queries or losses.
//!
//! A plane is identified by its slack and the iteration whose oracle found it, because a slack gets at most one plane
//! per iteration. Its place in the working set can change, because the working set drops and reorders planes.
//!
//! Cost: 12 bytes for every positive dual variable of every iteration, at most `8 d` and about 80 bytes for every
//! plane, and at most `8 d` bytes for every slack that a realignment shifted. A δψ of mostly zeros takes 12 bytes per
//! value.

use crate::linalg::dot::dot;
use crate::linalg::row::OwnedRow;
use crate::util::sorting::sorted;

use super::qp::WorkingSet;

/// A plane at one iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LedgerPlane {
    /// Its slack.
    pub slack: usize,
    /// Iteration whose oracle found the plane.
    pub found_at: usize,
    /// Δ.
    pub loss: f64,
    /// α.
    pub dual: f64,
    /// `⟨w, δψ⟩` at the iteration's w, under its reference rankings.
    pub margin: f64,
}

impl LedgerPlane {
    /// Returns the ξ that the plane requires: `Δ − ⟨w, δψ⟩`. A negative value requires nothing.
    pub fn demand(&self) -> f64 {
        self.loss - self.margin
    }
}

/// A plane that a pass found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewCut {
    /// Its slack.
    pub slack: usize,
    /// Δ.
    pub loss: f64,
    /// `‖δψ‖`.
    pub norm: f64,
    /// `⟨w, δψ⟩` at the w of the pass.
    pub margin: f64,
}

/// The two parts of the dual objective of one iteration, and the w of its dual variables. The iteration's own w
/// equals this w only to the tolerance of the QP.
#[derive(Debug, Clone, PartialEq)]
pub struct DualPoint {
    /// `Σ α Δ`.
    pub gain: f64,
    /// `Σ α δψ`.
    pub w: Vec<f64>,
}

impl DualPoint {
    /// Returns `½‖Σ α δψ‖²`.
    pub fn pull(&self) -> f64 {
        0.5 * dot(&self.w, &self.w)
    }

    /// Returns the dual objective `Σ α Δ − ½‖Σ α δψ‖²`.
    pub fn objective(&self) -> f64 {
        self.gain - self.pull()
    }
}

/// The planes and dual variables of all iterations.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// The oldest first. An index in this list is the number of the plane.
    planes: Vec<Entry>,
    slacks: Vec<SlackEntries>,
    iterations: Vec<Duals>,
    round: usize,
    left_out: bool,
}

#[derive(Debug, Clone)]
struct Entry {
    slack: usize,
    found_at: usize,
    /// Round whose reference `delta_psi` belongs to.
    round: usize,
    /// First iteration whose working set no longer held the plane; `usize::MAX` while it is held.
    gone: usize,
    loss: f64,
    delta_psi: OwnedRow,
}

impl Entry {
    fn is_held(&self, iteration: usize) -> bool {
        self.found_at < iteration && iteration < self.gone
    }
}

#[derive(Debug, Clone, Default)]
struct SlackEntries {
    /// Numbers of the planes that are still held, the oldest first.
    held: Vec<u32>,
    /// Shift of δψ of every plane by each realignment, with the round that began then; the oldest first.
    shifts: Vec<(usize, OwnedRow)>,
}

/// The positive dual variables, by ascending number of their plane.
#[derive(Debug, Clone, Default)]
struct Duals {
    planes: Vec<u32>,
    values: Vec<f64>,
}

impl Ledger {
    /// Returns a ledger without planes.
    pub fn new(n_slacks: usize) -> Self {
        Self { slacks: vec![SlackEntries::default(); n_slacks], ..Self::default() }
    }

    /// Returns a ledger that records nothing, for a run without inspection.
    pub fn left_out() -> Self {
        Self { left_out: true, ..Self::default() }
    }

    /// Returns whether the ledger records nothing.
    pub fn is_left_out(&self) -> bool {
        self.left_out
    }

    /// Records the working set that gave the w of the next iteration. Cost: O(planes log planes).
    pub(super) fn record(&mut self, working_set: &WorkingSet) {
        if self.left_out {
            return;
        }
        let now = self.iterations.len();
        let mut above_zero: Vec<(u32, f64)> = Vec::new();
        for (slack, entries) in self.slacks.iter_mut().enumerate() {
            if entries.held.is_empty() {
                continue;
            }
            let seen: Vec<(usize, f64)> =
                working_set.planes(slack).iter().map(|plane| (plane.found_at, plane.dual)).collect();
            let seen = sorted(seen, &|one, other| one.0.cmp(&other.0));
            let planes = &mut self.planes;
            entries.held.retain(|&number| {
                let entry = &mut planes[number as usize];
                match seen.binary_search_by_key(&entry.found_at, |&(found_at, _)| found_at) {
                    Ok(at) => {
                        if seen[at].1 != 0.0 {
                            above_zero.push((number, seen[at].1));
                        }
                        true
                    }
                    Err(_) => {
                        entry.gone = now;
                        false
                    }
                }
            });
        }
        let above_zero = sorted(above_zero, &|one, other| one.0.cmp(&other.0));
        let (planes, values) = above_zero.into_iter().unzip();
        self.iterations.push(Duals { planes, values });
    }

    /// Records a plane that the oracle found at the latest recorded iteration.
    pub(super) fn add(&mut self, slack: usize, loss: f64, delta_psi: &[f64]) {
        if self.left_out {
            return;
        }
        let found_at = self.iterations.len().saturating_sub(1);
        self.slacks[slack].held.push(self.planes.len() as u32);
        let delta_psi = delta_psi.to_vec().into();
        self.planes.push(Entry { slack, found_at, round: self.round, gone: usize::MAX, loss, delta_psi });
    }

    /// Begins a round. The shifts that follow belong to it.
    pub(super) fn begin_round(&mut self) {
        self.round += 1;
    }

    /// Records a shift of δψ of every plane of a slack by the realignment of this round.
    pub(super) fn shift(&mut self, slack: usize, shift: &[f64]) {
        if !self.left_out {
            self.slacks[slack].shifts.push((self.round, shift.to_vec().into()));
        }
    }

    /// Returns all planes of the working set that gave the w of an iteration, the oldest first.
    ///
    /// `round`: the round of the iteration. `w`: where margins are computed. The list is empty for an iteration that
    /// has not been recorded. Cost: O(d × planes).
    pub fn planes(&self, iteration: usize, round: usize, w: &[f64]) -> Vec<LedgerPlane> {
        let Some(duals) = self.iterations.get(iteration) else { return Vec::new() };
        // ⟨w, shift⟩ of every slack, summed up to every round.
        let shifted: Vec<Vec<(usize, f64)>> = self
            .slacks
            .iter()
            .map(|slack| slack.shifts.iter().map(|(round, shift)| (*round, shift.row().dot(w))).collect())
            .collect();
        let mut above_zero = duals.planes.iter().zip(&duals.values).peekable();
        let mut held = Vec::new();
        for (number, entry) in self.planes.iter().enumerate() {
            if !entry.is_held(iteration) {
                continue;
            }
            let dual =
                above_zero.next_if(|(plane, _)| **plane as usize == number).map_or(0.0, |(_, dual)| *dual);
            let moved =
                shifted[entry.slack].iter().filter(|(began, _)| entry.round < *began && *began <= round);
            let margin = entry.delta_psi.row().dot(w) + moved.map(|(_, by)| by).sum::<f64>();
            held.push(LedgerPlane {
                slack: entry.slack,
                found_at: entry.found_at,
                loss: entry.loss,
                dual,
                margin,
            });
        }
        held
    }

    /// Returns the parts of the dual objective of an iteration of that round, and the w of its dual variables.
    ///
    /// Cost: O(d × positive dual variables).
    pub fn dual_point(&self, iteration: usize, round: usize, n_features: usize) -> DualPoint {
        let mut point = DualPoint { gain: 0.0, w: vec![0.0; n_features] };
        let Some(duals) = self.iterations.get(iteration) else { return point };
        for (&number, &dual) in duals.planes.iter().zip(&duals.values) {
            let entry = &self.planes[number as usize];
            point.gain += dual * entry.loss;
            entry.delta_psi.row().add_scaled_to(dual, &mut point.w);
            for (began, shift) in &self.slacks[entry.slack].shifts {
                if entry.round < *began && *began <= round {
                    shift.row().add_scaled_to(dual, &mut point.w);
                }
            }
        }
        point
    }

    /// Returns the planes that the oracles found at an iteration. `w`: the w of that iteration.
    pub fn cuts(&self, iteration: usize, w: &[f64]) -> Vec<NewCut> {
        let first = self.planes.partition_point(|entry| entry.found_at < iteration);
        let cut = |entry: &Entry| NewCut {
            slack: entry.slack,
            loss: entry.loss,
            norm: entry.delta_psi.row().dot(&entry.delta_psi.row().dense()).sqrt(),
            margin: entry.delta_psi.row().dot(w),
        };
        self.planes[first..].iter().take_while(|entry| entry.found_at == iteration).map(cut).collect()
    }

    /// Returns the bytes that the ledger holds.
    pub fn bytes(&self) -> usize {
        let plane = |entry: &Entry| size_of::<Entry>() + entry.delta_psi.bytes();
        let duals =
            |duals: &Duals| size_of::<Duals>() + duals.planes.len() * (size_of::<u32>() + size_of::<f64>());
        let slack = |slack: &SlackEntries| {
            let shifts: usize = slack.shifts.iter().map(|(_, shift)| shift.bytes()).sum();
            size_of::<SlackEntries>() + slack.held.len() * size_of::<u32>() + shifts
        };
        self.planes.iter().map(plane).sum::<usize>()
            + self.iterations.iter().map(duals).sum::<usize>()
            + self.slacks.iter().map(slack).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plane_dual_and_shift_is_among_the_bytes() {
        const D: usize = 50;
        let mut ledger = Ledger::new(3);
        let mut counted = ledger.bytes();
        let mut grown = |ledger: &Ledger| {
            let before = std::mem::replace(&mut counted, ledger.bytes());
            counted.checked_sub(before).expect("it never shrinks")
        };
        let mut working_set = WorkingSet::new(3, D, 1.0, 0);
        ledger.record(&working_set);
        let iteration = grown(&ledger);
        assert!((1..100).contains(&iteration), "{iteration} bytes for an iteration without planes");

        let add = |ledger: &mut Ledger, working_set: &mut WorkingSet, slack: usize| {
            let delta_psi: Vec<f64> = (0..D).map(|feature| f64::from(u8::from(feature == slack))).collect();
            ledger.add(slack, 1.0, &delta_psi);
            working_set.add(slack, 1.0, delta_psi, 0);
        };
        for slack in 0..3 {
            add(&mut ledger, &mut working_set, slack);
            let plane = size_of::<Entry>() + 12;
            assert_eq!(grown(&ledger), plane + 4, "an entry, its one value, and its number among those held");
        }

        // One plane per slack, all of them useful: three dual variables.
        while working_set.sweep(1e-9) != crate::learner::cutting_plane::qp::Sweep::Solved {}
        ledger.record(&working_set);
        assert_eq!(grown(&ledger), iteration + 3 * 12, "12 bytes for each dual variable above 0");

        ledger.begin_round();
        ledger.shift(1, &[1.0; D]);
        assert_eq!(grown(&ledger), 8 * D, "δψ of a slack that moved");
    }
}
