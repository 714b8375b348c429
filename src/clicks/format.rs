//! The formats of click logs, and faults in their lines.

/// Column and problem of a fault.
pub(super) type Fault = (usize, String);

/// The format of a click log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// One session a line, as JSON.
    JsonLines,
    /// One impression a line, as a table with a heading; the lines of a session stand together.
    Impressions,
    /// Impressions and clicks of one document at one rank a line, as a table with a heading.
    Counts,
}
