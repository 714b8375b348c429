//! Export to the formats of other programs: models for search engines, tables and commands.
//!
//! One file per format. Must not know learners.

mod card;
pub mod command;
mod document_ids;
mod elasticsearch;
mod linear;
mod network;
mod raw;
mod run_file;
mod solr;
pub mod table;
mod trees;

pub use card::card;
pub use document_ids::{DocumentIds, IdOrigin, IdSource};
pub use elasticsearch::elasticsearch;
pub use linear::folded_weights;
pub(crate) use run_file::compare as compare_in_run;
pub use run_file::{check_tag, qrels, ranks, score_table, trec_run};
pub use solr::solr;

use std::str::FromStr;

use crate::data::labels;
use crate::model::Model;
use crate::ranking::scorer::WeakLearner;
use crate::util::error::{Error, shown};

/// Format of an exported model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelFormat {
    /// The model file of this program.
    Json,
    /// Linear model or trees for the learning-to-rank plugins of Elasticsearch and OpenSearch.
    Elasticsearch,
    /// Linear model, trees or network for the learning-to-rank plugin of Solr.
    Solr,
}

impl FromStr for ModelFormat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "json" => Ok(Self::Json),
            "elasticsearch" | "opensearch" => Ok(Self::Elasticsearch),
            "solr" => Ok(Self::Solr),
            _ => Err(Error::config(
                "format",
                format!("{} is not one of json, elasticsearch, solr", shown(text)),
            )),
        }
    }
}

/// Returns a model in the given format.
///
/// `names`: feature names; for others those of the model, else `f1`, `f2`, …. `name`: name of the model.
///
/// # Errors
/// [`Error::Data`] if the format cannot express the model, or if a name is invalid; [`Error::Numeric`] if its numbers
/// do not fit the 32-bit floats of the format.
pub fn model(
    model: &Model,
    format: ModelFormat,
    names: &[Option<String>],
    name: &str,
) -> Result<String, Error> {
    let names = &model.names_under(names);
    if format == ModelFormat::Json {
        let model = &model.clone().with_names(&names[..names.len().min(model.n_features)])?;
        return Ok(model.json() + "\n");
    }
    if name.trim().is_empty() {
        return Err(Error::config("name", "the model needs a name"));
    }
    let labels = labels(names, model.n_features)?;
    if format == ModelFormat::Solr { solr(model, &labels, name) } else { elasticsearch(model, &labels, name) }
}

/// Returns a sentence about gaps, which search engines take for 0; `None` if the model does, too.
pub fn gap_note(model: &Model) -> Option<String> {
    let rule = model.reading().map_or("", |reading| reading.rules.missing.trim());
    if ["mean", "query-mean"].contains(&rule) {
        let what = if rule == "mean" { "in the training data" } else { "in the query" };
        return Some(format!(
            "search engines take a missing feature for 0, and the model takes its mean {what}; documents with a gap get other \
             scores there, unless the features have these means as defaults"
        ));
    }
    let nodes = model.scorer.ensembles().iter().flatten().flat_map(|term| match &term.weak {
        WeakLearner::Tree { nodes } => nodes.as_slice(),
        _ => &[],
    });
    let n = nodes.filter(|node| node.parts_gap_from_zero()).count();
    (n > 0).then(|| {
        format!(
            "search engines take a missing feature for 0, and {n} splits of the model send a gap the other way; such documents \
             get other scores there"
        )
    })
}

/// The error for a number that the format cannot hold.
fn refused(problem: String) -> Error {
    Error::Numeric { stage: "export", problem }
}
