//! Logs of features: files of responses, and the query of each response. Must not know what becomes of the data.

use std::collections::HashMap;

use memchr::memchr;
use serde::de::IgnoredAny;

use super::answer::{Answers, Response};
use super::document::LoggedDocument;
use super::joined::{Joined, join};
use super::paired::{LoggedValues, Paired, Query};
use super::rated::Judgements;
use crate::data::{MAX_DENSE_BYTES, Names};
use crate::util::counted::counted;
use crate::util::error::Error;
use crate::util::faults::Faults;
use crate::util::serde_message::plain_words;

/// Longest line of a log in JSON lines, and largest file of any other form, in bytes: 256 MiB.
pub const MAX_RESPONSE_BYTES: usize = 1 << 28;

/// Bytes of a logged document besides its name and its values.
const DOCUMENT_BYTES: u64 = 64;

/// Reader of logs, one file after another, each in chunks that are cut at any byte.
///
/// A file has responses of Elasticsearch, OpenSearch or Solr in JSON: one per line, one over several lines, a list, or
/// the `responses` of `_msearch`. A file of JSON lines is read line by line. Cost: linear in the text. Memory: that of
/// the longest line, or of a file of another form, and 16 bytes per logged value.
#[derive(Debug)]
pub struct FeatureLogs<'a> {
    judgements: &'a Judgements,
    entry: Option<String>,
    names: Names,
    numbers: HashMap<String, u32>,
    responses: Vec<Paired>,
    bytes: u64,
    file: File,
}

#[derive(Debug, Default)]
struct File {
    name: String,
    form: Form,
    /// Bytes of the current line, or of the file.
    buffer: Vec<u8>,
    /// Number of complete lines before the buffer.
    lines: usize,
    faults: Faults,
    /// Number of responses in the files before.
    before: usize,
    stopped: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// No line with words was complete yet.
    #[default]
    Unknown,
    /// Every line is a value.
    Lines,
    /// Values go over several lines.
    Whole,
}

impl<'a> FeatureLogs<'a> {
    /// Returns a reader. `entry`: name of the log entry (`log_specs.name`) to read, or empty for all entries.
    pub fn new(judgements: &'a Judgements, entry: &str) -> Self {
        let entry = Some(entry.trim().to_owned()).filter(|entry| !entry.is_empty());
        Self {
            judgements,
            entry,
            names: Names::default(),
            numbers: HashMap::new(),
            responses: Vec::new(),
            bytes: 0,
            file: File::default(),
        }
    }

    /// Begins a file. `name`: without its folder; without its last extension it may be the query.
    pub fn begin(&mut self, name: &str) {
        self.file = File { name: name.to_owned(), before: self.responses.len(), ..File::default() };
    }

    /// Reads the next chunk of the file. [`end`](Self::end) reports the faults.
    pub fn push(&mut self, mut chunk: &[u8]) {
        while !self.has_stopped() && !chunk.is_empty() {
            let end = if self.file.form == Form::Whole { None } else { memchr(b'\n', chunk) };
            let piece = end.map_or(chunk, |end| &chunk[..=end]);
            chunk = &chunk[piece.len()..];
            if self.file.buffer.len() + piece.len() > MAX_RESPONSE_BYTES {
                let problem = format!(
                    "a response of more than {MAX_RESPONSE_BYTES} bytes; write JSON lines, with one response in each"
                );
                return self.stop(&problem);
            }
            self.file.buffer.extend_from_slice(piece);
            if end.is_some() {
                self.end_line();
            }
        }
    }

    /// Whether the rest of the file need not be read. In this case [`end`](Self::end) returns an error.
    pub fn has_stopped(&self) -> bool {
        self.file.stopped || self.bytes > MAX_DENSE_BYTES
    }

    /// Ends the file.
    ///
    /// # Errors
    /// [`Error::Parse`] with the faults of the file: text that is no JSON, JSON that is no response, documents without
    /// logged features, names that cannot name a feature, and a file without a response; [`Error::Data`] for logs that
    /// are too large.
    pub fn end(&mut self) -> Result<(), Error> {
        if !self.has_stopped() {
            self.end_text();
        }
        if self.bytes > MAX_DENSE_BYTES {
            return Err(Error::data(format!(
                "the logs have more than {MAX_DENSE_BYTES} bytes of values; log fewer documents or features"
            )));
        }
        let mut file = std::mem::take(&mut self.file);
        if file.faults.total == 0 && self.responses.len() == file.before {
            file.faults.add(1, 1, &|| "no response; expected the JSON of a search engine".to_owned());
        }
        file.faults.into_result()?;
        // A file with one response may have the name of the query.
        if let [response] = &mut self.responses[file.before..]
            && response.query == Query::Unnamed
        {
            let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
            if let Some(place) = self.judgements.place(stem) {
                response.query = Query::Rated(place);
            }
        }
        Ok(())
    }

    /// Joins the ratings with the logs. `with_unrated`: whether a logged document without a rating gets grade 0, if its
    /// query has ratings; otherwise it is left out.
    ///
    /// Cost: linear in the logs, and O(n log n) in the features of a document.
    ///
    /// # Errors
    /// [`Error::Data`] if nothing names the query of a response, if no rated document was logged, or if the data would
    /// be too large.
    pub fn join(mut self, with_unrated: bool) -> Result<Joined, Error> {
        let is_by_order = self.pair_by_order()?;
        let names: Vec<String> = self.names.names.into_iter().flatten().collect();
        join(self.judgements, names, self.responses, with_unrated, is_by_order)
    }

