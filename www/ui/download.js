// Offers a text or a picture as a file to download.

import { h } from './dom.js';

/**
 * @param {BlobPart} content
 * @param {string} type its media type
 * @param {string} name
 */
export function download(content, type, name) {
  const href = URL.createObjectURL(new Blob([content], { type }));
  h('a', { href, download: name }).click();
  // The browser reads it after this task.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
