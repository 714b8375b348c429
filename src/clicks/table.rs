//! Tables of impressions and of counts: a heading, then one line for each impression or count.

use std::collections::HashSet;

use super::builder::{LogBuilder, Session};
use super::format::Fault;
use super::log::Cell;
use super::names::Lookup;
use crate::util::error::shown;
use crate::util::fields::{Field, Separator, split};

/// Largest number of columns.
const COLUMNS: usize = 16;

const QUERY: &[&str] = &["query", "qid", "queryid"];
const SESSION: &[&str] = &["session", "sessionid"];
const RANK: &[&str] = &["rank", "position"];
const DOCUMENT: &[&str] = &["document", "doc", "docid", "documentid"];
const CLICK: &[&str] = &["click", "clicked"];
const IMPRESSIONS: &[&str] = &["impressions"];
const CLICKS: &[&str] = &["clicks"];
const PROPENSITY: &[&str] = &["propensity"];
const RANKER: &[&str] = &["ranker"];

/// What a line has: its fields by the columns of the heading.
#[derive(Debug)]
struct Columns<const N: usize> {
    separator: Separator,
    places: [usize; N],
    propensity: Option<usize>,
    ranker: Option<usize>,
}

/// The fields of a line.
struct Fields<'a, const N: usize> {
    required: [Field<'a>; N],
    propensity: Option<Field<'a>>,
    ranker: Option<Field<'a>>,
}

/// Returns the simple forms of the names in a heading.
fn headings(line: &str, separator: Separator) -> Result<Vec<String>, Fault> {
    let fields: [Option<Field>; COLUMNS] = split(line, separator)?;
    let simple = |field: &Field| field.text().to_ascii_lowercase().replace(['_', ' ', '-'], "");
    Ok(fields.iter().flatten().map(simple).collect())
}

impl<const N: usize> Columns<N> {
    fn new(line: &str, names: [&[&str]; N], what: &str) -> Result<Self, Fault> {
        let separator = if line.contains('\t') { Separator::Tab } else { Separator::Comma };
        let headings = headings(line, separator)?;
        let place = |names: &[&str]| headings.iter().position(|heading| names.contains(&heading.as_str()));
        let mut places = [0; N];
        for (slot, names) in places.iter_mut().zip(&names) {
            *slot = place(names).ok_or_else(|| {
                let problem = format!(
                    "the heading {} has no column {}; {what}",
                    shown(line),
                    names.first().unwrap_or(&"")
                );
                (1, problem)
            })?;
        }
        Ok(Self { separator, places, propensity: place(PROPENSITY), ranker: place(RANKER) })
    }

    fn fields<'a>(&self, line: &'a str) -> Result<Fields<'a, N>, Fault> {
        let all: [Option<Field>; COLUMNS] = split(line, self.separator)?;
        let count = || all.iter().flatten().count();
        let get = |place: usize| {
            all[place].ok_or_else(|| {
                let problem = format!(
                    "the line has {} of the {} or more fields of the heading, separated by {}",
                    count(),
                    place + 1,
                    self.separator.name()
                );
                (line.len() + 1, problem)
            })
        };
        let Some(first) = all[0] else { return Err((1, "the line is empty".to_owned())) };
        let mut required = [first; N];
        for (field, &place) in required.iter_mut().zip(&self.places) {
            *field = get(place)?;
        }
        let (propensity, ranker) = (self.propensity.map(get).transpose()?, self.ranker.map(get).transpose()?);
        Ok(Fields { required, propensity, ranker })
    }
}

fn rank_of(field: Field) -> Result<u32, Fault> {
    let rank = field.raw.parse::<u32>().ok().filter(|&rank| rank > 0);
    rank.map(|rank| rank - 1).ok_or_else(|| {
        (field.column, format!("the rank is {}; expected a whole number from 1", shown(field.raw)))
    })
}

fn number_of(field: Field, what: &str) -> Result<f64, Fault> {
    field
        .raw
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
        .ok_or_else(|| (field.column, format!("the {what} is {}; expected a number", shown(field.raw))))
}

