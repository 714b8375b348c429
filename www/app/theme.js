// The theme: kept on this device, put on the document.

import { keptChoice } from '../ui/kept-choice.js';

/** @typedef {import('./reducer.js').State['theme']} Theme */

const KEPT = keptChoice('theme');

/** @returns {Theme} */
export function savedTheme() {
  const saved = KEPT.read();
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

/** @param {Theme} theme */
export function applyTheme(theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  KEPT.write(theme);
}
