//! The laboratory of margins: the two terms of the margin bound of OWPC along γ.
//!
//! For a scorer w of norm 1, E_γ(w) is the mean over queries and over the good documents g of a query of Φ(number of
//! bad documents b with s_g − s_b ≤ γ). Φ(j) is the sum of the first j weights of the generator. With probability
//! 1 − δ the OWPC error of every such w is at most
//!
//! `E_γ(w) + sqrt((d ln(1 + 4Z/γ) + ln(1/δ)) / 2m)`,
//!
//! where d is the number of features, m the number of queries and Z the largest ‖x_g − x_b‖. A ball of radius 1 has a
//! γ/2Z-net of (1 + 4Z/γ)^d points, whose margins differ by at most γ/2. A γ chosen by eye among K values divides δ by
//! K.
//!
//! Source: Usunier, Buffoni and Gallinari 2009, Theorem 4.

mod laboratory;

use serde::{Deserialize, Serialize};

use super::pairs::{check_count, check_delta, check_operations, distances, n_pairs};
use crate::data::{Dataset, Grade, Query};
use crate::linalg::dot::dot;
use crate::loss::{Generator, Owpc, PairWeight, QueryLoss, RankingLoss};
use crate::ranking::TiedRanking;
use crate::util::error::{Error, brief};
use crate::util::sorting::sort_numbers;

pub(super) use laboratory::{MARGINS, run};

/// The scorer of a margin curve.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MarginScorer {
    /// A feature, from 1 as in the file.
    Feature(usize),
    /// Weights of the features, scaled to norm 1. Features after the last weight have weight 0.
    Weights(Vec<f64>),
}

/// Settings of [`margin_curves`].
#[derive(Debug, Clone, PartialEq)]
pub struct MarginOptions {
    /// The scorer.
    pub scorer: MarginScorer,
    /// Generators of the weights, one curve each.
    pub generators: Vec<Generator>,
    /// The values of γ, at least 0 and rising. At γ = 0 there is no second term.
    pub gammas: Vec<f64>,
    /// δ: the bounds may fail with this probability.
    pub delta: f64,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
    /// The sum of the two terms that is wanted.
    pub wanted: f64,
}

impl Default for MarginOptions {
    fn default() -> Self {
        Self {
            scorer: MarginScorer::Feature(1),
            generators: vec![Generator::Constant, Generator::InverseRank],
            gammas: (0..=50).map(|step| f64::from(step) / 50.0).collect(),
            delta: 0.05,
            threshold: 1,
            wanted: 1.0,
        }
    }
}

/// The most values of γ.
pub const MOST_GAMMAS: usize = 1000;
/// The most generators.
pub const MOST_GENERATORS: usize = 20;

impl MarginOptions {
    /// Checks every value against its range, and the scorer against the data.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_delta(self.delta)?;
        check_count("gammas", self.gammas.len(), 1, MOST_GAMMAS)?;
        check_count("generators", self.generators.len(), 1, MOST_GENERATORS)?;
        if let Some(&gamma) = self.gammas.iter().find(|&&gamma| !(gamma.is_finite() && gamma >= 0.0)) {
            let problem = format!("{} is not a finite number of at least 0", brief(gamma));
            return Err(Error::config("gammas", problem));
        }
        if let Some(two) = self.gammas.windows(2).find(|two| two[1] <= two[0]) {
            let problem = format!("{} follows {}; give rising values", brief(two[1]), brief(two[0]));
            return Err(Error::config("gammas", problem));
        }
        if self.threshold == 0 {
            return Err(Error::config(
                "threshold",
                "0 would make every document good; the smallest value is 1",
            ));
        }
        if !(self.wanted > 0.0 && self.wanted.is_finite()) {
            let problem = format!("{} is not a positive number, such as 1", brief(self.wanted));
            return Err(Error::config("wanted", problem));
        }
        self.unit_weights(data).map(drop)
    }

    /// Returns w, of norm 1, one weight per feature.
    fn unit_weights(&self, data: &Dataset) -> Result<Vec<f64>, Error> {
        let d = data.n_features();
        let mut w = vec![0.0; d];
        match &self.scorer {
            MarginScorer::Feature(feature) => match feature.checked_sub(1).and_then(|place| w.get_mut(place))
            {
                Some(weight) => *weight = 1.0,
                None => {
                    let problem =
                        format!("there is no feature {feature}; the data have the features 1 to {d}");
                    return Err(Error::config("scorer", problem));
                }
            },
            MarginScorer::Weights(weights) => {
                if weights.len() > d {
                    return Err(Error::config(
                        "scorer",
                        format!("{} weights for {d} features", weights.len()),
                    ));
                }
                w[..weights.len()].copy_from_slice(weights);
                let largest = weights.iter().fold(0.0, |largest: f64, weight| largest.max(weight.abs()));
                if !weights.iter().all(|weight| weight.is_finite()) || largest == 0.0 {
                    let problem = "the weights must be finite numbers, at least one of them other than 0";
                    return Err(Error::config("scorer", problem));
                }
                // Squares of very large or very small weights would leave the range of floating point.
                w.iter_mut().for_each(|weight| *weight /= largest);
                let norm = dot(&w, &w).sqrt();
                w.iter_mut().for_each(|weight| *weight /= norm);
            }
        }
        Ok(w)
    }
}

