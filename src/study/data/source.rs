//! Sources of the data of a study: files that the caller reads, and what is generated.

use std::sync::Arc;

use serde::Serialize;

use super::super::data_format::{DataEntry, DataFields, RatingsEntry, Sample, ShopSample, Split};
use super::super::format::Study;
use crate::data::{Dataset, generate_letor, generate_shop};
use crate::ranker::Ranker;
use crate::ratings::{GeneratedRatings, Ratings, RatingsReader, generate_ratings};
use crate::util::error::Error;

/// A text of data that the caller provides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Source {
    /// The file with this name.
    File(String),
    /// A generated sample; [`Source::generated`] returns it.
    Sample(Sample),
    /// Training or test data of the made shop; [`Source::generated`] returns them.
    Shop {
        /// What is made.
        shop: ShopSample,
        /// Whether these are the test data.
        is_test: bool,
    },
    /// The ranker in the file with this name, or a feature such as `feature:3`; [`Source::generated`] returns a
    /// feature.
    Ranker(String),
    /// The ratings in the file with this name, with these grades.
    Ratings {
        /// Name of the file.
        file: String,
        /// `ceil` or `double`.
        grades: String,
    },
    /// Generated ratings with these grades; [`Source::generated`] returns them.
    GeneratedRatings {
        /// What is generated.
        generate: GeneratedRatings,
        /// `ceil` or `double`.
        grades: String,
    },
}

/// The data of a source.
#[derive(Debug, Clone)]
pub enum SourceData {
    /// Documents of queries.
    Documents(Arc<Dataset>),
    /// Ratings, before any filter.
    Ratings(Arc<Ratings>),
    /// What orders documents without being trained.
    Ranker(Arc<Ranker>),
}

impl Source {
    /// Returns generated data; `None` for a file.
    ///
    /// # Errors
    /// [`Error::Parse`] never for a source that was checked.
    pub fn generated(&self) -> Option<Result<SourceData, Error>> {
        let documents = |made: Result<Dataset, Error>| Some(made.map(Arc::new).map(SourceData::Documents));
        match self {
            Self::File(_) | Self::Ratings { .. } => None,
            Self::Ranker(text) => {
                Ranker::feature(text).map(|ranker| Ok(SourceData::Ranker(Arc::new(ranker))))
            }
            Self::Sample(Sample { queries, list: Some(list), .. }) => documents(list.dataset(*queries)),
            Self::Sample(Sample { queries, documents: each, seed, list: None }) => {
                documents(Dataset::from_letor(&generate_letor(*queries, *each, *seed)))
            }
            Self::Shop { shop: ShopSample { seed }, is_test } => {
                let [train, test] = generate_shop(*seed);
                documents(Dataset::from_letor(if *is_test { &test } else { &train }))
            }
            Self::GeneratedRatings { generate, grades } => Some(made_ratings(*generate, grades)),
        }
    }

    /// Returns the name of its file, if it has one.
    pub fn file(&self) -> Option<&str> {
        match self {
            Self::File(file) | Self::Ratings { file, .. } => Some(file),
            Self::Ranker(text) => Ranker::feature(text).is_none().then_some(text),
            Self::Sample(_) | Self::Shop { .. } | Self::GeneratedRatings { .. } => None,
        }
    }
}

fn made_ratings(generate: GeneratedRatings, grades: &str) -> Result<SourceData, Error> {
    let mut reader = RatingsReader::new(grades.parse()?);
    reader.push(generate_ratings(generate)?.as_bytes());
    Ok(SourceData::Ratings(Arc::new(reader.finish()?.ratings)))
}

impl DataEntry {
    /// Returns the number of folds.
    pub fn n_folds(&self) -> usize {
        match &self.0 {
            DataFields { folds: Some(folds), .. } => folds.len(),
            DataFields { split: Some(Split { folds: Some(folds), .. }), .. } => *folds,
            _ => 1,
        }
    }

    /// Returns the sources of training, validation and test data by fold; with a split, of all data.
    pub(super) fn sources(&self) -> Vec<[Option<Source>; 3]> {
        let file = |name: &Option<String>| name.clone().map(Source::File);
        match &self.0 {
            DataFields { ratings: Some(RatingsEntry { file, generate, grades }), .. } => {
                let grades = grades.clone();
                let source = match (file.clone(), generate) {
                    (Some(file), _) => Some(Source::Ratings { file, grades }),
                    (None, Some(generate)) => Some(Source::GeneratedRatings { generate: *generate, grades }),
                    (None, None) => None,
                };
                vec![[source, None, None]]
            }
            DataFields { folds: Some(folds), .. } => folds
                .iter()
                .map(|fold| {
                    [
                        Some(Source::File(fold.train.clone())),
                        file(&fold.valid),
                        Some(Source::File(fold.test.clone())),
                    ]
                })
                .collect(),
            DataFields { sample: Some(sample), .. } => {
                vec![[Some(Source::Sample(sample.clone())), None, None]]
            }
            DataFields { shop: Some(shop), .. } => {
                let part = |is_test| Some(Source::Shop { shop: *shop, is_test });
                vec![[part(false), None, part(true)]]
            }
            DataFields { train, valid, test, .. } => vec![[file(train), file(valid), file(test)]],
        }
    }
}

impl Study {
    /// Returns all sources, each once.
    pub fn sources(&self) -> Vec<Source> {
        let mut sources = Vec::new();
        let data = self.data.iter().flat_map(DataEntry::sources).flatten().flatten();
        for source in data.chain(self.rankers().map(|text| Source::Ranker(text.to_owned()))) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }
}
