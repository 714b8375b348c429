//! McRank: boosted trees that estimate the probability of each grade. Must not know pairs or rankings.
//!
//! Source: Li, Burges and Wu 2007 as used by Chakrabarti et al. 2008, section 3.8; trees and steps after Friedman 2001.

use std::sync::Arc;

use super::booster::Booster;
use super::pairs::PairQueries;
use super::tree::{Grower, LeafValue, Part, Presorted, Targets, TreeConfig, query_names};
use super::{
    BoostingLoss, Candidate, Found, QueryWeight, RoundMetrics, Search, check_rounds, check_size,
    document_weights, shares,
};
use crate::data::{Dataset, Grade};
use crate::learner::StopReason;
use crate::ranking::scorer::{ClassLink, Scorer, Term, TreeNode, WeakLearner, sigmoid};
use crate::util::error::Error;

/// The estimated probabilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ClassForm {
    /// The probability of each grade, by softmax.
    #[default]
    Classes,
    /// Pr(r > k) for each grade boundary.
    Ordinal,
}

/// Settings of McRank.
#[derive(Debug, Clone, PartialEq)]
pub struct McRankConfig {
    /// Number of rounds, from 1.
    pub rounds: usize,
    /// The estimated probabilities.
    pub form: ClassForm,
    /// Settings of the trees.
    pub tree: TreeConfig,
}

impl Default for McRankConfig {
    fn default() -> Self {
        Self { rounds: 30, form: ClassForm::Classes, tree: TreeConfig::default() }
    }
}

impl McRankConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first setting out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_rounds(self.rounds)?;
        self.tree.check()
    }
}

/// Largest step of a leaf before shrinkage.
const LONGEST_STEP: f64 = 4.0;

/// The greatest grade of McRank, whose time and memory grow with the number of grades.
const GREATEST_CLASS: Grade = 31;

/// McRank on all documents, independent of their queries.
///
/// The weight of a query is the weight of each of its documents. The objective is the mean of −ln p of each document's
/// grade; it starts at ln K. For the ordinal form it is the
/// mean over documents of the sum over grade boundaries; it starts at (K − 1) ln 2.
pub struct McRank {
    config: McRankConfig,
    grades: Vec<Grade>,
    /// First row of every query, followed by the number of rows.
    starts: Vec<usize>,
    n_classes: usize,
    pairs: Option<PairQueries>,
    /// Weight of each document, empty if the data have no weights, and their sum.
    weights: Vec<f64>,
    total_weight: f64,
    /// Names of the queries; empty if every tree is fitted to all.
    query_names: Vec<String>,
    presorted: Presorted,
}

/// A round: the residuals at the scores of its start, and one tree after the other.
pub struct Round {
    /// Number of rounds before it.
    number: usize,
    /// The estimated probability of each ensemble and document.
    probabilities: Vec<Vec<f64>>,
    /// The growing tree.
    grower: Option<Grower>,
    trees: Vec<WeakLearner>,
    /// Values of the trees, as in [`Found::values`].
    values: Vec<Vec<f64>>,
    gain: f64,
    candidates: Vec<Candidate>,
    chosen: Vec<usize>,
}

impl McRank {
    /// Returns McRank on all documents of `data`.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if all documents have the same grade.
    pub fn learner(data: Arc<Dataset>, config: McRankConfig) -> Result<Booster<Self>, Error> {
        config.check()?;
        check_size(&data)?;
        let grades: Vec<Grade> = data.queries().flat_map(|query| query.grades.to_vec()).collect();
        if grades.iter().all(|&grade| grade == grades[0]) {
            return Err(Error::data(format!(
                "every document has grade {}: McRank needs documents of at least two grades",
                grades[0]
            )));
        }
        if data.max_grade() > GREATEST_CLASS {
            return Err(Error::data(format!(
                "the data have grade {}, and McRank has a tree for each grade up to {GREATEST_CLASS}; read them with \
                 fewer grades, as in --grades 10,20",
                data.max_grade()
            )));
        }
        let mut starts: Vec<usize> = data.queries().map(|query| query.documents.start).collect();
        starts.push(grades.len());
        let n_classes = usize::from(data.max_grade()) + 1;
        let rounds = config.rounds;
        // If no query has two grades, there is no pair error.
        let pairs = PairQueries::new(&data).ok();
        let weights = document_weights(&data);
        let total_weight = if weights.is_empty() { grades.len() as f64 } else { weights.iter().sum::<f64>() };
        let presorted = Presorted::default();
        let query_names = query_names(&config.tree, &data);
        let loss =
            Self { config, grades, starts, n_classes, pairs, weights, total_weight, query_names, presorted };
        Ok(Booster::new(data, loss, rounds))
    }

    fn link(&self) -> ClassLink {
        match self.config.form {
            ClassForm::Classes => ClassLink::Softmax,
            ClassForm::Ordinal => ClassLink::Ordinal,
        }
    }

