//! The queries that change most in a comparison.

use super::super::data::StudySets;
use super::super::format::Study;
use super::super::plan::Cell;
use super::{ByQuery, ChangedQuery, StudyRow};
use crate::util::sorting::sorted;

/// Lists in every comparison the queries whose values differ most from those of the baseline. Among equal differences
/// the first in the data stands first. Queries without a difference are left out.
pub(super) fn list_changed(
    study: &Study,
    cells: &[Cell],
    sets: &StudySets,
    rows: &mut [StudyRow],
    queries: &[Vec<ByQuery>],
) {
    let most = study.compare.as_ref().map_or(0, |compare| compare.queries);
    if most == 0 {
        return;
    }
    for (at, row) in rows.iter_mut().enumerate() {
        let of_fold =
            |fold: usize| row.cells.iter().filter_map(|&cell| cells.get(cell)).find(|cell| cell.fold == fold);
        for (record, value) in row.values.iter_mut().enumerate() {
            let Some(against) = &mut value.against else { continue };
            let mut changes: Vec<(usize, usize, f64)> = Vec::new();
            let pairs = queries[at][record].iter().zip(&queries[against.baseline][record]);
            for (fold, (ours, theirs)) in pairs.enumerate() {
                for (place, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
                    if let (Some(ours), Some(theirs)) = (ours, theirs)
                        && ours != theirs
                    {
                        changes.push((fold, place, ours - theirs));
                    }
                }
            }
            let mut changes = sorted(changes, &|one, other| other.2.abs().total_cmp(&one.2.abs()));
            changes.truncate(most);
            against.changed = changes
                .into_iter()
                .filter_map(|(fold, place, difference)| {
                    let query = sets.test_queries(of_fold(fold)?).into_iter().nth(place)?;
                    Some(ChangedQuery { query, difference })
                })
                .collect();
        }
    }
}
