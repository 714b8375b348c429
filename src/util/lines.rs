//! Lines of a text that arrives in chunks of any size, and the faults in them. Must not know what a line means.

use memchr::memchr;

use crate::util::faults::Faults;

/// Longest line that is read, in bytes without its newline: 64 KiB.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// Splitter of chunks into lines. It keeps the start of a line that the end of a chunk cut off.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    partial: Vec<u8>,
    /// Whether the current line exceeds the limit, so that its rest is skipped.
    too_long: bool,
    /// Number of complete lines so far.
    pub count: usize,
}

/// Receiver of the lines.
pub(crate) trait TakeLine {
    /// Takes a line, without its line end and byte order mark. `number` counts from 1.
    fn take(&mut self, number: usize, line: &str);

    /// The faults so far.
    fn faults(&mut self) -> &mut Faults;
}

impl Lines {
    /// Passes the complete lines of the next chunk on. Cost: linear in the chunk.
    pub fn push(&mut self, mut chunk: &[u8], to: &mut dyn TakeLine) {
        while let Some(end) = memchr(b'\n', chunk) {
            let line = &chunk[..end];
            if self.is_in_line() || line.len() > MAX_LINE_BYTES {
                self.keep(line);
                self.end_line(to);
            } else {
                self.count += 1;
                take(self.count, line, to);
            }
            chunk = &chunk[end + 1..];
        }
        self.keep(chunk);
    }

    /// Whether the current line exceeds the limit.
    pub fn has_endless_line(&self) -> bool {
        self.too_long
    }

    /// Passes the last line on, if it has no line end.
    pub fn finish(&mut self, to: &mut dyn TakeLine) {
        if self.is_in_line() {
            self.end_line(to);
        }
    }

    fn is_in_line(&self) -> bool {
        self.too_long || !self.partial.is_empty()
    }

    fn keep(&mut self, piece: &[u8]) {
        if self.too_long || self.partial.len() + piece.len() > MAX_LINE_BYTES {
            self.too_long = true;
            self.partial = Vec::new();
        } else {
            self.partial.extend_from_slice(piece);
        }
    }

    fn end_line(&mut self, to: &mut dyn TakeLine) {
        self.count += 1;
        let line = std::mem::take(&mut self.partial);
        if std::mem::take(&mut self.too_long) {
            to.faults().add(self.count, MAX_LINE_BYTES + 1, &|| {
                format!(
                    "the line is longer than {MAX_LINE_BYTES} bytes; lines end with LF or CRLF, not with CR \
                     alone"
                )
            });
        } else {
            take(self.count, &line, to);
            self.partial = line;
            self.partial.clear();
        }
    }
}

fn take(number: usize, line: &[u8], to: &mut dyn TakeLine) {
    let (line, before) = match line.strip_prefix(b"\xEF\xBB\xBF") {
        Some(rest) if number == 1 => (rest, 3),
        _ => (line, 0),
    };
    match std::str::from_utf8(line) {
        Ok(text) => to.take(number, text.strip_suffix('\r').unwrap_or(text)),
        Err(error) => {
            let place = error.valid_up_to();
            to.faults().add(number, before + place + 1, &|| {
                format!("byte 0x{:02X} is not UTF-8; save the file as UTF-8", line[place])
            });
        }
    }
}
