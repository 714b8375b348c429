//! Models of users: whether they examine a document and click. Must not know how documents were ranked.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::data::{Dataset, Grade, Random};
use crate::util::error::{Error, brief, shown};

/// Probability that users of [`Users::Dcm`] go on after a click.
pub const AFTER_CLICK: f64 = 0.5;

/// Probability that users of [`Users::Dcm`] and [`Users::Dbn`] go on after a document without a click.
pub const AFTER_NONE: f64 = 0.9;

/// How users examine a list, and click.
///
/// A document of grade r is attractive with γ = min(1, ε + (1 − ε)(2^r − 1)/(2^r_max − 1)), where ε is the noise.
/// Ranks j count from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Users {
    /// Position-based: rank j is examined with p = (j + 1)^−η, and clicks are independent with probability p γ.
    /// Source: Joachims, Swaminathan, Schnabel 2017.
    #[default]
    Pbm,
    /// Trust in high ranks: clicks are independent with probability A rel + B, where A = p(e⁺ − e⁻), B = p e⁻,
    /// e⁺ = max(0.98 − j/100, 0.5), e⁻ = 0.65/(j + 1) and rel = (2^r − 1)/(2^r_max − 1). The noise has no effect.
    /// Source: Vardasbi, Oosterhuis, de Rijke 2020.
    Trust,
    /// Top down: an examined document is clicked with γ; users go on with probability 0.5 after a click, 0.9 after
    /// none. Source: Chuklin, Markov, de Rijke 2015, dependent click model.
    Dcm,
    /// As [`Users::Dcm`], but after a click users go on with 0.9 (1 − rel): a good document satisfies them.
    /// Source: Chuklin, Markov, de Rijke 2015, dynamic Bayesian network.
    Dbn,
}

impl Users {
    /// Whether the clicks of one session are independent, given what was shown.
    pub fn are_independent(self) -> bool {
        matches!(self, Self::Pbm | Self::Trust)
    }

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pbm => "pbm",
            Self::Trust => "trust",
            Self::Dcm => "dcm",
            Self::Dbn => "dbn",
        }
    }
}

impl FromStr for Users {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let all = [Self::Pbm, Self::Trust, Self::Dcm, Self::Dbn];
        let name = text.trim().to_ascii_lowercase();
        all.into_iter().find(|users| users.name() == name).ok_or_else(|| {
            Error::config("users", format!("{} is not one of pbm, trust, dcm, dbn", shown(text)))
        })
    }
}

/// Returns (2^r − 1)/(2^r_max − 1), the relevance of a grade from 0 to 1; 0 if the highest grade is 0.
pub fn relevance(grade: Grade, max_grade: Grade) -> f64 {
    if max_grade == 0 {
        return 0.0;
    }
    let gain = |grade: Grade| libm::exp2(f64::from(grade)) - 1.0;
    gain(grade) / gain(max_grade)
}

/// Returns γ, the probability that an examined document is clicked, from its [`relevance`]. `noise`: ε, in [0, 1].
pub fn attraction(relevance: f64, noise: f64) -> f64 {
    // Rounding may give more than 1.
    (noise + (1.0 - noise) * relevance).min(1.0)
}

/// Returns (rank + 1)^−η, the probability that users of [`Users::Pbm`] and [`Users::Trust`] examine a rank, from 0.
pub fn examination(rank: usize, eta: f64) -> f64 {
    libm::pow(rank as f64 + 1.0, -eta)
}

/// Returns A and B of a rank, from 0: users of [`Users::Trust`] click with probability A rel + B.
pub fn trust(rank: usize, eta: f64) -> (f64, f64) {
    let p = examination(rank, eta);
    let good = (0.98 - rank as f64 / 100.0).max(0.5);
    let bad = 0.65 / (rank as f64 + 1.0);
    (p * (good - bad), p * bad)
}

/// Checks η and the noise.
///
/// # Errors
/// [`Error::Config`] with the name of the setting.
pub fn check_users(eta: f64, noise: f64) -> Result<(), Error> {
    if !(eta.is_finite() && eta >= 0.0) {
        return Err(Error::config("eta", format!("{} is not a number from 0", brief(eta))));
    }
    if !(0.0..=1.0).contains(&noise) {
        return Err(Error::config("noise", format!("{} is not a number from 0 to 1", brief(noise))));
    }
    Ok(())
}

