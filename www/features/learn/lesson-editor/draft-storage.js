// Keeps the draft on this device, if the browser allows it, so that it survives a reload.

import { newDraft } from './draft.js';

/** @typedef {import('./draft.js').Draft} Draft */

const KEY = 'rankscope-lesson-draft';

/** @returns {Draft} */
export function savedDraft() {
  try {
    /** @type {unknown} */
    const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (isDraft(saved)) return saved;
  } catch {
    // Without storage, or with unreadable content, the editor begins anew.
  }
  return newDraft();
}

/** Returns whether the draft is kept. @param {Draft} draft */
export function saveDraft(draft) {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the editor can show it. Its faults are named by the schema.
 * @param {unknown} value @returns {value is Draft}
 */
function isDraft(value) {
  if (typeof value !== 'object' || value === null) return false;
  const { rankscope, steps } = /** @type {Record<string, unknown>} */ (value);
  return rankscope === 'lesson' && Array.isArray(steps)
    && steps.every((step) => typeof step === 'object' && step !== null && !Array.isArray(step));
}
