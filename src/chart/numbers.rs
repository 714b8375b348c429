//! Long lists of numbers, which a caller may also give as the bytes of 64-bit numbers, little end first. A drawing has
//! thousands of numbers, and to read each as a JavaScript value takes about as long as to draw them. Must not know
//! charts.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// Reads a list of numbers or their bytes. Cost: O(n).
///
/// `Number`: `f64`, or `Option<f64>` if numbers can be absent. Bytes have no form for an absent number.
pub(super) fn numbers<'de, D, Number>(deserializer: D) -> Result<Vec<Number>, D::Error>
where
    D: Deserializer<'de>,
    Number: Deserialize<'de> + From<f64>,
{
    deserializer.deserialize_byte_buf(ListOrBytes(PhantomData))
}

struct ListOrBytes<Number>(PhantomData<Number>);

impl<'de, Number: Deserialize<'de> + From<f64>> Visitor<'de> for ListOrBytes<Number> {
    type Value = Vec<Number>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        let (numbers, rest) = bytes.as_chunks();
        if !rest.is_empty() {
            return Err(E::invalid_length(bytes.len(), &"a multiple of 8 bytes"));
        }
        Ok(numbers.iter().map(|&number| f64::from_le_bytes(number).into()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::value::{BytesDeserializer, Error as Unread};

    fn read(bytes: &[u8]) -> Result<Vec<Option<f64>>, Unread> {
        numbers(BytesDeserializer::new(bytes))
    }

    #[test]
    fn lists_and_bytes_give_the_same_numbers() {
        let list: Vec<Option<f64>> =
            numbers(&mut serde_json::Deserializer::from_str("[1.5, null, -2]")).unwrap();
        assert_eq!(list, [Some(1.5), None, Some(-2.0)]);
        let bytes: Vec<u8> = [1.5_f64, -2.0].iter().flat_map(|number| number.to_le_bytes()).collect();
        assert_eq!(read(&bytes).unwrap(), [Some(1.5), Some(-2.0)]);
        assert_eq!(read(&[]).unwrap(), []);
    }

    #[test]
    fn other_values_are_refused() {
        assert_eq!(
            read(&[0; 9]).unwrap_err().to_string(),
            "invalid length 9, expected a multiple of 8 bytes"
        );
        let text =
            numbers::<_, f64>(&mut serde_json::Deserializer::from_str("true")).unwrap_err().to_string();
        assert!(text.starts_with("invalid type: boolean `true`, expected a sequence"), "{text}");
    }
}
