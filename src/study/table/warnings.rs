//! Sentences about what limits the conclusions from a table.

use serde_json::Value;

use crate::util::sorting::sort_numbers;

use super::super::cell_result::CellResult;
use super::super::cell_settings::{CellSettings, StudyKind};
use super::super::format::{Study, TestName, text_of};
use super::super::plan::{Axis, Cell};
use super::super::records::{Record, RecordKind};
use super::StudyRow;

/// A mean over fewer queries has a warning.
const FEW_QUERIES: usize = 30;

/// Returns a sentence for every setting of the grid that was picked at an end of its values.
pub(super) fn edges(study: &Study, shown: &[(&Cell, &CellResult)]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (key, values) in &study.grid().0 {
        let Some(mut numbers) = values.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>() else {
            continue;
        };
        sort_numbers(&mut numbers);
        let (Some(low), Some(high)) = (numbers.first(), numbers.last().filter(|_| numbers.len() > 1)) else {
            continue;
        };
        let picked = shown.iter().filter_map(|(_, result)| {
            result.picked.iter().find(|(other, _)| other == key).map(|(_, value)| value)
        });
        let picked: Vec<&Value> = picked.collect();
        let at = |end: f64| picked.iter().filter(|value| value.as_f64() == Some(end)).count();
        let (lowest, highest) = (at(*low), at(*high));
        if lowest + highest > 0 {
            let end = |value: f64, count: usize| {
                let value = values
                    .iter()
                    .find(|other| other.as_f64() == Some(value))
                    .map_or_else(String::new, text_of);
                format!("{count} times {value}")
            };
            warnings.push(format!(
                "{key} was picked at an end of its grid in {} of {} cells ({}, {}): a wider grid may give other values",
                lowest + highest,
                picked.len(),
                end(*low, lowest),
                end(*high, highest)
            ));
        }
    }
    warnings
}

/// Returns a sentence if rankings of ratings were given the smallest or the greatest C of their values.
pub(super) fn ratings_edges(cells: &[Cell], results: &[Option<CellResult>]) -> Option<String> {
    let mut ends = Vec::new();
    for (cell, result) in cells.iter().zip(results) {
        let (CellSettings::Ratings(settings), Some(result)) = (&cell.settings, result) else { continue };
        let values = &settings.training.c;
        let picked = result.picked.iter().find(|(key, _)| key == "c").and_then(|(_, value)| value.as_f64());
        if let Some(picked) = picked.filter(|_| values.len() > 1) {
            ends.push(values.first() == Some(&picked) || values.last() == Some(&picked));
        }
    }
    let at_end = ends.iter().filter(|is_end| **is_end).count();
    (at_end > 0).then(|| {
        format!(
            "c was chosen at an end of its values in {at_end} of {} cells: a wider range may give other values",
            ends.len()
        )
    })
}

/// Returns a sentence if a test takes the repetitions of a row for a sample.
pub(super) fn shared_repetitions(study: &Study) -> Option<String> {
    let test = TestName::UnpairedT;
    study.compare.as_ref().filter(|compare| compare.tests.contains(&test))?;
    let (name, shared) = (test.name(), study.kind().units());
    Some(format!(
        "{name} compares the {} seeds of two rows as if they were independent, but the repetitions share {shared}: its \
         p-values say nothing about other {shared}",
        study.seeds.len()
    ))
}

/// Returns a sentence for every data set and number of test queries that is small, with its measures.
pub(super) fn few_queries(
    kind: StudyKind,
    axes: &[Axis],
    records: &[Record],
    rows: &[StudyRow],
) -> Vec<String> {
    let mut few: Vec<(usize, usize, Vec<&str>)> = Vec::new();
    for row in rows {
        let data = row.place.first().copied().unwrap_or(0);
        for (record, value) in records.iter().zip(&row.values) {
            let is_test = matches!(record.kind, RecordKind::Test(_));
            if !is_test || !(1..FEW_QUERIES).contains(&value.queries) {
                continue;
            }
            match few.iter_mut().find(|(other, count, _)| (*other, *count) == (data, value.queries)) {
                Some((.., names)) if names.contains(&record.name.as_str()) => {}
                Some((.., names)) => names.push(&record.name),
                None => few.push((data, value.queries, vec![&record.name])),
            }
        }
    }
    let name =
        |data: usize| axes.first().and_then(|axis| axis.levels.get(data)).map_or("the data", String::as_str);
    few.into_iter()
        .map(|(data, count, names)| {
            format!(
                "{} has only {count} {} that define {}: intervals and tests say little",
                name(data),
                if kind == StudyKind::Documents { "test queries" } else { kind.units() },
                names.join(", ")
            )
        })
        .collect()
}