fn propensity_of(field: Option<Field>) -> Result<Option<f64>, Fault> {
    let Some(field) = field else { return Ok(None) };
    let propensity = number_of(field, "propensity")?;
    if propensity > 0.0 && propensity <= 1.0 {
        return Ok(Some(propensity));
    }
    Err((
        field.column,
        format!("the propensity is {}; expected a number above 0, at most 1", shown(field.raw)),
    ))
}

/// A table of counts.
#[derive(Debug)]
pub(super) struct CountsTable(Columns<5>);

impl CountsTable {
    /// Returns whether a heading is that of counts.
    pub fn is_heading(line: &str) -> Result<bool, Fault> {
        let separator = if line.contains('\t') { Separator::Tab } else { Separator::Comma };
        Ok(headings(line, separator)?.iter().any(|heading| IMPRESSIONS.contains(&heading.as_str())))
    }

    pub fn new(heading: &str) -> Result<Self, Fault> {
        let what = "a table of counts has query, rank, document, impressions, clicks, and may have ranker and \
                    propensity";
        Columns::new(heading, [QUERY, RANK, DOCUMENT, IMPRESSIONS, CLICKS], what).map(Self)
    }

    /// Reads a line into the log.
    pub fn read(&self, line: &str, lookup: &mut Lookup, builder: &mut LogBuilder) -> Result<(), Fault> {
        let Fields { required: [query, rank, document, impressions, clicks], propensity, ranker } =
            self.0.fields(line)?;
        let at = |field: Field| move |problem: String| (field.column, problem);
        let query_index = lookup.query(&query.text()).map_err(at(query))?;
        let place = lookup.document(query_index, &document.text()).map_err(at(document))?;
        let name = ranker.map_or("".into(), Field::text);
        let ranker = builder
            .ranker(&name)
            .map_err(|error| (ranker.map_or(1, |ranker| ranker.column), error.to_string()))?;
        let (n_impressions, n_clicks) =
            (number_of(impressions, "number of impressions")?, number_of(clicks, "number of clicks")?);
        let counts = Cell {
            query: query_index as u32,
            ranker: ranker as u16,
            rank: rank_of(rank)?,
            document: place,
            impressions: n_impressions,
            clicks: n_clicks,
            propensity: propensity_of(propensity)?,
        };
        let wrong = if !(0.0..=n_impressions).contains(&n_clicks) { clicks } else { impressions };
        builder.add_counts(&counts).map_err(|error| (wrong.column, error.to_string()))
    }
}

/// One impression of the present session.
#[derive(Debug, Clone, Copy)]
struct Impression {
    rank: u32,
    document: u32,
    is_click: bool,
    propensity: Option<f64>,
}

/// A table of impressions. The lines of a session stand together.
#[derive(Debug)]
pub(super) struct ImpressionsTable {
    columns: Columns<5>,
    /// The first line of the present session, and the texts of its query and session.
    line: usize,
    query_name: String,
    session_name: String,
    query: usize,
    ranker: usize,
    impressions: Vec<Impression>,
    /// Ranks and documents of the present session.
    ranks: HashSet<u32>,
    shown: HashSet<u32>,
    /// Whether a line of the present session had a fault, so that its session is left out.
    is_faulty: bool,
    documents: Vec<u32>,
    clicks: Vec<u32>,
    propensities: Vec<f64>,
}

/// What became of a line, and of the session before it, with the line where that session began.
pub(super) struct Ended {
    pub earlier: Result<(), (usize, String)>,
    pub line: Result<(), Fault>,
}

impl ImpressionsTable {
    pub fn new(heading: &str) -> Result<Self, Fault> {
        let what = "a log is a table of impressions (query, session, rank, document, click, and may have propensity \
                    and ranker), a table of counts (query, rank, document, impressions, clicks), or one session a line \
                    as JSON";
        let columns = Columns::new(heading, [QUERY, SESSION, RANK, DOCUMENT, CLICK], what)?;
        Ok(Self {
            columns,
            line: 0,
            query_name: String::new(),
            session_name: String::new(),
            query: 0,
            ranker: 0,
            impressions: Vec::new(),
            ranks: HashSet::new(),
            shown: HashSet::new(),
            is_faulty: false,
            documents: Vec::new(),
            clicks: Vec::new(),
            propensities: Vec::new(),
        })
    }

