//! The conditional likelihood of clicks: given how often a document was clicked, at which of its ranks? The chance of
//! a click on the document, once it is seen, cancels. Must not know how the likelihood is maximised.

use super::super::log::ClickLog;
use super::moved::{MovedDocument, Places};
use crate::util::error::Error;

/// log L = Σ_d Σ_j k_dj log(n_dj p_j / Σ_l n_dl p_l) over the documents d of each query and the ranks j, with
/// impressions n and clicks k.
///
/// The likelihood is concave in log p. If clicks follow P(click) = p_j γ_d, the expected gradient at the true p is 0,
/// whatever γ. Logs of swaps, of random orders and of two rankers have the same likelihood. A document that was shown
/// at one rank only adds nothing. Vectors have one number per rank, from rank 0; matrices are square, row by row.
/// Source: Joachims, Swaminathan and Schnabel 2017, section 5.1, for swaps; Agarwal et al. 2019 for two rankers.
#[derive(Debug, Clone)]
pub struct ConditionalLikelihood {
    pub(super) moved: Places,
    n_ranks: usize,
}

impl ConditionalLikelihood {
    /// Collects the documents shown at two or more of the first `n_ranks` ranks. Cost: O(cells · log cells).
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such document, or none was clicked.
    pub fn new(log: &ClickLog, n_ranks: usize) -> Result<Self, Error> {
        let moved = Places::of(log, n_ranks).into_moved();
        if moved.len() == 0 {
            return Err(Error::data(format!(
                "no document was shown at two of the first {n_ranks} ranks, so nothing tells the rank from the document; \
                 log sessions with swaps, with random orders, or of two rankers"
            )));
        }
        if moved.by_rank(n_ranks).iter().all(|rank| rank.clicks == 0.0) {
            return Err(Error::data(format!(
                "{} documents were shown at two of the first {n_ranks} ranks, and none was clicked there; log more \
                 sessions",
                moved.len()
            )));
        }
        Ok(Self { moved, n_ranks })
    }

    /// Number of ranks.
    pub fn n_ranks(&self) -> usize {
        self.n_ranks
    }

    /// Number of documents shown at two ranks or more.
    pub fn n_documents(&self) -> usize {
        self.moved.len()
    }

    /// Number of queries with a document that was shown at two ranks or more.
    pub fn n_queries(&self) -> usize {
        self.moved.n_queries()
    }

    /// Returns log L. `log_p`: one finite number per rank. Cost: O(places).
    ///
    /// # Panics
    /// If there are fewer numbers than ranks, as all methods below.
    pub fn value(&self, log_p: &[f64]) -> f64 {
        let mut sum = 0.0;
        let mut shares = Vec::new();
        for document in self.moved.documents() {
            shares_of(&document, log_p, &mut shares);
            for (place, share) in document.places.iter().zip(&shares) {
                if place.clicks > 0.0 {
                    sum += place.clicks * share.logarithm;
                }
            }
        }
        sum
    }

    /// Returns the derivatives of log L by log p. Cost: O(places).
    pub fn gradient(&self, log_p: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.n_ranks];
        self.each_query(log_p, |gradient| {
            sum.iter_mut().zip(gradient).for_each(|(sum, value)| *sum += value);
        });
        sum
    }

    /// Returns the negative second derivatives of log L by log p. Cost: O(documents · places²).
    pub fn information(&self, log_p: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.n_ranks * self.n_ranks];
        let mut shares = Vec::new();
        for document in self.moved.documents() {
            let clicks = document.clicks();
            if clicks == 0.0 {
                continue;
            }
            shares_of(&document, log_p, &mut shares);
            for (one, share) in document.places.iter().zip(&shares) {
                let row = &mut sum[one.rank * self.n_ranks..][..self.n_ranks];
                row[one.rank] += clicks * share.value;
                for (other, second) in document.places.iter().zip(&shares) {
                    row[other.rank] -= clicks * share.value * second.value;
                }
            }
        }
        sum
    }

    /// Returns Σ_q g_q g_qᵀ with the gradient g_q of a query: how much the gradient varies between queries. Cost:
    /// O(places + queries · ranks²).
    pub fn spread(&self, log_p: &[f64]) -> Vec<f64> {
        let n = self.n_ranks;
        let mut sum = vec![0.0; n * n];
        self.each_query(log_p, |gradient| {
            for (row, one) in sum.chunks_exact_mut(n).zip(gradient) {
                row.iter_mut().zip(gradient).for_each(|(sum, other)| *sum += one * other);
            }
        });
        sum
    }

    /// Calls the function with the gradient of each query.
    fn each_query(&self, log_p: &[f64], mut take: impl FnMut(&[f64])) {
        let mut gradient = vec![0.0; self.n_ranks];
        let mut shares = Vec::new();
        let mut query = None;
        for document in self.moved.documents() {
            if query.is_some_and(|query| query != document.query) {
                take(&gradient);
                gradient.fill(0.0);
            }
            query = Some(document.query);
            let clicks = document.clicks();
            if clicks == 0.0 {
                continue;
            }
            shares_of(&document, log_p, &mut shares);
            for (place, share) in document.places.iter().zip(&shares) {
                gradient[place.rank] += place.clicks - clicks * share.value;
            }
        }
        if query.is_some() {
            take(&gradient);
        }
    }
}

impl MovedDocument<'_> {
    pub fn clicks(&self) -> f64 {
        self.places.iter().map(|place| place.clicks).sum()
    }
}

/// The chance that a click on a document is at one of its ranks.
struct Share {
    value: f64,
    logarithm: f64,
}

/// Computes n_j p_j / Σ n_l p_l for the places of a document.
fn shares_of(document: &MovedDocument, log_p: &[f64], shares: &mut Vec<Share>) {
    shares.clear();
    let logarithm = |rank: usize, impressions: f64| libm::log(impressions) + log_p[rank];
    shares.extend(
        document
            .places
            .iter()
            .map(|place| Share { value: 0.0, logarithm: logarithm(place.rank, place.impressions) }),
    );
    let greatest = shares.iter().fold(f64::NEG_INFINITY, |greatest, share| greatest.max(share.logarithm));
    let sum: f64 = shares.iter().map(|share| libm::exp(share.logarithm - greatest)).sum();
    let log_sum = greatest + libm::log(sum);
    for share in shares {
        share.logarithm -= log_sum;
        share.value = libm::exp(share.logarithm);
    }
}
