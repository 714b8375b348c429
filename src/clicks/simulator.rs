//! Simulated click logs: sessions of modelled users, drawn or expected. Must not know learners.

use serde::Serialize;

use super::binomial::binomial;
use super::builder::{LogBuilder, Session};
use super::expected::add_expected;
use super::log::ClickLog;
use super::logger::Logger;
use super::settings::SimulationSettings;
use super::shown::Display;
use super::users::Audience;
use crate::data::{Dataset, Random};
use crate::util::error::{Error, brief};

/// Largest number of sessions that are drawn one by one: 10^8.
pub const MAX_SESSIONS: u64 = 100_000_000;

/// Largest number of sessions that are only counted: 10^12.
pub const MAX_COUNTED_SESSIONS: u64 = 1_000_000_000_000;

/// What a simulation keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// Counts, and the clicks session by session.
    Sessions,
    /// Counts only. Logs of independent users take no time per session, unless orders are random.
    Counts,
}

/// Draws sessions one after the other. Each uniform draw and each order depends on the seed and the settings alone.
#[derive(Debug, Clone)]
pub struct Sessions {
    display: Display,
    audience: Audience,
    propensities: bool,
    random: Random,
    documents: Vec<u32>,
    clicks: Vec<u32>,
    of_ranks: Vec<f64>,
}

impl Sessions {
    /// Returns the first session to come. `second`: the logger of some sessions, by a coin for each session.
    ///
    /// # Errors
    /// [`Error::Config`] for settings outside their ranges, or without effect; [`Error::Data`] for data without queries
    /// or without a grade above 0, and scores that are not finite.
    pub fn new(
        data: &Dataset,
        logger: &Logger,
        second: Option<&Logger>,
        settings: &SimulationSettings,
    ) -> Result<Self, Error> {
        settings.check()?;
        if data.n_queries() == 0 {
            return Err(Error::data("the data have no queries, so there is nothing to show"));
        }
        if data.max_grade() == 0 {
            return Err(Error::data("no document has a grade above 0, so users have nothing to find"));
        }
        let display = Display::new(data, logger, second, settings)?;
        let audience = Audience::new(data, settings.users, settings.eta, settings.noise);
        if settings.propensities && audience.examination.last().is_some_and(|&last| last <= 0.0) {
            let problem = format!("{} gives propensities of 0; give a smaller one", brief(settings.eta));
            return Err(Error::config("eta", problem));
        }
        Ok(Self {
            display,
            audience,
            propensities: settings.propensities,
            random: Random::new(settings.seed),
            documents: Vec::new(),
            clicks: Vec::new(),
            of_ranks: Vec::new(),
        })
    }

    /// Names of the rankers, by their index.
    pub fn rankers(&self) -> &[String] {
        &self.display.rankers
    }

    /// Draws the next session. Cost: linear in the documents shown.
    pub fn draw(&mut self) -> Session<'_> {
        self.draw_seen(|_| ())
    }

    /// Draws as [`draw`](Self::draw), and calls `see` with each place that the user examines, from 0.
    fn draw_seen(&mut self, see: impl FnMut(u32)) -> Session<'_> {
        let Self { display, audience, propensities, random, documents, clicks, of_ranks } = self;
        let (query, ranker) = display.draw(random);
        let documents = display.list(random, query, ranker, documents);
        let first = display.starts[query];
        audience.draw(random, first, documents, clicks, see);
        if *propensities {
            audience.push_propensities(first, documents, clicks, of_ranks);
        }
        Session { query, ranker, documents, clicks, propensities: propensities.then_some(of_ranks) }
    }
}

/// A session as it happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlayedSession {
    /// The query, by its index in the data.
    pub query: usize,
    /// What was shown, from the first rank on, by index within the query.
    pub documents: Vec<u32>,
    /// The ranks that the user examined, from 0, rising.
    pub examined: Vec<u32>,
    /// The ranks that the user clicked, from 0, rising.
    pub clicks: Vec<u32>,
}

/// A simulated log that can grow: further sessions follow those it has.
#[derive(Debug, Clone)]
pub struct Simulator {
    sessions: Sessions,
    builder: LogBuilder,
    keep: Keep,
    n_sessions: u64,
}

impl Simulator {
    /// Returns a log without sessions.
    ///
    /// # Errors
    /// As [`Sessions::new`].
    pub fn new(
        data: &Dataset,
        logger: &Logger,
        second: Option<&Logger>,
        settings: &SimulationSettings,
        keep: Keep,
    ) -> Result<Self, Error> {
        let sessions = Sessions::new(data, logger, second, settings)?;
        let builder = builder_of(data, &sessions, keep)?;
        Ok(Self { sessions, builder, keep, n_sessions: 0 })
    }

    /// Number of sessions so far.
    pub fn n_sessions(&self) -> u64 {
        self.n_sessions
    }

    /// Whether sessions are drawn one by one. Otherwise clicks are binomial draws, and a call of
    /// [`grow`](Self::grow) costs O(documents), times the number of ranks that are swapped, whatever the number of
    /// sessions.
    pub fn draws_sessions(&self) -> bool {
        let Sessions { display, audience, .. } = &self.sessions;
        self.keep == Keep::Sessions || !(display.has_few_lists() && audience.users.are_independent())
    }

