//! The places of ideal rankings: which class stands at which rank in some ranking of least cost.
//!
//! They come from prices of classes and ranks that add up to at most the cost of every place, and to the cost of the
//! places of one ideal ranking. By complementary slackness, the rankings of least cost are those that use only places
//! where the prices add up to the cost.

use crate::linalg::assignment;
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

/// Queries for which the ideal rankings take more steps than this are refused, about ten seconds.
const MOST_IDEAL_STEPS: f64 = 1e10;

/// Dual prices of an ideal ranking.
struct Prices {
    /// Classes with a price. A class may have several.
    classes: Vec<(usize, f64)>,
    /// By rank, for the first K ranks and one behind them.
    ranks: Vec<f64>,
}

/// Returns the rows of costs in which only the places of ideal rankings are allowed: 0 there, else infinite.
///
/// `class_of`: by document. `rows`: by class, K costs by rank and the cost behind them, which is 0.
/// Cost: O(K L) if sorted classes are ideal, as for the loss of DCG; otherwise O(R³) for R documents, at most K + 1 of
/// each class.
///
/// # Errors
/// [`Error::Data`] if that takes too long.
pub(super) fn ideal_places(class_of: &[usize], rows: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Error> {
    let head = rows[0].len() - 1;
    let prices = match sorted_prices(class_of, rows) {
        Some(prices) => prices,
        None => assigned_prices(class_of, rows)?,
    };
    let scale = rows.iter().flatten().fold(1.0, |most: f64, cost| most.max(cost.abs()));
    let mut ideal: Vec<Vec<f64>> = vec![vec![f64::INFINITY; head + 1]; rows.len()];
    for &(class, price) in &prices.classes {
        for (rank, rank_price) in prices.ranks.iter().enumerate() {
            if rows[class][rank] - price - rank_price <= 1e-9 * scale {
                ideal[class][rank] = 0.0;
            }
        }
    }
    Ok(ideal)
}

/// Prices of the ranking that sorts the documents by class, if that is ideal whatever the sizes of the classes.
///
/// It is if classes can be ordered so that the extra cost of each over the one before it never increases with the rank:
/// exchanging two documents in the wrong order then never costs more. The price of a class exceeds that of the one
/// before it by the extra cost at the ranks where the two meet.
fn sorted_prices(class_of: &[usize], rows: &[Vec<f64>]) -> Option<Prices> {
    let head = rows[0].len() - 1;
    let mut counts = vec![0_usize; rows.len()];
    class_of.iter().for_each(|&class| counts[class] += 1);
    // All rows end in 0, so the extra cost is at least 0 everywhere, at the first rank too.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    sort_indices(&mut order, &|a, b| rows[a][0].total_cmp(&rows[b][0]));
    let mut classes = vec![(order[0], 0.0)];
    let (mut before, mut price) = (0, 0.0);
    for pair in order.windows(2) {
        let extra = |rank: usize| rows[pair[1]][rank.min(head)] - rows[pair[0]][rank.min(head)];
        if (0..head).any(|rank| extra(rank) < extra(rank + 1)) {
            return None;
        }
        before += counts[pair[0]];
        price += 0.5 * (extra(before - 1) + extra(before));
        classes.push((pair[1], price));
    }
    let cheapest = |rank: usize| {
        classes.iter().map(|&(class, price)| rows[class][rank] - price).fold(f64::INFINITY, f64::min)
    };
    let ranks = (0..=head.min(class_of.len() - 1)).map(cheapest).collect();
    Some(Prices { classes, ranks })
}

/// Prices of an optimal assignment of documents to ranks. It has at most K + 1 documents of each class: more of them
/// stand behind the first K ranks in any case.
fn assigned_prices(class_of: &[usize], rows: &[Vec<f64>]) -> Result<Prices, Error> {
    let head = rows[0].len() - 1;
    let mut left = vec![head + 1; rows.len()];
    let mut is_used = |class: usize| {
        let is_used = left[class] > 0;
        left[class] -= usize::from(is_used);
        is_used
    };
    let used: Vec<usize> = class_of.iter().copied().filter(|&class| is_used(class)).collect();
    if assignment::steps(used.len()) > MOST_IDEAL_STEPS {
        return Err(Error::data(format!(
            "its {} documents and a cost that differs up to rank {head} make the search for y* too long; use a cost that \
             is the same from an early rank on, such as if(rank > 10, 0, …), or shorter queries",
            class_of.len()
        )));
    }
    let assigned = assignment::maximize(used.len(), |row, rank| -rows[used[row]][rank.min(head)]);
    let classes = used.iter().zip(&assigned.row_prices).map(|(&class, price)| (class, -price)).collect();
    let ranks = assigned.column_prices.iter().take(head + 1).map(|price| -price).collect();
    Ok(Prices { classes, ranks })
}
