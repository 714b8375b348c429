//! What the address of a page says.

use crate::pages::column::Column;
use crate::pages::pair::Pair;
use crate::pages::site_address::without_scheme;

/// Number of slashes behind `://`, the depth of the page in its site.
pub(in crate::pages) struct Slashes;

impl Column for Slashes {
    fn name(&self) -> &'static str {
        "slashes"
    }

    fn formula(&self) -> &'static str {
        "number of slashes of the address behind ://"
    }

    fn value(&self, pair: &Pair) -> f64 {
        without_scheme(&pair.page.url).matches('/').count() as f64
    }

    fn numbers(&self, pair: &Pair) -> String {
        format!("{} [slashes]", self.value(pair))
    }
}

/// Number of characters of the address.
pub(in crate::pages) struct UrlLength;

impl Column for UrlLength {
    fn name(&self) -> &'static str {
        "URL length"
    }

    fn formula(&self) -> &'static str {
        "number of characters of the address"
    }

    fn value(&self, pair: &Pair) -> f64 {
        pair.page.url.chars().count() as f64
    }

    fn numbers(&self, pair: &Pair) -> String {
        format!("{} [characters]", self.value(pair))
    }
}
