//! A pass with several threads: the oracles of many queries at once, with the bits of one query after the other.

use std::ops::Range;

use crate::util::threads;

use super::pass::{Found, LONG_SEARCH, Searched, Sums};
use super::{Trainer, WorkingSetScheme};

/// Estimated steps of the long searches of one batch, about half a second. An interrupt waits for a batch.
const MOST_STEPS: f64 = 5e8;

/// The results of the blocks of one query.
struct OfQuery {
    blocks: Range<usize>,
    found: Vec<Found>,
    searched: Vec<Searched>,
    measured: Vec<Option<f64>>,
}

impl Trainer {
    /// Returns the end of the blocks from `index` on that threads visit together: whole queries, about `left` blocks.
    /// `None` if one thread visits the next block, because it began with its query or the work is small.
    pub(super) fn batch(&self, index: usize, left: usize) -> Option<usize> {
        let begins = self.pass.searching.is_none() && (index == 0 || self.ends_query(index - 1));
        if threads::count() == 1 || !begins {
            return None;
        }
        let (mut end, mut documents, mut steps) = (index, 0, 0.0);
        let mut queries = 0;
        while end < self.blocks.len() && end - index < left {
            let of_query = self.query_end(end);
            let losses = self.blocks[end..of_query].iter().flat_map(|block| &block.losses);
            let more: f64 =
                losses.map(|(_, loss)| loss.search_steps()).filter(|&steps| steps >= LONG_SEARCH).sum();
            if queries >= threads::count() && steps + more > MOST_STEPS {
                break;
            }
            documents += self.blocks[end].documents.len() * (of_query - end);
            (end, steps, queries) = (of_query, steps + more, queries + 1);
        }
        let pays = steps > 0.0 || threads::pays(documents, self.data.n_features());
        (pays && queries > 1).then_some(end)
    }

    /// Returns the first block after `index` of another query.
    fn query_end(&self, index: usize) -> usize {
        (index..self.blocks.len()).find(|&block| self.ends_query(block)).map_or(index, |last| last + 1)
    }

    /// Visits the blocks of a [`batch`](Self::batch). The sums are those of one thread, because results are taken in
    /// order.
    pub(super) fn visit_together(&mut self, blocks: Range<usize>) {
        let mut queries = Vec::new();
        let mut start = blocks.start;
        while start < blocks.end {
            let end = self.query_end(start);
            queries.push(start..end);
            start = end;
        }
        let this = &*self;
        let look_at = |place: usize| this.look_at(queries[place].clone());
        let mut sum = None;
        let results = match self.config.working_set {
            WorkingSetScheme::NSlack => threads::map(queries.len(), look_at),
            WorkingSetScheme::OneSlack => {
                let before = self.pass.planes.first().map(|plane| plane.delta_psi.clone());
                let sum = sum.insert(before.unwrap_or_else(|| vec![0.0; self.data.n_features()]));
                let add = |result: &Result<OfQuery, String>| {
                    let Ok(OfQuery { blocks, found, .. }) = result else { return };
                    for (block, found) in this.blocks[blocks.clone()].iter().zip(found) {
                        this.data.pull_back(block.documents.clone(), found.coefficients(), sum);
                    }
                };
                threads::map_in_order(queries.len(), look_at, add)
            }
        };
        for result in results {
            match result {
                Err(problem) => self.refuse(problem),
                Ok(OfQuery { blocks, found, searched, measured }) => {
                    self.pass.searched.extend(searched);
                    for (index, found) in blocks.zip(found) {
                        self.take(index, found, Sums::Added);
                    }
                    self.pass.measured.push(measured);
                }
            }
        }
        if let Some((plane, sum)) = self.pass.planes.first_mut().zip(sum) {
            plane.delta_psi = sum;
        }
        self.pass.next_block = blocks.end;
    }

    /// Calls the oracles of the blocks of one query.
    fn look_at(&self, blocks: Range<usize>) -> Result<OfQuery, String> {
        let documents = self.scored(blocks.start)?;
        let mut searched = Vec::new();
        for block in &self.blocks[blocks.clone()] {
            for (component, loss) in &block.losses {
                if loss.search_steps() < LONG_SEARCH {
                    continue;
                }
                // One thread makes this search in steps, and stores its result.
                if let Some(search) = loss.long_search(documents.scores()) {
                    let (place, component) = (block.place, *component);
                    searched.push(Searched { place, component, ranking: search.run() });
                }
            }
        }
        let found = blocks.clone().map(|index| self.find(index, &documents, &searched)).collect();
        let measured = self.measures_of(self.blocks[blocks.start].place, &documents);
        Ok(OfQuery { blocks, found, searched, measured })
    }
}
