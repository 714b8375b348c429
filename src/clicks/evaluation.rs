//! Estimates DCG of a ranker from the clicks on the lists of another ranker. Must not know how scores are computed or
//! how propensities are estimated.
//!
//! Source: Joachims, Swaminathan and Schnabel 2017, equation 6, for DCG in place of the sum of ranks.

use serde::Serialize;

use super::QUANTILE;
use super::discounts::Discounts;
use super::estimator::PropensitySource;
use super::log::{Cell, ClickLog, Visits};
use crate::util::error::{Error, brief};

/// A session with a larger share of the total makes the interval doubtful.
const LARGE_SHARE: f64 = 0.05;

/// Largest relative difference of impressions that count as equal.
const EQUAL: f64 = 1e-9;

/// An estimated mean over sessions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SessionMean {
    /// Mean.
    pub mean: f64,
    /// Standard error of the mean; `None` for one session.
    pub standard_error: Option<f64>,
    /// Lower bound of the interval of 95 %.
    pub low: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
    /// The part of the total of absolute values that the largest session has; at least so much if the log has counts
    /// only.
    pub largest_share: f64,
}

/// What clicks say about a ranker.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClickEvaluation {
    /// Number of sessions.
    pub sessions: f64,
    /// DCG of the ranker. The gain of a document is its chance of a click by a user who sees it; with A and B, it is
    /// its relevance.
    pub new: SessionMean,
    /// DCG of the ranker that it is compared with.
    pub old: Option<SessionMean>,
    /// New minus old, by differences within sessions.
    pub difference: Option<SessionMean>,
    /// Number of queries without sessions.
    pub queries_without_sessions: usize,
    /// Number of documents with a discount by the new ranker, of queries with sessions.
    pub top_documents: usize,
    /// Number of them that the log never shows.
    pub never_shown: usize,
    /// What the reader of the numbers must know, one sentence each.
    pub notes: Vec<String>,
}

/// Estimates DCG of a ranker, and its difference to another one, from a log.
///
/// Z_t = Σ_i z_ti d_i / p_i is the sum over the clicks of session t, with the discount d that the ranker gives to the
/// document and the propensity p at the rank where the session showed it. The mean of Z over sessions has the
/// expectation Σ_q u_q Σ_i γ_i d_i if every document was shown. From sessions, the error is that of their mean. Counts
/// need one ranking for each query and ranker: n [Σ d²/p² h(1 − h) + (Σ d/p h)²] with the rates h = clicks/n has the
/// expectation of Σ Z² if clicks are independent. `clip`: propensities below it count as it; an interval holds only
/// without. Cost: O(cells + clicks).
///
/// # Errors
/// [`Error::Data`] for a log without sessions, or one whose clicks do not tell sessions apart, and where a click has no
/// propensity. [`Error::Config`] for a clip outside (0, 1].
pub fn evaluate_clicks(
    log: &ClickLog,
    new: &Discounts,
    old: Option<&Discounts>,
    source: PropensitySource,
    clip: Option<f64>,
) -> Result<ClickEvaluation, Error> {
    let weighing = Weighing::new(log, source, clip)?;
    let lists = [Some(new), old].into_iter().flatten();
    for values in lists.map(Discounts::values) {
        if values.len() != weighing.n_rows() {
            return Err(Error::data(format!(
                "{} discounts for the {} documents of the log's data; give the same data",
                values.len(),
                weighing.n_rows()
            )));
        }
    }
    let difference = old
        .map(|old| new.values().iter().zip(old.values()).map(|(new, old)| new - old).collect::<Vec<f64>>());
    let mut evaluation = ClickEvaluation {
        sessions: log.n_sessions(),
        new: weighing.mean(new.values())?,
        old: old.map(|old| weighing.mean(old.values())).transpose()?,
        difference: difference.map(|difference| weighing.mean(&difference)).transpose()?,
        queries_without_sessions: log.sessions_of_queries().iter().filter(|&&n| n == 0.0).count(),
        top_documents: 0,
        never_shown: 0,
        notes: Vec::new(),
    };
    let mut is_shown = vec![false; weighing.n_rows()];
    log.cells().iter().for_each(|cell| is_shown[weighing.row(cell.query as usize, cell.document)] = true);
    for query in (0..log.n_queries()).filter(|&query| log.sessions_of_queries()[query] > 0.0) {
        let rows = weighing.starts[query]..weighing.starts[query + 1];
        for (discount, is_shown) in new.values()[rows.clone()].iter().zip(&is_shown[rows]) {
            let is_top = *discount > 0.0;
            evaluation.top_documents += usize::from(is_top);
            evaluation.never_shown += usize::from(is_top && !is_shown);
        }
    }
    evaluation.notes = notes(&evaluation, log, &weighing);
    Ok(evaluation)
}

