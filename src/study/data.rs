//! The data of a study: sources that the caller reads, and the training, validation and test sets of every fold.

mod folds;
mod source;

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::format::{Size, Study};
use super::plan::{Cell, fault};
use crate::data::{CommentGrades, Dataset, shuffle};
use crate::ranker::Ranker;
use crate::ratings::Ratings;
use crate::util::checksum::Checksum;
use crate::util::error::{Error, shown};
use crate::util::sorting::sort_indices;

use folds::{overlaps, split_sets};
pub use source::{Source, SourceData};

/// The data of a cell.
#[derive(Debug, Clone)]
pub enum CellSets {
    /// Documents of queries.
    Documents(FoldSets),
    /// Ratings.
    Ratings(RatingsSet),
}

/// Ratings before any filter or split, which depend on settings.
#[derive(Debug, Clone)]
pub struct RatingsSet {
    /// The ratings.
    pub ratings: Arc<Ratings>,
    /// Checksum of names and grades.
    checksum: String,
}

/// The sets of one fold.
#[derive(Debug, Clone)]
pub struct FoldSets {
    /// Training data of all sizes.
    pub train: Arc<Dataset>,
    /// Validation data.
    pub valid: Option<Arc<Dataset>>,
    /// Test data.
    pub test: Arc<Dataset>,
    /// Checksum of all three.
    checksum: String,
}

/// The data of a study.
#[derive(Debug, Clone)]
pub struct StudySets {
    /// Folds by data set; ratings have one.
    folds: Vec<Vec<CellSets>>,
    /// Rankers by their names in the study.
    rankers: Vec<(String, Arc<Ranker>)>,
    /// Warnings about data sets whose folds overlap.
    warnings: Vec<String>,
}

impl StudySets {
    /// Returns the sets of a study. `data`: one data set per source of [`Study::sources`], in this order.
    ///
    /// # Errors
    /// [`Error::Data`] naming a data set with too few queries for its split or for a size, for a missing source, and
    /// for a ranker that does not fit the test data.
    pub fn new(study: &Study, data: &[SourceData]) -> Result<Self, Error> {
        let sources = study.sources();
        let mut warnings = Vec::new();
        let on_valid = study.select.as_ref().is_some_and(|select| select.on == "valid");
        let mut folds = Vec::new();
        for entry in &study.data {
            let name = &entry.0.name;
            let about = |error: Error| Error::data(format!("data {name:?}: {error}"));
            let given = |source: &Source| {
                let place = sources.iter().position(|other| other == source);
                place.and_then(|place| data.get(place))
            };
            let missing = |source: &Source| Error::data(format!("the data of {source:?} are missing"));
            let rule = entry.0.grades.as_ref().map(|rule| rule.parse::<CommentGrades>());
            let rule = rule.transpose().map_err(about)?;
            let loaded = |source: &Source| match (given(source), &rule) {
                (Some(SourceData::Documents(data)), None) => Ok(Arc::clone(data)),
                (Some(SourceData::Documents(data)), Some(rule)) => {
                    rule.apply(Dataset::clone(data)).map(Arc::new).map_err(about)
                }
                _ => Err(missing(source)),
            };
            let mut sets = Vec::new();
            for [train, valid, test] in entry.sources() {
                if let Some(source) = train.as_ref().filter(|_| entry.0.ratings.is_some()) {
                    let Some(SourceData::Ratings(ratings)) = given(source) else {
                        return Err(about(missing(source)));
                    };
                    folds.push(vec![CellSets::Ratings(RatingsSet::new(Arc::clone(ratings)))]);
                    continue;
                }
                let [train, valid, test] =
                    [train, valid, test].map(|source| source.as_ref().map(loaded).transpose());
                let test = test?;
                // Where nothing is trained, the test data stand in for training data.
                let stand_in = test.clone().filter(|_| !study.trains());
                let Some(train) = train?.or(stand_in) else {
                    return Err(about(Error::data("no training data")));
                };
                match (&entry.0.split, test) {
                    (Some(split), _) => sets.extend(split_sets(&train, split, on_valid).map_err(about)?),
                    (None, Some(test)) => sets.push(FoldSets::new(train, valid?, test)),
                    (None, None) => return Err(about(Error::data("no test data"))),
                }
            }
            for (fold, set) in sets.iter().enumerate() {
                let n = set.train.n_queries();
                for (index, size) in study.sizes.iter().enumerate() {
                    if size.of(n).is_none() {
                        let problem = format!(
                            "data {name:?} has {n} training queries in fold {}, fewer than that",
                            fold + 1
                        );
                        return Err(fault(&format!("sizes[{index}]"), problem));
                    }
                }
            }
            warnings.extend(overlaps(name, &sets));
            if entry.0.ratings.is_none() {
                folds.push(sets.into_iter().map(CellSets::Documents).collect());
            }
        }
        let ranker = |(source, data): (&Source, &SourceData)| match (source, data) {
            (Source::Ranker(name), SourceData::Ranker(ranker)) => Some((name.clone(), Arc::clone(ranker))),
            _ => None,
        };
        let rankers: Vec<(String, Arc<Ranker>)> = sources.iter().zip(data).filter_map(ranker).collect();
        for (name, ranker) in &rankers {
            for sets in folds.iter().flatten() {
                let CellSets::Documents(FoldSets { test, .. }) = sets else { continue };
                ranker.check(test).map_err(|error| Error::data(format!("{}: {error}", shown(name))))?;
            }
        }
        Ok(Self { folds, rankers, warnings })
    }

