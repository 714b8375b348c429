//! Values that may stand for "missing" in other programs. Must not know features.

/// Codes that people and programs write for a missing value; the largest ones are limits of number types.
pub(super) const CODES: [f64; 15] = [
    -1.0,
    -9.0,
    -99.0,
    -999.0,
    -9999.0,
    -99999.0,
    99.0,
    999.0,
    9999.0,
    99999.0,
    999_999.0,
    -2_147_483_648.0,
    2_147_483_647.0,
    4_294_967_295.0,
    9_223_372_036_854_775_807.0,
];

/// Size from which a value is no measurement, such as 1.797e308 and 3.403e38, the largest numbers of 64 and 32 bits.
const HUGE: f64 = 1e30;

/// Number of values that may be sentinels: the codes, and all huge values together.
pub(super) const N_CANDIDATES: usize = CODES.len() + 1;

/// Returns the place of a value among those that may be sentinels.
pub(super) fn candidate(value: f64) -> Option<usize> {
    if value.abs() >= HUGE {
        return Some(CODES.len());
    }
    CODES.iter().position(|&code| code == value)
}

/// Returns whether a value is too large for a measurement.
pub(super) fn is_huge(value: f64) -> bool {
    value.abs() >= HUGE
}