/// Returns what the reader of the numbers must know.
fn notes(evaluation: &ClickEvaluation, log: &ClickLog, weighing: &Weighing) -> Vec<String> {
    let mut notes = vec!["The interval does not contain the error of the propensities.".to_owned()];
    let mut note = |text: String| notes.push(text);
    if let Some(clip) = weighing.clip {
        note(format!(
            "Propensities below {} count as {}: the values are too low, and the intervals do not contain this error.",
            brief(clip),
            brief(clip)
        ));
    }
    if weighing.is_of_counts {
        note("The intervals take the clicks of a session as independent.".to_owned());
    }
    let shares = [("the value", Some(evaluation.new)), ("the difference", evaluation.difference)];
    for (name, mean) in shares {
        if let Some(mean) = mean.filter(|mean| mean.largest_share > LARGE_SHARE) {
            note(format!(
                "One session makes {:.0} % of {name}, so the interval is often too short; use more sessions.",
                100.0 * mean.largest_share
            ));
        }
    }
    if evaluation.never_shown > 0 {
        note(format!(
            "The log never shows {} of the {} documents that the ranker puts on top; they count as never clicked, so the \
             value may be too low.",
            evaluation.never_shown, evaluation.top_documents
        ));
    }
    if evaluation.queries_without_sessions > 0 {
        note(format!(
            "{} of {} queries have no session; the value is that of the queries of the log.",
            evaluation.queries_without_sessions,
            log.n_queries()
        ));
    }
    notes
}

/// The weights of clicks.
struct Weighing<'a> {
    log: &'a ClickLog,
    source: PropensitySource<'a>,
    clip: Option<f64>,
    /// The first row of each query, and the number of rows.
    starts: Vec<usize>,
    /// Whether rates of counts replace sessions.
    is_of_counts: bool,
}

impl<'a> Weighing<'a> {
    fn new(log: &'a ClickLog, source: PropensitySource<'a>, clip: Option<f64>) -> Result<Self, Error> {
        if let Some(clip) = clip
            && !(clip > 0.0 && clip <= 1.0)
        {
            let problem = format!("{} is not above 0 and at most 1; give none to clip nothing", brief(clip));
            return Err(Error::config("clip", problem));
        }
        if log.n_sessions() == 0.0 {
            return Err(Error::data("the log has no sessions"));
        }
        if matches!(source, PropensitySource::Log) && !log.has_propensities() {
            return Err(Error::data(
                "the log has no propensities; give a file of propensities or a power law (--propensities)",
            ));
        }
        let is_affine = matches!(source, PropensitySource::Curve(curve) if curve.is_affine());
        if is_affine && clip.is_some() {
            return Err(Error::config("clip", "propensities with A and B are not clipped; give none"));
        }
        let mut starts = vec![0];
        for query in 0..log.n_queries() {
            starts.push(starts[query] + log.n_documents(query));
        }
        // Unclicked impressions count with A and B, and only the counts have them.
        let is_of_counts = is_affine || log.visits().is_none();
        Ok(Self { log, source, clip, starts, is_of_counts })
    }

    fn n_rows(&self) -> usize {
        self.starts[self.starts.len() - 1]
    }

    fn row(&self, query: usize, document: u32) -> usize {
        self.starts[query] + document as usize
    }

    /// Returns A and B, where a click counts (1 − B)/A, and no click −B/A. `rank`: from 0.
    fn line(&self, rank: usize, propensity: Option<f64>) -> Result<(f64, f64), Error> {
        let line = match self.source {
            PropensitySource::Curve(curve) if curve.is_affine() => curve.affine(rank),
            PropensitySource::Curve(curve) => curve.at(rank).map(|p| (p, 0.0)),
            PropensitySource::Log => propensity.map(|p| (p, 0.0)),
        };
        let (a, b) = line.ok_or_else(|| {
            Error::data(format!(
                "the log shows documents at rank {}, which has no propensity; give propensities of more ranks or a \
                 power law, or cut the lists of the log",
                rank + 1
            ))
        })?;
        Ok((a.max(self.clip.unwrap_or(0.0)), b))
    }

