//! Every plane that ever was in the working set, and the dual variables of every iteration, so that the dual of any
//! iteration can be looked at again. Knows planes and slacks; no queries and no losses.
//!
//! A plane is named by its slack and the iteration whose oracle found it: a slack gets at most one in each. Its place
//! in the working set means nothing here, because the working set may drop planes and order them anew.
//!
//! Cost: 12 bytes for every dual variable above 0 in every iteration, `8 d` and some 40 bytes for every plane, and
//! `8 d` bytes for every slack whose reference a round re-aligned.

use crate::kernel::{add_scaled, dot};

use super::qp::WorkingSet;

/// A plane as it stands at one iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LedgerPlane {
    /// Its slack.
    pub slack: usize,
    /// Iteration whose oracle found it.
    pub born: usize,
    /// Δ.
    pub loss: f64,
    /// α.
    pub dual: f64,
    /// `⟨w, δψ⟩` at the iteration's w, under its reference rankings.
    pub margin: f64,
}

impl LedgerPlane {
    /// The ξ that the plane asks for: `Δ − ⟨w, δψ⟩`; nothing if negative.
    pub fn demand(&self) -> f64 {
        self.loss - self.margin
    }
}

/// A plane that a pass of the oracles found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewCut {
    /// Its slack.
    pub slack: usize,
    /// Δ.
    pub loss: f64,
    /// `‖δψ‖`.
    pub norm: f64,
    /// `⟨w, δψ⟩` at the w that it was found at.
    pub margin: f64,
}

/// The dual objective of one iteration in its two parts, and the w that its dual variables make. The iteration's own w
/// is that one only to the tolerance of the QP.
#[derive(Debug, Clone, PartialEq)]
pub struct DualPoint {
    /// `Σ α Δ`.
    pub gain: f64,
    /// `Σ α δψ`.
    pub w: Vec<f64>,
}

impl DualPoint {
    /// `½‖Σ α δψ‖²`.
    pub fn pull(&self) -> f64 {
        0.5 * dot(&self.w, &self.w)
    }

    /// `Σ α Δ − ½‖Σ α δψ‖²`.
    pub fn objective(&self) -> f64 {
        self.gain - self.pull()
    }
}

/// The planes and dual variables of all iterations.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// By number, the oldest first.
    planes: Vec<Entry>,
    slacks: Vec<SlackEntries>,
    iterations: Vec<Duals>,
    round: usize,
    left_out: bool,
}

#[derive(Debug, Clone)]
struct Entry {
    slack: usize,
    born: usize,
    /// Round whose reference `delta_psi` is about.
    round: usize,
    /// First iteration whose working set no longer held it; `usize::MAX` while it does.
    gone: usize,
    loss: f64,
    delta_psi: Box<[f64]>,
}

impl Entry {
    fn is_held(&self, iteration: usize) -> bool {
        self.born < iteration && iteration < self.gone
    }
}

#[derive(Debug, Clone, Default)]
struct SlackEntries {
    /// Numbers of the planes that are still held, the oldest first.
    held: Vec<u32>,
    /// What δψ of every plane changed by, with the round that began then; the oldest first.
    shifts: Vec<(usize, Box<[f64]>)>,
}

/// The dual variables above 0, by ascending number of their plane.
#[derive(Debug, Clone, Default)]
struct Duals {
    planes: Vec<u32>,
    values: Vec<f64>,
}

impl Ledger {
    /// A ledger without planes.
    pub fn new(n_slacks: usize) -> Self {
        Self { slacks: vec![SlackEntries::default(); n_slacks], ..Self::default() }
    }

    /// A ledger into which nothing is written, for runs that nobody looks back at.
    pub fn left_out() -> Self {
        Self { left_out: true, ..Self::default() }
    }

    /// Whether nothing is written into it.
    pub fn is_left_out(&self) -> bool {
        self.left_out
    }

