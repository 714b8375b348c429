//! Rankers that see documents or queries one after the other. Must not know cutting planes or the page.

mod learner;
mod pass;
mod prank;

pub use learner::{Hindsight, Iterate, Online, OnlineConfig};
pub use pass::{OnlinePass, OnlineQueries, Paid};
pub use prank::{PRank, PRankConfig, PRankModel};