    /// Returns the training data of the first data set; `None` for ratings.
    pub(super) fn first_training(&self) -> Option<&Dataset> {
        match self.folds.first()?.first()? {
            CellSets::Documents(sets) => Some(&sets.train),
            CellSets::Ratings(_) => None,
        }
    }

    /// Returns a ranker by its name in the study.
    ///
    /// # Errors
    /// [`Error::Absent`] if the study has no such ranker.
    pub(super) fn ranker(&self, name: &str) -> Result<&Arc<Ranker>, Error> {
        let found = self.rankers.iter().find(|(other, _)| other == name).map(|(_, ranker)| ranker);
        found.ok_or_else(|| Error::absent("ranker", shown(name)))
    }

    /// Returns the sets of a cell.
    ///
    /// # Errors
    /// [`Error::Absent`] for a cell of another study.
    pub(super) fn of(&self, cell: &Cell) -> Result<&CellSets, Error> {
        let found =
            cell.place.first().and_then(|data| self.folds.get(*data)).and_then(|folds| folds.get(cell.fold));
        found.ok_or_else(|| Error::absent("cell", format!("{} is not a cell of this study", cell.cell)))
    }

    /// Returns the sets of a cell, without the features that it leaves out. Cost: a copy if there are any.
    ///
    /// # Errors
    /// As [`Self::of`]; [`Error::Config`] for a feature that the data do not have.
    pub(super) fn of_features(&self, cell: &Cell) -> Result<CellSets, Error> {
        match self.of(cell)? {
            CellSets::Documents(sets) if !cell.without.is_empty() => {
                Ok(CellSets::Documents(sets.without(&cell.without)?))
            }
            sets => Ok(sets.clone()),
        }
    }

    /// Checks that the data have the features that a cell leaves out, and those that log its clicks.
    ///
    /// # Errors
    /// [`Error::Config`] naming the feature.
    pub(super) fn check_features(&self, cell: &Cell) -> Result<(), Error> {
        let CellSets::Documents(sets) = self.of(cell)? else { return Ok(()) };
        if cell.without.is_empty() && cell.clicks.is_none() {
            return Ok(());
        }
        let mut first = sets.train.select_queries(&[]);
        if !cell.without.is_empty() {
            first = first.without_features(&cell.without).map_err(|error| fault("factors", error))?;
        }
        cell.clicks.as_ref().map_or(Ok(()), |clicks| clicks.check_features(&first))
    }

