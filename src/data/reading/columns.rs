//! The columns of a table by the names in its header: grades, queries, features. Must not know rows.

use std::collections::{HashMap, HashSet};

use super::settings::Rules;
use crate::data::MAX_FEATURES;
use crate::data::letor_line::{quoted, read_number};
use crate::data::without::{left_out, numbers};
use crate::util::menu_entry::nearest;
use crate::util::sorting::sorted;

/// Names of a column with the grades, in lower case with `_` between words.
pub(crate) const LABELS: [&str; 7] =
    ["label", "relevance", "rel", "grade", "y", "relevance_label", "judgement"];

/// Names of a column with the queries.
pub(crate) const QUERIES: [&str; 8] =
    ["qid", "query", "query_id", "queryid", "group", "group_id", "groupid", "query_number"];

/// Names of a column with the names of documents.
pub(crate) const DOCUMENTS: [&str; 5] = ["docid", "doc_id", "document_id", "documentid", "docno"];

/// Number of column names that a message lists.
const LISTED: usize = 12;

/// The columns of each kind, as places from 0 in the header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub header: Vec<String>,
    /// `None` if the data need no grades and have none.
    pub label: Option<usize>,
    /// `None` if group sizes give the queries.
    pub qid: Option<usize>,
    /// Names of documents, if the table has them.
    pub docid: Option<usize>,
    /// Weights of the queries, if a column was named.
    pub weight: Option<usize>,
    /// Features 1, 2, ….
    pub features: Vec<usize>,
    /// Names of all features of the table, or of the training data.
    pub columns: Vec<String>,
    /// Numbers of those among them that are left out, from 1.
    pub left_out: Vec<usize>,
}

/// What a header says so far: a faulty choice is `Err` with the column (from 0) and the problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Guess {
    pub label: Result<Option<usize>, Fault>,
    pub qid: Result<Option<usize>, Fault>,
    pub docid: Option<usize>,
    pub weight: Option<usize>,
    pub ignored: Vec<usize>,
    /// Faults that belong to neither.
    pub faults: Vec<Fault>,
}

/// A column (from 0) with a problem.
pub(super) type Fault = (usize, String);

/// Finds the columns of each kind. `given_groups`: group sizes were given, not only found beside the file. `like`:
/// names of the features of the training data.
pub(super) fn guess(
    header: &[String],
    rules: &Rules,
    has_groups: bool,
    given_groups: bool,
    like: Option<&[String]>,
) -> Guess {
    let mut faults = header_faults(header);
    let stored = rules.stored.clone().unwrap_or_default();
    let has = |name: &String| !name.is_empty() && find(header, name, "").is_ok();
    let given = |own: &Option<String>, stored: String| own.clone().or(Some(stored).filter(has));
    let [label_given, qid_given, docid_given] =
        [given(&rules.label, stored.label), given(&rules.qid, stored.qid), given(&rules.docid, stored.docid)];
    let mut ignored: Vec<usize> =
        stored.ignore.iter().filter_map(|name| find(header, name, "").ok()).collect();
    for name in &rules.ignore {
        match find(header, name, "--ignore") {
            Ok(column) => ignored.push(column),
            Err(problem) => faults.push((0, problem)),
        }
    }
    let is_ignored = marked(header.len(), &ignored);
    // A feature of the training data has no other meaning.
    let of_training: HashSet<&str> = like.unwrap_or_default().iter().map(String::as_str).collect();
    let is_feature = |column: usize| of_training.contains(header[column].as_str());
    let open: Vec<usize> =
        (0..header.len()).filter(|&column| !is_ignored[column] && !is_feature(column)).collect();
    let label =
        choose(header, &open, label_given.as_deref(), &LABELS, "--label").and_then(|found| match found {
            None if !rules.without_grades => Err((0, no_label(header))),
            found => Ok(found),
        });
    let docid =
        choose(header, &open, docid_given.as_deref(), &DOCUMENTS, "--docid").unwrap_or_else(|fault| {
            faults.push(fault);
            None
        });
    let qid = choose(header, &open, qid_given.as_deref(), &QUERIES, "--qid").and_then(|found| match found {
        Some(column) if given_groups => {
            let name = quoted(&header[column]);
            Err((
                column,
                format!("column {name} names the queries, but group sizes were given; --ignore the column, or leave \
                         --group-sizes out"),
            ))
        }
        None if !has_groups => Err((
            0,
            format!(
                "no column names the queries: the columns are {}; --qid NAME chooses one, or --group-sizes FILE gives \
                 the number of documents of each query",
                listed(header)
            ),
        )),
        found => Ok(found),
    });
    let weight = rules.weight.as_deref().and_then(|name| match find(header, name, "--query-weight") {
        Ok(column) => Some(column),
        Err(problem) => {
            faults.push((0, problem));
            None
        }
    });
    let [label_column, qid_column] = [&label, &qid].map(|found| found.as_ref().ok().copied().flatten());
    for (one, other, both) in [
        (label_column, qid_column, "grades and queries"),
        (label_column, docid, "grades and names of documents"),
        (qid_column, docid, "queries and names of documents"),
        (weight.and(label_column), weight, "grades and weights"),
        (weight.and(qid_column), weight, "queries and weights"),
        (weight.and(docid), weight, "names of documents and weights"),
    ] {
        if let Some(column) = one.filter(|_| one == other) {
            faults.push((column, format!("column {} cannot hold both {both}", quoted(&header[column]))));
        }
    }
    ignored.extend(unnamed(header).filter(|&column| !is_ignored[column]));
    Guess { label, qid, docid, weight, ignored, faults }
}

