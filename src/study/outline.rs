//! What a session returns about its study and cells, as plain data.

use serde::Serialize;

use super::cell_settings::StudyKind;
use super::plan::Axis;
use crate::ratings::GeneratedRatings;
use crate::ratings::factorization::FactorizationSettings;

/// What a study declares, in short.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StudyOutline {
    /// Title.
    pub title: String,
    /// What the paper found.
    pub found: String,
    /// What the study shows here.
    pub here: String,
    /// Figures and tables of papers that it repeats.
    pub repeats: Vec<String>,
    /// Kind of the data.
    pub kind: StudyKind,
    /// Axes: data, factors, size.
    pub axes: Vec<Axis>,
    /// Number of cells.
    pub cells: usize,
    /// Number of trainings of all cells; equal cells are trained once.
    pub trainings: usize,
    /// Names of the data files that it reads.
    pub files: Vec<String>,
    /// Names of the recorded values.
    pub records: Vec<String>,
    /// Whether the share of time in the dual is recorded, which needs slices of one query.
    pub has_qp_share: bool,
}

/// What a cell trains.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CellPlan {
    /// Number of the cell, from 0.
    pub cell: usize,
    /// Index of the level on every axis.
    pub place: Vec<usize>,
    /// Fold of the data, from 0.
    pub fold: usize,
    /// Seed.
    pub seed: u64,
    /// Key: cells with the same key have the same result.
    pub key: String,
    /// The values of the grid that it trains, such as `c 10`, if it is one of several cells at its place; else empty.
    pub candidate: String,
    /// Number of trainings.
    pub trainings: usize,
    /// Number of training queries; of ratings, the number of users.
    pub training_queries: usize,
    /// Why it does not open as a training on data; `None` if it does.
    pub closed: Option<&'static str>,
}

/// The ratings and settings of a cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CellRatings {
    /// Name of the file, if the ratings are not generated.
    pub file: Option<String>,
    /// What is generated.
    pub generate: Option<GeneratedRatings>,
    /// The settings; the run of the page trains all three models with them.
    pub settings: FactorizationSettings,
}

/// The data of a cell as LETOR text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CellData {
    /// Training data of the cell's size.
    pub train: String,
    /// Validation data.
    pub valid: Option<String>,
    /// Test data.
    pub test: String,
    /// Whether the texts have the highest grade of the data that they are a part of. If not, methods and measures that
    /// depend on the grade scale give other values for the texts.
    pub has_scale: bool,
}
