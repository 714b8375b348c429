// The laboratories of the page are those of the core, with options that the core knows; and the chart of the six orders.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { LABS } from '../../www/features/theory/labs.js';
import { initSync, run_theory, theory_labs } from '../../www/wasm/rankscope.js';
import '../page/support/dom.mjs';

before(async () => { initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }); });

test('page and core have the same laboratories', () => {
  const labs = theory_labs();
  assert.deepEqual(LABS.map(({ name, title, needsData }) => [name, title, needsData]), labs.map(({ name, title, needs_data: needsData }) => [name, title, needsData]));
  for (const { name, first, asked, needsData } of LABS) {
    const options = Object.entries(asked(first)).map(([key, value]) => `${key}=${value}`);
    if (!needsData) assert.equal(run_theory(name, options).lab, name);
    const known = labs.find((lab) => lab.name === name)?.options.map((option) => option.name) ?? [];
    assert.deepEqual(Object.keys(asked(first)).filter((key) => !known.includes(key)), [], `${name} has these options`);
  }
});

test('the chart has a line and a name for each order, and hides what waits for an answer', async () => {
  const { drawOrders, ordersLayout, pointAt, placeOf, tiltAt, tiltText } = await import('../../www/pictures/orders-chart.js');
  const result = run_theory('calibration', ['measure=ap']);
  assert.ok(result.lab === 'calibration' && result.lists);
  const { lists: lab } = result;
  for (const isPhone of [false, true]) {
    const layout = ordersLayout(isPhone, lab.methods.length);
    /** @param {import('../../www/ui/dom.js').Child[]} nodes @param {string} kind */
    const count = (nodes, kind) => nodes.filter((node) => node instanceof Element && node.classList.contains(kind)).length;
    const all = drawOrders(layout, lab, { t: 0.05, shown: lab.methods.map((_, method) => method) });
    assert.deepEqual([count(all, 'orders-line'), count(all, 'orders-name'), count(all, 'orders-best'), count(all, 'orders-unknown')], [6, 6, 2, 0]);
    assert.ok(count(all, 'orders-pick') >= lab.methods.length);
    const asked = drawOrders(layout, lab, { t: 0.05, shown: [0], isHidden: true, from: 0 });
    assert.deepEqual([count(asked, 'orders-best'), count(asked, 'orders-pick'), count(asked, 'orders-unknown')], [1, 0, 2]);
    assert.ok(Math.abs(tiltAt(layout, lab, placeOf(layout, lab, 0.03)) - 0.03) < 1e-12);
  }
  assert.equal(pointAt(lab, 0.0512).t, 0.05);
  assert.deepEqual([0, 0.05, -0.0025].map(tiltText), ['0', '0.05', '−0.0025']);
});
