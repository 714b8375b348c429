//! Ranks by links: of the page, and of its site. The same for every query.
//!
//! A link within a site says nothing about the site, so it is no link of the graph of sites (our choice).

use crate::pages::column::Column;
use crate::pages::figures::{Part, short, sum};
use crate::pages::link_rank::{DAMPING, LinkRanks};
use crate::pages::pair::Pair;

/// PageRank of the page.
pub(in crate::pages) struct PageRank;

impl Column for PageRank {
    fn name(&self) -> &'static str {
        "PageRank"
    }

    fn formula(&self) -> &'static str {
        "p(i) = 0.15/n + 0.85 · (Σ p(j)/links(j) over the pages j that link to i + p(pages without links)/n)"
    }

    fn value(&self, pair: &Pair) -> f64 {
        pair.collection.page_ranks.ranks[pair.place]
    }

    fn numbers(&self, pair: &Pair) -> String {
        numbers(&pair.collection.page_ranks, pair.place, "pages", |page| format!("page {}", page + 1))
    }
}

/// PageRank of the site of the page, by the links between sites.
pub(in crate::pages) struct SiteRank;

impl Column for SiteRank {
    fn name(&self) -> &'static str {
        "site rank"
    }

    fn formula(&self) -> &'static str {
        "p(i) = 0.15/n + 0.85 · (Σ p(j)/links(j) over the sites j that link to the site i + p(sites without links)/n)"
    }

    fn value(&self, pair: &Pair) -> f64 {
        pair.collection.site_ranks.ranks[pair.page.site]
    }

    fn numbers(&self, pair: &Pair) -> String {
        let sites = &pair.collection.sites;
        numbers(&pair.collection.site_ranks, pair.page.site, "sites", |site| sites[site].clone())
    }
}

fn numbers(ranks: &LinkRanks, node: usize, nodes: &str, name: impl Fn(usize) -> String) -> String {
    let n = ranks.ranks.len();
    let mut parts: Vec<Part> = ranks
        .sources(node)
        .map(|from| {
            let (rank, out) = (ranks.ranks[from], ranks.n_out[from]);
            Part { value: rank / out as f64, text: format!("{}/{out}", short(rank)), of: name(from) }
        })
        .collect();
    if ranks.loose > 0.0 {
        let value = ranks.loose / n as f64;
        parts.push(Part {
            value,
            text: format!("{}/{n}", short(ranks.loose)),
            of: format!("{nodes} without links"),
        });
    }
    format!("0.15/{n} + {DAMPING} · ({})", sum(&parts))
}
