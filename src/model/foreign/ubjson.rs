//! UBJSON, as XGBoost writes it, as a JSON value. Source: Universal Binary JSON, Draft 12.

use serde_json::{Map, Value};

/// Deepest nesting, as in JSON.
const MOST_LEVELS: usize = 128;

/// Returns the value of a file. Cost: linear in the bytes.
///
/// # Errors
/// The first fault with its byte.
pub(super) fn parse(bytes: &[u8]) -> Result<Value, String> {
    let mut reader = Reader { bytes, at: 0 };
    let kind = reader.byte()?;
    reader.value(kind, 0)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn fault(&self, problem: &str) -> String {
        format!("byte {}: {problem}", self.at + 1)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.take(1)? as u8)
    }

    /// Returns the next bytes, at most eight, as one number, the first byte highest.
    fn take(&mut self, n: usize) -> Result<u64, String> {
        let taken = self.bytes.get(self.at..self.at + n);
        let taken = taken.ok_or_else(|| self.fault("the file ends here, in the middle of a value"))?;
        self.at += n;
        Ok(taken.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn value(&mut self, kind: u8, level: usize) -> Result<Value, String> {
        if level > MOST_LEVELS {
            return Err(self.fault("more than 128 levels"));
        }
        Ok(match kind {
            b'Z' => Value::Null,
            b'T' | b'F' => Value::Bool(kind == b'T'),
            b'S' | b'H' => Value::String(self.text()?),
            b'C' => Value::String(char::from(self.byte()?).to_string()),
            // What JSON has no number for becomes null, which no reader of numbers takes.
            b'd' => Value::from(f64::from(f32::from_bits(self.take(4)? as u32))),
            b'D' => Value::from(f64::from_bits(self.take(8)?)),
            b'[' | b'{' => self.container(kind, level)?,
            _ => Value::from(self.integer(kind)?),
        })
    }

    fn integer(&mut self, kind: u8) -> Result<i64, String> {
        Ok(match kind {
            b'U' => i64::from(self.byte()?),
            b'i' => i64::from(self.byte()? as i8),
            b'I' => i64::from(self.take(2)? as i16),
            b'l' => i64::from(self.take(4)? as i32),
            b'L' => self.take(8)? as i64,
            _ => return Err(self.fault("no value of UBJSON begins so")),
        })
    }

    fn length(&mut self) -> Result<usize, String> {
        let kind = self.byte()?;
        let length = self.integer(kind)?;
        // Every element has at least one byte, so a longer list is damaged.
        let most = self.bytes.len() - self.at;
        let length = usize::try_from(length).ok().filter(|&length| length <= most);
        length.ok_or_else(|| self.fault("a list is longer than the rest of the file"))
    }

    fn text(&mut self) -> Result<String, String> {
        let length = self.length()?;
        let text = std::str::from_utf8(&self.bytes[self.at..self.at + length]);
        let text = text.map_err(|_| self.fault("a text is not UTF-8"))?.to_owned();
        self.at += length;
        Ok(text)
    }

    /// Reads a list or an object behind its bracket. It may say one type and a length for all its elements.
    fn container(&mut self, bracket: u8, level: usize) -> Result<Value, String> {
        let kind = if self.skip(b'$') { Some(self.byte()?) } else { None };
        let length = if self.skip(b'#') { Some(self.length()?) } else { None };
        if kind.is_some_and(|kind| length.is_none() || b"ZTFN".contains(&kind)) {
            return Err(self.fault("a list of one type without a length or without content"));
        }
        let (mut list, mut object, mut read) = (Vec::new(), Map::new(), 0);
        // The closing bracket is two further in ASCII.
        while if let Some(length) = length { read < length } else { !self.skip(bracket + 2) } {
            let key = if bracket == b'{' { Some(self.text()?) } else { None };
            let kind = match kind {
                Some(kind) => kind,
                None => self.byte()?,
            };
            let value = self.value(kind, level + 1)?;
            match key {
                Some(key) => drop(object.insert(key, value)),
                None => list.push(value),
            }
            read += 1;
        }
        Ok(if bracket == b'{' { Value::Object(object) } else { Value::Array(list) })
    }

    /// Goes over a byte if it comes next.
    fn skip(&mut self, byte: u8) -> bool {
        let is_next = self.bytes.get(self.at) == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }
}
