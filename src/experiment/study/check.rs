//! Checks of a study beyond its form, each with the place of the fault. They also fill in what other fields imply.

use serde_json::Value;

use super::cell_settings::{CellSettings, StudyKind};
use super::data_format::{DataEntry, DataFields, RatingsEntry, Split};
use super::format::{Compare, Grid, Select, Size, Study};
use super::ordered::Ordered;
use super::plan::{Axis, fault};
use super::plot_format::{Mark, Plot};
use super::ratings_cell::{RATINGS_MEASURES, place_of};
use super::records::{Record, RecordKind, parse_all, range};
use crate::data::check_sample;
use crate::error::{Error, shown};
use crate::metric::Measure;
use crate::ratings::GradeScale;
use crate::settings::MAX_SEED;

/// Names of axes that are not factors, and of what is not an axis.
const RESERVED: [&str; 6] = ["data", "size", "seed", "fold", "rank", "query"];
/// Largest number of characters of a name or title.
const LONGEST: usize = 200;
/// Largest number of folds.
const MOST_FOLDS: usize = 100;

/// Checks a study, fills in names and grid, and makes its cells once.
pub(super) fn check(study: &mut Study) -> Result<(), Error> {
    if study.rankscope != "study" {
        return Err(fault("rankscope", format!("{} is not \"study\"", shown(&study.rankscope))));
    }
    name("title", &study.title)?;
    let on_valid = study.select.as_ref().is_some_and(|select| select.on == "valid");
    check_data(&mut study.data, on_valid)?;
    check_kind(study)?;
    check_factors(study)?;
    list("sizes", study.sizes.iter().map(|size| Value::from(*size).to_string()))?;
    list("seeds", study.seeds.iter().map(u64::to_string))?;
    if let Some(seed) = study.seeds.iter().find(|seed| **seed > MAX_SEED) {
        return Err(fault("seeds", format!("{seed} is larger than {MAX_SEED}")));
    }
    for (key, value) in &study.fixed.0 {
        let place = format!("fixed.{key}");
        CellSettings::defaults(study.kind()).with(key, value).map_err(|problem| fault(&place, problem))?;
    }
    fill_fixed(study);
    let records =
        parse_all(&study.record).map_err(|(index, problem)| fault(&format!("record[{index}]"), problem))?;
    if records.is_empty() {
        return Err(fault("record", "the list is empty; name a measure, such as ndcg@10"));
    }
    if study.kind() == StudyKind::Ratings {
        check_ratings_records(&records)?;
    }
    check_select(study)?;
    let axes = study.axes();
    let kind = study.kind();
    if let Some(compare) = &mut study.compare {
        check_compare(compare, &axes, kind)?;
    }
    for (index, plot) in study.plots.iter().enumerate() {
        check_plot(plot, &axes, &records)
            .map_err(|(field, problem)| fault(&format!("plots[{index}].{field}"), problem))?;
    }
    study.cells().map(drop)
}

fn name(place: &str, text: &str) -> Result<(), Error> {
    if text.trim().is_empty() || text.chars().count() > LONGEST || text.contains(char::is_control) {
        return Err(fault(place, format!("{} is not a text of 1 to {LONGEST} characters", shown(text))));
    }
    Ok(())
}

/// Checks that a list has elements, and none twice.
fn list(place: &str, items: impl Iterator<Item = String>) -> Result<(), Error> {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        return Err(fault(place, "the list is empty"));
    }
    let mut seen = std::collections::BTreeSet::new();
    match items.iter().enumerate().find(|(_, item)| !seen.insert(item.as_str())) {
        None => Ok(()),
        Some((index, item)) => {
            Err(fault(&format!("{place}[{index}]"), format!("{} occurs twice", shown(item))))
        }
    }
}

/// Writes all settings into `fixed`, so that the file says what was trained.
fn fill_fixed(study: &mut Study) {
    let missing = CellSettings::defaults(study.kind()).object().into_iter().filter(|(key, _)| {
        !matches!(key.as_str(), "seed" | "measures" | "grades") && study.fixed.get(key).is_none()
    });
    let missing: Vec<(String, Value)> = missing.collect();
    study.fixed.0.extend(missing);
}

fn check_data(data: &mut [DataEntry], on_valid: bool) -> Result<(), Error> {
    for (index, DataEntry(entry)) in data.iter_mut().enumerate() {
        let place = format!("data[{index}]");
        if entry.name.is_empty() {
            let file = entry.train.as_ref().or_else(|| entry.ratings.as_ref()?.file.as_ref());
            entry.name = match (&entry.sample, file) {
                (Some(_), _) => "sample".to_owned(),
                (None, Some(file)) => file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned(),
                (None, None) => format!("data {}", index + 1),
            };
        }
        name(&format!("{place}.name"), &entry.name)?;
        check_entry(entry, on_valid).map_err(|problem| fault(&place, problem))?;
    }
    list("data", data.iter().map(|entry| entry.0.name.clone()))
}

