//! The training objective under the structured hinge and under the ramp bound, along a line of w through 0.
//!
//! The picture shows why hopeless queries keep w at 0: far from 0 their hinge grows without end, while the ramp bound
//! gives them up. Must not know trainers.

use serde::Serialize;

use crate::data::Dataset;
use crate::linalg::dot::dot;
use crate::loss::{BoundGroups, LossSpec, bind_groups, margin};
use crate::ranking::ScoredDocuments;
use crate::util::error::Error;

/// Two bounds and the loss that they bound, at the points t·w of a line. One value per factor t.
///
/// All are means over the used queries. The objective of a bound is `½‖t w‖² + C · bound`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BoundsAlong {
    /// The factors t.
    pub factors: Vec<f64>,
    /// ‖w‖.
    pub norm: f64,
    /// The structured hinge: max over y of `Δ(y) − ⟨t w, δψ(y)⟩`.
    pub hinge: Vec<f64>,
    /// The ramp bound; `None` for a loss that has none.
    pub ramp: Option<Vec<f64>>,
    /// Δ of the model's own ranking, expected over ties.
    pub loss: Vec<f64>,
}

/// The most elementary steps of all searches together, about a nanosecond each.
const MOST_STEPS: f64 = 1e9;

/// Sums over the queries at one factor.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    hinge: f64,
    ramp: f64,
    loss: f64,
}

/// Returns both bounds and the loss at the points `factor · w`.
///
/// `loss`: with a reference that does not follow the scores; a ramp bound has such an inner loss. `has_ramp`: whether
/// it is one. Cost: one pass over the features, and one call of the oracle for each query and factor.
///
/// # Errors
/// [`Error::Config`] if the searches would take too long, or a score leaves the range of floating point;
/// [`Error::Data`] if a search does not fit into memory.
pub fn bounds_along(
    data: &Dataset,
    loss: &LossSpec,
    has_ramp: bool,
    w: &[f64],
    factors: &[f64],
) -> Result<BoundsAlong, Error> {
    let (mut bound, mut used) = (Vec::new(), Vec::new());
    let mut steps = 0.0;
    for query in data.queries() {
        let groups = bind_groups(&loss.slack_groups(), data, query.index)?;
        if groups.is_empty() {
            continue;
        }
        let searches: f64 = groups.iter().flatten().map(|(_, loss)| loss.search_steps()).sum();
        steps += factors.len() as f64 * (searches + query.grades.len() as f64);
        used.push(query.index);
        bound.push((data.scores(query.documents.clone(), w), groups, data.weight(query.index)));
    }
    if steps > MOST_STEPS {
        let problem = "the bounds of so many documents take too long to draw along a line; use fewer queries";
        return Err(Error::config("method", problem));
    }
    let mut sums = vec![Sums::default(); factors.len()];
    for (scores, groups, weight) in &bound {
        for (sums, factor) in sums.iter_mut().zip(factors) {
            let scores: Vec<f64> = scores.iter().map(|score| factor * score).collect();
            if !scores.iter().all(|score| score.is_finite()) {
                return Err(Error::config("factors", "a score leaves the range of floating point"));
            }
            add_query(sums, groups, *weight, &ScoredDocuments::new(scores));
        }
    }
    let n = if bound.is_empty() { 1.0 } else { data.total_weight(used) };
    let mean = |of: fn(&Sums) -> f64| sums.iter().map(|sums| of(sums) / n).collect();
    Ok(BoundsAlong {
        factors: factors.to_vec(),
        norm: dot(w, w).sqrt(),
        hinge: mean(|sums| sums.hinge),
        ramp: has_ramp.then(|| mean(|sums| sums.ramp)),
        loss: mean(|sums| sums.loss),
    })
}

/// Adds the bounds of one query, times its weight. The losses of a group share a slack, so the greatest of them counts.
fn add_query(sums: &mut Sums, groups: &BoundGroups, weight: f64, documents: &ScoredDocuments) {
    for group in groups {
        let mut greatest = Sums::default();
        for (_, loss) in group {
            let y = loss.violator(documents);
            let hinge = (loss.delta(&y) - margin(&loss.delta_psi(&y), documents.scores())).max(0.0);
            let ramp = (hinge - loss.alignment_gain(documents)).max(0.0);
            greatest.hinge = greatest.hinge.max(hinge);
            greatest.ramp = greatest.ramp.max(ramp);
            greatest.loss = greatest.loss.max(loss.expected_delta(documents.ranking()));
        }
        sums.hinge += weight * greatest.hinge;
        sums.ramp += weight * greatest.ramp;
        sums.loss += weight * greatest.loss;
    }
}
