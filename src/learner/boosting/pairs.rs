//! Queries with at least two grades, with their documents by falling grade; or clicked documents, each above all others of
//! its query. Must not know features.
//!
//! In this order, the documents worse than a given document are a contiguous range after it. Pairs therefore need no
//! list of indices.

use std::ops::Range;

use crate::data::Dataset;
use crate::ranking::TiedRanking;
use crate::util::error::{Error, shown};
use crate::util::sorting::sort_documents;
use crate::util::threads;

/// Largest number of pairs that are listed one by one: 1.6 GB at 16 bytes per pair.
pub(super) const MOST_PAIRS: f64 = 1e8;

/// The documents of all queries with pairs, by query, then by falling grade, then in file order.
#[derive(Debug, Clone, Default)]
pub(super) struct PairQueries {
    /// The row in the data of each place.
    pub rows: Vec<u32>,
    /// The queries with pairs.
    pub queries: Vec<PairQuery>,
    /// Number of pairs of different grades, Σ |P_q|.
    pub n_pairs: f64,
    /// The same with the weights of the queries, Σ p_q |P_q|.
    pub weighted_pairs: f64,
    /// Σ p_q.
    pub total_weight: f64,
}

/// A query with pairs.
#[derive(Debug, Clone)]
pub(super) struct PairQuery {
    /// Index of the query in the data.
    pub index: usize,
    /// p_q: its weight.
    pub weight: f64,
    /// Its places.
    pub places: Range<usize>,
    /// First place of each grade of the query, the highest grade first, followed by the end of the last grade.
    pub levels: Vec<usize>,
    /// |P_q|.
    pub n_pairs: f64,
}

impl PairQueries {
    /// Returns the queries of `data` with at least two grades.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such query.
    pub fn new(data: &Dataset) -> Result<Self, Error> {
        let mut all = Self::default();
        for query in data.queries() {
            let mut rows: Vec<u32> = query.documents.clone().map(|row| row as u32).collect();
            // The sort is stable: documents of one grade keep file order.
            sort_documents(&mut rows, &|one, other| {
                data.grade(other as usize).cmp(&data.grade(one as usize))
            });
            let start = all.rows.len();
            let mut levels = vec![start];
            for same in rows.chunk_by(|&one, &other| data.grade(one as usize) == data.grade(other as usize)) {
                levels.push(levels[levels.len() - 1] + same.len());
            }
            if levels.len() < 3 {
                continue;
            }
            let end = start + rows.len();
            let n_pairs =
                levels.windows(2).map(|level| ((level[1] - level[0]) * (end - level[1])) as f64).sum();
            let (index, weight) = (query.index, data.weight(query.index));
            all.n_pairs += n_pairs;
            all.weighted_pairs += weight * n_pairs;
            all.total_weight += weight;
            all.rows.extend(rows);
            all.queries.push(PairQuery { index, weight, places: start..end, levels, n_pairs });
        }
        if all.queries.is_empty() {
            return Err(Error::data(
                "no pair of documents to learn from: at least one query needs documents of two different grades",
            ));
        }
        Ok(all)
    }

    /// Returns a list for every document with a positive click weight ω_i: the document, and below it all others of its
    /// query. Each pair of a list has the weight ω_i, so the weight p of a list is ω_i (n − 1). Cost: O(n) for each of
    /// these documents, in time and memory.
    ///
    /// Source: Joachims, Swaminathan and Schnabel 2017, section 5.1, with other losses of a pair.
    ///
    /// # Errors
    /// [`Error::Data`] for a negative weight, if there is no such list, and for more than 10⁸ pairs.
    pub fn by_clicks(data: &Dataset) -> Result<Self, Error> {
        let mut all = Self::default();
        for query in data.queries() {
            let others = (query.documents.len() as f64 - 1.0).max(0.0);
            for (row, &click) in query.documents.clone().zip(query.click_weights) {
                if click < 0.0 {
                    return Err(Error::data(format!(
                        "query {} has a document with a negative click weight, and boosting needs weights from 0; use \
                         listnet or regression, or another estimator",
                        shown(query.id)
                    )));
                }
                if click == 0.0 || others == 0.0 {
                    continue;
                }
                all.n_pairs += others;
                if all.n_pairs > MOST_PAIRS {
                    return Err(Error::data(
                        "the pairs of clicked documents with all others are more than 10^8; use ranknet-linear, which \
                         needs no list of pairs",
                    ));
                }
                let (start, weight) = (all.rows.len(), click * others);
                all.total_weight += weight;
                all.rows.push(row as u32);
                all.rows.extend(query.documents.clone().filter(|&other| other != row).map(|row| row as u32));
                let end = all.rows.len();
                let (places, levels) = (start..end, vec![start, start + 1, end]);
                all.queries.push(PairQuery { index: query.index, weight, places, levels, n_pairs: others });
            }
        }
        if all.queries.is_empty() {
            return Err(Error::data(
                "no click to learn from, or only clicks on the single document of a query",
            ));
        }
        // The smoothing of a step counts pairs, so that the scale of the weights has no effect.
        all.weighted_pairs = all.n_pairs;
        Ok(all)
    }

    /// Returns the number of places.
    pub fn n_places(&self) -> usize {
        self.rows.len()
    }

    /// Returns the number of queries of the data with pairs.
    pub fn n_queries(&self) -> usize {
        self.queries.chunk_by(|one, other| one.index == other.index).count()
    }

