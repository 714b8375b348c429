//! Rankers that see documents or queries one after the other. Must not know cutting planes or the page.

mod online;
mod prank;

pub use online::{Hindsight, Online, OnlineConfig};
pub use prank::{PRank, PRankConfig, PRankModel};
