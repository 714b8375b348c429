//! Seeded splits of ratings into those for training and those for testing. Must not know grades.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{MIN_TEST_RATINGS, Ratings, Rows};
use crate::data::{Grade, Random, shuffle};
use crate::util::error::{Error, shown};
use crate::util::sorting::sorted;

/// Share of the training ratings of a user that are held out to choose settings.
const HELD_OUT: f64 = 0.25;
/// Share of the users who are new in the strong protocol.
const NEW_USERS: f64 = 0.2;

/// What a model is tested for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// Further items of the users of the training: N ratings of every user train, the rest test.
    #[default]
    Weak,
    /// Items of new users. All ratings of the other users train. A new user gets a row of U from N ratings, and the
    /// rest test.
    Strong,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Weak => "weak",
            Self::Strong => "strong",
        })
    }
}

impl FromStr for Protocol {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "weak" => Ok(Self::Weak),
            "strong" => Ok(Self::Strong),
            other => Err(Error::config("protocol", format!("{} is not one of weak, strong", shown(other)))),
        }
    }
}

/// How ratings are split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitPlan {
    /// What is tested.
    pub protocol: Protocol,
    /// N: ratings that a tested user gives.
    pub keep: usize,
    /// Seed of the draws.
    pub seed: u64,
}

/// Ratings in parts. All parts have the same users and items, and some rows of each are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// Ratings for the final training.
    pub train: Rows,
    /// The part of `train` that trains while settings are chosen.
    pub fit: Rows,
    /// The rest of `train`, on which settings are chosen.
    pub held_out: Rows,
    /// Ratings that new users give; all rows are empty in the weak protocol.
    pub given: Rows,
    /// Ratings for testing.
    pub test: Rows,
}

impl Ratings {
    /// Splits the ratings. Users of a tested kind without a rating to test, and all others, keep an empty test row.
    ///
    /// The same seed gives the same split on every machine. Cost: linear.
    ///
    /// # Errors
    /// [`Error::Config`] for fewer than 2 ratings to keep; [`Error::Data`] if no user has ratings left for testing.
    pub fn split(&self, plan: SplitPlan) -> Result<Split, Error> {
        let SplitPlan { protocol, keep, seed } = plan;
        if keep < 2 {
            return Err(Error::config(
                "keep",
                format!("{keep} is too few; a ranking needs at least 2 ratings"),
            ));
        }
        let (n_users, n_items) = (self.rows.n_users(), self.rows.n_items());
        let mut random = Random::new(seed);
        let mut is_new = vec![false; n_users];
        if protocol == Protocol::Strong {
            let mut order: Vec<usize> = (0..n_users).collect();
            shuffle(&mut order, random.words());
            let n_new = ((NEW_USERS * n_users as f64) as usize).max(1);
            order.iter().take(n_new).for_each(|&user| is_new[user] = true);
        }
        let [mut train, mut fit, mut held_out, mut given, mut test] =
            std::array::from_fn(|_| Rows::new([], n_items));
        for (user, &is_new) in is_new.iter().enumerate() {
            let mut row: Vec<(u32, Grade)> = self.rows.row(user).collect();
            shuffle(&mut row, random.words());
            let n_kept =
                if protocol == Protocol::Strong && !is_new { row.len() } else { keep.min(row.len()) };
            let (kept, rest) = row.split_at(n_kept);
            let in_order = |part: &[(u32, Grade)]| sorted(part.to_vec(), &|one, other| one.cmp(other));
            test.push(in_order(rest));
            if is_new {
                given.push(in_order(kept));
                [&mut train, &mut fit, &mut held_out].into_iter().for_each(|rows| rows.push([]));
            } else {
                let n_held_out = ((HELD_OUT * n_kept as f64) as usize).max(usize::from(n_kept > 1));
                let (held, fitted) = kept.split_at(n_held_out);
                given.push([]);
                train.push(in_order(kept));
                fit.push(in_order(fitted));
                held_out.push(in_order(held));
            }
        }
        if test.n_ratings() == 0 {
            return Err(Error::data(format!(
                "no user has ratings for testing, because {keep} are kept for training; keep fewer, or use users with \
                 at least {} ratings",
                keep.saturating_add(MIN_TEST_RATINGS)
            )));
        }
        Ok(Split { train, fit, held_out, given, test })
    }
}
