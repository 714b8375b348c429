//! What JavaScript hands over, checked before it is used: JavaScript would turn `NaN` and text into 0 without a word.
//! Every fault names the argument. Knows nothing of what the values are for.

use js_sys::{Array, Object, Reflect, Uint8Array};
use serde::de::{DeserializeOwned, Deserializer, Visitor, value::Error as Unread};
use serde::forward_to_deserialize_any;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::convert::thrown;
use crate::choice::nearest;
use crate::error::{Error, retold, shown};

#[wasm_bindgen]
extern "C" {
    /// A number, by its TypeScript type. What it is in truth has to be looked at; so with the others.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// Text.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
    /// Bytes.
    #[wasm_bindgen(typescript_type = "Uint8Array")]
    pub type Bytes;
    /// Numbers without fractions.
    #[wasm_bindgen(typescript_type = "Uint32Array")]
    pub type Indices;
    /// Numbers.
    #[wasm_bindgen(typescript_type = "Float64Array")]
    pub type Numbers;
    /// Texts.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type Texts;
}

/// A whole number from 0 to 2^32 − 1.
#[inline(never)]
pub fn whole(name: &'static str, value: &Number) -> Result<usize, JsValue> {
    match value.as_f64() {
        Some(number) if number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number) => {
            Ok(number as usize)
        }
        _ => Err(fault(name, value, "a whole number from 0 to 4294967295")),
    }
}

/// A seed of random numbers.
pub fn seed(value: &Number) -> Result<u64, JsValue> {
    whole("seed", value).map(|seed| seed as u64)
}

/// Any number; whether it is in range is for others to say.
pub fn number(name: &'static str, value: &Number) -> Result<f64, JsValue> {
    value.as_f64().ok_or_else(|| fault(name, value, "a number"))
}

/// Text.
#[inline(never)]
pub fn text(name: &'static str, value: &Text) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| fault(name, value, "text"))
}

/// A list of texts.
pub fn texts(name: &'static str, value: &Texts) -> Result<Vec<String>, JsValue> {
    let wanted = || fault(name, value, "a list of texts");
    let list = value.dyn_ref::<Array>().ok_or_else(wanted)?;
    list.iter().map(|text| text.as_string().ok_or_else(wanted)).collect()
}

/// Bytes in pieces of at most a mebibyte, so that a large array needs no memory of its size.
pub fn bytes(name: &'static str, value: &Bytes, mut take: impl FnMut(&[u8])) -> Result<(), JsValue> {
    let array = value.dyn_ref::<Uint8Array>().ok_or_else(|| fault(name, value, "a Uint8Array"))?;
    check_attached(name, array.length(), &array.buffer())?;
    let length = array.length();
    for from in (0..length).step_by(PIECE as usize) {
        take(&array.subarray(from, length.min(from.saturating_add(PIECE))).to_vec());
    }
    Ok(())
}

/// The numbers of a typed array, at most [`MOST_NUMBERS`] of them.
macro_rules! numbers {
    ($function:ident, $given:ident, $array:ident, $number:ty) => {
        pub fn $function(name: &'static str, value: &$given) -> Result<Vec<$number>, JsValue> {
            let wanted = concat!("a ", stringify!($array));
            let array = value.dyn_ref::<js_sys::$array>().ok_or_else(|| fault(name, value, wanted))?;
            check_attached(name, array.length(), &array.buffer())?;
            if array.length() > MOST_NUMBERS {
                let problem = format!("{} numbers are too many; at most {MOST_NUMBERS}", array.length());
                return Err(thrown(Error::config(name, problem)));
            }
            Ok(array.to_vec())
        }
    };
}
numbers!(grades, Bytes, Uint8Array, u8);
numbers!(indices, Indices, Uint32Array, u32);
numbers!(scores, Numbers, Float64Array, f64);

/// Bytes of one piece.
const PIECE: u32 = 1 << 20;
/// More entries than any list of an object has: there are as many features at the most.
const LONGEST_LIST: u32 = crate::data::MAX_FEATURES as u32;
/// More documents than any query has.
const MOST_NUMBERS: u32 = 10_000_000;

/// An array whose buffer went elsewhere looks empty; only making another view of it tells.
fn check_attached(name: &'static str, length: u32, buffer: &Object) -> Result<(), JsValue> {
    if length > 0 {
        return Ok(());
    }
    let constructor = Reflect::get(&js_sys::global(), &"Uint8Array".into())?;
    let view = Reflect::construct(constructor.unchecked_ref::<js_sys::Function>(), &Array::of1(buffer));
    let detached =
        "its buffer is detached: it was transferred elsewhere, or memory has grown since; copy it before";
    view.map(drop).map_err(|_| thrown(Error::config(name, detached)))
}

