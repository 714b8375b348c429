//! The components of a combination on data: mean slacks and cutting planes at a w. Must not know how they are weighed.

use std::ops::Range;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::cutting_plane::{StepLength, Trainer, TrainerConfig, WorkingSetScheme};
use crate::learner::{Advance, Learner, StopReason};
use crate::loss::{LossSpec, QueryLoss, bind_groups};
use crate::ranking::ScoredDocuments;
use crate::ranking::scoring::check_scores;
use crate::util::error::{Error, shown};

/// The most iterations of a component that is trained alone.
const MOST_ITERATIONS: usize = 1000;

/// The losses of one query, each with the number of its component.
struct BoundQuery {
    index: usize,
    documents: Range<usize>,
    weight: f64,
    losses: Vec<(usize, Box<dyn QueryLoss>)>,
}

/// The components, bound to the queries that at least one of them can use.
pub(super) struct Components {
    data: Arc<Dataset>,
    losses: Vec<(String, LossSpec)>,
    queries: Vec<BoundQuery>,
    /// m_l: the sum of the weights of the queries that component l can use.
    weights: Vec<f64>,
}

/// The mean slack of a component at a w, as a function of w that touches it there: R ≥ loss − ⟨w, δψ⟩.
#[derive(Debug, Clone)]
pub(super) struct MeanPlane {
    /// R at this w.
    pub slack: f64,
    /// Mean Δ of the violators.
    pub loss: f64,
    /// Mean δψ of the violators, one value per feature.
    pub delta_psi: Vec<f64>,
}

impl Components {
    /// Binds the components. Cost: O(documents) for each.
    ///
    /// # Errors
    /// [`Error::Data`] naming a component that no query can be used for, or a search that would not fit into memory.
    pub fn new(data: Arc<Dataset>, losses: Vec<(String, LossSpec)>) -> Result<Self, Error> {
        let (mut queries, mut used) = (Vec::new(), vec![Vec::new(); losses.len()]);
        for query in data.queries() {
            let mut bound = Vec::new();
            for (number, (_, loss)) in losses.iter().enumerate() {
                let groups = bind_groups(&loss.slack_groups(), &data, query.index)?;
                let own = groups.into_iter().flatten().map(|(_, loss)| (number, loss));
                let before = bound.len();
                bound.extend(own);
                if bound.len() > before {
                    used[number].push(query.index);
                }
            }
            if !bound.is_empty() {
                let (index, documents, weight) =
                    (query.index, query.documents.clone(), data.weight(query.index));
                queries.push(BoundQuery { index, documents, weight, losses: bound });
            }
        }
        if let Some(number) = used.iter().position(Vec::is_empty) {
            return Err(Error::data(format!(
                "{} can use none of the {} queries: in each, every ranking has the same loss; leave it out",
                losses[number].0,
                data.n_queries()
            )));
        }
        let weights = used.into_iter().map(|used| data.total_weight(used)).collect();
        Ok(Self { data, losses, queries, weights })
    }

    /// The names of the components.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.losses.iter().map(|(name, _)| name.as_str())
    }

    /// m_l of every component.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Estimated operations of one pass.
    pub fn operations(&self) -> f64 {
        let searches =
            self.queries.iter().flat_map(|query| &query.losses).map(|(_, loss)| loss.search_steps());
        let products = self.data.n_documents() as f64 * self.data.n_features() as f64;
        searches.sum::<f64>() + (1.0 + self.losses.len() as f64) * products
    }

    /// Returns the plane of every component at w. Cost: one pass of the oracles.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score is not finite or too large.
    pub fn planes(&self, w: &[f64]) -> Result<Vec<MeanPlane>, Error> {
        let none = MeanPlane { slack: 0.0, loss: 0.0, delta_psi: vec![0.0; self.data.n_features()] };
        let mut planes = vec![none; self.losses.len()];
        for query in &self.queries {
            let scores = self.data.scores(query.documents.clone(), w);
            check_scores(&scores).map_err(|error| Error::Numeric {
                stage: "oracle",
                problem: format!("query {}: {error}", shown(self.data.query(query.index).id)),
            })?;
            let documents = ScoredDocuments::new(scores);
            for (number, loss) in &query.losses {
                let share = query.weight / self.weights[*number];
                let (delta, mut coefficients) = loss.violated_plane(&documents);
                let margin = crate::loss::margin(&coefficients, documents.scores());
                let plane = &mut planes[*number];
                plane.slack += share * (delta - margin).max(0.0);
                plane.loss += share * delta;
                coefficients.iter_mut().for_each(|coefficient| *coefficient *= share);
                self.data.pull_back(query.documents.clone(), &coefficients, &mut plane.delta_psi);
            }
        }
        Ok(planes)
    }

    /// Returns the w of one component that is trained alone with this C.
    ///
    /// # Errors
    /// As [`Trainer::new`]; [`Error::Numeric`] if a number leaves its range.
    pub fn trained_alone(&self, number: usize, c: f64, gap: f64) -> Result<Vec<f64>, Error> {
        let config = TrainerConfig {
            c,
            gap,
            max_iterations: MOST_ITERATIONS,
            working_set: WorkingSetScheme::NSlack,
            steps: StepLength::Shortened,
            seed: 1,
        };
        let groups = self.losses[number].1.slack_groups();
        let mut trainer = Trainer::new(Arc::clone(&self.data), &groups, config)?;
        trainer.leave_out_ledger();
        loop {
            if let Advance::Stopped(end) = trainer.advance(usize::MAX) {
                if end.reason == StopReason::Numeric {
                    let problem = end.problem.unwrap_or_else(|| "a number is not finite".to_owned());
                    return Err(Error::Numeric { stage: "training alone", problem });
                }
                return Ok(trainer.best_weights().to_vec());
            }
        }
    }
}
