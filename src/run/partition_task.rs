//! What the driver of a distributed training sends to every partition, and what comes back. It is plain data: how it
//! travels is not known here.

use serde::{Deserialize, Serialize};

use crate::data::{FittedScaling, Grade};
use crate::learner::partitions::{Answer, Question, Sizes};
use crate::method::settings::TrainingSettings;

/// A task for every partition. Its result depends on the task and on the data of the partition alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "lowercase")]
pub enum Task {
    /// Checks that the settings fit the data, and counts.
    Survey {
        /// The settings of the training.
        settings: TrainingSettings,
    },
    /// Sums for a scaling by means and deviations, one value per feature.
    Moments {
        /// Smallest values in all partitions.
        minimum: Vec<f64>,
        /// Largest values.
        maximum: Vec<f64>,
        /// Means divided by the largest magnitudes; `None` while they are not known.
        relative_mean: Option<Vec<f64>>,
    },
    /// A question of the learner.
    Question {
        /// The settings of the training.
        settings: TrainingSettings,
        /// What holds for all data.
        whole: Whole,
        /// The sizes of all partitions for the loss; `None` while they are not known.
        sizes: Option<Sizes>,
        /// The question.
        question: Question,
    },
}

/// What holds for the data of all partitions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Whole {
    /// Highest grade.
    pub max_grade: Grade,
    /// The scaling, fitted to all partitions.
    pub scaling: FittedScaling,
}

/// The result of a [`Task`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "lowercase")]
pub enum Reply {
    /// To [`Task::Survey`].
    Survey(Survey),
    /// To [`Task::Moments`].
    Moments {
        /// The checksum of the data, as in the survey.
        data: String,
        /// One sum per feature.
        sums: Vec<f64>,
    },
    /// To [`Task::Question`].
    Answer {
        /// The checksum of the data, as in the survey.
        data: String,
        /// The answer.
        answer: Answer,
        /// The measures of the queries of the partition at the w of the question, in the order of the settings; empty
        /// if the question is about something else.
        measures: Vec<MeasureSum>,
    },
}

/// The sum of a measure over the queries that define it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct MeasureSum {
    /// The sum; not finite if a score left the range of floating point.
    pub sum: f64,
    /// The number of these queries.
    pub queries: usize,
}

/// Counts and names of a partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// A checksum of the data, by which the driver notices other data in the place of a partition.
    pub data: String,
    /// Ids of the queries.
    pub queries: Vec<String>,
    /// Number of documents.
    pub documents: usize,
    /// Number of features.
    pub features: usize,
    /// Names of the features.
    pub names: Vec<Option<String>>,
    /// Lowest and highest grade.
    pub grades: [Grade; 2],
    /// Whether a query has documents of different grades.
    pub has_pairs: bool,
    /// Smallest value of each feature; empty for a scaling that does not need it.
    pub minimum: Vec<f64>,
    /// Largest value of each feature; empty for a scaling that does not need it.
    pub maximum: Vec<f64>,
}
