// Numbers that people and files write, read by the browser.

/** What Rust reads as a number, except NaN. */
const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?)$/i;

/** Returns the number of a text, or NaN. @param {string} text */
export function number(text) {
  return NUMBER.test(text) ? Number(text.replace(/inf.*/i, 'Infinity')) : NaN;
}
