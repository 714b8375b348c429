// Why the browser did not store a run, in words. Pure.

import { messageOf } from '../../../core/errors.js';

/**
 * Returns whether storage is full. Chromium gives this error an empty message, so its name is checked.
 * @param {unknown} error
 */
export function isFull(error) {
  return nameOf(error) === 'QuotaExceededError';
}

/** A clause that fits behind a colon; never empty. @param {unknown} error */
export function storageProblem(error) {
  if (isFull(error)) return 'the storage of this page in the browser is full';
  const detail = error instanceof Error && error.message ? ` (${error.message})` : '';
  if (nameOf(error) === 'SecurityError') return `this browser blocks storage for this page${detail}`;
  return messageOf(error).replace(/\.$/, '');
}

/** @param {unknown} error */
function nameOf(error) {
  return error instanceof Error ? error.name : '';
}
