//! One query under one w: the losses, the scores, and the violators, each computed when it is first needed.

use std::cell::OnceCell;
use std::ops::Deref;

use super::free_places::free_places;
use super::inspection::{ComponentHinge, DiverseRanking, InspectedDocument, Inspection, QueryRow};
use super::{Contributions, Enumeration, SearchTable, Valuation};
use super::{contributions, search, valuation};
use crate::data::{Dataset, Grade, Query};
use crate::loss::{BoundGroups, Positions, QueryLoss, RankingLoss, bind_groups, margin};
use crate::loss::{GreedyViolation, LossSpec, published_greedy};
use crate::metric::{Labels, Measure};
use crate::ranking::scoring;
use crate::ranking::{Ranking, ScoredDocuments};
use crate::util::error::{Error, shown};

/// A violator with its figures.
struct Violation {
    /// Number of the component that the oracle belongs to.
    component: usize,
    ranking: Ranking,
    loss: f64,
    margin: f64,
    hinge: f64,
    coefficients: Vec<f64>,
}

/// The measure of the model's ranking, with its conventions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The measure.
    pub measure: Measure,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
    /// Highest grade of all data that are measured together, which is the scale of ERR.
    pub max_grade: Grade,
    /// Number of first ranks that show each group of documents at most once, where there are groups.
    pub diverse_ranks: usize,
}

/// One query under one w: its losses with the reference aligned, its scores, and its violators.
///
/// Every oracle is called at most once, whatever is requested. `D` borrows or shares the data.
pub struct View<D> {
    data: D,
    index: usize,
    groups: BoundGroups,
    documents: ScoredDocuments,
    judgement: Judgement,
    /// Known violators, with the numbers of their components.
    known: Vec<(usize, Ranking)>,
    /// One violator for each loss of the groups, in their order.
    violations: OnceCell<Vec<Violation>>,
}

impl<D: Deref<Target = Dataset>> View<D> {
    /// Returns a view of the query of `data` with this index.
    ///
    /// `w`: gives the scores. `alignment`: the w that aligns the reference, for losses that align. `slack_groups`: as
    /// for [`Trainer::new`](crate::learner::cutting_plane::Trainer::new). Cost: O(n d + n log n).
    ///
    /// # Errors
    /// [`Error::Data`] if no loss can use the query or a search would not fit into memory; [`Error::Numeric`] if a
    /// score is out of range.
    pub fn new(
        data: D,
        index: usize,
        slack_groups: &[Vec<&dyn RankingLoss>],
        judgement: Judgement,
        w: &[f64],
        alignment: Option<&[f64]>,
    ) -> Result<Self, Error> {
        let query = data.query(index);
        let mut groups = bind_groups(slack_groups, &data, index)?;
        if groups.is_empty() {
            return Err(Error::data(format!(
                "every ranking of query {} has the same loss, so there is no violator",
                shown(query.id)
            )));
        }
        if let Some(alignment) = alignment {
            let scores = scoring::linear_scores(&data, query.documents.clone(), alignment)?;
            for (_, loss) in groups.iter_mut().flatten() {
                loss.realign(&scores);
            }
        }
        let documents = ScoredDocuments::new(scoring::linear_scores(&data, query.documents.clone(), w)?);
        let (known, violations) = (Vec::new(), OnceCell::new());
        Ok(Self { data, index, groups, documents, judgement, known, violations })
    }

    /// Adds known violators, each with the number of its component, so that they are not searched again.
    pub fn with_known(self, known: Vec<(usize, Ranking)>) -> Self {
        Self { known, violations: OnceCell::new(), ..self }
    }

    /// Returns an estimate of the steps of the searches of this view, without known violators.
    pub fn search_steps(&self) -> f64 {
        let unknown =
            self.groups.iter().flatten().filter(|(component, _)| self.known_to(*component).is_none());
        unknown.map(|(_, loss)| loss.search_steps()).sum()
    }

    /// Returns the row of the query for a table. Cost: one call of every oracle.
    pub fn row(&self) -> QueryRow {
        let tied = self.documents.ranking();
        QueryRow {
            query: self.index,
            id: self.query().id.to_owned(),
            documents: tied.len(),
            slack: self.owed(|_, violation| violation.hinge),
            loss: self.owed(|loss, _| loss.expected_delta(tied)),
            value: self.value_of_model(),
        }
    }

    /// Returns all figures of the most violated constraint. For several losses, it belongs to the loss with the
    /// greatest hinge.
    ///
    /// Cost: one call of every oracle.
    pub fn inspect(&self, iteration: usize, working_slack: Option<f64>) -> Inspection {
        let components = self.violations().iter().map(|violation| ComponentHinge {
            component: violation.component,
            loss: violation.loss,
            margin: violation.margin,
            hinge: violation.hinge,
        });
        let query = self.query();
        let (query_loss, violation) = self.most_violated();
        let scored = query.documents.clone().zip(self.documents.scores());
        let documents = scored.map(|(row, &score)| InspectedDocument::of(&self.data, &query, row, score));
        let positions = query_loss.positions();
        let vector = |pick: fn(&Positions) -> Vec<f64>| positions.as_ref().map(pick).unwrap_or_default();
        Inspection {
            iteration,
            query: self.index,
            id: query.id.to_owned(),
            documents: documents.collect(),
            reference: query_loss.reference().order().to_vec(),
            free: free_places(query_loss),
            predicted: self.documents.order().to_vec(),
            violator: violation.ranking.order().to_vec(),
            loss: violation.loss,
            margin: violation.margin,
            hinge: violation.hinge,
            owed: self.owed(|_, violation| violation.hinge),
            working_slack,
            coefficients: violation.coefficients.clone(),
            predicted_loss: query_loss.expected_delta(self.documents.ranking()),
            component: violation.component,
            components: components.collect(),
            predicted_value: self.value_of_model(),
            c: vector(|positions| positions.decay.to_vec()),
            a: vector(|positions| positions.discount.to_vec()),
            b: vector(|positions| positions.gain.to_vec()),
            reference_coefficients: vector(|positions| positions.reference_coefficients.to_vec()),
            oracle: query_loss.oracle(),
            diverse: DiverseRanking::of(&query, self.documents.order(), self.judgement.diverse_ranks),
        }
    }

