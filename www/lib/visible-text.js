// Makes control characters and bidirectional overrides visible, so that no name hides or reorders the text around it.
// Pure.

// Control characters, the marks and overrides of direction, and the isolates.
// Tab and line feed stay, because HTML shows them as spaces.
const INVISIBLE = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns the text with each such character as its code point in braces, `\u{202e}`, as in messages of the core.
 * For display only: identifiers that go back to the core keep their characters.
 * @param {string} text
 */
export function visibleText(text) {
  return text.replace(INVISIBLE, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}
