//! A checksum of bytes, used to check whether two files are equal. Must not know their contents.

/// FNV-1a checksum with 64 bits over bytes that arrive in pieces. It does not protect against forgery.
///
/// Source: Fowler, Noll and Vo, RFC 9923.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checksum {
    hash: u64,
}

impl Default for Checksum {
    fn default() -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325 }
    }
}

impl Checksum {
    /// Adds the next bytes. Cost: one multiplication per byte.
    pub fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// Returns the checksum so far.
    pub fn number(&self) -> u64 {
        self.hash
    }

    /// Returns the checksum so far as 16 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:016x}", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        // Test vectors of RFC 9923.
        let check = |text: &str, expected: &str| {
            let mut checksum = Checksum::default();
            checksum.push(text.as_bytes());
            assert_eq!(checksum.hex(), expected, "{text:?}");
        };
        check("", "cbf29ce484222325");
        check("a", "af63dc4c8601ec8c");
        check("foobar", "85944171f73967e8");
    }

    #[test]
    fn pieces_do_not_matter() {
        let (mut whole, mut pieces) = (Checksum::default(), Checksum::default());
        whole.push(b"2 qid:1 1:0.5\n");
        for byte in b"2 qid:1 1:0.5\n".chunks(3) {
            pieces.push(byte);
        }
        assert_eq!(whole, pieces);
    }
}
