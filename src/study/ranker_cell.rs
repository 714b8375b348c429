//! A cell that trains nothing: the measures of a ranker on the test data.

use std::sync::Arc;

use super::cell_result::{CellProgress, Recorded};
use super::cell_settings::RankerSettings;
use super::data::FoldSets;
use super::records::{Record, RecordKind};
use crate::data::{Dataset, Grouping};
use crate::metric::{Mean, Undefined};
use crate::ranker::{self, Ranker};
use crate::util::error::Error;

/// The measures of a ranker.
pub(super) struct RankerCell {
    settings: RankerSettings,
    ranker: Arc<Ranker>,
    sets: FoldSets,
    recorded: Option<Recorded>,
}

impl RankerCell {
    /// Returns the cell, not measured.
    pub fn new(settings: &RankerSettings, ranker: &Arc<Ranker>, sets: &FoldSets) -> Self {
        Self { settings: settings.clone(), ranker: Arc::clone(ranker), sets: sets.clone(), recorded: None }
    }

    /// Returns training, validation and test data.
    pub fn data(&self) -> (&Dataset, Option<&Dataset>, &Dataset) {
        (&self.sets.train, self.sets.valid.as_deref(), &self.sets.test)
    }

    /// Takes all measures at once. Cost: as [`Ranker::lists`], and the measures.
    ///
    /// # Errors
    /// As [`Ranker::lists`]; [`Error::Config`] if the data do not have the groups of the settings.
    pub fn work(&mut self, records: &[Record]) -> Result<CellProgress, Error> {
        let RankerSettings { ties, threshold, group, .. } = &self.settings;
        let lists = self.ranker.lists(&self.sets.test, ties.parse()?)?;
        let grouping: Grouping = group.parse()?;
        let test = self.sets.test.grouped(&grouping)?;
        // The scale of ERR is the greatest grade of all data, as in a training.
        let (train, valid, _) = self.data();
        let max_grade = [Some(train), valid]
            .into_iter()
            .flatten()
            .map(Dataset::max_grade)
            .fold(test.max_grade(), u8::max);
        let (mut values, mut queries) = (Vec::new(), Vec::new());
        for record in records {
            let RecordKind::Test(measure) = &record.kind else {
                values.push(None);
                queries.push(Vec::new());
                continue;
            };
            measure.check_grades(max_grade)?;
            let by_query = ranker::values(&lists, &test, measure, *threshold, max_grade);
            values.push(Mean::of(by_query.iter().copied(), Undefined::Skip).value);
            queries.push(by_query);
        }
        self.recorded = Some(Recorded {
            picked: Vec::new(),
            training: 0,
            trainings: Vec::new(),
            values,
            queries,
            stop: None,
        });
        Ok(CellProgress::Done)
    }

    /// Returns what was measured; `None` before.
    pub fn recorded(self) -> Option<Recorded> {
        self.recorded
    }
}
