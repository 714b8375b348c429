// The verdict on a claim of a paper: a word with a sign.

import { h } from '../../../ui/dom.js';

/** @type {Record<string, { sign: string, kind: string }>} */
const SIGNS = {
  'same sign': { sign: '✓', kind: 'same' },
  'within noise': { sign: '≈', kind: 'noise' },
  opposite: { sign: '✕', kind: 'opposite' },
};

/** @param {string} text */
export function verdict(text) {
  const { sign, kind } = Object.hasOwn(SIGNS, text) ? SIGNS[text] : { sign: '·', kind: 'none' };
  return h('span', { class: 'study-verdict', dataset: { verdict: kind } },
    h('span', { 'aria-hidden': 'true' }, sign), text);
}
