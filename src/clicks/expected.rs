//! Expected counts of a simulation, without draws.

use super::builder::{LogBuilder, Session};
use super::shown::Display;
use super::users::Audience;
use crate::util::error::Error;

/// Adds the expected counts of `sessions` sessions, the same number on each query.
pub(super) fn add_expected(
    builder: &mut LogBuilder,
    display: &Display,
    audience: &Audience,
    propensities: bool,
    sessions: f64,
) -> Result<(), Error> {
    let is_independent = audience.users.are_independent();
    if propensities && !is_independent {
        let problem = "those of dcm and dbn depend on the clicks of a session; draw sessions instead";
        return Err(Error::config("propensities", problem));
    }
    let of_query = sessions / display.n_queries() as f64;
    let shares = if display.rankers.len() > 1 { vec![1.0 - display.share, display.share] } else { vec![1.0] };
    let mut probabilities = Vec::new();
    for query in 0..display.n_queries() {
        let first = display.starts[query];
        for (ranker, share) in shares.iter().enumerate() {
            let n = of_query * share;
            if n == 0.0 {
                continue;
            }
            if let Some(lists) = display.lists(query, ranker) {
                for (probability, documents) in &lists {
                    let n = n * probability;
                    audience.push_probabilities(first, documents, &mut probabilities);
                    let of_ranks = propensities.then_some(&audience.examination[..documents.len()]);
                    let shown = Session { query, ranker, documents, clicks: &[], propensities: of_ranks };
                    builder.add_ranking(&shown, n, &mut |rank| n * probabilities[rank])?;
                }
                continue;
            }
            if !is_independent {
                let problem = "dcm and dbn have no expected counts for random orders; draw sessions instead";
                return Err(Error::config("users", problem));
            }
            // Every one of the first documents is as likely at each of the first ranks. A turn of their order has each
            // at another rank, so that all turns have each at every rank once.
            let (mut documents, n_shown) = display.base(query, ranker);
            let shuffled = display.shuffled(query, ranker);
            let n = n / shuffled as f64;
            for _ in 0..shuffled {
                audience.push_probabilities(first, &documents[..n_shown], &mut probabilities);
                let of_ranks = propensities.then_some(&audience.examination[..n_shown]);
                let shown = Session {
                    query,
                    ranker,
                    documents: &documents[..n_shown],
                    clicks: &[],
                    propensities: of_ranks,
                };
                builder.add_ranking(&shown, n, &mut |rank| n * probabilities[rank])?;
                documents[..shuffled].rotate_left(1);
            }
            builder.forget_rankings();
        }
    }
    Ok(())
}