    /// Returns the mean of Σ_i z_i d_i / p_i over sessions. `discounts`: by row.
    fn mean(&self, discounts: &[f64]) -> Result<SessionMean, Error> {
        let sums = match self.log.visits() {
            Some(_) if !self.is_of_counts => self.of_sessions(discounts)?,
            _ => self.of_counts(discounts)?,
        };
        let n = self.log.n_sessions();
        let mean = sums.total / n;
        if !(mean.is_finite() && sums.squares.is_finite()) {
            return Err(Error::Numeric {
                stage: "evaluation",
                problem: "the weights of the clicks left the range of numbers; clip the propensities"
                    .to_owned(),
            });
        }
        let standard_error = (n > 1.0).then(|| (sums.deviations.max(0.0) / (n - 1.0) / n).sqrt());
        let bound = |sign: f64| standard_error.map(|error| mean + sign * QUANTILE * error);
        let largest_share = if sums.size > 0.0 { sums.largest / sums.size } else { 0.0 };
        Ok(SessionMean { mean, standard_error, low: bound(-1.0), high: bound(1.0), largest_share })
    }

    fn of_sessions(&self, discounts: &[f64]) -> Result<Sums, Error> {
        let mut values = Vec::new();
        for visit in self.log.visits().into_iter().flat_map(Visits::iter) {
            let mut value = 0.0;
            for click in visit.clicks() {
                let discount = discounts[self.row(visit.query, click.document)];
                if discount != 0.0 {
                    value += discount / self.line(click.rank as usize, click.propensity)?.0;
                }
            }
            values.push(value);
        }
        let n = self.log.n_sessions();
        let total: f64 = values.iter().sum();
        let mean = total / n;
        // The other sessions have no clicks, so their value is 0.
        let of_clicked: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Ok(Sums {
            total,
            squares: values.iter().map(|value| value * value).sum(),
            deviations: of_clicked + (n - values.len() as f64) * mean * mean,
            largest: values.iter().fold(0.0, |largest: f64, value| largest.max(value.abs())),
            size: values.iter().map(|value| value.abs()).sum(),
        })
    }

    fn of_counts(&self, discounts: &[f64]) -> Result<Sums, Error> {
        let mut sums = Sums::default();
        // Σ d²/p² h(1 − h), and for each list its impressions and Σ d/p h.
        let (mut within, mut lists) = (0.0, Vec::new());
        for query in 0..self.log.n_queries() {
            for list in self.log.cells_of(query).chunk_by(|one, other| one.ranker == other.ranker) {
                self.check_list(query, list)?;
                let n = list[0].impressions;
                let (mut value, mut spread) = (0.0, 0.0);
                for cell in list {
                    let discount = discounts[self.row(query, cell.document)];
                    if discount == 0.0 {
                        continue;
                    }
                    let (a, b) = self.line(cell.rank as usize, cell.propensity)?;
                    let (weight, rate) = (discount / a, cell.clicks / n);
                    value += weight * (rate - b);
                    spread += weight * weight * rate * (1.0 - rate);
                    sums.size += cell.clicks * weight.abs();
                    if cell.clicks >= 1.0 {
                        sums.largest = sums.largest.max(weight.abs());
                    }
                }
                within += n * spread;
                sums.total += n * value;
                sums.squares += n * (spread + value * value);
                lists.push((n, value));
            }
        }
        let mean = sums.total / self.log.n_sessions();
        sums.deviations =
            within + lists.iter().map(|(n, value)| n * (value - mean) * (value - mean)).sum::<f64>();
        Ok(sums)
    }

    /// Checks that the cells of a query and a ranker are those of one ranking.
    fn check_list(&self, query: usize, list: &[Cell]) -> Result<(), Error> {
        let n = list[0].impressions;
        let is_place = |(rank, cell): (usize, &Cell)| {
            cell.rank as usize == rank && (cell.impressions - n).abs() <= EQUAL * n
        };
        let mut documents: Vec<u32> = list.iter().map(|cell| cell.document).collect();
        documents.sort_unstable();
        let is_one = list.iter().enumerate().all(is_place) && documents.is_sorted_by(|one, next| one < next);
        if is_one {
            return Ok(());
        }
        let reason = if self.log.visits().is_some() {
            "propensities with A and B need one ranking for each query and ranker"
        } else {
            "counts do not say which clicks are of one session; give the sessions"
        };
        Err(Error::data(format!(
            "the query number {} of the data was shown in several rankings by one ranker, and {reason}",
            query + 1
        )))
    }
}

/// Sums over sessions.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    total: f64,
    squares: f64,
    /// Squares of the differences from the mean.
    deviations: f64,
    /// Largest absolute value of a session.
    largest: f64,
    /// Sum of absolute values.
    size: f64,
}
