//! Scores and grades as files of other programs: tables, runs and judgements of TREC.
//!
//! Sources: `get_trec_results.c`, `get_qrels.c` and `form_res_rels.c` of trec_eval; `parse_trec_run` and
//! `parse_trec_qrels` of ir_measures.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::document_ids::{DocumentIds, is_word};
use super::refused;
use crate::data::Dataset;
use crate::util::error::{Error, shown};
use crate::util::escape::visible;
use crate::util::sorting::sort_indices;

/// Returns a run of TREC: one line `query Q0 document rank score tag` per document, by query and rank from 1.
///
/// `scores`: one per document, in the order of the file. Documents are in descending order of their scores. trec_eval
/// ignores the rank and sorts by score itself; it orders equal scores by document, the last in byte order first, and so
/// does this run. Older versions of trec_eval keep scores in 32 bits. If two scores differ but are equal in 32 bits,
/// the lower one is written as the next smaller 32-bit number, so every version has the order of the model. Cost:
/// O(n log n).
///
/// # Errors
/// [`Error::Config`] for a tag that is not one word; [`Error::Data`] as [`DocumentIds::check_words`];
/// [`Error::Numeric`] for a score outside the range of 32-bit floats.
pub fn trec_run(data: &Dataset, scores: &[f64], ids: &DocumentIds, tag: &str) -> Result<String, Error> {
    check_tag(tag)?;
    ids.check_words(data)?;
    let by_row = by_row(data, scores);
    let mut text = String::new();
    for query in data.queries() {
        let order = ordered(query.documents.clone(), &by_row, ids);
        let written = separated(order.iter().map(|&row| by_row[row]))?;
        for (rank, (row, score)) in order.into_iter().zip(written).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} Q0 {} {} {score:?} {tag}", visible(query.id), ids.get(row), rank + 1);
        }
    }
    Ok(text)
}

/// Checks the last column of a run.
///
/// # Errors
/// [`Error::Config`] for a tag that is not one word.
pub fn check_tag(tag: &str) -> Result<(), Error> {
    if is_word(tag) {
        return Ok(());
    }
    Err(Error::config("tag", format!("{} is not one word without white space", shown(tag))))
}

/// Returns judgements of TREC: one line `query 0 document grade` per document, in the order of the queries. Cost: O(n).
///
/// # Errors
/// As [`DocumentIds::check_words`].
pub fn qrels(data: &Dataset, ids: &DocumentIds) -> Result<String, Error> {
    ids.check_words(data)?;
    let mut text = String::new();
    for query in data.queries() {
        for row in query.documents {
            let _ = writeln!(text, "{} 0 {} {}", visible(query.id), ids.get(row), data.grade(row));
        }
    }
    Ok(text)
}

/// Returns a table with tabs between the columns `query document grade score rank`, in the order of the file.
///
/// `scores` and `ranks`: one per document, in the order of the file. Without ranks they are those of [`trec_run`].
/// `ungraded`: lines of documents without a grade, in ascending order; their cells are empty. Scores have all digits.
/// Cost: O(n log n).
pub fn score_table(
    data: &Dataset,
    scores: &[f64],
    ids: &DocumentIds,
    ranks: Option<&[usize]>,
    ungraded: &[usize],
) -> String {
    let by_row = by_row(data, scores);
    let mut rank_of = vec![0; data.n_documents()];
    let mut queries = vec![""; data.n_documents()];
    for query in data.queries() {
        queries[query.documents.clone()].fill(query.id);
        for (rank, row) in ordered(query.documents, &by_row, ids).into_iter().enumerate() {
            rank_of[row] = rank + 1;
        }
    }
    let mut text = "query\tdocument\tgrade\tscore\trank\n".to_owned();
    for (place, row) in data.file_order().into_iter().enumerate() {
        let rank = ranks.and_then(|ranks| ranks.get(place)).copied().unwrap_or(rank_of[row]);
        let (query, id) = (visible(queries[row]), ids.get(row));
        let is_ungraded = data.line(row).is_some_and(|line| ungraded.binary_search(&line).is_ok());
        let grade = if is_ungraded { String::new() } else { data.grade(row).to_string() };
        let _ = writeln!(text, "{query}\t{id}\t{grade}\t{:?}\t{rank}", by_row[row]);
    }
    text
}

