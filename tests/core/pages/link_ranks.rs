//! PageRank and site rank against the solution of the linear system, found by elimination.

use std::collections::BTreeSet;

use rankscope::pages::Collection;
use serde_json::json;

use super::support::{Sample, place, read};
use crate::support::Random;

/// Solves p = (1 − a)/n + a (Σ_{j→i} p_j/out_j + Σ_{j without links} p_j/n) by elimination with pivots.
fn solved(n: usize, links: &BTreeSet<(usize, usize)>) -> Vec<f64> {
    let a = 0.85;
    let out = |page: usize| links.iter().filter(|(source, _)| *source == page).count();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| {
            let mut row: Vec<f64> = (0..n)
                .map(|j| {
                    let share = match out(j) {
                        0 => 1.0 / n as f64,
                        count if links.contains(&(j, i)) => 1.0 / count as f64,
                        _ => 0.0,
                    };
                    f64::from(u8::from(i == j)) - a * share
                })
                .collect();
            row.push((1.0 - a) / n as f64);
            row
        })
        .collect();
    for step in 0..n {
        let pivot =
            (step..n).max_by(|&i, &j| rows[i][step].abs().total_cmp(&rows[j][step].abs())).expect("a row");
        rows.swap(step, pivot);
        let of_pivot = rows[step].clone();
        for (place, row) in rows.iter_mut().enumerate() {
            if place != step {
                let factor = row[step] / of_pivot[step];
                row.iter_mut().zip(&of_pivot).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    (0..n).map(|i| rows[i][n] / rows[i][i]).collect()
}

fn ranks(collection: &Collection, name: &str) -> Vec<f64> {
    (0..collection.pages().len()).map(|page| collection.row(0, page).expect("the row")[place(name)]).collect()
}

#[test]
fn ranks_solve_their_linear_systems() {
    let mut without_links = 0;
    for seed in 0..200 {
        let sample = Sample::draw(&mut Random::new(seed));
        let n = sample.texts.len();
        let collection = sample.collection();
        let links: BTreeSet<(usize, usize)> =
            (0..n).flat_map(|page| sample.links[page].iter().map(move |&target| (page, target))).collect();
        without_links += sample.links.iter().filter(|links| links.is_empty()).count();
        let found = ranks(&collection, "PageRank");
        for (value, expected) in found.iter().zip(solved(n, &links)) {
            assert!((value - expected).abs() < 2e-15, "{value}, not {expected}; seed {seed}");
        }
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-14);

        // Sites are numbered in order of first appearance.
        let known: BTreeSet<usize> = sample.sites.iter().copied().collect();
        let number = |page: usize| known.iter().position(|&site| site == sample.sites[page]).expect("a site");
        let of_sites: BTreeSet<(usize, usize)> = links
            .iter()
            .map(|&(source, target)| (number(source), number(target)))
            .filter(|(source, target)| source != target)
            .collect();
        let expected = solved(known.len(), &of_sites);
        for (page, value) in ranks(&collection, "site rank").iter().enumerate() {
            assert!((value - expected[number(page)]).abs() < 2e-15, "site of page {page}; seed {seed}");
        }
    }
    assert!(without_links > 100, "{without_links}");
}

#[test]
fn a_long_chain_and_a_star_solve_their_linear_systems() {
    let n = 60;
    let chain: BTreeSet<(usize, usize)> = (1..n).map(|page| (page - 1, page)).collect();
    let star: BTreeSet<(usize, usize)> = (1..n).flat_map(|page| [(page, 0), (0, page)]).collect();
    for links in [chain, star, BTreeSet::new()] {
        let pages: Vec<_> = (0..n)
            .map(|page| {
                let targets = links.iter().filter(|(source, _)| *source == page);
                let targets: Vec<String> = targets.map(|(_, target)| format!("u{target}")).collect();
                json!({ "url": format!("u{page}"), "links": targets })
            })
            .collect();
        let collection =
            read(&json!({ "rankscope": "pages", "pages": pages, "queries": [{ "query": "a" }] }));
        for (value, expected) in ranks(&collection, "PageRank").iter().zip(solved(n, &links)) {
            assert!((value - expected).abs() < 2e-15, "{value}, not {expected}");
        }
    }
}

#[test]
fn a_link_that_occurs_twice_counts_once() {
    let of = |links: &[&str]| {
        let pages = json!([{ "url": "a", "links": links }, { "url": "b" }, { "url": "c", "id": "3" }]);
        let collection =
            read(&json!({ "rankscope": "pages", "pages": pages, "queries": [{ "query": "a" }] }));
        (ranks(&collection, "PageRank"), collection.links_outside())
    };
    assert_eq!(of(&["b", "c"]), of(&["c", "b", "3", "b"]));
    let (expected, _) = of(&["b"]);
    assert_eq!(of(&["b", "z", "https://z/"]), (expected, 2));
    let (alone, _) = of(&[]);
    assert!(alone.iter().all(|rank| (rank - 1.0 / 3.0).abs() < 1e-15));
}
