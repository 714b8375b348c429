//! One entry of a menu: what the page, the command line and the documentation say about a choice.

use serde::Serialize;

/// A thing that can be chosen, explained in one line, with its formula and source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// The word that settings use; parses back.
    pub name: &'static str,
    /// The name as people write it.
    pub label: &'static str,
    /// One line for somebody who meets it for the first time.
    pub summary: &'static str,
    /// The definition in plain text.
    pub formula: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}
