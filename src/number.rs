//! Numbers that people and files write. Must not know what they mean.

/// Returns the number of a text, in the grammar and with the bits of `str::parse`; `None` for other texts.
#[cfg(not(all(target_arch = "wasm32", not(feature = "whole"))))]
pub(crate) fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// Returns the number of a text, in the grammar and with the bits of `str::parse`; `None` for other texts.
///
/// In the small module the browser parses, because the standard library's parser takes 14 kB of a first visit. Both
/// return the nearest number.
#[cfg(all(target_arch = "wasm32", not(feature = "whole")))]
pub(crate) fn number(text: &str) -> Option<f64> {
    // Most grades and settings are short whole numbers.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if digits && (1..=9).contains(&text.len()) {
        return text.parse::<u32>().ok().map(f64::from);
    }
    let number = in_browser::number(text);
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    (!number.is_nan() || unsigned.eq_ignore_ascii_case("nan")).then_some(number)
}

#[cfg(all(target_arch = "wasm32", not(feature = "whole")))]
mod in_browser {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen(module = "/src/number.js")]
    extern "C" {
        /// The number of a text, or NaN.
        pub fn number(text: &str) -> f64;
    }
}
