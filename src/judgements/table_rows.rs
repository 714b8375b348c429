//! The rows of a table that is in memory, with their lines. Must not know what a column means.

use csv_core::ReadRecordResult;

use crate::data::MAX_LINE_BYTES;
use crate::data::reading::cells::{Fields, reader};
use crate::util::faults::Faults;

/// A row of a table.
pub(super) struct TableRow<'a> {
    /// Number of its first line, from 1.
    pub line: usize,
    /// Its bytes, with quotes and line end.
    pub raw: &'a [u8],
    /// Its fields, without quotes.
    pub fields: Fields<'a>,
}

impl TableRow<'_> {
    /// Returns a field; a field behind the end of the row is empty.
    pub fn get(&self, column: usize) -> &str {
        if column < self.fields.ends.len() { self.fields.get(column) } else { "" }
    }

    /// Returns whether all fields are empty.
    pub fn is_blank(&self) -> bool {
        self.fields.all().all(str::is_empty)
    }
}

/// Passes the rows of a table on, also blank ones. A row without an end is a fault. Cost: linear in the text.
pub(super) fn each_row(
    text: &str,
    delimiter: u8,
    faults: &mut Faults,
    take: &mut dyn FnMut(&TableRow, &mut Faults),
) {
    let bytes = text.as_bytes();
    let mut csv = reader(delimiter);
    let (mut out, mut ends) = (vec![0; 1 << 12], vec![0; 1 << 6]);
    let (mut n_out, mut n_ends, mut start, mut place, mut line) = (0, 0, 0, 0, 1);
    loop {
        let (result, taken, written, ended) =
            csv.read_record(&bytes[place..], &mut out[n_out..], &mut ends[n_ends..]);
        place += taken;
        n_out += written;
        n_ends += ended;
        if place - start > MAX_LINE_BYTES {
            let describe =
                || format!("the row is longer than {MAX_LINE_BYTES} bytes; perhaps a quote is not closed");
            return faults.add(line, MAX_LINE_BYTES + 1, &describe);
        }
        match result {
            ReadRecordResult::OutputFull => out.resize(2 * out.len(), 0),
            ReadRecordResult::OutputEndsFull => ends.resize(2 * ends.len(), 0),
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::End => return,
            ReadRecordResult::Record => {
                let raw = &bytes[start..place];
                let blank = raw.iter().take_while(|&&byte| byte == b'\n' || byte == b'\r').count();
                let above = raw[..blank].iter().filter(|&&byte| byte == b'\n').count();
                // Quotes are ASCII, so fields without them are UTF-8 too.
                let fields = Fields {
                    text: std::str::from_utf8(&out[..n_out]).unwrap_or_default(),
                    ends: &ends[..n_ends],
                };
                take(&TableRow { line: line + above, raw: &raw[blank..], fields }, faults);
                line += raw.iter().filter(|&&byte| byte == b'\n').count();
                (start, n_out, n_ends) = (place, 0, 0);
            }
        }
    }
}
