//! Team-draft interleaving: simulated users compare two rankers on one list. Must not know files.
//!
//! Source: Radlinski, Kurup and Joachims 2008, *How does clickthrough data reflect retrieval quality?*, section 4.2.

use serde::Serialize;

use super::QUANTILE;
use super::logger::Logger;
use super::settings::SimulationSettings;
use super::shown::Display;
use super::simulator::MAX_SESSIONS;
use super::users::Audience;
use crate::data::{Dataset, Random};
use crate::util::error::Error;

/// What interleaved sessions say about two rankers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Interleaving {
    /// Names of the rankers.
    pub rankers: [String; 2],
    /// Number of sessions.
    pub sessions: u64,
    /// Clicks on the documents of each team.
    pub clicks: [u64; 2],
    /// Sessions with more clicks on the documents of this team.
    pub wins: [u64; 2],
    /// Sessions with as many clicks on both, most of them none.
    pub ties: u64,
    /// Mean over sessions of the sign of the second team's clicks minus the first team's, from −1 to 1: above 0 if users
    /// prefer the second ranker.
    pub preference: f64,
    /// Its standard error; `None` for one session.
    pub standard_error: Option<f64>,
    /// Lower bound of its interval of 95 %.
    pub low: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
}

/// Two rankers drafting one list after the other.
struct Draft {
    documents: Vec<u32>,
    /// The team of each document of the list: 0 or 1.
    teams: Vec<usize>,
    is_taken: Vec<bool>,
}

impl Draft {
    /// Drafts a list: the team with fewer documents takes the first one of its ranker that is not in the list; a coin
    /// decides between equal teams. Cost: linear in the documents looked at.
    fn draw(&mut self, random: &mut Random, orders: [&[u32]; 2], ranks: usize) {
        let n = orders[0].len();
        self.documents.clear();
        self.teams.clear();
        self.is_taken.clear();
        self.is_taken.resize(n, false);
        let (mut sizes, mut next) = ([0_usize; 2], [0_usize; 2]);
        while self.documents.len() < ranks.min(n) {
            let team = match sizes[0].cmp(&sizes[1]) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Equal => usize::from(random.uniform() < 0.5),
            };
            while self.is_taken[orders[team][next[team]] as usize] {
                next[team] += 1;
            }
            let document = orders[team][next[team]];
            self.is_taken[document as usize] = true;
            self.documents.push(document);
            self.teams.push(team);
            sizes[team] += 1;
        }
    }
}

/// Simulates sessions that show the interleaved lists of two rankers, and counts whose documents users click.
/// `settings.cut`: documents shown; 0 for all. Cost: linear in the documents shown.
///
/// # Errors
/// [`Error::Config`] for settings outside their ranges, for swaps, shuffles, propensities and random orders, for two
/// rankers of one name, and for no session or more than 10⁸; [`Error::Data`] for data without queries or without a
/// grade above 0.
pub fn interleave(
    data: &Dataset,
    first: &Logger,
    second: &Logger,
    settings: &SimulationSettings,
    sessions: u64,
) -> Result<Interleaving, Error> {
    settings.check()?;
    if settings.swap > 0 || settings.shuffle > 0 || settings.propensities {
        let problem = "an interleaved list has no swaps, shuffles and propensities; leave them out";
        return Err(Error::config("swap", problem));
    }
    if first.is_random() || second.is_random() {
        return Err(Error::config(
            "logger",
            "an order that is random in every session is no ranker to compare",
        ));
    }
    if !(1..=MAX_SESSIONS).contains(&sessions) {
        let problem = format!("{sessions} is not a number from 1 to {MAX_SESSIONS}");
        return Err(Error::config("sessions", problem));
    }
    if data.n_queries() == 0 {
        return Err(Error::data("the data have no queries, so there is nothing to show"));
    }
    if data.max_grade() == 0 {
        return Err(Error::data("no document has a grade above 0, so users have nothing to find"));
    }
    let ranks = if settings.cut == 0 { usize::MAX } else { settings.cut };
    // Each ranker drafts from its whole order.
    let whole = SimulationSettings { cut: 0, ..settings.clone() };
    let display = Display::new(data, first, Some(second), &whole)?;
    let audience = Audience::new(data, settings.users, settings.eta, settings.noise);
    let mut random = Random::new(settings.seed);
    let mut draft = Draft { documents: Vec::new(), teams: Vec::new(), is_taken: Vec::new() };
    let (mut clicked, mut clicks, mut wins) = (Vec::new(), [0_u64; 2], [0_u64; 2]);
    for _ in 0..sessions {
        let (query, _) = display.draw(&mut random);
        let orders = [display.fixed_list(query, 0), display.fixed_list(query, 1)];
        draft.draw(&mut random, orders, ranks);
        audience.draw(&mut random, display.starts[query], &draft.documents, &mut clicked, |_| ());
        let mut of_session = [0_u64; 2];
        for &rank in &clicked {
            of_session[draft.teams[rank as usize]] += 1;
        }
        for (sum, clicks) in clicks.iter_mut().zip(of_session) {
            *sum += clicks;
        }
        match of_session[0].cmp(&of_session[1]) {
            std::cmp::Ordering::Greater => wins[0] += 1,
            std::cmp::Ordering::Less => wins[1] += 1,
            std::cmp::Ordering::Equal => {}
        }
    }
    let n = sessions as f64;
    let preference = (wins[1] as f64 - wins[0] as f64) / n;
    // The signs are −1, 0 or 1, so their squares add up to the wins.
    let squares = (wins[0] + wins[1]) as f64 - n * preference * preference;
    let standard_error = (sessions > 1).then(|| libm::sqrt(squares.max(0.0) / (n - 1.0) / n));
    Ok(Interleaving {
        rankers: [first.name().to_owned(), second.name().to_owned()],
        sessions,
        clicks,
        wins,
        ties: sessions - wins[0] - wins[1],
        preference,
        standard_error,
        low: standard_error.map(|error| preference - QUANTILE * error),
        high: standard_error.map(|error| preference + QUANTILE * error),
    })
}
