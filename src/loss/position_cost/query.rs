//! The cost of positions of one query: its violator, y* and alignment.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::data::Grade;
use crate::linalg::assignment;
use crate::loss::merge::GradeMerge;
use crate::loss::position_decay::by_document;
use crate::loss::{
    Class, LongSearch, PlaceCosts, PlaceTable, PositionDecay, QueryLabels, QueryLoss, Realignment,
    SearchCells, margin,
};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

use super::DormCost;
use super::ideal::ideal_places;
use super::ideal_counts::{ideal_set, mean_weights};

/// A cost of positions bound to a query.
pub(super) struct QueryCost {
    /// The places with their negated costs.
    places: Places,
    /// The places of ideal rankings.
    ideal: Places,
    /// Cost of y*.
    least: f64,
    features: PositionDecay,
}

impl QueryCost {
    /// Returns the loss of a query, or `None` if all rankings cost the same.
    ///
    /// # Errors
    /// [`Error::Data`] if the cost has no value for some document, or the search for y* takes too long.
    pub(super) fn new(loss: &DormCost, labels: &QueryLabels) -> Result<Option<Self>, Error> {
        let grades = labels.grades;
        let (classes, class_of) = classes(grades, labels.kinds, &loss.cost.kinds());
        let (rows, class_of) = distinct(loss.cost.rows(&classes, grades.len())?, &class_of);
        if rows.len() < 2 {
            return Ok(None);
        }
        let allowed = ideal_places(&class_of, &rows)?;
        let set = ideal_set(&class_of, &rows, &allowed);
        let ideal = Places::new(class_of.clone(), allowed);
        let decay = loss.decay.vector(&vec![0.0; grades.len()]);
        // Among the ideal rankings, the higher grades go first.
        let by_grade = ScoredDocuments::new(grades.iter().map(|&grade| f64::from(grade)).collect());
        let reference = match &set {
            // Without a merge the search is an assignment, which the set spares.
            Some(set) if ideal.merge.is_none() => {
                let mut order = vec![0; grades.len()];
                set.for_each_aligned(&by_grade, |rank, document| order[rank] = document);
                Ranking::from_order(order)
            }
            _ => ideal.best(&by_grade, &decay),
        };
        let features = match set {
            Some(set) => PositionDecay::new(decay, loss.reference, reference, set),
            None => {
                let mean = mean_weights(&ideal.table, &reference, &decay);
                PositionDecay::with_mean(decay, loss.reference, reference, mean)
            }
        };
        let negated = rows.iter().map(|row| row.iter().map(|cost| -cost).collect()).collect();
        // The violator seeks high costs, so its search is charged the negated ones.
        let places = Places::new(class_of, negated);
        let least = -places.charge(features.reference());
        Ok(Some(Self { places, ideal, least, features }))
    }
}

/// Returns the classes of a query in the order of their first documents, and the class of each document. Kinds that the
/// cost does not name are no kind: they cost the same. Cost: O(n log n) comparisons.
fn classes(grades: &[Grade], kinds: &[Option<Cow<str>>], named: &[String]) -> (Vec<Class>, Vec<usize>) {
    let mut by_name: Vec<usize> = (0..named.len()).collect();
    sort_indices(&mut by_name, &|one, other| named[one].cmp(&named[other]));
    let place_of = |kind: &str| {
        let position = by_name.binary_search_by(|&place| named[place].as_str().cmp(kind));
        position.ok().map(|at| by_name[at])
    };
    let key =
        |document: usize| (grades[document], kinds.get(document).and_then(|kind| place_of(kind.as_deref()?)));
    let keys: Vec<(Grade, Option<usize>)> = (0..grades.len()).map(key).collect();
    let (firsts, numbers) = numbered(keys.len(), &|one, other| keys[one].cmp(&keys[other]));
    let class = |first: usize| {
        let (grade, kind) = keys[first];
        Class { grade, kind: kind.map(|place| named[place].clone()) }
    };
    (firsts.into_iter().map(class).collect(), numbers)
}

/// Numbers `n` things, equal ones alike, in the order of their first places. Returns these places, and the number of
/// each thing. Cost: O(n log n) comparisons.
fn numbered(n: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..n).collect();
    sort_indices(&mut order, compare);
    let mut first_of: Vec<usize> = (0..n).collect();
    for pair in 1..n {
        // The sort is stable, so the first of equal things stands first.
        if compare(order[pair - 1], order[pair]).is_eq() {
            first_of[order[pair]] = first_of[order[pair - 1]];
        }
    }
    let mut firsts = Vec::new();
    let mut numbers = vec![0; n];
    for thing in 0..n {
        if first_of[thing] == thing {
            numbers[thing] = firsts.len();
            firsts.push(thing);
        } else {
            numbers[thing] = numbers[first_of[thing]];
        }
    }
    (firsts, numbers)
}

/// Joins classes whose costs differ by a constant only: exchanging two such documents changes no sum. Returns the rows,
/// each minus its last cost, and the new class of each document. Cost: O(K L log L + n).
fn distinct(mut rows: Vec<Vec<f64>>, class_of: &[usize]) -> (Vec<Vec<f64>>, Vec<usize>) {
    for row in &mut rows {
        let last = row.last().copied().unwrap_or(0.0);
        // Adding 0 gives −0 and +0 the same bits.
        row.iter_mut().for_each(|cost| *cost = *cost - last + 0.0);
    }
    let compare = |one: usize, other: usize| {
        let costs = rows[one].iter().zip(&rows[other]).map(|(one, other)| one.total_cmp(other));
        costs.fold(Ordering::Equal, Ordering::then)
    };
    let (firsts, numbers) = numbered(rows.len(), &compare);
    let unique = firsts.into_iter().map(|first| std::mem::take(&mut rows[first])).collect();
    (unique, class_of.iter().map(|&class| numbers[class]).collect())
}

