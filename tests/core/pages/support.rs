//! The worked example, and random collections.

use rankscope::pages::{Collection, column_names};
use serde_json::{Value, json};

use crate::support::Random;

/// The example of the documentation, docs/data.md.
pub const EXAMPLE: &str = r#"{
  "rankscope": "pages",
  "pages": [
    { "url": "https://a.edu/ml/rank/index.html", "text": "learning to rank is learning to sort",
      "links": ["https://c.com/"] },
    { "url": "https://b.org/league", "text": "rank the teams of the league",
      "links": ["https://a.edu/ml/rank/index.html"] },
    { "url": "https://c.com/", "text": "deep learning",
      "links": ["https://a.edu/ml/rank/index.html", "https://b.org/league"] },
    { "url": "https://d.net/food/pasta/home.html", "text": "cooking pasta at home" },
    { "url": "https://e.org/teams/", "text": "football teams", "links": ["https://b.org/league"] }
  ],
  "queries": [
    { "query": "learning rank",
      "grades": { "https://a.edu/ml/rank/index.html": 2, "https://c.com/": 1 } }
  ]
}
"#;

/// Pages with titles and dates, and the columns that need them.
pub const DATED: &str = r#"{
  "rankscope": "pages",
  "about": "A note of the author.",
  "columns": ["age", "title match", "BM25"],
  "pages": [
    { "url": "https://a.edu/hours", "title": "Pool: opening hours", "date": "2024-02-28", "text": "From  seven\tto nine." },
    { "url": "https://a.edu/news", "id": "news", "title": "The pool", "date": "2024-03-01", "text": "The pool is open." },
    { "url": "https://a.edu/old", "date": "2023-03-01", "text": "Opening hours", "links": ["Pool: opening hours"] }
  ],
  "queries": [{ "query": "pool hours pool", "grades": { "Pool: opening hours": 2, "news": 1 } }]
}
"#;

pub fn read(json: &Value) -> Collection {
    Collection::read(json.to_string().as_bytes()).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// Returns the place of a column.
pub fn place(name: &str) -> usize {
    column_names().iter().position(|known| *known == name).unwrap_or_else(|| panic!("no column {name}"))
}

/// A random collection in plain data.
pub struct Sample {
    pub texts: Vec<Vec<String>>,
    /// Targets of the links of each page, with doubles and links to the page itself.
    pub links: Vec<Vec<usize>>,
    /// The site of each page.
    pub sites: Vec<usize>,
    pub queries: Vec<Vec<String>>,
}

impl Sample {
    /// Draws pages of few different words, so that words are shared; some pages have no words and some no links.
    pub fn draw(random: &mut Random) -> Self {
        let n = random.integer(1, 9) as usize;
        let word = |random: &mut Random| format!("w{}", random.integer(0, 7));
        let words = |random: &mut Random, least: i64, most: i64| {
            (0..random.integer(least, most)).map(|_| word(random)).collect()
        };
        let texts = (0..n).map(|_| words(random, 0, 12)).collect();
        let links = (0..n)
            .map(|_| (0..random.integer(0, 4)).map(|_| random.integer(0, n as i64 - 1) as usize).collect())
            .collect();
        let sites = (0..n).map(|_| random.integer(0, 3) as usize).collect();
        let queries = (0..3).map(|_| words(random, 1, 5)).collect();
        Self { texts, links, sites, queries }
    }

    pub fn url(&self, page: usize) -> String {
        format!("https://s{}.org/p/{page}", self.sites[page])
    }

    pub fn collection(&self) -> Collection {
        let pages: Vec<Value> = (0..self.texts.len())
            .map(|page| {
                let links: Vec<String> = self.links[page].iter().map(|&target| self.url(target)).collect();
                json!({ "url": self.url(page), "text": self.texts[page].join(" "), "links": links })
            })
            .collect();
        let queries: Vec<Value> = (self.queries.iter().enumerate())
            .map(|(place, words)| json!({ "query": words.join(" "), "id": format!("q{place}") }))
            .collect();
        read(&json!({ "rankscope": "pages", "pages": pages, "queries": queries }))
    }
}
