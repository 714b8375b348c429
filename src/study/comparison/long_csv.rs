//! A comparison as CSV in long form: one value a row.

use super::super::cell_result::TrainingEnd;
use super::Comparison;
use super::table::{ComparisonCell, ComparisonRow, ComparisonTable};
use crate::export::table::{ExportColumn, ExportTable, csv};
use crate::model::PROGRAM;

/// Headings of texts, numbers and texts again, in the order of the file.
const TEXTS: [&str; 4] = ["method", "measure", "part", "mark"];
const NUMBERS: [&str; 9] =
    ["fold", "c", "value", "standard_error", "low", "high", "queries", LESS_THE_BEST, "p"];
/// The heading of the difference from the best. Against a row by name, it ends in the name.
const LESS_THE_BEST: &str = "less_the_best";
const ENDS: [&str; 3] = ["stop", "little_learned", "failure"];
/// Columns with the same text in every row.
const SOURCES: [&str; 4] = ["program", "train_checksum", "valid_checksum", "test_checksum"];

/// Half the width of a 95 % interval in standard errors.
const QUANTILE: f64 = 1.96;

/// A row of the file.
#[derive(Default)]
struct Row {
    texts: [String; 4],
    numbers: [Option<f64>; 9],
    ends: [String; 3],
}

impl Comparison<'_> {
    /// Returns the finished rows of the table as CSV, one value a row.
    ///
    /// `part` is `test`, `valid` (with folds the mean over them) or `fold`, the value on one held-out fold at the
    /// chosen C. A method that could not be trained has one row with `failure`. `low` and `high` are 1.96 standard
    /// errors below and above the value. `mark` is that of the text: `*` or `≈`. `checksums`: of training, validation
    /// and test data; empty if unknown.
    pub fn csv(&self, checksums: [&str; 3]) -> String {
        self.csv_of(&self.table(), checksums)
    }

    /// Returns a table of this comparison as CSV, as [`Self::csv`].
    pub fn csv_of(&self, table: &ComparisonTable, checksums: [&str; 3]) -> String {
        let mut rows = Vec::new();
        for (index, row) in table.rows.iter().enumerate() {
            if let Some(failure) = &row.failure {
                let mut failed = Row::default();
                failed.texts[0].clone_from(&row.method);
                failed.ends[2].clone_from(failure);
                rows.push(failed);
            }
            for (column, cell) in row.cells.iter().enumerate() {
                self.add(&mut rows, (index, row), (column, cell), table.against.is_some());
            }
        }
        let sources = [PROGRAM].into_iter().chain(checksums);
        let constant = SOURCES.into_iter().zip(sources).map(|(head, text)| ExportColumn {
            head: head.to_owned(),
            texts: Some(vec![text.to_owned(); rows.len()]),
            numbers: None,
        });
        let columns = texts(&TEXTS, &rows, |row| &row.texts)
            .chain(NUMBERS.iter().enumerate().map(|(place, head)| ExportColumn {
                head: match &table.against {
                    Some(against) if *head == LESS_THE_BEST => format!("less_{against}"),
                    _ => (*head).to_owned(),
                },
                texts: None,
                numbers: Some(rows.iter().map(|row| row.numbers[place]).collect()),
            }))
            .chain(texts(&ENDS, &rows, |row| &row.ends))
            .chain(constant);
        csv(&ExportTable { columns: columns.collect() })
    }

    /// Adds the rows of a cell: test, validation and folds.
    fn add(
        &self,
        rows: &mut Vec<Row>,
        (index, row): (usize, &ComparisonRow),
        (column, cell): (usize, &ComparisonCell),
        is_named: bool,
    ) {
        let measure = self.columns.get(column).map_or("", |(_, record)| &record.name);
        let named = |part: &str, value: Option<f64>| {
            let texts = [&row.method, measure, part, ""].map(str::to_owned);
            let mut row_of_part = Row { texts, ..Row::default() };
            (row_of_part.numbers[1], row_of_part.numbers[2]) = (cell.c, value);
            row_of_part
        };
        let end = |made: &mut Row, end: &TrainingEnd| {
            made.ends[0] = end.stop.map_or_else(String::new, |stop| stop.to_string());
            made.ends[1] = end.little_learned.to_string();
        };
        let trainings = self.chosen(index, column).map_or(&[][..], |(_, result)| &result.trainings);

        let mut test = named("test", cell.test);
        cell.mark(is_named).clone_into(&mut test.texts[3]);
        let error = cell.standard_error;
        let bound = |sign: f64| Some(cell.test? + sign * QUANTILE * error?);
        test.numbers[3..].copy_from_slice(&[
            error,
            bound(-1.0),
            bound(1.0),
            (cell.queries > 0).then_some(cell.queries as f64),
            cell.difference.map(|difference| difference.mean),
            cell.difference.map(|difference| difference.p),
        ]);
        let whole = trainings.iter().find(|end| end.fold.is_none());
        if let Some(whole) = whole {
            end(&mut test, whole);
        }
        rows.push(test);
        if cell.valid.is_some() {
            let mut valid = named("valid", cell.valid);
            // A mean over folds has no end of its own.
            if let Some(whole) = whole.filter(|_| self.n_folds() == 0) {
                end(&mut valid, whole);
            }
            rows.push(valid);
        }
        for training in trainings {
            let Some(fold) = training.fold else { continue };
            let mut held_out = named("fold", training.valid.get(column).copied().flatten());
            held_out.numbers[0] = Some((fold + 1) as f64);
            end(&mut held_out, training);
            rows.push(held_out);
        }
    }
}

/// Returns columns of texts.
fn texts<'a, const N: usize>(
    heads: &'a [&'a str; N],
    rows: &'a [Row],
    of: fn(&Row) -> &[String; N],
) -> impl Iterator<Item = ExportColumn> + 'a {
    heads.iter().enumerate().map(move |(place, head)| ExportColumn {
        head: (*head).to_owned(),
        texts: Some(rows.iter().map(|row| of(row)[place].clone()).collect()),
        numbers: None,
    })
}
