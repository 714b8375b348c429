//! The statistics of a study as tables of texts: values, comparisons, and the notes below. Markdown, LaTeX and the page
//! show the same tables.

use serde::Serialize;

use super::cell_settings::StudyKind;
use super::format::{Adjust, Compare, Study};
use super::plot_format::Band;
use super::records::RecordKind;
use super::table::{
    BOOTSTRAP_DRAWS, BaselineComparison, ChangedQuery, ClaimResult, RowValue, SIGN_FLIPS, StudyRow,
    StudyTable,
};

/// A table of texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Sheet {
    /// Title.
    pub title: String,
    /// Columns of the same length.
    pub columns: Vec<SheetColumn>,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SheetColumn {
    /// Head.
    pub head: String,
    /// Texts by row.
    pub cells: Vec<String>,
    /// Whether the texts are words, which may come from the study; else they are figures.
    pub words: bool,
}

fn words(head: &str, cells: Vec<String>) -> SheetColumn {
    SheetColumn { head: head.to_owned(), cells, words: true }
}

fn figures(head: &str, cells: Vec<String>) -> SheetColumn {
    SheetColumn { head: head.to_owned(), cells, words: false }
}

impl StudyTable {
    /// Returns the table of values, and the one of comparisons if the study has a baseline.
    pub fn sheets(&self, study: &Study) -> Vec<Sheet> {
        let mut sheets = Vec::new();
        if !self.claims.is_empty() {
            sheets.push(Sheet { title: "What the paper claims".to_owned(), columns: self.claimed() });
        }
        sheets.push(Sheet { title: "Values".to_owned(), columns: self.values() });
        if let Some(compare) = &study.compare {
            let title = format!("Against {}", self.baseline(compare));
            sheets.push(Sheet { title, columns: self.comparisons(study) });
            if compare.queries > 0 {
                let title = "Queries that change most".to_owned();
                sheets.push(Sheet { title, columns: self.changed() });
            }
        }
        sheets
    }

