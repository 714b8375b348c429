//! Loggers: the rankers whose lists users saw. Must not know users.

use crate::data::Dataset;
use crate::ranking::Ranking;
use crate::util::error::{Error, shown};

const FEATURE: &str = "feature:";
const RANDOM: &str = "random";

/// What ranked the documents that users saw.
#[derive(Debug, Clone, PartialEq)]
pub struct Logger {
    name: String,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    /// Name or number of the feature.
    Feature(String),
    /// One score per row.
    Scores(Vec<f64>),
    /// A new order for every session.
    Random,
}

impl Logger {
    /// Returns a logger from its text: `feature:F` ranks by falling F, `feature:-F` by rising F, where F is a name or a
    /// number from 1; `random` draws a new order for every session.
    ///
    /// # Errors
    /// [`Error::Config`] for another text.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let text = text.trim();
        let kind = match text.strip_prefix(FEATURE) {
            Some(feature) if !feature.trim().is_empty() => Kind::Feature(feature.trim().to_owned()),
            None if text == RANDOM => Kind::Random,
            _ => {
                let problem =
                    format!("{} is not one of feature:F, feature:-F, random, or model:FILE", shown(text));
                return Err(Error::config("logger", problem));
            }
        };
        Ok(Self { name: text.to_owned(), kind })
    }

    /// Returns a logger that ranks by falling scores, one per row of the data.
    pub fn by_scores(name: &str, scores: Vec<f64>) -> Self {
        Self { name: name.to_owned(), kind: Kind::Scores(scores) }
    }

    /// The name of the logger, which its sessions have.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether every session has a new order.
    pub fn is_random(&self) -> bool {
        self.kind == Kind::Random
    }

    /// Checks that data have its feature.
    ///
    /// # Errors
    /// [`Error::Config`] naming the feature.
    pub fn check(&self, data: &Dataset) -> Result<(), Error> {
        match &self.kind {
            Kind::Feature(text) => find(data, text).map(drop),
            Kind::Scores(_) | Kind::Random => Ok(()),
        }
    }

    /// Returns the documents of all queries in the order of the logger, one query after the other; ties keep file
    /// order. `None` for a random order. Cost: O(n log n).
    ///
    /// # Errors
    /// [`Error::Config`] if the data lack the feature; [`Error::Data`] if the number of scores is another, or a score
    /// is not finite.
    pub(super) fn orders(&self, data: &Dataset) -> Result<Option<Vec<u32>>, Error> {
        let scores = match &self.kind {
            Kind::Random => return Ok(None),
            Kind::Scores(scores) if scores.len() != data.n_documents() => {
                return Err(Error::data(format!(
                    "the logger {} has {} scores for {} documents",
                    shown(&self.name),
                    scores.len(),
                    data.n_documents()
                )));
            }
            Kind::Scores(scores) => scores.clone(),
            Kind::Feature(text) => {
                let (feature, sign) = find(data, text)?;
                (0..data.n_documents()).map(|row| sign * data.value(row, feature)).collect()
            }
        };
        if let Some(row) = scores.iter().position(|score| !score.is_finite()) {
            return Err(Error::data(format!(
                "the logger {} has no finite score for line {} of the data; fill the gaps (--missing)",
                shown(&self.name),
                data.line(row).unwrap_or(row + 1)
            )));
        }
        let mut orders = Vec::with_capacity(scores.len());
        for query in data.queries() {
            orders.extend_from_slice(Ranking::by_scores(&scores[query.documents]).order());
        }
        Ok(Some(orders))
    }
}

/// Returns the feature, from 0, and the sign of the score.
fn find(data: &Dataset, text: &str) -> Result<(usize, f64), Error> {
    let named = |name: &str| {
        let mut names = data.feature_names().iter().take(data.n_features());
        names.position(|known| known.as_deref() == Some(name))
    };
    let numbered = |text: &str| {
        text.parse::<usize>().ok().filter(|number| (1..=data.n_features()).contains(number)).map(|n| n - 1)
    };
    let falling = named(text).or_else(|| numbered(text)).map(|feature| (feature, 1.0));
    let rising = || {
        let rest = text.strip_prefix('-')?.trim();
        named(rest).or_else(|| numbered(rest)).map(|feature| (feature, -1.0))
    };
    falling.or_else(rising).ok_or_else(|| {
        let problem = format!(
            "the data have no feature {}; give the number of a feature from 1 to {}, or its name",
            shown(text),
            data.n_features()
        );
        Error::config("logger", problem)
    })
}
