//! Texts and numbers of JSON as words. Other values are passed over. Must not know what a word means.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// The words of a JSON value: one of a text or a number, those in a list, and none of anything else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Words(pub Vec<String>);

impl Words {
    /// Returns the only word; `None` if there is none, or a list of several.
    pub fn one(self) -> Option<String> {
        <[String; 1]>::try_from(self.0).ok().map(|[word]| word)
    }
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WordsVisitor)
    }
}

struct WordsVisitor;

impl<'de> Visitor<'de> for WordsVisitor {
    type Value = Words;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("text or a number")
    }

    fn visit_str<E>(self, text: &str) -> Result<Words, E> {
        Ok(Words(vec![text.to_owned()]))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    // The shortest decimal number with these bits, so nothing is lost.
    fn visit_f64<E>(self, number: f64) -> Result<Words, E> {
        Ok(Words(vec![number.to_string()]))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_unit<E>(self) -> Result<Words, E> {
        Ok(Words::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Words, A::Error> {
        let mut words = Vec::new();
        while let Some(Words(more)) = list.next_element()? {
            words.extend(more);
        }
        Ok(Words(words))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Words, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Words::default())
    }
}
