//! Checks of the data sets of a study.

use super::super::data_format::{DataEntry, DataFields, RatingsEntry, Split};
use super::super::plan::fault;
use super::{MOST_FOLDS, list, name};
use crate::data::{CommentGrades, check_sample};
use crate::method::settings::MAX_SEED;
use crate::ratings::GradeScale;
use crate::util::error::Error;

/// Checks the data sets of a study, and fills in their names and splits. `on_valid`: whether validation data choose.
/// `trains`: whether training data are needed.
pub(super) fn check_data(data: &mut [DataEntry], on_valid: bool, trains: bool) -> Result<(), Error> {
    for (index, DataEntry(entry)) in data.iter_mut().enumerate() {
        let place = format!("data[{index}]");
        if entry.name.is_empty() {
            let file = entry.train.as_ref().or(entry.test.as_ref());
            let file = file.or_else(|| entry.ratings.as_ref()?.file.as_ref());
            entry.name = match (&entry.sample, &entry.shop, file) {
                (Some(_), ..) => "sample".to_owned(),
                (_, Some(_), _) => "shop".to_owned(),
                (.., Some(file)) => file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned(),
                (.., None) => format!("data {}", index + 1),
            };
        }
        name(&format!("{place}.name"), &entry.name)?;
        check_entry(entry, on_valid, trains).map_err(|problem| fault(&place, problem))?;
    }
    list("data", data.iter().map(|entry| entry.0.name.clone()))
}

fn check_entry(entry: &mut DataFields, on_valid: bool, trains: bool) -> Result<(), String> {
    let DataFields { train, valid, test, folds, sample, split, ratings, shop, grades, .. } = entry;
    let has_files = train.is_some() || valid.is_some() || test.is_some() || folds.is_some();
    if let Some(rule) = grades {
        if !has_files {
            return Err("\"grades\" is for files; what is made has its own grades".to_owned());
        }
        rule.parse::<CommentGrades>().map_err(|error| error.to_string())?;
    }
    if let Some(shop) = shop {
        if has_files || sample.is_some() || split.is_some() || ratings.is_some() {
            return Err("\"shop\" stands alone: it has training and test data".to_owned());
        }
        if on_valid {
            return Err(
                "select.on is \"valid\", and the shop has no validation data; use \"cv:5\"".to_owned()
            );
        }
        return if shop.seed > MAX_SEED {
            Err(format!("shop.seed: {} is larger than {MAX_SEED}", shop.seed))
        } else {
            Ok(())
        };
    }
    if let Some(ratings) = ratings {
        if has_files || sample.is_some() || split.is_some() {
            return Err(
                "\"ratings\" stand alone: their users are the queries, and the setting \"protocol\" splits \
                 them"
                    .to_owned(),
            );
        }
        return check_ratings(ratings);
    }
    if let Some(sample) = sample {
        if has_files {
            return Err("a generated sample has no files; remove \"sample\" or the files".to_owned());
        }
        if let Some(list) = &sample.list {
            if let Some(problem) = list.problem() {
                return Err(problem);
            }
            sample.documents = list.first.len();
        }
        check_sample(sample.queries, sample.documents).map_err(|error| error.to_string())?;
        if sample.queries == 0 || sample.documents == 0 {
            return Err("a sample has at least one query and one document".to_owned());
        }
        split.get_or_insert(Split { folds: None, shares: Some([0.6, 0.2, 0.2]), seed: 1 });
    }
    if let Some(folds) = folds {
        if train.is_some() || valid.is_some() || test.is_some() || split.is_some() {
            return Err("the files of folds stand in \"folds\" alone".to_owned());
        }
        if folds.is_empty() || folds.len() > MOST_FOLDS {
            return Err(format!("{} folds; use 1 to {MOST_FOLDS}", folds.len()));
        }
        if let Some(fold) = folds.iter().position(|fold| on_valid && fold.valid.is_none()) {
            return Err(format!("folds[{fold}]: select.on is \"valid\", and it has no validation data"));
        }
        return Ok(());
    }
    let Some(split) = split else {
        return match (train.is_some() || !trains, test.is_some(), valid.is_some() || !on_valid) {
            (false, ..) => Err("it has no \"train\", \"folds\", \"sample\" or \"shop\"".to_owned()),
            (_, false, _) => Err("it has no \"test\", and no \"split\" that makes test data".to_owned()),
            (.., false) => Err("select.on is \"valid\", and it has no \"valid\"".to_owned()),
            _ => Ok(()),
        };
    };
    if sample.is_none() && (train.is_none() || valid.is_some() || test.is_some()) {
        return Err(
            "with a split, \"train\" is the file of all data, and there is no \"valid\" and \"test\""
                .to_owned(),
        );
    }
    check_split(split, on_valid)
}

fn check_split(split: &Split, on_valid: bool) -> Result<(), String> {
    let Split { folds, shares, seed } = split;
    if *seed > MAX_SEED {
        return Err(format!("split.seed: {seed} is larger than {MAX_SEED}"));
    }
    match (folds, shares) {
        (Some(folds), None) => {
            let least = if on_valid { 3 } else { 2 };
            let problem = format!("split.folds: {folds} is not from {least} to {MOST_FOLDS}");
            if (least..=MOST_FOLDS).contains(folds) { Ok(()) } else { Err(problem) }
        }
        (None, Some([train, valid, test])) => {
            let sum = *train + *valid + *test;
            let in_range = [*train, *valid, *test].iter().all(|share| (0.0..=1.0).contains(share));
            if !in_range || (sum - 1.0).abs() > 1e-6 || *train == 0.0 || *test == 0.0 {
                return Err("split.shares: three shares that add up to 1 are needed, of training and test data above 0"
                    .to_owned());
            }
            if on_valid && *valid == 0.0 {
                return Err(
                    "split.shares: select.on is \"valid\", and the share of validation data is 0".to_owned()
                );
            }
            Ok(())
        }
        _ => Err("split: either \"folds\" or \"shares\" is needed".to_owned()),
    }
}

fn check_ratings(entry: &RatingsEntry) -> Result<(), String> {
    let RatingsEntry { file, generate, grades } = entry;
    grades.parse::<GradeScale>().map_err(|error| format!("ratings.grades: {error}"))?;
    match (file, generate) {
        (Some(_), None) => Ok(()),
        (None, Some(generate)) => generate.check().map_err(|error| format!("ratings.generate: {error}")),
        _ => {
            Err("ratings: either \"file\" or \"generate\" is needed, as in {\"generate\": {\"users\": 300, \
             \"items\": 200}}"
                .to_owned())
        }
    }
}