    /// Gives the responses the queries of the ratings in their order, if no response has a query and the counts agree.
    fn pair_by_order(&mut self) -> Result<bool, Error> {
        let Some(first) = self.responses.iter().find(|response| response.query == Query::Unnamed) else {
            return Ok(false);
        };
        let count = self.responses.len();
        let are_all_unnamed = self.responses.iter().all(|response| response.query == Query::Unnamed);
        let all: Vec<usize> = (0..self.judgements.n_queries()).collect();
        let rated = self.judgements.rated_places();
        let places = [all, rated].into_iter().find(|places| are_all_unnamed && places.len() == count);
        let Some(places) = places else {
            let Paired { file, line, .. } = first;
            return Err(Error::data(format!(
                "{file}: line {line}: nothing names the query of the response: put a member `query` beside the response, let \
                 Solr echo its parameters (echoParams=all), give the file the name of the query, or log one response for each \
                 query of the ratings in their order (here {} and {})",
                counted(count, "response"),
                counted(self.judgements.n_queries(), "query")
            )));
        };
        for (response, place) in self.responses.iter_mut().zip(places) {
            response.query = Query::Rated(place);
        }
        Ok(true)
    }

    fn stop(&mut self, problem: &str) {
        self.file.faults.add(self.file.lines + 1, 1, &|| problem.to_owned());
        self.file.stopped = true;
    }

    /// Reads the line in the buffer, or keeps it if its value goes on.
    fn end_line(&mut self) {
        let buffer = std::mem::take(&mut self.file.buffer);
        let line = text_of(&buffer, self.file.lines == 0);
        if self.file.form == Form::Unknown && !line.is_empty() {
            match serde_json::from_slice::<IgnoredAny>(line) {
                Ok(_) => self.file.form = Form::Lines,
                Err(error) if error.is_eof() => {
                    self.file.form = Form::Whole;
                    self.file.buffer = buffer;
                    return;
                }
                Err(error) => {
                    return self.stop(&format!("it is no JSON: {}", plain_words(&error.to_string())));
                }
            }
        }
        self.file.lines += 1;
        if !line.is_empty() {
            match serde_json::from_slice(line) {
                Ok(answers) => self.take(self.file.lines, answers),
                Err(error) => {
                    let problem = plain_words(&error.to_string());
                    self.file.faults.add(self.file.lines, error.column().max(1), &|| problem.clone());
                }
            }
        }
        self.file.buffer = buffer;
        self.file.buffer.clear();
    }

    /// Reads what the buffer holds at the end of the file.
    fn end_text(&mut self) {
        if self.file.form == Form::Lines {
            return self.end_line();
        }
        let buffer = std::mem::take(&mut self.file.buffer);
        let text = text_of(&buffer, self.file.lines == 0);
        let mut values = serde_json::Deserializer::from_slice(text).into_iter::<Answers>();
        let (mut place, mut line) = (0, self.file.lines + 1);
        loop {
            // White space before a value counts to its place.
            let from = values.byte_offset();
            let blank = text[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            line += text[place..from + blank].iter().filter(|&&byte| byte == b'\n').count();
            place = from + blank;
            match values.next() {
                None => return,
                Some(Ok(answers)) => self.take(line, answers),
                Some(Err(error)) => {
                    let problem = plain_words(&error.to_string());
                    let line = self.file.lines + error.line().max(1);
                    return self.file.faults.add(line, error.column().max(1), &|| problem.clone());
                }
            }
        }
    }

    /// Takes the responses of a value that begins in a line.
    fn take(&mut self, line: usize, answers: Answers) {
        let responses = answers.read(self.entry.as_deref());
        let count = responses.len();
        for (index, read) in responses.into_iter().enumerate() {
            let taken = read.and_then(|response| self.pair(line, response));
            if let Err(problem) = taken {
                let which = if count == 1 { String::new() } else { format!("response {}: ", index + 1) };
                self.file.faults.add(line, 1, &|| format!("{which}{problem}"));
            }
        }
    }

    fn pair(&mut self, line: usize, response: Response) -> Result<(), String> {
        let query = self.query_of(&response);
        let mut documents = Vec::with_capacity(response.documents.len());
        for LoggedDocument { id, features } in response.documents {
            let mut values = Vec::with_capacity(features.len());
            for (name, value) in features {
                let number = self.number(name.trim())?;
                values.extend(value.map(|value| (number, value)));
            }
            self.bytes += DOCUMENT_BYTES + (id.len() + 16 * values.len()) as u64;
            documents.push(LoggedValues { id: id.trim().to_owned(), values });
        }
        if self.file.faults.total == 0 && !self.has_stopped() {
            self.responses.push(Paired { query, file: self.file.name.clone(), line, documents });
        }
        Ok(())
    }

    fn query_of(&self, response: &Response) -> Query {
        if let Some(query) = &response.query {
            return self.judgements.place(query).map_or(Query::Other, Query::Rated);
        }
        let place = |text: &String| self.judgements.place(text);
        if let Some(place) = response.q.as_ref().and_then(place) {
            return Query::Rated(place);
        }
        let mut places: Vec<usize> = response.parameters.iter().filter_map(place).collect();
        places.sort_unstable();
        places.dedup();
        match places[..] {
            [place] => Query::Rated(place),
            _ => Query::Unnamed,
        }
    }

    /// Returns the number of a feature, from 0; a new feature gets the next number.
    fn number(&mut self, name: &str) -> Result<u32, String> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.numbers.len();
        self.names.set(number + 1, name)?;
        self.numbers.insert(name.to_owned(), number as u32);
        Ok(number as u32)
    }
}

/// Returns a text without white space at its ends, and without a byte order mark at the start of a file.
fn text_of(bytes: &[u8], is_first: bool) -> &[u8] {
    let text = if is_first { bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes) } else { bytes };
    text.trim_ascii_end()
}
