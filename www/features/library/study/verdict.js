// The verdict on a claim of a paper: a word with a sign.

import { h } from '../../../ui/dom.js';

/** @type {Record<string, { sign: string, kind: string }>} */
const SIGNS = {
  'same sign': { sign: '✓', kind: 'same' },
  'within noise': { sign: '≈', kind: 'noise' },
  equal: { sign: '≈', kind: 'noise' },
  opposite: { sign: '✕', kind: 'opposite' },
};

/** @param {string} text such as `same sign`, or `same sign, no interval` */
export function signOf(text) {
  const [word] = text.split(',');
  return Object.hasOwn(SIGNS, word) ? SIGNS[word] : { sign: '·', kind: 'none' };
}

/** @param {string} text */
export function verdict(text) {
  const { sign, kind } = signOf(text);
  return h('span', { class: 'study-verdict', dataset: { verdict: kind } },
    h('span', { 'aria-hidden': 'true' }, sign), text);
}

/** The sign of a verdict alone, with claim and word as its name. @param {string} claim @param {string} text */
export function verdictMark(claim, text) {
  const { sign, kind } = signOf(text);
  const name = `${claim}: ${text}`;
  return h('span', { class: 'study-verdict', dataset: { verdict: kind }, role: 'img', title: name, 'aria-label': name },
    sign);
}