/// The margin curves of a scorer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MarginCurves {
    /// m: the queries that have good and bad documents.
    pub queries: usize,
    /// d: the features.
    pub features: usize,
    /// Z: the largest ‖x_g − x_b‖.
    pub largest_distance: f64,
    /// δ.
    pub delta: f64,
    /// The values of γ.
    pub gammas: Vec<f64>,
    /// The second term at each γ, if γ was fixed before looking; `None` where it is infinite.
    pub second: Vec<Option<f64>>,
    /// The second term at each γ, with δ divided by the number of values of γ.
    pub second_chosen: Vec<Option<f64>>,
    /// One curve per generator.
    pub curves: Vec<MarginCurve>,
}

/// E_γ of one generator, and what the bound makes of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MarginCurve {
    /// The generator.
    pub generator: String,
    /// The OWPC error. Of tied documents, every number of bad ones is equally likely before a good one; E_0 counts them
    /// all, and is equal where no good document ties with a bad one.
    pub error: f64,
    /// E_γ at each γ. It never falls.
    pub first: Vec<f64>,
    /// The sum of E_γ and the second term with the divided δ.
    pub sum: Vec<Option<f64>>,
    /// The γ with the least sum; `None` if every sum is infinite.
    pub best_gamma: Option<f64>,
    /// That sum.
    pub best_sum: Option<f64>,
    /// The number of queries at which the least sum would be at most the wanted value if E_γ stayed what it is; `None`
    /// if no number would do.
    pub queries_needed: Option<f64>,
    /// The γ of that sum.
    pub gamma_needed: Option<f64>,
}