    /// Returns the sentences about folds that share training or test queries.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns the id of every test query of a cell; of ratings, the name of every user.
    pub fn test_queries(&self, cell: &Cell) -> Vec<String> {
        match self.of(cell) {
            Ok(CellSets::Documents(sets)) => sets.test.queries().map(|query| query.id.to_owned()).collect(),
            Ok(CellSets::Ratings(set)) => set.ratings.users().to_vec(),
            Err(_) => Vec::new(),
        }
    }

    /// Returns the number of training queries of a cell of this size; of ratings, the number of users.
    pub fn n_training_queries(&self, cell: &Cell, size: Size) -> usize {
        match self.of(cell) {
            Ok(CellSets::Documents(sets)) => size.of(sets.train.n_queries()).unwrap_or(0),
            Ok(CellSets::Ratings(set)) => set.ratings.users().len(),
            Err(_) => 0,
        }
    }
}

impl RatingsSet {
    fn new(ratings: Arc<Ratings>) -> Self {
        let mut checksum = Checksum::default();
        for (user, name) in ratings.users().iter().enumerate() {
            checksum.push(name.as_bytes());
            checksum.push(b"\n");
            for (item, grade) in ratings.rows().row(user) {
                checksum.push(&item.to_le_bytes());
                checksum.push(&[grade]);
            }
        }
        Self { ratings, checksum: checksum.hex() }
    }

    /// Returns the checksum of users and grades. Names of items have no effect on a training.
    pub(super) fn checksum(&self) -> &str {
        &self.checksum
    }
}

impl FoldSets {
    fn new(train: Arc<Dataset>, valid: Option<Arc<Dataset>>, test: Arc<Dataset>) -> Self {
        let mut checksum = Checksum::default();
        for data in [Some(&train), valid.as_ref(), Some(&test)] {
            match data {
                Some(data) => (0..data.n_queries()).for_each(|query| push_query(&mut checksum, data, query)),
                None => checksum.push(b"none"),
            }
            checksum.push(b";");
        }
        Self { train, valid, test, checksum: checksum.hex() }
    }

    /// Returns the sets without some features. Their checksum is that of the whole sets. A feature that the training
    /// data have and the others lack is no fault.
    fn without(&self, features: &[String]) -> Result<Self, Error> {
        let further = |data: &Arc<Dataset>| -> Result<Arc<Dataset>, Error> {
            Ok(Arc::new(data.without_those_of(&self.train, features)?))
        };
        Ok(Self {
            train: further(&self.train)?,
            valid: self.valid.as_ref().map(further).transpose()?,
            test: further(&self.test)?,
            checksum: self.checksum.clone(),
        })
    }

    /// Returns the checksum of grades, features, comments and ids of the three sets.
    pub(super) fn checksum(&self) -> &str {
        &self.checksum
    }

    /// Returns the training queries of a size: the first ones of an order that the seed determines, so that a smaller
    /// size is a part of a larger one. `None` for all queries, or if there are fewer.
    pub(super) fn chosen(&self, size: Size, seed: u64) -> Option<Vec<usize>> {
        let n = self.train.n_queries();
        let count = size.of(n).filter(|&count| count < n)?;
        let mut order: Vec<usize> = (0..n).collect();
        shuffle(&mut order, &mut ChaCha8Rng::seed_from_u64(seed));
        order.truncate(count);
        sort_indices(&mut order, &|one, other| one.cmp(&other));
        Some(order)
    }
}

/// Adds id, grades, features and comments of a query. Comments may hold groups and kinds.
fn push_query(checksum: &mut Checksum, data: &Dataset, query: usize) {
    let query = data.query(query);
    checksum.push(query.id.as_bytes());
    checksum.push(query.grades);
    for document in query.documents {
        for value in data.features(document).iter() {
            checksum.push(&value.to_le_bytes());
        }
        checksum.push(data.comment(document).as_bytes());
        checksum.push(b"\n");
    }
}
