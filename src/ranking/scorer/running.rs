//! Scores of a data set by a scorer that grows term by term. Must not know learners.

use super::{Scorer, Term};
use crate::data::Dataset;
use crate::util::threads;

/// Number of documents that a thread scores at a time.
const CHUNK: usize = 1 << 12;

/// Stored scores. An update costs only the new terms of a growing scorer.
///
/// The bits are those of [`Scorer::score`], because both add the terms in the same order.
#[derive(Debug, Clone, Default)]
pub struct RunningScores {
    /// Number of terms added per ensemble, with the last term, which identifies the scorer.
    added: Vec<(usize, Option<Term>)>,
    /// One sum per ensemble and document.
    sums: Vec<Vec<f64>>,
    /// One score per document; empty if the scores are the sums.
    scores: Vec<f64>,
}

impl RunningScores {
    /// Returns scores that belong to no scorer yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Scores all documents of `data`, the same data at every call.
    ///
    /// If the scorer continues the last one (the same terms followed by new ones), the cost is rows times new terms.
    /// Any other scorer is scored from the start. A scorer counts as a continuation if the last known term is equal.
    pub fn update(&mut self, scorer: &Scorer, data: &Dataset) -> &[f64] {
        self.update_with(scorer, data, &[])
    }

    /// As [`RunningScores::update`]. `values`: those of the one new weak learner of every ensemble, one per document;
    /// an ensemble without values is computed from the data.
    pub fn update_with(&mut self, scorer: &Scorer, data: &Dataset, values: &[Vec<f64>]) -> &[f64] {
        let ensembles = scorer.ensembles();
        let n = data.n_documents();
        if !self.is_continued_by(ensembles, n) {
            self.added = vec![(0, None); ensembles.len()];
            self.sums = vec![vec![0.0; n]; ensembles.len()];
        }
        let states = self.added.iter_mut().zip(&mut self.sums).enumerate();
        for (terms, (ensemble, ((added, last), sums))) in ensembles.iter().zip(states) {
            match (&terms[*added..], values.get(ensemble)) {
                ([], _) => {}
                ([term], Some(values)) if values.len() == n => {
                    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += term.weight * value);
                }
                (new, _) => add(new, data, sums),
            }
            (*added, *last) = (terms.len(), terms.last().cloned());
        }
        self.scores.resize(if matches!(scorer, Scorer::Additive { .. }) { 0 } else { n }, 0.0);
        match scorer {
            Scorer::Additive { .. } => {}
            Scorer::Classes { link, .. } => {
                let mut of_document = vec![0.0; ensembles.len()];
                for (document, score) in self.scores.iter_mut().enumerate() {
                    for (one, sums) in of_document.iter_mut().zip(&self.sums) {
                        *one = sums[document];
                    }
                    *score = link.score(&of_document);
                }
            }
            Scorer::Linear { .. } | Scorer::Network { .. } => {
                scorer.score(data, 0..n, &mut self.scores);
            }
        }
        self.scores()
    }

    /// Returns one score per document, as of the last update.
    pub fn scores(&self) -> &[f64] {
        match &self.sums[..] {
            [only] if self.scores.is_empty() => only,
            _ => &self.scores,
        }
    }

    /// Returns the sum of every ensemble, one per document; no list for a scorer without terms.
    pub fn sums(&self) -> &[Vec<f64>] {
        &self.sums
    }

    fn is_continued_by(&self, ensembles: &[Vec<Term>], n_documents: usize) -> bool {
        self.added.len() == ensembles.len()
            && self.sums.iter().all(|sums| sums.len() == n_documents)
            && self.added.iter().zip(ensembles).all(|((added, last), terms)| {
                *added == 0 || terms.get(added - 1).is_some_and(|term| Some(term) == last.as_ref())
            })
    }
}

/// Adds the values of terms to the sum of each document.
fn add(terms: &[Term], data: &Dataset, sums: &mut [f64]) {
    let mut chunks: Vec<&mut [f64]> = sums.chunks_mut(CHUNK).collect();
    threads::map_mut(&mut chunks, |index, sums| {
        for (document, sum) in (index * CHUNK..).zip(sums.iter_mut()) {
            let row = data.features(document);
            *sum = terms.iter().fold(*sum, |sum, term| sum + term.value(&row));
        }
    });
}
