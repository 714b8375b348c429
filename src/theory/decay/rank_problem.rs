//! The problem over ranks: the hinges of all queries at scores and a decay, and the decay that minimises them.
//!
//! For fixed w the hinge of a query is max_y [Δ(y) − Σ_j c_j (s_y*(j) − s_y(j))]. y* orders equally good documents by
//! score, for every non-increasing c, so that the hinge is convex in c. The step of c is thus a support vector machine
//! whose features are blocks of ranks:
//!
//! `min ½ϱ|c|² + C/m Σ ξ` subject to the planes and `c_0 ≥ c_1 ≥ … ≥ 0`.
//!
//! With u = √ϱ c it has the form of the working set of cutting planes. An order constraint is a plane that is so long
//! that its violation never pays: the penalty is exact (Nocedal and Wright 2006, Theorem 17.3). Must not know features.

use std::sync::Arc;

use super::rank_blocks::RankBlocks;
use crate::data::Dataset;
use crate::learner::cutting_plane::qp::{Sweep, WorkingSet};
use crate::learner::cutting_plane::{FINEST_SHARE, GAP_SHARE};
use crate::linalg::dot::dot;
use crate::loss::{Decay, DecayProfile, Dorm, RankingLoss, RankingMeasure, Reference, Search, bind_groups};
use crate::ranking::ScoredDocuments;
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// The most passes of a step of c. Each solves the dual of few variables.
const MOST_PASSES: usize = 300;
/// The most sweeps of one dual.
const MOST_SWEEPS: usize = 2_000;

/// The queries of a training set, without features.
pub(super) struct RankProblem {
    data: Arc<Dataset>,
    measure: RankingMeasure,
    /// The queries that can be used.
    pub queries: Vec<usize>,
    /// m: the sum of their weights.
    pub total_weight: f64,
    /// C.
    c: f64,
    pub blocks: RankBlocks,
    /// Steps of the searches of one pass.
    pub search_steps: f64,
}

/// The violator of one query, times the weight of the query.
struct Violation {
    /// Δ.
    loss: f64,
    /// Σ over the ranks of each block of s_y* − s_y.
    shift: Vec<f64>,
}

/// A decay with a proof of how good it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DecayStep {
    /// c by block.
    pub decay: Vec<f64>,
    /// ½ϱ|c|² + C times the mean slack.
    pub objective: f64,
    /// A lower bound on that of every non-increasing c.
    pub dual: f64,
}

impl RankProblem {
    /// Returns the problem of all queries that the loss can use. Cost: O(documents).
    ///
    /// # Errors
    /// [`Error::Data`] if there is none, or a search would not fit into memory.
    pub fn new(data: Arc<Dataset>, measure: RankingMeasure, c: f64) -> Result<Self, Error> {
        let longest = data.queries().map(|query| query.grades.len()).max().unwrap_or(0);
        let blocks = RankBlocks::new(longest);
        let (queries, total_weight, search_steps) = (Vec::new(), 0.0, 0.0);
        let mut problem = Self { data, measure, queries, total_weight, c, blocks, search_steps };
        let n_blocks = problem.blocks.blocks().len();
        let linear: Vec<f64> = (0..n_blocks).map(|block| (n_blocks - block) as f64).collect();
        if n_blocks > 0 {
            let loss = problem.loss(&linear)?;
            for query in problem.data.queries() {
                for (_, loss) in
                    bind_groups(&[vec![&loss]], &problem.data, query.index)?.into_iter().flatten()
                {
                    problem.search_steps += loss.search_steps();
                    problem.queries.push(query.index);
                }
            }
        }
        if problem.queries.is_empty() {
            return Err(Error::data(format!(
                "none of the {} queries can be used: in each, every ranking has the same loss (all grades are equal, \
                 or the cut-off holds every document)",
                problem.data.n_queries()
            )));
        }
        problem.total_weight = problem.data.total_weight(problem.queries.iter().copied());
        Ok(problem)
    }

    /// Returns the loss with a decay by block, and the aligned reference.
    ///
    /// # Errors
    /// [`Error::Config`] for a decay that increases or is 0 everywhere.
    pub fn loss(&self, decay: &[f64]) -> Result<Dorm, Error> {
        let decay = DecayProfile::new(Decay::List(self.blocks.by_rank(decay)), 1.0, None)?;
        let (reference, threshold, by_clicks) = (Reference::Aligned, 1, false);
        let search = Search::default();
        Ok(Dorm { measure: self.measure, decay, reference, search, threshold, by_clicks })
    }

    /// Returns the scores of every used query by w.
    ///
    /// # Errors
    /// [`Error::Numeric`] if one is not finite or too large.
    pub fn scores(&self, w: &[f64]) -> Result<Vec<Vec<f64>>, Error> {
        let of_query = |&query: &usize| {
            let scores = self.data.scores(self.data.query(query).documents, w);
            check_scores(&scores)?;
            Ok(scores)
        };
        self.queries.iter().map(of_query).collect()
    }

