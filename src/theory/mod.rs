//! Laboratories of theory: bounds and the quantities that they bound, on data or on generated distributions. Must not
//! know files, terminals or elements of a page.

pub mod complexity;
pub mod generalisation;
pub mod margins;
pub mod online_to_batch;
mod pairs;
pub mod steps;
mod summary;

pub use summary::Summary;
