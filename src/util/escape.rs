//! Text from files and arguments, escaped so that it is safe to print. Must not know terminals.

use std::borrow::Cow;

/// Returns whether a character controls a terminal or reorders the text around it: a control character (C0, DEL, C1)
/// or a mark of writing direction.
///
/// Source: Unicode Standard Annex #9, section 2 (explicit and implicit directional formatting characters).
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns the text with every [hidden](is_hidden) character as an escape such as `\u{202e}` or `\n`. Cost: one pass.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_hidden(letter) {
            escaped.extend(letter.escape_debug());
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_escaped_and_others_stay() {
        for plain in ["", "model.json", "Größe – 漢字 עברית 🙂", "back\\slash \"quoted\""] {
            assert!(matches!(visible(plain), Cow::Borrowed(text) if text == plain));
        }
        let check = |text: &str, expected: &str| assert_eq!(visible(text), expected);
        check("a\u{1b}[31mb", "a\\u{1b}[31mb");
        check("two\nlines\r\tand a tab", "two\\nlines\\r\\tand a tab");
        check("\u{7f}\u{80}\u{9b}\u{9f}", "\\u{7f}\\u{80}\\u{9b}\\u{9f}");
        check("exe.\u{202e}txt\u{202c}", "exe.\\u{202e}txt\\u{202c}");
        for code in [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202d, 0x2066, 0x2067, 0x2068, 0x2069] {
            let letter = char::from_u32(code).expect("a character");
            check(&format!("a{letter}b"), &format!("a\\u{{{code:x}}}b"));
        }
    }
}
