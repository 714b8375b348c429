//! A smooth objective over the queries of a data set: value and gradient, query by query.
//!
//! Must not know the search for the minimum.

use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::partitions::AskedPartitions;
use crate::linalg::dot::dot;
use crate::loss::PairTable;
use crate::util::error::Error;
use crate::util::threads;

use super::bias::{derivatives, fit_bias};
use super::member::Member;
use super::{ScoreLoss, Weighting};
use crate::metric::pair_error;

/// The loss of a query, the coefficients of its gradient, and its pair error.
type Value = (f64, Vec<f64>, Option<f64>);

/// `½‖w − w₀‖² + Σ_q c_q l_q(X_q w + b)` over the queries that take part.
///
/// c_q is C divided by the number of these queries and by the size of l_q, or C divided by the sum of all sizes; see
/// [`Weighting`]. A query of weight p counts p times in c_q, in the number and in the sum. The bias b is 0. For a loss
/// of single documents it is the b that minimises the loss at each w.
pub struct Objective {
    pub(super) data: Arc<Dataset>,
    pub(super) members: Vec<Member>,
    pub(super) c: f64,
    pub(super) center: Vec<f64>,
    pub(super) has_bias: bool,
    /// Where the queries are if this memory does not hold them. There are then no members.
    pub(super) elsewhere: Option<AskedPartitions>,
}

/// The objective at one w.
#[derive(Debug, Clone, Default)]
pub struct Point {
    /// w.
    pub w: Vec<f64>,
    /// b; 0 unless the loss has a free bias.
    pub bias: f64,
    /// The value. Not finite if a number left the range of floating point.
    pub value: f64,
    /// Its gradient in w.
    pub gradient: Vec<f64>,
    /// `Σ_q c_q l_q / C`.
    pub mean_loss: f64,
    /// Mean share of wrongly ordered pairs over the queries that have pairs, by their weights.
    pub pair_error: Option<f64>,
    /// Score plus bias of every document that takes part.
    pub(super) scores: Vec<f64>,
}

impl Point {
    /// Returns the norm of the gradient.
    pub fn gradient_norm(&self) -> f64 {
        dot(&self.gradient, &self.gradient).sqrt()
    }

    /// Returns ‖w‖.
    pub fn norm(&self) -> f64 {
        dot(&self.w, &self.w).sqrt()
    }

    /// Returns whether value, weights and gradient have finite squares.
    pub fn is_finite(&self) -> bool {
        self.value.is_finite() && self.gradient_norm().is_finite() && self.norm().is_finite()
    }
}

/// An unfinished evaluation.
pub struct Evaluation {
    pub(super) point: Point,
    /// Number of queries scored, and number of queries with a known loss.
    scored: usize,
    valued: usize,
    pub(super) loss: f64,
    pub(super) pair_errors: (f64, f64),
}

impl Evaluation {
    /// Visits so far, two per query.
    pub fn visited(&self) -> usize {
        self.scored + self.valued
    }
}

impl Objective {
    /// Binds the loss to the queries of `data`, with w₀ = 0.
    ///
    /// # Errors
    /// [`Error::Data`] if the loss cannot learn from these data.
    pub fn new(
        data: Arc<Dataset>,
        loss: &dyn ScoreLoss,
        table: &PairTable,
        weighting: Weighting,
        c: f64,
    ) -> Result<Self, Error> {
        loss.check(&data)?;
        let mut objective = Self::bound(data, loss, table);
        if objective.members.is_empty() {
            return Err(Error::data(
                "no query can be used by this method; it needs documents with grades or clicks",
            ));
        }
        objective.weigh(weighting, c, objective.total_weight(), objective.terms());
        Ok(objective)
    }

    /// Binds the loss to the queries of `data` without coefficients, with w₀ = 0. It may find no query that it can use.
    pub(super) fn bound(data: Arc<Dataset>, loss: &dyn ScoreLoss, table: &PairTable) -> Self {
        let mut members: Vec<Member> = Vec::new();
        let mut end = 0;
        for query in data.queries() {
            if let Some(loss) = loss.bind_query(&query, table) {
                let scores = end..end + query.documents.len();
                end = scores.end;
                let documents = query.documents;
                members.push(Member { query: query.index, documents, scores, coefficient: 0.0, loss });
            }
        }
        let center = vec![0.0; data.n_features()];
        Self { data, members, c: 0.0, center, has_bias: loss.is_pointwise(), elsewhere: None }
    }

