//! Linear algebra of small sizes: dot products, sparse rows, columns in blocks, factorization, and assignment.
//!
//! Sums run in a fixed order, so results are equal on every machine. Must not know data sets or learners.

pub mod assignment;
pub(crate) mod cholesky;
pub(crate) mod column_block;
pub(crate) mod dot;
pub(crate) mod row;