/// Returns the rank of each document of a query, from 1, in the order of [`trec_run`].
///
/// `scores`: one per document of the query. Cost: O(n log n).
///
/// # Panics
/// If the query does not exist, or if a document has no score.
pub fn ranks(data: &Dataset, query: usize, scores: &[f64], ids: &DocumentIds) -> Vec<usize> {
    let first = data.query(query).documents.start;
    let mut ranks = vec![0; scores.len()];
    let mut order: Vec<usize> = (0..scores.len()).collect();
    sort_indices(&mut order, &|one, other| {
        compare(scores[one], scores[other], ids.get(first + one), ids.get(first + other))
    });
    for (rank, document) in order.into_iter().enumerate() {
        ranks[document] = rank + 1;
    }
    ranks
}

/// Returns scores by row from scores in the order of the file.
fn by_row(data: &Dataset, scores: &[f64]) -> Vec<f64> {
    let mut by_row = vec![0.0; data.n_documents()];
    for (row, score) in data.file_order().into_iter().zip(scores) {
        by_row[row] = *score;
    }
    by_row
}

/// Returns the rows of a query by descending score; of equal scores the last id in byte order comes first.
fn ordered(rows: std::ops::Range<usize>, scores: &[f64], ids: &DocumentIds) -> Vec<usize> {
    let mut order: Vec<usize> = rows.collect();
    sort_indices(&mut order, &|one, other| compare(scores[one], scores[other], ids.get(one), ids.get(other)));
    order
}

/// Compares two documents as trec_eval orders them: by descending score, then by descending id.
pub(crate) fn compare(one: f64, other: f64, id_of_one: &str, id_of_other: &str) -> Ordering {
    other.partial_cmp(&one).unwrap_or(Ordering::Equal).then_with(|| id_of_other.cmp(id_of_one))
}

/// Returns descending scores such that different ones differ in 32 bits too. A score that differs already stays.
///
/// # Errors
/// [`Error::Numeric`] for a score outside the range of 32-bit floats.
fn separated(scores: impl Iterator<Item = f64>) -> Result<Vec<f64>, Error> {
    let mut written: Vec<f64> = Vec::new();
    // The score before, as it is and in 32 bits as it is written.
    let mut last: Option<(f64, f32)> = None;
    for score in scores {
        let narrow = score as f32;
        let (value, in_32_bits) = match last {
            Some((before, at)) if score == before => (written.last().copied().unwrap_or(score), at),
            Some((_, at)) if narrow >= at => (f64::from(at.next_down()), at.next_down()),
            _ => (score, narrow),
        };
        if !in_32_bits.is_finite() {
            return Err(refused(format!(
                "the score {score:e} does not fit 32 bits, which trec_eval needs; use --format tsv"
            )));
        }
        written.push(value);
        last = Some((score, in_32_bits));
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_scores_differ_in_32_bits() {
        let close = [1.0, 1.0 - 1e-12, 1.0 - 1e-12, 1.0 - 2e-12, 0.5, 1e-60, 0.0, -0.0, -1e-60];
        let written = separated(close.into_iter()).expect("they fit");
        for (place, pair) in written.windows(2).enumerate() {
            let is_tie = close[place] == close[place + 1];
            assert_eq!(pair[0] == pair[1], is_tie, "{pair:?}");
            assert_eq!(pair[0] as f32 == pair[1] as f32, is_tie, "{pair:?}");
            assert!(pair[0] as f32 >= pair[1] as f32 && pair[0] >= pair[1], "{pair:?}");
        }
        assert_eq!((written[0], written[4]), (1.0, 0.5), "scores that differ stay");
        for beyond in [1e39, -1e39] {
            assert!(separated([beyond].into_iter()).is_err());
        }
    }
}
