//! Checks of the plots of a study.

use super::super::plan::Axis;
use super::super::plot_format::{Mark, Plot};
use super::super::records::{Record, RecordKind, range};
use super::LONGEST;
use crate::util::error::shown;

/// Checks a plot; returns the field and the problem otherwise.
pub(super) fn check_plot(
    plot: &Plot,
    axes: &[Axis],
    records: &[Record],
) -> Result<(), (&'static str, String)> {
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
    if !plot.each.is_empty()
        && (axis(&plot.each).is_none()
            || [&plot.x, &plot.line].contains(&&plot.each)
            || plot.y_of.ends_with(&plot.each))
    {
        return Err((
            "each",
            format!("{} is not one of the other axes; they are {}", shown(&plot.each), axis_names()),
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
