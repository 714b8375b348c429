//! Generated sample data in LETOR text: graded and noisy, similar to web search. Must not know learners.

use std::f64::consts::TAU;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::util::error::Error;

const HEADER: &str = "\
# A made sample in the manner of web search: grades 0 (not relevant) to 4 (perfect), mostly 0, with noise.
# Features: 1 bm25_body, 2 bm25_title, 3 bm25_anchor, 4 query_coverage, 5 terms_in_url, 6 log_inlinks, \
7 page_rank, 8 log_clicks, 9 log_url_length, 10 log_words, 11 spam_score, 12 freshness
";

/// Lower bounds of the grades 1 to 4 on the scale of a document's relevance score.
const GRADE_STEPS: [f64; 4] = [1.0, 2.0, 3.0, 4.1];

/// Largest number of documents, and of queries, in a generated sample.
const MOST: usize = 1_000_000;

/// Checks that a sample of this size can be generated, which takes at most about 110 MB.
///
/// # Errors
/// [`Error::Config`] for more than a million documents in total.
pub fn check_sample(queries: usize, documents_per_query: usize) -> Result<(), Error> {
    if queries.saturating_mul(documents_per_query.max(1)) > MOST {
        let problem = format!("{queries} times {documents_per_query} documents exceed the maximum of {MOST}");
        return Err(Error::config("queries", problem));
    }
    Ok(())
}

/// Returns LETOR text of `queries` queries with about `documents_per_query` documents each, half to one and a
/// half times as many.
///
/// Documents have twelve non-negative features with 4 decimals. Relevance is mostly linear in them. Topic and authority
/// contribute with noise, and clicks are misleading for hard queries. Queries differ in difficulty, in the level of
/// their scores and in the number of good documents. The same arguments give the same bytes on every machine.
/// Cost: linear; about 110 bytes per document.
pub fn generate_letor(queries: usize, documents_per_query: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = Vec::from(HEADER);
    for number in 1..=queries {
        let query = QueryTraits::draw(&mut random);
        let share = 0.5 + random.uniform();
        let n = ((documents_per_query as f64 * share) as usize).max(1);
        for document in 1..=n {
            let (grade, features) = query.document(&mut random);
            push_whole(&mut text, grade as u64);
            text.extend_from_slice(b" qid:");
            push_whole(&mut text, number as u64);
            for (index, &value) in features.iter().enumerate() {
                push_feature(&mut text, index + 1, value);
            }
            text.extend_from_slice(b" # page ");
            push_whole(&mut text, number as u64);
            text.push(b'-');
            push_whole(&mut text, document as u64);
            text.push(b'\n');
        }
    }
    // All bytes are ASCII.
    String::from_utf8(text).unwrap_or_default()
}

/// Appends ` index:value` with 4 decimals, unless they are all zero.
pub(super) fn push_feature(text: &mut Vec<u8>, index: usize, value: f64) {
    let Some(parts) = ten_thousandths(value) else {
        let value = format!("{value:.4}");
        if value.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
            text.push(b' ');
            push_whole(text, index as u64);
            text.push(b':');
            text.extend_from_slice(value.as_bytes());
        }
        return;
    };
    if parts == 0 {
        return;
    }
    text.push(b' ');
    push_whole(text, index as u64);
    text.push(b':');
    push_whole(text, parts / 10_000);
    text.push(b'.');
    for unit in [1000, 100, 10, 1] {
        text.push(b'0' + (parts / unit % 10) as u8);
    }
}

/// Returns a number in ten-thousandths, rounded as `{:.4}` does; `None` where the product is too inexact to tell.
///
/// The sample is generated when the page starts, and general formatting would take most of that time.
fn ten_thousandths(value: f64) -> Option<u64> {
    let scaled = value * 1e4;
    let fraction = scaled - scaled.floor();
    // Below 1e9 the product is off by less than 1e-7.
    let is_sure = (0.0..1e9).contains(&scaled) && (fraction - 0.5).abs() > 1e-6;
    is_sure.then(|| scaled.round() as u64)
}

/// Appends a whole number in decimal digits.
pub(super) fn push_whole(text: &mut Vec<u8>, mut number: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return text.extend_from_slice(&digits[first..]);
        }
    }
}