/// An object as a struct. A key that the struct does not have is a fault, which names the nearest ones.
pub fn object<T: Tsify + DeserializeOwned>(name: &'static str, value: &Ts<T>) -> Result<T, JsValue>
where
    T::JsType: JsCast,
{
    let fields = fields_of::<T>();
    let (value, keys) = plain(name, &value.js_value(), fields)?;
    read(&value).map_err(|problem| {
        let alone = |part: &JsValue| read::<T>(part).is_err_and(|fault| fault == problem);
        let culprit = culprit(&value, &keys, &alone);
        let culprit = fields.iter().find(|field| Some(**field) == culprit);
        thrown(Error::config(culprit.copied().unwrap_or(name), &problem))
    })
}

/// A copy of an object, whose own code cannot run any more, and its keys, all of which are fields.
fn plain(name: &'static str, value: &JsValue, fields: &[&str]) -> Result<(JsValue, Vec<String>), JsValue> {
    let Some(object) = value.dyn_ref::<Object>().filter(|_| !Array::is_array(value)) else {
        return Err(fault(name, value, "an object"));
    };
    // A proxy may refuse to tell its keys.
    let keys = Reflect::own_keys(object).map_err(|_| fault(name, value, "an object that tells its keys"))?;
    let keys: Vec<String> = keys.iter().filter_map(|key| key.as_string()).collect();
    if let Some(key) = keys.iter().find(|key| !fields.contains(&key.as_str())) {
        let near = nearest(key, fields);
        let problem = format!("{} is not among its keys; the nearest are {near}", shown(key));
        return Err(thrown(Error::config(name, problem)));
    }
    let copy = Object::new();
    for key in &keys {
        let at = JsValue::from_str(key);
        let value = Reflect::get(object, &at).ok().filter(can_be_read);
        let set = value.is_some_and(|value| Reflect::set(&copy, &at, &value).is_ok());
        if !set {
            let problem = format!("the value of {} cannot be read", shown(key));
            return Err(thrown(Error::config(name, problem)));
        }
    }
    Ok((copy.into(), keys))
}

/// Whether asking a value runs no code of its own that throws, and no list is so long that a message about it would be:
/// it is written out before it is cut.
fn can_be_read(value: &JsValue) -> bool {
    if !value.is_object() {
        return true;
    }
    // A revoked proxy throws at every question; only this one is asked with care.
    if Reflect::own_keys(value.unchecked_ref()).is_err() {
        return false;
    }
    // Bytes are no value of any key, and may be detached.
    !value.is_instance_of::<Uint8Array>()
        && value.dyn_ref::<Array>().is_none_or(|list| list.length() <= LONGEST_LIST)
}

/// The key at fault: whatever is wrong with the whole is wrong with that key `alone`.
fn culprit<'a>(value: &JsValue, keys: &'a [String], alone: &dyn Fn(&JsValue) -> bool) -> Option<&'a str> {
    let at_fault = |key: &&String| {
        let (part, key) = (Object::new(), JsValue::from_str(key));
        let value = Reflect::get(value, &key);
        value.is_ok_and(|value| Reflect::set(&part, &key, &value).is_ok() && alone(&part))
    };
    keys.iter().find(at_fault).map(String::as_str)
}

/// Once per type: it is called twice, and is large.
#[inline(never)]
fn read<T: DeserializeOwned>(value: &JsValue) -> Result<T, String> {
    serde_wasm_bindgen::from_value(value.clone()).map_err(told)
}

fn told(fault: serde_wasm_bindgen::Error) -> String {
    let told = fault.to_string();
    retold(told.strip_prefix("Error: ").unwrap_or(&told))
}

/// What was seen and what was expected.
#[cold]
#[inline(never)]
fn fault(name: &'static str, value: &JsValue, expected: &str) -> JsValue {
    let seen = match (value.as_f64(), value.as_string()) {
        (Some(number), _) => number.to_string(),
        (_, Some(text)) => shown(&text),
        _ if value.is_null() => "null".to_owned(),
        // Nothing of the object itself is asked: what it would answer is its own code.
        _ => format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default()),
    };
    thrown(Error::config(name, format!("{seen} is not {expected}")))
}

/// The keys of a struct, as its own `Deserialize` names them; none for other types.
fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &'static [&'static str] = &[];
    // It always fails, having asked what it came for.
    let _ = T::deserialize(AskFields(&mut fields));
    fields
}

struct AskFields<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for AskFields<'_> {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Unread> {
        Err(serde::de::Error::custom(""))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Unread> {
        *self.0 = fields;
        Err(serde::de::Error::custom(""))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