    /// Adds further sessions. If sessions are drawn one by one, growing in steps gives the log of growing at once, to
    /// the bit. If clicks are only counted, steps give a log of the same distribution that depends on the steps.
    ///
    /// # Errors
    /// [`Error::Config`] for more sessions than the maximum, before anything is drawn; [`Error::Data`] if the log gets
    /// too large.
    pub fn grow(&mut self, sessions: u64) -> Result<(), Error> {
        let most = if self.draws_sessions() { MAX_SESSIONS } else { MAX_COUNTED_SESSIONS };
        let total = self.n_sessions.saturating_add(sessions);
        if total > most {
            let problem = format!("{total} exceed the maximum of {most}");
            return Err(Error::config("sessions", problem));
        }
        if self.draws_sessions() {
            for _ in 0..sessions {
                self.builder.add_session(&self.sessions.draw())?;
                self.n_sessions += 1;
            }
            return Ok(());
        }
        self.count(sessions)?;
        self.n_sessions = total;
        Ok(())
    }

    /// Adds one session, and returns it with what the user examined. A session of its own differs from those that
    /// [`grow`](Self::grow) counts without drawing them.
    ///
    /// # Errors
    /// As [`grow`](Self::grow).
    pub fn play(&mut self) -> Result<PlayedSession, Error> {
        if self.n_sessions >= MAX_SESSIONS {
            return Err(Error::config("sessions", format!("the log has the most of them, {MAX_SESSIONS}")));
        }
        let mut examined = Vec::new();
        let session = self.sessions.draw_seen(|rank| examined.push(rank));
        self.builder.add_session(&session)?;
        self.n_sessions += 1;
        let (query, documents, clicks) = (session.query, session.documents.to_vec(), session.clicks.to_vec());
        Ok(PlayedSession { query, documents, examined, clicks })
    }

    /// Adds binomial counts of clicks. The sessions of queries are multinomial, by binomial draws from the rest.
    fn count(&mut self, sessions: u64) -> Result<(), Error> {
        let Sessions { display, audience, propensities, random, .. } = &mut self.sessions;
        let n_queries = display.n_queries();
        let mut rest = sessions;
        for query in 0..n_queries {
            let of_query = binomial(random, rest, 1.0 / (n_queries - query) as f64);
            rest -= of_query;
            let of_second =
                if display.rankers.len() > 1 { binomial(random, of_query, display.share) } else { 0 };
            for (ranker, n) in [of_query - of_second, of_second].into_iter().enumerate() {
                if n == 0 {
                    continue;
                }
                let first = display.starts[query];
                let lists = display.lists(query, ranker).unwrap_or_default();
                // Of the lists, too, each takes a binomial part of the sessions that the ones before leave.
                let (mut left, mut share) = (n, 1.0);
                for (place, (probability, documents)) in lists.iter().enumerate() {
                    let is_last = place + 1 == lists.len();
                    let of_list =
                        if is_last { left } else { binomial(random, left, (probability / share).min(1.0)) };
                    left -= of_list;
                    share -= probability;
                    if of_list == 0 {
                        continue;
                    }
                    let of_ranks = propensities.then_some(&audience.examination[..documents.len()]);
                    let shown = Session { query, ranker, documents, clicks: &[], propensities: of_ranks };
                    self.builder.add_ranking(&shown, of_list as f64, &mut |rank| {
                        let row = first + documents[rank] as usize;
                        binomial(random, of_list, audience.probability(row, rank)) as f64
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the log so far. Cost: O(cells · log cells), and a copy of the clicks.
    ///
    /// # Errors
    /// As [`LogBuilder::snapshot`].
    pub fn snapshot(&self) -> Result<ClickLog, Error> {
        self.builder.snapshot()
    }
}

/// Returns the expected counts of `sessions` sessions, the same number on each query. No draw is made, and the seed has
/// no effect. Cost: O(documents), times the number of ranks that are swapped or shuffled.
///
/// # Errors
/// As [`Sessions::new`]; [`Error::Config`] for a number of sessions that is not positive, and for `dcm` and `dbn` with
/// random orders or propensities, whose expectations are not computed.
pub fn expected_log(
    data: &Dataset,
    logger: &Logger,
    second: Option<&Logger>,
    settings: &SimulationSettings,
    sessions: f64,
) -> Result<ClickLog, Error> {
    if !(sessions > 0.0 && sessions <= MAX_COUNTED_SESSIONS as f64) {
        let problem = format!("{} is not a number above 0, at most {MAX_COUNTED_SESSIONS}", brief(sessions));
        return Err(Error::config("sessions", problem));
    }
    let drawn = Sessions::new(data, logger, second, settings)?;
    let mut builder = builder_of(data, &drawn, Keep::Counts)?;
    add_expected(&mut builder, &drawn.display, &drawn.audience, settings.propensities, sessions)?;
    builder.finish()
}

fn builder_of(data: &Dataset, sessions: &Sessions, keep: Keep) -> Result<LogBuilder, Error> {
    let mut builder = LogBuilder::new(data);
    if keep == Keep::Counts {
        builder = builder.without_visits();
    }
    for name in sessions.rankers() {
        builder.ranker(name)?;
    }
    Ok(builder)
}
