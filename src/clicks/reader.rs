//! The reader of click logs in three formats, which the first line tells apart. Must not know files.

use super::builder::{LogBuilder, Session};
use super::format::{Fault, LogFormat};
use super::json_lines::{JsonLines, JsonSession};
use super::log::ClickLog;
use super::names::{LogNames, Lookup};
use super::table::{CountsTable, ImpressionsTable};
use crate::data::Dataset;
use crate::util::error::Error;
use crate::util::faults::Faults;
use crate::util::lines::{Lines, TakeLine};

/// Reader of a click log that arrives in chunks of any size, cut at any byte.
///
/// The first line tells the format:
/// - JSON lines: `{"query":"10032","session":"s1","documents":[12,3,40],"clicks":[0,2],"ranker":"A",
///   "propensities":[1,0.5,0.33]}`. `clicks` are places in the list, from 0. `session` and fields of other names are
///   not read; `ranker` and `propensities` may be missing.
/// - A table of impressions with the columns query, session, rank, document, click and, if known, propensity and ranker.
///   Ranks count from 1 and have no gaps. The lines of a session stand together, in any order.
/// - A table of counts with the columns query, rank, document, impressions, clicks and, if known, ranker and propensity.
///
/// Tables have commas or tabs, and columns in any order. A document has the name that [`LogNames`] says. A faulty line
/// does not stop the reader: all faults are counted and the first 20 are described. Cost: linear in the text. Memory:
/// that of the [`LogBuilder`] and of the names.
#[derive(Debug)]
pub struct ClickReader {
    lines: Lines,
    store: Store,
}

impl ClickReader {
    /// Returns a reader at the start of a log of these data. Cost: linear in the documents.
    pub fn new(data: &Dataset, names: &LogNames) -> Self {
        let store = Store {
            lookup: Lookup::new(names.clone()),
            builder: LogBuilder::new(data),
            layout: None,
            faults: Faults::default(),
            n_entries: 0,
            is_lost: false,
        };
        Self { lines: Lines::default(), store }
    }

    /// Reads the next chunk. [`finish`](Self::finish) reports the faults.
    pub fn push(&mut self, chunk: &[u8]) {
        self.lines.push(chunk, &mut self.store);
    }

    /// Whether the rest of the text need not be read: its format is not known, or a line has no end. In this case
    /// [`finish`](Self::finish) returns an error.
    pub fn has_stopped(&self) -> bool {
        self.store.is_lost || self.lines.has_endless_line()
    }

    /// Returns the format; `None` before the first line.
    pub fn format(&self) -> Option<LogFormat> {
        self.store.layout.as_ref().map(Layout::format)
    }

    /// Returns the log of the whole text. Cost: that of [`LogBuilder::finish`].
    ///
    /// # Errors
    /// [`Error::Parse`] with the faults, also for a text without sessions; [`Error::Data`] as the builder.
    pub fn finish(mut self) -> Result<ClickLog, Error> {
        self.lines.finish(&mut self.store);
        let mut store = self.store;
        store.end();
        if store.n_entries == 0 && store.faults.total == 0 {
            store.faults.add(1, 1, &|| {
                "no sessions; expected lines like {\"query\":\"7\",\"documents\":[1,2],\"clicks\":[0]}, or a table with \
                 a heading"
                    .into()
            });
        }
        store.faults.into_result()?;
        store.builder.finish()
    }
}

/// What the first line determines.
#[derive(Debug)]
enum Layout {
    JsonLines(JsonLines),
    Impressions(Box<ImpressionsTable>),
    Counts(CountsTable),
}

impl Layout {
    fn format(&self) -> LogFormat {
        match self {
            Self::JsonLines(_) => LogFormat::JsonLines,
            Self::Impressions(_) => LogFormat::Impressions,
            Self::Counts(_) => LogFormat::Counts,
        }
    }

    /// Returns the layout of a log from its first line, which is a heading unless it is JSON.
    fn of(line: &str) -> Result<Self, Fault> {
        if line.trim_start().starts_with('{') {
            return Ok(Self::JsonLines(JsonLines::default()));
        }
        if CountsTable::is_heading(line)? {
            return CountsTable::new(line).map(Self::Counts);
        }
        ImpressionsTable::new(line).map(|table| Self::Impressions(Box::new(table)))
    }
}

#[derive(Debug)]
struct Store {
    lookup: Lookup,
    builder: LogBuilder,
    layout: Option<Layout>,
    faults: Faults,
    /// Sessions and counts so far.
    n_entries: usize,
    /// Whether the format is not known.
    is_lost: bool,
}

impl Store {
    /// Reads a line, and adds the faults of an earlier session that this line ends.
    fn read(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        let Some(layout) = &mut self.layout else {
            let layout = Layout::of(line).inspect_err(|_| self.is_lost = true)?;
            let is_first_session = matches!(layout, Layout::JsonLines(_));
            self.layout = Some(layout);
            return if is_first_session { self.read(number, line) } else { Ok(()) };
        };
        match layout {
            Layout::JsonLines(lines) => {
                let JsonSession { query, ranker, documents, clicks, propensities } =
                    lines.read(line, &mut self.lookup)?;
                self.n_entries += 1;
                let ranker = self.builder.ranker(&ranker).map_err(|error| (1, error.to_string()))?;
                let session =
                    Session { query, ranker, documents, clicks, propensities: propensities.as_deref() };
                self.builder.add_session(&session).map_err(|error| JsonLines::fault(line, documents, &error))
            }
            Layout::Impressions(table) => {
                self.n_entries += 1;
                let ended = table.read(number, line, &mut self.lookup, &mut self.builder);
                if let Err((line, problem)) = ended.earlier {
                    self.faults.add(line, 1, &|| problem.clone());
                }
                ended.line
            }
            Layout::Counts(table) => {
                self.n_entries += 1;
                table.read(line, &mut self.lookup, &mut self.builder)
            }
        }
    }

    /// Ends the last session of a table of impressions.
    fn end(&mut self) {
        if let Some(Layout::Impressions(table)) = &mut self.layout
            && let Err((line, problem)) = table.end_session(&mut self.builder)
        {
            self.faults.add(line, 1, &|| problem.clone());
        }
    }
}

impl TakeLine for Store {
    fn take(&mut self, number: usize, line: &str) {
        if self.is_lost || line.trim().is_empty() {
            return;
        }
        if let Err((column, problem)) = self.read(number, line) {
            self.faults.add(number, column, &|| problem.clone());
        }
    }

    fn faults(&mut self) -> &mut Faults {
        &mut self.faults
    }
}
