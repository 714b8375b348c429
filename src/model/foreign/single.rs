//! Thresholds of programs that compare in single precision, as thresholds of numbers in double precision.
//!
//! Such a program rounds the value of a document to a 32-bit float, half to even, before it compares. All numbers up to
//! the middle between two floats round to the lower one, so one number divides them as the program does, bit for bit.

/// Returns the greatest t for which `x ≤ t` says the same as `x < threshold` with x as a float (XGBoost).
pub(super) fn below(threshold: f32) -> f64 {
    let middle = f64::midpoint(wide(threshold.next_down()), wide(threshold));
    if is_even(threshold) { middle.next_down() } else { middle }
}

/// Returns the greatest t for which `x ≤ t` says the same as `x ≤ threshold` with x as a float (RankLib).
pub(super) fn up_to(threshold: f32) -> f64 {
    let middle = f64::midpoint(wide(threshold), wide(threshold.next_up()));
    if is_even(threshold) { middle } else { middle.next_down() }
}

/// Returns the number; for an infinity the first power of two that no float has, from which the middle is taken.
fn wide(number: f32) -> f64 {
    const BEYOND: f64 = 2.0 * (1_u128 << 127) as f64;
    if number.is_infinite() { BEYOND.copysign(f64::from(number)) } else { f64::from(number) }
}

/// Whether the last bit is 0, so that the middles beside the float round to it.
fn is_even(number: f32) -> bool {
    number.to_bits().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middles_beside_a_float_go_where_the_float_goes() {
        let floats = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            -0.3,
            0.7571,
            1e-45,
            -1e-45,
            1e-38,
            3.4e38,
            f32::MAX,
            f32::MIN,
            16_777_217.0,
        ];
        for threshold in floats.into_iter().flat_map(|one| [one, one.next_up(), one.next_down()]) {
            if threshold.is_infinite() {
                continue;
            }
            let around = [below(threshold), up_to(threshold), f64::from(threshold)];
            for x in around.into_iter().flat_map(|x| [x, x.next_up(), x.next_down()]) {
                assert_eq!(x <= below(threshold), (x as f32) < threshold, "{x:e} < {threshold:e}");
                assert_eq!(x <= up_to(threshold), (x as f32) <= threshold, "{x:e} <= {threshold:e}");
            }
        }
    }
}
