// The histogram of the documents per training query.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../support/dom.mjs';
import { binsOf } from '../../../www/features/data-report/histogram.js';
import { lengthsView } from '../../../www/features/data-report/histogram-view.js';

test('every value is in one bin, bins are whole and of one width, and there are at most so many', () => {
  for (const values of [[5], [5, 5, 5], [1, 2, 3, 40], [0, 1000], Array.from({ length: 300 }, (_, at) => (at * at) % 97)]) {
    for (const most of [1, 3, 20]) {
      const bins = binsOf(values, most);
      assert.ok(bins.length >= 1 && bins.length <= most, `${bins.length} of ${most}`);
      bins.forEach(({ low, high, count }, at) => {
        assert.equal(high - low, bins[0].high - bins[0].low);
        assert.ok(at === 0 || low === bins[at - 1].high + 1);
        assert.equal(count, values.filter((value) => value >= low && value <= high).length);
      });
      assert.equal(bins.reduce((sum, { count }) => sum + count, 0), values.length);
    }
  }
  assert.deepEqual(binsOf([], 20), []);
});

test('the picture has a bar for every bin, as high as its count, and a table', () => {
  const view = /** @type {Element} */ (lengthsView([2, 2, 3, 5, 5, 5, 5]));
  const heights = [...view.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
  assert.deepEqual(heights.map((height) => Math.round((4 * height) / heights[3])), [2, 1, 0, 4]);
  assert.deepEqual([...view.querySelectorAll('tbody tr')].map(textOf), ['22', '31', '40', '54']);
  assert.equal(view.querySelector('svg')?.getAttribute('aria-label'), 'Histogram of 7 training queries by their documents, from 2 to 5');
  assert.equal(lengthsView([]), null);
});
