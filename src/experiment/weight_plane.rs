//! The plane of w: a plane through w = 0 and the best w, with the path of w, the cutting planes, the exact objective,
//! and the loss in every direction. Trains nothing.
//!
//! On a plane through 0 the scores of a document at `a x + b y` are `a` times its score by x plus `b` times its score by
//! y. So a ranking depends on the direction only, and every point costs one call of each oracle and no matrix pass.

use serde::Serialize;

use super::TrainingRun;
use super::weight_directions::{Steps, loss_steps};
use crate::error::Error;
use crate::kernel::{add_scaled, dot};
use crate::loss::{BoundGroups, QueryLoss, bind_groups, check_scores, margin};
use crate::ranking::ScoredDocuments;
use crate::scoring;
use crate::svm::LedgerPlane;

/// Two directions of a plane through w = 0, orthogonal and of length 1.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeightAxes {
    /// Whether the directions are the two features of the data. Otherwise the first leads to the best w, and the second
    /// is the direction in which the path leaves that line most.
    pub are_features: bool,
    /// The first direction, one number per feature.
    pub x: Vec<f64>,
    /// The second direction.
    pub y: Vec<f64>,
}

/// The w of an iteration on the plane.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PathPoint {
    /// `⟨w, x⟩`.
    pub x: f64,
    /// `⟨w, y⟩`.
    pub y: f64,
    /// Distance of w from the plane; 0 with two features.
    pub off: f64,
}

/// A cutting plane over the plane of w: it demands the slack `loss − (a x + b y)` at `(a, b)`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CutOnPlane {
    /// Its slack.
    pub slack: usize,
    /// Its query, by its index in the data; `None` if all queries share one slack.
    pub query: Option<usize>,
    /// Iteration whose oracle found it.
    pub found_at: usize,
    /// Δ.
    pub loss: f64,
    /// `⟨x, δψ⟩`.
    pub x: f64,
    /// `⟨y, δψ⟩`.
    pub y: f64,
    /// α at the iteration; 0 for the planes found at it.
    pub dual: f64,
}

/// The plane of w at an iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeightPlane {
    /// The iteration.
    pub iteration: usize,
    /// The directions.
    pub axes: WeightAxes,
    /// w of every iteration so far, from 0 on.
    pub path: Vec<PathPoint>,
    /// The iteration with the best w.
    pub best: usize,
    /// C/m: the price of one unit of slack. The floor is `½(a² + b²) + price · Σ max(0, highest demand of a slack)`.
    pub price: f64,
    /// The planes that gave this iteration's w, the oldest first.
    pub held: Vec<CutOnPlane>,
    /// The planes that the oracles found at this iteration.
    pub new: Vec<CutOnPlane>,
}

/// The hinge of a query along the line from the w of an iteration to the best w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct HingeOnLine {
    /// The best iteration, at τ = 1; the iteration itself is at τ = 0.
    pub best: usize,
    /// The exact hinge `max_y Δ(y) − ⟨w, δψ(y)⟩`: its kinks `(τ, H)` between the ends, by τ. It is straight between them.
    pub kinks: Vec<(f64, f64)>,
    /// Whether all kinks are there. A hinge with very many is drawn with some of them.
    pub is_exact: bool,
    /// The query's planes so far: `demand at τ = 0`, `change per unit of τ`, iteration that found it.
    pub planes: Vec<(f64, f64, usize)>,
}

/// The loss and its bound in every direction of the plane.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AngleView {
    /// Whether the steps are exact. With many documents the loss is computed at some angles only.
    pub is_exact: bool,
    /// Angles in radians from −π on, ascending, at which a step begins.
    pub angles: Vec<f64>,
    /// The mean loss of each step.
    pub losses: Vec<f64>,
    /// Angles at which the bound is computed.
    pub bound_angles: Vec<f64>,
    /// The mean hinge at `radius` in each of these directions.
    pub bounds: Vec<f64>,
}

/// The ends of the line view, in τ.
const LINE: (f64, f64) = (-0.5, 1.5);
/// The most calls of the oracle for one line.
const MOST_SEARCHES: usize = 1000;
/// The most elementary steps of one call, about a nanosecond each.
const MOST_STEPS: f64 = 2e9;
/// Directions in which the bound is computed.
const BOUND_ANGLES: usize = 181;

