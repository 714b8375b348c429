// Text inside the markup of a file that the page writes. The page itself makes elements, never markup. Pure.

/** Text for XML or HTML, also within quotes. @param {string} text */
export const escapedMarkup = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;');