    /// Returns the lists of the query with this index in the data: one by grades, several by clicks; none without pairs.
    pub fn of_query(&self, index: usize) -> &[PairQuery] {
        let start = self.queries.partition_point(|query| query.index < index);
        let end = self.queries.partition_point(|query| query.index <= index);
        &self.queries[start..end]
    }

    /// Returns the share of pairs that the scores (one per row of the data) order wrongly; ties count one half.
    ///
    /// `by_query`: whether the result is the mean over queries of the share in a query, or the share of all pairs.
    /// Queries count by their weights. Cost: O(n log n + n · grades of a query).
    pub fn pair_error(&self, scores: &[f64], by_query: bool) -> f64 {
        let shares = threads::map(self.queries.len(), |place| {
            let query = &self.queries[place];
            query.misordered(&self.gather(query, scores)) / query.n_pairs
        });
        let mut error = 0.0;
        for (query, share) in self.queries.iter().zip(shares) {
            error += if by_query {
                query.weight * share / self.total_weight
            } else {
                share * (query.weight * query.n_pairs / self.weighted_pairs)
            };
        }
        error
    }

    /// Applies `of_places` to the scores of the places of every list of a query, and returns the sum over its lists in the
    /// order of the query's rows; `None` for a query without pairs.
    ///
    /// `sums`: of the query's rows only; the first list is the scores.
    pub fn in_file_order(
        &self,
        index: usize,
        sums: &[Vec<f64>],
        of_places: impl Fn(&PairQuery, &[f64]) -> Vec<f64>,
    ) -> Option<Vec<f64>> {
        let lists = self.of_query(index);
        let first = self.rows[lists.first()?.places.clone()].iter().copied().min().unwrap_or(0);
        let mut ordered = vec![0.0; sums[0].len()];
        for query in lists {
            let rows = &self.rows[query.places.clone()];
            let scores: Vec<f64> = rows.iter().map(|&row| sums[0][(row - first) as usize]).collect();
            for (&row, value) in rows.iter().zip(of_places(query, &scores)) {
                ordered[(row - first) as usize] += value;
            }
        }
        Some(ordered)
    }

    /// Returns the scores of a query's places.
    pub fn gather(&self, query: &PairQuery, scores: &[f64]) -> Vec<f64> {
        self.rows[query.places.clone()].iter().map(|&row| scores[row as usize]).collect()
    }
}

impl PairQuery {
    /// Returns the places of each grade, counted from the query's first, the highest grade first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = Range<usize>> {
        let start = self.places.start;
        self.levels.windows(2).map(move |level| level[0] - start..level[1] - start)
    }

    /// Returns the number of wrongly ordered pairs; ties count one half. `scores`: one per place of the query.
    fn misordered(&self, scores: &[f64]) -> f64 {
        let mut level_of = vec![0; scores.len()];
        for (level, places) in self.levels().enumerate() {
            level_of[places].fill(level);
        }
        let n_levels = self.levels.len() - 1;
        let (mut above, mut in_group) = (vec![0.0; n_levels], vec![0.0; n_levels]);
        let mut wrong = 0.0;
        for (_, group) in TiedRanking::by_scores(scores).groups() {
            in_group.fill(0.0);
            for &place in group {
                in_group[level_of[place as usize]] += 1.0;
            }
            for level in 0..n_levels {
                let worse = |counts: &[f64]| counts[level + 1..].iter().sum::<f64>();
                wrong += in_group[level] * (worse(&above) + 0.5 * worse(&in_group));
            }
            for (above, count) in above.iter_mut().zip(&in_group) {
                *above += count;
            }
        }
        wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::generate_letor;

    #[test]
    fn the_pair_error_counts_all_pairs() {
        let data = Dataset::from_letor(&generate_letor(12, 9, 3)).unwrap();
        let pairs = PairQueries::new(&data).unwrap();
        let scores: Vec<f64> =
            (0..data.n_documents()).map(|row| (data.features(row)[3] * 4.0).round()).collect();
        let (mut by_query, mut wrong, mut n_queries, mut n_pairs) = (0.0, 0.0, 0.0, 0.0);
        for query in data.queries() {
            let (mut wrong_here, mut pairs_here) = (0.0, 0.0);
            for i in query.documents.clone() {
                for j in query.documents.clone().filter(|&j| data.grade(i) > data.grade(j)) {
                    pairs_here += 1.0;
                    wrong_here += if scores[i] < scores[j] {
                        1.0
                    } else if scores[i] == scores[j] {
                        0.5
                    } else {
                        0.0
                    };
                }
            }
            if pairs_here > 0.0 {
                (n_queries, by_query) = (n_queries + 1.0, by_query + wrong_here / pairs_here);
                (n_pairs, wrong) = (n_pairs + pairs_here, wrong + wrong_here);
            }
        }
        assert_eq!(pairs.n_pairs, n_pairs);
        assert!((pairs.pair_error(&scores, true) - by_query / n_queries).abs() < 1e-14);
        assert!((pairs.pair_error(&scores, false) - wrong / n_pairs).abs() < 1e-14);
    }

    #[test]
    fn queries_of_one_grade_hold_no_pair() {
        let data = Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n0 qid:2 1:1\n2 qid:2 1:3\n").unwrap();
        let pairs = PairQueries::new(&data).unwrap();
        assert_eq!((pairs.rows, pairs.n_pairs), (vec![3, 2], 1.0));
        let data = Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n").unwrap();
        assert!(matches!(PairQueries::new(&data), Err(Error::Data { .. })));
    }
}