/// A query over the plane: its losses, and its documents' scores by each direction.
struct QueryOnPlane {
    groups: BoundGroups,
    x: Vec<f64>,
    y: Vec<f64>,
}

impl QueryOnPlane {
    fn scores(&self, (a, b): (f64, f64)) -> Vec<f64> {
        self.x.iter().zip(&self.y).map(|(x, y)| a * x + b * y).collect()
    }

    fn steps(&self) -> f64 {
        let searches: f64 = self.groups.iter().flatten().map(|(_, loss)| loss.search_steps()).sum();
        searches + 20.0 * self.x.len() as f64
    }
}

impl TrainingRun {
    /// Returns the plane through 0 and the best w, with the path and the planes at an iteration.
    ///
    /// With two features it is the plane of all w. Cost: O(d × (iterations + planes)).
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, and for a run without cutting planes or ledger.
    pub fn weight_plane(&self, iteration: usize) -> Result<WeightPlane, Error> {
        let planes = self.planes()?;
        let round = planes.iteration(iteration)?.round;
        if planes.ledger().is_left_out() {
            return Err(Error::absent("ledger", "this run stores no ledger, so it has no planes to draw"));
        }
        let axes = self.weight_axes()?;
        let path = planes.history().iter().map(|kept| on_plane(&kept.w, &axes)).collect();
        let held = self.cuts_on_plane(iteration, round, &axes);
        let mut new = self.cuts_on_plane(iteration + 1, round, &axes);
        new.retain(|cut| cut.found_at == iteration);
        new.iter_mut().for_each(|cut| cut.dual = 0.0);
        let (best, price) = (planes.best_iteration(), planes.bound());
        Ok(WeightPlane { iteration, axes, path, best, price, held, new })
    }

    /// Returns the objective `½‖w‖² + C · mean ξ` at points of a plane through 0, under the reference rankings of an
    /// iteration. `points`: (a, b) by point. Cost: one pass over the features, and one call of each oracle per point.
    ///
    /// # Errors
    /// As [`TrainingRun::weight_plane`]; [`Error::Config`] for directions of the wrong length, or more searches than a
    /// view can wait for; [`Error::Numeric`] if a score is out of range.
    pub fn objective_on_plane(
        &self,
        iteration: usize,
        axes: [&[f64]; 2],
        points: &[(f64, f64)],
    ) -> Result<Vec<f64>, Error> {
        let queries = self.queries_on_plane(iteration, axes)?;
        check_steps(&queries, points.len())?;
        let price = self.planes()?.bound();
        points
            .iter()
            .map(|&(a, b)| Ok(0.5 * (a * a + b * b) + price * total_hinge(&queries, (a, b))?))
            .collect()
    }

    /// Returns the mean loss in every direction of a plane through 0, and the mean hinge at a distance from 0.
    ///
    /// # Errors
    /// As [`TrainingRun::objective_on_plane`].
    pub fn angle_view(&self, iteration: usize, axes: [&[f64]; 2], radius: f64) -> Result<AngleView, Error> {
        if !(radius > 0.0 && radius.is_finite()) {
            return Err(Error::config("radius", format!("{radius} is not a positive number")));
        }
        let queries = self.queries_on_plane(iteration, axes)?;
        check_steps(&queries, BOUND_ANGLES)?;
        let scored: Vec<(&BoundGroups, &[f64], &[f64])> =
            queries.iter().map(|query| (&query.groups, &query.x[..], &query.y[..])).collect();
        let Steps { is_exact, angles, losses } = loss_steps(&scored);
        let turn = std::f64::consts::TAU / (BOUND_ANGLES - 1) as f64;
        let bound_angles: Vec<f64> =
            (0..BOUND_ANGLES).map(|step| step as f64 * turn - std::f64::consts::PI).collect();
        let bound = |angle: &f64| {
            let point = (radius * angle.cos(), radius * angle.sin());
            Ok(total_hinge(&queries, point)? / queries.len() as f64)
        };
        let bounds = bound_angles.iter().map(bound).collect::<Result<_, Error>>()?;
        Ok(AngleView { is_exact, angles, losses, bound_angles, bounds })
    }