    /// Returns the violator of [`View::inspect`]. Cost: one call of every oracle.
    pub fn violator(&self) -> &Ranking {
        &self.most_violated().1.ranking
    }

    /// Returns H of the violator of [`View::inspect`] as a sum. Cost: one call of every oracle.
    pub fn contributions(&self) -> Contributions {
        let (loss, violation) = self.most_violated();
        let (scores, violator) = (self.documents.scores(), violation.ranking.order());
        let ranks = loss
            .positions()
            .map(|positions| contributions::by_rank(&positions, scores, loss.reference().order(), violator));
        Contributions {
            ranks: ranks.unwrap_or_default(),
            documents: contributions::by_document(&violation.coefficients, scores, violator),
        }
    }

    /// The table in which that violator was found, where the search has one. Cost: one call of every oracle, and
    /// 3 · [`LARGEST_TABLE`]² cells at the most.
    pub fn search_table(&self) -> Option<SearchTable> {
        let (loss, violation) = self.most_violated();
        search::table(loss, &self.documents, &violation.ranking)
    }

    /// Returns the value of a ranking under the loss of that violator. Cost: one call of every oracle.
    ///
    /// # Errors
    /// [`Error::Config`] unless the ranking names every document once.
    pub fn value(&self, ranking: &[u32]) -> Result<Valuation, Error> {
        let (loss, violation) = self.most_violated();
        valuation::value(loss, self.documents.scores(), ranking, violation.hinge)
    }

    /// Returns the values of all rankings under the loss of that violator. Cost: n! · O(n).
    ///
    /// # Errors
    /// [`Error::Config`] for more than [`MOST_ENUMERATED`] documents.
    pub fn enumerate(&self) -> Result<Enumeration, Error> {
        let (loss, violation) = self.most_violated();
        valuation::enumerate(loss, self.documents.scores(), violation.hinge)
    }

    /// Returns the result of the published greedy search under a loss, with the margin and H that its ranking has for
    /// the y* of this view.
    pub fn greedy(&self, loss: &LossSpec) -> Result<GreedyViolation, Error> {
        let scores = self.documents.scores();
        let greedy = published_greedy(loss, self.query().grades, scores)?;
        let (own, _) = self.most_violated();
        let margin = margin(&own.delta_psi(&Ranking::from_order(greedy.ranking.clone())), scores);
        Ok(GreedyViolation { margin, hinge: greedy.loss - margin, ..greedy })
    }

    fn query(&self) -> Query<'_> {
        self.data.query(self.index)
    }

    /// Returns the reported measure of the model's ranking.
    fn value_of_model(&self) -> Option<f64> {
        let (Judgement { measure, threshold, max_grade, .. }, query) = (self.judgement, self.query());
        measure.value(
            self.documents.ranking(),
            &Labels { grades: query.grades, groups: query.groups, max_grade, threshold, unjudged: 0 },
        )
    }

    fn losses(&self) -> impl Iterator<Item = &(usize, Box<dyn QueryLoss>)> {
        self.groups.iter().flatten()
    }

    /// Returns the violators of all losses.
    fn violations(&self) -> &[Violation] {
        self.violations.get_or_init(|| {
            self.losses().map(|(component, loss)| self.search(*component, loss.as_ref())).collect()
        })
    }

    /// Returns the violator with the greatest hinge, the first of equal ones, and its loss.
    fn most_violated(&self) -> (&dyn QueryLoss, &Violation) {
        let searched = self.losses().map(|(_, loss)| loss.as_ref()).zip(self.violations());
        let most = searched.reduce(|best, next| if next.1.hinge > best.1.hinge { next } else { best });
        // `View::new` checked that there is a loss.
        let Some(most) = most else { unreachable!("a view has at least one loss") };
        most
    }

    /// Returns the slack of the query if each loss requires `value`: the greatest value of the losses that share a
    /// slack, summed over the slacks.
    fn owed(&self, value: impl Fn(&dyn QueryLoss, &Violation) -> f64) -> f64 {
        let mut violations = self.violations().iter();
        let mut most = |group: &Vec<(usize, Box<dyn QueryLoss>)>| {
            let searched = group.iter().zip(violations.by_ref());
            searched.map(|((_, loss), violation)| value(loss.as_ref(), violation)).fold(0.0, f64::max)
        };
        self.groups.iter().map(&mut most).sum()
    }

    fn known_to(&self, component: usize) -> Option<&Ranking> {
        self.known.iter().find(|(number, _)| *number == component).map(|(_, ranking)| ranking)
    }

    fn search(&self, component: usize, loss: &dyn QueryLoss) -> Violation {
        let known = self.known_to(component).cloned();
        let ranking = known.unwrap_or_else(|| loss.violator(&self.documents));
        let coefficients = loss.delta_psi(&ranking);
        let delta = loss.delta(&ranking);
        let margin = margin(&coefficients, self.documents.scores());
        Violation { component, ranking, loss: delta, margin, hinge: delta - margin, coefficients }
    }
}