    /// Writes down the working set that made the w of the next iteration. Cost: O(planes log planes).
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
            let mut seen: Vec<(usize, f64)> =
                working_set.planes(slack).iter().map(|plane| (plane.born, plane.dual)).collect();
            seen.sort_by_key(|&(born, _)| born);
            let planes = &mut self.planes;
            entries.held.retain(|&number| {
                let entry = &mut planes[number as usize];
                match seen.binary_search_by_key(&entry.born, |&(born, _)| born) {
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
        above_zero.sort_by_key(|&(number, _)| number);
        let (planes, values) = above_zero.into_iter().unzip();
        self.iterations.push(Duals { planes, values });
    }

    /// Writes down a plane that the oracle found at the latest recorded iteration.
    pub(super) fn add(&mut self, slack: usize, loss: f64, delta_psi: &[f64]) {
        if self.left_out {
            return;
        }
        let born = self.iterations.len().saturating_sub(1);
        self.slacks[slack].held.push(self.planes.len() as u32);
        let delta_psi = delta_psi.into();
        self.planes.push(Entry { slack, born, round: self.round, gone: usize::MAX, loss, delta_psi });
    }

    /// Begins another round; the shifts that follow are its own.
    pub(super) fn begin_round(&mut self) {
        self.round += 1;
    }

    /// Writes down that δψ of every plane of a slack has changed with the reference of this round.
    pub(super) fn shift(&mut self, slack: usize, shift: &[f64]) {
        if !self.left_out {
            self.slacks[slack].shifts.push((self.round, shift.into()));
        }
    }

    /// All planes of the working set that made the w of an iteration, the oldest first. `round`: of that iteration;
    /// `w`: where margins are taken. Nothing for an iteration that has not been recorded. Cost: O(d × planes).
    pub fn planes(&self, iteration: usize, round: usize, w: &[f64]) -> Vec<LedgerPlane> {
        let Some(duals) = self.iterations.get(iteration) else { return Vec::new() };
        // ⟨w, shift⟩ of every slack, summed up to every round.
        let shifted: Vec<Vec<(usize, f64)>> = self
            .slacks
            .iter()
            .map(|slack| slack.shifts.iter().map(|(round, shift)| (*round, dot(w, shift))).collect())
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
            let margin = dot(w, &entry.delta_psi) + moved.map(|(_, by)| by).sum::<f64>();
            held.push(LedgerPlane { slack: entry.slack, born: entry.born, loss: entry.loss, dual, margin });
        }
        held
    }

    /// What the dual variables of an iteration of that round are worth, and the w that they make.
    /// Cost: O(d × dual variables above 0).
    pub fn dual_point(&self, iteration: usize, round: usize, n_features: usize) -> DualPoint {
        let mut point = DualPoint { gain: 0.0, w: vec![0.0; n_features] };
        let Some(duals) = self.iterations.get(iteration) else { return point };
        for (&number, &dual) in duals.planes.iter().zip(&duals.values) {
            let entry = &self.planes[number as usize];
            point.gain += dual * entry.loss;
            add_scaled(dual, &entry.delta_psi, &mut point.w);
            for (began, shift) in &self.slacks[entry.slack].shifts {
                if entry.round < *began && *began <= round {
                    add_scaled(dual, shift, &mut point.w);
                }
            }
        }
        point
    }

    /// The planes that the oracles found at an iteration, and its w.
    pub fn cuts(&self, iteration: usize, w: &[f64]) -> Vec<NewCut> {
        let first = self.planes.partition_point(|entry| entry.born < iteration);
        let cut = |entry: &Entry| NewCut {
            slack: entry.slack,
            loss: entry.loss,
            norm: dot(&entry.delta_psi, &entry.delta_psi).sqrt(),
            margin: dot(w, &entry.delta_psi),
        };
        self.planes[first..].iter().take_while(|entry| entry.born == iteration).map(cut).collect()
    }

    /// Bytes that the ledger holds on to.
    pub fn bytes(&self) -> usize {
        let plane = |entry: &Entry| size_of::<Entry>() + size_of_val(&*entry.delta_psi);
        let duals =
            |duals: &Duals| size_of::<Duals>() + duals.planes.len() * (size_of::<u32>() + size_of::<f64>());
        let slack = |slack: &SlackEntries| {
            let shifts: usize = slack.shifts.iter().map(|(_, shift)| size_of_val(&**shift)).sum();
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
    use crate::test;

    #[test]
    fn every_plane_dual_and_shift_is_among_the_bytes() {
        const D: usize = 50;
        let mut ledger = Ledger::new(3);
        let mut told = ledger.bytes();
        let mut grown = |ledger: &Ledger| {
            let before = std::mem::replace(&mut told, ledger.bytes());
            told.checked_sub(before).expect("it never shrinks")
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
            let plane = size_of::<Entry>() + 8 * D;
            assert_eq!(grown(&ledger), plane + 4, "an entry, its δψ, and its number among those held");
        }

        // One plane per slack, all of them useful: three dual variables.
        while working_set.sweep(1e-9) != crate::svm::qp::Sweep::Solved {}
        ledger.record(&working_set);
        assert_eq!(grown(&ledger), iteration + 3 * 12, "12 bytes for each dual variable above 0");

        ledger.begin_round();
        ledger.shift(1, &[1.0; D]);
        assert_eq!(grown(&ledger), 8 * D, "δψ of a slack that moved");
    }
}