/// What each place is charged, and the search for the best ranking.
struct Places {
    /// K + 1 charges of each class: at the first K ranks, and behind them. An infinite one forbids the place.
    table: PlaceTable,
    merge: Option<Box<GradeMerge>>,
}

impl Places {
    fn new(class_of: Vec<usize>, rows: Vec<Vec<f64>>) -> Self {
        let steps = assignment::steps(class_of.len());
        let merge = GradeMerge::with_costs(&class_of, &rows).filter(|merge| merge.cost() <= steps);
        Self { table: PlaceTable { class_of, rows }, merge: merge.map(Box::new) }
    }

    /// The charge of a ranking. Cost: O(n).
    fn charge(&self, y: &Ranking) -> f64 {
        y.order().iter().enumerate().map(|(rank, &document)| self.table.at(document as usize, rank)).sum()
    }

    /// Returns a ranking that maximises `Σ_j (c_j s_y(j) − charge of y(j) at rank j)`.
    fn best(&self, documents: &ScoredDocuments, decay: &[f64]) -> Ranking {
        match &self.merge {
            Some(merge) => merge.most_violated(documents, decay),
            None => self.long_search(documents.scores(), decay).run(),
        }
    }

    fn long_search(&self, scores: &[f64], decay: &[f64]) -> LongSearch {
        // An assignment has no forbidden places: they cost more than all scores together can gain.
        let most = scores.iter().fold(0.0, |most: f64, score| most.max(score.abs()));
        let forbidden = 1.0 + 4.0 * most * decay.iter().sum::<f64>();
        let finite = |row: &Vec<f64>| {
            row.iter().map(|&cost| if cost.is_finite() { cost } else { forbidden }).collect()
        };
        let rows = self.table.rows.iter().map(finite).collect();
        let table = PlaceTable { class_of: self.table.class_of.clone(), rows };
        LongSearch::new(scores, PlaceCosts::Table(table), decay)
    }
}

impl QueryLoss for QueryCost {
    fn delta(&self, y: &Ranking) -> f64 {
        (-self.places.charge(y) - self.least).max(0.0)
    }

    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let PlaceTable { class_of, rows } = &self.places.table;
        let mut expected = 0.0;
        let mut counts = vec![0_usize; rows.len()];
        for (first, documents) in y.groups() {
            for &document in documents {
                counts[class_of[document as usize]] += 1;
            }
            for (row, count) in rows.iter().zip(&mut counts).filter(|(_, count)| **count > 0) {
                let ranks = first..first + documents.len();
                let sum: f64 = ranks.map(|rank| row[rank.min(row.len() - 1)]).sum();
                expected -= *count as f64 * sum / documents.len() as f64;
                *count = 0;
            }
        }
        (expected - self.least).max(0.0)
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        self.features.delta_psi(y)
    }

    /// c does not increase, so the ranking by scores maximises Σ_j c_j s_y(j).
    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        Some(self.features.tied_delta_psi(y))
    }

    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        self.places.best(documents, self.features.decay())
    }

    fn search_steps(&self) -> f64 {
        self.places
            .merge
            .as_ref()
            .map_or_else(|| assignment::steps(self.features.decay().len()), |merge| merge.cost())
    }

    fn long_search(&self, scores: &[f64]) -> Option<LongSearch> {
        match self.places.merge {
            Some(_) => None,
            None => Some(self.places.long_search(scores, self.features.decay())),
        }
    }

    fn reference(&self) -> &Ranking {
        self.features.reference()
    }

    fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        if !self.aligns() || self.features.ideal().is_some() {
            return self.features.alignment_gain(documents);
        }
        let decay = self.features.decay();
        let aligned = by_document(&self.ideal.best(documents, decay), decay);
        margin(&aligned, documents.scores())
            - margin(self.features.reference_coefficients(), documents.scores())
    }

    fn aligns(&self) -> bool {
        self.features.aligns()
    }

    fn realign(&mut self, scores: &[f64]) -> Option<Realignment> {
        let documents = ScoredDocuments::new(scores.to_vec());
        if !self.aligns() || self.features.ideal().is_some() {
            return self.features.realign(&documents).map(Realignment::Moved);
        }
        let aligned = self.ideal.best(&documents, self.features.decay());
        self.features.realign_to(aligned).map(Realignment::Moved)
    }

    fn oracle(&self) -> String {
        match &self.places.merge {
            Some(merge) => merge.to_string(),
            None => "linear assignment by shortest augmenting paths".to_owned(),
        }
    }

    fn search_cells<'a>(&'a self, scores: &'a [f64]) -> Option<SearchCells<'a>> {
        let decay = self.features.decay();
        let value = move |document: usize, rank: usize| {
            decay[rank] * scores[document] - self.places.table.at(document, rank)
        };
        Some(SearchCells::assignment(self.reference(), value))
    }

    /// ψ(y*) may be a mean over rankings, which has no cells.
    fn reference_value(&self, scores: &[f64]) -> Option<f64> {
        Some(self.least + margin(self.features.reference_coefficients(), scores))
    }
}