    /// Returns the hinge of a used query along the line from the w of an iteration to the best w, with the query's
    /// planes so far as straight lines.
    ///
    /// The hinge is the highest of finitely many lines. Where the lines of two ends meet, the oracle is asked: it returns
    /// one of them, or a higher line, which has two new meeting points. Cost: twice the kinks and one, in calls of the
    /// oracle.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`]; [`Error::Config`] for more searches than a view can wait for.
    pub fn hinge_on_line(&self, iteration: usize, query: usize) -> Result<HingeOnLine, Error> {
        let planes = self.planes()?;
        let (from, to) = (planes.iteration(iteration)?, planes.best_weights());
        if planes.used_queries().binary_search(&query).is_err() {
            return Err(Error::absent("query", format!("query {query} of the data is not used in training")));
        }
        let along: Vec<f64> = to.iter().zip(&from.w).map(|(to, from)| to - from).collect();
        let query_on = self.query_on_plane(query, planes.alignment(from.round), [&from.w, &along])?;
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
            planes.ledger().planes(iteration + 1, from.round, &from.w),
            planes.ledger().planes(iteration + 1, from.round, &along),
        );
        let of_query = held
            .iter()
            .zip(&moved)
            .filter(|(plane, _)| plane.found_at <= iteration && planes.query_of(plane.slack) == Some(query));
        let lines = of_query.map(|(plane, along)| (plane.demand(), -along.margin, plane.found_at)).collect();
        let is_exact = line.searches < MOST_SEARCHES;
        Ok(HingeOnLine { best: planes.best_iteration(), kinks, is_exact, planes: lines })
    }

    /// The directions of the plane through 0, the best w, and the part of the path that is farthest from that line.
    fn weight_axes(&self) -> Result<WeightAxes, Error> {
        let planes = self.planes()?;
        let best = planes.best_weights();
        let d = best.len();
        let unit = |feature: usize| (0..d).map(|at| f64::from(u8::from(at == feature))).collect::<Vec<f64>>();
        if d < 2 {
            return Err(Error::absent("plane", "the data have one feature, so all w lie on a line"));
        }
        if d == 2 {
            return Ok(WeightAxes { are_features: true, x: unit(0), y: unit(1) });
        }
        let path: Vec<&[f64]> = planes.history().iter().map(|kept| &kept.w[..]).collect();
        let x = normalized(best.to_vec()).or_else(|| leading(&path, None)).unwrap_or_else(|| unit(0));
        let y = leading(&path, Some(&x)).or_else(|| {
            // A path on one line: the feature that is farthest from it.
            let least = (0..d).min_by(|&i, &j| x[i].abs().total_cmp(&x[j].abs())).unwrap_or(0);
            normalized(without(unit(least), &x))
        });
        Ok(WeightAxes { are_features: false, y: y.unwrap_or_else(|| unit(1)), x })
    }

    fn cuts_on_plane(&self, iteration: usize, round: usize, axes: &WeightAxes) -> Vec<CutOnPlane> {
        let Ok(planes) = self.planes() else { return Vec::new() };
        let by = |axis: &[f64]| planes.ledger().planes(iteration, round, axis);
        let cut = |(x, y): (LedgerPlane, LedgerPlane)| CutOnPlane {
            slack: x.slack,
            query: planes.query_of(x.slack),
            found_at: x.found_at,
            loss: x.loss,
            x: x.margin,
            y: y.margin,
            dual: x.dual,
        };
        by(&axes.x).into_iter().zip(by(&axes.y)).map(cut).collect()
    }

    /// Returns the used queries over the plane, under the reference rankings of an iteration.
    fn queries_on_plane(&self, iteration: usize, axes: [&[f64]; 2]) -> Result<Vec<QueryOnPlane>, Error> {
        let planes = self.planes()?;
        let alignment = planes.alignment(planes.iteration(iteration)?.round);
        if axes.iter().any(|axis| axis.len() != self.train.n_features()) {
            let problem = format!("a direction has one number per feature, {}", self.train.n_features());
            return Err(Error::config("axes", problem));
        }
        let queries = planes.used_queries().iter();
        queries.filter_map(|&query| self.query_on_plane(query, alignment, axes).transpose()).collect()
    }

    fn query_on_plane(
        &self,
        query: usize,
        alignment: Option<&[f64]>,
        axes: [&[f64]; 2],
    ) -> Result<Option<QueryOnPlane>, Error> {
        let Some(loss) = self.config.learner.loss() else { return Ok(None) };
        let rows = self.train.query(query).documents;
        let mut groups = bind_groups(&loss.slack_groups(), &self.train, query)?;
        if groups.is_empty() {
            return Ok(None);
        }
        if let Some(alignment) = alignment {
            let scores = scoring::linear_scores(&self.train, rows.clone(), alignment)?;
            for (_, loss) in groups.iter_mut().flatten() {
                loss.realign(&scores);
            }
        }
        let [x, y] = axes.map(|axis| scoring::linear_scores(&self.train, rows.clone(), axis));
        Ok(Some(QueryOnPlane { groups, x: x?, y: y? }))
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
        let found = self.at(meeting)?;
        if found.0 <= expected + 1e-9 * (1.0 + expected.abs()) {
            kinks.push((meeting, found.0));
            return Ok(());
        }
        self.kinks(low, (meeting, found), kinks)?;
        self.kinks((meeting, found), high, kinks)
    }
}

