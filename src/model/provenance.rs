//! Where a model comes from: program, data, and measured values.

/// The name and version of this program.
pub const PROGRAM: &str = concat!("rankscope ", env!("CARGO_PKG_VERSION"));
