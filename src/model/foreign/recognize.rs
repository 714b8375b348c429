//! The format of a model file by its first bytes. Must not know how formats are read.

use crate::util::error::Error;

/// A format with what its reader takes.
pub(super) enum Format<'a> {
    Rankscope(&'a str),
    LightGbmText(&'a str),
    LightGbmDump(&'a str),
    XgBoostJson(&'a str),
    XgBoostUbjson(&'a [u8]),
    XgBoostDump(&'a str),
    RankLib(&'a str),
    SvmRank(&'a str),
}

/// What can be opened, for messages.
const CAN_BE_OPENED: &str = "can be opened: model files of Rankscope, LightGBM (text, JSON), XGBoost (JSON, UBJSON, JSON \
    dump), RankLib and SVM^rank";

/// Bytes in which a field of a JSON object is looked for that only one format has.
const HEAD: usize = 1 << 16;

/// Returns the format.
///
/// # Errors
/// [`Error::Data`] with what the file seems to be, and what can be opened.
pub(super) fn recognize(bytes: &[u8]) -> Result<Format<'_>, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let start = bytes.trim_ascii_start();
    // An object of UBJSON goes on with the type of the length of its first key.
    if start.first() == Some(&b'{') && start.get(1).is_some_and(|next| b"iUIlL$#".contains(next)) {
        return Ok(Format::XgBoostUbjson(start));
    }
    let binary = [
        (&b"binf"[..], "the old binary format of XGBoost; load it there and save it as JSON"),
        (b"\x80", "a Python pickle, which can run programs; save the model in its program's own format"),
        (b"CBM1", "a CatBoost model"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"\x89HDF", "an HDF5 file"),
        (b"\x1f\x8b", "a gzip file inside a gzip file"),
    ];
    if let Some((_, what)) = binary.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(refusal(what));
    }
    let text = std::str::from_utf8(bytes).map_err(|fault| {
        refusal(&format!("a binary file: byte {} is not UTF-8 text", fault.valid_up_to() + 1))
    })?;
    let start = text.trim_start();
    let head = &text.as_bytes()[..text.len().min(HEAD)];
    let has = |field: &str| head.windows(field.len()).any(|some| some == field.as_bytes());
    let format = match start.as_bytes().first() {
        Some(b'{') if has("\"rankscope-model\"") => Format::Rankscope(text),
        Some(b'{') if has("\"learner\"") => Format::XgBoostJson(text),
        Some(b'{') if has("\"tree_info\"") || has("\"num_tree_per_iteration\"") => Format::LightGbmDump(text),
        Some(b'[') if has("\"nodeid\"") || has("\"leaf\"") => Format::XgBoostDump(text),
        // A damaged model file of Rankscope gets the message of its reader.
        Some(b'{') if has("\"format\"") => Format::Rankscope(text),
        Some(b'#') if start.starts_with("## ") => Format::RankLib(text),
        Some(b't') if start.lines().next().is_some_and(|line| line.trim_end() == "tree") => {
            Format::LightGbmText(text)
        }
        Some(b'S') if start.starts_with("SVM-light Version") => Format::SvmRank(text),
        _ => return Err(refusal(seems(start))),
    };
    Ok(format)
}

fn refusal(what: &str) -> Error {
    Error::data(format!("this seems to be {what}; {CAN_BE_OPENED}"))
}

/// Returns what a text seems to be that is no known model.
fn seems(start: &str) -> &'static str {
    let first = start.lines().next().unwrap_or("");
    let is_run =
        |line: &str| line.split_whitespace().count() == 6 && line.split_whitespace().nth(1) == Some("Q0");
    if start.is_empty() {
        "an empty file"
    } else if start.starts_with("booster[") {
        "a text dump of XGBoost, which has no names for its parts; save the model as JSON"
    } else if start.starts_with("<?xml") || start.starts_with("<PMML") {
        "an XML file, such as PMML"
    } else if first.contains(" qid:") {
        "data in LETOR format, not a model"
    } else if is_run(first) {
        "a run in TREC's format, not a model"
    } else if start.starts_with('{') || start.starts_with('[') {
        "a JSON file of another kind"
    } else if first.contains(',') || first.contains('\t') {
        "a table, not a model"
    } else {
        "a text of another kind"
    }
}