    /// Reads a line. A line of another session ends the present one.
    pub fn read(
        &mut self,
        number: usize,
        line: &str,
        lookup: &mut Lookup,
        builder: &mut LogBuilder,
    ) -> Ended {
        let fields = match self.columns.fields(line) {
            Ok(fields) => fields,
            Err(fault) => {
                self.is_faulty = true;
                return Ended { earlier: Ok(()), line: Err(fault) };
            }
        };
        let (query, session) = (fields.required[0].text(), fields.required[1].text());
        let is_new = self.line == 0 || *query != *self.query_name || *session != *self.session_name;
        let mut earlier = Ok(());
        if is_new {
            earlier = self.end_session(builder);
            self.line = number;
            self.query_name = query.into_owned();
            self.session_name = session.into_owned();
        }
        let line = self.add(is_new, &fields, lookup, builder);
        self.is_faulty |= line.is_err();
        Ended { earlier, line }
    }

    fn add(
        &mut self,
        is_new: bool,
        fields: &Fields<5>,
        lookup: &mut Lookup,
        builder: &mut LogBuilder,
    ) -> Result<(), Fault> {
        let [query, _, rank, document, click] = fields.required;
        let ranker_column = fields.ranker.map_or(1, |field| field.column);
        let name = fields.ranker.map_or("".into(), Field::text);
        let ranker = builder.ranker(&name).map_err(|error| (ranker_column, error.to_string()))?;
        if is_new {
            self.query = lookup.query(&self.query_name).map_err(|problem| (query.column, problem))?;
            self.ranker = ranker;
        } else if self.is_faulty {
            // The session has been refused already.
            return Ok(());
        } else if ranker != self.ranker {
            let problem = format!("the ranker {} is not that of the session's first line", shown(&name));
            return Err((ranker_column, problem));
        }
        let place =
            lookup.document(self.query, &document.text()).map_err(|problem| (document.column, problem))?;
        let rank_index = rank_of(rank)?;
        let is_click = match click.raw {
            "0" => false,
            "1" => true,
            other => return Err((click.column, format!("the click is {}; expected 0 or 1", shown(other)))),
        };
        let propensity = propensity_of(fields.propensity)?;
        let twice = |what: &str| format!("the session {} has the {what} twice", shown(&self.session_name));
        if self.ranks.contains(&rank_index) {
            return Err((rank.column, twice("rank")));
        }
        if self.shown.contains(&place) {
            return Err((document.column, twice("document")));
        }
        self.ranks.insert(rank_index);
        self.shown.insert(place);
        self.impressions.push(Impression { rank: rank_index, document: place, is_click, propensity });
        Ok(())
    }

    /// Adds the present session to the log. The error has the line where the session begins.
    pub fn end_session(&mut self, builder: &mut LogBuilder) -> Result<(), (usize, String)> {
        let line = std::mem::take(&mut self.line);
        let is_faulty = std::mem::take(&mut self.is_faulty);
        let mut impressions = std::mem::take(&mut self.impressions);
        self.ranks.clear();
        self.shown.clear();
        if is_faulty || impressions.is_empty() {
            return Ok(());
        }
        impressions.sort_unstable_by_key(|one| one.rank);
        if let Some(gap) = (0_u32..).zip(&impressions).find(|(rank, one)| one.rank != *rank) {
            let problem = format!(
                "the session {} has no line with rank {}; its lines stand together and have every rank from 1",
                shown(&self.session_name),
                gap.0 + 1
            );
            return Err((line, problem));
        }
        self.documents.clear();
        self.clicks.clear();
        self.propensities.clear();
        for one in &impressions {
            self.documents.push(one.document);
            self.propensities.extend(one.propensity);
            if one.is_click {
                self.clicks.push(one.rank);
            }
        }
        let session = Session {
            query: self.query,
            ranker: self.ranker,
            documents: &self.documents,
            clicks: &self.clicks,
            propensities: (!self.propensities.is_empty()).then_some(&self.propensities),
        };
        let added = builder.add_session(&session).map_err(|error| (line, error.to_string()));
        impressions.clear();
        self.impressions = impressions;
        added
    }
}