fn check_entry(entry: &mut DataFields, on_valid: bool) -> Result<(), String> {
    let DataFields { train, valid, test, folds, sample, split, ratings, .. } = entry;
    if let Some(ratings) = ratings {
        let has_files = train.is_some() || valid.is_some() || test.is_some() || folds.is_some();
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
        if train.is_some() || valid.is_some() || test.is_some() || folds.is_some() {
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
        return match (train.is_some(), test.is_some(), valid.is_some() || !on_valid) {
            (false, ..) => Err("it has no \"train\", \"folds\" or \"sample\"".to_owned()),
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

/// Checks what a study on ratings cannot have, and that documents and ratings are not mixed.
fn check_kind(study: &Study) -> Result<(), Error> {
    let kind = study.kind();
    for (index, DataEntry(entry)) in study.data.iter().enumerate() {
        if entry.ratings.is_some() != (kind == StudyKind::Ratings) {
            let problem = "ratings and documents are not compared in one study; make two";
            return Err(fault(&format!("data[{index}]"), problem));
        }
    }
    if kind == StudyKind::Documents {
        return Ok(());
    }
    if study.select.is_some() {
        let problem = "a training on ratings chooses by itself on held-out ratings; give the values of C as the \
                       setting \"c\", and leave \"select\" out";
        return Err(fault("select", problem));
    }
    if study.sizes != [Size::All] {
        let problem = "ratings have no sizes; use the setting \"keep\", the ratings that a user gives";
        return Err(fault("sizes", problem));
    }
    Ok(())
}

fn check_ratings_records(records: &[Record]) -> Result<(), Error> {
    for (index, record) in records.iter().enumerate() {
        let is_known = match &record.kind {
            RecordKind::Test(measure) => place_of(measure).is_some(),
            kind => matches!(kind, RecordKind::Seconds | RecordKind::Report("objective")),
        };
        if !is_known {
            let problem = format!(
                "{} is not recorded of ratings; use {}, report.objective or seconds",
                shown(&record.name),
                RATINGS_MEASURES.join(", ")
            );
            return Err(fault(&format!("record[{index}]"), problem));
        }
    }
    Ok(())
}

fn check_factors(study: &Study) -> Result<(), Error> {
    for (factor, levels) in &study.factors.0 {
        let place = format!("factors.{factor}");
        name("factors", factor)?;
        if RESERVED.contains(&factor.as_str()) {
            return Err(fault(&place, "this name has another meaning in a study; choose another one"));
        }
        list(&place, levels.iter().map(super::format::Level::name))?;
        for (index, level) in levels.iter().enumerate() {
            name(&format!("{place}[{index}]"), &level.name())?;
        }
    }
    Ok(())
}

fn check_select(study: &mut Study) -> Result<(), Error> {
    let by = study.chooses_by();
    let factors: Vec<String> = study.factors.keys().map(str::to_owned).collect();
    let Some(select) = &mut study.select else { return Ok(()) };
    let Select { setting, grid, by: chosen_by, on } = select;
    by.parse::<Measure>().map_err(|error| fault("select.by", error))?;
    *chosen_by = by.trim().to_ascii_lowercase();
    let filled = match (setting.take(), &*grid) {
        (Some(setting), Grid::List(values)) => Ordered(vec![(setting, values.clone())]),
        (None, Grid::Settings(settings)) => settings.clone(),
        (Some(_), Grid::Settings(_)) => {
            return Err(fault("select.setting", "the grid already names its settings; remove this field"));
        }
        (None, Grid::List(_)) => {
            return Err(fault(
                "select.setting",
                "it is missing; a list of values needs the name of a setting",
            ));
        }
    };
    if filled.0.is_empty() {
        return Err(fault("select.grid", "it has no setting; use null in place of select to choose nothing"));
    }
    for (key, values) in &filled.0 {
        let place = format!("select.grid.{key}");
        if factors.contains(key) {
            return Err(fault(
                &place,
                "this setting is also a factor; remove it from the factors or from the grid",
            ));
        }
        list(&place, values.iter().map(Value::to_string))?;
        for (index, value) in values.iter().enumerate() {
            let place = format!("{place}[{index}]");
            let defaults = CellSettings::defaults(StudyKind::Documents);
            defaults.with(key, value).map_err(|problem| fault(&place, problem))?;
        }
    }
    *grid = Grid::Settings(filled);
    let folds = on.strip_prefix("cv:").and_then(|folds| folds.parse::<usize>().ok());
    if on != "valid" && !folds.is_some_and(|folds| (2..=MOST_FOLDS).contains(&folds)) {
        let problem = format!("{} is not \"valid\" or \"cv:K\" with K from 2 to {MOST_FOLDS}", shown(on));
        return Err(fault("select.on", problem));
    }
    Ok(())
}

fn check_compare(compare: &mut Compare, axes: &[Axis], kind: StudyKind) -> Result<(), Error> {
    let Compare { baseline, axis, unit, tests, .. } = compare;
    if unit.is_empty() {
        kind.unit().clone_into(unit);
    }
    if unit != kind.unit() {
        let problem = format!(
            "{} is not {:?}: folds and seeds share data, so they are no sample",
            shown(unit),
            kind.unit()
        );
        return Err(fault("compare.unit", problem));
    }
    list("compare.tests", tests.iter().map(|test| format!("{test:?}").to_ascii_lowercase()))?;
    let factors = &axes[1..axes.len() - 1];
    let mut having =
        factors.iter().filter(|one| one.levels.contains(baseline) && (axis.is_empty() || one.name == *axis));
    match (having.next(), having.next()) {
        (Some(found), None) => {
            axis.clone_from(&found.name);
            Ok(())
        }
        (Some(_), Some(_)) => {
            let problem =
                format!("several factors have the level {}; name one of them here", shown(baseline));
            Err(fault("compare.axis", problem))
        }
        (None, _) => {
            let levels: Vec<&str> =
                factors.iter().flat_map(|axis| &axis.levels).map(String::as_str).take(20).collect();
            let problem = format!(
                "{} is not a level of a factor; the levels are {}",
                shown(baseline),
                levels.join(", ")
            );
            Err(fault("compare.baseline", problem))
        }
    }
}

/// Checks a plot; returns the field and the problem otherwise.
fn check_plot(plot: &Plot, axes: &[Axis], records: &[Record]) -> Result<(), (&'static str, String)> {
    let axis = |name: &str| axes.iter().find(|axis| axis.name == name);
    let axis_names = || axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>().join(", ");
    let recorded = |name: &str| records.iter().find(|record| record.name == name);
    let ys = range(&plot.y).map_err(|problem| ("y", problem))?;
    if let Some(missing) = ys.iter().find(|name| recorded(name).is_none()) {
        return Err(("y", format!("{} is not recorded; add it to \"record\"", shown(missing))));
    }
    if !plot.title.is_empty()
        && (plot.title.chars().count() > LONGEST || plot.title.contains(char::is_control))
    {
        return Err((
            "title",
            format!("{} is not a text of at most {LONGEST} characters", shown(&plot.title)),
        ));
    }
    let is_rank = plot.x == "rank";
    if is_rank != (ys.len() > 1) {
        return Err(("x", "\"rank\" and a range of measures as y belong together".to_owned()));
    }
    if !is_rank && axis(&plot.x).is_none() && (recorded(&plot.x).is_none() || plot.mark != Mark::Scatter) {
        let problem = match recorded(&plot.x) {
            Some(_) => {
                format!("a recorded value is x of a scatter plot alone; use one of {}, rank", axis_names())
            }
            None => format!("{} is not one of {}, rank, or a recorded value", shown(&plot.x), axis_names()),
        };
        return Err(("x", problem));
    }
    if !["value", "1/sqrt"].contains(&plot.x_of.as_str()) {
        return Err(("x_of", format!("{} is not \"value\" or \"1/sqrt\"", shown(&plot.x_of))));
    }
    if plot.y_of != "value" {
        let over = plot.y_of.strip_prefix("spread over ").and_then(axis);
        match over {
            Some(over) if over.name != plot.x => {}
            _ => {
                return Err((
                    "y_of",
                    format!("{} is not \"value\" or \"spread over AXIS\"", shown(&plot.y_of)),
                ));
            }
        }
    }
    if !plot.line.is_empty() && (axis(&plot.line).is_none() || plot.line == plot.x) {
        return Err((
            "line",
            format!("{} is not one of the other axes; they are {}", shown(&plot.line), axis_names()),
        ));
    }
    if !plot.ratio.is_empty()
        && !["first", "last"].contains(&plot.ratio.as_str())
        && recorded(&plot.ratio).is_none()
    {
        return Err((
            "ratio",
            format!("{} is not \"first\", \"last\" or a recorded value", shown(&plot.ratio)),
        ));
    }
    let is_test =
        |name: &String| recorded(name).is_some_and(|record| matches!(record.kind, RecordKind::Test(_)));
    if plot.mark == Mark::Box && !ys.iter().all(is_test) {
        return Err(("y", "a box plot shows queries, so it needs a measure on the test data".to_owned()));
    }
    Ok(())
}
