//! Damaged ratings and logs: they are refused with the line, or give data that Rankscope reads.

use rankscope::Error;
use rankscope::data::{DataReader, ReadingSettings};
use rankscope::judgements::{FeatureLogs, Judgements};

/// Ratings for logs without ratings of their own.
const RATINGS: &[u8] = b"query,docid,rating\na b,x,2\na b,y,0\nc,x,1\n";

/// Between ratings and a log.
const CUT: u8 = 0;

/// The bytes are a log, or ratings and a log with a byte 0 between them. Chunks do not matter.
pub fn judgements(bytes: &[u8]) {
    let (ratings, log) = match bytes.iter().position(|&byte| byte == CUT) {
        Some(cut) => (&bytes[..cut], &bytes[cut + 1..]),
        None => (RATINGS, bytes),
    };
    let judgements = match Judgements::read(ratings, &ReadingSettings::default()) {
        Ok(judgements) => judgements,
        Err(error) => return has_place(&error),
    };
    let whole = joined(&judgements, &[log]);
    let cut: Vec<&[u8]> = log.chunks(3).collect();
    assert_eq!(whole, joined(&judgements, &cut), "chunks change the data");
    let Some((letor, table)) = whole else { return };
    for text in [letor, table] {
        let settings = ReadingSettings {
            missing: "zero".to_owned(),
            label: "grade".to_owned(),
            qid: "query".to_owned(),
            docid: "docid".to_owned(),
            ..ReadingSettings::default()
        };
        let mut reader = DataReader::new(&settings, None).unwrap_or_else(|error| panic!("{error}"));
        reader.push(text.as_bytes());
        let read = reader.finish().unwrap_or_else(|error| panic!("{error}: {text}"));
        let documents = text.lines().filter(|line| !line.starts_with("# ")).count();
        assert!(read.parsed.dataset.n_documents() <= documents, "{text}");
    }
}

/// Returns the LETOR text and the table.
fn joined(judgements: &Judgements, chunks: &[&[u8]]) -> Option<(String, String)> {
    let mut logs = FeatureLogs::new(judgements, "");
    logs.begin("c.json");
    chunks.iter().for_each(|chunk| logs.push(chunk));
    if let Err(error) = logs.end() {
        has_place(&error);
        return None;
    }
    let joined = logs.join(true).ok()?;
    assert!(joined.report().documents >= joined.report().queries && joined.report().queries > 0);
    // A feature with the name of another column needs options of its own.
    if joined.table_note().is_some() {
        return None;
    }
    Some((joined.letor(), joined.table(',')))
}

fn has_place(error: &Error) {
    match error {
        Error::Parse { problems, total } => {
            assert!(!problems.is_empty() && problems.len() <= *total, "a refusal has a place");
            assert!(problems.iter().all(|problem| problem.line > 0 && problem.column > 0));
        }
        error => panic!("{error}: a fault of a text has a line"),
    }
}
