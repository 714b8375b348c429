//! A file of pages as a collection: names resolved, words counted, ranks of links computed. Must not know columns.

use std::collections::HashMap;

use super::chosen::columns_of;
use super::collection::{Candidate, Collection, Page, PageDay, PageQuery, Term};
use super::day::day_number;
use super::entries::{PageEntry, PagesEntry, QueryEntry, parse};
use super::link_rank::LinkRanks;
use super::site_address::site_of;
use super::tokens::tokens;
use crate::data::Grade;
use crate::data::reading::cells::query_name;
use crate::util::error::{Error, shown};

/// Most characters of an address or of a name.
pub const LONGEST_ADDRESS: usize = 2_048;

/// Most characters of a query.
pub const LONGEST_QUERY: usize = 1_000;

/// Most different words of a query.
pub const MOST_WORDS: usize = 100;

/// Most rows: the sum of the numbers of candidates of all queries.
pub const MOST_ROWS: usize = 500_000;

/// Most characters of the beginning of a text, without its ellipsis.
const BEGINNING: usize = 120;

impl Collection {
    /// Reads pages, queries and judgements as JSON.
    ///
    /// Links, candidates and grades name a page by its address or by its name, which is its `id` or its title. A link to any other page counts as a link
    /// outside. A query without candidates ranks all pages. Cost: linear in the text, and that of two PageRanks.
    ///
    /// # Errors
    /// [`Error::Parse`] with line and column for a text that is not such JSON; [`Error::Data`] naming the page or the
    /// query for names that occur twice or are unknown, a date that is no day or missing, a query without words, a
    /// candidate twice, a grade for a page that is no candidate, columns that the pages do not have, and for what exceeds
    /// a limit.
    pub fn read(json: &[u8]) -> Result<Self, Error> {
        let PagesEntry { columns, pages: entries, queries, .. } = parse(json)?;
        if entries.is_empty() {
            return Err(Error::data(
                "pages: the list is empty; a page is { \"url\": \"…\", \"text\": \"…\" }",
            ));
        }
        if queries.is_empty() {
            return Err(Error::data("queries: the list is empty; a query is { \"query\": \"two words\" }"));
        }
        let places = places_of(&entries)?;
        let (newest, mut days) = days(&entries)?;
        let has_titles = entries.iter().any(|entry| entry.title.is_some());
        let columns = columns_of(columns, has_titles, newest.is_some())?;
        let (page_links, links_outside) = links(&entries, &places);
        let (sites, site_of_page) = sites(&entries);
        let site_links = page_links
            .iter()
            .map(|&(source, target)| (site_of_page[source as usize], site_of_page[target as usize]))
            .filter(|(source, target)| source != target)
            .map(|(source, target)| (source as u32, target as u32))
            .collect();
        let mut vocabulary = Vocabulary::default();
        let mut pages: Vec<Page> = Vec::with_capacity(entries.len());
        for (entry, &site) in entries.iter().zip(&site_of_page) {
            let words = vocabulary.count(&entry.text);
            pages.push(Page {
                name: entry.name().to_owned(),
                url: entry.url.clone(),
                beginning: beginning(&entry.text),
                length: words.iter().map(|&(_, tf)| tf as usize).sum(),
                words,
                norm: 0.0,
                site,
                title: entry.title.as_deref().map(|title| tokens(title).collect()),
                day: days.next(),
            });
        }
        let n = pages.len();
        for page in &mut pages {
            page.norm =
                norm(page.words.iter().map(|&(word, tf)| f64::from(tf) * vocabulary.idf(Some(word), n)));
        }
        let queries = checked_queries(queries, &places, &vocabulary, n)?;
        let page_ranks = LinkRanks::of(n, page_links);
        let site_ranks = LinkRanks::of(sites.len(), site_links);
        let mean_length = pages.iter().map(|page| page.length as f64).sum::<f64>() / n as f64;
        Ok(Self {
            pages,
            queries,
            mean_length,
            page_ranks,
            site_ranks,
            sites,
            links_outside,
            newest,
            columns,
        })
    }
}

/// Words by number, with the number of pages that have each.
#[derive(Default)]
struct Vocabulary {
    numbers: HashMap<String, u32>,
    frequencies: Vec<u32>,
}

impl Vocabulary {
    /// Returns the words of a page in ascending order, each with its tf, and counts them as those of one page.
    fn count(&mut self, text: &str) -> Vec<(u32, u32)> {
        let mut all: Vec<u32> = Vec::new();
        for word in tokens(text) {
            let next = self.frequencies.len() as u32;
            let number = *self.numbers.entry(word).or_insert(next);
            if number == next {
                self.frequencies.push(0);
            }
            all.push(number);
        }
        all.sort_unstable();
        let words: Vec<(u32, u32)> =
            all.chunk_by(|one, other| one == other).map(|equal| (equal[0], equal.len() as u32)).collect();
        words.iter().for_each(|&(word, _)| self.frequencies[word as usize] += 1);
        words
    }

