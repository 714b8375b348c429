//! The provenance of a model that `train` writes: files, checksums, sizes, end of training and measured values.

use std::path::{Path, PathBuf};

use rankscope::data::{Dataset, ReadingSettings};
use rankscope::learner::StopReason;
use rankscope::model::{DataSource, MeasuredValue, Measurements, Provenance, Reading, TrainingEnd};
use rankscope::run::{MeasureValue, Overview, Stop};

use super::reading::ReadingArgs;
use super::terminal::name_of;
use super::train::TrainArgs;

/// Most characters of a file name in a model file.
const MAX_NAME: usize = 1000;

/// Returns the name of a file as a model file says it: without control characters and bytes that are not UTF-8.
pub fn said(path: &Path) -> String {
    name_of(named(path)).chars().take(MAX_NAME).collect()
}

/// Returns a path as given, but without the folders of an absolute path, which belong to one machine.
fn named(path: &Path) -> &Path {
    path.file_name().filter(|_| path.is_absolute()).map_or(path, Path::new)
}

/// Returns whether a file has another name than the one that a model file says.
fn is_changed(path: &Path) -> bool {
    named(path).to_str().is_none_or(|name| name != said(path))
}

/// Returns a data set with the file it was read from, or as a part of another file.
pub fn source(file: Option<(&Path, String)>, data: &Dataset) -> DataSource {
    let (name, checksum) = file.map(|(path, checksum)| (said(path), checksum)).unzip();
    DataSource {
        file: name,
        checksum,
        queries: data.n_queries(),
        documents: data.n_documents(),
        features: data.n_features(),
        weighted: data.is_weighted(),
    }
}

/// Adds the rules of reading to the data. `files`: all files that were read. `rules`: by which, and what they took from
/// the training data.
pub fn of_files<'a>(
    [train, valid, test]: [Option<DataSource>; 3],
    files: impl Iterator<Item = &'a PathBuf>,
    args: &'a ReadingArgs,
    rules: ReadingSettings,
) -> Provenance {
    Provenance {
        train,
        valid,
        test,
        changed_names: files.map(PathBuf::as_path).chain(args.files()).any(is_changed),
        reading: reading(args, rules),
        ..Provenance::default()
    }
}

/// Adds the split and the names file of `train`. `columns`: names of the features in the file, where the model has
/// others.
pub fn of_train(
    sources: [Option<DataSource>; 3],
    args: &TrainArgs,
    seed: u64,
    rules: ReadingSettings,
    columns: Vec<String>,
) -> Provenance {
    // Shares were divided by their sum; twelve digits remove the rounding.
    let per_cent = |share: f64| (share * 1e14).round() / 1e12;
    let files =
        [Some(&args.file), args.valid.as_ref(), args.test.as_ref(), args.names.as_ref(), args.from.as_ref()];
    let mut origin = of_files(sources, files.into_iter().flatten(), &args.reading, rules);
    if !columns.is_empty() {
        origin.reading.get_or_insert_default().columns = columns;
    }
    Provenance {
        split: args.split.map(|shares| shares.map(per_cent)),
        split_seed: args.split.map(|_| args.split_seed.unwrap_or(seed)),
        changed_names: origin.changed_names || args.from.is_some(),
        names_file: args.names.as_deref().map(said),
        ..origin
    }
}

/// Returns how the files were read, unless by the rules of plain LETOR text.
fn reading(args: &ReadingArgs, rules: ReadingSettings) -> Option<Reading> {
    let reading = Reading {
        rules,
        group_sizes: args.group_sizes.as_deref().map(said),
        columns_like: args.columns_like.as_deref().map(said),
        columns: Vec::new(),
        query_weight: args.query_weight.clone(),
    };
    (reading != Reading::default()).then_some(reading)
}

/// Adds the end of training and the measures of the model.
pub fn finished(
    files: Provenance,
    stop: &Stop,
    overview: &Overview,
    measured: &[Vec<MeasureValue>; 3],
) -> Provenance {
    let values = |set: &Vec<MeasureValue>| -> Vec<MeasuredValue> {
        set.iter().map(|mean| MeasuredValue { measure: mean.measure.clone(), value: mean.value }).collect()
    };
    let [train, valid, test] = measured.each_ref().map(values);
    let is_proved = stop.reason == StopReason::Converged;
    Provenance {
        training: Some(TrainingEnd {
            stopped: stop.reason.to_string(),
            iterations: stop.iterations,
            iteration: model_iteration(stop),
            objective: stop.best_objective.filter(|value| value.is_finite()),
            gap: stop.gap.filter(|value| value.is_finite()),
            queries_used: overview.queries_used,
            little_learned: stop.planes.is_some_and(|proved| is_proved && !proved.beats_zero),
        }),
        measured: Measurements { train, valid, test },
        ..files
    }
}

/// Returns the iteration of the model.
pub fn model_iteration(stop: &Stop) -> usize {
    stop.chosen.map_or(stop.best_iteration, |chosen| chosen.iteration)
}
