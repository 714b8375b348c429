// The shares that features have of the absolute weights of several models, as bars of one length. Data in, drawing out.

import './clicks.css';
import { h } from '../../ui/dom.js';

const NOTHING = 'all weights are 0';

/** @typedef {{ kind: 'naive' | 'corrected' | 'full', name: string, shares: readonly number[] }} ModelShares */

/**
 * @param {readonly string[]} features @param {readonly ModelShares[]} models
 * @param {number} marked the feature that has the colour of its model; -1 for none
 */
export function weightShares(features, models, marked) {
  return h('div', { class: 'weight-shares', role: 'list', 'aria-label': 'Shares of all weights' },
    models.map(({ kind, name, shares }) => {
      const wholes = wholeShares(shares);
      const isEmpty = wholes.every((whole) => whole === 0);
      return h('div', { class: `weight-row ${kind}`, role: 'listitem', 'aria-label': `${name}: ${
        isEmpty ? NOTHING : features.map((feature, at) => `${feature} ${wholes[at]} %`).join(', ')}` },
      h('span', { class: 'weight-name', 'aria-hidden': 'true' }, name),
      h('span', { class: 'weight-bar', 'aria-hidden': 'true' }, isEmpty ? NOTHING : features.map((feature, at) => {
        const share = shares[at] ?? 0;
        const part = h('span', { class: at === marked ? 'weight-part marked' : 'weight-part',
          title: `${feature} ${wholes[at]} %` },
        h('span', { class: 'weight-feature' }, `${feature} `), h('span', { class: 'weight-share' }, `${wholes[at]} %`));
        part.style.flexGrow = String(share);
        return part;
      })));
    }));
}

/**
 * Shares in whole percents that add up to 100: the largest takes what rounding leaves.
 * @param {readonly number[]} shares
 */
export function wholeShares(shares) {
  const rounded = shares.map((share) => Math.round(100 * share));
  const sum = rounded.reduce((all, one) => all + one, 0);
  if (sum === 0) return rounded;
  rounded[shares.indexOf(Math.max(...shares))] += 100 - sum;
  return rounded;
}
