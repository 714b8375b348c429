// The code that shows the page within another page. Pure.

/** Returns a text as the value of an attribute in HTML, with its quotes. @param {string} text */
export const attribute = (text) => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/**
 * Returns the frame in HTML.
 * @param {string} address of the page, with its fragment @param {number} height in CSS pixels @param {string} [title]
 */
export function frameCode(address, height, title = 'Rankscope') {
  return `<iframe src=${attribute(address)} title=${attribute(title)} width="100%" height="${height}" `
    + 'style="border: 0" allow="clipboard-write"></iframe>';
}
