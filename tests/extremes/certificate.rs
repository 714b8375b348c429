//! The certificate recomputed in exact rational arithmetic, from w, the data, the grades and the dual variables alone.
//!
//! Hinges are maxima over all permutations. Planes are recomputed from the violators. No value is rounded.

use crate::figures::Proved;
use std::sync::Arc;

use dashu_ratio::RBig;
use rankscope::data::Dataset;
use rankscope::learner::cutting_plane::Trainer;
use rankscope::learner::{Advance, End, Learner, StopReason};
use rankscope::loss::{LossSpec, QueryLoss};
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::Ranking;

use super::support::{Random, assert_close, permutations};

/// Converts a number without rounding.
fn exact(value: f64) -> RBig {
    RBig::try_from(value).expect("it is finite")
}

fn dot(a: &[RBig], b: &[RBig]) -> RBig {
    a.iter().zip(b).fold(RBig::ZERO, |sum, (a, b)| sum + a * b)
}

fn half_square(w: &[RBig]) -> RBig {
    dot(w, w) / RBig::from(2)
}

fn near(value: &RBig) -> f64 {
    value.to_f64().value()
}

/// Data and losses of a run, without rounding.
struct Exact<'a> {
    data: &'a Dataset,
    rows: Vec<Vec<RBig>>,
    spec: LossSpec,
}

impl Exact<'_> {
    /// Returns the loss of a query with the reference of a round.
    fn loss(&self, query: usize, alignment: Option<&[f64]>) -> Box<dyn QueryLoss> {
        let query = self.data.query(query);
        let groups = self.spec.slack_groups();
        let mut loss = groups[0][0].bind(query.grades).expect("the query can be used");
        if let Some(w) = alignment {
            loss.realign(&self.data.scores(query.documents, w));
        }
        loss
    }

    /// Returns Xᵀκ of a ranking.
    fn delta_psi(&self, query: usize, loss: &dyn QueryLoss, y: &Ranking) -> Vec<RBig> {
        let mut sum = vec![RBig::ZERO; self.data.n_features()];
        for (row, coefficient) in self.data.query(query).documents.zip(loss.delta_psi(y)) {
            let coefficient = exact(coefficient);
            for (sum, x) in sum.iter_mut().zip(&self.rows[row]) {
                *sum += &coefficient * x;
            }
        }
        sum
    }

    /// Returns the hinge of a query: the maximum over all permutations.
    fn hinge(&self, query: usize, alignment: Option<&[f64]>, w: &[RBig]) -> RBig {
        let loss = self.loss(query, alignment);
        let documents = self.data.query(query).documents;
        let scores: Vec<RBig> = documents.clone().map(|row| dot(&self.rows[row], w)).collect();
        let worth = |order: Vec<u32>| {
            let y = Ranking::from_order(order);
            let coefficients: Vec<RBig> = loss.delta_psi(&y).into_iter().map(exact).collect();
            exact(loss.delta(&y)) - dot(&coefficients, &scores)
        };
        permutations(documents.len()).into_iter().map(worth).fold(RBig::ZERO, RBig::max)
    }
}

