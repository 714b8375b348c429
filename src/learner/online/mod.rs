//! Rankers that see documents or queries one after the other. Must not know cutting planes or the page.

mod learner;
mod prank;

pub use learner::{Hindsight, Online, OnlineConfig};
pub use prank::{PRank, PRankConfig, PRankModel};
