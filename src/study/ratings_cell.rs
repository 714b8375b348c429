//! The training of a cell on ratings.

use super::cell_result::{CellProgress, Recorded};
use super::cell_settings::RatingsSettings;
use super::data::RatingsSet;
use super::plan::Picked;
use super::records::{Record, RecordKind};
use crate::learner::{Phase, StopReason};
use crate::metric::{Mean, Measure, Undefined};
use crate::ratings::factorization::{MEASURES, RatingsModel, RatingsProgress, RatingsResult, RatingsRun};
use crate::util::error::Error;

/// The measures of a study on ratings, by the words of [`Measure`], in the order of [`MEASURES`].
pub(super) const RATINGS_MEASURES: [&str; MEASURES.len()] = ["ndcg@10", "ndcg", "eru"];

/// Returns the place of a measure among those of users; `None` for any other measure.
pub(super) fn place_of(measure: &Measure) -> Option<usize> {
    RATINGS_MEASURES.iter().position(|name| *name == measure.key())
}

/// The training of a cell.
pub(super) struct RatingsCell {
    run: RatingsRun,
    model: RatingsModel,
    /// For every user of the file, the place among the users that the filters keep.
    places: Vec<Option<usize>>,
    result: Option<Box<RatingsResult>>,
}

impl RatingsCell {
    /// Returns the training of a cell, not begun. Cost: linear in the ratings.
    ///
    /// # Errors
    /// As [`RatingsRun::new`].
    pub fn new(settings: &RatingsSettings, set: &RatingsSet) -> Result<Self, Error> {
        let training = &settings.training;
        let (kept, _) = set.ratings.filtered(training.filter())?;
        let mut next = kept.users().iter().enumerate().peekable();
        // The filters keep the order of the users.
        let place = |user: &String| next.next_if(|(_, kept)| *kept == user).map(|(place, _)| place);
        let places = set.ratings.users().iter().map(place).collect();
        let run = RatingsRun::up_to(settings.model, &kept, training)?;
        Ok(Self { run, model: settings.model, places, result: None })
    }

    /// Works for a slice.
    ///
    /// # Errors
    /// [`Error::Numeric`] if numbers left their range; the cell then fails.
    pub fn work(&mut self, budget: usize) -> Result<CellProgress, Error> {
        if self.run.is_measured() {
            return Ok(CellProgress::Done);
        }
        if let RatingsProgress::Finished { result } = self.run.advance(budget)? {
            self.result = Some(result);
        }
        Ok(match self.run.is_measured() {
            true => CellProgress::Trained { training: 0 },
            false => CellProgress::Working { training: 0, phase: Phase::Learn },
        })
    }

    /// Returns what is recorded of the model; `None` before the training has ended.
    pub fn recorded(&self, records: &[Record]) -> Option<Recorded> {
        if !self.run.is_measured() {
            return None;
        }
        let measured = self.run.user_measures(self.model);
        let by_user = |measure: usize| -> Vec<Option<f64>> {
            let value = |place: &Option<usize>| measured.get((*place)?)?[measure];
            self.places.iter().map(value).collect()
        };
        let (mut values, mut queries) = (Vec::new(), Vec::new());
        for record in records {
            let of_users = match &record.kind {
                RecordKind::Test(measure) => place_of(measure).map(by_user).unwrap_or_default(),
                _ => Vec::new(),
            };
            values.push(match &record.kind {
                RecordKind::Report("objective") => self.result.as_ref().map(|result| result.objective),
                // A clock measures the seconds.
                _ => Mean::of(of_users.iter().copied(), Undefined::Skip).value,
            });
            queries.push(of_users);
        }
        let stop = Some(StopReason::Complete);
        Some(Recorded { picked: self.picked(), training: 0, trainings: Vec::new(), values, queries, stop })
    }

    /// Returns the settings that held-out ratings chose.
    fn picked(&self) -> Picked {
        let Some(chosen) = self.run.chosen_for(self.model) else { return Vec::new() };
        let weight = match self.model {
            RatingsModel::Ranking | RatingsModel::Mmmf => Some("c"),
            RatingsModel::ItemMean | RatingsModel::SquaredError => Some("lambda"),
            RatingsModel::JRank => None,
        };
        let rounds = match self.model {
            RatingsModel::ItemMean => None,
            RatingsModel::SquaredError | RatingsModel::JRank | RatingsModel::Mmmf => Some("sweeps"),
            RatingsModel::Ranking => Some("turns"),
        };
        let mut picked: Picked =
            weight.map(|name| (name.to_owned(), chosen.weight.into())).into_iter().collect();
        picked.extend(rounds.map(|name| (name.to_owned(), chosen.rounds.into())));
        picked
    }
}
