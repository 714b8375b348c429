//! A made shop whose popular products are not the best ones, for click logs. Must not know learners.

use super::generate::{Random, push_feature, push_whole};

const HEADER: &str = "\
# A made shop: products that match the words of a query and cost little are good; popular products are not better.
# Features: 1 match, 2 price, 3 dust, 4 popular
";

/// Number of products of a query.
const PRODUCTS: usize = 10;

/// Number of training queries.
const TRAINING: usize = 100;

/// Number of test queries.
const TESTS: usize = 400;

/// Returns training and test data in LETOR text: 100 and 400 queries with 10 products each.
///
/// match, price and dust are uniform in [0, 1), popular = 0.3 match + 0.7 u with u uniform, all with 4 decimals. The
/// worth is 3 match − 1.5 price + N(0, 0.5²): the best product of a query has grade 2, the next two have grade 1. The
/// same seed gives the same bytes on every machine.
pub fn generate_shop(seed: u64) -> [String; 2] {
    let mut random = Random::new(seed);
    let training = queries(&mut random, 1..=TRAINING);
    let tests = queries(&mut random, TRAINING + 1..=TRAINING + TESTS);
    [training, tests]
}

fn queries(random: &mut Random, numbers: std::ops::RangeInclusive<usize>) -> String {
    let mut text = Vec::from(HEADER);
    for number in numbers {
        let products: [([f64; 4], f64); PRODUCTS] = std::array::from_fn(|_| {
            let (matching, price, dust) = (random.uniform(), random.uniform(), random.uniform());
            let popular = 0.3 * matching + 0.7 * random.uniform();
            ([matching, price, dust, popular], 3.0 * matching - 1.5 * price + 0.5 * random.normal())
        });
        for (place, (features, worth)) in products.iter().enumerate() {
            let better = products.iter().filter(|(_, other)| other > worth).count();
            let grade = match better {
                0 => 2,
                1 | 2 => 1,
                _ => 0,
            };
            push_whole(&mut text, grade);
            text.extend_from_slice(b" qid:");
            push_whole(&mut text, number as u64);
            for (index, &value) in features.iter().enumerate() {
                push_feature(&mut text, index + 1, value);
            }
            text.extend_from_slice(b" # product ");
            push_whole(&mut text, number as u64);
            text.push(b'-');
            push_whole(&mut text, place as u64 + 1);
            text.push(b'\n');
        }
    }
    // All bytes are ASCII.
    String::from_utf8(text).unwrap_or_default()
}