/// Returns the margin curves of a scorer. Cost: O(pairs · features), and per generator and γ O(good documents · log bad
/// documents).
///
/// # Errors
/// As [`MarginOptions::check`]; [`Error::Data`] if no query has good and bad documents, or a score is not finite, or
/// the comparison of all pairs would take too long. Weights of queries are ignored.
pub fn margin_curves(data: &Dataset, options: &MarginOptions) -> Result<MarginCurves, Error> {
    options.check(data)?;
    let w = options.unit_weights(data)?;
    let labels = |query: &Query<'_>| -> Vec<Grade> {
        query.grades.iter().map(|&grade| Grade::from(grade >= options.threshold)).collect()
    };
    let with_labels = data.queries().map(|query| (labels(&query), query));
    let used: Vec<(Vec<Grade>, Query<'_>)> =
        with_labels.filter(|(labels, _)| n_pairs(labels) > 0.0).collect();
    if used.is_empty() {
        return Err(Error::data(format!(
            "no query holds both a document of grade {0} or more and one below; use another threshold than {0}",
            options.threshold
        )));
    }
    let pairs: f64 = used.iter().map(|(labels, _)| n_pairs(labels)).sum();
    check_operations(pairs * data.n_features() as f64)?;
    let documents: usize = used.iter().map(|(labels, _)| labels.len()).sum();
    check_operations(20.0 * (documents * options.gammas.len() * options.generators.len()) as f64)?;

    let largest = used.iter().map(|(labels, query)| distances(data, query, labels).largest);
    let largest_distance = largest.fold(0.0, f64::max);
    let mut scored = Vec::with_capacity(used.len());
    for (labels, query) in &used {
        scored.push(Scored::new(data.scores(query.documents.clone(), &w), labels)?);
    }
    let (m, d) = (used.len() as f64, data.n_features() as f64);
    let numerator = |gamma: f64, tries: f64| {
        let net = d * libm::log1p(4.0 * largest_distance / gamma);
        let value = net + libm::log(tries / options.delta);
        (gamma > 0.0 && value.is_finite()).then_some(value)
    };
    let tries = options.gammas.len() as f64;
    let second = |tries: f64| -> Vec<Option<f64>> {
        let at = |&gamma: &f64| Some(libm::sqrt(numerator(gamma, tries)? / (2.0 * m)));
        options.gammas.iter().map(at).collect()
    };
    let second_chosen = second(tries);
    let curve = |&generator: &Generator| {
        let first: Vec<f64> = mean_errors(&scored, generator, &options.gammas);
        let sum: Vec<Option<f64>> =
            first.iter().zip(&second_chosen).map(|(first, second)| Some(first + (*second)?)).collect();
        let sums = options.gammas.iter().zip(&sum).filter_map(|(&gamma, sum)| Some((gamma, (*sum)?)));
        let best = sums.min_by(|one, other| one.1.total_cmp(&other.1));
        let needed = options.gammas.iter().zip(&first).filter_map(|(&gamma, &first)| {
            let room = options.wanted - first;
            let queries = numerator(gamma, tries)? / (2.0 * room * room);
            (room > 0.0 && queries.is_finite()).then_some((gamma, queries.ceil()))
        });
        let needed = needed.min_by(|one, other| one.1.total_cmp(&other.1));
        let owpc = Owpc { generator, pairs: PairWeight::Mean, threshold: 1 };
        let errors = scored.iter().map(|query| query.tied_error(&owpc)).sum::<f64>();
        MarginCurve {
            generator: generator.to_string(),
            error: errors / m,
            first,
            sum,
            best_gamma: best.map(|(gamma, _)| gamma),
            best_sum: best.map(|(_, sum)| sum),
            queries_needed: needed.map(|(_, queries)| queries),
            gamma_needed: needed.map(|(gamma, _)| gamma),
        }
    };
    Ok(MarginCurves {
        queries: used.len(),
        features: data.n_features(),
        largest_distance,
        delta: options.delta,
        gammas: options.gammas.clone(),
        second: second(1.0),
        curves: options.generators.iter().map(curve).collect(),
        second_chosen,
    })
}

/// The scores of one query.
struct Scored {
    labels: Vec<Grade>,
    scores: Vec<f64>,
    good: Vec<f64>,
    /// Scores of the bad documents, from the highest.
    bad: Vec<f64>,
}

impl Scored {
    fn new(scores: Vec<f64>, labels: &[Grade]) -> Result<Self, Error> {
        if !scores.iter().all(|score| score.is_finite()) {
            return Err(Error::data("a score is not finite; scale the features"));
        }
        let of = |label: Grade| {
            scores.iter().zip(labels).filter(move |(_, of)| **of == label).map(|(score, _)| *score)
        };
        let (good, mut bad): (Vec<f64>, Vec<f64>) = (of(1).collect(), of(0).collect());
        sort_numbers(&mut bad);
        bad.reverse();
        Ok(Self { labels: labels.to_vec(), good, bad, scores })
    }

    /// Returns the mean over the good documents of Φ(number of bad documents within γ of it, or above).
    fn error(&self, sums: &[f64], gamma: f64) -> f64 {
        let above = |good: &f64| self.bad.partition_point(|bad| good - bad <= gamma);
        self.good.iter().map(|good| sums[above(good)]).sum::<f64>() / self.good.len() as f64
    }

    fn tied_error(&self, owpc: &Owpc) -> f64 {
        let loss: Option<Box<dyn QueryLoss>> = owpc.bind(&self.labels);
        loss.map_or(0.0, |loss| loss.expected_delta(&TiedRanking::by_scores(&self.scores)))
    }
}

/// Returns E_γ of every γ.
fn mean_errors(scored: &[Scored], generator: Generator, gammas: &[f64]) -> Vec<f64> {
    let mut totals = vec![0.0; gammas.len()];
    for query in scored {
        let sums = generator.sums(query.bad.len());
        for (total, &gamma) in totals.iter_mut().zip(gammas) {
            *total += query.error(&sums, gamma);
        }
    }
    totals.iter().map(|total| total / scored.len() as f64).collect()
}
