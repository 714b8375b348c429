//! What the separation oracle answers for one query, with everything needed to follow it. Knows no trainer.

mod contributions;
mod search;
mod valuation;

pub use contributions::{Contributions, DocumentContribution, RankContribution, RankTerm};
pub use search::{LARGEST_TABLE, SearchTable};
pub use valuation::{Enumeration, MOST_ENUMERATED, Valuation, ValueBin};

use serde::Serialize;

use crate::data::{Dataset, Grade, Query};
use crate::error::{Error, shown};
use crate::loss::{BoundGroups, QueryLoss, RankingLoss, bind_groups, check_scores, margin};
use crate::metric::{Labels, Measure};
use crate::ranking::{Ranking, ScoredDocuments};

/// A document of an inspected query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct InspectedDocument {
    /// Its grade.
    pub grade: Grade,
    /// The comment of its line in the file.
    pub comment: String,
    /// Its line in the file, from 1.
    pub line: Option<usize>,
    /// ⟨w, x⟩.
    pub score: f64,
}

/// The most violated constraint of a query at one w. Documents are named by their index within the query, from 0
/// in file order; ranks count from 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Inspection {
    /// The iteration of that w.
    pub iteration: usize,
    /// Index of the query in the data.
    pub query: usize,
    /// Its name in the file.
    pub id: String,
    /// Its documents.
    pub documents: Vec<InspectedDocument>,
    /// y*, from the first rank to the last.
    pub reference: Vec<u32>,
    /// The ranking by the model's scores; ties keep document order.
    pub predicted: Vec<u32>,
    /// ŷ, the ranking that the oracle found.
    pub violator: Vec<u32>,
    /// Δ(ŷ).
    pub loss: f64,
    /// ⟨w, δψ(ŷ)⟩.
    pub margin: f64,
    /// H = Δ(ŷ) − ⟨w, δψ(ŷ)⟩.
    pub hinge: f64,
    /// The slack that w needs: the greatest hinge of the losses that share a slack, summed over the query's slacks. For a
    /// single loss it is H.
    pub owed: f64,
    /// The slack that the working set allowed, where every query has its own; of several slacks the sum, as of `owed`.
    pub working_slack: Option<f64>,
    /// δψ(ŷ) = Σ coefficient_i x_i, by document.
    pub coefficients: Vec<f64>,
    /// The component whose violator this is; 0 for a single loss.
    pub component: usize,
    /// Hinges of all components of a combination; one for a single loss.
    pub components: Vec<ComponentHinge>,
    /// Expected Δ of the model's ranking over its ties.
    pub predicted_loss: f64,
    /// The reported measure of the model's ranking.
    pub predicted_value: Option<f64>,
    /// Decay c by rank; empty for a loss of another form.
    pub c: Vec<f64>,
    /// Discount a by rank; empty for a loss of another form.
    pub a: Vec<f64>,
    /// Gain b by document; empty for a loss of another form.
    pub b: Vec<f64>,
    /// The coefficient of every document in ψ(y*); empty for a loss of another form.
    pub reference_coefficients: Vec<f64>,
    /// How the violator was found, in words.
    pub oracle: String,
}

/// Figures of one query at one w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryRow {
    /// Index of the query in the data.
    pub query: usize,
    /// Its name in the file.
    pub id: String,
    /// Number of documents.
    pub documents: usize,
    /// The slack that w needs: H, or what a combination makes of the hinges of its losses.
    pub slack: f64,
    /// Expected Δ of the model's ranking over its ties.
    pub loss: f64,
    /// The reported measure of the model's ranking.
    pub value: Option<f64>,
}

/// The hinge of one component of a combination.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComponentHinge {
    /// Its number in the combination, from 0.
    pub component: usize,
    /// Δ of its violator.
    pub loss: f64,
    /// ⟨w, δψ⟩ of its violator.
    pub margin: f64,
    /// H = loss − margin.
    pub hinge: f64,
}

/// What an oracle found.
struct Violation {
    ranking: Ranking,
    loss: f64,
    margin: f64,
    hinge: f64,
    coefficients: Vec<f64>,
}

/// How the model's ranking is judged.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judgement {
    /// The measure.
    pub measure: Measure,
    /// The grade from which on a document is good.
    pub threshold: Grade,
    /// Highest grade of all data that are measured together; ERR scales by it.
    pub max_grade: Grade,
}