    fn frequency(&self, word: Option<u32>) -> usize {
        word.map_or(0, |word| self.frequencies[word as usize] as usize)
    }

    /// Returns ln(N/df); 0 for a word that no page has.
    fn idf(&self, word: Option<u32>, n: usize) -> f64 {
        match self.frequency(word) {
            0 => 0.0,
            df => libm::log(n as f64 / df as f64),
        }
    }

    /// Returns the different words of a query in the order of its text.
    fn terms(&self, text: &str, n: usize) -> Vec<Term> {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut terms: Vec<Term> = Vec::new();
        for word in tokens(text) {
            if let Some(&place) = places.get(&word) {
                terms[place].count += 1;
                continue;
            }
            places.insert(word.clone(), terms.len());
            let number = self.numbers.get(&word).copied();
            let (df, idf) = (self.frequency(number), self.idf(number, n));
            terms.push(Term { word, number, count: 1, df, idf });
        }
        terms
    }
}

fn norm(values: impl Iterator<Item = f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}

/// Returns a short text as it is, and the first words of a long one with an ellipsis.
fn beginning(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(BEGINNING) else {
        return text.to_owned();
    };
    let cut = text[..end].rsplit_once(char::is_whitespace).map_or(&text[..end], |(words, _)| words);
    format!("{}…", cut.trim_end())
}

fn page_fault(place: usize, problem: &str) -> Error {
    Error::data(format!("page {}: {problem}", place + 1))
}

/// Returns the newest date and the days of all pages; nothing and no days if no page has a date.
fn days(entries: &[PageEntry]) -> Result<(Option<String>, std::vec::IntoIter<PageDay>), Error> {
    if entries.iter().all(|entry| entry.date.is_none()) {
        return Ok((None, Vec::new().into_iter()));
    }
    let mut numbers = Vec::with_capacity(entries.len());
    for (place, entry) in entries.iter().enumerate() {
        let Some(date) = &entry.date else {
            return Err(page_fault(place, "the date is missing; give every page a date, or no page"));
        };
        let Some(number) = day_number(date) else {
            return Err(page_fault(
                place,
                &format!("date {} is no day; write it as 2026-05-31", shown(date)),
            ));
        };
        numbers.push((number, date));
    }
    let newest = numbers.iter().max_by_key(|(number, _)| *number);
    let last = newest.map_or(0, |&(number, _)| number);
    let days: Vec<PageDay> =
        numbers.iter().map(|&(number, date)| PageDay { date: date.clone(), age: last - number }).collect();
    Ok((newest.map(|&(_, date)| date.clone()), days.into_iter()))
}

/// Returns the place of every page by its address and by its name.
fn places_of(entries: &[PageEntry]) -> Result<HashMap<&str, usize>, Error> {
    let mut places = HashMap::with_capacity(entries.len());
    for (place, entry) in entries.iter().enumerate() {
        // The title is a name where the page has no id.
        let title = entry.title.as_ref().filter(|_| entry.id.is_none());
        for (key, name) in [("url", Some(&entry.url)), ("id", entry.id.as_ref()), ("title", title)] {
            let Some(name) = name else { continue };
            if name.trim().is_empty() {
                let advice = if key == "url" { "every page needs an address" } else { "leave it out" };
                return Err(page_fault(place, &format!("{key} is empty; {advice}")));
            }
            if name.chars().nth(LONGEST_ADDRESS).is_some() {
                let problem = format!("{key} is longer than {LONGEST_ADDRESS} characters: {}", shown(name));
                return Err(page_fault(place, &problem));
            }
            let other = *places.entry(name.as_str()).or_insert(place);
            if other != place {
                let problem = format!(
                    "{key} {} names page {} already; keep one of the two pages, or give them different names",
                    shown(name),
                    other + 1
                );
                return Err(page_fault(place, &problem));
            }
        }
    }
    Ok(places)
}

/// Returns source and target of every link between pages, and the number of links to other pages.
fn links(entries: &[PageEntry], places: &HashMap<&str, usize>) -> (Vec<(u32, u32)>, usize) {
    let mut outside = 0;
    let mut inside = Vec::new();
    for (source, entry) in entries.iter().enumerate() {
        for link in &entry.links {
            match places.get(link.as_str()) {
                Some(&target) => inside.push((source as u32, target as u32)),
                None => outside += 1,
            }
        }
    }
    (inside, outside)
}