/// The users with the documents of one data set.
#[derive(Debug, Clone)]
pub(super) struct Audience {
    pub users: Users,
    /// Relevance of each row.
    relevance: Vec<f64>,
    /// γ of each row.
    attraction: Vec<f64>,
    /// Probability that a rank is examined.
    pub examination: Vec<f64>,
    /// A and B of each rank.
    trust: Vec<(f64, f64)>,
}

impl Audience {
    /// Returns the users for lists of the longest query.
    pub fn new(data: &Dataset, users: Users, eta: f64, noise: f64) -> Self {
        let ranks = data.queries().map(|query| query.documents.len()).max().unwrap_or(0);
        let relevance: Vec<f64> =
            (0..data.n_documents()).map(|row| relevance(data.grade(row), data.max_grade())).collect();
        Self {
            users,
            attraction: relevance.iter().map(|&relevance| attraction(relevance, noise)).collect(),
            relevance,
            examination: (0..ranks).map(|rank| examination(rank, eta)).collect(),
            trust: (0..ranks).map(|rank| trust(rank, eta)).collect(),
        }
    }

    /// Returns the probability of a click, for users whose clicks are independent. `row`: of the data.
    pub fn probability(&self, row: usize, rank: usize) -> f64 {
        match self.users {
            Users::Trust => {
                let (a, b) = self.trust[rank];
                a * self.relevance[row] + b
            }
            _ => self.examination[rank] * self.attraction[row],
        }
    }

    /// Returns the probabilities that users of dcm and dbn go on after a click on this row, and after none.
    fn goes_on(&self, row: usize) -> (f64, f64) {
        match self.users {
            Users::Dbn => (AFTER_NONE * (1.0 - self.relevance[row]), AFTER_NONE),
            _ => (AFTER_CLICK, AFTER_NONE),
        }
    }

    /// Draws the clicks of a session. `first`: the first row of the query. `clicks`: places in the list, rising. `see`
    /// is called with each place that the user examines; it changes no draw.
    pub fn draw(
        &self,
        random: &mut Random,
        first: usize,
        documents: &[u32],
        clicks: &mut Vec<u32>,
        mut see: impl FnMut(u32),
    ) {
        clicks.clear();
        let mut examines = true;
        for (rank, &document) in documents.iter().enumerate() {
            let row = first + document as usize;
            if self.users.are_independent() {
                // A click has no larger probability than a look, so one draw decides on both.
                let drawn = random.uniform();
                if drawn < self.examination[rank] {
                    see(rank as u32);
                }
                if drawn < self.probability(row, rank) {
                    clicks.push(rank as u32);
                }
                continue;
            }
            if !examines {
                break;
            }
            see(rank as u32);
            let is_click = random.uniform() < self.attraction[row];
            if is_click {
                clicks.push(rank as u32);
            }
            let (after_click, after_none) = self.goes_on(row);
            examines = random.uniform() < if is_click { after_click } else { after_none };
        }
    }

    /// Appends the probability that a click was possible: of each rank, given the clicks above it. Their clicks divided
    /// by these have the expectation γ. For pbm and dcm.
    pub fn push_propensities(&self, first: usize, documents: &[u32], clicks: &[u32], into: &mut Vec<f64>) {
        into.clear();
        if self.users.are_independent() {
            into.extend_from_slice(&self.examination[..documents.len()]);
            return;
        }
        let (mut examined, mut next) = (1.0, 0);
        for (rank, &document) in documents.iter().enumerate() {
            into.push(examined);
            let is_click = clicks.get(next).is_some_and(|&click| click as usize == rank);
            next += usize::from(is_click);
            let (after_click, after_none) = self.goes_on(first + document as usize);
            examined *= if is_click { after_click } else { after_none };
        }
    }

    /// Appends the probability of a click at every rank of a list.
    pub fn push_probabilities(&self, first: usize, documents: &[u32], into: &mut Vec<f64>) {
        into.clear();
        let mut examined = 1.0;
        for (rank, &document) in documents.iter().enumerate() {
            let row = first + document as usize;
            if self.users.are_independent() {
                into.push(self.probability(row, rank));
                continue;
            }
            let gamma = self.attraction[row];
            into.push(examined * gamma);
            let (after_click, after_none) = self.goes_on(row);
            examined *= gamma * after_click + (1.0 - gamma) * after_none;
        }
    }
}
