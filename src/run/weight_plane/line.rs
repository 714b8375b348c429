//! The hinge of a query along a line of w.
//!
//! The hinge is found exactly: where the lines of two ends meet, the oracle returns a higher line or none.

use serde::Serialize;

use super::super::TrainingRun;
use super::{QueryOnPlane, check_steps, scored};
use crate::loss::margin;
use crate::util::error::Error;

/// The hinge of a query along the line from the w of an iteration to the best w. At the best iteration itself the line
/// begins at w = 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HingeOnLine {
    /// The iteration at τ = 0: the one asked for, or 0 at the best iteration.
    pub start: usize,
    /// The best iteration, at τ = 1.
    pub best: usize,
    /// The exact hinge `max_y Δ(y) − ⟨w, δψ(y)⟩`: its kinks `(τ, H)` between the ends, by τ. It is straight between
    /// them.
    pub kinks: Vec<(f64, f64)>,
    /// Whether all kinks are there. A hinge with very many is drawn with some of them.
    pub is_exact: bool,
    /// The query's planes so far: `demand at τ = 0`, `change per unit of τ`, iteration that found it.
    pub planes: Vec<(f64, f64, usize)>,
}

/// The ends of the line view, in τ.
const LINE: (f64, f64) = (-0.5, 1.5);
/// The most calls of the oracle for one line.
const MOST_SEARCHES: usize = 1000;
impl TrainingRun {
    /// Returns the hinge of a used query along the line from the w of an iteration to the best w, with the query's
    /// planes so far as straight lines.
    ///
    /// The hinge is the highest of finitely many lines. Where the lines of two ends meet, the oracle is asked: it
    /// returns one of them, or a higher line, which has two new meeting points. Cost: twice the kinks and one, in calls
    /// of the oracle.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`]; [`Error::Config`] for more searches than a view can wait for.
    pub fn hinge_on_line(&self, iteration: usize, query: usize) -> Result<HingeOnLine, Error> {
        let planes = self.planes()?;
        let (from, to, best) = (planes.iteration(iteration)?, planes.best_weights(), planes.best_iteration());
        // At the best w the line would be a point.
        let start = if iteration == best { 0 } else { iteration };
        let at_start: Vec<f64> = if iteration == best { vec![0.0; to.len()] } else { from.w.to_vec() };
        if planes.used_queries().binary_search(&query).is_err() {
            return Err(Error::absent("query", format!("query {query} of the data is not used in training")));
        }
        let along: Vec<f64> = to.iter().zip(&at_start).map(|(to, from)| to - from).collect();
        let query_on = self.query_on_plane(query, planes.alignment(from.round), (None, &at_start, &along))?;
        let Some(query_on) = query_on else {
            return Err(Error::absent("query", format!("every ranking of query {query} has the same loss")));
        };
        check_steps(std::slice::from_ref(&query_on), MOST_SEARCHES)?;
        let mut line = Line { query: &query_on, searches: 0 };
        let (low, high) = (line.at(LINE.0)?, line.at(LINE.1)?);
        let mut kinks = vec![(LINE.0, low.0)];
        line.kinks((LINE.0, low), (LINE.1, high), &mut kinks)?;
        kinks.push((LINE.1, high.0));
        kinks.dedup_by_key(|kink| kink.0);
        let (held, moved) = (
            planes.ledger().planes(iteration + 1, from.round, &at_start),
            planes.ledger().planes(iteration + 1, from.round, &along),
        );
        let of_query = held
            .iter()
            .zip(&moved)
            .filter(|(plane, _)| plane.found_at <= iteration && planes.query_of(plane.slack) == Some(query));
        let lines = of_query.map(|(plane, along)| (plane.demand(), -along.margin, plane.found_at)).collect();
        let is_exact = line.searches < MOST_SEARCHES;
        Ok(HingeOnLine { start, best, kinks, is_exact, planes: lines })
    }
}

/// The hinge of a query along a line. `x` of the query: scores at τ = 0; `y`: their change per unit of τ.
struct Line<'a> {
    query: &'a QueryOnPlane,
    searches: usize,
}

impl Line<'_> {
    /// Returns the hinge at τ and its slope there.
    fn at(&mut self, tau: f64) -> Result<(f64, f64), Error> {
        self.searches += 1;
        let documents = scored(self.query.scores((1.0, tau)))?;
        let (mut value, mut slope) = (0.0, 0.0);
        for group in &self.query.groups {
            let mut highest = (0.0, 0.0);
            for (_, loss) in group {
                let y = loss.violator(&documents);
                let coefficients = loss.delta_psi(&y);
                let hinge = loss.delta(&y) - margin(&coefficients, documents.scores());
                if hinge > highest.0 {
                    highest = (hinge, -margin(&coefficients, &self.query.y));
                }
            }
            value += highest.0;
            slope += highest.1;
        }
        Ok((value, slope))
    }

    /// Adds the kinks between two ends, each `(τ, (hinge, slope))`.
    fn kinks(
        &mut self,
        low: (f64, (f64, f64)),
        high: (f64, (f64, f64)),
        kinks: &mut Vec<(f64, f64)>,
    ) -> Result<(), Error> {
        let ((from, (left, rise)), (to, (right, fall))) = (low, high);
        // The lines are equal, or so nearly that rounding decides where they meet.
        if (fall - rise).abs() <= 1e-12 * (1.0 + rise.abs() + fall.abs()) || self.searches >= MOST_SEARCHES {
            return Ok(());
        }
        let meeting = (left - rise * from - right + fall * to) / (fall - rise);
        // They meet at an end if the oracle was asked at a kink.
        if !(from < meeting && meeting < to) {
            kinks.push(if meeting >= to { (to, right) } else { (from, left) });
            return Ok(());
        }
        let expected = left + rise * (meeting - from);
        let value = self.at(meeting)?;
        if value.0 <= expected + 1e-9 * (1.0 + expected.abs()) {
            kinks.push((meeting, value.0));
            return Ok(());
        }
        self.kinks(low, (meeting, value), kinks)?;
        self.kinks((meeting, value), high, kinks)
    }
}
