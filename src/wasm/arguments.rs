//! Checks of arguments from JavaScript, because JavaScript silently converts `NaN` and text to 0. Every fault names
//! the argument. Must not know what the values are for.
//!
//! Code of the caller (getters, proxies, subclasses) runs only in `plain.js`, which catches exceptions. An exception
//! that crossed this code would leave its stack unreleased and its objects borrowed. Every import that catches leaks
//! a reference.

use js_sys::{Array, Float64Array, Uint8Array, Uint32Array};
use serde::Serialize;
use serde::de::{DeserializeOwned, Deserializer, Visitor, value::Error as Unread};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::convert::to_js_error;
use crate::method::settings::MAX_SEED;
use crate::util::error::{Error, shown};
use crate::util::json::{read as read_json, value_of};
use crate::util::menu_entry::nearest;
use crate::util::serde_message::plain_words;

#[wasm_bindgen(module = "/src/wasm/plain.js")]
extern "C" {
    /// A plain typed array, text that describes the fault, or undefined if the value is of another class.
    #[wasm_bindgen(js_name = view)]
    fn view_of(value: &JsValue, class: &str, most: f64) -> JsValue;
    /// A list of one text, the JSON of an object or list; or text that describes the fault.
    #[wasm_bindgen(js_name = json)]
    fn json_of(value: &JsValue) -> JsValue;
    /// A deep copy of a drawing, or text that describes the fault.
    #[cfg(feature = "charts")]
    #[wasm_bindgen(js_name = plain)]
    fn plain_of(value: &JsValue) -> JsValue;
    /// Whether the value is a canvas element.
    #[cfg(feature = "charts")]
    fn is_canvas(value: &JsValue) -> bool;
}