/// One query as some w sees it: its loss with the reference aligned, and its scores.
pub struct View<'a> {
    data: &'a Dataset,
    query: Query<'a>,
    groups: BoundGroups,
    documents: ScoredDocuments,
    measure: Measure,
    labels: Labels<'a>,
    /// Violators that are known already, with the numbers of their components.
    known: Vec<(usize, &'a Ranking)>,
}

impl<'a> View<'a> {
    /// The query of `data` with the given index, scored by `w`, its reference aligned by `alignment` where the loss
    /// aligns. `slack_groups` as for [`Trainer::new`](crate::svm::Trainer::new). Cost: O(n d + n log n).
    ///
    /// # Errors
    /// [`Error::Data`] if no loss can use the query or a search would not fit into memory, [`Error::Numeric`] for scores that no search can work with.
    pub fn new(
        data: &'a Dataset,
        index: usize,
        slack_groups: &[Vec<&dyn RankingLoss>],
        judgement: Judgement,
        w: &[f64],
        alignment: Option<&[f64]>,
    ) -> Result<Self, Error> {
        let query = data.query(index);
        let mut groups = bind_groups(slack_groups, query.id, query.grades)?;
        if groups.is_empty() {
            return Err(Error::data(format!(
                "every ranking of query {} has the same loss, so none violates anything",
                shown(query.id)
            )));
        }
        if let Some(alignment) = alignment {
            let scores = data.scores(query.documents.clone(), alignment);
            check_scores(&scores)?;
            for (_, loss) in groups.iter_mut().flatten() {
                loss.realign(&scores);
            }
        }
        let scores = data.scores(query.documents.clone(), w);
        check_scores(&scores)?;
        let Judgement { measure, threshold, max_grade } = judgement;
        let labels = Labels { grades: query.grades, max_grade, threshold };
        let documents = ScoredDocuments::new(scores);
        Ok(Self { data, query, groups, documents, measure, labels, known: Vec::new() })
    }