    /// Sets C and the coefficients of the members. `total_weight`, `terms`: of all queries that take part, also of those
    /// in other partitions.
    pub(super) fn weigh(&mut self, weighting: Weighting, c: f64, total_weight: f64, terms: f64) {
        // A loss of single documents has a bias.
        let by_size = self.has_bias || weighting == Weighting::Pairs;
        for member in &mut self.members {
            let divisor = if by_size { terms } else { total_weight * member.loss.size() as f64 };
            member.coefficient = self.data.weight(member.query) * (c / divisor);
        }
        self.c = c;
    }

    /// Returns the sum of the sizes of the losses, times the weights of their queries.
    pub(super) fn terms(&self) -> f64 {
        let terms = |member: &Member| self.data.weight(member.query) * member.loss.size() as f64;
        self.members.iter().map(terms).sum()
    }

    /// Returns the same objective around another w₀, of `n_features` values.
    pub fn with_center(self, center: Vec<f64>) -> Self {
        assert_eq!(center.len(), self.n_features(), "one value per feature");
        Self { center, ..self }
    }

    /// Returns the number of features.
    pub fn n_features(&self) -> usize {
        self.data.n_features()
    }

    /// Returns the number of queries that take part.
    pub fn n_queries(&self) -> usize {
        self.elsewhere.as_ref().map_or(self.members.len(), |partitions| partitions.sizes.queries)
    }

    /// Returns the sum of the weights of these queries.
    pub fn total_weight(&self) -> f64 {
        match &self.elsewhere {
            Some(partitions) => partitions.sizes.weight,
            None => self.data.total_weight(self.members.iter().map(|member| member.query)),
        }
    }

    /// Starts an evaluation. `bias`: the first b of the search.
    pub fn evaluation(&self, w: Vec<f64>, bias: f64) -> Evaluation {
        let gradient = w.iter().zip(&self.center).map(|(w, center)| w - center).collect();
        let point = Point { w, bias, gradient, ..Point::default() };
        Evaluation { point, scored: 0, valued: 0, loss: 0.0, pair_errors: (0.0, 0.0) }
    }

    /// Continues an evaluation for at most `left` queries, and subtracts the work done from `left`. Returns the point
    /// once it is complete. Total cost: two passes over the features and one evaluation of every loss.
    pub fn evaluate(&self, evaluation: &mut Evaluation, left: &mut usize) -> Option<Point> {
        if self.elsewhere.is_some() {
            return Some(self.evaluate_elsewhere(evaluation));
        }
        let point = &mut evaluation.point;
        while evaluation.scored < self.members.len() {
            if *left == 0 {
                return None;
            }
            let members = self.batch(evaluation.scored, *left);
            let of_members = |place: usize| self.data.scores(members[place].documents.clone(), &point.w);
            let scores = self.map(members, of_members);
            point.scores.extend(scores.into_iter().flatten());
            evaluation.scored += members.len();
            *left -= members.len();
            if evaluation.scored == self.members.len() {
                if !point.scores.iter().all(|score| score.is_finite()) {
                    // The losses are defined only for finite scores.
                    point.value = f64::INFINITY;
                    return Some(std::mem::take(point));
                }
                if self.has_bias {
                    let at = |bias| derivatives(&self.members, &point.scores, bias);
                    point.bias = fit_bias(point.bias, at);
                    point.scores.iter_mut().for_each(|score| *score += point.bias);
                }
            }
        }
        self.add_losses(evaluation, left)?;
        Some(self.finish(evaluation))
    }