    fn n_ensembles(&self) -> usize {
        match self.config.form {
            ClassForm::Classes => self.n_classes,
            ClassForm::Ordinal => self.n_classes - 1,
        }
    }

    fn leaf_value(&self) -> LeafValue {
        let factor = match self.config.form {
            ClassForm::Classes => (self.n_classes - 1) as f64 / self.n_classes as f64,
            ClassForm::Ordinal => 1.0,
        };
        LeafValue { factor, bound: LONGEST_STEP }
    }

    /// Returns 1 if a document of this grade belongs to the class, or is above the boundary, else 0.
    fn label(&self, grade: Grade, ensemble: usize) -> f64 {
        let grade = usize::from(grade);
        f64::from(u8::from(match self.config.form {
            ClassForm::Classes => grade == ensemble,
            ClassForm::Ordinal => grade > ensemble,
        }))
    }

    /// Writes the probabilities of one document, and returns −ln p of its grade.
    fn estimate(&self, sums: &[f64], grade: Grade, probabilities: &mut [f64]) -> f64 {
        match self.config.form {
            ClassForm::Classes => {
                let greatest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut all = 0.0;
                for (p, sum) in probabilities.iter_mut().zip(sums) {
                    *p = libm::exp(sum - greatest);
                    all += *p;
                }
                probabilities.iter_mut().for_each(|p| *p /= all);
                libm::log(all) - (sums[usize::from(grade)] - greatest)
            }
            ClassForm::Ordinal => {
                let mut loss = 0.0;
                for (boundary, (p, &sum)) in probabilities.iter_mut().zip(sums).enumerate() {
                    *p = sigmoid(sum);
                    let margin = if usize::from(grade) > boundary { sum } else { -sum };
                    loss += libm::log1p(libm::exp(-margin.abs())) + (-margin).max(0.0);
                }
                loss
            }
        }
    }

    /// Returns the probabilities of documents per ensemble, and the sum of their losses by their weights. `first`: the
    /// row of the first document.
    fn probabilities(&self, sums: &[Vec<f64>], grades: &[Grade], first: usize) -> (Vec<Vec<f64>>, f64) {
        let mut all = vec![vec![0.0; grades.len()]; sums.len()];
        let mut of_document = vec![0.0; sums.len()];
        let mut estimates = vec![0.0; sums.len()];
        let mut loss = 0.0;
        for (document, &grade) in grades.iter().enumerate() {
            for (one, sums) in of_document.iter_mut().zip(sums) {
                *one = sums[document];
            }
            loss += self.weight(first + document) * self.estimate(&of_document, grade, &mut estimates);
            for (all, p) in all.iter_mut().zip(&estimates) {
                all[document] = *p;
            }
        }
        (all, loss)
    }

    fn weight(&self, row: usize) -> f64 {
        self.weights.get(row).copied().unwrap_or(1.0)
    }

    /// Returns y − p of documents, times their weights. `first`: the row of the first document.
    fn residual(&self, ensemble: usize, probabilities: &[f64], grades: &[Grade], first: usize) -> Vec<f64> {
        let of = |(place, (&grade, p)): (usize, (&Grade, &f64))| {
            self.weight(first + place) * (self.label(grade, ensemble) - p)
        };
        grades.iter().zip(probabilities).enumerate().map(of).collect()
    }

    fn grades_of(&self, query: usize) -> Option<&[Grade]> {
        Some(&self.grades[*self.starts.get(query)?..*self.starts.get(query + 1)?])
    }
}

impl BoostingLoss for McRank {
    type Round = Round;

    fn n_used_queries(&self) -> usize {
        self.starts.len() - 1
    }

    fn untrained(&self) -> Scorer {
        Scorer::Classes { link: self.link(), ensembles: vec![Vec::new(); self.n_ensembles()] }
    }

    fn prepare(&mut self, data: &Dataset) -> usize {
        self.presorted.prepare(data)
    }

    fn begin(&self, sums: &[Vec<f64>], terms: &[Term]) -> (Round, RoundMetrics) {
        let (probabilities, loss) = self.probabilities(sums, &self.grades, 0);
        let link = self.link();
        let mut of_document = vec![0.0; sums.len()];
        let scores: Vec<f64> = (0..self.grades.len())
            .map(|document| {
                for (one, sums) in of_document.iter_mut().zip(sums) {
                    *one = sums[document];
                }
                link.score(&of_document)
            })
            .collect();
        let metrics = RoundMetrics {
            objective: Some(loss / self.total_weight),
            pair_error: self.pairs.as_ref().map(|pairs| pairs.pair_error(&scores, true)),
            ..RoundMetrics::default()
        };
        let round = Round {
            number: terms.len(),
            probabilities,
            grower: None,
            trees: Vec::new(),
            values: Vec::new(),
            gain: 0.0,
            candidates: Vec::new(),
            chosen: Vec::new(),
        };
        (round, metrics)
    }