    /// Returns the baseline in words.
    fn baseline<'a>(&self, compare: &'a Compare) -> &'a str {
        let is_level =
            self.axes.iter().any(|axis| axis.name == compare.axis && axis.levels.contains(&compare.baseline));
        if is_level { &compare.baseline } else { "the best of each measure" }
    }

    /// Returns the columns that name the rows: axes with several levels.
    fn name_columns(&self, rows: &[&StudyRow]) -> Vec<SheetColumn> {
        let several = |axis: &usize| self.axes[*axis].levels.len() > 1;
        let mut axis_numbers: Vec<usize> = (0..self.axes.len()).filter(several).collect();
        if axis_numbers.is_empty() {
            axis_numbers.push(0);
        }
        let column = |axis: usize| {
            let cells = rows.iter().map(|row| self.names(row).swap_remove(axis)).collect();
            words(&self.axes[axis].name, cells)
        };
        axis_numbers.into_iter().map(column).collect()
    }

    /// Returns the claims with their verdicts.
    fn claimed(&self) -> Vec<SheetColumn> {
        let claims = &self.claims;
        let texts = |text: fn(&ClaimResult) -> String| claims.iter().map(text).collect::<Vec<String>>();
        let claim = |claim: &ClaimResult| match claim.of.as_str() {
            "" => claim.claim.clone(),
            of => format!("{}, {of}", claim.claim),
        };
        let mut columns = vec![words("claim", texts(claim))];
        if claims.iter().any(|claim| claim.against.is_some()) {
            columns
                .push(words("the hardest other", texts(|claim| claim.against.clone().unwrap_or_default())));
        }
        if let Some(axis) = self.axes.first().filter(|axis| axis.levels.len() > 1) {
            let data = claims.iter().map(|claim| axis.levels.get(claim.data).cloned().unwrap_or_default());
            columns.push(words("data", data.collect()));
        }
        columns.push(words("measure", texts(|claim| claim.measure.clone())));
        if claims.iter().any(|claim| claim.ratio.is_some()) {
            columns.push(figures("ratio", texts(|claim| claim.ratio.map_or_else(String::new, number))));
        }
        columns.push(figures(
            "difference",
            texts(|claim| match claim.difference {
                Some(mean) => difference(mean, claim.interval),
                None => "–".to_owned(),
            }),
        ));
        columns.push(words("here", texts(ClaimResult::words)));
        if claims.iter().any(|claim| !claim.paper.is_empty()) {
            columns.push(words("printed in", texts(|claim| claim.paper.clone())));
        }
        columns
    }

    fn values(&self) -> Vec<SheetColumn> {
        let rows: Vec<&StudyRow> = self.rows.iter().collect();
        let mut columns = self.name_columns(&rows);
        if rows.iter().any(|row| row.done < row.cells.len()) {
            let done = rows.iter().map(|row| format!("{} of {}", row.done, row.cells.len()));
            columns.push(figures("cells", done.collect()));
        }
        for (at, record) in self.records.iter().enumerate() {
            let cell = |row: &&StudyRow| match (&row.failure, row.values.get(at)) {
                (Some(_), _) => "failed".to_owned(),
                (None, Some(value)) => shown(value) + if row.unconverged > 0 { "†" } else { "" },
                (None, None) => String::new(),
            };
            columns.push(figures(record, rows.iter().map(cell).collect()));
        }
        if rows.iter().any(|row| !row.picked.is_empty()) {
            let picked = |row: &&StudyRow| {
                let texts: Vec<String> = row
                    .picked
                    .iter()
                    .map(|(picked, count)| match row.done {
                        1 => picked.clone(),
                        _ => format!("{picked} (in {count})"),
                    })
                    .collect();
                texts.join("; ")
            };
            columns.push(words("picked", rows.iter().map(picked).collect()));
        }
        columns
    }

    fn comparisons(&self, study: &Study) -> Vec<SheetColumn> {
        let compared: Vec<(&StudyRow, &String, &BaselineComparison)> = self
            .rows
            .iter()
            .flat_map(|row| {
                let values = self.records.iter().zip(&row.values);
                values.filter_map(move |(record, value)| Some((row, record, value.against.as_ref()?)))
            })
            .collect();
        let rows: Vec<&StudyRow> = compared.iter().map(|(row, ..)| *row).collect();
        let mut columns = self.name_columns(&rows);
        columns.push(words("measure", compared.iter().map(|(_, record, _)| (*record).clone()).collect()));
        let mut push = |head: &str, cell: &dyn Fn(&BaselineComparison) -> String| {
            columns.push(figures(head, compared.iter().map(|(.., against)| cell(against)).collect()));
        };
        push("difference", &|against| difference(against.mean, against.interval));
        push(study.kind().units(), &|against| against.queries.to_string());
        push("detectable", &|against| {
            against.detectable.map_or_else(String::new, |value| format!("{value:.4}"))
        });
        let Some(compare) = &study.compare else { return columns };
        for (at, test) in compare.tests.iter().enumerate() {
            push(&format!("p {}", test.name()), &|against| p(against.tests.get(at).and_then(|test| test.p)));
            if compare.adjust != Adjust::None {
                push("adjusted", &|against| p(against.tests.get(at).and_then(|test| test.adjusted)));
            }
        }
        columns
    }

    /// Returns the columns of the queries that change most.
    fn changed(&self) -> Vec<SheetColumn> {
        let mut changes: Vec<(&StudyRow, &String, &ChangedQuery)> = Vec::new();
        for row in &self.rows {
            for (record, value) in self.records.iter().zip(&row.values) {
                let changed = value.against.iter().flat_map(|against| &against.changed);
                changes.extend(changed.map(|query| (row, record, query)));
            }
        }
        let rows: Vec<&StudyRow> = changes.iter().map(|(row, ..)| *row).collect();
        let mut columns = self.name_columns(&rows);
        columns.push(words("measure", changes.iter().map(|(_, record, _)| (*record).clone()).collect()));
        columns.push(words("query", changes.iter().map(|(.., change)| change.query.clone()).collect()));
        let differences = changes.iter().map(|(.., change)| difference(change.difference, None));
        columns.push(figures("difference", differences.collect()));
        columns
    }

    /// Returns the sentences below the tables.
    pub fn notes(&self, study: &Study) -> Vec<String> {
        let kind = study.kind();
        let (unit, units) = (kind.unit(), kind.units());
        let (tested, pooled) = match kind {
            StudyKind::Documents => ("test queries", ", and the test queries of all folds are pooled"),
            StudyKind::Ratings => ("users", ", whose ratings are split anew by every seed"),
        };
        let mut notes = vec![format!(
            "Measures are means over {tested}. The value of a {unit} is a mean over the seeds (here {}){pooled}. Brackets \
             are 95 % bootstrap intervals over {units} ({BOOTSTRAP_DRAWS} draws).",
            study.seeds.len()
        )];
        if !self.claims.is_empty() {
            notes.push(format!(
                "A claim has the same sign if the whole 95 % interval of the difference, {unit} by {unit}, is on its side of 0, \
                 and is within noise if the interval contains 0. Values that are not measures on test data have no interval."
            ));
            if self.claims.iter().any(|claim| claim.ratio.is_some()) {
                notes.push(
                    "The difference of a claim with a factor is that of both sides; the ratio is that of the two levels alone.".to_owned(),
                );
            }
            if self.claims.iter().any(|claim| !claim.of.is_empty()) {
                notes.push(
                    "A spread is the largest minus the smallest mean. Its interval keeps the two levels that are largest and \
                     smallest here, so it is too narrow where other levels are near them.".to_owned(),
                );
            }
        }
        if study.plots.iter().any(|plot| plot.band == Band::Seeds) {
            notes.push("Bands of plots are one standard deviation over the seeds on both sides.".to_owned());
        }
        if let Some(compare) = &study.compare {
            let family = match compare.adjust {
                Adjust::None => "p-values are not adjusted".to_owned(),
                Adjust::Holm => {
                    "p-values are adjusted by Holm's method over the comparisons of one measure with one baseline".to_owned()
                }
                Adjust::HolmAll => "p-values are adjusted by Holm's method over all comparisons of the study".to_owned(),
            };
            notes.push(format!(
                "Differences are against {}, {unit} by {unit}. The sign-flip test has {SIGN_FLIPS} draws; {family}. \
                 A difference below the detectable one is found with a probability below 0.8.",
                self.baseline(compare)
            ));
        }
        let records = study.records();
        let mut counts: Vec<String> = Vec::new();
        for row in &self.rows {
            for (record, value) in records.iter().zip(&row.values) {
                if matches!(record.kind, RecordKind::Test(_)) && value.queries + value.skipped > 0 {
                    let data = self.names(row).into_iter().next().unwrap_or_default();
                    let count = (value.queries, value.skipped);
                    let sentence =
                        format!("{data}: {} {tested}, {} without a value are skipped", count.0, count.1);
                    if !counts.contains(&sentence) {
                        counts.push(sentence);
                    }
                }
            }
        }
        notes.extend(counts);
        let unconverged: usize = self.rows.iter().map(|row| row.unconverged).sum();
        if unconverged > 0 {
            notes.push(format!("† {unconverged} trainings did not converge."));
        }
        notes.extend(self.rows.iter().filter_map(|row| {
            let failure = row.failure.as_ref()?;
            Some(format!("Failed: {}: {failure}", self.names(row).join(", ")))
        }));
        notes.extend(self.warnings.iter().map(|warning| format!("Warning: {warning}.")));
        notes
    }
}

/// Returns a number with about four digits.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if value == libm::trunc(value) && size < 1e6 => format!("{value:.0}"),
        _ if (0.001..10.0).contains(&size) => format!("{value:.4}"),
        _ if (10.0..1e6).contains(&size) => format!("{value:.2}"),
        _ => format!("{value:.3e}"),
    };
    text.replace('-', "−")
}

fn shown(value: &RowValue) -> String {
    let Some(mean) = value.mean else { return "–".to_owned() };
    match value.interval {
        Some([low, high]) => format!("{} [{}, {}]", number(mean), number(low), number(high)),
        None => number(mean),
    }
}

fn difference(mean: f64, interval: Option<[f64; 2]>) -> String {
    let signed = |value: f64| format!("{}{:.4}", if value < 0.0 { '−' } else { '+' }, value.abs());
    match interval {
        Some([low, high]) => format!("{} [{}, {}]", signed(mean), signed(low), signed(high)),
        None => signed(mean),
    }
}

fn p(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}
