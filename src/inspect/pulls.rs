//! The ranking of a query by any scorer, and the pull on each of its documents. Must not know learners.

use serde::Serialize;

use super::{DiverseRanking, InspectedDocument, Judgement};
use crate::data::{Dataset, Query};
use crate::metric::{Labels, pair_error};
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring;
use crate::ranking::{Ranking, TiedRanking};
use crate::util::error::Error;
use crate::util::sorting::sort_documents;

/// A query under a scorer: its documents, their ideal and their present ranking, and the pull on each.
///
/// A document is given by its index within the query, from 0 in file order. Ranks count from 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Pulls {
    /// The iteration of the scorer.
    pub iteration: usize,
    /// Index of the query in the data.
    pub query: usize,
    /// Id of the query in the file.
    pub id: String,
    /// Documents of the query.
    pub documents: Vec<InspectedDocument>,
    /// The best ranking by grade; documents of equal grade stand in the order of the model.
    pub ideal: Vec<u32>,
    /// The model's ranking by scores; ties keep document order.
    pub predicted: Vec<u32>,
    /// The pull on each document: positive pushes it up. None where the method has no pull, or the query takes no part.
    pub pull: Option<Vec<f64>>,
    /// Share of pairs of different grades in the wrong order; ties count one half. None if all grades are equal.
    pub pair_error: Option<f64>,
    /// The reported measure of the model's ranking.
    pub value: Option<f64>,
    /// The model's ranking with one document per group; `None` without groups.
    pub diverse: Option<DiverseRanking>,
}

/// Figures of one query under a scorer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankedQuery {
    /// Index of the query in the data.
    pub query: usize,
    /// Id of the query in the file.
    pub id: String,
    /// Number of documents.
    pub documents: usize,
    /// Share of pairs of different grades in the wrong order; ties count one half. None if all grades are equal.
    pub pair_error: Option<f64>,
    /// The reported measure of the model's ranking.
    pub value: Option<f64>,
}

/// Returns the figures of a query of `data`. Cost: that of the scores, and O(n log n).
///
/// # Errors
/// [`Error::Numeric`] if a score is out of range.
pub fn ranked_query(
    data: &Dataset,
    index: usize,
    scorer: &Scorer,
    judgement: &Judgement,
) -> Result<RankedQuery, Error> {
    let query = data.query(index);
    let scores = scoring::scores(data, query.documents.clone(), scorer)?;
    Ok(RankedQuery {
        query: index,
        id: query.id.to_owned(),
        documents: scores.len(),
        pair_error: pair_error(query.grades, &scores),
        value: value(&query, &scores, judgement),
    })
}

/// Returns a query of `data` with its rankings and the `pull` on its documents. Cost: that of the scores, and
/// O(n log n).
///
/// # Errors
/// [`Error::Numeric`] if a score is out of range.
pub fn pulls(
    data: &Dataset,
    [iteration, index]: [usize; 2],
    scorer: &Scorer,
    judgement: &Judgement,
    pull: Option<Vec<f64>>,
) -> Result<Pulls, Error> {
    let query = data.query(index);
    let scores = scoring::scores(data, query.documents.clone(), scorer)?;
    let document = |(row, &score)| InspectedDocument::of(data, &query, row, score);
    let predicted = Ranking::by_scores(&scores);
    let mut ideal = predicted.order().to_vec();
    // A stable sort keeps the order of the model among equal grades.
    sort_documents(&mut ideal, &|one, other| query.grades[other as usize].cmp(&query.grades[one as usize]));
    Ok(Pulls {
        iteration,
        query: index,
        id: query.id.to_owned(),
        documents: query.documents.clone().zip(&scores).map(document).collect(),
        ideal,
        predicted: predicted.order().to_vec(),
        pull,
        pair_error: pair_error(query.grades, &scores),
        value: value(&query, &scores, judgement),
        diverse: DiverseRanking::of(&query, predicted.order(), judgement.diverse_ranks),
    })
}

fn value(query: &Query, scores: &[f64], judgement: &Judgement) -> Option<f64> {
    let &Judgement { measure, threshold, max_grade, .. } = judgement;
    measure.value(
        &TiedRanking::by_scores(scores),
        &Labels { grades: query.grades, groups: query.groups, max_grade, threshold, unjudged: 0 },
    )
}
