//! Support vector machines that classify single documents, regardless of their queries: baselines of ranking SVMs.
//!
//! A [`ClassHinge`] is a mean hinge over documents as a convex function of their scores by class; each is one file.
//! [`ClassifierSvm`] minimises `½‖w‖² + C · mean hinge` with cutting planes of that mean, so its bounds are a
//! certificate. No ranking is involved: the planes are tangents, and their violator is a set of documents or classes.
//! Must not know structured losses.

mod binary;
mod hinge;
mod learner;
mod multiclass;

pub use binary::BinaryHinge;
pub use hinge::{ClassHinge, Tangent};
pub use learner::{ClassifierConfig, ClassifierSvm};
pub use multiclass::MulticlassHinge;
