//! Numbers and choices from bytes. After the last byte, every further byte is 0.

pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns a number below `limit`, which is at most 256.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::from(self.next()) % limit
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Returns a finite number: a sixteenth of a small whole number, or a number at an end of a range.
    pub fn number(&mut self) -> f64 {
        const EXTREMES: [f64; 16] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            1e-6,
            -1e6,
            1e-45,
            1e-320,
            5e-324,
            1e38,
            3.5e38,
            -3.5e38,
            1e300,
            f64::MAX,
            f64::MIN,
        ];
        let byte = self.next();
        if byte < 32 { EXTREMES[usize::from(byte) / 2] } else { (f64::from(byte) - 128.0) / 16.0 }
    }

    pub fn numbers(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.number()).collect()
    }
}
