//! From pages to features: pages with texts and links, and queries, become columns of numbers. Must not know files or
//! learners.
//!
//! [`Collection`] reads pages, queries and judgements as JSON, has the value of every column with its formula, and makes
//! the data. [`FileReader`] reads a data file in any format, or pages.
//!
//! Source: Chakrabarti, *Learning to Rank* (tutorial), "Joint features"; Liu et al. 2007 (LETOR) for the statistics of
//! terms.

mod cells;
mod chosen;
mod collection;
mod column;
mod columns;
mod day;
mod entries;
mod figures;
mod file_reader;
mod link_rank;
mod outline;
mod pair;
mod resolve;
mod site_address;
mod tokens;
mod written;

pub use cells::{CellFormula, column_names};
pub use collection::{Candidate, Collection, Page, PageQuery};
pub use entries::{LONGEST_PAGES, begins};
pub use file_reader::FileReader;
pub use outline::{PageRow, PagesOutline, QueryOutline};
pub use resolve::{LONGEST_ADDRESS, LONGEST_QUERY, MOST_ROWS, MOST_WORDS};
