// The theme: kept on this device, put on the document. Storage may be forbidden.

/** @typedef {import('./reducer.js').State['theme']} Theme */

const KEY = 'rankscope-theme';

/** @returns {Theme} */
export function savedTheme() {
  try {
    const saved = localStorage.getItem(KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system';
  }
}

/** @param {Theme} theme */
export function applyTheme(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
