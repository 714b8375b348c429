//! Checks of a study beyond its form, each with the place of the fault. They also fill in what other fields imply.

mod data;
mod plot;

use serde_json::Value;

use super::cell_settings::{CellSettings, StudyKind};
use super::claims::check_claims;
use super::click_settings::{PREFIX, StudyClicks};
use super::data_format::DataEntry;
use super::format::{BEST, Compare, EACH, Grid, Level, RANKER, Select, Size, Study, TIES, TestName, WITHOUT};
use super::ordered::Ordered;
use super::plan::{Axis, fault};
use super::ratings_cell::{RATINGS_MEASURES, place_of};
use super::records::{Record, RecordKind, parse_all};
use crate::method::settings::{MAX_SEED, present_name};
use crate::metric::{COST, Measure};
use crate::ranker::Ties;
use crate::util::error::{Error, shown};

use data::check_data;
use plot::check_plot;

/// Names of axes that are not factors, and of what is not an axis.
const RESERVED: [&str; 6] = ["data", "size", "seed", "fold", "rank", "query"];
/// Largest number of characters of a name or title.
const LONGEST: usize = 200;
/// Largest number of plots. Each is drawn once for every data set.
const MOST_PLOTS: usize = 100;
/// Largest number of claims. Each is asked on every data set.
const MOST_CLAIMS: usize = 100;
/// Largest number of queries that a comparison lists.
const MOST_QUERIES: usize = 100;
/// Largest number of folds.
const MOST_FOLDS: usize = 100;