/// Returns the sites in order of first appearance, and the place of each page's site.
fn sites(entries: &[PageEntry]) -> (Vec<String>, Vec<usize>) {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut sites = Vec::new();
    let of_pages = entries
        .iter()
        .map(|entry| {
            let site = site_of(&entry.url);
            *numbers.entry(site).or_insert_with_key(|site| {
                sites.push(site.clone());
                sites.len() - 1
            })
        })
        .collect();
    (sites, of_pages)
}

fn checked_queries(
    entries: Vec<QueryEntry>,
    places: &HashMap<&str, usize>,
    vocabulary: &Vocabulary,
    n_pages: usize,
) -> Result<Vec<PageQuery>, Error> {
    let mut spaced = HashMap::new();
    let mut names: HashMap<String, usize> = HashMap::new();
    let mut n_rows = 0;
    let mut queries = Vec::new();
    for (place, entry) in entries.into_iter().enumerate() {
        let fault = |problem: &str| Error::data(format!("query {}: {problem}", place + 1));
        let QueryEntry { query: text, id, pages, grades, about } = entry;
        if text.chars().nth(LONGEST_QUERY).is_some() {
            return Err(fault(&format!(
                "the text is longer than {LONGEST_QUERY} characters: {}",
                shown(&text)
            )));
        }
        let given = id.as_deref().unwrap_or(&text).trim();
        if given.is_empty() && id.is_some() {
            return Err(fault("the id is empty; leave it out, and the text is the name"));
        }
        if given.chars().nth(LONGEST_QUERY).is_some() {
            return Err(fault(&format!(
                "the id is longer than {LONGEST_QUERY} characters: {}",
                shown(given)
            )));
        }
        let terms = vocabulary.terms(&text, n_pages);
        if terms.is_empty() {
            return Err(fault(&format!("{} has no word; write letters or digits", shown(&text))));
        }
        if terms.len() > MOST_WORDS {
            return Err(fault(&format!("{} different words; the most are {MOST_WORDS}", terms.len())));
        }
        let name = query_name(&mut spaced, given)
            .map_err(|problem| fault(&format!("{problem}; give each an \"id\" of its own")))?;
        if let Some(first) = names.insert(name.clone(), place) {
            let problem = format!(
                "{} is the name of query {} already; give one of them another \"id\"",
                shown(given),
                first + 1
            );
            return Err(fault(&problem));
        }
        n_rows += pages.as_ref().map_or(n_pages, Vec::len);
        if n_rows > MOST_ROWS {
            let problem = format!(
                "the queries so far have {n_rows} candidates; the most are {MOST_ROWS}. Name fewer pages"
            );
            return Err(fault(&problem));
        }
        let candidates = candidates(pages, grades.0, places, n_pages).map_err(|problem| fault(&problem))?;
        let norm = norm(terms.iter().map(|term| f64::from(term.count) * term.idf));
        queries.push(PageQuery { name, text, about, candidates, terms, norm });
    }
    Ok(queries)
}

/// Returns the candidates of a query with their grades.
fn candidates(
    named: Option<Vec<String>>,
    grades: Vec<(String, Grade)>,
    places: &HashMap<&str, usize>,
    n_pages: usize,
) -> Result<Vec<Candidate>, String> {
    let place_of = |name: &str| {
        let unknown = || format!("there is no page {}; name a page by its url or its id", shown(name));
        places.get(name).copied().ok_or_else(unknown)
    };
    let pages = match named {
        None => (0..n_pages).collect(),
        Some(names) => names.iter().map(|name| place_of(name)).collect::<Result<Vec<_>, _>>()?,
    };
    if pages.is_empty() {
        return Err("the list \"pages\" is empty; leave it out to rank all pages".to_owned());
    }
    let mut rows: HashMap<usize, usize> = HashMap::with_capacity(pages.len());
    let mut candidates = Vec::with_capacity(pages.len());
    for (row, &page) in pages.iter().enumerate() {
        if rows.insert(page, row).is_some() {
            return Err(format!("page {} is twice in the list \"pages\"; name it once", page + 1));
        }
        candidates.push(Candidate { page, grade: None });
    }
    for (name, grade) in grades {
        let page = place_of(&name)?;
        let Some(&row) = rows.get(&page) else {
            return Err(format!(
                "{} has a grade but is not in the list \"pages\"; add it there",
                shown(&name)
            ));
        };
        let candidate: &mut Candidate = &mut candidates[row];
        if candidate.grade.replace(grade).is_some() {
            return Err(format!("{} has two grades; keep one", shown(&name)));
        }
    }
    Ok(candidates)
}