/// Returns the sum of the hinges of all queries at a point. The losses of a group share a slack, so the greatest counts.
fn total_hinge(queries: &[QueryOnPlane], point: (f64, f64)) -> Result<f64, Error> {
    let mut total = 0.0;
    for query in queries {
        let documents = scored(query.scores(point))?;
        for group in &query.groups {
            let hinge = |(_, loss): &(usize, Box<dyn QueryLoss>)| {
                let y = loss.violator(&documents);
                loss.delta(&y) - margin(&loss.delta_psi(&y), documents.scores())
            };
            total += group.iter().map(hinge).fold(0.0, f64::max);
        }
    }
    Ok(total)
}

fn scored(scores: Vec<f64>) -> Result<ScoredDocuments, Error> {
    check_scores(&scores)?;
    Ok(ScoredDocuments::new(scores))
}

fn check_steps(queries: &[QueryOnPlane], points: usize) -> Result<(), Error> {
    let steps: f64 = queries.iter().map(QueryOnPlane::steps).sum();
    if steps * points as f64 <= MOST_STEPS {
        return Ok(());
    }
    Err(Error::config("points", "the searches over so many documents take too long for this picture"))
}

fn on_plane(w: &[f64], axes: &WeightAxes) -> PathPoint {
    let (x, y) = (dot(w, &axes.x), dot(w, &axes.y));
    let mut rest = w.to_vec();
    add_scaled(-x, &axes.x, &mut rest);
    add_scaled(-y, &axes.y, &mut rest);
    PathPoint { x, y, off: dot(&rest, &rest).sqrt() }
}

/// Returns the part of a vector that is orthogonal to a direction of length 1.
fn without(mut vector: Vec<f64>, direction: &[f64]) -> Vec<f64> {
    add_scaled(-dot(&vector, direction), direction, &mut vector);
    vector
}

/// Returns the vector with length 1; `None` for 0, and where its length is not a number.
fn normalized(mut vector: Vec<f64>) -> Option<Vec<f64>> {
    let norm = dot(&vector, &vector).sqrt();
    if !(norm > 0.0 && norm.is_finite()) {
        return None;
    }
    vector.iter_mut().for_each(|value| *value /= norm);
    Some(vector)
}

/// Returns the direction in which the points are farthest from 0 in the sum of squares, orthogonal to `direction`, by
/// power iteration; `None` if they have no such part. Cost: O(40 d × points).
fn leading(points: &[&[f64]], direction: Option<&[f64]>) -> Option<Vec<f64>> {
    let rest = |vector: Vec<f64>| match direction {
        Some(direction) => without(vector, direction),
        None => vector,
    };
    let parts: Vec<Vec<f64>> = points.iter().map(|point| rest(point.to_vec())).collect();
    let length = |vector: &[f64]| dot(vector, vector);
    let most = points.iter().map(|point| length(point)).fold(0.0, f64::max);
    let start = parts.iter().max_by(|a, b| length(a).total_cmp(&length(b)))?;
    // What rounding leaves of a path on one line is no direction.
    if length(start) <= 1e-20 * most {
        return None;
    }
    let mut found = normalized(start.clone())?;
    for _ in 0..40 {
        let mut next = vec![0.0; found.len()];
        parts.iter().for_each(|part| add_scaled(dot(part, &found), part, &mut next));
        found = normalized(rest(next))?;
    }
    Some(found)
}
