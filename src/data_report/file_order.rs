//! Files in which the order of the lines tells the grades.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::metric::AUC;
use crate::ranking::{Ranking, TiedRanking};

/// Mean AUC of the order of the lines from which the order tells the grades.
const SUSPECT: f64 = 0.95;

/// Fewest queries with a good and a bad document.
const FEWEST_QUERIES: usize = 5;

/// Finds whether documents stand in the order of their grades, or in the opposite order.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let (mut sum, mut n) = (0.0, 0_usize);
    let mut places = Places::default();
    for one in sources.queries().filter(|one| one.is_graded) {
        let order = (0..one.query.documents.len() as u32).collect();
        let ranking = TiedRanking::strict(&Ranking::from_order(order));
        let Some(auc) = AUC.whole().value(&ranking, &sources.labels(&one)) else { continue };
        sum += auc;
        n += 1;
        if auc == 0.0 || auc == 1.0 {
            places.add(|| sources.query_of(one.file, &one.query, String::new()));
        }
    }
    let mean = sum / n.max(1) as f64;
    if n < FEWEST_QUERIES || (1.0 - SUSPECT < mean && mean < SUSPECT) {
        return None;
    }
    let order = if mean > 0.5 { "first" } else { "last" };
    let text = format!(
        "good documents stand {order} in {} of {n} queries: the order of the lines has AUC {mean:.4}",
        places.count
    );
    places.finding(
        n,
        text,
        "Programs that order equal scores by line then measure too much or too little. Shuffle the lines of each query. \
         Measures of Rankscope are means over all orders of equal scores.",
    )
}