    /// The same with violators that are known, each with the number of its component, so that they are not searched
    /// for again.
    pub fn with_known(self, known: Vec<(usize, &'a Ranking)>) -> Self {
        Self { known, ..self }
    }

    /// About how many elementary steps the searches of this view take, those left out that are known.
    pub fn search_steps(&self) -> f64 {
        let unknown =
            self.groups.iter().flatten().filter(|(component, _)| self.known_to(*component).is_none());
        unknown.map(|(_, loss)| loss.search_steps()).sum()
    }

    /// The line of the query in a table. Cost: one call of every oracle.
    pub fn row(&self) -> QueryRow {
        let tied = self.documents.ranking();
        QueryRow {
            query: self.query.index,
            id: self.query.id.to_owned(),
            documents: tied.len(),
            slack: self.owed(&|component, loss| self.violation(component, loss).hinge),
            loss: self.owed(&|_, loss| loss.expected_delta(tied)),
            value: self.measure.value(tied, &self.labels),
        }
    }

    /// Everything about the most violated constraint; of several losses, about that with the greatest hinge.
    /// Cost: one call of every oracle.
    pub fn inspect(&self, iteration: usize, working_slack: Option<f64>) -> Inspection {
        let found = self.violations();
        let owed = self.owed(&|wanted, _| {
            found.iter().find(|(component, ..)| *component == wanted).map_or(0.0, |found| found.2.hinge)
        });
        let components = found
            .iter()
            .map(|(component, _, violation)| ComponentHinge {
                component: *component,
                loss: violation.loss,
                margin: violation.margin,
                hinge: violation.hinge,
            })
            .collect();
        let (component, query_loss, violation) = most_violated(found);
        let Violation { ranking: violator, loss, margin, hinge, coefficients } = violation;
        let tied = self.documents.ranking();
        let documents = self.query.documents.clone().zip(self.documents.scores()).map(|(row, &score)| {
            InspectedDocument {
                grade: self.query.grades[row - self.query.documents.start],
                comment: self.data.comment(row).to_owned(),
                line: self.data.line(row),
                score,
            }
        });
        let positions = query_loss.positions();
        let vector =
            |pick: fn(&crate::loss::Positions) -> Vec<f64>| positions.as_ref().map(pick).unwrap_or_default();
        Inspection {
            iteration,
            query: self.query.index,
            id: self.query.id.to_owned(),
            documents: documents.collect(),
            reference: query_loss.reference().order().to_vec(),
            predicted: self.documents.order().to_vec(),
            violator: violator.order().to_vec(),
            loss,
            margin,
            hinge,
            owed,
            working_slack,
            coefficients,
            predicted_loss: query_loss.expected_delta(tied),
            component,
            components,
            predicted_value: self.measure.value(tied, &self.labels),
            c: vector(|positions| positions.decay.to_vec()),
            a: vector(|positions| positions.discount.to_vec()),
            b: vector(|positions| positions.gain.to_vec()),
            reference_coefficients: vector(|positions| positions.reference_coefficients.to_vec()),
            oracle: query_loss.oracle(),
        }
    }

    /// How H of the violator that [`View::inspect`] tells adds up. Cost: one call of every oracle.
    pub fn contributions(&self) -> Contributions {
        let (_, loss, violation) = most_violated(self.violations());
        let violator = violation.ranking.order();
        let ranks = loss.positions().map(|positions| {
            contributions::by_rank(&positions, self.documents.scores(), loss.reference().order(), violator)
        });
        Contributions {
            ranks: ranks.unwrap_or_default(),
            documents: contributions::by_document(&violation.coefficients, self.documents.scores(), violator),
        }
    }

    /// The table in which that violator was found, where the search has one. Cost: one call of every oracle, and
    /// [`LARGEST_TABLE`]² cells at the most.
    pub fn search_table(&self) -> Option<SearchTable> {
        let (_, loss, violation) = most_violated(self.violations());
        search::table(loss, &self.documents, &violation.ranking)
    }

    /// What a ranking is worth to the loss of that violator. Cost: one call of every oracle.
    ///
    /// # Errors
    /// [`Error::Config`] if it does not name every document once.
    pub fn value(&self, ranking: &[u32]) -> Result<Valuation, Error> {
        let (_, loss, violation) = most_violated(self.violations());
        valuation::value(loss, self.documents.scores(), ranking, violation.hinge)
    }

    /// What all rankings are worth to the loss of that violator. Cost: n! · O(n).
    ///
    /// # Errors
    /// [`Error::Config`] for more than [`MOST_ENUMERATED`] documents.
    pub fn enumerate(&self) -> Result<Enumeration, Error> {
        let (_, loss, violation) = most_violated(self.violations());
        valuation::enumerate(loss, self.documents.scores(), violation.hinge)
    }

    /// The violators of all losses, with the numbers of their components.
    fn violations(&self) -> Vec<(usize, &dyn QueryLoss, Violation)> {
        let losses = self.groups.iter().flatten();
        losses
            .map(|(component, loss)| {
                let loss = loss.as_ref();
                (*component, loss, self.violation(*component, loss))
            })
            .collect()
    }

    /// What the query owes where every loss asks for `value`: the greatest of those that share a slack, and the sum of
    /// these.
    #[inline(never)]
    fn owed(&self, value: &dyn Fn(usize, &dyn QueryLoss) -> f64) -> f64 {
        let most = |group: &Vec<(usize, Box<dyn QueryLoss>)>| {
            group.iter().map(|(component, loss)| value(*component, loss.as_ref())).fold(0.0, f64::max)
        };
        self.groups.iter().map(most).sum()
    }

    fn known_to(&self, component: usize) -> Option<&Ranking> {
        self.known.iter().find(|(number, _)| *number == component).map(|(_, ranking)| *ranking)
    }

    fn violation(&self, component: usize, query_loss: &dyn QueryLoss) -> Violation {
        let known = self.known_to(component).cloned();
        let ranking = known.unwrap_or_else(|| query_loss.violator(&self.documents));
        let coefficients = query_loss.delta_psi(&ranking);
        let loss = query_loss.delta(&ranking);
        let margin = margin(&coefficients, self.documents.scores());
        Violation { ranking, loss, margin, hinge: loss - margin, coefficients }
    }
}

/// The violator with the greatest hinge; of equal ones the first.
fn most_violated(found: Vec<(usize, &dyn QueryLoss, Violation)>) -> (usize, &dyn QueryLoss, Violation) {
    let most = found.into_iter().reduce(|best, next| if next.2.hinge > best.2.hinge { next } else { best });
    // `View::new` made sure that there is a loss.
    let Some(most) = most else { unreachable!("a view has at least one loss") };
    most
}
