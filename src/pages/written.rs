//! A collection as data. Must not know how a column is computed.

use std::fmt::Write as _;

use super::collection::Collection;
use super::file_reader::FileReader;
use crate::data::reading::cells::{document_comment, one_line};
use crate::data::{DataReader, Dataset, ReadingSettings};
use crate::util::counted::counted;
use crate::util::error::Error;

impl Collection {
    /// Returns the data: one row per query and candidate, one feature per column, the names of the pages as names of the
    /// documents. A candidate without a judgement has grade 0.
    ///
    /// # Errors
    /// As [`DataReader::finish`], for data that are too large.
    pub fn dataset(&self) -> Result<Dataset, Error> {
        let reader = DataReader::new(&ReadingSettings::default(), None)?;
        Ok(FileReader::finish_pages(reader, self)?.parsed.dataset)
    }

    /// Returns the first line of LETOR text: the names of the features.
    pub(super) fn letor_head(&self) -> String {
        format!("# features: {}\n", self.column_names().join(", "))
    }

    /// Returns the lines of a query as LETOR text, with the comment `docid = NAME`, behind which a page with a title has
    /// the beginning of its text. `unjudged`: the label of a candidate
    /// without a grade. Cost: linear in the rows.
    pub(super) fn letor_query(&self, query: usize, unjudged: &str) -> Result<String, Error> {
        let mut text = String::new();
        let known = &self.queries[query];
        for (place, candidate) in known.candidates.iter().enumerate() {
            let label = candidate.grade.map_or_else(|| unjudged.to_owned(), |grade| grade.to_string());
            // Writing to a string cannot fail. A number is written with as many digits as it needs.
            let _ = write!(text, "{label} qid:{}", known.name);
            for (column, value) in self.row(query, place)?.iter().enumerate() {
                let _ = write!(text, " {}:{value}", column + 1);
            }
            let page = &self.pages[candidate.page];
            let _ = write!(text, " # {}", document_comment(&page.name));
            if page.title.is_some() && !page.beginning.is_empty() {
                let _ = write!(text, " {}", one_line(&page.beginning));
            }
            text.push('\n');
        }
        Ok(text)
    }

    /// Returns what the file was taken for, in one line.
    pub(super) fn read_as(&self) -> String {
        let sizes = format!(
            "{}, {}, {}",
            counted(self.pages.len(), "page"),
            counted(self.queries.len(), "query"),
            counted(self.columns.len(), "column")
        );
        match self.links_outside {
            0 => format!("pages: {sizes}"),
            n => format!("pages: {sizes}; {} to other pages left out", counted(n, "link")),
        }
    }
}
