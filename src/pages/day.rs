//! Days of the calendar as numbers. Must not know pages.

/// Days of a common year before each month.
const BEFORE: [u32; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

/// Returns the number of a day, as in 2026-05-31, in the Gregorian calendar: 1 for 0001-01-01, and one more for each day.
/// `None` for any other text, and for a day that does not exist.
pub(super) fn day_number(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    let is_date = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !is_date {
        return None;
    }
    let number = |from: usize, to: usize| text[from..to].parse::<u32>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    if year == 0 || !(1..=12).contains(&month) || day == 0 || day > days_of(year, month) {
        return None;
    }
    let earlier = year - 1;
    let leap_days = earlier / 4 - earlier / 100 + earlier / 400 + u32::from(month > 2 && is_leap(year));
    Some(earlier * 365 + leap_days + BEFORE[month as usize - 1] + day)
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of(year: u32, month: u32) -> u32 {
    match month {
        2 => 28 + u32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::day_number;

    #[test]
    fn days_follow_each_other() {
        let mut last = 0;
        for year in 1..=2400 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if let Some(number) = day_number(&format!("{year:04}-{month:02}-{day:02}")) {
                        assert_eq!(number, last + 1, "{year}-{month}-{day}");
                        last = number;
                    }
                }
            }
        }
        // Six periods of the calendar.
        assert_eq!(last, 6 * 146_097);
    }

    #[test]
    fn other_texts_are_no_day() {
        for text in [
            "",
            "2026-5-31",
            "2026/05/31",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "0000-01-01",
            "2026-04-31",
        ] {
            assert_eq!(day_number(text), None, "{text}");
        }
        for text in ["2026-05-31T10:00", "+026-05-31", "２０２６-05-31", "2026-05-0"] {
            assert_eq!(day_number(text), None, "{text}");
        }
        assert_eq!(day_number("2024-02-29").map(|day| day + 1), day_number("2024-03-01"));
    }
}