    /// Adds the losses and their gradients at the scores of the evaluation. Returns `None` until all are added.
    pub(super) fn add_losses(&self, evaluation: &mut Evaluation, left: &mut usize) -> Option<()> {
        let point = &mut evaluation.point;
        while evaluation.valued < self.members.len() {
            if *left == 0 {
                return None;
            }
            let members = self.batch(evaluation.valued, *left);
            let (scores, gradient) = (&point.scores, &mut point.gradient);
            let value = |place: usize| self.value(&members[place], scores);
            let mut added = members.iter();
            let add = |(_, pull, _): &Value| {
                if let Some(member) = added.next() {
                    self.data.pull_back(member.documents.clone(), pull, gradient);
                }
            };
            let values = self.map_in_order(members, value, add);
            for (member, (loss, _, pair_error)) in members.iter().zip(&values) {
                evaluation.loss += loss;
                if let Some(error) = pair_error {
                    let weight = self.data.weight(member.query);
                    evaluation.pair_errors.0 += weight * error;
                    evaluation.pair_errors.1 += weight;
                }
            }
            evaluation.valued += members.len();
            *left -= members.len();
        }
        Some(())
    }

    /// Returns the point of a complete evaluation.
    pub(super) fn finish(&self, evaluation: &mut Evaluation) -> Point {
        let point = &mut evaluation.point;
        let distance: Vec<f64> = point.w.iter().zip(&self.center).map(|(w, center)| w - center).collect();
        point.value = 0.5 * dot(&distance, &distance) + evaluation.loss;
        point.mean_loss = evaluation.loss / self.c;
        let (errors, queries) = evaluation.pair_errors;
        point.pair_error = (queries > 0.0).then(|| errors / queries);
        std::mem::take(point)
    }

    /// Returns the next members, at most `left`: as many as several threads need, or few enough for the caches of one.
    fn batch(&self, first: usize, left: usize) -> &[Member] {
        let most = if threads::count() > 1 { left } else { left.min(1) };
        &self.members[first..self.members.len().min(first.saturating_add(most))]
    }

    /// Returns whether threads visit these members faster than one.
    fn pays(&self, members: &[Member]) -> bool {
        let documents = members.iter().map(|member| member.documents.len()).sum();
        threads::pays(documents, self.n_features())
    }

    /// Returns `of(place)` for each of these members, in order.
    pub(super) fn map<T: Send>(&self, members: &[Member], of: impl Fn(usize) -> T + Sync) -> Vec<T> {
        if self.pays(members) {
            threads::map(members.len(), of)
        } else {
            (0..members.len()).map(of).collect()
        }
    }

    /// [`map`](Self::map) that passes each result to `take`, in order.
    fn map_in_order<T: Send>(
        &self,
        members: &[Member],
        of: impl Fn(usize) -> T + Sync,
        mut take: impl FnMut(&T) + Send,
    ) -> Vec<T> {
        if self.pays(members) {
            threads::map_in_order(members.len(), of, take)
        } else {
            let values: Vec<T> = (0..members.len()).map(of).collect();
            values.iter().for_each(&mut take);
            values
        }
    }

    fn value(&self, member: &Member, scores: &[f64]) -> Value {
        let scores = &scores[member.scores.clone()];
        let mut pull = vec![0.0; scores.len()];
        let loss = member.coefficient * member.loss.evaluate(scores, &mut pull);
        pull.iter_mut().for_each(|pull| *pull *= -member.coefficient);
        (loss, pull, pair_error(self.data.query(member.query).grades, scores))
    }

    /// Returns the objective at these weights, in one go. `bias`: as in [`evaluation`](Self::evaluation).
    pub fn at(&self, w: Vec<f64>, bias: f64) -> Point {
        let mut evaluation = self.evaluation(w, bias);
        loop {
            let mut left = usize::MAX;
            if let Some(point) = self.evaluate(&mut evaluation, &mut left) {
                return point;
            }
        }
    }

    /// Returns the pull on every document of a query at these weights and bias: c_q times the pull of its loss.
    /// `None` if the query takes no part or the scores are not finite.
    pub fn pull(&self, query: usize, w: &[f64], bias: f64) -> Option<Vec<f64>> {
        let place = self.members.binary_search_by_key(&query, |member| member.query).ok()?;
        let member = &self.members[place];
        let mut scores = self.data.scores(member.documents.clone(), w);
        scores.iter_mut().for_each(|score| *score += bias);
        if !scores.iter().all(|score| score.is_finite()) {
            return None;
        }
        let mut pull = vec![0.0; scores.len()];
        member.loss.evaluate(&scores, &mut pull);
        pull.iter_mut().for_each(|pull| *pull *= member.coefficient);
        Some(pull)
    }
}