#[wasm_bindgen]
extern "C" {
    /// A number, by its TypeScript type. The actual type must be checked; the same holds for the types below.
    #[wasm_bindgen(typescript_type = "number")]
    pub type Number;
    /// Text.
    #[wasm_bindgen(typescript_type = "string")]
    pub type Text;
    /// True or false.
    #[wasm_bindgen(typescript_type = "boolean")]
    pub type Flag;
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
pub fn whole(name: &'static str, value: &Number) -> Result<usize, JsValue> {
    whole_up_to(u64::from(u32::MAX), name, value).map(|number| number as usize)
}

/// A seed of random numbers, a whole number from 0 to [`MAX_SEED`].
pub fn seed(value: &Number) -> Result<u64, JsValue> {
    whole_up_to(MAX_SEED, "seed", value)
}

/// `most`: at most 2^53 − 1, so that its floating-point form is exact.
#[inline(never)]
fn whole_up_to(most: u64, name: &'static str, value: &Number) -> Result<u64, JsValue> {
    match value.as_f64() {
        Some(number) if number.fract() == 0.0 && (0.0..=most as f64).contains(&number) => Ok(number as u64),
        _ => Err(fault(name, value, &format!("a whole number from 0 to {most}"))),
    }
}

/// Any number. The caller checks its range.
pub fn number(name: &'static str, value: &Number) -> Result<f64, JsValue> {
    value.as_f64().ok_or_else(|| fault(name, value, "a number"))
}

/// True or false.
pub fn flag(name: &'static str, value: &Flag) -> Result<bool, JsValue> {
    value.as_bool().ok_or_else(|| fault(name, value, "true or false"))
}

/// Text.
#[inline(never)]
pub fn text(name: &'static str, value: &Text) -> Result<String, JsValue> {
    value.as_string().ok_or_else(|| fault(name, value, "text"))
}

/// A list of texts.
pub fn texts(name: &'static str, value: &Texts) -> Result<Vec<String>, JsValue> {
    const WANTED: &str = "a list of texts";
    read_json(&json(name, value, WANTED)?).map_err(|_| fault(name, value, WANTED))
}

/// A canvas element.
#[cfg(feature = "charts")]
pub fn canvas(value: &JsValue) -> Result<(), JsValue> {
    if is_canvas(value) { Ok(()) } else { Err(fault("canvas", value, "a canvas element")) }
}

/// Bytes in pieces of at most a mebibyte, so that a large array needs no memory of its size.
pub fn bytes(name: &'static str, value: &Bytes, mut take: impl FnMut(&[u8])) -> Result<(), JsValue> {
    let array: Uint8Array = view(name, value, "Uint8Array", u32::MAX)?.unchecked_into();
    let length = array.length();
    for from in (0..length).step_by(PIECE as usize) {
        take(&array.subarray(from, length.min(from.saturating_add(PIECE))).to_vec());
    }
    Ok(())
}

/// Returns bytes in one piece.
pub fn collected(name: &'static str, given: &Bytes) -> Result<Vec<u8>, JsValue> {
    let mut all = Vec::new();
    bytes(name, given, |piece| all.extend_from_slice(piece))?;
    Ok(all)
}

/// The grades of a query's documents.
pub fn grades(name: &'static str, value: &Bytes) -> Result<Vec<u8>, JsValue> {
    Ok(view(name, value, "Uint8Array", MOST_NUMBERS)?.unchecked_into::<Uint8Array>().to_vec())
}

/// Places of documents.
pub fn indices(name: &'static str, value: &Indices) -> Result<Vec<u32>, JsValue> {
    Ok(view(name, value, "Uint32Array", MOST_NUMBERS)?.unchecked_into::<Uint32Array>().to_vec())
}

/// Two places.
pub fn two(name: &'static str, value: &Indices) -> Result<[usize; 2], JsValue> {
    match indices(name, value)?[..] {
        [one, other] => Ok([one as usize, other as usize]),
        _ => Err(to_js_error(Error::config(name, "they are two"))),
    }
}

/// The scores of a query's documents.
pub fn scores(name: &'static str, value: &Numbers) -> Result<Vec<f64>, JsValue> {
    Ok(view(name, value, "Float64Array", MOST_NUMBERS)?.unchecked_into::<Float64Array>().to_vec())
}

/// Bytes of one piece.
const PIECE: u32 = 1 << 20;
/// More documents than any query has.
const MOST_NUMBERS: u32 = 10_000_000;

/// Returns a typed array of at most `most` numbers, without running the caller's code.
#[inline(never)]
fn view(name: &'static str, value: &JsValue, class: &str, most: u32) -> Result<JsValue, JsValue> {
    let view = view_of(value, class, f64::from(most));
    if view.is_undefined() { Err(fault(name, value, &format!("a {class}"))) } else { unless_text(name, view) }
}

/// Returns an object or list as JSON, without running the caller's code.
#[inline(never)]
fn json(name: &'static str, value: &JsValue, expected: &str) -> Result<String, JsValue> {
    if !value.is_object() {
        return Err(fault(name, value, expected));
    }
    let list = unless_text(name, json_of(value))?;
    Ok(list.unchecked_into::<Array>().get(0).as_string().unwrap_or_default())
}

/// Returns the result of `plain.js`, whose texts are errors.
pub(super) fn unless_text(name: &'static str, given: JsValue) -> Result<JsValue, JsValue> {
    given.as_string().map_or(Ok(given), |problem| Err(to_js_error(Error::config(name, problem))))
}

/// Returns an object as a struct. An unknown key is a fault that names the nearest keys.
///
/// It goes through JSON, because files are read from JSON, too: code that reads every struct from JavaScript values as
/// well would add 9 kB to the packed module.
pub fn object<T: Tsify + DeserializeOwned>(name: &'static str, value: &Ts<T>) -> Result<T, JsValue>
where
    T::JsType: JsCast,
{
    object_upon(name, value, None)
}

/// Returns an object as a struct, as [`object`] does, with the values of `usual` for absent keys.
pub fn object_over<T: Tsify + Serialize + DeserializeOwned>(
    name: &'static str,
    value: &Ts<T>,
    usual: &T,
) -> Result<T, JsValue>
where
    T::JsType: JsCast,
{
    // A struct that was read from JSON can be written as JSON.
    object_upon(name, value, Some(value_of(usual)))
}

fn object_upon<T: Tsify + DeserializeOwned>(
    name: &'static str,
    value: &Ts<T>,
    usual: Option<Value>,
) -> Result<T, JsValue>
where
    T::JsType: JsCast,
{
    let fields = fields_of::<T>();
    let object = with_keys(name, &value.js_value(), fields, usual)?;
    read(&text_of(&object)).map_err(|problem| {
        let alone = |text: &str| read::<T>(text).is_err_and(|fault| fault == problem);
        let culprit = culprit(object, &alone);
        let culprit = fields.iter().find(|field| culprit.as_deref() == Some(**field));
        to_js_error(Error::config(culprit.copied().unwrap_or(name), &problem))
    })
}

/// Returns a drawing as a struct, as [`object`] does. Its lines have thousands of numbers, which would take ten times
/// as long through JSON.
#[cfg(feature = "charts")]
pub fn drawing<T: Tsify + DeserializeOwned>(name: &'static str, value: &Ts<T>) -> Result<T, JsValue>
where
    T::JsType: JsCast,
{
    let value = value.js_value();
    if !value.is_object() {
        return Err(fault(name, &value, "an object"));
    }
    let copy = unless_text(name, plain_of(&value))?;
    let refuse = |problem: &str| to_js_error(Error::config(name, problem));
    if Array::is_array(&copy) {
        return Err(refuse("a list is not an object"));
    }
    let keys = js_sys::Object::keys(copy.unchecked_ref::<js_sys::Object>());
    let keys: Vec<String> = keys.iter().filter_map(|key| key.as_string()).collect();
    known(name, keys.iter().map(String::as_str), fields_of::<T>())?;
    serde_wasm_bindgen::from_value(copy).map_err(|fault| refuse(&plain_words(&fault.to_string())))
}

/// Refuses a key that is not among the fields, and names the nearest ones.
#[inline(never)]
fn known<'a>(
    name: &'static str,
    mut keys: impl Iterator<Item = &'a str>,
    fields: &[&str],
) -> Result<(), JsValue> {
    let Some(key) = keys.find(|key| !fields.contains(key)) else { return Ok(()) };
    let near = nearest(key, fields);
    let problem = format!("{} is not among its keys; the nearest are {near}", shown(key));
    Err(to_js_error(Error::config(name, problem)))
}

/// Returns an object, all of whose keys are fields. Absent keys have the values of `usual`.
#[inline(never)]
fn with_keys(
    name: &'static str,
    value: &JsValue,
    fields: &[&str],
    usual: Option<Value>,
) -> Result<Map<String, Value>, JsValue> {
    let refuse = |problem: &str| Err(to_js_error(Error::config(name, problem)));
    let mut object = match read_json(&json(name, value, "an object")?) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return refuse("a list is not an object"),
        Err(problem) => return refuse(&plain_words(&problem.to_string())),
    };
    known(name, object.keys().map(String::as_str), fields)?;
    for value in object.values_mut() {
        // Such a number of JavaScript may stand for another whole number.
        if let Some(number) = value.as_u64().filter(|&number| number > MAX_SEED) {
            *value = Value::from(number as f64);
        }
    }
    if let Some(Value::Object(mut usual)) = usual {
        for (key, value) in object {
            usual.insert(key, value);
        }
        return Ok(usual);
    }
    Ok(object)
}

fn text_of(object: &Map<String, Value>) -> String {
    // Strings, finite numbers and lists can always be written as JSON.
    serde_json::to_string(object).unwrap_or_default()
}

/// Returns the faulty key: the key that has the same fault `alone`.
fn culprit(object: Map<String, Value>, alone: &dyn Fn(&str) -> bool) -> Option<String> {
    let at_fault = |(key, value): (String, Value)| {
        let part: Map<String, Value> = [(key.clone(), value)].into_iter().collect();
        alone(&text_of(&part)).then_some(key)
    };
    object.into_iter().find_map(at_fault)
}

/// Compiled once per type, because it has two callers and is large.
#[inline(never)]
fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    read_json(text).map_err(told)
}

/// Compiled once for all types.
#[inline(never)]
fn told(fault: serde_json::Error) -> String {
    plain_words(&fault.to_string())
}

/// Throws what was seen and what was expected.
#[cold]
#[inline(never)]
pub(super) fn fault(name: &'static str, value: &JsValue, expected: &str) -> JsValue {
    let seen = match (value.as_f64(), value.as_string()) {
        (Some(number), _) => number.to_string(),
        (_, Some(text)) => shown(&text),
        _ if value.is_null() => "null".to_owned(),
        // The object itself is not called, because its methods are the caller's code.
        _ => format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default()),
    };
    to_js_error(Error::config(name, format!("{seen} is not {expected}")))
}

/// Returns the keys of a struct, as its own `Deserialize` names them; none for other types.
fn fields_of<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &'static [&'static str] = &[];
    // It always fails after it has requested the keys.
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
