//! UBJSON, as XGBoost writes it, for types that serde reads. Source: Universal Binary JSON, Draft 12.

use serde::Deserialize;
use serde::de::value::Error;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Deepest nesting, as for JSON.
const MOST_LEVELS: usize = 128;

/// Returns the value of a file. Cost: linear in the bytes; memory for what the type keeps.
///
/// # Errors
/// The first fault with its byte.
pub(super) fn from_slice<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Error> {
    let mut reader = Reader { bytes, at: 0, levels: 0 };
    let kind = reader.byte()?;
    T::deserialize(Typed { reader: &mut reader, kind })
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    levels: usize,
}

/// A value behind its type.
struct Typed<'r, 'a> {
    reader: &'r mut Reader<'a>,
    kind: u8,
}

/// The rest of a list or an object.
struct Rest<'r, 'a> {
    reader: &'r mut Reader<'a>,
    /// Type of all elements, if it is said once.
    kind: Option<u8>,
    /// Number of elements that follow; without it they end with a bracket.
    left: Option<usize>,
    end: u8,
}

impl<'a> Reader<'a> {
    fn fault(&self, problem: &str) -> Error {
        Error::custom(format!("byte {}: {problem}", self.at + 1))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn byte(&mut self) -> Result<u8, Error> {
        Ok(u8::from_be_bytes(self.take()?))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let taken = self.bytes[self.at..].first_chunk::<N>().copied();
        let taken = taken.ok_or_else(|| self.fault("the file ends here, in the middle of a value"))?;
        self.at += N;
        Ok(taken)
    }

    fn integer(&mut self, kind: u8) -> Result<i64, Error> {
        Ok(match kind {
            b'i' => i64::from(i8::from_be_bytes(self.take()?)),
            b'U' => i64::from(self.byte()?),
            b'I' => i64::from(i16::from_be_bytes(self.take()?)),
            b'l' => i64::from(i32::from_be_bytes(self.take()?)),
            b'L' => i64::from_be_bytes(self.take()?),
            _ => return Err(self.fault("no value of UBJSON begins so")),
        })
    }

    fn length(&mut self) -> Result<usize, Error> {
        let kind = self.byte()?;
        let length = self.integer(kind)?;
        // Every element has at least one byte, so a longer list is damaged.
        let most = self.bytes.len() - self.at;
        let length = usize::try_from(length).ok().filter(|&length| length <= most);
        length.ok_or_else(|| self.fault("a list is longer than the rest of the file"))
    }

    fn text(&mut self) -> Result<&'a str, Error> {
        let length = self.length()?;
        let text = std::str::from_utf8(&self.bytes[self.at..self.at + length]);
        let text = text.map_err(|_| self.fault("a text is not UTF-8"))?;
        self.at += length;
        Ok(text)
    }

    /// Begins a list or an object, behind its bracket.
    fn begin(&mut self, end: u8) -> Result<Rest<'_, 'a>, Error> {
        self.levels += 1;
        if self.levels > MOST_LEVELS {
            return Err(self.fault("more than 128 levels"));
        }
        let mut kind = None;
        if self.peek() == Some(b'$') {
            self.at += 1;
            kind = Some(self.byte()?);
        }
        let mut left = None;
        if self.peek() == Some(b'#') {
            self.at += 1;
            left = Some(self.length()?);
        }
        if kind.is_some() && left.is_none() {
            return Err(self.fault("a list of one type does not say its length"));
        }
        if kind.is_some_and(|kind| b"ZTFN".contains(&kind)) {
            return Err(self.fault("a list of one type has no content"));
        }
        Ok(Rest { reader: self, kind, left, end })
    }
}

impl<'a> Rest<'_, 'a> {
    /// Returns whether another element follows; else it goes behind the end.
    fn has_more(&mut self) -> bool {
        let has_more = match &mut self.left {
            Some(0) => false,
            Some(left) => {
                *left -= 1;
                true
            }
            None => self.reader.peek() != Some(self.end),
        };
        if !has_more {
            self.reader.at += usize::from(self.left.is_none());
            self.reader.levels -= 1;
        }
        has_more
    }

    fn element(&mut self) -> Result<Typed<'_, 'a>, Error> {
        let kind = match self.kind {
            Some(kind) => kind,
            None => self.reader.byte()?,
        };
        Ok(Typed { reader: self.reader, kind })
    }
}

impl<'a> SeqAccess<'a> for Rest<'_, 'a> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        if !self.has_more() {
            return Ok(None);
        }
        seed.deserialize(self.element()?).map(Some)
    }
}

impl<'a> MapAccess<'a> for Rest<'_, 'a> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        if !self.has_more() {
            return Ok(None);
        }
        seed.deserialize(self.reader.text()?.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(self.element()?)
    }
}

impl<'a> Deserializer<'a> for Typed<'_, 'a> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        let Self { reader, kind } = self;
        match kind {
            b'Z' => visitor.visit_unit(),
            b'T' => visitor.visit_bool(true),
            b'F' => visitor.visit_bool(false),
            b'S' | b'H' => visitor.visit_borrowed_str(reader.text()?),
            b'C' => visitor.visit_char(char::from(reader.byte()?)),
            b'd' => visitor.visit_f64(f64::from(f32::from_be_bytes(reader.take()?))),
            b'D' => visitor.visit_f64(f64::from_be_bytes(reader.take()?)),
            b'[' => visitor.visit_seq(reader.begin(b']')?),
            b'{' => visitor.visit_map(reader.begin(b'}')?),
            _ => visitor.visit_i64(reader.integer(kind)?),
        }
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.kind == b'Z' { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    forward_to_deserialize_any! {
        <V: Visitor<'a>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