/// Trains, then proves the final certificate independently.
fn check(data: &Dataset, settings: &TrainingSettings) {
    let what =
        format!("{} {} {} C {}", settings.method, settings.reference, settings.working_set, settings.c);
    let config = settings.parse().expect("the settings are sound");
    let mut trainer = Trainer::new(
        Arc::new(data.clone()),
        &config.learner.loss().expect("a structured loss").slack_groups(),
        config.trainer.clone(),
    )
    .expect("the data can be used");
    let stop: End = loop {
        if let Advance::Stopped(end) = trainer.advance(usize::MAX) {
            break end;
        }
    };
    assert_eq!(stop.reason, StopReason::Converged, "{what}");
    assert_eq!(trainer.used_queries().len(), data.n_queries(), "{what}: every query has its slack");

    let rows =
        (0..data.n_documents()).map(|row| data.features(row).iter().copied().map(exact).collect()).collect();
    let problem = Exact { data, rows, spec: config.learner.loss().expect("a structured loss").clone() };
    let history = trainer.history();
    let round = history[stop.iterations].round;
    let alignment = trainer.alignment(round);
    let bound = exact(settings.c) / RBig::from(data.n_queries());

    // The upper bound depends on the model alone.
    let w: Vec<RBig> = trainer.best_weights().iter().copied().map(exact).collect();
    let hinges = (0..data.n_queries()).map(|query| problem.hinge(query, alignment, &w));
    let primal = half_square(&w) + &bound * hinges.fold(RBig::ZERO, |sum, hinge| sum + hinge);
    assert_close(stop.proved().best_primal, near(&primal), 1e-12, &format!("{what}: primal"));

    // The lower bound is the best bound that the dual variables of this round's iterations prove.
    let mut dual: Option<RBig> = None;
    for (iteration, kept) in history.iter().enumerate().filter(|(_, kept)| kept.round == round) {
        let mut gain = RBig::ZERO;
        let mut sum = vec![RBig::ZERO; data.n_features()];
        let mut used = vec![RBig::ZERO; data.n_queries()];
        for plane in trainer.ledger().planes(iteration, round, &kept.w) {
            if plane.dual == 0.0 {
                continue;
            }
            assert!(plane.dual > 0.0, "{what}: a dual variable is {}", plane.dual);
            let alpha = exact(plane.dual);
            let then = &history[plane.found_at];
            let queries = match trainer.query_of(plane.slack) {
                Some(query) => query..query + 1,
                None => 0..data.n_queries(),
            };
            for query in queries {
                let scores = data.scores(data.query(query).documents, &then.w);
                let y = problem.loss(query, trainer.alignment(then.round)).most_violated(&scores);
                // Δ does not depend on the reference, but δψ does: it uses the reference of the last round.
                let loss = problem.loss(query, alignment);
                gain += &alpha * exact(loss.delta(&y));
                for (sum, value) in sum.iter_mut().zip(problem.delta_psi(query, loss.as_ref(), &y)) {
                    *sum += &alpha * value;
                }
            }
            used[plane.slack] += alpha;
        }
        // The dual variables are feasible up to the rounding of a sum.
        let most = &bound * exact(1.0 + 1e-12);
        assert!(used.iter().all(|used| *used <= most), "{what}: iteration {iteration} is not feasible");
        let objective = gain - half_square(&sum);
        dual = Some(dual.map_or(objective.clone(), |best| best.max(objective)));
    }
    let dual = dual.expect("the last round has iterations");
    assert_close(stop.proved().dual, near(&dual), 1e-9 * near(&primal).max(1.0), &format!("{what}: dual"));
    // Weak duality and the certified gap, without rounding.
    assert!(dual <= &primal * exact(1.0 + 1e-12), "{what}: the dual is above the primal");
    let gap = near(&((&primal - &dual) / &primal));
    assert!(gap <= settings.gap * (1.0 + 1e-6), "{what}: the gap is {gap}");
    assert!(
        (stop.proved().gap - gap).abs() <= 1e-9,
        "{what}: the gap is {gap}, reported was {}",
        stop.proved().gap
    );
}

#[test]
fn the_last_certificate_holds_in_exact_arithmetic() {
    let data = Random::new(7).dataset(4, 5, 3, 2);
    for working_set in ["n-slack", "1-slack"] {
        for (method, reference) in [
            ("dorm", "averaged"),
            ("dorm", "fixed"),
            ("dorm", "aligned"),
            ("svm-precision", "averaged"),
            ("svm-auc", "aligned"),
            ("svm-map", "aligned"),
            ("svm-ndcg", "aligned"),
            ("svm-ndcg-nc", "aligned"),
            ("svm-mrr", "aligned"),
            ("owpc", "aligned"),
            ("ranksvm", "aligned"),
        ] {
            for (c, gap) in [(1.0, 1e-3), (1e4, 1e-6)] {
                let settings = TrainingSettings {
                    method: method.to_owned(),
                    reference: reference.to_owned(),
                    working_set: working_set.to_owned(),
                    measure: "ndcg@3".to_owned(),
                    cut_off: Some(2),
                    // Over grades RankSVM has one loss per grade; `tests/core/pair_hinges.rs` adds them up.
                    pairs_of: "threshold".to_owned(),
                    c,
                    gap,
                    max_iterations: 5_000,
                    ..TrainingSettings::default()
                };
                check(&data, &settings);
            }
        }
    }
}
