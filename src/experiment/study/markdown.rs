//! The statistics of a study as Markdown: a table of values, one of comparisons, and notes.

use super::format::{Adjust, Study};
use super::records::RecordKind;
use super::table::{Against, BOOTSTRAP_DRAWS, RowValue, SIGN_FLIPS, StudyRow, StudyTable};
use crate::visible::visible;

impl StudyTable {
    /// Returns the statistics as Markdown: a table of values, one of comparisons, and notes.
    pub fn markdown(&self, study: &Study) -> String {
        let mut text = format!("# {}\n", escaped(&study.title));
        for (head, body) in [("What the paper found", &study.found), ("What one sees here", &study.here)] {
            if !body.is_empty() {
                text += &format!("\n**{head}.** {}\n", escaped(body));
            }
        }
        text += &format!("\n## Values\n\n{}", self.values());
        if study.compare.is_some() {
            text += &format!("\n## Against {}\n\n{}", self.baseline(study), self.comparisons(study));
        }
        text += "\n## Notes\n\n";
        for note in self.notes(study) {
            text += &format!("- {}\n", escaped(&note));
        }
        text
    }

    fn baseline(&self, study: &Study) -> String {
        study.compare.as_ref().map_or_else(String::new, |compare| escaped(&compare.baseline))
    }

    /// Returns the columns that name the rows: axes with several levels.
    fn name_columns(&self, rows: &[&StudyRow]) -> Vec<(String, Vec<String>)> {
        let several = |axis: &usize| self.axes[*axis].levels.len() > 1;
        let mut shown: Vec<usize> = (0..self.axes.len()).filter(several).collect();
        if shown.is_empty() {
            shown.push(0);
        }
        let column = |axis: usize| {
            let texts = rows.iter().map(|row| escaped(&self.names(row)[axis])).collect();
            (escaped(&self.axes[axis].name), texts)
        };
        shown.into_iter().map(column).collect()
    }

    fn values(&self) -> String {
        let rows: Vec<&StudyRow> = self.rows.iter().collect();
        let mut columns = self.name_columns(&rows);
        if rows.iter().any(|row| row.done < row.cells.len()) {
            let done = rows.iter().map(|row| format!("{} of {}", row.done, row.cells.len()));
            columns.push(("cells".to_owned(), done.collect()));
        }
        for (at, record) in self.records.iter().enumerate() {
            let cell = |row: &&StudyRow| match (&row.failure, row.values.get(at)) {
                (Some(_), _) => "failed".to_owned(),
                (None, Some(value)) => shown(value) + if row.unconverged > 0 { "†" } else { "" },
                (None, None) => String::new(),
            };
            columns.push((escaped(record), rows.iter().map(cell).collect()));
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
                escaped(&texts.join("; "))
            };
            columns.push(("picked".to_owned(), rows.iter().map(picked).collect()));
        }
        markdown(&columns)
    }

    fn comparisons(&self, study: &Study) -> String {
        let compared: Vec<(&StudyRow, &String, &Against)> = self
            .rows
            .iter()
            .flat_map(|row| {
                let values = self.records.iter().zip(&row.values);
                values.filter_map(move |(record, value)| Some((row, record, value.against.as_ref()?)))
            })
            .collect();
        let rows: Vec<&StudyRow> = compared.iter().map(|(row, ..)| *row).collect();
        let mut columns = self.name_columns(&rows);
        let mut push = |head: &str, cell: &dyn Fn(&Against) -> String| {
            let texts = compared.iter().map(|(.., against)| cell(against)).collect();
            columns.push((head.to_owned(), texts));
        };
        push("difference", &|against| difference(against.mean, against.interval));
        push("queries", &|against| against.queries.to_string());
        push("detectable", &|against| {
            against.detectable.map_or_else(String::new, |value| format!("{value:.4}"))
        });
        let Some(compare) = &study.compare else { return String::new() };
        for (at, test) in compare.tests.iter().enumerate() {
            let name = format!("{test:?}").to_ascii_lowercase();
            push(&format!("p {name}"), &|against| p(against.tests.get(at).and_then(|test| test.p)));
            if compare.adjust != Adjust::None {
                push("adjusted", &|against| p(against.tests.get(at).and_then(|test| test.adjusted)));
            }
        }
        let records = compared.iter().map(|(_, record, _)| escaped(record)).collect();
        let place = columns.iter().position(|(head, _)| head == "difference").unwrap_or(0);
        columns.insert(place, ("measure".to_owned(), records));
        markdown(&columns)
    }

    /// Returns the sentences below the tables.
    pub fn notes(&self, study: &Study) -> Vec<String> {
        let mut notes = vec![format!(
            "Measures are means over test queries. The value of a query is a mean over the seeds (here {}), and the test queries of all \
             folds are pooled. Brackets are 95 % bootstrap intervals over queries ({BOOTSTRAP_DRAWS} draws).",
            study.seeds.len()
        )];
        if let Some(compare) = &study.compare {
            let family = match compare.adjust {
                Adjust::None => "p-values are not adjusted".to_owned(),
                Adjust::Holm => {
                    "p-values are adjusted by Holm's method over the comparisons of one measure with one baseline".to_owned()
                }
                Adjust::HolmAll => "p-values are adjusted by Holm's method over all comparisons of the study".to_owned(),
            };
            notes.push(format!(
                "Differences are against {}, query by query. The sign-flip test has {SIGN_FLIPS} draws; {family}. \
                 A difference below the detectable one is found with a probability below 0.8.",
                compare.baseline
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
                        format!("{data}: {} test queries, {} without a value are skipped", count.0, count.1);
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

/// Returns a Markdown table of columns whose texts are escaped where they come from the study.
fn markdown(columns: &[(String, Vec<String>)]) -> String {
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    let n_rows = columns.first().map_or(0, |(_, texts)| texts.len());
    let row = |row: usize| {
        line(columns.iter().filter_map(|(_, texts)| texts.get(row).map(String::as_str)).collect())
    };
    let head = line(columns.iter().map(|(head, _)| head.as_str()).collect());
    head + &line(columns.iter().map(|_| "---").collect()) + &(0..n_rows).map(row).collect::<String>()
}

/// Escapes what Markdown would read as markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '!' | '#' => {
                escaped.extend(['\\', letter]);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
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
