//! H of a violator as a sum, term by term. Must not know trainers.

use serde::Serialize;

use crate::loss::Positions;
use crate::util::sorting::sort_documents;

/// H of the violator as two sums.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Contributions {
    /// H rank by rank; empty for a loss that is not a sum over ranks.
    pub ranks: Vec<RankContribution>,
    /// ⟨w, δψ(ŷ)⟩ document by document, the largest part first.
    pub documents: Vec<DocumentContribution>,
}

/// The terms of a ranking at one rank.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankTerm {
    /// The document at this rank.
    pub document: u32,
    /// c_j s. For y*, the coefficient of the document in ψ(y*) times s.
    pub score: f64,
    /// a_j b.
    pub gain: f64,
    /// score − gain.
    pub value: f64,
}

/// One rank of the violator against the same rank of the reference.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankContribution {
    /// ŷ at this rank.
    pub violator: RankTerm,
    /// y* at this rank.
    pub reference: RankTerm,
    /// Difference of the two values: violator minus reference.
    pub difference: f64,
    /// Sum of the differences up to this rank; at the last rank it is H.
    pub so_far: f64,
}

/// The part of one document in ⟨w, δψ(ŷ)⟩.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DocumentContribution {
    /// Index of the document.
    pub document: u32,
    /// Coefficient times score.
    pub part: f64,
    /// Sum of the parts up to this document; at the last one it is ⟨w, δψ(ŷ)⟩.
    pub so_far: f64,
}

/// Returns the terms of both rankings at every rank. Cost: O(n).
pub(super) fn by_rank(
    positions: &Positions,
    scores: &[f64],
    reference: &[u32],
    violator: &[u32],
) -> Vec<RankContribution> {
    let term = |rank: usize, document: u32, coefficient: f64| {
        let score = coefficient * scores[document as usize];
        let gain = positions.discount[rank] * positions.gain[document as usize];
        RankTerm { document, score, gain, value: score - gain }
    };
    let mut so_far = 0.0;
    let both = violator.iter().zip(reference).enumerate();
    both.map(|(rank, (&hat, &star))| {
        let violator = term(rank, hat, positions.decay[rank]);
        let reference = term(rank, star, positions.reference_coefficients[star as usize]);
        let difference = violator.value - reference.value;
        so_far += difference;
        RankContribution { violator, reference, difference, so_far }
    })
    .collect()
}

/// Returns coefficient times score of every document, the largest first. Equal parts keep the order of `violator`.
///
/// Cost: O(n log n).
pub(super) fn by_document(
    coefficients: &[f64],
    scores: &[f64],
    violator: &[u32],
) -> Vec<DocumentContribution> {
    let part = |document: u32| coefficients[document as usize] * scores[document as usize];
    let mut order = violator.to_vec();
    sort_documents(&mut order, &|i, l| part(l).abs().total_cmp(&part(i).abs()));
    let mut so_far = 0.0;
    order
        .into_iter()
        .map(|document| {
            so_far += part(document);
            DocumentContribution { document, part: part(document), so_far }
        })
        .collect()
}
