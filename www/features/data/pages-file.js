// Recognises files of pages, which become columns. Pure.

const HEAD = 200; // bytes in which their first key stands

/** Whether a text begins as a file of pages. @param {string} text */
export function beginsPages(text) {
  return /^\uFEFF?\s*\{\s*"rankscope"\s*:\s*"pages"/.test(text.slice(0, HEAD));
}

/**
 * Whether a file begins as a file of pages.
 * @param {Blob} file
 * @returns {Promise<boolean>} false where the file cannot be read
 */
export async function isPagesFile(file) {
  return beginsPages(await file.slice(0, HEAD).text().catch(() => ''));
}