/// Returns the layout of a header. `like`: names of the features of the training data, which decide the order.
///
/// # Errors
/// All faults of the header, by column.
pub(super) fn layout(
    header: Vec<String>,
    guess: Guess,
    like: Option<&[String]>,
    rules: &Rules,
) -> Result<Layout, Vec<Fault>> {
    let Guess { label, qid, docid, weight, ignored, mut faults } = guess;
    let mut is_used = marked(header.len(), &ignored);
    for column in label.iter().chain(&qid).flatten().chain(&docid).chain(&weight) {
        is_used[*column] = true;
    }
    let mut features: Vec<usize> = (0..header.len()).filter(|&column| !is_used[column]).collect();
    let columns = like
        .map_or_else(|| features.iter().map(|&column| header[column].clone()).collect(), <[String]>::to_vec);
    let names: Vec<Option<&str>> = columns.iter().map(|name| Some(name.as_str())).collect();
    let is_left_out = left_out(&rules.without, &names, rules.stored.is_some()).unwrap_or_else(|problem| {
        faults.push((0, format!("--without: {problem}")));
        vec![false; columns.len()]
    });
    if like.is_none() {
        features = features
            .into_iter()
            .zip(&is_left_out)
            .filter_map(|(column, is_out)| (!is_out).then_some(column))
            .collect();
    }
    if let Some(like) = like {
        let mut ordered = Vec::with_capacity(like.len());
        let places: HashMap<&str, usize> =
            features.iter().map(|&column| (header[column].as_str(), column)).collect();
        for (name, _) in like.iter().zip(&is_left_out).filter(|(_, is_out)| !**is_out) {
            match places.get(name.as_str()) {
                Some(&column) => ordered.push(column),
                None => {
                    let problem = format!(
                        "no column {}, which is a feature of the training data; the columns are {}",
                        quoted(name),
                        listed(&header)
                    );
                    faults.push((0, problem));
                }
            }
        }
        features = ordered;
    }
    if features.len() > MAX_FEATURES {
        faults.push((0, format!("{} features; at most {MAX_FEATURES}", features.len())));
    }
    match (label, qid) {
        (Ok(label), Ok(qid)) if faults.is_empty() => Ok(Layout {
            header,
            label,
            qid,
            docid,
            weight,
            features,
            left_out: numbers(&is_left_out),
            columns,
        }),
        (label, qid) => {
            faults.extend(label.err());
            faults.extend(qid.err());
            Err(sorted(faults, &|one, other| one.0.cmp(&other.0)))
        }
    }
}

/// Returns the column that was given, or the only one with a usual name.
fn choose(
    header: &[String],
    open: &[usize],
    given: Option<&str>,
    names: &[&str],
    option: &str,
) -> Result<Option<usize>, Fault> {
    if let Some(given) = given {
        return find(header, given, option).map(Some).map_err(|problem| (0, problem));
    }
    let found: Vec<usize> =
        open.iter().copied().filter(|&column| names.contains(&plain(&header[column]).as_str())).collect();
    match found[..] {
        [] => Ok(None),
        [column] => Ok(Some(column)),
        [_, second, ..] => {
            let names: Vec<String> = found.iter().map(|&column| quoted(&header[column])).collect();
            Err((
                second,
                format!(
                    "columns {} could each be the one; {option} NAME chooses, and --ignore leaves others out",
                    names.join(" and ")
                ),
            ))
        }
    }
}

/// Finds a column by its name, or by its number from 1.
pub(crate) fn find(header: &[String], name: &str, option: &str) -> Result<usize, String> {
    let number = || name.parse::<usize>().ok().filter(|number| (1..=header.len()).contains(number));
    let place = header.iter().position(|column| column == name).or_else(|| Some(number()? - 1));
    place.ok_or_else(|| {
        let known: Vec<String> = header.iter().map(|column| quoted(column)).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let near = nearest(&quoted(name), &known);
        format!("{option}: no column {}; the nearest are {near}", quoted(name))
    })
}

fn header_faults(header: &[String]) -> Vec<Fault> {
    if header.iter().all(|name| name.is_empty() || read_number(name).is_some()) {
        let problem = "the first line has numbers and no names; write a line of column names above it, such as \
                       label,qid,f1,f2";
        return vec![(0, problem.to_owned())];
    }
    let mut seen = HashMap::new();
    let mut faults = Vec::new();
    for (column, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if let Some(first) = seen.insert(name.as_str(), column) {
            let name = quoted(name);
            faults.push((column, format!("columns {} and {} are both called {name}", first + 1, column + 1)));
        }
    }
    faults
}

/// Returns for each of `n` columns whether it is listed.
pub(super) fn marked(n: usize, columns: &[usize]) -> Vec<bool> {
    let mut is_listed = vec![false; n];
    for &column in columns {
        is_listed[column] = true;
    }
    is_listed
}

/// Columns without a name, such as the index that pandas writes. They are left out.
fn unnamed(header: &[String]) -> impl Iterator<Item = usize> {
    (0..header.len()).filter(|&column| header[column].is_empty())
}

fn no_label(header: &[String]) -> String {
    format!("no column holds the grades: the columns are {}; --label NAME chooses one", listed(header))
}

/// Returns names for a message.
pub(crate) fn listed(names: &[String]) -> String {
    let mut quoted_names: Vec<String> = names.iter().take(LISTED).map(|name| quoted(name)).collect();
    if names.len() > LISTED {
        quoted_names.push(format!("… {} in all", names.len()));
    }
    quoted_names.join(", ")
}

/// Returns a name in lower case, with `_` between words. Only ASCII has a lower case, as in all names that are looked
/// for: the tables of Unicode's cases would take 12 kB of the WebAssembly module.
pub(crate) fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace([' ', '-', '.'], "_")
}