    fn search(&self, round: &mut Round) -> Search {
        let ensemble = round.trees.len();
        if ensemble == self.n_ensembles() {
            if round.trees.iter().all(is_leaf) {
                let problem = format!(
                    "no feature splits the {} documents into two groups of {} or more with different grades",
                    self.grades.len(),
                    self.config.tree.min_documents
                );
                return Search::Over { reason: StopReason::NoWeakLearner, problem };
            }
            let weight = self.config.tree.shrinkage;
            return Search::Found(Found {
                terms: std::mem::take(&mut round.trees)
                    .into_iter()
                    .map(|weak| Term { weight, weak })
                    .collect(),
                values: std::mem::take(&mut round.values),
                alpha: weight,
                edge: round.gain,
                chosen: None,
                candidates: round.chosen.clone(),
            });
        }
        let Some(grower) = &mut round.grower else {
            let p = &round.probabilities[ensemble];
            let residuals = self.residual(ensemble, p, &self.grades, 0).into_iter().enumerate();
            let amounts = residuals.map(|(row, residual)| [residual, self.weight(row)]).collect();
            let curvatures =
                p.iter().enumerate().map(|(row, p)| self.weight(row) * (p * (1.0 - p))).collect();
            let of = Targets { amounts, curvatures };
            let n_features = self.presorted.n_features();
            let tree = &self.config.tree;
            let part = Part::draw(tree, round.number, &self.query_names, &self.starts, n_features);
            round.grower = Some(Grower::new(&self.presorted, of, self.leaf_value(), part));
            return Search::Working { values: self.grades.len() };
        };
        let values = grower.step(&self.presorted, &self.config.tree);
        if values > 0 {
            return Search::Working { values };
        }
        if let Some(grower) = round.grower.take() {
            let (candidates, chosen) = grower.root_candidates(ensemble, self.config.tree.shrinkage);
            round.chosen.extend(chosen.map(|chosen| round.candidates.len() + chosen));
            round.candidates.extend(candidates);
            let (tree, gain, values) = grower.finish();
            round.values.push(values);
            round.trees.push(tree);
            round.gain += gain;
        }
        Search::Working { values: 1 }
    }

    fn progress(&self, round: &Round) -> (usize, usize) {
        let tree = &self.config.tree;
        let nothing = || (0, tree.leaves * self.presorted.n_pieces());
        let (done, of) = round.grower.as_ref().map_or_else(nothing, |grower| grower.progress(tree));
        (round.trees.len() * of + done, self.n_ensembles() * of)
    }

    fn candidates(&self, round: &Round) -> Vec<Candidate> {
        round.candidates.clone()
    }

    /// Returns the share of each query in Σ |y − p|.
    fn query_weights(&self, round: &Round) -> Vec<QueryWeight> {
        let residuals: Vec<Vec<f64>> = round
            .probabilities
            .iter()
            .enumerate()
            .map(|(ensemble, p)| self.residual(ensemble, p, &self.grades, 0))
            .collect();
        shares(self.starts.windows(2).enumerate().map(|(query, rows)| {
            let of_class = |sum: f64, class: &Vec<f64>| {
                class[rows[0]..rows[1]].iter().fold(sum, |sum, residual| sum + residual.abs())
            };
            (query, residuals.iter().fold(0.0, of_class))
        }))
    }

    /// Returns grade minus expected grade for every document: the residuals of the classes, each times its grade.
    fn pull(&self, query: usize, sums: &[Vec<f64>], _metrics: &RoundMetrics) -> Option<Vec<f64>> {
        let residuals = self.residuals(query, sums)?;
        let weight = |ensemble: usize| match self.config.form {
            ClassForm::Classes => ensemble as f64,
            ClassForm::Ordinal => 1.0,
        };
        let n = residuals.first()?.len();
        Some(
            (0..n)
                .map(|document| {
                    let ensembles = residuals.iter().enumerate();
                    ensembles.fold(0.0, |sum, (ensemble, of)| sum + weight(ensemble) * of[document])
                })
                .collect(),
        )
    }

    fn residuals(&self, query: usize, sums: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
        let grades = self.grades_of(query)?;
        let first = self.starts[query];
        let (probabilities, _) = self.probabilities(sums, grades, first);
        Some(probabilities.iter().enumerate().map(|(k, p)| self.residual(k, p, grades, first)).collect())
    }
}

/// Returns whether a tree has no split and therefore changes no ranking.
pub(super) fn is_leaf(tree: &WeakLearner) -> bool {
    matches!(tree, WeakLearner::Tree { nodes } if matches!(nodes[..], [TreeNode::Leaf { .. }]))
}