    /// Returns C times the mean slack with the aligned reference. Cost: one pass of the oracles.
    ///
    /// # Errors
    /// As [`loss`](Self::loss).
    pub fn slack(&self, scores: &[Vec<f64>], decay: &[f64]) -> Result<f64, Error> {
        let violations = self.violations(scores, decay)?;
        let hinges = violations.iter().map(|one| one.hinge(decay)).sum::<f64>();
        Ok(self.c / self.total_weight * hinges)
    }

    /// Calls every oracle.
    fn violations(&self, scores: &[Vec<f64>], decay: &[f64]) -> Result<Vec<Violation>, Error> {
        let dorm = self.loss(decay)?;
        let mut all = Vec::with_capacity(self.queries.len());
        for (&query, scores) in self.queries.iter().zip(scores) {
            let mut violation = Violation { loss: 0.0, shift: vec![0.0; decay.len()] };
            let bound = dorm.bind(self.data.query(query).grades);
            if let Some(mut loss) = bound {
                loss.realign(scores);
                let documents = ScoredDocuments::new(scores.clone());
                let violator = loss.violator(&documents);
                let weight = self.data.weight(query);
                violation.loss = weight * loss.delta(&violator);
                let by_rank: Vec<f64> = (loss.reference().order().iter().zip(violator.order()))
                    .map(|(&star, &own)| weight * (scores[star as usize] - scores[own as usize]))
                    .collect();
                for (shift, block) in violation.shift.iter_mut().zip(self.blocks.blocks()) {
                    let ranks = block.first.min(by_rank.len())..(block.last + 1).min(by_rank.len());
                    *shift = by_rank[ranks].iter().sum();
                }
            }
            all.push(violation);
        }
        Ok(all)
    }

    /// Returns the non-increasing decay that minimises ½ϱ|c|² + C times the mean slack, up to the relative gap.
    ///
    /// `start`: a decay of which the result is at least as good. Oracles are called half-way between the best decay and
    /// the minimiser of the working set (in-out separation).
    ///
    /// # Errors
    /// [`Error::Numeric`] if a number leaves its range.
    pub fn minimise(
        &self,
        scores: &[Vec<f64>],
        start: &[f64],
        ratio: f64,
        gap: f64,
    ) -> Result<DecayStep, Error> {
        let (n, n_queries) = (start.len(), self.queries.len());
        let bound = self.c / self.total_weight;
        // u = scale · c, so that ½‖u‖² = ½ϱ‖c‖².
        let scale = ratio.sqrt();
        let mut planes = WorkingSet::new(n_queries + n, n, bound, 1);
        let price = self.order_price(scores) / scale;
        for block in 0..n {
            let mut order = vec![0.0; n];
            order[block] = price;
            if block + 1 < n {
                order[block + 1] = -price;
            }
            planes.add(n_queries + block, 0.0, order, 0);
        }
        let mut best = DecayStep { decay: start.to_vec(), objective: f64::INFINITY, dual: 0.0 };
        let (mut decay, mut newest) = (start.to_vec(), None);
        for pass in 0..MOST_PASSES {
            let violations = self.violations(scores, &decay)?;
            let hinges = violations.iter().map(|one| one.hinge(&decay)).sum::<f64>();
            let objective = 0.5 * ratio * dot(&decay, &decay) + bound * hinges;
            if !objective.is_finite() {
                let problem = "the objective of c is not finite; scale the features".to_owned();
                return Err(Error::Numeric { stage: "decay step", problem });
            }
            if objective < best.objective {
                (best.decay, best.objective) = (decay.clone(), objective);
            }
            if best.objective - best.dual <= gap * best.objective {
                break;
            }
            let u: Vec<f64> = decay.iter().map(|c| scale * c).collect();
            for (slack, violation) in violations.into_iter().enumerate() {
                let plane: Vec<f64> = violation.shift.iter().map(|shift| shift / scale).collect();
                if violation.loss - dot(&plane, &u) > planes.slack_at(slack, &u) {
                    planes.add(slack, violation.loss, plane, pass);
                }
            }
            let finest = FINEST_SHARE * gap * best.objective;
            let tolerance = finest.max(GAP_SHARE * (best.objective - best.dual));
            for _ in 0..MOST_SWEEPS {
                if planes.sweep(tolerance) == Sweep::Solved {
                    break;
                }
            }
            planes.prune(usize::MAX);
            planes.refresh();
            best.dual = best.dual.max(planes.dual_objective());
            // The minimiser keeps the order up to the tolerance of the dual.
            let mut least = f64::INFINITY;
            let lower = |u: &f64| {
                least = least.min((u / scale).max(0.0));
                least
            };
            let minimiser: Vec<f64> = planes.minimiser().iter().map(lower).collect();
            decay = best.decay.iter().zip(&minimiser).map(|(best, new)| 0.5 * (best + new)).collect();
            newest = Some(minimiser);
        }
        // The way to the minimiser is halved, so that the best decay keeps a rest of the start.
        if let Some(minimiser) = newest.filter(|minimiser| minimiser[0] > 0.0) {
            let objective = 0.5 * ratio * dot(&minimiser, &minimiser) + self.slack(scores, &minimiser)?;
            if objective <= best.objective {
                (best.decay, best.objective) = (minimiser, objective);
            }
        }
        Ok(best)
    }

