//! What a session shows: a query, a ranker, and a list. Must not know users.

use super::logger::Logger;
use super::settings::SimulationSettings;
use crate::data::{Dataset, Random, shuffle};
use crate::util::error::{Error, shown};

/// The lists that sessions show.
#[derive(Debug, Clone)]
pub(super) struct Display {
    /// The first row of each query, and the number of rows.
    pub starts: Vec<usize>,
    pub rankers: Vec<String>,
    /// The order of each ranker, one query after the other; `None` for random orders.
    orders: Vec<Option<Vec<u32>>>,
    /// Probability of the second ranker.
    pub share: f64,
    swap: usize,
    shuffle: usize,
    cut: usize,
}

impl Display {
    /// Returns the lists.
    ///
    /// # Errors
    /// As [`Logger::orders`]; [`Error::Config`] for two loggers of one name, or changes of random orders.
    pub fn new(
        data: &Dataset,
        logger: &Logger,
        second: Option<&Logger>,
        settings: &SimulationSettings,
    ) -> Result<Self, Error> {
        let loggers: Vec<&Logger> = [logger].into_iter().chain(second).collect();
        if second.is_some_and(|second| second.name() == logger.name()) {
            let problem = format!("{} is the first logger too; give another", shown(logger.name()));
            return Err(Error::config("second_logger", problem));
        }
        let changed = [("swap", settings.swap), ("shuffle", settings.shuffle)];
        if let Some((name, _)) = changed.into_iter().find(|(_, ranks)| *ranks > 0)
            && loggers.iter().all(|logger| logger.is_random())
        {
            return Err(Error::config(name, "it has no effect on random orders; leave it out"));
        }
        let starts = data.queries().map(|query| query.documents.start).chain([data.n_documents()]).collect();
        Ok(Self {
            starts,
            rankers: loggers.iter().map(|logger| logger.name().to_owned()).collect(),
            orders: loggers.iter().map(|logger| logger.orders(data)).collect::<Result<_, _>>()?,
            share: settings.share,
            swap: settings.swap,
            shuffle: settings.shuffle,
            cut: if settings.cut == 0 { usize::MAX } else { settings.cut },
        })
    }

    pub fn n_queries(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether every ranker shows few lists per query: one, or one for each swap.
    pub fn has_few_lists(&self) -> bool {
        self.shuffle == 0 && self.orders.iter().all(Option::is_some)
    }

    /// Draws query and ranker of a session: queries with the same probability, rankers by a coin.
    pub fn draw(&self, random: &mut Random) -> (usize, usize) {
        let query = below(random, self.n_queries());
        let ranker = usize::from(self.rankers.len() > 1 && random.uniform() < self.share);
        (query, ranker)
    }

    /// Draws the list of a session. `buffer`: for lists that differ by session.
    pub fn list<'a>(
        &'a self,
        random: &mut Random,
        query: usize,
        ranker: usize,
        buffer: &'a mut Vec<u32>,
    ) -> &'a [u32] {
        if self.swap == 0 && self.shuffle == 0 && self.orders[ranker].is_some() {
            return self.fixed_list(query, ranker);
        }
        self.write_base(query, ranker, buffer);
        let n = buffer.len();
        if self.orders[ranker].is_none() {
            shuffle(buffer, random.words());
        } else if self.shuffle > 0 {
            shuffle(&mut buffer[..self.shuffle.min(n)], random.words());
        } else if let Some(last) = self.last_swap(n) {
            let other = 1 + below(random, last);
            if random.uniform() < 0.5 {
                buffer.swap(0, other);
            }
        }
        &buffer[..n.min(self.cut)]
    }

    /// Returns the last rank that swaps with the first, of a list of n documents.
    fn last_swap(&self, n: usize) -> Option<usize> {
        (self.swap.min(n) > 1).then(|| self.swap.min(n) - 1)
    }

    /// Returns the list of a ranker without swaps and shuffles; empty for a random order.
    pub fn fixed_list(&self, query: usize, ranker: usize) -> &[u32] {
        let rows = self.starts[query]..self.starts[query + 1];
        let shown = rows.len().min(self.cut);
        self.orders[ranker].as_ref().map_or(&[], |orders| &orders[rows.start..rows.start + shown])
    }

    /// Writes the whole order of a ranker, in file order if its orders are random.
    fn write_base(&self, query: usize, ranker: usize, into: &mut Vec<u32>) {
        let rows = self.starts[query]..self.starts[query + 1];
        into.clear();
        match &self.orders[ranker] {
            Some(orders) => into.extend_from_slice(&orders[rows]),
            None => into.extend(0..rows.len() as u32),
        }
    }

    /// Returns every list that a ranker shows for a query, and its probability; `None` if they are random orders.
    pub fn lists(&self, query: usize, ranker: usize) -> Option<Vec<(f64, Vec<u32>)>> {
        if self.shuffled(query, ranker) > 1 {
            return None;
        }
        let mut base = Vec::new();
        self.write_base(query, ranker, &mut base);
        let shown = base.len().min(self.cut);
        let Some(last) = self.last_swap(base.len()) else {
            base.truncate(shown);
            return Some(vec![(1.0, base)]);
        };
        let mut lists = vec![(0.5, base[..shown].to_vec())];
        for other in 1..=last {
            base.swap(0, other);
            lists.push((0.5 / last as f64, base[..shown].to_vec()));
            base.swap(0, other);
        }
        Some(lists)
    }

    /// Returns how many first documents are in random order.
    pub fn shuffled(&self, query: usize, ranker: usize) -> usize {
        let n = self.starts[query + 1] - self.starts[query];
        if self.orders[ranker].is_none() { n } else { self.shuffle.min(n) }
    }

    /// Returns the whole order before its first documents are put in random order, and the number of documents shown.
    pub fn base(&self, query: usize, ranker: usize) -> (Vec<u32>, usize) {
        let mut base = Vec::new();
        self.write_base(query, ranker, &mut base);
        let shown = base.len().min(self.cut);
        (base, shown)
    }
}

/// Returns a draw from 0 to n − 1, uniform up to 2^-64, that does not depend on the width of `usize`.
fn below(random: &mut Random, n: usize) -> usize {
    use rand_chacha::rand_core::Rng as _;
    ((u128::from(random.words().next_u64()) * n as u128) >> 64) as usize
}
