//! What every room may use: errors, checksums, counts in words, lines and fields of text, sorting, threads, and the
//! texts of menus. Must not know any other room.

pub mod checksum;
pub mod counted;
pub mod error;
pub mod escape;
pub mod faults;
pub(crate) mod fields;
pub(crate) mod json;
pub(crate) mod lines;
pub mod marks;
pub mod menu_entry;
pub(crate) mod serde_message;
pub(crate) mod sorting;
pub mod threads;