    /// Returns the length of an order plane from which its violation never pays.
    ///
    /// The multipliers of the order are the distance of prefix sums of the planes from their least concave majorant,
    /// times U. A prefix sum of a plane is at most Σ |s − s̄|, and the distance at most twice that.
    fn order_price(&self, scores: &[Vec<f64>]) -> f64 {
        let spread = |(&query, scores): (&usize, &Vec<f64>)| {
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            self.data.weight(query) * scores.iter().map(|score| (score - mean).abs()).sum::<f64>()
        };
        2.0 * self.queries.iter().zip(scores).map(spread).sum::<f64>()
    }
}

impl Violation {
    /// Returns Δ − ⟨c, shift⟩, which is at least 0 because y* itself is a ranking.
    fn hinge(&self, decay: &[f64]) -> f64 {
        (self.loss - dot(&self.shift, decay)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::generate_letor;

    /// Queries of three documents have three ranks, so that a grid finds the best decay.
    #[test]
    fn no_decay_of_a_grid_is_better_than_the_step() {
        for (seed, measure, c, ratio) in
            [(1, "ndcg", 3.0, 0.5), (2, "ndcg@2", 10.0, 0.1), (3, "mrr", 2.0, 0.3), (4, "dcg@1", 5.0, 1.0)]
        {
            let data = Dataset::from_letor(&generate_letor(9, 3, seed)).expect("LETOR text");
            let measure: RankingMeasure = measure.parse().expect("a measure");
            let problem = RankProblem::new(Arc::new(data), measure, c).expect("usable data");
            let w: Vec<f64> = (0..problem.data.n_features()).map(|at| 0.7 - 0.3 * at as f64).collect();
            let scores = problem.scores(&w).expect("finite scores");
            let objective = |decay: &[f64]| {
                0.5 * ratio * dot(decay, decay) + problem.slack(&scores, decay).expect("finite numbers")
            };
            let start = [1.0, 0.5, 0.25];
            let step = problem.minimise(&scores, &start, ratio, 1e-6).expect("finite numbers");
            let again = objective(&step.decay);
            assert!((step.objective - again).abs() <= 1e-12 * again, "{} {again}", step.objective);
            assert!(step.objective <= objective(&start));
            assert!(step.objective - step.dual <= 1e-6 * step.objective, "{step:?}");
            assert!(step.decay.windows(2).all(|two| two[0] >= two[1]) && step.decay[2] >= 0.0, "{step:?}");
            let value = |steps: i32| f64::from(steps) * 0.1;
            for first in 1..=40 {
                for second in 0..=first {
                    for third in 0..=second {
                        let decay = [value(first), value(second), value(third)];
                        let seen = objective(&decay);
                        assert!(step.dual <= seen, "{measure}: {decay:?} {seen} {step:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_slack_is_the_greatest_hinge_of_all_rankings_beside_the_best_reference() {
        let data = Dataset::from_letor(
            "2 qid:1 1:0.3\n1 qid:1 1:0.9\n1 qid:1 1:0.2\n0 qid:1 1:0.5\n1 qid:2 1:0\n1 qid:2 1:1\n",
        )
        .expect("LETOR text");
        let measure: RankingMeasure = "ndcg@3".parse().expect("a measure");
        let problem = RankProblem::new(Arc::new(data), measure, 4.0).expect("usable data");
        assert_eq!((problem.queries.as_slice(), problem.total_weight), (&[0][..], 1.0));
        let (gains, scores, decay) = ([3.0, 1.0, 1.0, 0.0], [0.3, 0.9, 0.2, 0.5], [1.0, 0.6, 0.6, 0.1]);
        let discount = |rank: usize| if rank < 3 { 1.0 / (rank as f64 + 2.0).log2() } else { 0.0 };
        let mut orders = Vec::new();
        for code in 0..256_usize {
            let order = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
            if (0..4).all(|document| order.contains(&document)) {
                orders.push(order);
            }
        }
        assert_eq!(orders.len(), 24);
        let dcg = |order: &[usize; 4]| (0..4).map(|rank| discount(rank) * gains[order[rank]]).sum::<f64>();
        let psi = |order: &[usize; 4]| (0..4).map(|rank| decay[rank] * scores[order[rank]]).sum::<f64>();
        let best = orders.iter().map(dcg).fold(0.0, f64::max);
        let ideal = orders.iter().filter(|order| dcg(order) >= best - 1e-12);
        let star = ideal.map(psi).fold(f64::NEG_INFINITY, f64::max);
        let hinge = |order: &[usize; 4]| 1.0 - dcg(order) / best + psi(order) - star;
        let expected = 4.0 * orders.iter().map(hinge).fold(0.0, f64::max);
        let seen = problem.slack(&problem.scores(&[1.0]).expect("finite"), &decay).expect("finite");
        assert!((seen - expected).abs() < 1e-12, "{seen} {expected}");
    }
}
