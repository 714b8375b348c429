//! The query that was inspected last, with its violators, because the page requests several views of one query.

use std::sync::{Arc, Mutex, PoisonError};

use crate::data::Dataset;
use crate::inspect::View;
use crate::util::error::Error;

/// A query at an iteration.
type Place = (usize, usize);

/// The latest view, and its place.
#[derive(Default)]
pub(super) struct LatestView(Mutex<Option<(Place, View<Arc<Dataset>>)>>);

impl LatestView {
    /// Calls `show` with the view of a place. It is made unless it is the latest view.
    pub(super) fn show<T>(
        &self,
        place: Place,
        make: impl FnOnce() -> Result<View<Arc<Dataset>>, Error>,
        show: impl FnOnce(&View<Arc<Dataset>>) -> T,
    ) -> Result<T, Error> {
        // A view is whole or absent, so a panic of another thread leaves nothing half made.
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = latest.take().filter(|(of, _)| *of == place);
        let (_, view) = latest.insert(match same {
            Some(same) => same,
            None => (place, make()?),
        });
        Ok(show(view))
    }

    /// Drops the view.
    pub(super) fn clear(&mut self) {
        *self.0.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;

    use super::LatestView;
    use crate::data::Dataset;
    use crate::inspect::{Judgement, View};
    use crate::loss::{Map, RankingLoss};
    use crate::metric::AVERAGE_PRECISION;
    use crate::util::error::Error;

    #[test]
    fn a_view_is_made_once_for_a_place() {
        let data = Arc::new(Dataset::from_letor("1 qid:a 1:1\n0 qid:a 1:0\n").expect("LETOR text"));
        let groups: [Vec<&dyn RankingLoss>; 1] = [vec![&Map { threshold: 1 }]];
        let judgement =
            Judgement { measure: AVERAGE_PRECISION.whole(), threshold: 1, max_grade: 1, diverse_ranks: 1 };
        let made = Cell::new(0);
        let mut latest = LatestView::default();
        let hinge = |latest: &LatestView, place| {
            let make = || {
                made.set(made.get() + 1);
                View::new(Arc::clone(&data), 0, &groups, judgement, &[0.0], None)
            };
            latest.show(place, make, |view| view.inspect(0, None).hinge).expect("a view")
        };
        assert_eq!((hinge(&latest, (3, 0)), hinge(&latest, (3, 0)), made.get()), (0.5, 0.5, 1));
        for (place, times) in [((4, 0), 2), ((4, 1), 3), ((3, 0), 4), ((3, 0), 4)] {
            hinge(&latest, place);
            assert_eq!(made.get(), times, "{place:?}");
        }
        latest.clear();
        hinge(&latest, (3, 0));
        assert_eq!(made.get(), 5);
        let failed = latest.show((9, 9), || Err(Error::data("no")), |_| ());
        assert_eq!(failed, Err(Error::data("no")));
    }
}