/// Properties that the documents of one query have in common.
struct QueryTraits {
    /// Number of words.
    words: f64,
    /// Rarity of the words, which sets the level of all scores.
    rarity: f64,
    /// Amount of noise in the grades.
    difficulty: f64,
    /// Number of good documents, as an offset of the relevance score.
    supply: f64,
}

impl QueryTraits {
    fn draw(random: &mut Random) -> Self {
        Self {
            words: 1.0 + (random.uniform() * random.uniform() * 6.0).floor(),
            rarity: libm::exp(0.35 * random.normal()),
            difficulty: 0.3 + 0.9 * random.uniform(),
            supply: 0.4 * random.normal(),
        }
    }

    fn document(&self, random: &mut Random) -> (usize, [f64; 12]) {
        let (topic, authority) = (random.normal(), random.normal());
        let spam = {
            let spam = random.uniform();
            spam * spam * spam
        };
        let freshness = libm::exp(-2.0 * random.exponential());
        let worth = 1.1 * topic + 0.6 * authority + 0.25 * topic * authority - 1.2 * spam
            + 0.4 * freshness
            + self.supply
            + self.difficulty * random.normal();
        let grade = GRADE_STEPS.iter().filter(|&&step| worth > step).count();

        let bm25 = |strength: f64| 4.0 * self.rarity * libm::log1p(libm::exp(strength));
        let title = topic + 0.8 * random.normal();
        let anchor = 0.6 * topic + 0.8 * authority + 0.7 * random.normal();
        let covered = (self.words * (0.55 + 0.25 * topic + 0.2 * random.normal())).round();
        let in_url = (0.6 * topic + 0.3 * authority + 0.8 * random.normal() - 0.3).floor();
        let words = 6.2 + 0.8 * random.normal();
        let features = [
            // Long pages repeat the words of a query.
            bm25(0.7 * topic + 0.2 * (words - 6.2) + 0.5 * random.normal()),
            if title > 0.3 { bm25(title - 0.5) } else { 0.0 },
            if anchor > 0.9 { bm25(anchor - 1.0) } else { 0.0 },
            covered.clamp(0.0, self.words) / self.words,
            in_url.clamp(0.0, self.words),
            (2.0 + 1.3 * authority + 0.8 * random.normal()).max(0.0),
            libm::exp(0.5 * authority + 0.4 * random.normal()),
            // Clicks follow authority and freshness, and follow topic only if the query is easy.
            (1.0 + authority + (1.0 - self.difficulty) * topic + freshness + spam + random.normal()).max(0.0),
            4.0 - 0.15 * authority + 0.4 * random.normal().abs() + 0.3 * spam,
            words.max(0.0),
            spam,
            freshness,
        ];
        (grade, features)
    }
}

/// Random draws from 64-bit words with arithmetic that gives the same result on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    /// Returns draws that depend on the seed alone.
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The words behind the draws.
    pub(crate) fn words(&mut self) -> &mut ChaCha8Rng {
        &mut self.0
    }

    /// Returns a uniform draw from `[0, 1)`.
    pub(crate) fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns an exponential draw with mean 1.
    fn exponential(&mut self) -> f64 {
        -libm::log(1.0 - self.uniform())
    }

    /// Returns a standard normal draw by the Box–Muller method.
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = libm::sqrt(2.0 * self.exponential());
        radius * libm::cos(TAU * self.uniform())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_general_formatting() {
        let mut random = Random::new(4);
        let near_ties = (0..2000).map(|n| (f64::from(n) + 0.5) * 1e-4);
        let drawn = (0..20_000).map(|_| random.normal().abs() * libm::exp(3.0 * random.normal()));
        let special = [0.0, -0.0, 1e-5, 4.9999e-5, 5e-5, 0.99995, 9999.99995, 1e5, 3e9, -1.5];
        for value in near_ties.chain(drawn.collect::<Vec<_>>()).chain(special) {
            let mut text = Vec::new();
            push_feature(&mut text, 7, value);
            let general = format!("{value:.4}");
            let expected = if general.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
                format!(" 7:{general}")
            } else {
                String::new()
            };
            assert_eq!(String::from_utf8(text).as_deref(), Ok(&*expected), "{value:e}");
        }
    }
}