/// Checks a study, fills in names and grid, and makes its cells once.
pub(super) fn check(study: &mut Study) -> Result<(), Error> {
    if study.rankscope != "study" {
        return Err(fault("rankscope", format!("{} is not \"study\"", shown(&study.rankscope))));
    }
    name("title", &study.title)?;
    let on_valid = study.select.as_ref().is_some_and(|select| select.on == "valid");
    let trains = study.trains();
    check_data(&mut study.data, on_valid, trains)?;
    check_kind(study)?;
    check_factors(study)?;
    list("sizes", study.sizes.iter().map(|size| Value::from(*size).to_string()))?;
    list("seeds", study.seeds.iter().map(u64::to_string))?;
    if let Some(seed) = study.seeds.iter().find(|seed| **seed > MAX_SEED) {
        return Err(fault("seeds", format!("{seed} is larger than {MAX_SEED}")));
    }
    for (key, value) in &study.fixed.0 {
        let place = format!("fixed.{key}");
        let checked = match key.starts_with(PREFIX) {
            true => StudyClicks::default().with(key, value).map(drop),
            false => CellSettings::defaults(study.kind()).with(key, value).map(drop),
        };
        checked.map_err(|problem| fault(&place, problem))?;
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
    if study.rankers().next().is_some() {
        check_ranker_records(&records)?;
    }
    check_select(study)?;
    let axes = study.axes();
    let kind = study.kind();
    if let Some(compare) = &mut study.compare {
        check_compare(compare, &axes, kind, study.seeds.len())?;
    }
    if study.claims.len() > MOST_CLAIMS {
        return Err(fault("claims", format!("there are {}; the most are {MOST_CLAIMS}", study.claims.len())));
    }
    check_claims(&mut study.claims, &axes, &records)?;
    for (index, figure) in study.repeats.iter().enumerate() {
        name(&format!("repeats[{index}]"), figure)?;
    }
    if study.plots.len() > MOST_PLOTS {
        return Err(fault("plots", format!("there are {}; the most are {MOST_PLOTS}", study.plots.len())));
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
    for (key, _) in &mut study.fixed.0 {
        *key = present_name(key).to_owned();
    }
    let missing = CellSettings::defaults(study.kind()).object().into_iter().filter(|(key, _)| {
        !matches!(key.as_str(), "seed" | "measures" | "grades") && study.fixed.get(key).is_none()
    });
    let mut missing: Vec<(String, Value)> = missing.collect();
    if study.has_clicks() {
        missing.extend(
            StudyClicks::default().object().into_iter().filter(|(key, _)| study.fixed.get(key).is_none()),
        );
    }
    study.fixed.0.extend(missing);
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

/// Checks that a ranker has a value of every measure on test data.
fn check_ranker_records(records: &[Record]) -> Result<(), Error> {
    let is_cost = |record: &Record| record.measure().is_some_and(|measure| measure.is(&COST));
    match records.iter().position(is_cost) {
        Some(index) => {
            let problem =
                "the cost of positions is not measured of rankers; record it in a study without them";
            Err(fault(&format!("record[{index}]"), problem))
        }
        None => Ok(()),
    }
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
        list(&place, levels.iter().map(Level::name))?;
        for (index, level) in levels.iter().enumerate() {
            let place = format!("{place}[{index}]");
            name(&place, &level.name())?;
            check_ranker(level, study.kind()).map_err(|problem| fault(&place, problem))?;
        }
    }
    Ok(())
}

/// Checks a level that is a ranker, if it is one.
fn check_ranker(level: &Level, kind: StudyKind) -> Result<(), String> {
    let Level::Settings { settings, .. } = level else { return Ok(()) };
    let Some(ranker) = settings.get(RANKER) else { return Ok(()) };
    if kind == StudyKind::Ratings {
        return Err("a ranker orders documents, and this study is on ratings".to_owned());
    }
    if ranker.as_str().is_none_or(|text| text.trim().is_empty()) {
        return Err(format!("{RANKER}: it is the name of a file, or feature:NAME"));
    }
    if let Some(ties) = settings.get(TIES) {
        ties.as_str().unwrap_or_default().parse::<Ties>().map_err(|error| error.to_string())?;
    }
    match settings.keys().find(|key| ![RANKER, TIES].contains(&key.as_str())) {
        Some(key) if key == WITHOUT => {
            Err("a ranker has the features that it has, so \"without\" has no effect; remove it".to_owned())
        }
        Some(key) => {
            Err(format!("nothing is trained for a ranker, so {} has no effect; remove it", shown(key)))
        }
        None => Ok(()),
    }
}

fn check_select(study: &mut Study) -> Result<(), Error> {
    let by = study.chooses_by();
    let has_each = study.chooses_each();
    if has_each && !study.records().iter().any(|record| matches!(record.kind, RecordKind::Test(_))) {
        return Err(fault("select.by", "no measure on the test data is recorded, so none can choose"));
    }
    let factors: Vec<String> = study.factors.keys().map(str::to_owned).collect();
    let Some(select) = &mut study.select else { return Ok(()) };
    let Select { setting, grid, by: chosen_by, on } = select;
    match has_each {
        true => EACH.clone_into(chosen_by),
        false => {
            by.parse::<Measure>().map_err(|error| fault("select.by", error))?;
            *chosen_by = by.trim().to_ascii_lowercase();
        }
    }
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
        let of_levels =
            study.factors.0.iter().flat_map(|(name, levels)| levels.iter().map(move |level| (name, level)));
        let sets = |level: &Level| match level {
            Level::Value(_) => false,
            Level::Settings { settings, .. } => {
                settings.keys().any(|one| present_name(one) == present_name(key))
            }
        };
        if let Some((name, level)) = of_levels.into_iter().find(|(_, level)| sets(level)) {
            let problem = format!(
                "the level {} of {name} also sets it, and the grid would replace this value; remove it from the level or \
                 from the grid",
                shown(&level.name())
            );
            return Err(fault(&place, problem));
        }
        if key.starts_with(PREFIX) {
            return Err(fault(&place, "settings of clicks are not chosen by a grid; make it a factor"));
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

fn check_compare(compare: &mut Compare, axes: &[Axis], kind: StudyKind, n_seeds: usize) -> Result<(), Error> {
    let Compare { baseline, axis, unit, tests, queries, .. } = compare;
    if *queries > MOST_QUERIES {
        return Err(fault("compare.queries", format!("{queries} is more than {MOST_QUERIES}")));
    }
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
    list("compare.tests", tests.iter().map(|test| test.name().to_owned()))?;
    if let Some(index) = tests.iter().position(|test| *test == TestName::UnpairedT).filter(|_| n_seeds < 2) {
        let problem = "it compares the repetitions of two rows, so it needs two seeds or more; add seeds, or remove the test";
        return Err(fault(&format!("compare.tests[{index}]"), format!("\"unpaired-t\": {problem}")));
    }
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
        (None, _) if baseline == BEST => {
            let named = |one: &&Axis| axis.is_empty() || one.name == *axis;
            let several = factors.iter().filter(named).find(|one| one.levels.len() > 1);
            let problem = "no factor has several levels, so there is nothing to compare";
            axis.clone_from(&several.ok_or_else(|| fault("compare.baseline", problem))?.name);
            Ok(())
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
